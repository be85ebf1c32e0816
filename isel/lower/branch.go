package lower

import (
	"math"

	"hotloop/isel/emit"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// effectOp lowers an operation with a side effect.
func (l *Lowerer) effectOp(v *ir.Value) {
	switch v.Op {
	case ir.OpStore:
		store(l, v)
	case ir.OpMaskedStore:
		maskedStore(l, v)
	case ir.OpStoreInterleaved:
		storeInterleaved(l, v)
	case ir.OpScatter:
		scatter(l, v)
	case ir.OpCheck:
		l.check(v)
	case ir.OpPoll:
		l.onceIn = nil
		l.addPseudo(mach.Poll, v.Pos).CC = uint8(v.AuxInt)
	case ir.OpCall:
		l.call(v)
	default:
		l.F.Fatalf("isel: effect %s", v.LongString())
	}
}

// call lowers a Call. It stores the request and its operands in the header of the argument block, and polls with
// a poll that always yields so that Go handles the request. When the kernel resumes, the result is in the header.
func (l *Lowerer) call(v *ir.Value) {
	if site := v.Aux.(*ir.Site); site.Kind == ir.SiteStore || site.Kind == ir.SiteFork {
		l.Flush() // loads that precede the stores
	}
	header := func(off int32) mach.Mem { return mach.Mem{Base: l.argBlock, Scale: 1, Disp: off} }
	a, b := l.Scalar(v.Args[0]), l.Scalar(v.Args[1])
	l.sel.StoreWord(header(emit.BlockA), a, false)
	l.sel.StoreWord(header(emit.BlockB), b, false)
	request := l.GpConst(emit.RequestMark | int64(v.Aux.(*ir.Site).Index))
	l.sel.StoreWord(header(emit.BlockSite), request, false)
	l.onceIn = nil
	l.addPseudo(mach.Poll, v.Pos).HasImm = true
	op, size := l.T.Arch.ScalarLoad(ir.I64)
	in := mach.Inst{Op: op, Size: size, N: 2, MemPos: 1, Mem: header(emit.BlockA), Pos: int32(v.Pos)}
	r := l.M.NewVReg(mach.GP, 8)
	in.Regs[0] = r
	l.B.Insts = append(l.B.Insts, in)
	parts := l.NewParts(1)
	parts[0] = r
	l.Reps[v.ID] = Rep{Parts: parts, State: RepDone}
}

// check lowers a Check to a compare and a branch to a cold block that traps.
func (l *Lowerer) check(v *ir.Value) {
	c := v.Args[0]
	if c.IsConstInt(1) || c.IsConst() && c.AuxInt&1 == 1 {
		return
	}
	site := v.Aux.(*ir.Site)
	// Operands are widened in the trap block, which has a single predecessor. Only the trap needs the widened
	// values.
	trap := l.M.NewBlock("trap")
	trap.Cold = true
	for _, a := range v.Args[1:] {
		if !a.IsConst() { // constants are made in the trap block, too
			l.Rep(a)
		}
	}
	br := l.sel.Branch(c)
	br.Pos = int32(l.Pos)
	from, prefers := l.B, l.preheader
	l.B, l.preheader = trap, nil
	leave := mach.Inst{Pseudo: mach.Trap, MemPos: -1, Imm: int64(site.Index), NArgs: uint8(len(v.Args) - 1),
		Pos: int32(v.Pos)}
	for i, a := range v.Args[1:] {
		leave.Args[i] = l.gpOperand(a, site.Unsigned && i == 0)
	}
	trap.Insts = append(l.roomFor(trap.Insts), leave)
	l.B, l.preheader = from, prefers
	next := l.newBlock(l.ib, l.ib.Name)
	l.B.Insts = append(l.B.Insts, br)
	// The rest of the block's instruction array becomes the next block's.
	n := len(l.B.Insts)
	l.B.Insts, next.Insts = l.B.Insts[:n:n], l.B.Insts[n:]
	l.B.AddEdge(next)
	l.B.AddEdge(trap)
	l.B = next
}

// gpOperand returns an operand of a trap, widened to 64 bits.
func (l *Lowerer) gpOperand(a *ir.Value, unsigned bool) mach.Reg {
	if a.IsConst() {
		n := a.Int()
		if unsigned {
			n = int64(ir.Truncate(a.Type.Elem, uint64(n)))
		}
		return l.GpConst(n)
	}
	if a.Type.Elem.Size() < 8 {
		op := ir.OpSExt
		if unsigned {
			op = ir.OpZExt
		}
		a = l.Op(op, ir.TI64, a)
	}
	return l.Scalar(a)
}

// terminate lowers the end of a block.
func (l *Lowerer) terminate(b *ir.Block) {
	switch b.Kind {
	case ir.BlockJump, ir.BlockIf:
		// Lower the arguments first: making them may change the flags.
		var to [2]*mach.Block
		var args [2][]mach.Reg
		for i, s := range b.Succs {
			if b.Kind == ir.BlockIf && l.onEdge(b, i) {
				to[i] = l.edgeBlock(b, s)
			} else {
				to[i], args[i] = l.blocks[s.ID], l.edgeArgs(b, s)
			}
		}
		if b.Kind == ir.BlockIf {
			br := l.sel.Branch(b.Control)
			br.Pos = int32(b.Control.Pos)
			*l.add() = br
		} else {
			l.addPseudo(mach.Jump, 0)
		}
		for i := range b.Succs {
			l.B.AddEdge(to[i], args[i]...)
		}
	case ir.BlockRet:
		l.ret(b.Control)
	case ir.BlockTrap: // unreachable: the preceding Check always fails
		l.addPseudo(mach.Ret, 0)
	}
}

// onEdge reports whether the arguments of an edge get a block of their own. This is so for an unlikely edge that
// passes constants, which the likely path would otherwise materialize for nothing.
func (l *Lowerer) onEdge(b *ir.Block, succ int) bool {
	if p, ok := b.Likely.P(); !ok || (p >= 0.5) == (succ == 0) {
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

// edgeBlock makes the block of an unlikely edge. Arguments that are not constants are still made before the
// branch.
func (l *Lowerer) edgeBlock(from, to *ir.Block) *mach.Block {
	i := to.PredIndex(from)
	for _, phi := range to.Phis() {
		if a := phi.Args[i]; !a.IsConst() {
			l.Rep(a)
		}
	}
	e := l.M.NewBlock("edge")
	e.Depth = min(l.loops.depth(from), l.loops.depth(to))
	p, _ := from.Likely.P()
	e.Freq = min(l.loops.freq(from)*min(p, 1-p), l.loops.freq(to))
	e.Cold = l.blocks[to.ID].Cold
	b, pre := l.B, l.preheader
	l.B, l.preheader = e, nil
	args := l.edgeArgs(from, to)
	e.Insts = l.roomFor(e.Insts)
	l.addPseudo(mach.Jump, 0)
	e.AddEdge(l.blocks[to.ID], args...)
	l.B, l.preheader = b, pre
	return e
}

// edgeArgs returns the registers that an edge passes to the phis of its target.
func (l *Lowerer) edgeArgs(b, to *ir.Block) []mach.Reg {
	phis := to.Phis()
	if len(phis) == 0 {
		return nil
	}
	i := to.PredIndex(b)
	args := l.NewParts(len(l.blocks[to.ID].Params))[:0]
	for _, phi := range phis {
		a := phi.Args[i]
		if phi.Type.IsMask() && phi.Type.IsVector() {
			es := int(l.Reps[phi.ID].Esize)
			for j := range l.Reps[phi.ID].Parts {
				args = append(args, l.MaskPart(a, es, j))
			}
			continue
		}
		parts := l.Reps[a.ID].Parts
		if l.Reps[a.ID].State != RepDone {
			parts = l.Rep(a).Parts
		}
		args = append(args, parts...)
	}
	return args
}

// ret stores each result as a full word and returns.
func (l *Lowerer) ret(v *ir.Value) {
	if v != nil {
		for i, a := range v.Args {
			r := l.Scalar(a)
			m := l.word(int32(l.F.Results[i].Off), false)
			if l.words != nil {
				l.sel.StoreScalar(a.Type.Elem, m, r)
			} else {
				l.sel.StoreWord(m, r, a.Type.Elem.IsFloat())
			}
		}
	}
	l.addPseudo(mach.Ret, 0)
}

// Cond sets the flags for a bool and returns the condition under which it is true. It compares at the point of
// use, even if that repeats a comparison: setting the flags costs no register, a bool value does.
func (l *Lowerer) Cond(v *ir.Value) CondCode {
	if l.Reps[v.ID].State != RepDone && (v.Uses == 1 || v.Op.IsCompare() || int(v.ID) >= l.F.NumValues()) {
		if cc, ok := l.sel.Flags(v); ok {
			return cc
		}
	}
	return l.sel.TestBool(l.Scalar(v))
}

// boolValue materializes a bool in a register: 0 or 1 in its low byte.
func boolValue(l *Lowerer, v *ir.Value) (Rep, bool) {
	if v.Type.IsVector() {
		if v.Op.IsCompare() && v.Args[0].Type.IsMask() { // of masks: exclusive or, or its complement
			x := l.Make(ir.OpXor, v.Type, v.Args...)
			if v.Op == ir.OpEq {
				x = l.Make(ir.OpNot, v.Type, x)
			}
			return l.Rep(x), true
		}
		return Rep{}, false
	}
	if r := l.sel.BoolValue(v); r != mach.NoReg {
		return l.One(r), true
	}
	return Rep{}, false
}

func floatBits(e ir.Elem, x float64) uint64 {
	if e == ir.F32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}
