package vplan

import (
	"math"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Autonomous phis: what they are n iterations later is one map of what they are now (analysis.Autonomous). Lanes start
// with 0, 1, 2, … applications of the map, and go VF*UF iterations ahead at once. Where that map changes nothing, as two
// or four changes of sign do, they are invariant.
//
// The state between stages is a vector whose first lane counts: the others follow it.

// Autonomous is such phis, as one of them sees them.
type Autonomous struct {
	*analysis.Autonomous
	classes []*analysis.PhiClass
}

// NewAutonomous is a, with what is known of its phis.
func NewAutonomous(a *analysis.Autonomous, classes []*analysis.PhiClass) *Autonomous {
	return &Autonomous{a, classes}
}

func (a *Autonomous) carries(phi *ir.Value) bool { return a.Phis[0] == phi }

// autonomousOf is what is known of phi as an autonomous one, or nil.
func (l *Legal) autonomousOf(phi *ir.Value) *Autonomous { return carriedBy[*Autonomous](l, phi) }

// autonomousKinds puts the rows of this file into the table.
func autonomousKinds() {
	kinds[JumpAhead] = row{name: "JUMP-AHEAD", flags: passesLanes, price: (*coster).jumpAhead,
		carriedRow: carriedRow{
			initial: (*exec).firstLanes,
			begin:   (*exec).startJump,
			update:  func(x *exec, r *Recipe) []*ir.Value { return []*ir.Value{x.jump(r, x.st.Step())} },
			close: func(x *exec, r *Recipe, next []*ir.Value) {
				if v := x.parts[r.id][0]; v != next[0] {
					v.AddArg(next[0])
				}
			},
			combine: (*exec).jumped,
			narrow: func(x *exec, r *Recipe, st []*ir.Value, to int, out []*ir.Value) {
				out[r.id] = x.cur.New(ir.OpSubvec, st[r.id].Type.WithLanes(to), x.pos, st[r.id])
			},
			final:   func(x *exec, r *Recipe, st, final []*ir.Value) { final[r.id] = x.laneZero(st[r.id]) },
			current: func(x *exec, r *Recipe) *ir.Value { return x.laneZero(x.parts[r.id][0]) }}}
}

// jumper makes maps and applies them.
type jumper struct {
	a *Autonomous
	// scalar makes an operation of coefficients in front of the loops, and do one of vectors, that of values and of
	// coefficients, which are scalars.
	scalar func(op ir.Op, args ...*ir.Value) *ir.Value
	do     func(op ir.Op, args ...*ir.Value) *ir.Value
	f      *ir.Func
	powers map[int]power
}

// power is a map: coefficients of the phis and what is added. nil is nothing, that is zero.
type power struct {
	a [][]*ir.Value
	c []*ir.Value
}

func (j *jumper) t() ir.Type { return j.a.Phis[0].Type }

// term is t as a scalar.
func (j *jumper) term(t analysis.Term) *ir.Value {
	switch {
	case t.K == 0:
		return nil
	case t.V == nil:
		return j.whole(t.K)
	}
	return j.times(t.V, j.whole(t.K))
}

func (j *jumper) whole(n int64) *ir.Value {
	if e := j.t().Elem; e.IsFloat() {
		return j.f.ConstFloat(j.t(), float64(n))
	} else if e == ir.Bool {
		return j.f.ConstBool(j.t(), n&1 != 0)
	}
	return j.f.ConstInt(j.t(), ir.SignExtend(j.t().Elem, uint64(n)))
}

// is says whether v is the number n.
func is(v *ir.Value, n int64) bool {
	switch {
	case v == nil || !v.IsConst():
		return v == nil && n == 0
	case v.Type.Elem.IsFloat():
		return constFloat(v) == float64(n) && math.Signbit(constFloat(v)) == (n < 0)
	}
	return v.Int() == n
}

func (j *jumper) times(a, b *ir.Value) *ir.Value {
	switch {
	case a == nil || b == nil:
		return nil
	case is(a, 1):
		return b
	case is(b, 1):
		return a
	case a.IsConst() && b.IsConst() && j.t().Elem == ir.F32:
		return j.f.ConstFloat(j.t(), float64(float32(constFloat(a))*float32(constFloat(b))))
	case a.IsConst() && b.IsConst() && j.t().Elem == ir.F64:
		return j.f.ConstFloat(j.t(), constFloat(a)*constFloat(b))
	case a.IsConst() && b.IsConst():
		return j.sum(a.Int()*b.Int(), nil)
	}
	return j.scalar(ir.OpMul, a, b)
}

// plus is a sum of coefficients, of integers.
func (j *jumper) plus(a, b *ir.Value) *ir.Value {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case a.IsConst() && b.IsConst():
		return j.sum(a.Int()+b.Int(), nil)
	}
	return j.scalar(ir.OpAdd, a, b)
}

