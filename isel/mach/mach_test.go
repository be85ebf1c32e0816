package mach_test

import (
	"strings"
	"testing"

	"hotloop/isel/mach"
)

// isa is a two-instruction instruction set: 1 is ADD X, r; 2 is LOAD W, mem.
type isa struct{}

var descs = [3]mach.Desc{
	1: {N: 2, Roles: [mach.MaxOperands]mach.Role{{Access: mach.UseDef}, {Access: mach.Use}}},
	2: {N: 2, Roles: [mach.MaxOperands]mach.Role{{Access: mach.Def}, {Access: mach.Use}}},
}

func (isa) Desc(op uint16) *mach.Desc                 { return &descs[op] }
func (isa) Allocatable(mach.Class) (a, b mach.RegSet) { return 0xff, 0 }
func (isa) Entry() mach.Reg                           { return mach.Phys(7) }
func (isa) Commute(*mach.Inst, int) bool              { return false }
func (isa) OpName(op uint16) string                   { return [...]string{"?", "ADD", "LOAD"}[op] }
func (isa) RegName(r mach.Reg, _ uint8) string        { return "r" + string('0'+r.Num()) }
func inst(op uint16, n uint8, mem int8, rs ...mach.Reg) mach.Inst { // an ordinary instruction
	in := mach.Inst{Op: op, N: n, MemPos: mem}
	copy(in.Regs[:], rs)
	return in
}

// sum returns a loop that sums numbers from memory.
func sum() (f *mach.Func, loop *mach.Block) {
	f = &mach.Func{Name: "sum"}
	entry := f.NewBlock("entry")
	p := f.NewVReg(mach.GP, 8)
	entry.Params = []mach.Reg{p}
	s0, s, x, s2 := f.NewVReg(mach.GP, 8), f.NewVReg(mach.GP, 8), f.NewVReg(mach.GP, 8), f.NewVReg(mach.GP, 8)
	zero := mach.Inst{Pseudo: mach.Zero, N: 1, MemPos: -1}
	zero.Regs[0] = s0
	entry.Insts = []mach.Inst{zero, {Pseudo: mach.Jump, MemPos: -1}}
	loop, exit := f.NewBlock("loop"), f.NewBlock("exit")
	loop.Params = []mach.Reg{s}
	load := inst(2, 2, 1, x)
	load.Mem = mach.Mem{Base: p, Index: s, Scale: 8, Disp: -16}
	add := inst(1, 2, -1, s2, x)
	add.Tied = s
	loop.Insts = []mach.Inst{load, add, {Pseudo: mach.Branch, MemPos: -1, CC: 5}}
	exit.Insts = []mach.Inst{{Pseudo: mach.Ret, MemPos: -1}}
	entry.AddEdge(loop, s0)
	loop.AddEdge(loop, s2)
	loop.AddEdge(exit)
	return f, loop
}

