// Package bench measures compiled kernels. It holds the suites, checks results against those of the Go compiler,
// times kernels interleaved with their peers, and relates times to the limits of the machine.
//
// The compiler under test is behind the Engine interface, so everything here also runs without it.
package bench

import (
	"math/rand/v2"
	"reflect"

	"hotloop/internal/lab/source"
	_ "hotloop/isel/all" // to compile for processors of other architectures
)

// Work describes one call, for computing rates. Load and Store are bytes that must move at least once.
type Work struct {
	Elems float64 `json:"elems"`
	Load  float64 `json:"load,omitempty"`
	Store float64 `json:"store,omitempty"`
	Flops float64 `json:"flops,omitempty"`
	// Iterations says that Elems counts the iterations of all innermost loops together.
	Iterations bool `json:"iterations,omitempty"`
}

// A Kernel is one loop with everything needed to compile, check and time it.
type Kernel struct {
	Name  string // as shown, matched by -run
	Suite string
	Code
	Type reflect.Type
	Builds

	Args      func(rng *rand.Rand, n int, d Data) []any
	Work      func(n int) Work
	Described bool // an args line in the comment describes the arguments
	line      source.ArgsLine

	Tolerance
	Alternatives []Alternative
	Lengths      []int // lengths for the comparison with the Go compiler, if the usual ones would take too long
	Excepted     bool  // excluded from the geometric means: may stay scalar for now
	Refused      error // why it cannot be measured; only the name is set then
}

// An Alternative is a function of this process that computes the same as a kernel, such as one of a library with assembly.
// It is always a peer of that kernel, whatever the session's peers are.
type Alternative struct {
	Name string // of its column
	Func any    // of the kernel's type; nil with C
	C    *CAlternative
	ULP  int // permitted difference from the Go compiler's results, if larger than for other peers
	Most int // maximum length to measure; 0: any. Beyond it the alternative may use other threads, whose time is not seen
}

// Code is the source text of a kernel.
type Code struct {
	File string // name of the source file
	Text string // Go source
	Func string // function in it
	Inst string // types for its type parameters, if it has any
}

// Builds are the Go compiler's build of the text, the same with every product rounded, and an empty function of the
// same type. They are nil for a kernel from a file that is not linked in.
type Builds struct {
	Plain, Oracle, Empty any
	// Bind returns a function that calls fn (of the kernel's type) with args reps times, without reflection.
	Bind func(fn any, args []any) func(reps int)
}

// Tolerance describes how results may differ from the Go compiler's.
type Tolerance struct {
	Sums    bool // sums floats: other orders of addition agree only on whole numbers
	FastULP int  // permitted error of mode fast, in units in the last place
	FuseULP int  // permitted error of modes go and fast, where fusing shows on whole numbers too
	MathULP int  // permitted error of all modes: functions of package math are not the same bit for bit
	// Results of cancellation may be off by those units of the greatest number, except in mode exact.
	Cancels bool
	// Overlapping arguments feed results back until they are rounded: they are checked in mode exact only.
	Feeds bool
	// Results are rounded even for whole arguments. Fusing is then visible, and mode go is compared with the
	// interpreter.
	Rounds bool
}

// Source parses the kernel's text and chooses its type arguments.
func (k *Kernel) Source() (*source.File, error) {
	f, err := source.Load(k.File, k.Text)
	if err != nil || k.Inst == "" {
		return f, err
	}
	return f, f.Instantiate(k.Func, k.Inst)
}

// Results returns the kernel's result types.
func (k *Kernel) Results() []reflect.Type {
	var out []reflect.Type
	for i := range k.Type.NumOut() {
		out = append(out, k.Type.Out(i))
	}
	return out
}

// The functions below differ in the number of arguments and in whether there is a result. Generic code keeps the
// calls direct: one call through a func value, as the C peers make one through a pointer.

func f1r[A, R any](plain, oracle, empty func(A) R) Builds {
	return Builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a := fn.(func(A) R), args[0].(A)
		var r R
		return func(reps int) {
			for range reps {
				r = f(a)
			}
			_ = r
		}
	}}
}

func f2[A, B any](plain, oracle, empty func(A, B)) Builds {
	return Builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b := fn.(func(A, B)), args[0].(A), args[1].(B)
		return func(reps int) {
			for range reps {
				f(a, b)
			}
		}
	}}
}

func f2r[A, B, R any](plain, oracle, empty func(A, B) R) Builds {
	return Builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b := fn.(func(A, B) R), args[0].(A), args[1].(B)
		var r R
		return func(reps int) {
			for range reps {
				r = f(a, b)
			}
			_ = r
		}
	}}
}

