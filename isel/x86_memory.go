package isel

import (
	"hotloop/asm/amd64"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// loadScalar loads one element.
func (l x86) loadScalar(e ir.Elem, m mach.Mem) mach.Reg {
	op, size := x86ScalarLoad(e)
	return l.insM(op, int(size), m)
}

// loadBytes loads 2 to 64 bytes into a vector register and not one more.
func (l x86) loadBytes(bytes int, m mach.Mem) mach.Reg {
	switch bytes {
	case 2:
		return l.ins(amd64.VMOVD, 16, l.insM(amd64.MOVZXW, 4, m))
	case 4:
		return l.insM(amd64.VMOVD, 16, m)
	case 8:
		return l.insM(amd64.VMOVQX, 16, m)
	}
	return l.insM(amd64.VMOVUPS, bytes, m)
}

func (l x86) storeScalar(e ir.Elem, m mach.Mem, r mach.Reg) {
	switch e {
	case ir.F32:
		l.effect(x86Spec{op: amd64.VMOVSS, size: 16}, memory(m), reg(r))
	case ir.F64:
		l.effect(x86Spec{op: amd64.VMOVSD, size: 16}, memory(m), reg(r))
	default:
		l.effect(x86Spec{op: amd64.MOV, size: e.Size()}, memory(m), reg(r))
	}
}

// memoryUpdates are the instructions that change an integer in memory, by a register and by a constant. They load and store as
// others do, but take one place in the queues of the processor where load, operation and store take three, and no register. Those that
// shift are several operations on most processors, by a variable number on all.
var memoryUpdates = [ir.NumOps]struct{ reg, imm amd64.Op }{
	ir.OpAdd: {amd64.ADD, amd64.ADDI},
	ir.OpSub: {amd64.SUB, amd64.SUBI},
	ir.OpAnd: {amd64.AND, amd64.ANDI},
	ir.OpOr:  {amd64.OR, amd64.ORI},
	ir.OpXor: {amd64.XOR, amd64.XORI},
}

func (l x86) update(v, load, by *ir.Value) bool {
	u := memoryUpdates[v.StoredValue().Op]
	if u.reg == 0 {
		return false
	}
	s := x86Spec{op: u.reg, size: load.Type.Elem.Size()}
	var r mach.Reg
	if c := by.Int(); by.IsConst() && fits32(c) && (s.size != 2 || c == int64(int8(c))) { // decoders stop at constants of two bytes
		s.op, s.imm = u.imm, c
	} else if r = l.scalar(by); l.reps[load.ID].state != repDeferred { // it was wanted on the way there
		return false
	}
	l.reps[load.ID].state = repFolded
	m := l.addressOf(v)
	l.flush()
	if s.op == u.imm {
		l.effect(s, memory(m))
	} else {
		l.effect(s, memory(m), reg(r))
	}
	return true
}

func (l x86) storeBytes(bytes int, m mach.Mem, r mach.Reg) {
	op := amd64.VMOVUPS
	switch bytes {
	case 2:
		l.effect(x86Spec{op: amd64.VPEXTRW, size: 16}, memory(m), reg(r))
		return
	case 4:
		op, bytes = amd64.VMOVDR, 16
	case 8:
		op, bytes = amd64.VMOVQX, 16
	}
	l.effect(x86Spec{op: op, size: bytes}, memory(m), reg(r))
}

// maskedMoves are the masked loads and stores by element size: of AVX-512, and of AVX2, which has them for 4 and 8
// bytes only.
var maskedMoves = [...]struct{ evex, load, store amd64.Op }{
	1: {evex: amd64.VMOVDQU8},
	2: {evex: amd64.VMOVDQU16},
	4: {amd64.VMOVUPS, amd64.VMASKMOVPS, amd64.VMASKMOVPSM},
	8: {amd64.VMOVUPD, amd64.VMASKMOVPD, amd64.VMASKMOVPDM},
}

// scatter lowers a Scatter; AVX-512's writes lanes in order, as the op table asks.
func (l x86) scatter(v *ir.Value) {
	x, mask := v.StoredValue(), v.Args[3]
	if x.Type.IsMask() {
		x = l.op(ir.OpZExt, x.Type.WithElem(ir.I8), x)
	}
	t := x.Type
	es := t.Elem.Size()
	m, index := l.vectorIndex(v)
	if !l.t.HasScatter(t.Elem) || l.laneByLane(tti.Access{Kind: tti.Indexed, Store: true, Type: t, Index: index.Type.Elem, Masked: !allTrue(mask)}) {
		l.scatterLanes(x, mask, l.laneAddresses(m, index))
		return
	}
	is := index.Type.Elem.Size()
	wide := max(es, is)
	ng, _ := l.t.layout(t, wide)
	per := int(t.Lanes) / ng
	op := x86Gathers[[2]int{es, is}].scatter
	type piece struct{ idx, val, k mach.Reg }
	ps := make([]piece, ng)
	for g := range ps {
		ps[g] = piece{l.lanes(index, g*per, per), l.lanes(x, g*per, per), l.exactMask(mask, wide, g)}
	}
	l.flush()
	for _, p := range ps {
		im := m
		im.Index = p.idx
		l.effect(x86Spec{op: op, size: max(16, per*wide), mask: p.k}, memory(im), reg(p.val))
	}
}

func (l x86) maskedLoad(es, bytes int, m mach.Mem, k mach.Reg) mach.Reg {
	if l.t.k {
		return l.build(x86Spec{op: maskedMoves[es].evex, size: bytes, mask: k, zero: true}, memory(m))
	}
	return l.insM(maskedMoves[es].load, bytes, m, k)
}

func (l x86) maskedStore(es, bytes int, m mach.Mem, k, r mach.Reg) {
	if l.t.k {
		l.effect(x86Spec{op: maskedMoves[es].evex, size: bytes, mask: k}, memory(m), reg(r))
		return
	}
	l.effect(x86Spec{op: maskedMoves[es].store, size: bytes}, memory(m), reg(k), reg(r))
}

// storeWord stores a result of the function.
func (l x86) storeWord(m mach.Mem, r mach.Reg, float bool) {
	if float {
		l.effect(x86Spec{op: amd64.VMOVQX, size: 16}, memory(m), reg(r))
		return
	}
	l.effect(x86Spec{op: amd64.MOV, size: 8}, memory(m), reg(r))
}

// loadStructures and storeStructures are shuffles here, which the vectorizer writes.
func (l x86) loadStructures(int, int, int, mach.Mem) []mach.Reg {
	l.f.Fatalf("isel: load of structures")
	return nil
}

func (l x86) storeStructures(int, int, mach.Mem, []mach.Reg) { l.f.Fatalf("isel: store of structures") }