func TestFormat(t *testing.T) {
	f, _ := sum()
	want := `func sum
b0.entry(v0:gp)
  v1:gp = zero
  jump b1.loop(v1)
b1.loop(v2:gp)
  v3:gp = LOAD [v0+v2*8-16]
  v4:gp = ADD v2', v3
  branch cc5 b1.loop(v4) b2.exit
b2.exit
  ret
`
	if got := mach.Format(isa{}, f); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestOperands checks that the sets that Sum computes agree with IsUse and IsDef.
func TestOperands(t *testing.T) {
	accesses := []mach.Access{mach.Use, mach.Def, mach.UseDef}
	for i := range len(accesses) * len(accesses) * len(accesses) {
		d := &mach.Desc{N: 3}
		for j, k := 0, i; j < 3; j++ {
			d.Roles[j].Access = accesses[k%len(accesses)]
			k /= len(accesses)
		}
		d.Sum()
		for mem := int8(-1); mem < 3; mem++ {
			for _, tied := range [...]mach.Reg{mach.NoReg, mach.FirstVirtual} {
				in := &mach.Inst{N: 3, MemPos: mem}
				in.Tied2 = tied
				reads, writes := d.Operands(in)
				for j := range uint8(8) {
					there := j < in.N && !in.IsMem(j)
					if use := there && in.IsUse(d, j); use != (reads>>j&1 != 0) {
						t.Errorf("%v, memory %d, tied %d: source %d: %v", d.Roles[:3], mem, tied, j, use)
					}
					if def := there && in.IsDef(d, j); def != (writes>>j&1 != 0) {
						t.Errorf("%v, memory %d, tied %d: result %d: %v", d.Roles[:3], mem, tied, j, def)
					}
				}
			}
		}
	}
}

func TestVerify(t *testing.T) {
	f, _ := sum()
	if err := mach.Verify(isa{}, f); err != nil {
		t.Error(err)
	}
	for want, damage := range map[string]func(f *mach.Func, loop *mach.Block){
		"defined twice": func(f *mach.Func, loop *mach.Block) { loop.Insts[1].Regs[0] = loop.Insts[0].Regs[0] },
		"used before": func(f *mach.Func, loop *mach.Block) {
			loop.Insts[0], loop.Insts[1] = loop.Insts[1],
				loop.Insts[0]
		},
		"does not dominate": func(f *mach.Func,
			loop *mach.Block) {
			f.Blocks[0].Succs[0].Args[0] = loop.Insts[1].Regs[0]
		},
		"0 arguments":          func(f *mach.Func, loop *mach.Block) { loop.Succs[0].Args = nil },
		"wrong class":          func(f *mach.Func, loop *mach.Block) { f.V(loop.Params[0]).Class = mach.Vec },
		"no terminator":        func(f *mach.Func, loop *mach.Block) { loop.Insts = loop.Insts[:2] },
		"terminator inside":    func(f *mach.Func, loop *mach.Block) { loop.Insts[0] = mach.Inst{Pseudo: mach.Ret} },
		"successors":           func(f *mach.Func, loop *mach.Block) { loop.Insts[2].Pseudo = mach.Jump },
		"not among the pred":   func(f *mach.Func, loop *mach.Block) { f.Blocks[2].Preds = nil },
		"is not defined":       func(f *mach.Func, loop *mach.Block) { loop.Insts[1].Regs[1] = f.NewVReg(mach.GP, 8) },
		"is not virtual":       func(f *mach.Func, loop *mach.Block) { loop.Insts[1].Regs[1] = mach.Phys(1) },
		"unknown constant":     func(f *mach.Func, loop *mach.Block) { loop.Insts[0].Mem = mach.Mem{Const: 1} },
		"3 operands, want 2":   func(f *mach.Func, loop *mach.Block) { loop.Insts[1].N = 3 },
		"operand 1 is missing": func(f *mach.Func, loop *mach.Block) { loop.Insts[1].Regs[1] = mach.NoReg },
		"entry has predecessors": func(f *mach.Func, loop *mach.Block) {
			f.Blocks[0].Params = append(f.Blocks[0].Params, f.NewVReg(mach.GP, 8))
		},
	} {
		f, loop := sum()
		damage(f, loop)
		if err := mach.Verify(isa{}, f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// TestLoops checks the loop finder on a nest of two with a diamond inside, in the shape
// 0 -> 1 -> 2 -> {3, 4} -> 5 -> {2, 6}; 6 -> {1, 7}.
func TestLoops(t *testing.T) {
	f := &mach.Func{}
	for range 8 {
		f.NewBlock("")
	}
	for _, e := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {2, 4}, {3, 5}, {4, 5}, {5, 2}, {5, 6}, {6, 1}, {6, 7}} {
		f.Blocks[e[0]].AddEdge(f.Blocks[e[1]])
	}
	var c mach.CFG
	for range 2 { // the second round reuses memory
		c.Build(f)
		for b, want := range []struct{ loop, depth, idom int32 }{{-1, 0, -1}, {1, 1, 0}, {2, 2, 1}, {2, 2, 2},
			{2, 2, 2}, {2, 2, 2}, {1, 1, 5}, {-1, 0, 6}} {
			if c.Loop[b] != want.loop || c.Depth[b] != want.depth || c.IDom[b] != want.idom {
				t.Errorf("block %d: loop %d depth %d idom %d, want %v", b, c.Loop[b], c.Depth[b], c.IDom[b], want)
			}
		}
	}
}
