package isel

import (
	"hotloop/asm/amd64"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// A mask has no width in the IR. Here it takes that of the elements it was made for ("esize"): on AVX2 it is a vector of
// as many lanes of esize bytes, all ones or zeros; on AVX-512 it is in mask registers, one for every register that the
// elements take. Where a mask meets elements of another size, maskPart converts it.
//
// Bits and lanes beyond the number of lanes are junk; exactMask clears them.

// assignMasks chooses esize for the masks that phis carry, which must be known before they are made.
func (l *lowerer) assignMasks() {
	for _, b := range l.order {
		for _, phi := range b.Phis() {
			if phi.Type.IsMask() && phi.Type.IsVector() {
				l.reps[phi.ID].esize = uint8(l.guessMask(phi, 6))
			}
		}
	}
	for _, b := range l.order {
		for _, phi := range b.Phis() {
			if r := &l.reps[phi.ID]; phi.Type.IsMask() && phi.Type.IsVector() && r.esize == 0 {
				r.esize = 4
			}
		}
	}
}

// guessMask is the lane size that a mask will have or had best have; 0 if nothing tells.
func (l *lowerer) guessMask(v *ir.Value, depth int) int {
	if depth <= 0 {
		return 0
	}
	if es := l.reps[v.ID].esize; es != 0 {
		return int(es)
	}
	switch {
	case v.Op.IsCompare() && !v.Args[0].Type.IsMask():
		return v.Args[0].Type.Elem.Size()
	case v.Op == ir.OpLoad || v.Op == ir.OpMaskedLoad || v.Op == ir.OpGather:
		return 1
	case v.Op == ir.OpConst || v.Op == ir.OpLaneMask || v.Op == ir.OpSplat || v.Op == ir.OpInvalid:
	default:
		for _, a := range v.Args {
			if a.Type.IsMask() && a.Type.IsVector() {
				if es := l.guessMask(a, depth-1); es != 0 {
					return es
				}
			}
		}
	}
	// Nothing above tells: ask a user.
	if int(v.ID) < len(l.users) && l.users[v.ID].v != nil {
		switch u := l.users[v.ID].v; {
		case u.Op.IsMemory():
			return u.AccessType().Elem.Size()
		case u.Op == ir.OpSelect && !u.Type.IsMask():
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

// maskSize is guessMask with a default.
func (l *lowerer) maskSize(v *ir.Value) int {
	if es := l.guessMask(v, 6); es > 0 {
		return es
	}
	return 4
}

// maskPart is part i of mask v for lanes of esize bytes.
func (l *lowerer) maskPart(v *ir.Value, esize, i int) mach.Reg {
	if v.Op == ir.OpConst {
		return l.maskConst(v, esize)
	}
	r := l.rep(v)
	if int(r.esize) == esize {
		return r.parts[i]
	}
	n, bytes := l.t.layout(v.Type, esize)
	if !l.t.k {
		t := v.Type.WithElem(ir.IntElem(int(r.esize)))
		op := ir.OpSExt
		if esize < int(r.esize) {
			op = ir.OpTruncI
		}
		return l.part(l.op(op, v.Type.WithElem(ir.IntElem(esize)), l.wrap(t, r.parts...)), i)
	}
	if n == len(r.parts) {
		return r.parts[i]
	}
	have, want := int(v.Type.Lanes)/len(r.parts), bytes/esize // lanes per part
	if want < have {
		k := r.parts[i*want/have]
		if sh := i * want % have; sh > 0 {
			k = l.insI(kshiftr[kindex(have)], 0, int64(sh), k)
		}
		return k
	}
	parts := append([]mach.Reg(nil), r.parts[i*want/have:(i+1)*want/have]...)
	for n := have; n < want; n *= 2 {
		for j := range parts[:len(parts)/2] {
			parts[j] = l.ins(kunpck[kindex(n)], 0, parts[2*j+1], parts[2*j])
		}
		parts = parts[:len(parts)/2]
	}
	return parts[0]
}

// Mask register instructions by width: 8, 16, 32, 64 bits.
var (
	kand    = [4]amd64.Op{amd64.KANDB, amd64.KANDW, amd64.KANDD, amd64.KANDQ}
	kandn   = [4]amd64.Op{amd64.KANDNB, amd64.KANDNW, amd64.KANDND, amd64.KANDNQ}
	kor     = [4]amd64.Op{amd64.KORB, amd64.KORW, amd64.KORD, amd64.KORQ}
	kxor    = [4]amd64.Op{amd64.KXORB, amd64.KXORW, amd64.KXORD, amd64.KXORQ}
	knot    = [4]amd64.Op{amd64.KNOTB, amd64.KNOTW, amd64.KNOTD, amd64.KNOTQ}
	kortest = [4]amd64.Op{amd64.KORTESTB, amd64.KORTESTW, amd64.KORTESTD, amd64.KORTESTQ}
	kshiftl = [4]amd64.Op{amd64.KSHIFTLB, amd64.KSHIFTLW, amd64.KSHIFTLD, amd64.KSHIFTLQ}
	kshiftr = [4]amd64.Op{amd64.KSHIFTRB, amd64.KSHIFTRW, amd64.KSHIFTRD, amd64.KSHIFTRQ}
	kunpck  = [3]amd64.Op{amd64.KUNPCKBW, amd64.KUNPCKWD, amd64.KUNPCKDQ}
)

// kindex is the index of the smallest mask register width that holds so many lanes.
func kindex(lanes int) int {
	switch {
	case lanes <= 8:
		return 0
	case lanes <= 16:
		return 1
	case lanes <= 32:
		return 2
	}
	return 3
}

// maskConst is a part of a constant mask: all its lanes are alike.
func (l *lowerer) maskConst(v *ir.Value, esize int) mach.Reg {
	_, bytes := l.t.layout(v.Type, esize)
	on := allTrue(v)
	if !l.t.k {
		return l.vecConst(repeatBytes([]byte{map[bool]byte{true: 0xff}[on]}, bytes))
	}
	lanes := max(8, bytes/esize)
	key := regConst{home: l.home(), num: int64(lanes), size: -2}
	in := mach.Inst{Pseudo: mach.Ones, N: 1, MemPos: -1, Size: uint8(lanes / 8)}
	if !on {
		key.size, in.Pseudo = -3, mach.Zero
	}
	if r, ok := l.regConsts[key]; ok {
		return r
	}
	r := l.m.NewVReg(mach.Mask, 8)
	in.Regs[0] = r
	l.pre(key.home, in)
	l.regConsts[key] = r
	return r
}

// exactMask is maskPart without junk beyond the lanes, for instructions that would act on it. Only vectors shorter
// than a register need that: an instruction of the vector's own length looks at its own lanes alone.
func (l *lowerer) exactMask(v *ir.Value, esize, i int) mach.Reg {
	k := l.maskPart(v, esize, i)
	if total := int(v.Type.Lanes) * esize; total < 16 {
		if !l.t.k {
			return l.clearAbove(k, total)
		}
		if esize == 1 && v.Type.Lanes == 8 { // an instruction on bytes looks at 16 lanes
			k = l.insI(amd64.KSHIFTLW, 0, 8, k)
			return l.insI(amd64.KSHIFTRW, 0, 8, k)
		}
		return l.exactK(k, int(v.Type.Lanes))
	}
	return k
}

// exactK clears the bits of a mask register from lanes on, among the lower eight.
func (l *lowerer) exactK(k mach.Reg, lanes int) mach.Reg {
	if lanes >= 8 {
		return k
	}
	k = l.insI(amd64.KSHIFTLB, 0, int64(8-lanes), k)
	return l.insI(amd64.KSHIFTRB, 0, int64(8-lanes), k)
}

// clearAbove clears the bytes of an xmm register from n on.
func (l *lowerer) clearAbove(r mach.Reg, n int) mach.Reg {
	if n == 8 {
		return l.ins(amd64.VMOVQX, 16, r)
	}
	b := make([]byte, 16)
	for i := range n {
		b[i] = 0xff
	}
	return l.ins(amd64.VANDPS, 16, r, l.vecConst(b))
}

// maskOp applies a logical operation to masks, at the lane size of the first that has one.
func maskOp(l *lowerer, v *ir.Value) (rep, bool) {
	es := l.maskSize(v)
	n, bytes := l.t.layout(v.Type, es)
	out := rep{parts: l.newParts(n), esize: uint8(es)}
	for i := range out.parts {
		a := l.maskPart(v.Args[0], es, i)
		if v.Op == ir.OpNot {
			if l.t.k {
				out.parts[i] = l.ins(knot[kindex(bytes/es)], 0, a)
			} else {
				out.parts[i] = l.ins(amd64.VXORPS, bytes, a, l.vecConst(repeatBytes([]byte{0xff}, bytes)))
			}
			continue
		}
		out.parts[i] = l.maskLogic(v.Op, bytes, es, a, l.maskPart(v.Args[1], es, i))
	}
	return out, true
}

func (l *lowerer) maskLogic(op ir.Op, bytes, es int, a, b mach.Reg) mach.Reg {
	if op == ir.OpAndNot { // the instructions negate their first source
		a, b = b, a
	}
	if !l.t.k {
		vec := map[ir.Op]amd64.Op{ir.OpAnd: amd64.VANDPS, ir.OpOr: amd64.VORPS, ir.OpXor: amd64.VXORPS, ir.OpAndNot: amd64.VANDNPS}
		return l.ins(vec[op], bytes, a, b)
	}
	k := map[ir.Op]*[4]amd64.Op{ir.OpAnd: &kand, ir.OpOr: &kor, ir.OpXor: &kxor, ir.OpAndNot: &kandn}
	return l.ins(k[op][kindex(bytes/es)], 0, a, b)
}

// maskBits gathers all lanes of a mask into a general register, lane 0 lowest, zeros above.
func (l *lowerer) maskBits(v *ir.Value) mach.Reg {
	lanes := int(v.Type.Lanes)
	if v.Op == ir.OpConst {
		n := int64(0)
		if allTrue(v) {
			n = int64(uint64(1)<<lanes - 1)
		}
		return l.gpConst(n)
	}
	es := int(l.rep(v).esize)
	n, bytes := l.t.layout(v.Type, es)
	per := lanes / n
	var all mach.Reg
	for i := range n {
		p := l.maskPart(v, es, i)
		var r mach.Reg
		if l.t.k {
			r = l.kbits(p, per)
		} else {
			r = l.moveMask(p, bytes, es, per)
		}
		if i > 0 {
			r = l.insI(amd64.SHLI, 8, int64(i*per), r)
			r = l.ins(amd64.OR, 8, all, r)
		}
		all = r
	}
	return all
}

// kbits moves a mask register of so many lanes to a general register.
func (l *lowerer) kbits(k mach.Reg, lanes int) mach.Reg {
	op := [4]amd64.Op{amd64.KMOVBRK, amd64.KMOVWRK, amd64.KMOVDRK, amd64.KMOVQRK}[kindex(lanes)]
	r := l.ins(op, 0, k)
	if lanes < 8 {
		r = l.insI(amd64.ANDI, 4, 1<<lanes-1, r)
	}
	return r
}

// moveMask collects the sign bits of a vector's lanes.
func (l *lowerer) moveMask(p mach.Reg, bytes, es, lanes int) mach.Reg {
	var r mach.Reg
	have := bytes / es
	switch es {
	case 1:
		r = l.ins(amd64.VPMOVMSKB, bytes, p)
	case 2: // two sign bits a lane: pack to bytes first
		hi := p
		if bytes == 32 {
			hi = l.insI(amd64.VEXTRACTI128, 32, 1, p)
		}
		r = l.ins(amd64.VPMOVMSKB, 16, l.ins(amd64.VPACKSSWB, 16, p, hi))
		have = 16
	case 4:
		r = l.ins(amd64.VMOVMSKPS, bytes, p)
	default:
		r = l.ins(amd64.VMOVMSKPD, bytes, p)
	}
	if lanes < have {
		r = l.insI(amd64.ANDI, 4, 1<<lanes-1, r)
	}
	return r
}

// fromBits makes a mask out of the low bits of a general register.
func (l *lowerer) fromBits(t ir.Type, bits mach.Reg, es int) rep {
	n, bytes := l.t.layout(t, es)
	per := int(t.Lanes) / n
	out := rep{parts: l.newParts(n), esize: uint8(es)}
	for i := range out.parts {
		if l.t.k {
			b := bits
			if i > 0 {
				b = l.insI(amd64.SHRI, 8, int64(i*per), bits)
			}
			out.parts[i] = l.ins(amd64.KMOVQKR, 0, b)
			continue
		}
		// Every lane tests a bit of its own; with bytes, of the byte that a shuffle brought there.
		lane := make([]byte, bytes)
		e := ir.IntElem(es)
		for j := range bytes / es {
			copy(lane[j*es:], splatBytes(e, 1<<((i*per+j)%min(64, 8*es)), es))
		}
		x := l.ins(amd64.VPBROADCASTQ, bytes, l.ins(amd64.VMOVQ, 16, bits))
		if es < 8 {
			sel := make([]byte, bytes)
			for j := range sel {
				bit := i*per + j/es
				sel[j] = byte(bit/(8*es)*es%8 + j%es)
			}
			x = l.ins(amd64.VPSHUFB, bytes, x, l.vecConst(sel))
		}
		lr := l.vecConst(lane)
		eq := map[int]amd64.Op{1: amd64.VPCMPEQB, 2: amd64.VPCMPEQW, 4: amd64.VPCMPEQD, 8: amd64.VPCMPEQQ}[es]
		out.parts[i] = l.ins(eq, bytes, l.ins(amd64.VANDPS, bytes, x, lr), lr)
	}
	return out
}

// upTo says whether v is from 0 to n, as the vectorizer bounds what is left of a loop.
func upTo(v *ir.Value, n int64) bool {
	return v.Op == ir.OpMinU && v.Args[1].IsConst() && v.Args[1].Int() >= 0 && v.Args[1].Int() <= n
}

// laneMask lowers LaneMask: n = clamp(b - a, 0, lanes), lane i is i < n.
func laneMask(l *lowerer, v *ir.Value) (rep, bool) {
	t := v.Type
	es := l.maskSize(v)
	lanes := int64(t.Lanes)
	var d mach.Reg
	if v.Args[0].IsConstInt(0) && upTo(v.Args[1], lanes) {
		d = l.scalar(v.Args[1])
	} else {
		d = l.activeLanes(l.scalar(v.Args[0]), l.scalar(v.Args[1]), lanes)
	}
	if l.t.k {
		bits := l.ins(amd64.BZHI, 8, l.gpConst(-1), d)
		return l.fromBits(t, bits, es), true
	}
	n, bytes := l.t.layout(t, es)
	out := rep{parts: l.newParts(n), esize: uint8(es)}
	bc := map[int]amd64.Op{1: amd64.VPBROADCASTB, 2: amd64.VPBROADCASTW, 4: amd64.VPBROADCASTD, 8: amd64.VPBROADCASTQ}[es]
	gt := map[int]amd64.Op{1: amd64.VPCMPGTB, 2: amd64.VPCMPGTW, 4: amd64.VPCMPGTD, 8: amd64.VPCMPGTQ}[es]
	x := l.ins(bc, bytes, l.ins(amd64.VMOVQ, 16, d))
	per := bytes / es
	for i := range out.parts {
		iota := make([]byte, bytes)
		for j := range per {
			copy(iota[j*es:], splatBytes(ir.IntElem(es), uint64(i*per+j), es))
		}
		out.parts[i] = l.ins(gt, bytes, x, l.vecConst(iota))
	}
	return out, true
}

// activeLanes is clamp(b - a, 0, lanes) for signed a and b.
func (l *lowerer) activeLanes(a, b mach.Reg, lanes int64) mach.Reg {
	// The difference of signed numbers with a < b is right as an unsigned number even where it overflows.
	zero := l.gpConst(0)
	d := l.ins(amd64.SUB, 8, b, a)
	l.effect(spec{op: amd64.CMP, size: 8}, reg(a), reg(b))
	d = l.build(spec{op: amd64.CMOVCC, size: 8, cc: amd64.CCGE}, reg(d), reg(zero))
	most := l.gpConst(lanes)
	l.effect(spec{op: amd64.CMP, size: 8}, reg(d), reg(most))
	return l.build(spec{op: amd64.CMOVCC, size: 8, cc: amd64.CCA}, reg(d), reg(most))
}

// countTrue and firstTrue work on the mask's bits.
func countTrue(l *lowerer, v *ir.Value) (rep, bool) {
	return l.one(l.ins(amd64.POPCNT, 8, l.maskBits(v.Args[0]))), true
}

func firstTrue(l *lowerer, v *ir.Value) (rep, bool) {
	bits := l.maskBits(v.Args[0])
	if n := v.Args[0].Type.Lanes; n < 64 { // a bit behind the last lane stops the search
		bits = l.ins(amd64.OR, 8, bits, l.gpConst(1<<n))
	}
	return l.one(l.ins(amd64.TZCNT, 8, bits)), true
}

// testMask sets the flags by a mask and returns the condition for any, or all, of its lanes to be true.
func (l *lowerer) testMask(m *ir.Value, all bool) amd64.CC {
	lanes := int(m.Type.Lanes)
	if m.Op != ir.OpConst && lanes >= 8 && l.t.k {
		es := int(l.rep(m).esize)
		n, bytes := l.t.layout(m.Type, es)
		k := l.maskPart(m, es, 0)
		op := ir.OpOr
		if all {
			op = ir.OpAnd
		}
		for i := 1; i < n; i++ {
			k = l.maskLogic(op, bytes, es, k, l.maskPart(m, es, i))
		}
		l.effect(spec{op: kortest[kindex(lanes/n)]}, reg(k), reg(k))
		if all {
			return amd64.CCB
		}
		return amd64.CCNE
	}
	bits := l.maskBits(m)
	if !all {
		l.effect(spec{op: amd64.TEST, size: 8}, reg(bits), reg(bits))
		return amd64.CCNE
	}
	if lanes < 32 {
		l.effect(spec{op: amd64.CMPI, size: 4, imm: 1<<lanes - 1}, reg(bits))
	} else {
		l.effect(spec{op: amd64.CMP, size: 8}, reg(bits), reg(l.gpConst(int64(uint64(1)<<lanes-1))))
	}
	return amd64.CCE
}

// selectMask chooses between masks by a mask or a bool.
func selectMask(l *lowerer, v *ir.Value) (rep, bool) {
	m, a, b := v.Args[0], v.Args[1], v.Args[2]
	if !m.Type.IsVector() {
		m = l.op(ir.OpSplat, v.Type, m)
	}
	x := l.op(ir.OpAnd, v.Type, m, a)
	y := l.op(ir.OpAndNot, v.Type, b, m)
	return l.rep(l.op(ir.OpOr, v.Type, x, y)), true
}
