package frontend_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hotloop/frontend"
	"hotloop/runtime"
)

// The kernels that the oracle test runs in the interpreter do the same as machine code, optimized and not vectorized, with
// slices long enough for vector loops.
func TestNativeAgainstGC(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	for _, set := range frontend.KernelSets {
		names := make([]string, 0, len(set.Kernels))
		for name := range set.Kernels {
			names = append(names, name)
		}
		slices.Sort(names)
		for i, name := range names {
			t.Run(name, func(t *testing.T) {
				for j, tier := range runtime.Tiers() {
					// Each kernel once with vector loops and once without, in turns.
					nativeAgainstGC(t, set, name, runtime.Options{ISA: tier.String(), NoVectorize: (i+j)%2 == 1, FPWritten: true, FileName: set.File})
				}
				nativeAgainstGC(t, set, name, runtime.Options{FPWritten: true, FileName: set.File})
			})
		}
	}
}

func nativeAgainstGC(t *testing.T, set frontend.KernelSet, name string, o runtime.Options) {
	fn := set.Kernels[name]
	ft := reflect.TypeOf(fn)
	fname, _, _ := strings.Cut(name, "/")
	k, err := runtime.Compile(ft, set.Text, fname, o)
	if err != nil {
		t.Fatal(err)
	}
	if k.Err() != nil {
		t.Fatalf("%s: not native: %v", o.ISA, k.Err())
	}
	if frontend.GCFuses() {
		res, err := frontend.Build(frontend.Text(set.File, set.Text), fname, frontend.Options{Type: ft})
		if err != nil {
			t.Fatal(err)
		}
		if frontend.SumsProducts(res.Func) { // gc's code is no reference here: see againstGC
			fn = k.Fallback().Interface()
		}
	}
	rng := rand.New(rand.NewPCG(3, uint64(len(name))))
	ours := k.Func().Interface()
	for n := range 150 {
		args, same := frontend.RandomCall(rng, ft, 7+n%3*30)
		before := fmt.Sprint(frontend.Show(args))
		wantRes, wantPanic := frontend.CallGC(fn, args)
		gotRes, gotPanic := frontend.CallGC(ours, same)
		g := fmt.Sprint(gotRes, gotPanic, frontend.Show(same))
		if w := fmt.Sprint(wantRes, wantPanic, frontend.Show(args)); g != w {
			t.Fatalf("%s (%s, vectorize %t)%s\ngot  %s\ngc   %s", name, o.ISA, !o.NoVectorize, before, g, w)
		}
	}
}
