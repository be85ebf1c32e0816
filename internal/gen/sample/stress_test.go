package sample

import (
	"runtime"
	"sync"
	"testing"
)

// TestStacks calls kernels with arrays on the stacks of goroutines while the garbage collector runs and stacks grow and
// shrink. A kernel stops for the collector between two parts of its loop, and its arguments have then moved.
func TestStacks(t *testing.T) {
	stop := make(chan struct{})
	var collector sync.WaitGroup
	collector.Add(1)
	go func() {
		defer collector.Done()
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	var wg sync.WaitGroup
	for g := range 60 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for round := range 3 {
				if !deep(round*7, float32(g%5+1)) {
					t.Errorf("goroutine %d, round %d: wrong values", g, round)
				}
				runtime.Gosched()
			}
		}()
	}
	wg.Wait()
	close(stop)
	collector.Wait()
}

// deep grows the stack by n frames and calls kernels on arrays there.
//
//go:noinline
func deep(n int, a float32) bool {
	if n > 0 {
		var pad [512]byte
		pad[n] = byte(n)
		return deep(n-1, a) && pad[n] == byte(n)
	}
	var x, y [48 << 10]float32
	var z [48 << 10]int32
	want := int32(0)
	for i := range x {
		x[i], y[i], z[i] = float32(i%100), 1, int32(i)
		want += int32(i)
	}
	for range 4 {
		Axpy(a, x[:], y[:])
		if Sum(z[:]) != want {
			return false
		}
	}
	for i := range y {
		if y[i] != 1+4*a*float32(i%100) {
			return false
		}
	}
	return true
}

// TestEscape checks that arguments stay on the caller's stack where the generated declarations say so.
func TestEscape(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		var x [100]int32
		for i := range x {
			x[i] = int32(i)
		}
		if Sum(x[:]) != 4950 {
			t.Error("wrong sum")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

//go:noinline
func plain(a float32, x, y, z []float32) {}

// BenchmarkCall compares a call without work with that of a Go function.
func BenchmarkCall(b *testing.B) {
	b.Run("go", func(b *testing.B) {
		for b.Loop() {
			plain(1, nil, nil, nil)
		}
	})
	b.Run("kernel", func(b *testing.B) {
		for b.Loop() {
			Axpy(1, nil, nil)
		}
	})
}

var numbers [4096]float32

// BenchmarkAxpy compares the kernel with the Go function.
func BenchmarkAxpy(b *testing.B) {
	y := make([]float32, len(numbers))
	b.Run("go", func(b *testing.B) {
		for b.Loop() {
			axpy(1, numbers[:], y)
		}
	})
	b.Run("kernel", func(b *testing.B) {
		for b.Loop() {
			Axpy(1, numbers[:], y)
		}
	})
}
