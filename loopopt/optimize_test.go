package loopopt_test

import (
	"errors"
	"fmt"
	"testing"

	"hotloop/bench"
	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/internal/irtest"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
	"hotloop/loopopt/remark"
)

// TestPipelineKeepsMeaning runs every kernel of the core suite through the optimizer for every vector size. It
// verifies the IR after every pass and compares its interpretation with that of the frontend's SSA.
func TestPipelineKeepsMeaning(t *testing.T) {
	for _, k := range bench.Suite("core") {
		for _, tier := range []cpu.Tier{cpu.AVX512, cpu.AVX2, cpu.NEON} {
			for _, mode := range []string{"exact", "fast", "scalar"} {
				t.Run(fmt.Sprintf("%s/%s/%s", k.Name, tier, mode), func(t *testing.T) {
					fp := ir.FPExact
					if mode == "fast" {
						fp = ir.FPFast
					}
					res, err := frontend.Build(frontend.Text(k.File, k.Text), k.Func, frontend.Options{FP: fp, FPWritten: true})
					if err != nil {
						t.Fatal(err)
					}
					before, err := interp.New(res.Func)
					if err != nil {
						t.Fatal(err)
					}
					sink := &remark.Sink{}
					knobs, _ := config.ParseKnobs("verify-each")
					var last string
					after := func(pass string, f *ir.Func, changed bool) {
						if !changed {
							return
						}
						p, err := interp.New(f)
						if err != nil {
							t.Fatalf("after %s: %v\n%s", pass, err, f)
						}
						for n := range 80 {
							args := irtest.Args(res.Func, n*7%150, uint64(n))
							if err := interp.Compare(before, p, args, interp.Options{MaxSteps: 1 << 18}); err != nil {
								if errors.Is(err, interp.ErrSteps) {
									continue // a loop over a huge count that touches nothing
								}
								t.Fatalf("after %s, n=%d: %v\nbefore:\n%s\nafter:\n%s", pass, n*7%150, err, last, f)
							}
						}
						last = f.String()
					}
					opt := config.Options{Target: isel.TargetFor(cpu.Features{Tier: tier, Tuning: cpu.Tuning{VectorBits: 512}}), Remarks: sink, Knobs: knobs, Parallel: config.OnRequest, After: after,
						NoVectorize: mode == "scalar"}
					out, err := loopopt.Optimize(res.Func, opt)
					if err != nil {
						t.Fatal(err)
					}
					for _, p := range out.Plans {
						t.Log(p)
					}
					for _, r := range sink.Remarks {
						t.Log(r)
					}
				})
			}
		}
	}
}
