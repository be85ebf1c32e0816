package regalloc

import (
	"fmt"
	"math/rand/v2"

	"hotloop/isel/mach"
)

// toyISA has an instruction of every form that constrains the allocator, and a configurable number of registers.
type toyISA struct {
	regs, last [mach.NumClasses]mach.RegSet
}

const (
	opBad     uint16 = iota
	opDef            // W
	opBin            // W, r, r
	opTwo            // X, r
	opCom            // X, r, commutes
	opDiv            // X:g2, X:g0, r
	opMul            // W:g2, X:g0, r
	opShift          // X, g1
	opMulx           // W!, W!, r, g2
	opGather         // X!, mem, X! (destroyed)
	opGatherK        // X!, mem; mask destroyed
	opLow            // W, r, r; the lower half of the registers
	opStore          // mem, r
	opMasked         // W, r under mask, perhaps merging
	opCmp            // r, r
	numOps
)

var toyDescs = func() (t [numOps]mach.Desc) {
	use, def := mach.Role{Access: mach.Use}, mach.Role{Access: mach.Def}
	x, xe, de := mach.Role{Access: mach.UseDef}, mach.Role{Access: mach.UseDef,
		Early: true}, mach.Role{Access: mach.Def, Early: true}
	fix := func(r mach.Role, n uint8) mach.Role { r.Fixed = mach.Phys(n); return r }
	row := func(flags mach.DescFlags, rs ...mach.Role) (d mach.Desc) {
		d.N, d.Flags = uint8(len(rs)), flags
		copy(d.Roles[:], rs)
		return d
	}
	t[opDef] = row(0, def)
	t[opBin] = row(0, def, use, use)
	t[opTwo] = row(0, x, use)
	t[opCom] = row(mach.Commutes, x, use)
	t[opDiv] = row(mach.WritesFlags, fix(x, 2), fix(x, 0), use)
	t[opMul] = row(mach.WritesFlags, fix(def, 2), fix(x, 0), use)
	t[opShift] = row(mach.WritesFlags, x, fix(use, 1))
	t[opMulx] = row(0, de, de, use, fix(use, 2))
	t[opGather] = row(0, xe, use, xe)
	t[opGatherK] = row(mach.ClobbersMask, xe, use)
	t[opLow] = row(0, def, use, use)
	t[opLow].Allowed[mach.Vec] = 0x3 << 16
	t[opStore] = row(0, use, use)
	t[opMasked] = row(0, def, use)
	t[opCmp] = row(mach.WritesFlags, use, use)
	for i := range t {
		t[i].Sum()
	}
	return t
}()

func newToy(gp, vec, mask int) *toyISA {
	t := &toyISA{}
	t.regs[mach.GP] = 1<<gp - 1
	t.last[mach.GP] = 1 << (gp - 1)
	t.regs[mach.Vec] = (1<<vec - 1) << 16
	t.regs[mach.Mask] = (1<<mask - 1) << 49
	return t
}

func (t *toyISA) Desc(op uint16) *mach.Desc { return &toyDescs[op] }
func (t *toyISA) Allocatable(c mach.Class) (all, last mach.RegSet) {
	return t.regs[c], t.last[c]
}
func (t *toyISA) Entry() mach.Reg { return mach.Phys(3) }
func (t *toyISA) Commute(in *mach.Inst, i int) bool {
	if in.Op != opCom {
		return false
	}
	in.Tied, in.Regs[i] = in.Regs[i], in.Tied
	return true
}
func (t *toyISA) OpName(op uint16) string {
	return [...]string{"bad", "def", "bin", "two", "com", "div", "mul", "shift", "mulx", "gather", "gatherk", "low",
		"store", "masked", "cmp"}[op]
}
func (t *toyISA) RegName(r mach.Reg, _ uint8) string {
	switch n := r.Num(); {
	case n < 16:
		return fmt.Sprintf("g%d", n)
	case n < 48:
		return fmt.Sprintf("x%d", n-16)
	default:
		return fmt.Sprintf("k%d", n-48)
	}
}

// generator generates random structured functions in SSA form. A fixed set of variables is in scope everywhere,
// so all of them may be live at once.
type generator struct {
	r    *rand.Rand
	f    *mach.Func
	b    *mach.Block
	vars []mach.Reg
	fuel int
}

func randomFunc(seed uint64) *mach.Func {
	g := &generator{r: rand.New(rand.NewPCG(seed, 1)), f: &mach.Func{Name: fmt.Sprint("random", seed)}}
	g.fuel = 10 + g.r.IntN(80)
	g.b = g.f.NewBlock("entry")
	p := g.f.NewVReg(mach.GP, 8)
	g.b.Params = []mach.Reg{p}
	g.vars = []mach.Reg{p}
	for range 2 + g.r.IntN(24) {
		g.vars = append(g.vars, g.def(mach.Class(1+g.r.IntN(3))))
	}
	for c := mach.GP; c <= mach.Mask; c++ {
		g.vars = append(g.vars, g.def(c))
	}
	g.code(0)
	g.term(mach.Ret)
	return g.f
}

