package frontend

import (
	"strings"
	"testing"

	"hotloop/loopopt/ir"
)

// TestNarrowMath checks which calls become float32 functions.
func TestNarrowMath(t *testing.T) {
	for _, c := range []struct {
		expr, has, lacks string
		fp               ir.FPFlags
	}{
		{"float32(math.Exp(float64(x)))", "Exp <f32>", "FTrunc", 0},
		{"float32(math.Exp(float64(x)))", "Exp <f32>", "Approx", ir.FPGo},
		{"float32(math.Exp(float64(x)))", "ExpApprox <f32>", "<f64>", ir.AFn},
		{"float32(math.Sin(float64(x)))", "SinApprox <f32>", "<f64>", ir.FPFast},
		{"float32(math.Mod(float64(x), float64(y)))", "Mod <f32>", "<f64>", ir.FPFast},
		{"float32(math.Pow(float64(x), float64(y)))", "Pow <f32>", "<f64>", 0},
		{"float32(math.Pow(float64(x), 2.5))", "Pow <f32>", "<f64>", 0},
		{"float32(math.Pow(float64(x), 0.1))", "Pow <f64>", "Pow <f32>", 0}, // 0.1 is not a float32 value
		{"float32(math.Pow(float64(x), d))", "Pow <f64>", "Pow <f32>", 0},
		{"float32(math.Exp(d))", "Exp <f64>", "Exp <f32>", 0},
		{"float32(math.Exp(float64(x) + 1))", "Exp <f64>", "Exp <f32>", 0},
		{"float32(math.Exp(float64(x)) + 1)", "Exp <f64>", "Exp <f32>", 0},
		{"float32(float64(float32(math.Exp(float64(x)))))", "Exp <f32>", "Exp <f64>", 0},
		{"float32(math.Cbrt(float64(x)))", "Cbrt <f64>", "Cbrt <f32>", ir.FPFast}, // there is no float32 function
		{"float32(math.Exp(1))", "", "Approx", 0},
	} {
		src := "package k\n\nimport \"math\"\n\nfunc f(x, y float32, d float64) float32 { return " + c.expr + " }\n"
		got := body(t, src, "f", Options{FP: c.fp})
		if !strings.Contains(got, c.has) || strings.Contains(got, c.lacks) {
			t.Errorf("%s, fp(%v): want %q and no %q in\n%s", c.expr, c.fp, c.has, c.lacks, got)
		}
	}
}

// TestNarrowMathOtherUse checks that a value that is also used in float64 is computed once, in float64.
func TestNarrowMathOtherUse(t *testing.T) {
	got := body(t, `package k

import "math"

func f(x float32) (float32, float64) {
	e := math.Exp(float64(x))
	return float32(e), e
}
`, "f", Options{})
	if strings.Count(got, "Exp <") != 1 || !strings.Contains(got, "Exp <f64>") {
		t.Error(got)
	}
}
