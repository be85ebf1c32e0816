package bench

import (
	"testing"

	mathloops "hotloop/bench/math"
)

// TestMathCheck: the check passes gc's own build in every mode and finds a function that is off in one element.
func TestMathCheck(t *testing.T) {
	for _, k := range Math() {
		for _, mode := range Modes {
			if err := Check(k, k.Plain, FuncReference{k.Oracle}, mode, true, 1); err != nil {
				t.Errorf("%s %s: %s", k.Name, mode, err)
			}
		}
	}
	k := Math()[0]
	off := func(y, x []float64) {
		mathloops.Exp(y, x)
		if len(y) > 8 {
			y[8] *= 1 + 0x1p-40
		}
	}
	if err := Check(k, off, FuncReference{k.Oracle}, "fast", true, 1); err == nil {
		t.Error("an error of 2^-40 is not found")
	}
}
