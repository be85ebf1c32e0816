package loopopt_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/internal/lab/difftest"
	_ "hotloop/internal/lab/knobs"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// dropped are kernels with transformations that must not be repeated, or not be applied to their results; each leaves
// marks.
var dropped = []string{
	"subtables.enable vectorize.enable\nfor i := range x { y[x[i]&7] += int32(i) }",
	"subtables.enable unroll.count=2\nfor i := range x { y[x[i]&3] += int32(i) }",
	"subtables.enable\nfor i := range x { y[x[i]&15] ^= x[i]; s += x[i] }",
	"vectorize.enable interleave.count=2\nfor i := range y { y[i] = y[i]*3 + x[i&3] }",
	"distribute.enable\nfor i := 1; i < len(y); i++ { s += x[i]; y[i] = y[i-1] + 1 }",
	"unroll.count=3 unroll.followup_remainder{peel.count=1}\nfor i := range y { y[i] += int32(i)*s; s ^= y[i] }",
	"peel.count=2 stripmine.size=8\nfor i := range y { if i < a { y[i]++ }; s += y[i] }",
	"licm_versioning.enable commoning.enable\nfor i := 1; i+1 < len(y); i++ { y[i] = x[i-1] + x[i] + x[i+1] + x[0] }",
	"interchange.enable\nfor i := range b {\n//loop:unroll.count=2\nfor j := range n { y[j*b+i] += x[i*n+j] } }",
	"unroll_and_jam.count=2\nfor i := range b {\n//loop:vectorize.enable\nfor j := range n { y[j] += x[i*n+j] } }",
	"vectorize.enable\nfor i := range b { t := int32(0); for j := range n { t += x[i*n+j] }; y[i] = t }",
	"unswitch.enable split.at=9\nfor i := range y { if n > 3 { y[i] += 2 }; if i < b { s++ } }",
}

// TestDroppedMetadata checks that losing any subset of the metadata between any two steps does not change results.
func TestDroppedMetadata(t *testing.T) {
	seeds := int64(12)
	if testing.Short() {
		seeds = 6
	}
	for _, body := range dropped {
		for tier, seed := range product([]cpu.Tier{cpu.AVX2, cpu.AVX512, cpu.NEON}, seeds) {
			src := "package k\n\nfunc k(y, x []int32, a, b, n int) (s int32) {\n//loop:" + body + "\nreturn\n}\n"
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
			knobs, err := config.ParseKnobs(fmt.Sprintf("verify-each,drop-metadata=%d", seed))
			if err != nil {
				t.Fatal(err)
			}
			f := build()
			if _, err := loopopt.Optimize(f, config.Options{Target: isel.TargetFor(cpu.Baseline(tier)), Knobs: knobs, Parallel: config.OnRequest}); err != nil {
				t.Fatalf("%s, %s, seed %d: %v", body, tier, seed, err)
			}
			after, err := interp.New(f)
			if err != nil {
				t.Fatalf("%s, %s, seed %d: %v", body, tier, seed, err)
			}
			r := rand.New(rand.NewSource(seed))
			for range 12 {
				args := []any{numbers(r, 200), numbers(r, 200), r.Intn(20), r.Intn(14), r.Intn(14)}
				if err := interp.Compare(before, after, args, interp.Options{MaxSteps: 1 << 18}); err != nil && err != interp.ErrSteps {
					t.Fatalf("%s, %s, seed %d: %v: %v", strings.ReplaceAll(body, "\n", " "), tier, seed, args, err)
				}
			}
		}
	}
}

func product(tiers []cpu.Tier, seeds int64) func(func(cpu.Tier, int64) bool) {
	return func(yield func(cpu.Tier, int64) bool) {
		for _, tier := range tiers {
			for seed := int64(1); seed <= seeds; seed++ {
				if !yield(tier, seed) {
					return
				}
			}
		}
	}
}

// FuzzDroppedMetadata does the same for random kernels with chains of requests.
func FuzzDroppedMetadata(f *testing.F) {
	for seed := range uint64(18) {
		f.Add(seed, int64(seed)*7+1, uint8(seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, drop int64, tier uint8) {
		isa := [...]string{"avx2", "avx512", "neon"}[tier%3]
		cfg := difftest.Config{Seed: seed, ISAs: []string{isa}, Knobs: fmt.Sprintf("verify-each,drop-metadata=%d", drop), Sets: 3,
			Without: unknownFeatures(), Chains: 1 + int(tier/3%3)}
		if err := difftest.Passes(cfg); err != nil {
			t.Error(err)
		}
	})
}
