package oracle

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/loopopt/config"
	"hotloop/runtime"
)

// jumpKernels are the loops of kernels/jump.go.
var jumpKernels = e2e.Named([]e2e.Kernel{
	{Fn: kernels.JumpSigns}, {Fn: kernels.JumpSignFloat}, {Fn: kernels.JumpLeibniz, Sums: true}, {Fn: kernels.JumpToggle},
	{Fn: kernels.JumpTurn}, {Fn: kernels.JumpKey}, {Fn: kernels.JumpComplement}, {Fn: kernels.JumpSwap},
	{Fn: kernels.JumpThree}, {Fn: kernels.JumpFlags}, {Fn: kernels.JumpRotate}, {Fn: kernels.JumpWeights},
	{Fn: kernels.JumpDown}, {Fn: kernels.JumpModulo}, {Fn: kernels.JumpMask}, {Fn: kernels.JumpLate},
	{Fn: kernels.JumpCongruent}, {Fn: kernels.JumpCongruentWide}, {Fn: kernels.JumpPowers},
	{Fn: kernels.JumpFall, Sums: true}, {Fn: kernels.JumpFibonacci}, {Fn: kernels.JumpSpiral},
	{Fn: kernels.JumpUntil, Few: true}, {Fn: kernels.JumpFed}, {Fn: kernels.JumpFar},
	{Fn: kernels.MathLargest}, {Fn: kernels.MathBoth}, {Fn: kernels.MathDistance}, {Fn: kernels.MathNarrow},
	{Fn: kernels.MathSeen},
})

// TestJumps: phis are found to follow from themselves where they do.
func TestJumps(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	want := map[string]int{"JumpThree": 3, "JumpFlags": 2, "JumpSwap": 2, "JumpFibonacci": 2, "JumpSpiral": 2, "JumpFed": 0, "JumpFar": 0,
		"JumpLate": 0, "JumpFall": 0} // the last one in mode fast
	text := e2e.Directed(kernels.JumpSource, "vectorize.enable vectorize.width=4")
	for _, k := range jumpKernels {
		if !strings.HasPrefix(k.Name, "Jump") {
			continue
		}
		for _, isa := range e2e.ISAs() {
			var b strings.Builder
			w := &runtime.Watch{Plan: func(p config.Considered) { b.Reset(); p.Plan.Print(&b) }}
			if _, err := runtime.Inspect(reflect.TypeOf(k.Fn), text, k.Name, runtime.Options{ISA: isa}, w); err != nil &&
				!errors.Is(err, runtime.ErrInspected) {
				t.Fatal(err)
			}
			n, ok := want[k.Name]
			if !ok {
				n = 1
			}
			if got := strings.Count(b.String(), "JUMP-AHEAD"); got != n {
				t.Errorf("%s, %s: %d phis jump ahead, want %d:\n%s", k.Name, isa, got, n, b.String())
			}
		}
	}
}

// TestOracleJumps compares them with the Go compiler, as planned and with short vectors, one and two in flight, with
// and without masks.
func TestOracleJumps(t *testing.T) {
	directives := []string{"vectorize.enable vectorize.width=8 interleave.count=1",
		"vectorize.enable vectorize.width=4 interleave.count=2 vectorize.predicate.enable=0",
		"vectorize.enable vectorize.width=2 interleave.count=2", "vectorize.enable vectorize.width=32 interleave.count=2"}
	e2e.UnderDirectives(t, kernels.JumpSource, jumpKernels, directives, func(t *testing.T, k *e2e.Kernel) {
		k.CheckVectors(t)
		if k.Sums { // whole numbers come out the same in every order
			for _, isa := range e2e.ISAs() {
				k.Check(t, e2e.Build{Name: isa + " fast", Isa: isa, Fp: "fast", NoVec: false, Every: 1})
			}
		}
	})
}
