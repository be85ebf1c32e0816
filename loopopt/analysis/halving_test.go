package analysis

import (
	"math"
	"math/rand"
	"testing"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// TestHalvings checks that the bound of a loop that divides a number in each iteration is never exceeded, and
// that a loop that may run forever has no bound.
func TestHalvings(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	type test uint8
	const (
		notZero  test = iota // x != 0
		positive             // 0 < x
		leaves               // exit if x == 0
	)
	for _, c := range []struct {
		name  string
		op    ir.Op
		by    int64
		test  test
		first bool // the number is tested as it enters the iteration
		most  int64
	}{
		{"x >>= 1, unsigned", ir.OpShrU, 1, notZero, false, 63},
		{"the same, tested before", ir.OpShrU, 1, notZero, true, 64},
		{"leaving at zero", ir.OpShrU, 1, leaves, false, 63},
		{"x >>= 5, unsigned", ir.OpShrU, 5, notZero, false, 12},
		{"x >>= 1, signed, while positive", ir.OpShrS, 1, positive, false, 63},
		{"x >>= 1, signed: -1 stays", ir.OpShrS, 1, notZero, false, -1},
		{"x /= 10, unsigned", ir.OpDivU, 10, notZero, false, 63},
		{"x /= 2", ir.OpDivS, 2, notZero, false, 63},
		{"x /= 10 while positive", ir.OpDivS, 10, positive, true, 64},
		{"x /= 1 stays", ir.OpDivS, 1, notZero, false, -1},
		{"x /= -1 goes back and forth", ir.OpDivS, -1, notZero, false, -1},
	} {
		f := ir.NewFunc("halve")
		f.Params = []ir.Param{{Name: "x", Elem: ir.I64, Size: 8, Sign: true}}
		f.Results = []ir.Param{{Elem: ir.I64, Size: 8, Sign: true}}
		f.Layout()
		pre, head, exit := f.Entry(), f.NewBlock("head"), f.NewBlock("exit")
		pre.SetJump(head)
		x, n := head.NewPhi(ir.TI64, 0), head.NewPhi(ir.TI64, 0)
		next := head.New(c.op, ir.TI64, 0, x, f.ConstInt(ir.TI64, c.by))
		more := head.New(ir.OpAdd, ir.TI64, 0, n, f.ConstInt(ir.TI64, 1))
		zero, asked := f.ConstInt(ir.TI64, 0), next
		if c.first {
			asked = x
		}
		switch c.test {
		case notZero:
			head.SetIf(head.New(ir.OpNe, ir.TBool, 0, asked, zero), head, exit)
		case positive:
			head.SetIf(head.New(ir.OpLtS, ir.TBool, 0, zero, asked), head, exit)
		case leaves:
			head.SetIf(head.New(ir.OpEq, ir.TBool, 0, asked, zero), exit, head)
		}
		x.AddArgs(f.Arg(ir.OpArg, 0), next)
		n.AddArgs(zero, more)
		exit.SetRet(exit.New(ir.OpRet, ir.TVoid, 0, n))

		dom := f.Dominators()
		li := FindLoops(f, dom)
		most := NewSCEV(f, li, dom).MaxTaken(li.Loops[0])
		if most != c.most {
			t.Errorf("%s: at most %d times, want %d", c.name, most, c.most)
			continue
		}
		for range 200 {
			start := int64(r.Uint64() >> r.Intn(64))
			switch r.Intn(8) {
			case 0:
				start = []int64{0, 1, -1, math.MinInt64, math.MaxInt64}[r.Intn(5)]
			case 1:
				start = -start
			}
			if most < 0 {
				break
			}
			got := interp.Run(f, []any{int(start)}, interp.Options{})
			if got.Err != nil {
				t.Fatal(got.Err)
			}
			if taken := got.Values[0]; taken.(int64) > most {
				t.Errorf("%s from %d: %v times, at most %d expected", c.name, start, taken, most)
			}
		}
	}
}
