package vplan

import (
	"fmt"
	"math/bits"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Fields of bits. A loop that unpacks numbers of k bits has a place and a shift that go in turns:
//
//	at := 7 * i
//	w := uint32(src[at/8]) | uint32(src[at/8+1])<<8
//	dst[i] = w >> (at % 8) & 127
//
// Eight iterations take seven bytes, and the next eight the seven bytes behind them, in the same way. So the shifts of
// a vector iteration of a multiple of eight lanes are constants, and its bytes are those of one piece of memory, brought
// to their lanes by a constant shuffle: a PERIOD-LOAD takes the place of a gather, a PERIOD that of the remainder.
//
// The number behind the place, At + Step*i, is known but for i, which is a multiple of the lanes where a vector
// iteration begins: the lowest Bits bits of it are those of At and of the lane. If Step times the lanes is a multiple of
// 1<<Bits, no carry out of them depends on i. Other stages (masked, overlapping, of fewer lanes) compute the number in
// every lane, and gather.
//
// Legal because all lanes of a vector iteration without masks do what the program does, and the piece of memory begins
// with a byte of one lane and ends with a byte of one: what is between two places of an object is in it too.

// periodicKinds puts the rows of this file into the table.
func periodicKinds() {
	note := func(r *Recipe) string {
		return fmt.Sprintf(" [%d*i + %d, %d bits]", r.period.step, r.period.at, r.period.bits)
	}
	kinds[Periodic] = row{name: "PERIOD", flags: foreseen | movable, note: note,
		price: (*coster).periodic, part: (*exec).periodic}
	kinds[PeriodLoad] = row{name: "PERIOD-LOAD", flags: isLoad | movable, note: note,
		price: (*coster).periodLoad, part: (*exec).periodLoad}
}

// period is a number that climbs by Step in every iteration, from At on, and how many of its lowest bits are taken, or
// left out of a place.
type period struct {
	at, step int64
	bits     int
	beyond   int32 // of a place, how many bytes further it is
}

// maxPeriod bounds the step of a Period, and maxPeriodBits its bits: eight bytes are a word.
const (
	maxPeriod     = 1 << 10
	maxPeriodBits = 6
)

// periodOf gives the period of a number of which the lowest n bits are taken or left out; nil if there is none.
func (b *builder) periodOf(v *ir.Value, n int) *period {
	l := b.l
	if l.Target == nil || b.nest || n < 1 || n > maxPeriodBits || v.Type != ir.TI64 {
		return nil
	}
	e := l.SE.Of(v)
	if e.Kind != analysis.AddRec || e.Loop != l.Loop {
		return nil
	}
	at, ok := l.SE.IsConst(e.Start())
	step, ok2 := l.SE.IsConst(e.Step())
	if !ok || !ok2 || at < 0 || at > maxPeriod || step < 1 || step > maxPeriod {
		return nil
	}
	p := &period{at: at, step: step, bits: n}
	if !p.repeats(l.Target.MaxLanes(ir.I8)) {
		return nil
	}
	return p
}

// repeats says whether vector iterations of so many lanes are alike.
func (p *period) repeats(vf int) bool { return p.step*int64(vf)&(1<<p.bits-1) == 0 }

// remainder is the period of v if that is the remainder of one; so are extensions and truncations of it.
func (b *builder) remainder(v *ir.Value) *period {
	switch {
	case v.Op == ir.OpTruncI && v.Type.Elem.Size() >= 1 && v.Type.Elem.IsInt(), v.Op == ir.OpZExt && v.Args[0].Type.Elem.IsInt():
		return b.remainder(v.Args[0])
	case v.Op != ir.OpAnd || !v.Args[1].IsConst():
		return nil
	}
	mask := v.Args[1].Int()
	if mask < 1 || mask&(mask+1) != 0 {
		return nil
	}
	return b.periodOf(v.Args[0], bits.Len64(uint64(mask)))
}

// quotient is the period that the place of load v has, if it is one without its lowest bits.
func (b *builder) quotient(v *ir.Value) *period {
	a := b.l.ByValue[v.ID]
	if v.Op != ir.OpLoad || a == nil || a.Kind != analysis.Gather || a.Base == nil || v.Scale < 1 || v.Scale > 8 ||
		v.Type.Elem == ir.Bool || b.l.Forwarded[v] != nil || b.l.Blended[v] != nil {
		return nil
	}
	index, beyond := v.Args[1], int64(0)
	if index.Op == ir.OpAdd && index.Args[1].IsConst() {
		index, beyond = index.Args[0], index.Args[1].Int()
	}
	if beyond < 0 || beyond > maxPeriod || index.Op != ir.OpShrU && index.Op != ir.OpShrS || !index.Args[1].IsConst() {
		return nil
	}
	n := index.Args[1].Int()
	if n < 1 || n > maxPeriodBits || v.Off < 0 || v.Off > maxPeriod {
		return nil
	}
	p := b.periodOf(index.Args[0], int(n))
	if p != nil {
		p.beyond = int32(beyond) * v.Scale
	}
	return p
}

// lane is the number in a lane of a vector iteration, counted from a multiple of 1<<Bits on.
func (p *period) lane(k int) int64 { return p.at&(1<<p.bits-1) + p.step*int64(k) }

// place is the byte that lane k of load v begins at, behind that of lane 0.
func (p *period) place(v *ir.Value, k int) int { return int(p.lane(k)>>p.bits) * int(v.Scale) }

// inTurn says whether the current stage's vector iterations repeat r: it begins at a multiple of its lanes, for all
// stages in front have as many or twice as many, and so on.
func (x *exec) inTurn(r *Recipe) bool { return !x.st.overlapping && r.period.repeats(x.st.VF) }

// byPieces says whether r is done by pieces of memory in the current stage.
func (x *exec) byPieces(r *Recipe) bool {
	_, _, ok := r.period.pieces(r.V, x.st.VF)
	return ok && r.mask == nil && x.inTurn(r) && !x.st.Predicated &&
		(!x.st.Masked || x.target.HasMaskedLoad(ir.I8))
}

// numbers is the number behind r in all lanes of part p.
func (x *exec) numbers(r *Recipe, p int) *ir.Value {
	t := ir.Vec(ir.I64, x.st.VF)
	do := func(op ir.Op, a, b *ir.Value) *ir.Value { return x.cur.New(op, a.Type, r.V.Pos, a, b) }
	first := do(ir.OpMul, x.plus(x.i, int64(p*x.st.VF)), x.f.ConstInt(ir.TI64, r.period.step))
	lanes := do(ir.OpMul, x.ph.New(ir.OpIota, t, x.pos), x.f.ConstInt(t, r.period.step))
	all := do(ir.OpAdd, x.cur.New(ir.OpSplat, t, r.V.Pos, x.plus(first, r.period.at)), lanes)
	return all
}

// periodic makes part p of a remainder.
func (x *exec) periodic(r *Recipe, p int) *ir.Value {
	t, mask := ir.Vec(r.elem, x.st.VF), int64(1)<<r.period.bits-1
	if !x.inTurn(r) {
		v := x.cur.New(ir.OpAnd, ir.Vec(ir.I64, x.st.VF), r.V.Pos, x.numbers(r, p), x.f.ConstInt(ir.Vec(ir.I64, x.st.VF), mask))
		if t.Elem != ir.I64 {
			v = x.cur.New(ir.OpTruncI, t, r.V.Pos, v)
		}
		return v
	}
	if x.parts[r.id][0] != nil {
		return x.parts[r.id][0]
	}
	size := r.elem.Size()
	data := make([]byte, size*x.st.VF)
	for k := range x.st.VF {
		data[k*size] = byte(r.period.lane(k) & mask)
	}
	n := x.f.NewTable(ir.Table{Name: "period", Elem: r.elem, Data: data})
	v := x.ph.New(ir.OpLoad, t, r.V.Pos, x.f.Arg(ir.OpTablePtr, n), x.f.ConstInt(ir.TI64, 0))
	v.Scale = int32(size)
	return v
}

func (c *coster) periodic(r *Recipe) {
	if r.period.repeats(c.vf) {
		c.regs += c.parts(c.vec(r)) / max(1, c.parts(c.vec(r)))
		return
	}
	c.numbers(r)
	c.add(r, c.t.Cost(ir.OpAnd, ir.Vec(ir.I64, c.vf), ir.Vec(ir.I64, c.vf)))
	if r.elem != ir.I64 {
		c.add(r, c.t.Cost(ir.OpTruncI, c.vec(r), ir.Vec(ir.I64, c.vf)))
	}
}

// numbers prices the numbers behind r in all lanes.
func (c *coster) numbers(r *Recipe) {
	t := ir.Vec(ir.I64, c.vf)
	c.add(r, c.t.Cost(ir.OpSplat, t, ir.TI64))
	c.add(r, c.t.Cost(ir.OpAdd, t, t))
}

// laneBytes is the size of what a constant shuffle of bytes does with one instruction on any target: the places that
// the bytes of so many come from lie in one piece of as many.
const laneBytes = 16

// pieces gives for every 16 bytes of the lanes of load v where the 16 bytes begin that they come from, all of which are
// among the n bytes that the lanes load; false if those of some lie further apart. If there are fewer than 16, they are
// loaded as two halves that overlap, of so many bytes each.
func (p *period) pieces(v *ir.Value, vf int) (from []int, half int, ok bool) {
	size := v.Type.Elem.Size()
	n := p.place(v, vf-1) + size
	per := laneBytes / size
	if per == 0 || vf < 2 {
		return nil, 0, false
	}
	for k := 0; k < vf; k += per {
		first, last := p.place(v, k), p.place(v, min(vf, k+per)-1)+size
		if n >= laneBytes {
			first = min(first, n-laneBytes)
		} else {
			first = 0
		}
		if last-first > laneBytes {
			return nil, 0, false
		}
		from = append(from, first)
	}
	if n < laneBytes {
		half = 1 << (bits.Len(uint(n)) - 1)
	}
	return from, half, n >= 2
}

// periodLoad makes part p of a load.
func (x *exec) periodLoad(r *Recipe, p int) *ir.Value {
	if !x.byPieces(r) {
		t := ir.Vec(ir.I64, x.st.VF)
		at := x.cur.New(ir.OpShrU, t, r.V.Pos, x.numbers(r, p), x.f.ConstInt(t, int64(r.period.bits)))
		v := x.cur.New(ir.OpGather, ir.Vec(r.elem, x.st.VF), r.V.Pos, r.Access.Base, at, x.allTrue(x.maskOf(r, p)))
		v.Scale, v.Off, v.Groups = r.V.Scale, r.V.Off+r.period.beyond, r.V.Groups
		return v
	}
	size, vf := r.elem.Size(), x.st.VF
	from, half, _ := r.period.pieces(r.V, vf)
	if x.active != nil {
		half = 0
	}
	n := r.period.place(r.V, vf-1) + size
	pieces := x.periodPieces(r, p, n, from, half)
	chunk := min(vf, x.target.VectorBytes()/size) // of lanes, which a register holds
	lanes := make(ir.Lanes, vf*size)
	for k := range vf {
		for j := range size {
			l := k*size + j
			at := r.period.place(r.V, k) + j - from[l/laneBytes]
			if half > 0 && at >= half { // in the second half, which ends where all do
				at += 2*half - n
			}
			lanes[l] = int8(l%(chunk*size)/laneBytes*laneBytes + at)
		}
	}
	var chunks []*ir.Value
	for first := 0; first < vf*size; first += chunk * size {
		of := x.joined(pieces[first/laneBytes : (first+chunk*size+laneBytes-1)/laneBytes])
		v := x.cur.New(ir.OpShuffle, ir.Vec(ir.I8, chunk*size), r.V.Pos, of, of)
		v.Aux = lanes[first : first+chunk*size : first+chunk*size]
		if r.elem != ir.I8 {
			v = x.cur.New(ir.OpBytes, ir.Vec(ir.IntElem(size), chunk), r.V.Pos, v)
		}
		if r.elem.IsFloat() {
			v = x.cur.New(ir.OpBitcast, ir.Vec(r.elem, chunk), r.V.Pos, v)
		}
		chunks = append(chunks, v)
	}
	return x.joined(chunks)
}

// periodPieces is the pieces of memory, n bytes in all, that part p of r loads.
func (x *exec) periodPieces(r *Recipe, p, n int, from []int, half int) (pieces []*ir.Value) {
	index := x.periodIndex(r)
	var end *ir.Value // of the bytes that lanes which are on load
	if x.active != nil {
		end = x.cur.New(ir.OpMul, ir.TI64, r.V.Pos, x.plus(x.count, -1), x.f.ConstInt(ir.TI64, r.period.step))
		end = x.cur.New(ir.OpShrU, ir.TI64, r.V.Pos, x.plus(end, r.period.lane(0)),
			x.f.ConstInt(ir.TI64, int64(r.period.bits)))
		if r.V.Scale > 1 {
			end = x.cur.New(ir.OpMul, ir.TI64, r.V.Pos, end, x.f.ConstInt(ir.TI64, int64(r.V.Scale)))
		}
		end = x.plus(end, int64(r.elem.Size()))
	}
	load := func(n, off int) *ir.Value {
		op, args := ir.OpLoad, []*ir.Value{r.Access.Base, index}
		if end != nil {
			op = ir.OpMaskedLoad
			args = append(args, x.cur.New(ir.OpLaneMask, ir.Mask(n), r.V.Pos, x.f.ConstInt(ir.TI64, int64(off)), end))
		}
		v := x.cur.New(op, ir.Vec(ir.I8, n), r.V.Pos, args...)
		v.Scale, v.Groups = r.V.Scale, r.V.Groups
		v.Off = r.V.Off + r.period.beyond + int32(off) + int32(int64(p*x.st.VF)*r.period.step>>r.period.bits)*r.V.Scale
		return v
	}
	for k, at := range from {
		switch {
		case k > 0 && at == from[k-1]:
			pieces = append(pieces, pieces[k-1])
		case half == 0:
			pieces = append(pieces, load(laneBytes, at))
		case half == n:
			pieces = append(pieces, x.widened(load(half, 0)))
		default:
			pieces = append(pieces, x.widened(x.concat(load(half, 0), load(half, n-half))))
		}
	}
	return pieces
}

// joined is vectors side by side, of which there are as many as a power of two.
func (x *exec) joined(vs []*ir.Value) *ir.Value {
	if n := len(vs); n > 1 {
		return x.concat(x.joined(vs[:n/2]), x.joined(vs[n/2:]))
	}
	return vs[0]
}

// periodIndex is the place of lane 0 in the vector iteration's first part.
func (x *exec) periodIndex(r *Recipe) *ir.Value {
	v := x.cur.New(ir.OpMul, ir.TI64, r.V.Pos, x.i, x.f.ConstInt(ir.TI64, r.period.step))
	return x.cur.New(ir.OpShrU, ir.TI64, r.V.Pos, x.plus(v, r.period.at), x.f.ConstInt(ir.TI64, int64(r.period.bits)))
}

// concat is a followed by b.
func (x *exec) concat(a, b *ir.Value) *ir.Value {
	return x.cur.New(ir.OpConcat, a.Type.WithLanes(2*int(a.Type.Lanes)), a.Pos, a, b)
}

// widened is v, of bytes, as often as fills 16.
func (x *exec) widened(v *ir.Value) *ir.Value {
	for int(v.Type.Lanes) < laneBytes {
		v = x.concat(v, v)
	}
	return v
}

func (c *coster) periodLoad(r *Recipe) {
	from, half, ok := r.period.pieces(r.V, c.vf)
	if r.mask != nil || !r.period.repeats(c.vf) || !ok {
		a := tti.Access{Kind: tti.Indexed, Type: ir.Vec(r.elem, c.vf), Masked: r.mask != nil, Index: ir.I64,
			Object: analysis.Object(r.Access.Base)}
		c.numbers(r)
		c.add(r, c.t.Cost(ir.OpShrU, ir.Vec(ir.I64, c.vf), ir.Vec(ir.I64, c.vf)))
		k := c.t.MemoryCost(a)
		c.add(r, k)
		if !k.Native {
			c.lanes += float64(k.Uops)
		}
		return
	}
	all := min(len(from)*laneBytes, c.t.VectorBytes()) // bytes of a register
	piece := ir.Vec(ir.I8, laneBytes)
	k := c.t.MemoryCost(tti.Access{Type: piece})
	if half > 0 {
		k = k.Plus(c.t.MemoryCost(tti.Access{Type: piece}))
	}
	for n := laneBytes; n < all; n *= 2 {
		t := ir.Vec(ir.I8, 2*n)
		k = k.Plus(c.t.MemoryCost(tti.Access{Type: piece})).Plus(c.t.Cost(ir.OpConcat, t, t))
	}
	k = k.Plus(c.t.ShuffleCost(tti.Reverse, piece, 1))
	c.add(r, k.Times(len(from)*laneBytes/all))
}
