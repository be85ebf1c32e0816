// Package hotloop turns plain Go loops into SIMD machine code at run time.
//
// A kernel is an ordinary Go function in a strict subset of Go: loops over slices of numbers, structs or arrays, with
// what they call. Its source text is handed to hotloop, which gives back a Go function of the same type that does the same thing, results, stores and panics, in
// AVX2 or AVX-512, whichever the processor has. There is no cgo, no assembler, no C compiler and no build flag.
//
//	//go:embed kernels.go
//	var src string
//
//	var saxpy = hotloop.Accelerate(Saxpy, src).Func
//
//	func Saxpy(y, x []float32, a float32) {
//		for i := range y {
//			y[i] += a * x[i]
//		}
//	}
//
// [Accelerate] never fails: where no code can be made, the function itself stays in place. [Compile] compiles from text
// alone and returns source errors; where no native code can run it falls back to an interpreter.
//
// # What is promised
//
//   - The results, the stores and the panics of the Go function, its order of panics included; arguments may overlap in
//     any way. With the default floating-point mode ("exact") every operation is rounded as Go rounds it. A panic's value
//     is a runtime.Error with Go's text; Kernel and Position are further methods ([KernelError]).
//   - No byte outside the slices given is read or written, and no byte is written that the program does not write.
//   - Kernels can be preempted, so that garbage collection pauses stay as with plain Go code, and cancelled
//     ([Kernel.Do]).
//
// # Limits
//
// Compiling any text is safe: what would exhaust the machine is refused, by counts and not by time. [Compile] fails, with file:line:col and
// the figures, for a source of more than 4 MiB, 2000 levels of syntax, 5000 declarations, 1 MiB of constant strings, 2000 inlined calls or
// 500 of them in one another, 65536 statements, 131072 SSA values, and 32 KiB of local arrays and tables. A kernel of more than 16384 basic
// blocks or 65536 values (before the optimizer or behind it, where what it has unrolled counts), of more than 512 KiB of machine code, or
// that takes more than 2^30 steps to optimize, runs on its fallback: its Err is an [ErrTooLarge], and [RequireNative] makes that Compile's
// error. One that needs a frame of more than 64 KiB is compiled anew, for fewer iterations at once and at last for scalar loops, before it
// does so too. The optimizer stops looking for more to do, and remarks that, at half of
// the steps, 2500 blocks or 12000 values. All machine code of the process is bounded by [SetCodeLimit].
//
// # Working with goroutines
//
// Give a kernel the bounds to work between, and call it from several goroutines on one slice:
//
//	func ScaleRange(y []float64, f float64, lo, hi int) {
//		for i := lo; i < hi; i++ {
//			y[i] *= f
//		}
//	}
//
// This is safe because a kernel never stores to an element that the Go function would not store to.
//
// The race detector (go build -race) does not see what machine code reads and writes. So it reports nothing of a kernel that is not a
// race, and it misses the races that are. Under it [Accelerate] therefore leaves the function itself in place, which it sees into; kernels
// of [Compile] stay machine code, whose accesses are not announced to the detector.
package hotloop