func (g *generator) newReg(c mach.Class) mach.Reg {
	size := 8
	if c == mach.Vec {
		size = 16 << g.r.IntN(3)
	}
	r := g.f.NewVReg(c, size)
	return r
}

func (g *generator) inst(in mach.Inst) *mach.Inst {
	if in.Op != opGather && in.Op != opGatherK && in.Op != opStore {
		in.MemPos = -1
	}
	g.b.Insts = append(g.b.Insts, in)
	return &g.b.Insts[len(g.b.Insts)-1]
}

func (g *generator) term(p mach.Pseudo) { g.inst(mach.Inst{Pseudo: p}) }

// def defines a value without operands, sometimes one that can be rematerialized.
func (g *generator) def(c mach.Class) mach.Reg {
	r := g.newReg(c)
	in := mach.Inst{Op: opDef, N: 1, MemPos: -1, Regs: [mach.MaxOperands]mach.Reg{r}, Imm: int64(r), HasImm: true}
	g.inst(in)
	if g.r.IntN(4) == 0 {
		g.f.V(r).Remat = &in
	}
	return r
}

// any returns a variable of class c.
func (g *generator) any(c mach.Class) int {
	for {
		if i := g.r.IntN(len(g.vars)); g.f.V(g.vars[i]).Class == c {
			return i
		}
	}
}

func (g *generator) val(c mach.Class) mach.Reg { return g.vars[g.any(c)] }

// same returns a new register suitable for a result tied to v.
func (g *generator) same(v mach.Reg) mach.Reg {
	x := g.f.V(v)
	return g.f.NewVReg(x.Class, int(x.Size))
}

// assign makes r the value of some variable, with at least the size of its old value.
func (g *generator) assign(r mach.Reg) {
	i := g.any(g.f.V(r).Class)
	g.f.V(r).Size = max(g.f.V(r).Size, g.f.V(g.vars[i]).Size)
	g.vars[i] = r
}

func (g *generator) simple() {
	type R = [mach.MaxOperands]mach.Reg
	c := mach.Class(1 + g.r.IntN(3))
	switch op := opDef + uint16(g.r.IntN(int(numOps))); op {
	case opDef:
		g.assign(g.def(c))
	case opBin:
		d := g.newReg(c)
		g.inst(mach.Inst{Op: op, N: 3, Regs: R{d, g.val(c), g.val(c)}})
		g.assign(d)
	case opTwo, opCom:
		t := g.val(c)
		d := g.same(t)
		g.inst(mach.Inst{Op: op, N: 2, Ties: mach.Ties{Tied: t}, Regs: R{d, g.val(c)}})
		g.assign(d)
	case opDiv:
		t, u := g.val(mach.GP), g.val(mach.GP)
		d, e := g.same(t), g.same(u)
		g.inst(mach.Inst{Op: op, N: 3, Ties: mach.Ties{Tied: t, Tied2: u}, Regs: R{d, e, g.val(mach.GP)}})
		g.assign(d)
		if g.r.IntN(2) == 0 {
			g.assign(e)
		}
	case opMul:
		u := g.val(mach.GP)
		d, e := g.same(u), g.same(u)
		g.inst(mach.Inst{Op: op, N: 3, Ties: mach.Ties{Tied2: u}, Regs: R{d, e, g.val(mach.GP)}})
		g.assign(d)
		g.assign(e)
	case opShift:
		t := g.val(mach.GP)
		d := g.same(t)
		g.inst(mach.Inst{Op: op, N: 2, Ties: mach.Ties{Tied: t}, Regs: R{d, g.val(mach.GP)}})
		g.assign(d)
	case opMulx:
		d, e := g.newReg(mach.GP), g.newReg(mach.GP)
		g.inst(mach.Inst{Op: op, N: 4, Regs: R{d, e, g.val(mach.GP), g.val(mach.GP)}})
		g.assign(d)
		g.assign(e)
	case opGather, opGatherK:
		in := mach.Inst{Op: op, MemPos: 1, N: 2, Mem: mach.Mem{Base: g.val(mach.GP), Index: g.val(mach.Vec), Scale: 4}}
		d := mach.NoReg
		if g.r.IntN(2) == 0 {
			in.Tied = g.val(mach.Vec)
			d = g.same(in.Tied)
		} else {
			d = g.newReg(mach.Vec)
		}
		in.Regs[0] = d
		if op == opGather {
			in.N, in.Regs[2] = 3, g.val(mach.Vec)
		} else {
			in.Mask = g.val(mach.Mask)
		}
		g.inst(in)
		g.assign(d)
	case opLow:
		d := g.newReg(mach.Vec)
		g.inst(mach.Inst{Op: op, N: 3, Regs: R{d, g.val(mach.Vec), g.val(mach.Vec)}})
		g.assign(d)
	case opStore:
		g.inst(mach.Inst{Op: op, N: 2, MemPos: 0, Mem: mach.Mem{Base: g.val(mach.GP), Index: g.val(mach.GP)},
			Regs: R{0, g.val(c)}})
	case opMasked:
		t := g.val(mach.Vec)
		d := g.same(t)
		in := mach.Inst{Op: op, N: 2, Decorations: mach.Decorations{Mask: g.val(mach.Mask)}, Regs: R{d, g.val(mach.Vec)}}
		if g.r.IntN(2) == 0 {
			in.Tied = t
		}
		g.inst(in)
		g.assign(d)
	case opCmp:
		g.inst(mach.Inst{Op: op, N: 2, Regs: R{g.val(c), g.val(c)}})
	default:
		g.inst(mach.Inst{Pseudo: mach.Poll})
	}
}

