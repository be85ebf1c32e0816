package sample

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
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
				if !heap(500 + g) {
					t.Errorf("goroutine %d, round %d: wrong values on the heap", g, round)
				}
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
	var b Block
	for i := range b.x {
		b.x[i] = float32(i % 100)
	}
	for range 4 {
		b.Scale(a)
	}
	if b.scaled != 4 {
		return false
	}
	for i := range b.x {
		if b.x[i] != a*a*a*a*float32(i%100) {
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

// heap calls kernels on objects that only the kernels' arguments refer to, and uses results after collections.
func heap(n int) bool {
	m := &Matrix{rows: 30, cols: n, next: &Matrix{data: make([]float32, 30*n)}}
	m.data = make([]float32, 30*n)
	for i := range m.data {
		m.data[i], m.next.data[i] = 1, 1
	}
	sums := make([]float32, 30)
	for range 8 {
		m.addNext()
	}
	RowSums(sums, m)
	for _, s := range sums {
		if s != float32(9*n) {
			return false
		}
	}
	text := string(make([]byte, n)) + "=value"
	value, ok := After(text, '=')
	last := Double([]int32{1, 2, 3})
	upper := Upper(make([]byte, n), "abcdef")
	filled := Fill(make([]int32, n), 7)
	parity := Parity(filled)
	text, m = "", nil
	for i := range 4 { // objects that take the place of others, if those were freed
		if junk := make([]byte, n); junk[i] != 0 {
			return false
		}
		runtime.Gosched()
	}
	return ok && value == "value" && *last == 6 && string(upper) == "ABCDEF" && filled[n-1] == 7 && (parity == "odd") == (n%2 == 1)
}

// TestAliases checks that results refer to the memory of the arguments.
func TestAliases(t *testing.T) {
	dst, x := make([]byte, 100, 200), make([]int32, 100)
	if got := Upper(dst, "abc"); &got[0] != &dst[0] || len(got) != 3 || cap(got) != 200 {
		t.Error("Upper returns other memory")
	}
	if Double(x) != &x[99] {
		t.Error("Double returns another address")
	}
	if got := Upper(nil, "abc"); got != nil {
		t.Error("Upper(nil) is not nil")
	}
	if got := Fill(x[:0], 1); cap(got) != 100 || &got[:1][0] != &x[0] {
		t.Error("Fill returns other memory")
	}
	type own int32 // not an instance of its own
	if y := []own{1, 2, 3}; ScaleAll(y, 2) != 2 || y[2] != 6 {
		t.Error("ScaleAll of a declared type")
	}
}

// TestVariables checks that kernels and Go code use the same variables.
func TestVariables(t *testing.T) {
	defer SetWeight(weight)
	before := lookups
	dst := make([]int32, 50)
	for w := range int32(5) {
		SetWeight(w)
		Square(dst, []uint8{49: 7})
		if dst[49] != 49*w {
			t.Errorf("with weight %d: got %d", w, dst[49])
		}
	}
	if lookups != before+5 {
		t.Errorf("%d calls, want 5", lookups-before)
	}
}

// TestTraceback checks that all frames of a panic name the line of the Go source.
func TestTraceback(t *testing.T) {
	source, err := os.ReadFile("sample.go")
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(source), "dst[i] = x[idx[i]] / by")
	want := fmt.Sprintf("sample.go:%d", 1+strings.Count(before, "\n"))
	found := 0
	defer func() {
		if recover() == nil || found == 0 {
			t.Errorf("found %d frames of the kernel", found)
		}
	}()
	defer func() {
		pcs := make([]uintptr, 20)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
		for more := true; more; {
			var f runtime.Frame
			f, more = frames.Next()
			name := f.Function[strings.LastIndexByte(f.Function, '.')+1:]
			if at := fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line); strings.HasPrefix(name, "gather") {
				if found++; at != want {
					t.Errorf("%s is at %s, want %s", name, at, want)
				}
			}
		}
	}()
	Gather(make([]int32, 100), make([]int32, 100), make([]int, 99), 1)
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
