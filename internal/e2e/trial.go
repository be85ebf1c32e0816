package e2e

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/internal/lab/frame"
	"hotloop/runtime"
)

// Interpreter is the instruction set of builds that run the fallback.
const Interpreter = "interpreter"

// A Trial compares one compilation of a kernel with the kernel as the Go compiler compiled it.
type Trial struct {
	*testing.T
	Kern  *runtime.Kernel
	Plans []string
	Step  int // iterations of the largest vector loop's steps, or 8
	Rand  *rand.Rand

	got, want any
	calls     int
}

// Try compiles the function called name of a text, to be compared with fn: native code, or the fallback, which is
// taken from a compilation that is at hand.
func Try(t *testing.T, fn any, text, name string, o runtime.Options) *Trial {
	t.Helper()
	o.FPWritten = true
	return try(t, fn, text, name, o)
}

// try is Try in a mode that may be the default rather than written out.
func try(t *testing.T, fn any, text, name string, o runtime.Options) *Trial {
	t.Helper()
	isa := o.ISA
	if isa == Interpreter {
		o.ISA = fallbackISA()
	}
	o.FileName = cmp.Or(o.FileName, "kernels.go")
	kern, err := runtime.Compile(reflect.TypeOf(fn), text, name, o)
	if err != nil {
		t.Fatalf("%s, %s: %v", name, isa, err)
	}
	c := &Trial{T: t, Kern: kern, Plans: kern.Stats().Plans, Step: 8, got: kern.Func().Interface(), want: fn}
	c.Rand = rand.New(rand.NewPCG(uint64(len(name)), uint64(len(isa)+len(text))))
	if isa == Interpreter {
		c.got = kern.Fallback().Interface()
	} else if kern.Err() != nil {
		t.Fatalf("%s, %s: not native: %v", name, isa, kern.Err())
	}
	for _, p := range c.Plans {
		var vf, uf int
		if _, err := fmt.Sscanf(p, "VF=%d UF=%d", &vf, &uf); err == nil {
			c.Step = max(c.Step, vf*uf)
		}
	}
	return c
}

// Fn is the compiled function.
func (c *Trial) Fn() any { return c.got }

// Same calls both on equal frames and wants the same results, stores and panics.
func (c *Trial) Same(f *frame.Frame, edge frame.Edge, how string, args ...any) {
	c.Helper()
	place := func(edge frame.Edge) *frame.Placed {
		p, err := f.Place(edge)
		if err != nil {
			c.Fatal(err)
		}
		return p
	}
	pw := place(frame.NoEdge)
	defer pw.Free()
	want := pw.Call(c.want)
	pg := place(edge)
	defer pg.Free()
	var results []reflect.Type
	for i := range reflect.TypeOf(c.want).NumOut() {
		results = append(results, reflect.TypeOf(c.want).Out(i))
	}
	if d := frame.Diff(f, results, pg.Call(c.got), want, 0); d != "" {
		c.Fatalf("%s: %s\nplans: %v", fmt.Sprintf(how, args...), d, c.Plans)
	}
}

// SameAtEdges is Same with the arguments at the end of mapped memory and at its start, by turns.
func (c *Trial) SameAtEdges(args []any, how string, more ...any) {
	c.Helper()
	c.calls++
	c.Same(frame.New(args, frame.Layout{Share: -1}), []frame.Edge{frame.StartEdge, frame.EndEdge}[c.calls%2], how,
		more...)
}

// SameInTurns is Same with arguments laid out in all ways, by turns: at the end of mapped memory, misaligned at its
// start, overlapping, and one of them too short.
func (c *Trial) SameInTurns(args []any, how string, more ...any) {
	c.Helper()
	c.calls++
	f, edge, what := frame.New(args, frame.Layout{Share: -1}), frame.EndEdge, "at a page's end"
	switch c.calls % 5 {
	case 1:
		f, edge, what = frame.New(args, frame.Layout{Share: -1, Before: 1 + c.calls%3, After: 2}), frame.StartEdge,
			"misaligned"
	case 2:
		shift := []int{0, 1, -1, 2, -2, 3, -3, 7, -7, 8, -8, 9, 16, -16, 31}[c.calls/5%15]
		f, what = Overlap(args, shift), fmt.Sprintf("overlapping by %d", shift)
	case 3:
		what = Cut(c.Rand, args)
		f = frame.New(args, frame.Layout{Share: -1})
	}
	c.Same(f, edge, how+", %s", append(more, what)...)
}

// AsPlanned runs check as a subtest for every function, on every instruction set and the interpreter, with vectors
// asked for in several widths and as the cost model plans.
func AsPlanned(t *testing.T, name string, fns []any, check func(t *testing.T, fn any, isa, directive string)) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		for _, fn := range fns {
			for _, isa := range append(ISAs(), Interpreter) {
				for _, directive := range []string{"vectorize.enable",
					"vectorize.enable vectorize.width=8 interleave.count=1", "",
					"vectorize.enable vectorize.width=4 interleave.count=2 vectorize.predicate.enable=0",
					"vectorize.enable vectorize.width=32"} {
					check(t, fn, isa, directive)
				}
			}
		}
	})
}

// Planned wants a plan where vectors were asked for, or none for a kernel that has to stay scalar.
func (c *Trial) Planned(isa, directive string, scalar bool) {
	c.Helper()
	if isa != Interpreter && strings.Contains(directive, "enable") && (len(c.Plans) == 0) != scalar {
		c.Errorf("%T, %s, %q: plans are %v", c.want, isa, directive, c.Plans)
	}
}
