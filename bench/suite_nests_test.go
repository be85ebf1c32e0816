package bench

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"hotloop/bench/frame"
)

// TestNestsRun wants no panic from what is timed, and numbers in what it leaves: neither zeros only, nor NaN, which would
// hide what a peer does wrong.
func TestNestsRun(t *testing.T) {
	for _, k := range Nests() {
		args := k.Args(rand.New(rand.NewPCG(1, 2)), 60, Steady)
		f := frame.New(args, frame.Layout{Share: -1})
		if out, err := (FuncReference{k.Plain}).Outcome(f); err != nil || out.Panic != "" {
			t.Errorf("%s: %v %s", k.Name, err, out.Panic)
		}
		in := make([]reflect.Value, len(args))
		for i, a := range args {
			in[i] = reflect.ValueOf(a)
		}
		reflect.ValueOf(k.Plain).Call(in)
		for i, v := range in {
			if v.Kind() != reflect.Slice {
				continue
			}
			other := false
			for j := range v.Len() {
				x := v.Index(j).Float()
				if x != x {
					t.Errorf("%s: argument %d is NaN at %d", k.Name, i, j)
					break
				}
				other = other || x != 0
			}
			if !other {
				t.Errorf("%s: argument %d is all zeros", k.Name, i)
			}
		}
	}
}