// sum is n as a coefficient, or none if it is zero.
func (j *jumper) sum(n int64, none *ir.Value) *ir.Value {
	if v := j.whole(n); v.Int() != 0 {
		return v
	}
	return none
}

// power is the map of n iterations.
func (j *jumper) power(n int) power {
	p, ok := j.powers[n]
	if ok {
		return p
	}
	switch first := j.a; {
	case n == 1:
		for i, row := range first.A {
			var vals []*ir.Value
			for _, t := range row {
				vals = append(vals, j.term(t))
			}
			p.a, p.c = append(p.a, vals), append(p.c, j.term(first.C[i]))
		}
	case first.Plus == ir.OpXor:
		p = j.power(1)
		if n%2 == 0 {
			p.c = []*ir.Value{nil}
		}
	case first.Plus == ir.OpRemU:
		p = power{j.power(1).a, []*ir.Value{j.sum(int64(n)%first.Mod*first.C[0].K%first.Mod, nil)}}
	default:
		p = j.compose(j.power(n/2), j.power(n-n/2))
	}
	if j.powers == nil {
		j.powers = map[int]power{}
	}
	j.powers[n] = p
	return p
}

// compose does p, then q.
func (j *jumper) compose(p, q power) power {
	n := len(p.c)
	r := power{make([][]*ir.Value, n), make([]*ir.Value, n)}
	for i := range n {
		r.a[i], r.c[i] = make([]*ir.Value, n), q.c[i]
		for k := range n {
			r.c[i] = j.plus(r.c[i], j.times(q.a[i][k], p.c[k]))
			for m := range n {
				r.a[i][m] = j.plus(r.a[i][m], j.times(q.a[i][k], p.a[k][m]))
			}
		}
	}
	return r
}

// apply is what phi i is n iterations after the values v.
func (j *jumper) apply(i, n int, v []*ir.Value) *ir.Value {
	p := j.power(n)
	c := p.c[i]
	switch {
	case j.a.Plus == ir.OpXor && c == nil:
		return v[0]
	case j.a.Plus == ir.OpXor && j.t().Elem == ir.Bool && c.IsConst():
		return j.do(ir.OpNot, v[0])
	case j.a.Plus == ir.OpXor:
		return j.do(ir.OpXor, v[0], c)
	case j.a.Plus == ir.OpRemU && c == nil:
		return v[0]
	case j.a.Plus == ir.OpRemU: // less than twice the modulus: less that, it is smaller or wraps around
		sum := j.do(ir.OpAdd, v[0], c)
		return j.do(ir.OpMinU, sum, j.do(ir.OpSub, sum, j.whole(j.a.Mod)))
	}
	var sum *ir.Value
	for k, a := range p.a[i] {
		switch {
		case a == nil:
		case is(a, -1) && sum != nil:
			sum = j.do(ir.OpSub, sum, v[k])
		default:
			x := v[k]
			if is(a, -1) {
				x = j.do(ir.OpNeg, x)
			} else if !is(a, 1) {
				x = j.do(ir.OpMul, x, a)
			}
			if sum != nil {
				x = j.do(ir.OpAdd, sum, x)
			}
			sum = x
		}
	}
	switch {
	case sum == nil && c == nil:
		return j.do(ir.OpSub, v[i], v[i])
	case sum == nil:
		return j.do(ir.OpAdd, j.do(ir.OpSub, v[i], v[i]), c)
	case c != nil:
		sum = j.do(ir.OpAdd, sum, c)
	}
	return sum
}

