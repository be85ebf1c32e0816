package vplan

import (
	"math/bits"
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// How words (words.go) are computed, and what that costs.

// enterWords notes what is inside of words, and loaded for them.
func (s *tuples) enterWords(p *Plan) {
	enter := func(g *Group, src *wordSource, inner []*Recipe) {
		for _, r := range inner {
			s.inside[r.id] = g
		}
		if src.group != nil {
			s.loads[src.group] = true
		}
	}
	of := map[*wordSource]*Group{}
	for _, g := range p.Legal.Groups { // in their order
		if w := s.words[g]; w != nil {
			enter(g, w.src, w.inner)
			if of[w.src] == nil {
				of[w.src] = g
			}
		}
	}
	for r, t := range s.tests {
		if of[t.src] == nil {
			delete(s.tests, r) // with what was stored
			continue
		}
		enter(of[t.src], t.src, t.inner)
	}
}

// dropWords drops those of which something is used by others: bad recipes, and groups apart.
func (s *tuples) dropWords(bad map[*Recipe]bool, apart map[*Group]bool, wanted func(*Recipe) bool) {
	drop := func(src *wordSource, inner []*Recipe) bool {
		return src.group != nil && apart[src.group] || src.of != nil && wanted(src.of) ||
			slices.ContainsFunc(inner, func(r *Recipe) bool { return bad[r] })
	}
	for g, w := range s.words {
		if drop(w.src, w.inner) {
			delete(s.words, g)
		}
	}
	for r, t := range s.tests {
		if drop(t.src, t.inner) {
			delete(s.tests, r)
		}
	}
}

// movedBy says whether lookup r only moves bits inside of words, which then do so by other means.
func (s *tuples) movedBy(r *Recipe) bool { return s.insideOf(r) != nil && r.table.movesBits() }

// wordPart is the words of a part.
type wordPart struct {
	src *wordSource
	p   int
}

// asInts is v as a vector of other integers, of which as many fill it.
func (x *exec) asInts(v *ir.Value, e ir.Elem) *ir.Value {
	t := ir.Vec(e, v.Type.Size()/e.Size())
	switch {
	case v.Type == t:
		return v
	case e != ir.I8 && v.Type.Elem != ir.I8:
		v = x.asInts(v, ir.I8)
	}
	return x.cur.New(ir.OpBytes, t, v.Pos, v)
}

// structures is the bytes of part p of a source that is a group, looked up.
func (x *exec) structures(src *wordSource, p int) []*ir.Value {
	if src.table == nil {
		return x.ordered[src.group][p]
	}
	key := wordPart{src, p}
	if x.looked[key] == nil {
		var out []*ir.Value
		for _, v := range x.ordered[src.group][p] {
			w := x.pickAffine(src.table, v, x.pos)
			if w == nil {
				w = x.pick(src.table, v, x.pos)
			}
			out = append(out, w)
		}
		note(&x.looked, key, out)
	}
	return x.looked[key]
}

// wordsOf is part p of a source in vectors of the stage's lanes of bytes, as words.
func (x *exec) wordsOf(src *wordSource, p int) []*ir.Value {
	var vs, out []*ir.Value
	if src.of != nil {
		vs = []*ir.Value{x.vec(src.of, p)}
	} else {
		vs = x.structures(src, p)
	}
	for _, v := range vs {
		each := x.st.VF / v.Type.Elem.Size()
		for l := 0; l < int(v.Type.Lanes); l += each {
			w := v
			if each < int(v.Type.Lanes) {
				w = x.cur.New(ir.OpSubvec, v.Type.WithLanes(each), v.Pos, v)
				w.AuxInt = int64(l)
			}
			out = append(out, x.asInts(w, ir.IntElem(src.bits/8)))
		}
	}
	return out
}

// wordTest is the test that comparison r is in the current stage; nil if it is none.
func (x *exec) wordTest(r *Recipe) *wordTest {
	if len(x.l.Groups) == 0 || r.elem != ir.Bool {
		return nil
	}
	t := x.tuplesOf(true).tests[r]
	if t == nil || x.form(t.src.group) != Tuples {
		return nil
	}
	return t
}

// testWords compares the bits that r is about with zero.
func (x *exec) testWords(r *Recipe, t *wordTest, p int) *ir.Value {
	var vs []*ir.Value
	for _, v := range x.structures(t.src, p) {
		vs = append(vs, x.asInts(v, ir.IntElem(t.src.bits/8)))
	}
	for len(vs) > 1 {
		for k := range len(vs) / 2 {
			a := vs[2*k]
			vs[k] = x.cur.New(ir.OpConcat, a.Type.WithLanes(2*int(a.Type.Lanes)), r.V.Pos, a, vs[2*k+1])
		}
		vs = vs[:len(vs)/2]
	}
	v := vs[0]
	some := x.cur.New(ir.OpAnd, v.Type, r.V.Pos, v, x.f.Const(v.Type, t.mask))
	return x.cur.New(r.V.Op, ir.Mask(x.st.VF), r.V.Pos, some, x.f.ConstInt(v.Type, 0))
}

// someWord is one comparison that holds in some lane if and only if exit r's test of words does in some lane of some part:
// the words are joined first. Nil if r tests others.
func (x *exec) someWord(r *Recipe) *ir.Value {
	t, leaves := x.wordTest(r.Args[0]), ir.OpNe
	if r.scale > 0 {
		leaves = ir.OpEq
	}
	if t == nil || r.mask != nil || r.Args[0].V.Op != leaves {
		return nil
	}
	var all *ir.Value
	for p := range x.st.UF {
		for _, v := range x.structures(t.src, p) {
			v = x.asInts(v, ir.IntElem(t.src.bits/8))
			if all != nil {
				v = x.cur.New(ir.OpOr, v.Type, x.pos, all, v)
			}
			all = v
		}
	}
	for {
		n := int(all.Type.Lanes) / 2
		if n < 2 || all.Type.Size() <= x.target.VectorBytes() {
			break
		}
		half := x.f.NewValues(2)
		for k := range half {
			half[k] = x.cur.New(ir.OpSubvec, all.Type.WithLanes(n), x.pos, all)
			half[k].AuxInt = int64(k * n)
		}
		all = x.cur.New(ir.OpOr, half[0].Type, x.pos, half[0], half[1])
	}
	some := x.cur.New(ir.OpAnd, all.Type, x.pos, all, x.f.Const(all.Type, t.mask))
	return x.cur.New(ir.OpNe, ir.Mask(int(all.Type.Lanes)), x.pos, some, x.f.ConstInt(all.Type, 0))
}

// storedWords is what part p of w stores, in vectors of the stage's lanes.
func (x *exec) storedWords(w *wordStore, p int) []*ir.Value {
	var vs []*ir.Value
	fields := w.fieldsOn(x.target, x.st.VF)
	for _, v := range x.wordsOf(w.src, p) {
		switch {
		case fields:
			v = x.takeFields(w.fields, v)
		case w.mergesOn(x.target, x.st.VF):
			v = x.mergeFields(w, v)
		default:
			v = x.joinTerms(w, v)
		}
		vs = append(vs, x.asInts(v, ir.I8))
	}
	m := w.moves(x.target, x.st.VF, w.reversed && !fields)
	if m.within != nil {
		for k, v := range vs {
			vs[k] = x.shuffle(v, v, m.within)
		}
	}
	if m.elem == ir.Void {
		return vs
	}
	for k, v := range vs {
		v = x.asInts(v, m.elem)
		vs[k] = x.shuffle(v, v, m.places(k))
	}
	out := x.f.NewValues(w.bytes)
	for j := range out {
		first := j * m.lanes / m.each
		v := vs[first]
		for k := first + 1; k*m.each < (j+1)*m.lanes; k++ {
			lanes := make(ir.Lanes, m.lanes)
			for l := range lanes {
				lanes[l] = int8(l)
				if j*m.lanes+l >= k*m.each {
					lanes[l] += int8(m.lanes)
				}
			}
			v = x.shuffle(v, vs[k], lanes)
		}
		out[j] = x.asInts(v, ir.I8)
	}
	return out
}

// joinTerms is the or of w's terms of words v.
func (x *exec) joinTerms(w *wordStore, v *ir.Value) *ir.Value {
	var all *ir.Value
	for _, t := range w.terms {
		y := v
		if t.mask != ^uint64(0) {
			y = x.cur.New(ir.OpAnd, v.Type, x.pos, y, x.f.Const(v.Type, t.mask))
		}
		y = x.moveBits(y, t.by)
		if all != nil {
			y = x.cur.New(ir.OpOr, v.Type, x.pos, all, y)
		}
		all = y
	}
	if all == nil {
		return x.f.ConstInt(v.Type, 0)
	}
	return all
}

// moveBits moves the bits of v's lanes up, or down.
func (x *exec) moveBits(v *ir.Value, by int) *ir.Value {
	switch {
	case by > 0:
		return x.cur.New(ir.OpShl, v.Type, v.Pos, v, x.f.ConstInt(v.Type, int64(by)))
	case by < 0:
		return x.cur.New(ir.OpShrU, v.Type, v.Pos, v, x.f.ConstInt(v.Type, int64(-by)))
	}
	return v
}

// takeFields takes the fields of words v.
func (x *exec) takeFields(w *wordFields, v *ir.Value) *ir.Value {
	v = x.asInts(v, ir.I64)
	v = x.cur.New(ir.OpMultiShift, v.Type, x.pos, v, x.f.Const(v.Type, w.from))
	if w.mask != ^uint64(0) {
		v = x.cur.New(ir.OpAnd, v.Type, x.pos, v, x.f.Const(v.Type, w.mask))
	}
	return v
}

// mergeFields joins the fields of words v pairwise.
func (x *exec) mergeFields(w *wordStore, v *ir.Value) *ir.Value {
	if w.keep != 0 {
		v = x.cur.New(ir.OpAnd, v.Type, x.pos, v, x.f.Const(v.Type, w.keep))
	}
	for _, m := range w.merges {
		e := ir.IntElem(2 * m.bits / 8)
		if m.sums(x.target, x.st.VF) {
			a := x.asInts(v, ir.I16)
			t := ir.Vec(e, int(a.Type.Lanes)/2)
			v = x.cur.New(ir.OpDotS, t, v.Pos, x.f.ConstInt(t, 0), a, x.factors(m, a.Type))
			continue
		}
		v = x.asInts(v, e)
		low := x.cur.New(ir.OpAnd, v.Type, v.Pos, v, x.f.Const(v.Type, ones(m.bits)))
		v = x.cur.New(ir.OpAdd, v.Type, v.Pos, x.moveBits(low, m.low), x.moveBits(x.moveBits(v, -m.bits), m.high))
	}
	return v
}

// factors are what the fields of m are multiplied by, in lanes of type t.
func (x *exec) factors(m wordMerge, t ir.Type) *ir.Value {
	data := make([]byte, t.Size())
	for l := 0; l < int(t.Lanes); l += 2 {
		for k, by := range [2]int{m.low, m.high} {
			data[2*(l+k)+by/8] = 1 << (by % 8)
		}
	}
	table := x.f.Arg(ir.OpTablePtr, x.f.NewTable(ir.Table{Name: "factors", Elem: t.Elem, Data: data}))
	v := x.ph.New(ir.OpLoad, t, x.pos, table, x.f.ConstInt(ir.TI64, 0))
	v.Scale = int32(t.Elem.Size())
	return v
}

// sums says whether m is better done by products of words, and their sums.
func (m *wordMerge) sums(t tti.Info, vf int) bool {
	if m.bits != 16 || !m.fits {
		return false
	}
	k := m.price(t, vf, true)
	return k.Legal && k.Uops < m.price(t, vf, false).Uops
}

// price is the price of m for vf bytes, by products or shifts.
func (m *wordMerge) price(t tti.Info, vf int, sums bool) tti.Cost {
	e := ir.IntElem(2 * m.bits / 8)
	typ := ir.Vec(e, vf/e.Size())
	v := tti.Expr{Type: typ, Const: 1}
	by := func(op ir.Op, a tti.Expr, n int64) tti.Expr {
		if n == 0 {
			return a
		}
		return tti.Expr{Op: op, Type: typ, Args: []tti.Expr{a, {Op: ir.OpConst, Type: typ, Const: n}}}
	}
	x := tti.Expr{Op: ir.OpAdd, Type: typ, Args: []tti.Expr{
		by(ir.OpShl, by(ir.OpAnd, v, int64(ones(m.bits))), int64(m.low)),
		by(ir.OpShl, by(ir.OpShrU, v, int64(m.bits)), int64(m.high))}}
	if sums {
		words := ir.Vec(ir.I16, vf/2)
		x = tti.Expr{Op: ir.OpDotS, Type: typ,
			Args: []tti.Expr{{Op: ir.OpConst, Type: typ}, {Type: words}, {Type: words}}}
	}
	return t.ExprCost(&x)
}

// mergesOn says whether fields are merged, which where vectors have vf bytes takes less than the terms do.
func (w *wordStore) mergesOn(t tti.Info, vf int) bool {
	return w.merges != nil && w.mergesPrice(t, vf).Uops < w.termsPrice(t, vf).Uops
}

// fieldsOn says whether fields are taken, which where vectors have vf bytes takes less than all else.
func (w *wordStore) fieldsOn(t tti.Info, vf int) bool {
	return w.fields != nil && w.priceOf(t, vf, true).Uops < w.priceOf(t, vf, false).Uops
}

// priceOf is the price of a vector of vf bytes up to where it is stored, by fields or by other means.
func (w *wordStore) priceOf(t tti.Info, vf int, fields bool) tti.Cost {
	var k tti.Cost
	switch {
	case fields:
		lanes := ir.Vec(ir.I64, vf/ir.I64.Size())
		if k = t.Cost(ir.OpMultiShift, lanes, lanes); w.fields.mask != ^uint64(0) {
			k = k.Plus(t.Cost(ir.OpAnd, lanes, lanes))
		}
	case w.mergesOn(t, vf):
		k = w.mergesPrice(t, vf)
	default:
		k = w.termsPrice(t, vf)
	}
	m := w.moves(t, vf, w.reversed && !fields)
	if m.within != nil {
		k = k.Plus(t.ShuffleCost(tti.Within, ir.Vec(ir.I8, vf), halfBytes))
	}
	if m.elem != ir.Void {
		e := ir.Vec(m.elem, m.lanes)
		k = k.Plus(t.ShuffleCost(tti.General, e, 1))
		k = k.Plus(t.Cost(ir.OpOr, e, e)) // a choice of lanes
	}
	return k
}

func (w *wordStore) mergesPrice(t tti.Info, vf int) tti.Cost {
	k := tti.Cost{Legal: true, Native: true}
	if word := w.vector(vf); w.keep != 0 {
		k = t.Cost(ir.OpAnd, word, word)
	}
	for i := range w.merges {
		m := &w.merges[i]
		k = k.Plus(m.price(t, vf, m.sums(t, vf)))
	}
	return k
}

func (w *wordStore) termsPrice(t tti.Info, vf int) tti.Cost {
	k, word := tti.Cost{Legal: true, Native: true}, w.vector(vf)
	for i, term := range w.terms {
		if i > 0 {
			k = k.Plus(t.Cost(ir.OpOr, word, word))
		}
		if term.mask != ^uint64(0) {
			k = k.Plus(t.Cost(ir.OpAnd, word, word))
		}
		switch {
		case term.by > 0:
			k = k.Plus(t.CostWithConst(ir.OpShl, word, int64(term.by)))
		case term.by < 0:
			k = k.Plus(t.CostWithConst(ir.OpShrU, word, int64(-term.by)))
		}
	}
	return k
}

// vector is the type of vf bytes of words.
func (w *wordStore) vector(vf int) ir.Type { return ir.Vec(ir.IntElem(w.src.bits/8), vf*8/w.src.bits) }

// wordMoves is how the bytes of words that are stored move together. Those of 16 bytes do first, which all processors
// shuffle at once; then elements as large as may be move to their places in the vectors that are stored, of which each
// is put together from those that have some of it.
type wordMoves struct {
	within      ir.Lanes // of bytes; nil if they stay
	elem        ir.Elem  // that moves then; void if none does
	lanes, each int      // of a vector, and how many of them have something
	from        func(int) int
}

// moves is how they move where vectors have vf bytes, in reverse if that is so. Where bytes move anywhere as easily, they do so at once.
func (w *wordStore) moves(t tti.Info, vf int, reversed bool) *wordMoves {
	word := w.src.bits / 8
	at := func(b int) int { // of what is stored, in a vector
		i, b := b/w.bytes, b%w.bytes
		if reversed {
			b = w.bytes - 1 - b
		}
		return i*word + b
	}
	m := &wordMoves{}
	run := w.bytes * halfBytes / word // the bytes of 16 that are stored
	if run < halfBytes && w.price(t, vf, ir.I8, 1).Uops < w.price(t, vf, w.unit(run), 2).Uops {
		m.elem, m.lanes, m.each, m.from = ir.I8, vf, vf*w.bytes/word, at
		return m
	}
	if reversed || run < halfBytes {
		m.within = make(ir.Lanes, vf)
		for l := range m.within {
			m.within[l] = int8(l)
			if l%halfBytes < run {
				m.within[l] = int8(l/halfBytes*halfBytes + at(l%halfBytes))
			}
		}
	}
	if run < halfBytes {
		m.elem = w.unit(run)
		size := m.elem.Size()
		m.lanes, m.each = vf/size, vf/halfBytes*run/size
		m.from = func(e int) int { return (e*size/run*halfBytes + e*size%run) / size }
	}
	return m
}

// unit is the element that runs of so many bytes move in.
func (w *wordStore) unit(run int) ir.Elem {
	return ir.IntElem(min(8, 1<<bits.TrailingZeros(uint(run))))
}

// price is the price of moving elements e of a vector of vf bytes anywhere, and of shuffling 16 bytes before if there
// are two steps.
func (w *wordStore) price(t tti.Info, vf int, e ir.Elem, steps int) tti.Cost {
	k := t.ShuffleCost(tti.General, ir.Vec(e, vf/e.Size()), 1)
	if steps > 1 {
		k = k.Plus(t.ShuffleCost(tti.Within, ir.Vec(ir.I8, vf), halfBytes))
	}
	return k
}

// places are the lanes of vector k that come where they are stored; others stay.
func (m *wordMoves) places(k int) ir.Lanes {
	lanes := make(ir.Lanes, m.lanes)
	for l := range lanes {
		lanes[l] = int8(l)
	}
	for e := range m.each {
		lanes[(k*m.each+e)%m.lanes] = int8(m.from(e))
	}
	return lanes
}

// wordStore prices what is done for store group of r, and its stores.
func (c *coster) wordStore(r *Recipe, w *wordStore) {
	pieces, t := w.src.bits/8, ir.Vec(ir.I8, c.vf)
	if c.vf < halfBytes || c.vf > c.t.VectorBytes() {
		c.bad = r
		return
	}
	k := w.priceOf(c.t, c.vf, w.fieldsOn(c.t, c.vf))
	c.add(r, k.Times(pieces))
	c.add(r, c.t.MemoryCost(tti.Access{Store: true, Type: t}).Times(w.bytes))
}

// wordTest prices comparison r: most are exits, which join the words first.
func (c *coster) wordTest(r *Recipe, t *wordTest) {
	typ := ir.Vec(ir.IntElem(t.src.bits/8), c.vf)
	c.add(r, c.t.Cost(ir.OpOr, typ, typ))
	if one := typ.WithLanes(c.t.MaxLanes(typ.Elem)); one.Lanes < typ.Lanes {
		typ = one
	}
	c.add(r, c.t.Cost(r.V.Op, ir.Mask(int(typ.Lanes)), typ))
}
