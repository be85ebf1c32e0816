package lower

import (
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// A mask has no width in the IR. Here it takes that of the elements it was made for ("esize"): on AVX2 it is a vector
// of as many lanes of esize bytes, all ones or zeros; on AVX-512 it is in mask registers, one for every register that
// the elements take. Where a mask meets elements of another size, MaskPart converts it.
//
// Bits and lanes beyond the number of lanes are junk; ExactMask clears them.

// assignMasks chooses esize for the masks that phis carry, which must be known before they are made.
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

// guessMask is the lane size that a mask will have or had best have; 0 if nothing tells. What it is made of comes
// first: a mask that a loop carries is made in each iteration, and converted for whom it is behind the loop once.
func (l *Lowerer) guessMask(v *ir.Value, depth int) int {
	if es := l.maskSource(v, depth); es != 0 {
		return es
	}
	return l.maskUse(v, depth)
}

// maskSource is the lane size that mask v comes at; 0 if nothing that it is made of tells.
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

// maskUse is the lane size that a user of mask v wants, or of what it is made of; 0 if nothing tells.
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

// MaskSize is guessMask with a default.
func (l *Lowerer) MaskSize(v *ir.Value) int {
	if es := l.guessMask(v, 6); es > 0 {
		return es
	}
	return 4
}

// MaskPart is part i of mask v for lanes of esize bytes.
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

// resizedKey names a mask, and the size of lanes that it is wanted for.
type resizedKey struct {
	mask  ir.ID
	bytes int
}

// resized is a mask that is a vector, for lanes of esize bytes: all parts, made once in a block, for who wants one wants
// the others. Bytes to 4 bytes are seven instructions for four parts.
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
	from := l.Op(ir.OpSExt, t.WithElem(ir.IntElem(int(r.Esize))), v) // which tells that all bits of a lane are the same
	parts := l.Rep(l.Op(op, t.WithElem(ir.IntElem(esize)), from)).Parts
	l.resizedMasks[k] = parts
	return parts
}

// maskConst is a part of a constant mask: all its lanes are alike.
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

// maskOp applies a logical operation to masks, at the lane size of the first that has one.
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

// UpTo says whether v is from 0 to n, as the vectorizer bounds what is left of a loop, and of a pass with predicated
// exits.
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

// selectMask chooses between masks by a mask or a bool.
func selectMask(l *Lowerer, v *ir.Value) (Rep, bool) {
	m, a, b := v.Args[0], v.Args[1], v.Args[2]
	if !m.Type.IsVector() {
		m = l.Op(ir.OpSplat, v.Type, m)
	}
	x := l.Op(ir.OpAnd, v.Type, m, a)
	y := l.Op(ir.OpAndNot, v.Type, b, m)
	return l.Rep(l.Op(ir.OpOr, v.Type, x, y)), true
}

// OfBits makes a mask of vectors out of the low bits of a word, v's argument: a shuffle of the word's bytes brings each
// lane those that have its bit, and test finds it, with a vector of the bits that the lanes ask for.
func (l *Lowerer) OfBits(v *ir.Value, es int, test func(x, own mach.Reg) mach.Reg) Rep {
	lanes, word := int(v.Type.Lanes), v.Args[0]
	if word.Op == ir.OpZExt && l.IsDeferred(word) {
		word = word.Args[0]
	}
	size := max(1, lanes/8) // bytes of the word that are asked for
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
			for k := range es { // a shuffle stays within 16 bytes, which have the whole word
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

// WordOfBits is the lanes of a mask as bits, with zeros above, if it was made of them and they are in a register, or no
// vector is wanted: a word that became one with its load is not loaded again.
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