func f3[A, B, C any](plain, oracle, empty func(A, B, C)) Builds {
	return Builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b, c := fn.(func(A, B, C)), args[0].(A), args[1].(B), args[2].(C)
		return func(reps int) {
			for range reps {
				f(a, b, c)
			}
		}
	}}
}

func f4[A, B, C, D any](plain, oracle, empty func(A, B, C, D)) Builds {
	return Builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b, c, d := fn.(func(A, B, C, D)), args[0].(A), args[1].(B), args[2].(C), args[3].(D)
		return func(reps int) {
			for range reps {
				f(a, b, c, d)
			}
		}
	}}
}

func f6[A, B, C, D, E, F any](plain, oracle, empty func(A, B, C, D, E, F)) Builds {
	return Builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b, c := fn.(func(A, B, C, D, E, F)), args[0].(A), args[1].(B), args[2].(C)
		d, e, g := args[3].(D), args[4].(E), args[5].(F)
		return func(reps int) {
			for range reps {
				f(a, b, c, d, e, g)
			}
		}
	}}
}

func f1[A any](plain, oracle, empty func(A)) Builds {
	return Builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a := fn.(func(A)), args[0].(A)
		return func(reps int) {
			for range reps {
				f(a)
			}
		}
	}}
}

func f1rr[A, R, S any](plain, oracle, empty func(A) (R, S)) Builds {
	return Builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a := fn.(func(A) (R, S)), args[0].(A)
		var r R
		var s S
		return func(reps int) {
			for range reps {
				r, s = f(a)
			}
			_, _ = r, s
		}
	}}
}

func f2rr[A, B, R, S any](plain, oracle, empty func(A, B) (R, S)) Builds {
	return Builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b := fn.(func(A, B) (R, S)), args[0].(A), args[1].(B)
		var r R
		var s S
		return func(reps int) {
			for range reps {
				r, s = f(a, b)
			}
			_, _ = r, s
		}
	}}
}

func f3r[A, B, C, R any](plain, oracle, empty func(A, B, C) R) Builds {
	return Builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b, c := fn.(func(A, B, C) R), args[0].(A), args[1].(B), args[2].(C)
		var r R
		return func(reps int) {
			for range reps {
				r = f(a, b, c)
			}
			_ = r
		}
	}}
}

func f4r[A, B, C, D, R any](plain, oracle, empty func(A, B, C, D) R) Builds {
	return Builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b, c, d := fn.(func(A, B, C, D) R), args[0].(A), args[1].(B), args[2].(C), args[3].(D)
		var r R
		return func(reps int) {
			for range reps {
				r = f(a, b, c, d)
			}
			_ = r
		}
	}}
}

func f5[A, B, C, D, E any](plain, oracle, empty func(A, B, C, D, E)) Builds {
	return Builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b, c := fn.(func(A, B, C, D, E)), args[0].(A), args[1].(B), args[2].(C)
		d, e := args[3].(D), args[4].(E)
		return func(reps int) {
			for range reps {
				f(a, b, c, d, e)
			}
		}
	}}
}

func f5r[A, B, C, D, E, R any](plain, oracle, empty func(A, B, C, D, E) R) Builds {
	return Builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b, c := fn.(func(A, B, C, D, E) R), args[0].(A), args[1].(B), args[2].(C)
		d, e := args[3].(D), args[4].(E)
		var r R
		return func(reps int) {
			for range reps {
				r = f(a, b, c, d, e)
			}
			_ = r
		}
	}}
}

func f6r[A, B, C, D, E, F, R any](plain, oracle, empty func(A, B, C, D, E, F) R) Builds {
	return Builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b, c := fn.(func(A, B, C, D, E, F) R), args[0].(A), args[1].(B), args[2].(C)
		d, e, g := args[3].(D), args[4].(E), args[5].(F)
		var r R
		return func(reps int) {
			for range reps {
				r = f(a, b, c, d, e, g)
			}
			_ = r
		}
	}}
}

func f8[A, B, C, D, E, F, G, H any](plain, oracle, empty func(A, B, C, D, E, F, G, H)) Builds {
	return Builds{plain, oracle, empty, func(fn any, args []any) func(int) {
		f, a, b, c, d := fn.(func(A, B, C, D, E, F, G, H)), args[0].(A), args[1].(B), args[2].(C), args[3].(D)
		e, g, h, i := args[4].(E), args[5].(F), args[6].(G), args[7].(H)
		return func(reps int) {
			for range reps {
				f(a, b, c, d, e, g, h, i)
			}
		}
	}}
}
