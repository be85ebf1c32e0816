package use

import (
	"reflect"
	goruntime "runtime"
	"strings"
	"testing"

	"hotloop"
	"hotloop/cpu"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/use/testdata/door/vars"
	"hotloop/runtime"
)

// TestAcceleratedVariables: kernel and program share a bound variable.
func TestAcceleratedVariables(t *testing.T) {
	jit(t)
	old := vars.Get()
	defer vars.Put(old)
	k := hotloop.Accelerate(vars.Gain, vars.Source, places()...)
	s := hotloop.Accelerate(vars.Sum, vars.Source, places()...)
	if k.Err() != nil || !k.Native() || !k.Stats().Vectorized || s.Err() != nil || !s.Native() {
		t.Fatal(k.Err(), k.Stats(), s.Err())
	}
	x, y := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, make([]float64, 9)
	for _, f := range []float64{10, -1, 0.5} {
		vars.Set(f, [4]int{})
		k.Func(y, x)
		if y[8] != 9*f {
			t.Errorf("with %v: %v", f, y)
		}
	}
	vars.Put(vars.State{Total: 5})
	s.Func(x)
	s.Func(x)
	if got := vars.Get().Total; got != 95 {
		t.Errorf("the program sees a total of %v, want 95", got)
	}
}

// TestHandedOverStaysAlive: a kernel keeps the memory that it uses, and another object makes another kernel.
func TestHandedOverStaysAlive(t *testing.T) {
	const src = "package k\nvar v [64]float64\nfunc F(y []float64) {\n\tfor i := range y {\n\t\ty[i] = v[i&63]\n\t}\n}\n"
	var fs []func([]float64)
	for n := range 20 {
		v := new([64]float64)
		for i := range v {
			v[i] = float64(100*n + i)
		}
		fs = append(fs, hotloop.MustCompile[func([]float64)](src, "F", hotloop.WithGlobal("v", v)).Func)
	}
	for range 3 {
		goruntime.GC()
		for range 100 {
			junk = append(junk[:0:0], make([]float64, 64)...)
		}
	}
	for n, f := range fs {
		y := make([]float64, 64)
		f(y)
		if y[0] != float64(100*n) || y[63] != float64(100*n+63) {
			t.Errorf("kernel %d: %v", n, y)
		}
	}
}

var junk []float64

// TestGlobalErrors: a variable that cannot be bound is an error with its position.
func TestGlobalErrors(t *testing.T) {
	var none *float64
	for _, c := range []struct {
		name string
		opt  hotloop.Option
		want string
	}{
		{"Gain", hotloop.WithGlobal("gian", new(float64)), "kernel.go:51:6: found a variable bound as gian"},
		{"Gain", hotloop.WithGlobal("factor", new(float32)),
			"kernel.go:53:10: found variable factor of type float64, which is bound to a pointer to float32"},
		{"Gain", hotloop.WithGlobal("factor", 1.5), "use a pointer to the variable, &factor"},
		{"Gain", hotloop.WithGlobal("factor", none), "use a pointer to the variable, &factor"},
		{"Gain", hotloop.WithGlobal("factor", nil), "use a pointer to the variable, &factor"},
		{"Name", hotloop.WithGlobal("name", new(string)),
			"package-level variable name of type string in place is not supported; write it as a parameter"},
		{"Sum", hotloop.FP(hotloop.FPExact), `an assignment to package-level variable total is not supported; write to a slice parameter, or ` +
			`hotloop.WithGlobal("total", &total) among the options`},
	} {
		var err error
		if c.name == "Gain" {
			_, err = hotloop.Compile[func(y, x []float64)](vars.Source, c.name, c.opt)
		} else if c.name == "Name" {
			_, err = hotloop.Compile[func(y []byte)](vars.Source, c.name, c.opt)
		} else {
			_, err = hotloop.Compile[func(x []float64)](vars.Source, c.name, c.opt)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// TestVariablesInPlaceEverywhere: every code generator makes code that uses variables in place, also what this machine
// cannot run.
func TestVariablesInPlaceEverywhere(t *testing.T) {
	for _, tier := range []cpu.Tier{cpu.AVX2, cpu.AVX512, cpu.NEON} {
		for name, fn := range map[string]any{"Gain": vars.Gain, "Conf": vars.Conf, "Count": vars.Count, "Rows": vars.Rows,
			"Order": vars.Order, "Alias": vars.Alias, "Copied": vars.Copied} {
			plain := cpu.Baseline(tier)
			w := &runtime.Watch{For: &plain}
			k, err := runtime.Inspect(reflect.TypeOf(fn), vars.Source, name, runtime.Options{Globals: vars.Vars()}, w)
			if err != nil || w.Code == nil || k.Stats().ISA != tier.String() {
				t.Errorf("%s, %s: %v, %v", name, tier, err, k)
			}
		}
	}
}

// TestListingOfSeveralFiles: a listing shows the line of the file that it comes from.
func TestListingOfSeveralFiles(t *testing.T) {
	e2e.NeedNative(t)
	k := hotloop.MustCompile[func(y []float64)]("package k\n\nfunc F(y []float64) {\n\ttwice(y)\n}\n", "F",
		hotloop.WithFile("twice.go", "package k\n\n\nfunc twice(x []float64) {\n\tfor i := range x {\n\t\tx[i] *= 2\n\t}\n}\n"))
	var b strings.Builder
	if err := k.Disassemble(&b); err != nil || !strings.Contains(b.String(), "; twice.go:6: x[i] *= 2") ||
		strings.Contains(b.String(), "kernel.go") {
		t.Errorf("%v\n%s", err, b.String())
	}
}
