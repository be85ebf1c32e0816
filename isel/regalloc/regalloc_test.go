package regalloc

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hotloop/isel/mach"
)

// allocate runs the allocator on a random function and checks the result.
func allocate(t *testing.T, seed uint64, isa *toyISA) (*mach.Func, *Result) {
	t.Helper()
	f := randomFunc(seed)
	maximizeSizes(f)
	r := rand.New(rand.NewPCG(seed, 2))
	for _, b := range f.Blocks {
		b.Freq = float64(r.IntN(4)) // stores of spilled values go to infrequent blocks
	}
	if err := mach.Verify(isa, f); err != nil {
		t.Fatalf("seed %d: generator: %v", seed, err)
	}
	text := mach.Format(isa, f)
	res, err := Allocate(isa, f, Options{Trace: true})
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, text)
	}
	if err := Check(isa, f, res, Options{}); err != nil {
		t.Fatalf("seed %d: %v\n%s\n%s", seed, err, text, mach.Format(isa, f))
	}
	return f, res
}

// machines are register files, from the smallest that can hold every instruction's operands to a realistic one.
var machines = [][3]int{{6, 4, 2}, {7, 5, 2}, {8, 8, 3}, {13, 16, 7}}

func TestRandom(t *testing.T) {
	n := uint64(2000)
	if testing.Short() {
		n = 300
	}
	for seed := range n {
		m := machines[seed%uint64(len(machines))]
		allocate(t, seed, newToy(m[0], m[1], m[2]))
	}
}

