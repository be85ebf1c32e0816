package isel_test

import (
	"fmt"
	"math"
	"testing"

	"hotloop/bench"
	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/runtime"
)

// TestPredictedUops bounds the error of predicted costs. It compares the micro-operations of one iteration of the
// main vector loop, as package vplan adds them up from the prices of single operations, with those of the emitted
// instructions.
func TestPredictedUops(t *testing.T) {
	sum, n := 0.0, 0
	for _, f := range []cpu.Features{
		{Tier: cpu.AVX512, Tuning: cpu.Tuning{VectorBits: 512}},
		{Tier: cpu.AVX2, Tuning: cpu.Tuning{VectorBits: 256}},
		cpu.Baseline(cpu.NEON),
	} {
		target := isel.TargetFor(f)
		for _, k := range bench.Suite("core") {
			for mode, fp := range map[string]ir.FPFlags{"exact": ir.FPExact, "fast": ir.FPFast} {
				name := fmt.Sprintf("%s/%s/%s", target.Name(), k.Name, mode)
				res, err := frontend.Build(frontend.Text(k.File, k.Text), k.Func,
					frontend.Options{FP: fp, FPWritten: true})
				if err != nil {
					t.Fatal(err)
				}
				lay, err := runtime.LayoutOfFunc(k.Type)
				if err != nil {
					t.Fatal(err)
				}
				for i := range res.Func.Params {
					res.Func.Params[i].Off = int(lay.Params[i])
				}
				for i := range res.Func.Results {
					res.Func.Results[i].Off = int(lay.Results[i])
				}
				knobs, _ := config.ParseKnobs("")
				out, err := loopopt.Optimize(res.Func, config.Options{Target: target, Remarks: &remark.Sink{},
					Knobs: knobs})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				// with windows, the price is the mean of two paths through the loop
				if len(out.Plans) != 1 || len(out.Plans[0].Windows) > 0 {
					continue
				}
				emitted, insts, err := isel.VectorLoopUops(target, res.Func)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				p := out.Plans[0]
				predicted := p.Cost * planIssueWidth * float64(p.VF()*p.UF())
				ratio := emitted / predicted
				t.Logf("%-32s %-28s predicted %6.1f  emitted %6.1f (%d instructions)  ratio %.2f", name, p, predicted,
					emitted, insts, ratio)
				if ratio < 1/worst || ratio > worst {
					t.Errorf("%s: %v was predicted to take %.1f uops a pass, and takes %.1f", name, p, predicted,
						emitted)
				}
				sum += math.Abs(math.Log(ratio))
				n++
			}
		}
	}
	if n < 40 {
		t.Errorf("only %d loops were vectorized", n)
	}
	t.Logf("off by %.0f%% on average, %d loops", 100*(math.Exp(sum/float64(n))-1), n)
}

// worst is the bound on the ratio. Too high a price is less harmful than too low a price, but it can also select
// the wrong plan.
const worst = 1.5

// planIssueWidth is the constant of vplan: plan costs are cycles per iteration at this many micro-operations per
// cycle.
const planIssueWidth = 4
