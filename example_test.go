package hotloop_test

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"runtime"
	"sync"
	"time"

	"hotloop"
)

//go:embed example_test.go
var exampleText string

// Saxpy is an ordinary Go function: tests, gopls and the race detector see it as such.
func Saxpy(y, x []float32, a float32) {
	for i := range y {
		y[i] += a * x[i]
	}
}

// The usual way: the Go function itself is the fallback, its own file is the source, and what comes back is called like
// the function.
func ExampleAccelerate() {
	saxpy := hotloop.Accelerate(Saxpy, exampleText).Func

	y := []float32{1, 2, 3}
	saxpy(y, []float32{10, 20, 30}, 2)
	fmt.Println(y)
	// Output: [21 42 63]
}

// A kernel from text that is put together at run time: an expression engine's inner loop.
func ExampleCompile() {
	expr := "math.Sqrt(x[i])*2 + 1"
	src := fmt.Sprintf(`package k

		import "math"

		func Apply(y, x []float64) {
			for i := range y {
				y[i] = %s
			}
		}`, expr)
	k, err := hotloop.Compile[func(y, x []float64)](src, "Apply")
	if err != nil {
		fmt.Println(err)
		return
	}
	y := make([]float64, 3)
	k.Func(y, []float64{0, 1, 4})
	fmt.Println(y)
	// Output: [1 3 5]
}

// Who wants to know of kernels that are slower than they look, for whatever reason, logs them.
func ExampleOnFallback() {
	short := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "error" {
			return slog.Attr{} // for the sake of this example's output
		}
		return a
	}
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: short}))
	stop := hotloop.OnFallback(func(e hotloop.FallbackEvent) {
		if e.File == "dsp.go" {
			log.Warn("slow kernel", e.LogArgs()...)
		}
	})
	defer stop()

	saxpy := hotloop.Accelerate(Saxpy, exampleText, hotloop.WithFileName("dsp.go"), hotloop.FP(0))
	fmt.Println(saxpy.Native(), saxpy.Stats().Fallback, saxpy.Stats().CallPath)
	// Output:
	// level=WARN msg="slow kernel" kernel=Saxpy file=dsp.go reason=source call_path=none
	// false source none
}

// Errors of the source have positions and say what to write instead.
func ExampleCompile_errors() {
	_, err := hotloop.Compile[func(y []float64)](`package k

func Fill(y []float64) {
	for i := range y {
		go println(i)
	}
}`, "Fill", hotloop.WithFileName("fill.go"))
	var list hotloop.ErrorList
	fmt.Println(errors.As(err, &list), list[0].Pos)
	// Output: true fill.go:5:3
}

var countAbove = hotloop.MustCompile[func(x []uint8, t uint8) int](exampleText, "CountAbove")

// CountAbove counts the elements above a threshold.
func CountAbove(x []uint8, t uint8) (n int) {
	for _, v := range x {
		if v > t {
			n++
		}
	}
	return n
}

// Package variables are a good place for kernels: they compile when the program starts, and MustCompile panics if the
// source does not.
func ExampleMustCompile() {
	fmt.Println(countAbove.Func([]uint8{1, 200, 3, 150}, 100))
	// Output: 2
}

// Filter is a filter of n taps.
func Filter(y, x, taps []float32, n int) {
	for i := range y {
		s := float32(0)
		for k := range n {
			s += taps[k] * x[i+k]
		}
		y[i] = s
	}
}

// Bind makes a parameter a constant, which the compiler unrolls and folds by. The func type is without it.
func ExampleWithArgument() {
	k := hotloop.MustCompile[func(y, x, taps []float32)](exampleText, "Filter", hotloop.WithArgument("n", 3))
	y := make([]float32, 2)
	k.Func(y, []float32{1, 2, 3, 4}, []float32{0.25, 0.5, 0.25})
	fmt.Println(y)
	// Output: [2 3]
}

// Sum adds up.
func Sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}

// Mode exact keeps the order of additions, so that a sum stays scalar. Mode fast, or the flag reassoc alone, lets it be
// taken apart. Whole numbers come out the same either way.
func ExampleFP() {
	exact := hotloop.MustCompile[func([]float64) float64](exampleText, "Sum")
	fast := hotloop.MustCompile[func([]float64) float64](exampleText, "Sum", hotloop.FP(hotloop.FPFast))
	flag := hotloop.MustCompile[func([]float64) float64](exampleText, "Sum", hotloop.FP(hotloop.FPReassociate|hotloop.FPNoSignedZeros))
	x := make([]float64, 1000)
	for i := range x {
		x[i] = float64(i)
	}
	fmt.Println(exact.Func(x), fast.Func(x), flag.Func(x))
	// Output: 499500 499500 499500
}

// Spin works for as long as it is told to.
func Spin(x []float64, rounds int) {
	for range rounds {
		for i := range x {
			x[i] = math.Sqrt(x[i] + 1)
		}
	}
}

// Do ends a call early when its context is done.
func ExampleKernel_CallContext() {
	k := hotloop.MustCompile[func(x []float64, rounds int)](exampleText, "Spin")
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	err := k.CallContext(ctx, func(spin func([]float64, int)) {
		spin(make([]float64, 1000), math.MaxInt) // would take for ever
	})
	fmt.Println(err)
	// Output: context deadline exceeded
}

// ScaleRange works on a part of a slice.
func ScaleRange(y []float64, f float64, lo, hi int) {
	for i := lo; i < hi; i++ {
		y[i] *= f
	}
}

// Work is split over goroutines by bounds. A kernel stores to no element that the Go function would not store to, so
// neighbours may work on neighbouring elements.
func Example_goroutines() {
	scale := hotloop.Accelerate(ScaleRange, exampleText).Func
	y := make([]float64, 10_000)
	for i := range y {
		y[i] = float64(i)
	}
	parts := runtime.GOMAXPROCS(0)
	var wg sync.WaitGroup
	for p := range parts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			scale(y, 0.5, len(y)*p/parts, len(y)*(p+1)/parts)
		}()
	}
	wg.Wait()
	fmt.Println(y[1], y[9_999])
	// Output: 0.5 4999.5
}
