package mach

import "fmt"

// Verify checks that f is well formed before allocation:
//
//  1. Every block ends in its only terminator and has the successors that it needs: Jump one, Branch two, the
//     others none.
//  2. Succs and Preds agree; the entry has no predecessors and at most one parameter.
//  3. Every register is virtual, exists, has a class, and is defined once.
//  4. Definitions dominate uses; arguments of an edge are available at the end of its block.
//  5. An edge has as many arguments as its target has parameters, of the same classes.
//  6. Operands have registers, and results have the class of their tied sources; a base is GP, a mask Mask.
//  7. There are no pseudo instructions of the allocator.
//  8. Referenced constants and slots exist, and every memory operand has one or a base.
//
// Verify does not check that the Op accepts registers of these classes or that sizes are consistent: the encoder
// does.
func Verify(isa ISA, f *Func) error {
	v := verifier{isa: isa, f: f}
	if len(f.Blocks) == 0 {
		return fmt.Errorf("mach: %s: no blocks", f.Name)
	}
	v.cfg.Build(f)
	v.def = make([]place, len(f.VRegs))
	v.graph()
	v.defs()
	v.uses()
	return v.err
}

type place struct {
	block *Block
	at    int // -1: parameter
}

type verifier struct {
	isa ISA
	f   *Func
	cfg CFG
	def []place
	err error

	b  *Block
	at int
}

func (v *verifier) fail(format string, args ...any) {
	if v.err != nil {
		return
	}
	where := blockName(v.b)
	if v.at >= 0 && v.at < len(v.b.Insts) {
		where += ": " + FormatInst(v.isa, v.f, &v.b.Insts[v.at])
	}
	v.err = fmt.Errorf("mach: %s: %s: %s", v.f.Name, where, fmt.Sprintf(format, args...))
}

func (v *verifier) graph() {
	for _, b := range v.f.Blocks {
		v.b, v.at = b, -1
		if len(b.Insts) == 0 || !b.Insts[len(b.Insts)-1].IsTerm() {
			v.fail("no terminator")
			return
		}
		for i := range b.Insts[:len(b.Insts)-1] {
			if b.Insts[i].IsTerm() {
				v.fail("terminator inside the block")
			}
		}
		want := map[Pseudo]int{Jump: 1, Branch: 2}[b.Insts[len(b.Insts)-1].Pseudo]
		if len(b.Succs) != want {
			v.fail("%d successors", len(b.Succs))
		}
		for _, e := range b.Succs {
			if count(e.To.Preds, b) == 0 {
				v.fail("not among the predecessors of %s", blockName(e.To))
			}
			if len(e.Args) != len(e.To.Params) {
				v.fail("%d arguments for %s", len(e.Args), blockName(e.To))
			}
		}
		for _, p := range b.Preds {
			n := 0
			for _, e := range p.Succs {
				if e.To == b {
					n++
				}
			}
			if n != count(b.Preds, p) {
				v.fail("predecessor %s has another number of edges to it", blockName(p))
			}
		}
	}
	if e := v.f.Blocks[0]; len(e.Preds) > 0 || len(e.Params) > 1 {
		v.b = e
		v.fail("entry has predecessors or several parameters")
	}
}

func count(bs []*Block, b *Block) (n int) {
	for _, x := range bs {
		if x == b {
			n++
		}
	}
	return n
}

func (v *verifier) defs() {
	define := func(r Reg) {
		if !v.known(r) {
			return
		}
		if d := &v.def[r-FirstVirtual]; d.block != nil {
			v.fail("v%d is defined twice", r-FirstVirtual)
		} else {
			*d = place{v.b, v.at}
		}
	}
	for _, b := range v.f.Blocks {
		v.b, v.at = b, -1
		for _, r := range b.Params {
			define(r)
		}
		for i := range b.Insts {
			v.at = i
			EachDef(DescOf(v.isa, &b.Insts[i]), &b.Insts[i], define)
		}
	}
}

func (v *verifier) known(r Reg) bool {
	if !r.IsVirtual() || int(r-FirstVirtual) >= len(v.f.VRegs) {
		v.fail("register %d is not virtual", r)
		return false
	}
	if c := v.f.V(r).Class; c == NoClass || c >= NumClasses || v.f.V(r).Size == 0 {
		v.fail("v%d has no class or size", r-FirstVirtual)
		return false
	}
	return true
}

func (v *verifier) use(r Reg) {
	if !v.known(r) || v.cfg.Pos[v.b.ID] < 0 {
		return
	}
	d := v.def[r-FirstVirtual]
	if d.block == nil {
		v.fail("v%d is not defined", r-FirstVirtual)
		return
	}
	if d.block == v.b {
		if d.at >= v.at {
			v.fail("v%d is used before it is defined", r-FirstVirtual)
		}
	} else if v.cfg.Pos[d.block.ID] < 0 || !v.cfg.Dominates(int32(d.block.ID), int32(v.b.ID)) {
		v.fail("the definition of v%d does not dominate its use", r-FirstVirtual)
	}
}

func (v *verifier) class(r Reg, want Class, what string) {
	if r.IsVirtual() && int(r-FirstVirtual) < len(v.f.VRegs) && v.f.V(r).Class != want {
		v.fail("%s v%d has the wrong class", what, r-FirstVirtual)
	}
}

func (v *verifier) uses() {
	for _, b := range v.f.Blocks {
		v.b = b
		for i := range b.Insts {
			v.at = i
			v.inst(&b.Insts[i])
		}
		v.at = len(b.Insts)
		for _, e := range b.Succs {
			for i, a := range e.Args {
				v.use(a)
				if i < len(e.To.Params) && v.known(e.To.Params[i]) {
					v.class(a, v.f.V(e.To.Params[i]).Class, "argument")
				}
			}
		}
	}
}

func (v *verifier) inst(in *Inst) {
	d := DescOf(v.isa, in)
	EachUse(d, in, v.use)
	v.class(in.Mem.Base, GP, "base")
	v.class(in.Mask, Mask, "mask")
	if in.N != d.N {
		v.fail("%d operands, want %d", in.N, d.N)
		return
	}
	for i := range in.N {
		if in.Regs[i] == NoReg && !in.IsMem(i) {
			v.fail("operand %d is missing", i)
			return
		}
	}
	if in.Tied != NoReg {
		if in.N == 0 || in.IsMem(0) || d.Roles[0].Access&Def == 0 {
			v.fail("tied operand without a result")
		} else if v.known(in.Regs[0]) {
			v.class(in.Tied, v.f.V(in.Regs[0]).Class, "tied source")
		}
	}
	if in.Pseudo >= Copy {
		v.fail("%s before allocation", pseudoNames[in.Pseudo])
	}
	if m := &in.Mem; in.MemPos >= 0 && m.Base == NoReg && m.Const == 0 && m.Slot == 0 {
		v.fail("memory operand without a base")
	}
	if c := in.Mem.Const; c < 0 || int(c) > len(v.f.Consts) {
		v.fail("unknown constant c%d", c)
	}
	if s := in.Mem.Slot; s < 0 || int(s) > len(v.f.Slots) {
		v.fail("unknown slot s%d", s)
	}
}
