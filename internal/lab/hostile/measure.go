package hostile

import (
	"fmt"
	"reflect"
	goruntime "runtime"
	"time"

	"hotloop/internal/lab/cputime"
	"hotloop/runtime"
)

// P is the struct type of the sources.
type P struct {
	A, B int32
	C    float32
	D    uint8
}

// Func is the type of the kernels.
type Func = func(x, y []int, f []float32, d []float64, b []byte, p []P, n int) (int, float64)

// Cost is the cost of compiling a source.
type Cost struct {
	Steps     int           // as the compiler counts them
	Allocated int           // bytes, freed or not
	CPU       time.Duration // of the process, including the garbage collector; 0 if unknown
	Heap      int           // maximum growth of the heap in bytes; 0 if memory freed by earlier sources suffices
	Source    int           // bytes
	Native    bool
	Err       error // of Compile, or why the kernel is not native
	Phases    []runtime.Phase
}

// Measure compiles the source of a tree and returns its cost.
func Measure(t *Node) Cost { return MeasureText(t.Source()) }

// MeasureText compiles a source with kernel K of type Func, and returns its cost.
func MeasureText(text string) Cost {
	var before, after goruntime.MemStats
	goruntime.GC()
	goruntime.ReadMemStats(&before)
	began := cputime.Process()
	k, err := runtime.Compile(reflect.TypeFor[Func](), text, "K", runtime.Options{Fresh: true, Knobs: "seed=1"})
	c := Cost{CPU: cputime.Process() - began, Err: err, Source: len(text)}
	goruntime.ReadMemStats(&after)
	c.Allocated, c.Heap = int(after.TotalAlloc-before.TotalAlloc), int(after.HeapSys-before.HeapSys)
	if err == nil {
		c.Err, c.Native = k.Err(), k.Native()
		c.Steps, c.Phases = k.Stats().Steps, k.Stats().Phases
	}
	return c
}

func (c Cost) String() string {
	what := "native"
	if !c.Native {
		what = fmt.Sprintf("%.120v", c.Err)
	}
	s := fmt.Sprintf("%.2f s, %d million steps, %d MB allocated, heap grown by %d MB, %d KB of source: %s",
		c.CPU.Seconds(), c.Steps/1e6, c.Allocated>>20, c.Heap>>20, c.Source>>10, what)
	for _, p := range c.Phases {
		if p.Time > 50*time.Millisecond {
			s += fmt.Sprintf(" %s %.2f", p.Name, p.Time.Seconds())
		}
	}
	return s
}
