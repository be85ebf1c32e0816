package vplan

import (
	"fmt"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Values of polynomials: h = h*m + x in every iteration, with an invariant m, where the loop does not look at h on the
// way. String hashes, checksums and numbers read digit by digit are such. Lanes evaluate by Horner's rule too, each its
// own residue class of the coefficients, in powers of m (Dorn, Generalizations of Horner's Rule for Polynomial
// Evaluation, IBM Journal of Research and Development 6, 1962):
//
//	c[k] = c[k]*m^VF + x[k]                        in every vector iteration
//	h    = c[0]*m^(VF-1) + … + c[VF-2]*m + c[VF-1]  behind the loop
//
// The start is in the last lane. Legal for integers, whose ring has what this takes: the result is the same to the last
// bit. A vector iteration of several vectors multiplies what goes around the loop once, by m^(VF*UF).
//
// String hashes take 0.02 to 0.06 of the time of scalar code at 4096 bytes. Factors written as shifts, h<<5 + h, count.
// A masked last vector iteration of n elements shifts the lanes by n places.

// polynomialKinds puts the rows of this file into the table.
func polynomialKinds() {
	kinds[PolyPhi] = row{name: "POLY-PHI", flags: accumulates | passesLanes | reorders,
		note:   func(r *Recipe) string { return fmt.Sprintf(" [in %s]", r.scan.M) },
		demand: func(b *builder, r *Recipe) { b.demand(r.scan.X) },
		finish: func(b *builder, r *Recipe) { r.Args = []*Recipe{b.operand(r.scan.X)} },
		price:  (*coster).polynomial,
		fewest: laneSteps,
		carriedRow: carriedRow{initial: (*exec).polyStart, begin: beginOne,
			update: func(x *exec, r *Recipe) []*ir.Value { return []*ir.Value{x.polyUpdate(r)} }, close: closeParts,
			combine: combineParts,
			narrow: func(x *exec, r *Recipe, st []*ir.Value, to int, out []*ir.Value) {
				out[r.id] = x.polyNarrow(r, st[r.id], to)
			},
			final: func(x *exec, r *Recipe, st, final []*ir.Value) { final[r.id] = x.polyNarrow(r, st[r.id], 1) }}}
}

// polynomial is the scan of phi c if it is one that is wanted behind the loop only, or nil.
func (b *builder) polynomial(c *analysis.PhiClass) *Scan {
	s := b.l.ScanOf(c.Phi)
	if s == nil || s.M == nil || !b.l.Loop.Invariant(s.M) || b.l.AssignmentOf(c.Phi) != nil {
		return nil
	}
	if e := c.Phi.Type.Elem; e != ir.I32 && e != ir.I64 {
		return nil
	}
	var uses int32 // of the phi, in the product
	for _, a := range s.Product.Args {
		switch {
		case a == c.Phi:
			uses++
		case a.Op == ir.OpShl && a.Args[0] == c.Phi && a.Uses == 1:
			uses++
		}
	}
	if c.Phi.Uses != uses || s.Product.Uses != 1 {
		return nil
	}
	for v := range ir.Values(b.l.Body) {
		if v != c.Phi && slices.Contains(v.Args, s.V) {
			return nil
		}
	}
	return s
}

// power is m^n, made in front of the loops.
func (x *exec) power(m *ir.Value, n int) *ir.Value {
	if m.IsConst() {
		p := int64(1)
		for range n {
			p *= m.Int()
		}
		return x.f.ConstInt(m.Type, ir.SignExtend(m.Type.Elem, uint64(p)))
	}
	if n == 1 {
		return m
	}
	k := powerKey{m, n}
	p := x.powers[k]
	if p == nil {
		p = x.ph.New(ir.OpMul, m.Type, m.Pos, x.power(m, n/2), x.power(m, n-n/2))
		if x.powers == nil {
			x.powers = map[powerKey]*ir.Value{}
		}
		x.powers[k] = p
	}
	return p
}

// powerKey is a power of an invariant.
type powerKey struct {
	m *ir.Value
	n int
}

// horner is c*m^n + a.
func (x *exec) horner(r *Recipe, c *ir.Value, n int, a *ir.Value) *ir.Value {
	m := x.power(r.scan.M, n)
	if c.Type.IsVector() {
		m = x.splat(m, int(c.Type.Lanes))
	}
	return x.cur.New(ir.OpAdd, c.Type, r.V.Pos, x.cur.New(ir.OpMul, c.Type, r.V.Pos, c, m), a)
}

// polyStart is the start of a polynomial, as a vector of vf lanes.
func (x *exec) polyStart(r *Recipe, vf int) *ir.Value {
	zero := x.f.ConstInt(ir.Vec(r.elem, vf), 0)
	if r.phi.Start.IsConstInt(0) {
		return zero
	}
	v := x.ph.New(ir.OpInsert, zero.Type, r.V.Pos, zero, r.phi.Start)
	v.AuxInt = int64(vf - 1)
	return v
}

// polyUpdate is what a polynomial holds after a vector iteration. In a masked one, of n iterations, the lanes and the
// values of the vector iteration are a sequence of VF + n numbers, the last VF of which are the new lanes, and those
// that fall out in front belong VF places behind.
func (x *exec) polyUpdate(r *Recipe) *ir.Value {
	c, vf := x.parts[r.id][0], x.st.VF
	if x.st.Masked {
		t := ir.Vec(ir.IntElem(r.elem.Size()), vf)
		n := x.count
		if t.Elem != n.Type.Elem {
			n = x.cur.New(ir.OpTruncI, t.Scalar(), x.pos, n)
		}
		at := x.cur.New(ir.OpAdd, t, x.pos, x.cur.New(ir.OpIota, t, x.pos), x.cur.New(ir.OpSplat, t, x.pos, n))
		old := x.cur.New(ir.OpPermute, c.Type, r.V.Pos, x.f.ConstInt(c.Type, 0), c, at)
		return x.horner(r, old, vf, x.cur.New(ir.OpPermute, c.Type, r.V.Pos, c, x.scanned(r, 0), at))
	}
	sum := x.scanned(r, 0)
	for p := 1; p < x.st.UF; p++ {
		sum = x.horner(r, sum, vf, x.scanned(r, p))
	}
	return x.horner(r, c, x.st.Step(), sum)
}

// polyNarrow is polynomial v in so many lanes: the first half of them is as far ahead of the second as there are in it.
func (x *exec) polyNarrow(r *Recipe, v *ir.Value, to int) *ir.Value {
	for int(v.Type.Lanes) > max(to, 2) {
		n := int(v.Type.Lanes) / 2
		half := v.Type.WithLanes(n)
		lo, hi := x.cur.New(ir.OpSubvec, half, x.pos, v), x.cur.New(ir.OpSubvec, half, x.pos, v)
		hi.AuxInt = int64(n)
		v = x.horner(r, lo, n, hi)
	}
	if to == 1 {
		lo, hi := x.cur.New(ir.OpExtract, v.Type.Scalar(), x.pos, v), x.cur.New(ir.OpExtract, v.Type.Scalar(), x.pos, v)
		hi.AuxInt = 1
		v = x.horner(r, lo, 1, hi)
	}
	return v
}

// polynomial adds up what a vector iteration of a polynomial costs.
func (c *coster) polynomial(r *Recipe) {
	t := c.vec(r)
	if t.Size() > c.t.VectorBytes() { // one register, which masked vector iterations shift
		c.bad = r
		return
	}
	mul, add := c.t.Cost(ir.OpMul, t, t), c.t.Cost(ir.OpAdd, t, t)
	c.add(r, mul)
	c.add(r, add)
	if r.scan.Negate {
		c.add(r, c.t.Cost(ir.OpNeg, t, t))
	}
	c.regs += 2 * c.parts(t)
	c.chain = max(c.chain, float64(mul.Latency)+float64(add.Latency))
}

// shiftsPolynomials says whether a masked vector iteration of vf lanes can do what polynomials want there.
func (p *Plan) shiftsPolynomials(t tti.Info, vf int) bool {
	for _, r := range p.Recipes {
		if v := ir.Vec(r.elem, vf); r.Kind == PolyPhi && !t.Cost(ir.OpPermute, v, v).Legal {
			return false
		}
	}
	return true
}
