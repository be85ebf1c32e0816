package irtest

import (
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/isel"
	_ "hotloop/isel/all" // targets of both architectures are asked for costs
	"hotloop/loopopt/config"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Loops runs the cases of a file on the driver of loop transformations. The name in a heading is one of the stages; the
// attributes of the loops request transforms. Remarks follow the resulting function.
func Loops(t *testing.T, file string, transforms []*driver.Transform, stages []driver.Stage) {
	ran := map[string]bool{}
	Cases(t, file, func(t *testing.T, name, before string) string {
		for _, s := range stages {
			if s.Name == name {
				ran[name] = true
				after, remarks := Driven(Parse(t, before), transforms, s)
				Same(t, before, after)
				return after + remarks
			}
		}
		t.Fatalf("no stage %q", name)
		return ""
	})
	for _, s := range stages {
		if !ran[s.Name] {
			t.Errorf("%s has no case of %s", file, s.Name)
		}
	}
}

// Driven runs a stage of the driver, for AVX-512 and without a budget, and returns the function and the remarks.
func Driven(f *ir.Func, transforms []*driver.Transform, stage driver.Stage) (after, remarks string) {
	knobs, err := config.ParseKnobs("")
	if err != nil {
		panic(err)
	}
	sink := &remark.Sink{}
	opt := &config.Options{Remarks: sink, Knobs: knobs,
		Target: isel.TargetFor(cpu.Features{Tier: cpu.AVX512, Tuning: cpu.Tuning{VectorBits: 512}})}
	d := driver.NewDriver(f, opt, &config.Output{}, driver.Demands(f), nil, transforms)
	d.Steps([]driver.Stage{stage})
	d.Missed()
	f.RemoveDead()
	var list strings.Builder
	for _, r := range sink.Remarks {
		list.WriteString(r.String() + "\n")
	}
	return f.String(), list.String()
}
