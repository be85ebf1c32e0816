package oracle

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/loopopt/config"
	"hotloop/runtime"
)

// blockKernels are functions of kernels/block.go; plan is what the plan of the vector code has, one on each instruction
// set.
var blockKernels = []struct {
	name, plan string
	fn         any
}{
	{"BlockScale", "BLOCK-LOAD", kernels.BlockScale}, {"BlockScaleFloat", "BLOCK-LOAD", kernels.BlockScaleFloat},
	{"BlockBitsFill", "BIT-TEST", kernels.BlockBitsFill},
	{"BlockBits32", "BIT-TEST", kernels.BlockBits32}, {"BlockBits16", "BIT-TEST", kernels.BlockBits16},
	{"BlockBits8", "BIT-TEST", kernels.BlockBits8},
	{"BlockOneWord", "BIT-TEST", kernels.BlockOneWord}, {"BlockFromOne", "PERIOD-LOAD or GATHER", kernels.BlockFromOne},
	{"BlockSet", "", kernels.BlockSet},
	{"BlockUnpack", "SIDE-EXIT", kernels.BlockUnpack}, {"BlockNear", "SIDE-EXIT", kernels.BlockNear},
	{"BlockNumber", "WIDEN-IV", kernels.BlockNumber}, {"BlockSAD", "SUM-PHI", kernels.BlockSAD},
	{"BlockGroups", "", kernels.BlockGroups},
	{"BlockFind", "BIT-TEST", kernels.BlockFind}, {"BlockRows", "WIDEN-LOAD", kernels.BlockRows},
	{"BlockCount", "COUNT-PHI", kernels.BlockCount},
}

// TestBlocks compares them with the Go compiler, with slices too short in one call of four.
func TestBlocks(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	for _, k := range blockKernels {
		t.Run(k.name, func(t *testing.T) {
			e2e.Parallel(t)
			for _, isa := range e2e.ISAs() {
				for _, directive := range []string{"vectorize.enable", "", "vectorize.enable vectorize.width=8 interleave.count=2",
					"vectorize.enable vectorize.width=16 vectorize.predicate.enable=0", "vectorize.enable vectorize.width=64"} {
					text := e2e.DirectedAt(e2e.Directed(kernels.BlockSource, directive), directive, 2)
					checkBlocks(e2e.Try(t, k.fn, text, k.name, runtime.Options{ISA: isa}), k.name, k.fn, isa+" "+directive)
				}
				plans := blockPlans(t, k.name, k.fn, isa)
				if !slices.ContainsFunc(strings.Split(k.plan, " or "), func(s string) bool { return strings.Contains(plans, s) }) {
					t.Errorf("%s: want %s in the plan, have\n%s", isa, k.plan, plans)
				}
			}
		})
	}
}

// blockPlans is the plans of a kernel whose loops are told to be vectorized.
func blockPlans(t *testing.T, name string, fn any, isa string) string {
	var b strings.Builder
	w := &runtime.Watch{Plan: func(p config.Considered) { p.Plan.Print(&b) }}
	text := e2e.Directed(kernels.BlockSource, "vectorize.enable")
	if _, err := runtime.Inspect(reflect.TypeOf(fn), text, name, runtime.Options{ISA: isa, FileName: "block.go"},
		w); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func checkBlocks(c *e2e.Trial, name string, fn any, how string) {
	typ, rng := reflect.TypeOf(fn), c.Rand
	for call := range 120 {
		if testing.Short() && call%4 > 0 {
			continue
		}
		n := rng.IntN(400)
		args := make([]any, typ.NumIn())
		for p := range args {
			pt := typ.In(p)
			if pt.Kind() != reflect.Slice {
				v := reflect.New(pt).Elem()
				blockValue(rng, v)
				if name == "BlockUnpack" && call%2 == 0 {
					v.SetInt(int64(rng.IntN(9)))
				}
				if name == "BlockRows" || name == "BlockSAD" {
					v.SetInt(int64([]int{n / 5, 5}[p-2] + rng.IntN(9)/8))
				}
				args[p] = v.Interface()
				continue
			}
			m := n
			if p > 0 && rng.IntN(4) == 0 {
				m = rng.IntN(n + 1)
			}
			s := reflect.MakeSlice(pt, m, m)
			for i := range m {
				blockValue(rng, s.Index(i))
			}
			args[p] = s.Interface()
		}
		c.SameAtEdges(args, "%s, n=%d, call %d", how, n, call)
	}
}

// blockValue is a random integer, one of few in one case of two, or a small float.
func blockValue(rng *rand.Rand, v reflect.Value) {
	switch {
	case v.CanFloat():
		v.SetFloat(float64(rng.IntN(17) - 8))
	case rng.IntN(2) == 0:
		e2e.SetInt(v, int64(rng.IntN(5)))
	default:
		e2e.SetInt(v, int64(rng.Uint64()))
	}
}
