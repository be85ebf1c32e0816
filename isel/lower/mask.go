package lower

import (
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// A mask has no lane size in the IR. Lowering gives it the size of the elements it was made for ("esize"). On
// AVX2, a mask is a vector with lanes of esize bytes, all ones or all zeros. On AVX-512, it occupies mask
// registers, one for every vector register of the elements. MaskPart converts a mask that is used with elements
// of another size.
//
// Bits and lanes beyond the number of lanes are undefined; ExactMask clears them.

// assignMasks chooses the lane sizes of mask phis. They must be known before the phis get their registers.
func (l *Lowerer) assignMasks() {
	for _, b := range l.order {
		for _, phi := range b.Phis() {
			if phi.Type.IsMask() && phi.Type.IsVector() {
				l.Reps[phi.ID].Esize = uint8(l.guessMask(phi, 6))
			}
		}
	}
	for _, b := range l.order {
		for _, phi := range b.Phis() {
			if r := &l.Reps[phi.ID]; phi.Type.IsMask() && phi.Type.IsVector() && r.Esize == 0 {
				r.Esize = 4
			}
		}
	}
}

// guessMask returns the lane size that a mask will have or should have, or 0 if nothing determines it. The size
// of the mask's sources takes precedence: a mask that a loop carries is made in every iteration, but converted
// for users after the loop only once.
func (l *Lowerer) guessMask(v *ir.Value, depth int) int {
	if es := l.maskSource(v, depth); es != 0 {
		return es
	}
	return l.maskUse(v, depth)
}

// maskSource returns the lane size that the sources of mask v determine, or 0 if they do not.
func (l *Lowerer) maskSource(v *ir.Value, depth int) int {
	if depth <= 0 {
		return 0
	}
	if es := l.Reps[v.ID].Esize; es != 0 {
		return int(es)
	}
	switch {
	case v.Op.IsCompare() && !v.Args[0].Type.IsMask():
		return v.Args[0].Type.Elem.Size()
	case v.Op == ir.OpLoad || v.Op == ir.OpMaskedLoad || v.Op == ir.OpGather || v.Op == ir.OpLoadStrided:
		return 1
	case v.Op == ir.OpConst || v.Op == ir.OpLaneMask || v.Op == ir.OpBitsMask || v.Op == ir.OpSplat || v.Op == ir.OpInvalid:
		return 0
	}
	for _, a := range v.Args {
		if a.Type.IsMask() && a.Type.IsVector() {
			if es := l.maskSource(a, depth-1); es != 0 {
				return es
			}
		}
	}
	return 0
}

// maskUse returns the lane size that a user of mask v or of its operands needs, or 0 if none determines it.
func (l *Lowerer) maskUse(v *ir.Value, depth int) int {
	if depth <= 0 {
		return 0
	}
	if v.Op != ir.OpConst && v.Op != ir.OpLaneMask && v.Op != ir.OpSplat && v.Op != ir.OpInvalid {
		for _, a := range v.Args {
			if a.Type.IsMask() && a.Type.IsVector() {
				if es := l.maskUse(a, depth-1); es != 0 {
					return es
				}
			}
		}
	}
	if int(v.ID) < len(l.users) && l.users[v.ID].mask != nil {
		switch u := l.users[v.ID].mask; {
		case u.Op.IsMemory():
			return u.AccessType().Elem.Size()
		case (u.Op == ir.OpSelect || u.Op == ir.OpZExt || u.Op == ir.OpSExt) && !u.Type.IsMask():
			return u.Type.Elem.Size()
		case u.Type.IsMask() && u.Op != ir.OpPhi:
			for _, a := range u.Args {
				if a != v && a.Type.IsVector() {
					if !a.Type.IsMask() {
						return a.Type.Elem.Size()
					}
					return l.guessMask(a, depth-2)
				}
			}
			return l.guessMask(u, depth-2)
		}
	}
	return 0
}

// MaskSize is guessMask with a default of 4.
func (l *Lowerer) MaskSize(v *ir.Value) int {
	if es := l.guessMask(v, 6); es > 0 {
		return es
	}
	return 4
}

// MaskPart returns part i of mask v for lanes of esize bytes.
func (l *Lowerer) MaskPart(v *ir.Value, esize, i int) mach.Reg {
	if v.Op == ir.OpConst {
		return l.maskConst(v, esize)
	}
	r := l.Rep(v)
	if int(r.Esize) == esize {
		return r.Parts[i]
	}
	if !l.T.K {
		return l.resized(v, esize)[i]
	}
	n, bytes := l.T.Layout(v.Type, esize)
	return l.sel.MaskResize(r.Parts, int(v.Type.Lanes), n, bytes/esize, i)
}

// resizedKey identifies a mask and the lane size it is needed for.
type resizedKey struct {
	mask  ir.ID
	bytes int
}

// resized converts a vector mask to lanes of esize bytes. It converts all parts at once, since a user of one part
// also uses the others, and caches them for the block. From 1 byte to 4 bytes, the four parts take seven
// instructions.
func (l *Lowerer) resized(v *ir.Value, esize int) []mach.Reg {
	if l.resizedIn != l.B {
		l.resizedMasks, l.resizedIn = map[resizedKey][]mach.Reg{}, l.B
	}
	k := resizedKey{v.ID, esize}
	if parts := l.resizedMasks[k]; parts != nil {
		return parts
	}
	t, r, op := v.Type, l.Rep(v), ir.OpSExt
	if esize < int(r.Esize) {
		op = ir.OpTruncI
	}
	from := l.Op(ir.OpSExt, t.WithElem(ir.IntElem(int(r.Esize))), v) // SExt records that all bits of a lane are equal
	parts := l.Rep(l.Op(op, t.WithElem(ir.IntElem(esize)), from)).Parts
	l.resizedMasks[k] = parts
	return parts
}

// maskConst returns a part of a constant mask. All its lanes are equal.
func (l *Lowerer) maskConst(v *ir.Value, esize int) mach.Reg {
	_, bytes := l.T.Layout(v.Type, esize)
	on := AllTrue(v)
	if !l.T.K {
		return l.VecConst(RepeatBytes([]byte{map[bool]byte{true: 0xff}[on]}, bytes))
	}
	lanes := max(8, bytes/esize)
	size, in := onesMask, mach.Inst{Pseudo: mach.Ones, N: 1, MemPos: -1, Size: uint8(lanes / 8)}
	if !on {
		size, in.Pseudo = zerosMask, mach.Zero
	}
	key := l.named(int64(lanes), size)
	if r := l.regConsts.find(key); r != mach.NoReg {
		return r
	}
	return l.makeConst(key, l.M.NewVReg(mach.Mask, 8), in)
}

// maskOp applies a logical operation to masks, at the lane size of the first operand that has one.
func maskOp(l *Lowerer, v *ir.Value) (Rep, bool) {
	if v.Op == ir.OpAnd {
		if out, ok := l.maskedCompare(v); ok {
			return out, true
		}
	}
	es := l.MaskSize(v)
	n, bytes := l.T.Layout(v.Type, es)
	out := Rep{Parts: l.NewParts(n), Esize: uint8(es)}
	for i := range out.Parts {
		a := l.MaskPart(v.Args[0], es, i)
		if v.Op == ir.OpNot {
			out.Parts[i] = l.sel.MaskNot(bytes, es, a)
			continue
		}
		out.Parts[i] = l.sel.MaskLogic(v.Op, bytes, es, a, l.MaskPart(v.Args[1], es, i))
	}
	return out, true
}

// UpTo reports whether v is known to be between 0 and n. It recognizes the bounds that the vectorizer computes
// for the remaining iterations of a loop, and for a vector iteration with predicated exits.
func UpTo(v *ir.Value, n int64) bool {
	switch v.Op {
	case ir.OpConst:
		return v.Int() >= 0 && v.Int() <= n
	case ir.OpFirstTrue, ir.OpCountTrue:
		return int64(v.Args[0].Type.Lanes) <= n
	case ir.OpMinU:
		return UpTo(v.Args[0], n) || UpTo(v.Args[1], n)
	}
	return false
}

// selectMask selects between masks by a mask or a bool.
func selectMask(l *Lowerer, v *ir.Value) (Rep, bool) {
	m, a, b := v.Args[0], v.Args[1], v.Args[2]
	if !m.Type.IsVector() {
		m = l.Op(ir.OpSplat, v.Type, m)
	}
	x := l.Op(ir.OpAnd, v.Type, m, a)
	y := l.Op(ir.OpAndNot, v.Type, b, m)
	return l.Rep(l.Op(ir.OpOr, v.Type, x, y)), true
}

// OfBits makes a vector mask from the low bits of an integer, v's argument. A byte shuffle moves to each lane the
// bytes that contain its bit. test then tests that bit, given a vector with the bit of each lane.
func (l *Lowerer) OfBits(v *ir.Value, es int, test func(x, own mach.Reg) mach.Reg) Rep {
	lanes, word := int(v.Type.Lanes), v.Args[0]
	if word.Op == ir.OpZExt && l.IsDeferred(word) {
		word = word.Args[0]
	}
	size := max(1, lanes/8) // number of bytes needed
	if word.Type.Elem.Size() > size {
		word = l.Make(ir.OpTruncI, ir.Scalar(ir.IntElem(size)), word)
	}
	size = word.Type.Elem.Size()
	n, bytes := l.T.Layout(v.Type, es)
	whole := max(bytes, 16)
	all := l.Op(ir.OpSplat, ir.Vec(word.Type.Elem, whole/size), word)
	vec := ir.Vec(ir.I8, whole)
	all = l.Wrap(vec, l.Part(all, 0))
	out := Rep{Parts: l.NewParts(n), Esize: uint8(es)}
	per := lanes / n
	for i := range out.Parts {
		own, from, moved := make([]byte, whole), make(ir.Lanes, whole), false
		for j := range whole / es {
			bit := (i*per + j) % (8 * size)
			if j < per {
				copy(own[j*es:], SplatBytes(ir.IntElem(es), 1<<(bit%(8*es)), es))
			}
			for k := range es { // a shuffle stays within 16 bytes, which contain the whole integer
				at := bit / (8 * es) * es
				from[j*es+k] = int8((j*es+k)&^15 + (at+k)%size)
				moved = moved || j < per && (at+k)%size != (j*es+k)%size
			}
		}
		x := all
		if moved {
			x = l.Make(ir.OpShuffle, vec, all, all)
			x.Aux = from
		}
		out.Parts[i] = test(l.Part(x, 0), l.VecConst(own))
	}
	return out
}

// WordOfBits returns the lanes of a mask as bits, with zeros above. It returns false unless the mask was made
// from an integer that is in a register, or no vector form of the mask is needed. An integer that was folded as a
// memory operand is not loaded again.
func (l *Lowerer) WordOfBits(m *ir.Value) (mach.Reg, bool) {
	if m.Op != ir.OpBitsMask || !l.IsDeferred(m) && l.Reps[m.Args[0].ID].State != RepDone {
		return mach.NoReg, false
	}
	word, lanes := m.Args[0], int(m.Type.Lanes)
	if ir.UnsignedBits(word, 4) > lanes {
		word = l.Op(ir.OpAnd, ir.TI64, word, l.Lit(ir.TI64, 1<<lanes-1))
	}
	return l.Scalar(word), true
}
