package oracle

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// TestOracleAligned compares all of the oracle's kernels whose loops can begin with a pass that aligns an access with
// the Go compiler, with that pass demanded however short the loop is: their slices begin anywhere.
func TestOracleAligned(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	text := e2e.Directed(kernels.KernelsText, "vectorize.align.enable")
	const isa = "avx512" // the masks are this tier's
	if !slices.Contains(e2e.ISAs(), isa) {
		t.Skip("no AVX-512 on this machine")
	}
	aligned := 0
	for i := range oracleKernels {
		k := oracleKernels[i]
		k.Text = text
		c, err := runtime.Compile(reflect.TypeOf(k.Fn), text, k.Name, runtime.Options{ISA: isa})
		if err != nil {
			t.Fatal(err)
		}
		if c.Stats().ISA != isa {
			t.Skip("a knob allows less than AVX-512")
		}
		if !strings.Contains(strings.Join(c.Stats().Plans, " "), "aligned=") {
			continue
		}
		aligned++
		t.Run(k.Name, func(t *testing.T) {
			e2e.Parallel(t)
			k.Check(t, e2e.Build{Name: isa, Isa: isa, Fp: "exact", NoVec: false, Every: 1})
			if k.Sums {
				k.Check(t, e2e.Build{Name: "fast", Isa: isa, Fp: "fast", NoVec: false, Every: 1})
			}
		})
	}
	if aligned < 60 {
		t.Errorf("%d kernels begin with an aligning pass, expected 60 and more", aligned)
	}
}

// TestAlignedByCost: loops that do little but load and store are aligned, unless it is forbidden; others not, nor
// where an aligning pass is not possible, or nothing of it is known to be won.
func TestAlignedByCost(t *testing.T) {
	for _, c := range []struct {
		name, body string
		tier       cpu.Tier
		want       string
	}{
		{"streams", "for i := range y { y[i] = a[i] + b[i] }", cpu.AVX512, "aligned=64"},
		{"half as long", "\n//loop:prefer_width=256\nfor i := range y { y[i] = a[i] + b[i] }", cpu.AVX512, "aligned=32"},
		{"sum", "s := int32(0)\nfor i := range y { s += a[i] * b[i] }\ny[0] = s", cpu.AVX512, "aligned=64"},
		{"forbidden", "\n//loop:vectorize.align.enable=0\nfor i := range y { y[i] = a[i] + b[i] }", cpu.AVX512, ""},
		{"row", "for k := range 4 { for i := k; i < len(y); i++ { y[i] = a[i] + b[i] } }", cpu.AVX512, ""},
		{"no masked tail", "\n//loop:vectorize.predicate.enable=0\nfor i := range y { y[i] = a[i] + b[i] }", cpu.AVX512, ""},
		{"short", "for i := range 100 { y[i] = a[i] + b[i] }", cpu.AVX512, ""},
		{"much to do", "for i := range y { v := a[i]; v = v*v + b[i]; v = v*v + 1; v = v*v + 3; v = v*v + 4; v = v*v + 5; " +
			"y[i] = v*v }", cpu.AVX512, ""},
		{"much to do, demanded", "\n//loop:vectorize.align.enable\nfor i := range y { v := a[i]; v = v*v + b[i]; v = v*v + " +
			"1; v = v*v + 3; v = v*v + 4; v = v*v + 5; y[i] = v*v }", cpu.AVX512, "aligned=64"},
		{"carried", "p := a[0]\nfor i := range y { y[i] = a[i] + p; p = b[i] }", cpu.AVX512, ""},
		{"no masks", "for i := range y { y[i] = a[i] + b[i] }", cpu.AVX2, ""},
	} {
		base := cpu.Baseline(c.tier)
		k, err := runtime.Inspect(reflect.TypeOf((func(y, a, b []int32))(nil)), "package p\nfunc f(y, a, b []int32) {\n"+
			c.body+"\n}", "f",
			runtime.Options{}, &runtime.Watch{For: &base})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		plans := strings.Join(k.Stats().Plans, " ")
		if !strings.Contains(plans, "VF=") {
			t.Errorf("%s: not vectorized", c.name)
		}
		if strings.Contains(plans, "aligned=") != (c.want != "") || !strings.Contains(plans, c.want) {
			t.Errorf("%s: plans are %s, want %q", c.name, plans, c.want)
		}
	}
}