// jumper is for the recipe r, of vectors of vf lanes.
func (x *exec) jumper(r *Recipe, vf int) *jumper {
	j := x.jumpers[r.auto]
	if j == nil {
		j = &jumper{a: r.auto, f: x.f}
		if x.jumpers == nil {
			x.jumpers = map[*Autonomous]*jumper{}
		}
		x.jumpers[r.auto] = j
	}
	make := func(b *ir.Block, op ir.Op, args []*ir.Value) *ir.Value {
		v := b.New(op, args[0].Type, r.V.Pos, args...)
		if v.Type.Elem.IsFloat() {
			v.FP = r.auto.FP
		}
		return v
	}
	j.scalar = func(op ir.Op, args ...*ir.Value) *ir.Value { return make(x.ph, op, args) }
	j.do = func(op ir.Op, args ...*ir.Value) *ir.Value {
		if len(args) == 2 && !args[1].Type.IsVector() {
			args[1] = x.splat(args[1], vf)
		}
		return make(x.cur, op, args)
	}
	return j
}

// firstLanes is what phi r holds in the first vf iterations: those of half as many, and the same that much later.
func (x *exec) firstLanes(r *Recipe, vf int) *ir.Value {
	j := x.jumper(r, vf)
	v := x.f.NewValues(len(r.auto.Phis))
	for i, c := range r.auto.classes {
		v[i] = x.splat(c.Start, vf)
	}
	for by := 1; by < vf; by *= 2 {
		later := x.f.NewValues(len(v))
		for i := range v {
			later[i] = j.apply(i, by, v)
			if later[i] == v[i] {
				continue
			}
			lanes := make(ir.Lanes, vf)
			for k := range lanes {
				if lanes[k] = int8(k); k&by != 0 {
					lanes[k] = int8(k + vf)
				}
			}
			later[i] = x.shuffle(v[i], later[i], lanes)
		}
		v = later
	}
	return v[0]
}

// startJump begins phi r's part of a stage.
func (x *exec) startJump(r *Recipe) {
	v := x.from.st[r.id]
	if j := x.jumper(r, x.st.VF); !x.from.once && !j.still(x.st.Step()) {
		start := v
		v = x.from.body.NewPhi(v.Type, r.V.Pos)
		v.AddArg(start)
	}
	x.parts[r.id] = []*ir.Value{v}
	for _, c := range r.auto.classes { // the last one of them has the others
		if q := x.of(c.Phi); x.parts[q.id] == nil {
			return
		}
	}
	for _, c := range r.auto.classes {
		q := x.of(c.Phi)
		for p := 1; p < x.st.UF; p++ {
			x.parts[q.id] = append(x.parts[q.id], x.jump(q, p*x.st.VF))
		}
	}
}

// still says whether the first phi is after n iterations what it was.
func (j *jumper) still(n int) bool {
	p := j.power(n)
	for k, a := range p.a[0] {
		if want := int64(0); k == 0 && !is(a, 1) || k > 0 && !is(a, want) {
			return false
		}
	}
	return p.c[0] == nil
}

// jump is phi r so many iterations after the first part.
func (x *exec) jump(r *Recipe, n int) *ir.Value {
	v := x.f.NewValues(len(r.auto.Phis))
	for i, c := range r.auto.classes {
		v[i] = x.parts[x.of(c.Phi).id][0]
	}
	return x.jumper(r, x.st.VF).apply(0, n, v)
}

// jumped is what phi r goes on with behind a stage. Of a masked one, what follows on its last lane is in all lanes.
func (x *exec) jumped(r *Recipe, updates [][]*ir.Value, out []*ir.Value) {
	if !x.st.Masked {
		out[r.id] = updates[r.id][0]
		return
	}
	last := x.lastLane(x.jump(r, 1), x.plus(x.count, -1))
	out[r.id] = x.cur.New(ir.OpSplat, updates[r.id][0].Type, r.V.Pos, last)
}

// laneZero is the first lane of v.
func (x *exec) laneZero(v *ir.Value) *ir.Value {
	return x.cur.New(ir.OpExtract, v.Type.Scalar(), x.pos, v)
}

// jumpAhead adds up what going ahead takes, by a vector iteration.
func (c *coster) jumpAhead(r *Recipe) {
	t, latency := c.vec(r), 0.0
	c.regs += c.parts(t)
	j := &jumper{a: r.auto, f: c.p.Legal.F, scalar: func(_ ir.Op, args ...*ir.Value) *ir.Value { return args[0] }}
	j.do = func(op ir.Op, args ...*ir.Value) *ir.Value {
		k := c.t.Cost(op, t, t)
		c.add(r, k)
		latency += float64(k.Latency)
		if len(args) == 2 && !args[1].Type.IsVector() {
			c.regs += c.parts(t)
		}
		return args[0]
	}
	j.apply(0, c.vf, r.auto.Phis)
	c.chain = max(c.chain, latency)
}
