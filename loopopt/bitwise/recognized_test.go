package bitwise_test

import (
	"math/rand/v2"
	"testing"

	"hotloop/frontend"
	"hotloop/internal/irtest"
	"hotloop/isel"
	_ "hotloop/isel/all" // passes ask targets of both architectures

	"hotloop/cpu"
	"hotloop/loopopt"
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/bitwise"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// built returns the function of a kernel: as the frontend builds it, or, if it has a loop, as loop transformations get it.
func built(t *testing.T, source string) *ir.Func {
	t.Helper()
	res, err := frontend.Build(frontend.Text("k.go", "package k\n"+source+"\n"), "k", frontend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := res.Func.String()
	if len(analysis.FindLoops(res.Func, res.Func.Dominators()).Loops) > 0 {
		knobs, err := config.ParseKnobs("")
		if err != nil {
			t.Fatal(err)
		}
		o := config.Options{Target: isel.TargetFor(cpu.Baseline(cpu.AVX2)), Knobs: knobs, NoVectorize: true,
			After: func(pass string, f *ir.Func, _ bool) {
				if pass == "dce" {
					text = f.String()
				}
			}}
		if _, err := loopopt.Optimize(res.Func, o); err != nil {
			t.Fatal(err)
		}
	}
	f := irtest.Parse(t, text)
	f.SetBudget(1 << 28)
	return f
}

// same compares two functions of unsigned numbers for random ones, of which some have few ones and some few zeros.
func same(t *testing.T, before, after string) {
	t.Helper()
	f := irtest.Parse(t, before)
	p, err := interp.New(f)
	if err != nil {
		t.Fatal(err)
	}
	q, err := interp.New(irtest.Parse(t, after))
	if err != nil {
		t.Fatalf("%v\n%s", err, after)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 200 {
		var args []any
		for j := range f.Params {
			n := r.Uint64()
			switch i % 5 {
			case 1:
				n &= r.Uint64() & r.Uint64()
			case 2:
				n |= r.Uint64() | r.Uint64()
			case 3:
				n >>= r.IntN(64)
			case 4:
				n = uint64(i) / 5
			}
			args = append(args, map[ir.Elem]any{ir.I8: uint8(n), ir.I16: uint16(n), ir.I32: uint32(n), ir.I64: n}[f.Params[j].Elem])
		}
		if err := interp.Compare(p, q, args, interp.Options{MaxSteps: 1 << 12}); err != nil && err != interp.ErrSteps {
			t.Fatalf("of %#x: %v\nbefore:\n%s\nafter:\n%s", args, err, before, after)
		}
	}
}

// expression replaces the result of a function by the operations that Expression finds.
func expression(f *ir.Func) (found bool) {
	for _, b := range f.Blocks {
		for _, ret := range b.Values {
			if ret.Op != ir.OpRet {
				continue
			}
			x, ops := bitwise.Expression(ret.Args[0])
			for _, op := range ops {
				x = b.New(op, x.Type, 0, x)
			}
			if found = len(ops) > 0; found {
				b.Values = append(b.Values[:len(b.Values)-len(ops)-1], append(b.Values[len(b.Values)-len(ops):], ret)...)
				ret.SetArg(0, x)
				return true
			}
		}
	}
	return false
}

// final replaces what a loop computes of bits by what CountOf and DigitsOf find, in front of it.
func final(f *ir.Func) (found bool) {
	dom := f.Dominators()
	loops := analysis.FindLoops(f, dom)
	l := loops.Innermost()[0]
	count, trips := bitwise.CountOf(l), int64(0)
	if count == nil {
		se := analysis.NewSCEV(f, loops, dom)
		if e, ok := se.LatchTrips(l); ok {
			trips, _ = se.IsConst(e)
		}
	}
	exit := l.LatchExit()
	at := exit.PredIndex(l.Latch)
	for _, phi := range exit.Phis() {
		v := phi.Args[at]
		if d := bitwise.DigitsOf(l, v, count, trips); d != nil {
			phi.SetArg(at, d.Final(l.Preheader, 0))
			found = true
		} else if count != nil && v.Op == ir.OpAdd && v.Args[1].IsConstInt(1) && v.Args[0].Op == ir.OpPhi &&
			v.Args[0].Args[l.Header.PredIndex(l.Preheader)].IsConstInt(0) {
			phi.SetArg(at, count.Iterations(l.Preheader, v.Type, 0))
			found = true
		}
	}
	return found
}

// TestRecognized compares what the package makes of expressions and loops, and what that computes.
func TestRecognized(t *testing.T) {
	irtest.Cases(t, "testdata/recognized.txt", func(t *testing.T, name, source string) string {
		f := built(t, source)
		before := f.String()
		replace := map[string]func(*ir.Func) bool{"expression": expression, "loop": final}[name]
		if !replace(f) {
			return "nothing"
		}
		f.RemoveDead()
		if err := f.Verify(); err != nil {
			t.Fatalf("%v\n%s", err, f)
		}
		same(t, before, f.String())
		return f.String()
	})
}