// TestSink checks that a path that leaves early does not store a value that only the other path reloads.
func TestSink(t *testing.T) {
	isa := newToy(4, 4, 2)
	f := &mach.Func{Name: "early"}
	g := &generator{f: f}
	entry, work, out := f.NewBlock("entry"), f.NewBlock("work"), f.NewBlock("out")
	entry.Freq, work.Freq, out.Freq = 1, 0.5, 1
	def := func() mach.Reg {
		r := f.NewVReg(mach.GP, 8)
		g.inst(mach.Inst{Op: opDef, N: 1, Regs: [mach.MaxOperands]mach.Reg{r}, Imm: int64(r), HasImm: true})
		return r
	}
	use := func(a, b mach.Reg) { g.inst(mach.Inst{Op: opCmp, N: 2, Regs: [mach.MaxOperands]mach.Reg{a, b}}) }
	g.b = entry
	a, b := def(), def()
	use(a, b)
	g.term(mach.Branch)
	entry.AddEdge(work)
	entry.AddEdge(out)
	g.b = work
	c, d, e, h := def(), def(), def(), def()
	use(c, d)
	use(e, h)
	use(a, b)
	g.term(mach.Jump)
	work.AddEdge(out)
	g.b = out
	g.term(mach.Ret)
	if err := mach.Verify(isa, f); err != nil {
		t.Fatal(err)
	}
	res, err := Allocate(isa, f, Options{Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := Check(isa, f, res, Options{}); err != nil {
		t.Fatal(err)
	}
	spills := func(b *mach.Block) (n int) {
		for i := range b.Insts {
			if b.Insts[i].Pseudo == mach.Spill {
				n++
			}
		}
		return n
	}
	if spills(entry) != 0 || spills(work) == 0 {
		t.Errorf("%d stores at entry and %d behind the branch:\n%s", spills(entry), spills(work), mach.Format(isa, f))
	}
}

func FuzzAllocate(f *testing.F) {
	f.Add(uint64(1), uint8(0))
	f.Fuzz(func(t *testing.T, seed uint64, m uint8) {
		x := machines[int(m)%len(machines)]
		allocate(t, seed, newToy(x[0], x[1], x[2]))
	})
}

// TestCheckerCanFail corrupts allocations in significant ways and requires the checker to detect most of them.
// Some changes are harmless, such as to an unnecessary load.
func TestCheckerCanFail(t *testing.T) {
	kinds := map[string]func(r *rand.Rand, f *mach.Func, res *Result) bool{
		"drop an inserted instruction": func(r *rand.Rand, f *mach.Func, res *Result) bool {
			b := f.Blocks[r.IntN(len(f.Blocks))]
			for i := range b.Insts {
				switch p := b.Insts[i].Pseudo; p {
				case mach.Reload, mach.Spill, mach.Swap:
					// A copy to itself does nothing.
					b.Insts[i] = mach.Inst{Pseudo: mach.Copy, N: 2, Size: 64,
						Regs: [mach.MaxOperands]mach.Reg{mach.Phys(0), mach.Phys(0)}}
					return true
				}
			}
			return false
		},
		"other slot": func(r *rand.Rand, f *mach.Func, res *Result) bool {
			b := f.Blocks[r.IntN(len(f.Blocks))]
			for i := range b.Insts {
				if in := &b.Insts[i]; in.Pseudo == mach.Reload && len(f.Slots) > 1 {
					in.Mem.Slot = in.Mem.Slot%int32(len(f.Slots)) + 1
					return true
				}
			}
			return false
		},
		"other source": func(r *rand.Rand, f *mach.Func, res *Result) bool {
			b := f.Blocks[r.IntN(len(f.Blocks))]
			for i := range b.Insts {
				if in := &b.Insts[i]; in.Op == opBin && in.Regs[1].Num() < 16 && in.Regs[1] != in.Regs[2] {
					in.Regs[1] = in.Regs[2]
					return true
				}
			}
			return false
		},
		"other result": func(r *rand.Rand, f *mach.Func, res *Result) bool {
			b := f.Blocks[r.IntN(len(f.Blocks))]
			for i := range b.Insts {
				if in := &b.Insts[i]; in.Op == opTwo && in.Regs[0].Num() < 16 {
					in.Regs[0] = mach.Phys((in.Regs[0].Num() + 1) % 6)
					return true
				}
			}
			return false
		},
		"poll forgets a register": func(r *rand.Rand, f *mach.Func, res *Result) bool {
			for i := range res.Polls {
				if l := res.Polls[i].Live; len(l) > 0 {
					k := r.IntN(len(l))
					res.Polls[i].Live = slices.Delete(slices.Clone(l), k, k+1)
					return true
				}
			}
			return false
		},
	}
	for name, corrupt := range kinds {
		tried, caught := 0, 0
		for seed := uint64(0); seed < 400 && tried < 60; seed++ {
			isa := newToy(6, 4, 2)
			f, res := allocate(t, seed, isa)
			if !corrupt(rand.New(rand.NewPCG(seed, 2)), f, res) {
				continue
			}
			tried++
			if err := Check(isa, f, res, Options{}); err != nil {
				caught++
				if !strings.Contains(err.Error(), "regalloc: check") {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		t.Logf("%s: %d of %d caught", name, caught, tried)
		if tried < 10 || caught*2 < tried {
			t.Errorf("%s: only %d of %d caught", name, caught, tried)
		}
	}
}

// TestReordered checks that the lists of a reordered block equal freshly computed ones.
func TestReordered(t *testing.T) {
	isa := newToy(8, 8, 3)
	for seed := range uint64(100) {
		f := randomFunc(seed)
		r := rand.New(rand.NewPCG(seed, 3))
		live := Liveness(isa, f, nil)
		for i, b := range f.Blocks {
			from := make([]int32, len(b.Insts))
			insts := slices.Clone(b.Insts)
			for k, p := range r.Perm(len(from)) {
				from[k], b.Insts[k] = int32(p), insts[p]
			}
			live.Reordered(i, from)
		}
		var anew flat
		anew.build(isa, f)
		got := &live.a.flat
		if !slices.Equal(got.base, anew.base) || !slices.Equal(got.descs, anew.descs) || !slices.Equal(got.roles, anew.roles) ||
			!slices.Equal(got.useAt, anew.useAt) || !slices.Equal(got.uses, anew.uses) ||
			!slices.Equal(got.defAt, anew.defAt) || !slices.Equal(got.defs, anew.defs) {
			t.Fatalf("seed %d: the lists differ", seed)
		}
	}
}

// TestLive checks that propagation around loops finds the same live sets as repeated walks over all blocks.
func TestLive(t *testing.T) {
	isa := newToy(8, 8, 3)
	for seed := range uint64(200) {
		f := randomFunc(seed)
		a := &Liveness(isa, f, nil).a
		for _, b := range a.cfg.Order {
			in, out := slices.Clone(a.liveIn(b)), slices.Clone(a.liveOut(b))
			a.walk(b)
			if !slices.Equal(in, a.liveIn(b)) || !slices.Equal(out, a.liveOut(b)) {
				t.Fatalf("seed %d: block %d has more to learn", seed, b)
			}
		}
	}
}
