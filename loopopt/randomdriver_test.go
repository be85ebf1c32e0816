package loopopt_test

import (
	"fmt"
	"math/rand"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// TestRandomPipeline runs random kernels through the whole optimizer and compares them with the originals.
func TestRandomPipeline(t *testing.T) {
	count := int64(150)
	if testing.Short() {
		count = 30
	}
	vectorized := 0
	for seed := range count {
		src := loopopt.RandomKernel(seed)
		for _, tier := range []cpu.Tier{cpu.AVX512, cpu.AVX2, cpu.NEON} {
			build := func() *ir.Func {
				res, err := frontend.Build(frontend.Text("k.go", src), "k", frontend.Options{})
				if err != nil {
					t.Fatal(err)
				}
				return res.Func
			}
			before, err := interp.New(build())
			if err != nil {
				t.Fatal(err)
			}
			compare := func(f *ir.Func) string {
				after, err := interp.New(f)
				if err != nil {
					return err.Error()
				}
				r := rand.New(rand.NewSource(seed))
				for n := range 30 {
					k := 8
					if n > 15 {
						k = 150
					}
					args := []any{numbers(r, k), numbers(r, k), r.Intn(k) - 3, r.Intn(k) - 3, r.Intn(k) - 3}
					if n%5 == 0 {
						args[0] = args[1].([]int32)[r.Intn(len(args[1].([]int32))+1):]
					}
					if err := interp.Compare(before, after, args, interp.Options{MaxSteps: 1 << 16}); err != nil && err != interp.ErrSteps {
						return fmt.Sprintf("%v: %v\n%s", args, err, f)
					}
				}
				return ""
			}
			f := build()
			knobs, _ := config.ParseKnobs("verify-each")
			opt := config.Options{Target: isel.TargetFor(cpu.Features{Tier: tier, Tuning: cpu.Tuning{VectorBits: 512}}), Knobs: knobs, Parallel: config.OnRequest}
			out, err := loopopt.Optimize(f, opt)
			if err != nil {
				t.Fatalf("seed %d %s: %v\n%s", seed, tier, err, src)
			}
			vectorized += len(out.Plans)
			if compare(f) == "" {
				continue
			}
			// Again, pass by pass.
			g := build()
			opt.After = func(pass string, f *ir.Func, changed bool) {
				if changed {
					if msg := compare(f); msg != "" {
						t.Fatalf("seed %d %s: after %s: %s\n%s", seed, tier, pass, msg, src)
					}
				}
			}
			loopopt.Optimize(g, opt)
		}
	}
	t.Logf("%d loops vectorized", vectorized)
}

func numbers(r *rand.Rand, n int) []int32 {
	s := make([]int32, r.Intn(n))
	for i := range s {
		s[i] = int32(r.Intn(40) - 20)
	}
	return s
}
