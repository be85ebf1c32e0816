package irtest

import (
	"regexp"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/isel"
	"hotloop/loopopt/ir"
)

// Code runs the cases of a file on the code generator. The name in a heading is an instruction set. step selects the
// compared text: a step of isel.Options.Dump, or "code" for the listing, without offsets.
func Code(t *testing.T, file, step string) {
	Cases(t, file, func(t *testing.T, name, before string) string {
		after, err := Compiled(Parse(t, before), name, step)
		if err != nil {
			t.Fatal(err)
		}
		return after
	})
}

// Compiled compiles an optimized function for an instruction set and returns the result of a step.
func Compiled(f *ir.Func, isa, step string) (text string, err error) {
	tier, err := cpu.ParseTier(isa)
	if err != nil {
		return "", err
	}
	f.Layout()
	o := isel.Options{Listing: true, Verify: true, Dump: func(name, dump string) {
		if name == step {
			text = dump
		}
	}}
	code, err := isel.TargetFor(cpu.Baseline(tier)).Compile(f, o)
	if err == nil && step == "code" {
		text = offsets.ReplaceAllString(code.String(), "")
	}
	return strings.TrimSpace(text), err
}

// offsets matches the first column of a listing, which depends on all preceding code.
var offsets = regexp.MustCompile(`(?m)^ *[0-9a-f]+ {2}`)
