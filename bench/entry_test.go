package bench

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"hotloop/bench/frame"
)

// entrySuites are the suites that have several kernels in a file.
var entrySuites = []string{"image", "dsp", "columns", "ml"}

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
