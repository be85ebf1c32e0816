package isel

import (
	"math"

	"hotloop/asm/amd64"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// effectOp lowers an operation with an effect.
func (l *lowerer) effectOp(v *ir.Value) {
	switch v.Op {
	case ir.OpStore:
		store(l, v)
	case ir.OpMaskedStore:
		maskedStore(l, v)
	case ir.OpScatter:
		scatter(l, v)
	case ir.OpCheck:
		l.check(v)
	case ir.OpPoll:
		l.b.Insts = append(l.b.Insts, mach.Inst{Pseudo: mach.Poll, MemPos: -1, Pos: int32(v.Pos)})
	default:
		l.f.Fatalf("isel: effect %s", v.LongString())
	}
}

// check lowers a Check: compare, and branch to a cold block that traps.
func (l *lowerer) check(v *ir.Value) {
	c := v.Args[0]
	if c.IsConstInt(1) || c.IsConst() && c.AuxInt&1 == 1 {
		return
	}
	site := v.Aux.(*ir.Site)
	// Operands are widened in the trap block: it has one predecessor, and nothing but the trap needs them.
	trap := l.m.NewBlock("trap")
	trap.Cold = true
	for _, a := range v.Args[1:] {
		l.rep(a)
	}
	cc := l.cond(c)
	from, prefers := l.b, l.preheader
	l.b, l.preheader = trap, nil
	var args []mach.Reg
	for i, a := range v.Args[1:] {
		args = append(args, l.gpOperand(a, site.Unsigned && i == 0))
	}
	trap.Insts = append(trap.Insts, mach.Inst{Pseudo: mach.Trap, MemPos: -1, Imm: int64(site.Index), Args: args, Pos: int32(v.Pos)})
	l.b, l.preheader = from, prefers
	next := l.newBlock(l.ib, l.ib.Name)
	l.branch(cc, next, trap)
	l.b = next
}

// gpOperand is an operand of a trap, widened to 64 bits.
func (l *lowerer) gpOperand(a *ir.Value, unsigned bool) mach.Reg {
	if a.Type.Elem.Size() < 8 {
		op := ir.OpSExt
		if unsigned {
			op = ir.OpZExt
		}
		a = l.op(op, ir.TI64, a)
	}
	return l.scalar(a)
}

func (l *lowerer) branch(cc amd64.CC, yes, no *mach.Block) {
	l.b.Insts = append(l.b.Insts, mach.Inst{Pseudo: mach.Branch, CC: uint8(cc), MemPos: -1, Pos: int32(l.pos)})
	l.b.AddEdge(yes)
	l.b.AddEdge(no)
}

// terminate ends a block.
func (l *lowerer) terminate(b *ir.Block) {
	switch b.Kind {
	case ir.BlockJump:
		args := l.edgeArgs(b, b.Succs[0])
		l.b.Insts = append(l.b.Insts, mach.Inst{Pseudo: mach.Jump, MemPos: -1})
		l.b.AddEdge(l.blocks[b.Succs[0].ID], args...)
	case ir.BlockIf:
		// Arguments first: making them may change the flags.
		var to [2]*mach.Block
		var args [2][]mach.Reg
		for i, s := range b.Succs {
			if l.onEdge(b, i) {
				to[i] = l.edgeBlock(b, s)
			} else {
				to[i], args[i] = l.blocks[s.ID], l.edgeArgs(b, s)
			}
		}
		cc := l.cond(b.Control)
		l.b.Insts = append(l.b.Insts, mach.Inst{Pseudo: mach.Branch, CC: uint8(cc), MemPos: -1, Pos: int32(b.Control.Pos)})
		l.b.AddEdge(to[0], args[0]...)
		l.b.AddEdge(to[1], args[1]...)
	case ir.BlockRet:
		l.ret(b.Control)
	case ir.BlockTrap: // the Check before never holds
		l.b.Insts = append(l.b.Insts, mach.Inst{Pseudo: mach.Ret, MemPos: -1})
	}
}

// onEdge says whether the arguments of an edge get a block of their own: constants of an unlikely one, which the likely
// path would make for nothing.
func (l *lowerer) onEdge(b *ir.Block, succ int) bool {
	if b.Likely == ir.NoGuess || (b.Likely == ir.LikelyTrue) == (succ == 0) {
		return false
	}
	to := b.Succs[succ]
	i := to.PredIndex(b)
	for _, phi := range to.Phis() {
		if phi.Args[i].IsConst() {
			return true
		}
	}
	return false
}

// edgeBlock makes the block of an unlikely edge. What is no constant is made in front of the branch, as ever.
func (l *lowerer) edgeBlock(from, to *ir.Block) *mach.Block {
	i := to.PredIndex(from)
	for _, phi := range to.Phis() {
		if a := phi.Args[i]; !a.IsConst() {
			l.rep(a)
		}
	}
	e := l.m.NewBlock("edge")
	e.Depth, e.Freq = min(l.loops.depth(from), l.loops.depth(to)), min(l.loops.freq(from)*unlikelyOdds, l.loops.freq(to))
	e.Cold = l.blocks[to.ID].Cold
	b, pre := l.b, l.preheader
	l.b, l.preheader = e, nil
	args := l.edgeArgs(from, to)
	e.Insts = append(e.Insts, mach.Inst{Pseudo: mach.Jump, MemPos: -1})
	e.AddEdge(l.blocks[to.ID], args...)
	l.b, l.preheader = b, pre
	return e
}

// edgeArgs are the registers that an edge passes for the phis of its target.
func (l *lowerer) edgeArgs(b, to *ir.Block) []mach.Reg {
	phis := to.Phis()
	if len(phis) == 0 {
		return nil
	}
	i := to.PredIndex(b)
	n := 0
	for _, phi := range phis {
		n += len(l.reps[phi.ID].parts)
	}
	args := l.newParts(n)[:0]
	for _, phi := range phis {
		a := phi.Args[i]
		if phi.Type.IsMask() && phi.Type.IsVector() {
			es := int(l.reps[phi.ID].esize)
			for j := range l.reps[phi.ID].parts {
				args = append(args, l.maskPart(a, es, j))
			}
			continue
		}
		args = append(args, l.rep(a).parts...)
	}
	return args
}

// ret stores the results, each as a whole word, and leaves.
func (l *lowerer) ret(v *ir.Value) {
	var args []mach.Reg
	if v != nil {
		for i, a := range v.Args {
			r := l.scalar(a)
			m := mach.Mem{Base: l.argBlock, Scale: 1, Disp: int32(l.f.Results[i].Off)}
			if a.Type.Elem.IsFloat() {
				l.effect(spec{op: amd64.VMOVQX, size: 16}, memory(m), reg(r))
			} else {
				l.effect(spec{op: amd64.MOV, size: 8}, memory(m), reg(r))
			}
		}
	}
	l.b.Insts = append(l.b.Insts, mach.Inst{Pseudo: mach.Ret, MemPos: -1, Args: args})
}

// The conditions of integer comparisons.
var intCC = [ir.NumOps]amd64.CC{ir.OpEq: amd64.CCE, ir.OpNe: amd64.CCNE, ir.OpLtS: amd64.CCL, ir.OpLeS: amd64.CCLE, ir.OpLtU: amd64.CCB, ir.OpLeU: amd64.CCBE}

// swapCC is the condition after exchanging the operands.
var swapCC = [...]amd64.CC{amd64.CCE: amd64.CCE, amd64.CCNE: amd64.CCNE, amd64.CCL: amd64.CCG, amd64.CCLE: amd64.CCGE,
	amd64.CCB: amd64.CCA, amd64.CCBE: amd64.CCAE}

// cond sets the flags by a bool and returns the condition for it to be true. Comparisons are done on the spot, even
// where that repeats one: the flags are free, a register for the bool is not.
func (l *lowerer) cond(v *ir.Value) amd64.CC {
	if l.reps[v.ID].state != repDone && (v.Uses == 1 || v.Op.IsCompare() || int(v.ID) >= l.f.NumValues()) {
		if cc, ok := l.flags(v); ok {
			return cc
		}
	}
	r := l.scalar(v)
	l.effect(spec{op: amd64.TESTI, size: 1, imm: 1}, reg(r))
	return amd64.CCNE
}

// flags is cond for the operations that have the flags as their natural result.
func (l *lowerer) flags(v *ir.Value) (amd64.CC, bool) {
	if len(v.Args) == 0 {
		return 0, false
	}
	t := v.Args[0].Type
	switch {
	case v.Op == ir.OpNot:
		return l.cond(v.Args[0]).Negate(), true
	case v.Op == ir.OpAny:
		return l.testMask(v.Args[0], false), true
	case v.Op == ir.OpAll:
		return l.testMask(v.Args[0], true), true
	case t.IsVector() || !v.Op.IsCompare():
		return 0, false
	case v.Op == ir.OpLt || v.Op == ir.OpLe:
		op := amd64.VUCOMISS
		if t.Elem == ir.F64 {
			op = amd64.VUCOMISD
		}
		// b above a; unordered sets carry, so that both conditions are false then
		b := l.scalar(v.Args[1])
		l.effect(spec{op: op, size: 16}, reg(b), l.src(v.Args[0], 0, t.Elem.Size()))
		if v.Op == ir.OpLt {
			return amd64.CCA, true
		}
		return amd64.CCAE, true
	case !t.Elem.IsFloat():
		return l.compareInts(v), true
	}
	return 0, false
}

// compareInts emits CMP or TEST for a comparison of integers, pointers or bools. Narrow ones are compared at their
// own size, so that junk above does not matter.
func (l *lowerer) compareInts(v *ir.Value) amd64.CC {
	a, b := v.Args[0], v.Args[1]
	size := a.Type.Elem.Size()
	cc := intCC[v.Op]
	if a.IsConst() && !b.IsConst() {
		a, b, cc = b, a, swapCC[cc]
	}
	if b.IsConst() && fits32(b.Int()) {
		if b.Int() == 0 && (cc == amd64.CCE || cc == amd64.CCNE || cc == amd64.CCL) {
			r := l.scalar(a)
			l.effect(spec{op: amd64.TEST, size: size}, reg(r), reg(r))
			if cc == amd64.CCL {
				cc = amd64.CCS
			}
			return cc
		}
		l.effect(spec{op: amd64.CMPI, size: size, imm: b.Int()}, l.src(a, 0, size))
		return cc
	}
	ra := l.scalar(a)
	l.effect(spec{op: amd64.CMP, size: size}, reg(ra), l.src(b, 0, size))
	return cc
}

// boolValue makes a bool in a register: 0 or 1 in its low byte.
func boolValue(l *lowerer, v *ir.Value) (rep, bool) {
	if v.Type.IsVector() {
		if v.Op.IsCompare() && v.Args[0].Type.IsMask() { // of masks: exclusive or, or its complement
			x := l.make(ir.OpXor, v.Type, v.Args...)
			if v.Op == ir.OpEq {
				x = l.make(ir.OpNot, v.Type, x)
			}
			return l.rep(x), true
		}
		return rep{}, false
	}
	t := v.Args[0].Type
	if v.Op.IsCompare() && t.Elem.IsFloat() && (v.Op == ir.OpEq || v.Op == ir.OpNe) {
		imm := int64(0) // equal, ordered
		if v.Op == ir.OpNe {
			imm = 4
		}
		a := l.scalar(v.Args[0])
		if l.t.k {
			op := amd64.VCMPSSK
			if t.Elem == ir.F64 {
				op = amd64.VCMPSDK
			}
			k := l.build(spec{op: op, size: 16, imm: imm}, reg(a), l.src(v.Args[1], 0, t.Elem.Size()))
			return l.one(l.ins(amd64.KMOVWRK, 0, k)), true
		}
		op := amd64.VCMPSS
		if t.Elem == ir.F64 {
			op = amd64.VCMPSD
		}
		x := l.build(spec{op: op, size: 16, imm: imm}, reg(a), l.src(v.Args[1], 0, t.Elem.Size()))
		return l.one(l.insI(amd64.ANDI, 4, 1, l.ins(amd64.VMOVDR, 16, x))), true
	}
	if v.Op == ir.OpNot {
		return l.one(l.insI(amd64.XORI, 4, 1, l.scalar(v.Args[0]))), true
	}
	cc, ok := l.flags(v)
	if !ok {
		return rep{}, false
	}
	return l.one(l.build(spec{op: amd64.SETCC, size: 1, cc: cc})), true
}

func floatBits(e ir.Elem, x float64) uint64 {
	if e == ir.F32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}
