package oracle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	goruntime "runtime"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/loopopt/mathlib"
	"hotloop/runtime"
)

// Loops whose conditions vector code branches round, against the Go compiler: conditions that hold nowhere, everywhere,
// for one lane of each vector and at random, in every length up to three passes.

var regionKernels = []any{kernels.RegionUpdate, kernels.RegionNested, kernels.RegionArms, kernels.RegionSum,
	kernels.RegionDivide, kernels.RegionPanics, kernels.RegionGather,
	kernels.RegionChoose, kernels.RegionConstant, kernels.RegionSwitch, kernels.RegionShift, kernels.RegionMath,
	kernels.RegionBytes, kernels.RegionMixed, kernels.RegionCount,
	kernels.RegionLeaves, kernels.RegionDown, kernels.RegionTwice, kernels.RegionReload, kernels.RegionMerge,
	kernels.RegionMergeInner,
	kernels.RegionReloadNested, kernels.RegionOverwritten, kernels.RegionNeighbour, kernels.RegionStored,
	kernels.RegionStoredPanics}

// regionMathRef is regionMath with our sine, which rounds otherwise than the Go compiler's.
func regionMathRef(m []int32, a, b []float64) {
	for i := range a {
		if m[i]&1 != 0 {
			a[i] = mathlib.Sin(b[i]*1e9) * b[i]
		}
	}
}

// regionVariants are the directives in front of the loops.
var regionVariants = []struct {
	name, directive string
	all, branches   bool
}{
	{"one vector", "vectorize.enable vectorize.width=4 interleave.count=1 vectorize.regions=branch", true, true},
	{"two vectors", "vectorize.enable vectorize.width=8 interleave.count=2 vectorize.regions=branch", true, true},
	{"no masked tail",
		"vectorize.enable vectorize.width=4 interleave.count=2 vectorize.predicate.enable=0 vectorize.regions=branch", false,
		true},
	{"branches", "vectorize.enable vectorize.regions=branch", false, true},
	{"masks", "vectorize.enable vectorize.regions=mask", false, false},
	{"as planned", "", false, false},
}

func TestRegions(t *testing.T) {
	for _, fn := range regionKernels {
		name := goruntime.FuncForPC(reflect.ValueOf(fn).Pointer()).Name()
		k := regionKernel{fn: fn, name: name[strings.LastIndexByte(name, '.')+1:]}
		t.Run(k.name, func(t *testing.T) {
			e2e.Parallel(t)
			for _, isa := range e2e.ISAs() {
				for _, v := range regionVariants {
					text := e2e.Directed(kernels.RegionKernelsText, v.directive)
					k.check(t, isa, v.name, text, v.all, v.branches)
				}
			}
		})
	}
}

// regionKernel is a function of kernels/regions.go.
type regionKernel struct {
	name string
	fn   any
}

// densities say which elements a condition holds for.
var densities = []struct {
	name string
	at   func(rng *rand.Rand, i int) bool
}{
	{"none", func(*rand.Rand, int) bool { return false }},
	{"all", func(*rand.Rand, int) bool { return true }},
	{"one of a vector", func(_ *rand.Rand, i int) bool { return i%9 == 4 }},
	{"runs", func(_ *rand.Rand, i int) bool { return i/13%2 == 1 }},
	{"few", func(rng *rand.Rand, _ int) bool { return rng.IntN(12) == 0 }},
	{"half", func(rng *rand.Rand, _ int) bool { return rng.IntN(2) == 0 }},
	{"most", func(rng *rand.Rand, _ int) bool { return rng.IntN(12) != 0 }},
}

// check compares one way to compile the kernel with the Go compiler's.
func (k regionKernel) check(t *testing.T, isa, variant, text string, all, branches bool) {
	want := k.fn
	if k.name == "RegionMath" {
		want = regionMathRef
	}
	c := e2e.Try(t, want, text, k.name, runtime.Options{ISA: isa})
	plans, step, rng := c.Plans, c.Step, c.Rand
	if regions := strings.Contains(fmt.Sprint(plans), "regions"); branches != regions && variant != "as planned" {
		t.Errorf("%s, %s: plans are %v, expected regions: %v", isa, variant, plans, branches)
	}
	try := func(n, density int) {
		c.SameInTurns(k.args(rng, n, density), "%s, %s, n=%d, condition holds for %s", isa, variant, n,
			densities[density].name)
	}
	if all && !testing.Short() {
		for n := 0; n <= 3*step+1; n++ {
			for d := range densities {
				try(n, d)
			}
		}
		return
	}
	for range 12 {
		for d := range densities {
			try(rng.IntN(3*step+3), d)
		}
	}
}

// args makes slices of n elements; each bit of the first one's is set with a density of its own.
func (k regionKernel) args(rng *rand.Rand, n, density int) []any {
	t := reflect.TypeOf(k.fn)
	args := make([]any, t.NumIn())
	second := rng.IntN(len(densities))
	zeros := rng.IntN(4) == 0 // for a division to panic
	for p := range args {
		s := reflect.MakeSlice(t.In(p), n, n)
		for i := range n {
			x := int64(1 + rng.IntN(6))
			switch {
			case p == 0:
				x = 0
				for bit, d := range []int{density, second, rng.IntN(len(densities))} {
					if densities[d].at(rng, i) {
						x |= 1 << bit
					}
				}
				if density != 0 && rng.IntN(200) == 0 {
					x = -1
				}
			case zeros && rng.IntN(20) == 0:
				x = 0
			case t.In(p).Elem().Kind() == reflect.Uint8 && densities[density].at(rng, i):
				x += 100
			}
			if e := s.Index(i); e.CanFloat() {
				e.SetFloat(math.Ldexp(float64(x), rng.IntN(3)))
			} else {
				e2e.SetInt(e, x)
			}
		}
		args[p] = s.Interface()
	}
	return args
}
