// Package hotloop turns plain Go loops into SIMD machine code at run time.
//
// A kernel is an ordinary Go function or method in a subset of Go. [Accelerate] takes the function and its source text
// and returns a function of the same type, with the same results, stores and panics, in AVX2, AVX-512 or NEON,
// whichever the processor has. There is no cgo, no assembler, no C compiler and no build flag.
//
//	//go:embed kernels.go
//	var src string
//
//	var saxpy = hotloop.Accelerate(Saxpy, src, hotloop.Lazy()).Func
//
//	func Saxpy(y, x []float32, a float32) {
//		for i := range y {
//			y[i] += a * x[i]
//		}
//	}
//
// Accelerate always succeeds: where there is no machine code, the Go function stays in place, and [Kernel.Err] says
// why. [Compile] compiles source text alone and returns its errors. It interprets where the system permits no machine
// code, and is an error where hotloop makes none: docs/deployment.md. Package [hotloop/hotlooptest] compares kernels with their Go functions.
//
// # Behaviour
//
// A kernel does what the Go function does: the same results, stores and panics, in the same order, whether its
// arguments overlap or not. A panic's value is a runtime.Error with Go's text; see [KernelError]. No byte outside the
// arguments is read or written, and no byte is written that the Go function does not write, so several goroutines may
// work on one slice. Kernels yield to the scheduler and the garbage collector within microseconds, and
// [Kernel.CallContext] cancels them.
//
// There are four exceptions. Where the Go compiler fuses x*y + z (arm64, and amd64 with GOAMD64=v3 or later), it rounds
// once and the kernel twice, as written; float64(x*y) + z is the same everywhere. [Accelerate] has the details. The
// transcendental functions of package math are hotloop's own, at most one unit in the last place from the correctly
// rounded result and the same on every processor; Go's may differ in the last bits. A NaN that arithmetic produces may
// have another payload and sign. Directives that grant or promise something do so: a loop for which vectorization is
// requested may reorder its floating-point sums unless [FPExact] is set, and a false promise gives unspecified values.
// Where several operands of a tuple assignment panic, and a function literal that the Go compiler does not inline
// captures a variable that the assignment mentions and the function changes, another of the panics may come first.
//
// # What a kernel may use
//
// Numbers, bools, strings, arrays, slices, structs and pointers of these, type parameters; every statement except go,
// defer, select and send; calls of functions and methods whose source is given, which are inlined; packages math,
// math/bits, math/cmplx and cmp, and parts of others. Anything else is an error that says what to write instead. See
// docs/writing-kernels.md.
//
// A slice or pointer that a kernel returns refers to what an argument refers to, or to memory that
// the kernel has allocated. Addresses that a kernel stores are stored by the Go runtime, for the garbage collector, and
// loops that do so are not vectorized.
//
// # Other files
//
// What a function does can depend on other files of its package: they may change a package-level variable or declare a
// function named max. A kernel that depends on what Accelerate has not seen is refused, with an error that says how to
// settle the matter: [WithPackage], [WithFile], [WithGlobal] or a directive. With the text of one file, these are
// assumed:
//
//   - No other file declares true, false, nil or iota, or a type with the name of a predeclared one.
//   - No other file declares a builtin such as len so that the Go compiler inlines its calls to nothing. Other
//     declarations are found in the program's code and make an Err.
//   - Package-level variables are not changed by package unsafe, by //go:linkname, or by assembly or C that was not
//     passed to hotloop.
//   - The text is what the program was built from: a changed body in the same place is not noticed.
//
// # Directives
//
// Comments such as //loop:vectorize.width=8 above a loop request transformations. loopopt/ATTRIBUTES.md lists them.
// They change nothing but speed, except for the grants and promises named above.
//
// # When kernels are compiled
//
// Compiling takes a fraction of a millisecond for a loop and some milliseconds for a nest. [Accelerate] and [Compile]
// return when it is done. With [Lazy] a kernel is compiled at its first call, with [Background] while the Go function
// runs. [DefaultCache] keeps machine code in files for later processes. A process compiles the same text only once.
//
// Compiling any text is safe. What would exhaust the machine is refused, by counts and not by time: docs/limits.md has
// them.
//
// # The race detector
//
// The race detector does not see what machine code reads and writes. Under it, Accelerate returns the Go function.
// Kernels of Compile stay machine code, and races in them are missed; none is reported falsely.
package hotloop
