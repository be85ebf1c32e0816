package bench

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/bench/frame"
)

// TestTSVCIsComplete wants the 151 loops twice, each with the right functions, and arguments that fit their types.
func TestTSVCIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range TSVC() {
		if seen[k.Name] {
			t.Errorf("%s: twice", k.Name)
		}
		seen[k.Name] = true
		if k.Func != strings.ToUpper(strings.TrimSuffix(k.Name, "_f64")) {
			t.Errorf("%s is function %s", k.Name, k.Func)
		}
		for i, fn := range []any{k.Plain, k.Oracle, k.Empty} {
			if reflect.TypeOf(fn) != k.Type {
				t.Errorf("%s: function %d is a %T, want %s", k.Name, i, fn, k.Type)
			}
		}
		if !strings.Contains(k.Text, "func "+k.Func+"[") {
			t.Errorf("%s: its text lacks %s", k.Name, k.Func)
		}
		for _, d := range []Data{Whole, Special, Steady} {
			for _, n := range []int{0, 1, 7, 300} {
				args := k.Args(rand.New(rand.NewPCG(1, 2)), n, d)
				if len(args) != k.Type.NumIn() {
					t.Fatalf("%s: %d arguments for %s", k.Name, len(args), k.Type)
				}
				for i, a := range args {
					if reflect.TypeOf(a) != k.Type.In(i) {
						t.Errorf("%s: argument %d is a %T, want %s", k.Name, i, a, k.Type.In(i))
					}
				}
			}
		}
	}
	if len(seen) != 302 {
		t.Errorf("%d kernels, want 151 for each of two types", len(seen))
	}
}

// TestTSVCRuns wants no panic from what is timed.
func TestTSVCRuns(t *testing.T) {
	for _, k := range TSVC() {
		f := frame.New(k.Args(rand.New(rand.NewPCG(1, 2)), 1000, Steady), frame.Layout{Share: -1})
		if out, err := (FuncReference{k.Plain}).Outcome(f); err != nil || out.Panic != "" {
			t.Errorf("%s: %v %s", k.Name, err, out.Panic)
		}
	}
}
