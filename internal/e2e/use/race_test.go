package use

import (
	"fmt"
	"sync"
	"testing"

	"hotloop"
	"hotloop/internal/options"
	"hotloop/runtime"
)

// Kernels that several goroutines call for parts of one slice, each with other accesses at the ends of its part.
const partsText = `package k

func Axpy(y, x []float64, a float64, lo, hi int) {
	for i := lo; i < hi; i++ {
		y[i] += a * x[i]
	}
}

func Smooth(y, x []float64, a float64, lo, hi int) {
	for i := max(lo, 1); i < min(hi, len(x)-1); i++ {
		y[i] = a * (x[i-1] + x[i] + x[i+1])
	}
}

func Some(y, x []float64, a float64, lo, hi int) {
	for i := lo; i < hi; i++ {
		if x[i] > a {
			y[i] = x[i]
		}
	}
}

func Even(y, x []float64, a float64, lo, hi int) {
	for i := lo; i < hi; i++ {
		if i%2 == 0 {
			y[i] = a * x[i]
		}
	}
}
`

func axpyPart(y, x []float64, a float64, lo, hi int) {
	for i := lo; i < hi; i++ {
		y[i] += a * x[i]
	}
}

type partFunc = func(y, x []float64, a float64, lo, hi int)

// TestRacePartsOfASlice: goroutines may work on parts of one slice, whether these meet within a vector or within a
// cache line, and even by turns of elements. The race detector must find nothing in that, and nothing may be lost, for
// no kernel stores what its program does not.
func TestRacePartsOfASlice(t *testing.T) {
	const n = 1003
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i % 10)
	}
	inParts := func(f partFunc, y []float64, a float64, part int) {
		var wg sync.WaitGroup
		for lo := 0; lo < n; lo += part {
			wg.Add(1)
			go func() {
				defer wg.Done()
				f(y, x, a, lo, min(lo+part, n))
			}()
		}
		wg.Wait()
	}
	for _, name := range []string{"Axpy", "Smooth", "Some", "Even"} {
		for _, isa := range runtime.Tiers() {
			k, err := hotloop.Compile[partFunc](partsText, name, options.MaxISA(isa.String()))
			if err != nil {
				t.Fatal(err)
			}
			want := make([]float64, n)
			k.Func(want, x, 4, 0, n)
			for _, part := range []int{1, 7, 64, 500} {
				t.Run(fmt.Sprint(name, "/", isa, "/", part), func(t *testing.T) {
					y := make([]float64, n)
					inParts(k.Func, y, 4, part)
					for i := range y {
						if y[i] != want[i] {
							t.Fatalf("element %d is %v, not %v", i, y[i], want[i])
						}
					}
				})
			}
		}
	}
	t.Run("odd and even", func(t *testing.T) { // the others' elements lie between ours
		k, err := hotloop.Compile[partFunc](partsText, "Even")
		if err != nil {
			t.Fatal(err)
		}
		y := make([]float64, n)
		var wg sync.WaitGroup
		wg.Add(2)
		go func() {
			defer wg.Done()
			for range 50 {
				k.Func(y, x, 4, 0, n)
			}
		}()
		go func() {
			defer wg.Done()
			for range 50 {
				for i := 1; i < n; i += 2 {
					y[i]++
				}
			}
		}()
		wg.Wait()
		for i := range y {
			if want := []float64{4 * x[i], 50}[i%2]; y[i] != want {
				t.Fatalf("element %d is %v, not %v", i, y[i], want)
			}
		}
	})
}

// TestRaceLeavesFunctions: under the race detector an accelerated function is the function itself, which the detector
// sees into.
func TestRaceLeavesFunctions(t *testing.T) {
	k := hotloop.Accelerate(axpyPart, "package k\n\nfunc axpyPart"+partsText[len("package k\n\nfunc Axpy"):])
	if k.Native() && runtime.RaceEnabled {
		t.Error("the race detector does not see what happens in machine code")
	}
	y, x := make([]float64, 100), make([]float64, 100)
	k.Func(y, x, 1, 0, 100)
}