// code generates a sequence of statements.
func (g *generator) code(depth int) {
	for g.fuel > 0 {
		g.fuel--
		switch k := g.r.IntN(24); {
		case k < 20:
			g.simple()
		case k < 22 && depth < 4:
			g.diamond(depth)
		case k < 23 && depth < 4:
			g.loop(depth)
		case depth > 0:
			return
		}
	}
}

// phis creates parameters in block b for some of the variables, and returns their indices.
func (g *generator) phis(b *mach.Block, all bool, changed []mach.Reg) (at []int) {
	for i, v := range g.vars {
		if all && g.r.IntN(3) > 0 || !all && changed[i] != v {
			p := g.same(v)
			b.Params = append(b.Params, p)
			at = append(at, i)
		}
	}
	return at
}

func pickVars(vars []mach.Reg, at []int) (r []mach.Reg) {
	for _, i := range at {
		r = append(r, vars[i])
	}
	return r
}

func (g *generator) diamond(depth int) {
	head, saved := g.b, append([]mach.Reg(nil), g.vars...)
	g.inst(mach.Inst{Op: opCmp, N: 2, Regs: [mach.MaxOperands]mach.Reg{g.val(mach.GP), g.val(mach.GP)}})
	g.term(mach.Branch)
	yes, join := g.f.NewBlock("yes"), g.f.NewBlock("join")
	head.AddEdge(yes)
	g.b = yes
	g.code(depth + 1)
	yesEnd, yesVars := g.b, append([]mach.Reg(nil), g.vars...)
	g.term(mach.Jump)
	copy(g.vars, saved)
	noEnd := head
	if g.r.IntN(2) == 0 {
		no := g.f.NewBlock("no")
		head.AddEdge(no)
		g.b = no
		g.code(depth + 1)
		g.term(mach.Jump)
		noEnd = g.b
	}
	for i := range g.vars { // sizes of joined values must agree
		g.f.V(g.vars[i]).Size = max(g.f.V(g.vars[i]).Size, g.f.V(yesVars[i]).Size)
		g.f.V(yesVars[i]).Size = g.f.V(g.vars[i]).Size
	}
	at := g.phis(join, false, yesVars)
	yesEnd.AddEdge(join, pickVars(yesVars, at)...)
	noEnd.AddEdge(join, pickVars(g.vars, at)...)
	g.b = join
	for i, j := range at {
		g.vars[j] = join.Params[i]
	}
}

func (g *generator) loop(depth int) {
	head := g.f.NewBlock("loop")
	at := g.phis(head, true, nil)
	g.term(mach.Jump)
	g.b.AddEdge(head, pickVars(g.vars, at)...)
	before := append([]mach.Reg(nil), g.vars...)
	g.b = head
	for i, j := range at {
		g.vars[j] = head.Params[i]
	}
	g.code(depth + 1)
	if g.r.IntN(2) == 0 {
		// Swap two parameters.
		if len(at) > 1 {
			i, j := at[0], at[1]
			if g.f.V(g.vars[i]).Class == g.f.V(g.vars[j]).Class {
				g.vars[i], g.vars[j] = g.vars[j], g.vars[i]
			}
		}
	}
	for k, i := range at { // all sizes of a parameter and its arguments must agree
		s := max(g.f.V(g.vars[i]).Size, g.f.V(head.Params[k]).Size, g.f.V(before[i]).Size)
		g.f.V(g.vars[i]).Size, g.f.V(head.Params[k]).Size, g.f.V(before[i]).Size = s, s, s
	}
	g.inst(mach.Inst{Op: opCmp, N: 2, Regs: [mach.MaxOperands]mach.Reg{g.val(mach.GP), g.val(mach.GP)}})
	g.term(mach.Branch)
	exit := g.f.NewBlock("exit")
	args := pickVars(g.vars, at)
	latch := g.b
	if g.r.IntN(2) == 0 {
		latch.AddEdge(head, args...)
		latch.AddEdge(exit)
	} else {
		latch.AddEdge(exit)
		latch.AddEdge(head, args...)
	}
	// SSA form ensures that variables without a parameter are unchanged in the next iteration. After the loop,
	// their last values are valid.
	g.b = exit
}

// maximizeSizes equalizes the sizes, which the generator's joins leave inconsistent.
func maximizeSizes(f *mach.Func) {
	for i := range f.VRegs {
		if f.VRegs[i].Class == mach.Vec {
			f.VRegs[i].Size = 64
		}
	}
}
