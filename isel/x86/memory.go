package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// LoadBytes loads exactly 2 to 64 bytes into a vector register.
func (l selector) LoadBytes(bytes int, m mach.Mem) mach.Reg {
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

// StoreScalar stores one element. Integers are stored at their own size, so the undefined bits above do not
// matter.
func (l selector) StoreScalar(e ir.Elem, m mach.Mem, r mach.Reg) {
	switch e {
	case ir.F32:
		l.effect(spec{op: amd64.VMOVSS, size: 16}, lower.Memory(m), lower.Reg(r))
	case ir.F64:
		l.effect(spec{op: amd64.VMOVSD, size: 16}, lower.Memory(m), lower.Reg(r))
	default:
		l.effect(spec{op: amd64.MOV, size: e.Size()}, lower.Memory(m), lower.Reg(r))
	}
}

// memoryUpdates are the instructions that modify an integer in memory, by a register and by a constant. They
// access memory like a load and a store. But they take one slot in the processor's queues, where load, operation
// and store take three, and no register. Shifts are left out: they are several micro-operations on most
// processors, and by a variable count on all.
var memoryUpdates = [ir.NumOps]struct{ reg, imm amd64.Op }{
	ir.OpAdd: {amd64.ADD, amd64.ADDI},
	ir.OpSub: {amd64.SUB, amd64.SUBI},
	ir.OpAnd: {amd64.AND, amd64.ANDI},
	ir.OpOr:  {amd64.OR, amd64.ORI},
	ir.OpXor: {amd64.XOR, amd64.XORI},
}

// Update lowers v as one instruction on memory, if the load is still deferred.
func (l selector) Update(v, load, by *ir.Value) bool {
	u := memoryUpdates[v.StoredValue().Op]
	if u.reg == 0 {
		return false
	}
	s := spec{op: u.reg, size: load.Type.Elem.Size()}
	var r mach.Reg
	// a 2-byte immediate stalls the decoders
	if c := by.Int(); by.IsConst() && lower.Fits32(c) && (s.size != 2 || c == int64(int8(c))) {
		s.op, s.imm = u.imm, c
	} else if r = l.Scalar(by); l.Reps[load.ID].State != lower.RepDeferred { // lowering by has forced the load
		return false
	}
	l.Reps[load.ID].State = lower.RepFolded
	m := l.AddressOf(v)
	l.Flush()
	if s.op == u.imm {
		l.effect(s, lower.Memory(m))
	} else {
		l.effect(s, lower.Memory(m), lower.Reg(r))
	}
	return true
}

// StoreBytes stores the lowest 2 to 64 bytes of a vector register.
func (l selector) StoreBytes(bytes int, m mach.Mem, r mach.Reg) {
	op := amd64.VMOVUPS
	switch bytes {
	case 2:
		l.effect(spec{op: amd64.VPEXTRW, size: 16}, lower.Memory(m), lower.Reg(r))
		return
	case 4:
		op, bytes = amd64.VMOVDR, 16
	case 8:
		op, bytes = amd64.VMOVQX, 16
	}
	l.effect(spec{op: op, size: bytes}, lower.Memory(m), lower.Reg(r))
}

// maskedMoves are the masked loads and stores by element size. AVX2 has them only for 4 and 8 bytes.
var maskedMoves = [...]struct{ evex, load, store amd64.Op }{
	1: {evex: amd64.VMOVDQU8},
	2: {evex: amd64.VMOVDQU16},
	4: {amd64.VMOVUPS, amd64.VMASKMOVPS, amd64.VMASKMOVPSM},
	8: {amd64.VMOVUPD, amd64.VMASKMOVPD, amd64.VMASKMOVPDM},
}

// Scatter lowers a Scatter. The AVX-512 instruction writes lanes in order, as the op table requires.
func (l selector) Scatter(v, x *ir.Value) {
	t, mask := x.Type, v.Args[3]
	es := t.Elem.Size()
	m, index := l.vectorIndex(v)
	if !l.T.HasScatter(t.Elem) || l.laneByLane(tti.Access{Kind: tti.Indexed, Store: true, Type: t,
		Index: index.Type.Elem, Masked: !lower.AllTrue(mask)}) {
		l.ScatterLanes(x, mask, l.laneAddresses(m, index))
		return
	}
	is := index.Type.Elem.Size()
	wide := max(es, is)
	ng, _ := l.T.Layout(t, wide)
	per := int(t.Lanes) / ng
	op := gatherForms[[2]int{es, is}].scatter
	type piece struct{ idx, val, k mach.Reg }
	ps := make([]piece, ng)
	for g := range ps {
		ps[g] = piece{l.Lanes(index, g*per, per), l.Lanes(x, g*per, per), l.ExactMask(mask, wide, g)}
	}
	l.Flush()
	for _, p := range ps {
		im := m
		im.Index = p.idx
		l.effect(spec{op: op, size: max(16, per*wide), mask: p.k}, lower.Memory(im), lower.Reg(p.val))
	}
}

// MaskedLoad and MaskedStore do not access the memory of inactive lanes. AVX2 uses the sign bits of a vector as
// the mask, and supports only 4- and 8-byte elements.
func (l selector) MaskedLoad(es, bytes int, m mach.Mem, k mach.Reg) mach.Reg {
	if l.T.K {
		return l.build(spec{op: maskedMoves[es].evex, size: bytes, mask: k, zero: true}, lower.Memory(m))
	}
	return l.insM(maskedMoves[es].load, bytes, m, k)
}

func (l selector) MaskedStore(es, bytes int, m mach.Mem, k, r mach.Reg) {
	if l.T.K {
		l.effect(spec{op: maskedMoves[es].evex, size: bytes, mask: k}, lower.Memory(m), lower.Reg(r))
		return
	}
	l.effect(spec{op: maskedMoves[es].store, size: bytes}, lower.Memory(m), lower.Reg(k), lower.Reg(r))
}

// StoreWord stores a result of the function.
func (l selector) StoreWord(m mach.Mem, r mach.Reg, float bool) {
	if float {
		l.effect(spec{op: amd64.VMOVQX, size: 16}, lower.Memory(m), lower.Reg(r))
		return
	}
	l.effect(spec{op: amd64.MOV, size: 8}, lower.Memory(m), lower.Reg(r))
}

// LoadStructures and StoreStructures are unreachable: the vectorizer uses shuffles on amd64.
func (l selector) LoadStructures(int, int, int, mach.Mem) []mach.Reg {
	l.F.Fatalf("isel: load of structures")
	return nil
}

func (l selector) StoreStructures(int, int, mach.Mem, []mach.Reg) {
	l.F.Fatalf("isel: store of structures")
}
