package oracle

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hotloop/frontend"
	"hotloop/internal/lab/child"
	"hotloop/runtime"
)

// The kernels that the oracle test runs in the interpreter do the same as machine code, optimized and not vectorized,
// with slices long enough for vector loops.
func TestNativeAgainstGC(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	for _, set := range kernelSets {
		names := make([]string, 0, len(set.kernels))
		for name := range set.kernels {
			names = append(names, name)
		}
		slices.Sort(names)
		for i, name := range names {
			t.Run(name, func(t *testing.T) {
				for j, tier := range runtime.Tiers() {
					// Each kernel once with vector loops and once without, in turns.
					nativeAgainstGC(t, set, name, runtime.Options{ISA: tier.String(), NoVectorize: (i+j)%2 == 1, FPWritten: true,
						FileName: set.file})
				}
				nativeAgainstGC(t, set, name, runtime.Options{FPWritten: true, FileName: set.file})
			})
		}
	}
}

func nativeAgainstGC(t *testing.T, set kernelSet, name string, o runtime.Options) {
	fn := set.kernels[name]
	ft := reflect.TypeOf(fn)
	fname, _, _ := strings.Cut(name, "/")
	k, err := runtime.Compile(ft, set.text, fname, o)
	if err != nil {
		t.Fatal(err)
	}
	if k.Err() != nil {
		t.Fatalf("%s: not native: %v", o.ISA, k.Err())
	}
	if gcFuses() {
		res, err := frontend.Build(frontend.Text(set.file, set.text), fname, frontend.Options{Type: ft})
		if err != nil {
			t.Fatal(err)
		}
		if sumsProducts(res.Func) { // The Go compiler's code is no reference here: see againstGC
			fn = k.Fallback().Interface()
		}
	}
	rng := rand.New(rand.NewPCG(3, uint64(len(name))))
	ours := k.Func().Interface()
	runs := 150
	if testing.Short() && child.Emulated() {
		runs = 50
	}
	for n := range runs {
		args := randomArgsUpTo(rng, ft, 7+n%3*30)
		same := cloneArgs(args)
		before := cloneArgs(args)
		wantRes, wantPanic := callGC(fn, args)
		gotRes, gotPanic := callGC(ours, same)
		g := fmt.Sprint(gotRes, gotPanic, show(same))
		if w := fmt.Sprint(wantRes, wantPanic, show(args)); g != w {
			t.Fatalf("%s (%s, vectorize %t)%s\ngot  %s\nwant %s", name, o.ISA, !o.NoVectorize, show(before), g, w)
		}
	}
}
