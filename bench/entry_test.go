package bench

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hotloop/bench/columns"
	"hotloop/bench/dsp"
	"hotloop/bench/frame"
	"hotloop/bench/image"
	"hotloop/bench/ml"
)

// entrySuites are the suites that have several kernels in a file.
var entrySuites = []string{"image", "dsp", "columns", "ml"}

// TestEntriesAreComplete wants kernels of different names with the right builds. Some have one function and other data.
func TestEntriesAreComplete(t *testing.T) {
	for _, suite := range entrySuites {
		if !slices.Contains(Suites, suite) {
			t.Errorf("suite %s is not in the list", suite)
		}
		kernels := Suite(suite)
		seen := map[string]bool{}
		for _, k := range kernels {
			if seen[k.Name] {
				t.Errorf("%s %s: twice", suite, k.Name)
			}
			seen[k.Name] = true
			if !strings.Contains(k.Text, "func "+k.Func+"(") {
				t.Errorf("%s: its text lacks %s", k.Name, k.Func)
			}
			for i, fn := range []any{k.Plain, k.Oracle, k.Empty} {
				want := []string{suite + "." + k.Func, "oracle." + k.Func, "oracle.Empty" + k.Func}[i]
				if got := funcName(fn); reflect.TypeOf(fn) != k.Type || !strings.HasSuffix(got, want) {
					t.Errorf("%s: %s of %T is not %s of %s", k.Name, got, fn, want, k.Type)
				}
			}
		}
		if len(kernels) < 8 {
			t.Errorf("suite %s has %d kernels", suite, len(kernels))
		}
	}
	for suite, e := range map[string]entries{"image": entriesOf("image", image.Files), "dsp": entriesOf("dsp", dsp.Files),
		"columns": entriesOf("columns", columns.Files), "ml": entriesOf("ml", ml.Files)} {
		for fn, p := range e.parts {
			if !slices.ContainsFunc(Suite(suite), func(k *Kernel) bool { return k.Func == fn }) {
				t.Errorf("%s of %s/%s is in no kernel", fn, suite, p.file)
			}
		}
	}
}

// TestEntriesCheck: the check passes gc's own build in every mode and finds an element that is off.
func TestEntriesCheck(t *testing.T) {
	for _, suite := range entrySuites {
		for _, k := range Suite(suite) {
			for _, mode := range Modes {
				if mode == "exact" && gcFuses {
					continue
				}
				if err := CheckAt(k, k.Plain, FuncReference{k.Oracle}, mode, []int{0, 1, 2, 15, 16, 17, 64, 257, 1025}, 1); err != nil {
					t.Errorf("%s %s %s: %s", suite, k.Name, mode, err)
				}
			}
			if k.Type.In(0).Kind() != reflect.Slice || k.Type.NumOut() > 0 {
				continue
			}
			off := reflect.MakeFunc(k.Type, func(in []reflect.Value) []reflect.Value {
				reflect.ValueOf(k.Plain).Call(in)
				if s := in[0]; s.Len() > 0 {
					switch e := s.Index(s.Len() / 2); {
					case e.CanFloat():
						e.SetFloat(e.Float()*1.01 + 1)
					case e.CanInt():
						e.SetInt(e.Int() ^ 1)
					default:
						e.SetUint(e.Uint() ^ 1)
					}
				}
				return nil
			}).Interface()
			if CheckAt(k, off, FuncReference{k.Oracle}, "fast", []int{64, 257}, 1) == nil {
				t.Errorf("%s %s: an error in one element is not found", suite, k.Name)
			}
		}
	}
}

// TestEntriesStay runs what is timed on its own output for long: no panic, no infinity, no denormal.
func TestEntriesStay(t *testing.T) {
	for _, suite := range entrySuites {
		for _, k := range Suite(suite) {
			args := k.Args(rand.New(rand.NewPCG(1, 1)), 256, Steady)
			if out, err := (FuncReference{k.Plain}).Outcome(frame.New(args, frame.Layout{Share: -1})); err != nil || out.Panic != "" {
				t.Errorf("%s %s: %v %s", suite, k.Name, err, out.Panic)
				continue
			}
			k.Bind(k.Plain, args)(20_000)
			for i, a := range args {
				v := reflect.ValueOf(a)
				if v.Kind() != reflect.Slice || v.Type().Elem().Kind() != reflect.Float32 && v.Type().Elem().Kind() != reflect.Float64 {
					continue
				}
				for j := range v.Len() {
					e := v.Index(j).Float()
					if math.IsInf(e, 0) || math.IsNaN(e) || e != 0 && math.Abs(e) < 1e-30 {
						t.Errorf("%s %s: element %d of argument %d has become %g", suite, k.Name, j, i, e)
						break
					}
				}
			}
		}
	}
}
