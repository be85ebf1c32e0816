package ir_test

import (
	"testing"

	"hotloop/loopopt/ir"
)

// TestSlab checks that what a slab hands out is zero, disjoint, and of the requested capacity, whatever its
// previous use.
func TestSlab(t *testing.T) {
	var s ir.Slab[int]
	for round := range 5 {
		var pieces [][]int
		for n := range 40 {
			p := s.Take(n)
			if len(p) != n || cap(p) != n {
				t.Fatalf("round %d: asked for %d, got %d of capacity %d", round, n, len(p), cap(p))
			}
			for i := range p {
				if p[i] != 0 {
					t.Fatalf("round %d: piece of %d has %d in it", round, n, p[i])
				}
				p[i] = n
			}
			pieces = append(pieces, p)
		}
		for n, p := range pieces {
			for i := range p {
				if p[i] != n {
					t.Fatalf("round %d: piece of %d was overwritten with %d", round, n, p[i])
				}
			}
		}
		s.Reset()
	}
}

// TestTransient checks that a function in reused memory is like one in fresh memory.
func TestTransient(t *testing.T) {
	build := func(f *ir.Func) string {
		f.Params = []ir.Param{{Name: "x", Elem: ir.I64, Size: 8}}
		f.Results = []ir.Param{{Name: "r", Elem: ir.I64, Size: 8}}
		e := f.Entry()
		sum := f.Arg(ir.OpArg, 0)
		for i := range int64(200) {
			sum = e.New(ir.OpAdd, ir.TI64, 0, sum, f.ConstInt(ir.TI64, i))
		}
		exit := f.NewBlock("exit")
		e.SetJump(exit)
		exit.SetRet(exit.New(ir.OpRet, ir.TVoid, 0, sum))
		if c := f.ConstInt(ir.TI64, 7); c != f.ConstInt(ir.TI64, 7) {
			t.Error("two values for one constant")
		}
		if d := f.Dominators(); d.Idom(exit) != e || !d.Dominates(e, exit) || d.Dominates(exit, e) {
			t.Error("wrong dominators")
		}
		f.Layout()
		if err := f.Verify(); err != nil {
			t.Error(err)
		}
		return f.String()
	}
	want := build(ir.NewFunc("f"))
	for range 4 {
		f := ir.NewTransient("f")
		if got := build(f); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
		f.Release()
		f.Release() // has no effect
	}
}
