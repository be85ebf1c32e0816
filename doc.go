// Package hotloop turns plain Go loops into SIMD machine code at run time.
//
// A kernel is an ordinary Go function or method in a strict subset of Go: loops over slices of numbers, structs or
// arrays, with what they call. Its source text is handed to hotloop, which gives back a Go function of the same type that does the
// same thing, results, stores and panics, in AVX2, AVX-512 or NEON, whichever the processor has. There is no cgo, no
// assembler, no C compiler and no build flag.
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
//     any way. With the default floating-point mode ("exact") every operation is rounded by itself, in the order
//     written ([FP] has the other modes). A panic's value is a runtime.Error with Go's text; Kernel and Position are
//     further methods ([KernelError]).
//   - Four things may differ. math.Exp, Sin, Pow and the other transcendental functions are hotloop's own: within one
//     unit in the last place of the correctly rounded result and the same on every processor, but their last bits are
//     not always those of gc's math. A NaN that arithmetic makes may have another payload and sign. And directives that
//     grant or promise something do what they say: a loop that is asked to be vectorized may reorder its floating-point
//     sums unless "exact" is written out, and a false promise of independence gives unspecified values. All other
//     directives change nothing but speed; loopopt/ATTRIBUTES.md lists them. Where several operands of a tuple
//     assignment panic, and a function literal that gc does not inline captures a variable that the assignment
//     mentions and the function changes, another of the panics may come first.
//   - No byte outside the slices given is read or written, and no byte is written that the program does not write.
//   - Kernels can be preempted, so that garbage collection pauses stay as with plain Go code, and cancelled
//     ([Kernel.Do]).
//
// # Methods, structs and pointers
//
// A method is a kernel by its method expression, (*Matrix).Scale or Matrix.Sum; [Compile] takes that for a name. The
// receiver is the first argument; [Accelerate] takes method values too, m.Scale, which bring theirs along. Parameters and results may be slices, strings, pointers to structs, to numbers and to
// arrays, and structs and arrays of up to 64 parts; structs may hold all of these, complex numbers, and what kernels do
// not look into: maps, interfaces, channels and functions. Fields are read and stored, through embedded structs too,
// elements and variables have their addresses taken, and a nil pointer panics as in Go.
//
// Slices may hold slices, strings and pointers, [][]float64 or []*T: rows are loaded as the kernel comes to them, ahead
// of the loops over them where it can be, and none are stored.
//
// Function literals, functions and methods may be values as long as it is known which is called: passed to functions of
// the source, returned by them, held by a variable that is not assigned to again, captured variables and all. A range
// over a function, such as an iter.Seq, is inlined likewise. A parameter of the kernel or a field is never known. A type
// switch over any(x) is resolved by the type that x has in the instance.
//
// A slice or pointer that is returned refers to what an argument refers to, or to memory that make, append, new or a
// literal asks Go for, of elements that hold no addresses; a loop that asks in each iteration is not vectorized, so make
// room in front of it. An error is passed on, compared with nil, made by errors.New or fmt.Errorf, or one of those that
// package-level variables hold: [Global] hands them over, but for io.EOF and its like, which are known; in a text that is
// no part of the program, var ErrX = errors.New("…") makes one.
//
// Functions, methods, types and constants of other packages are known if [Import] hands them over. Types that the
// function's own type leads to, such as gonum's blas64.General or token.Position, are known without, but for their
// methods. What is data, a loop or a few operations is known anyway of image, image/color, encoding/binary, slices,
// sort, iter, bytes, strings, math/cmplx and unicode/utf8.
//
// Slices, strings and pointers are stored to memory by the Go runtime, for the garbage collector to know of it: each store
// of another address than was there takes some 100 ns, and a loop that does such is not vectorized, though loops in it are.
// A slice or pointer that fields lead to from a parameter, and that the kernel stores to by no name and no pointer, is
// taken as it is when the kernel is called, and so is a number in a struct. A program that changes such a field
// meanwhile, or by package unsafe, races with the kernel.
//
// # The rest of the package
//
// [Accelerate] is given the text of one file, as a rule, and a Go function means what all files of its package make of
// it. What the others could change is not assumed: a kernel that uses such a package-level variable, or calls min, max,
// clear, real, imag or complex, which packages may have written themselves, keeps its Go function and says so in Err,
// unless the source, a directive, [Package], [File] or [Global] settles it ([Accelerate] has the rules). If one file is all there is, this
// is what remains taken for granted, and only with the whole package known:
//
//   - The text is what the program was built from: a body that was changed since is not noticed.
//   - No other file declares true, false, nil or iota, or a type by the name of one of Go's. The types of parameters
//     and results are compared with the function's own, so that a type they mention is known.
//   - No other file declares len, cap, copy or panic so that gc leaves nothing of a call: any other such function is
//     found in the program's code, and makes an Err.
//   - Nobody changes a variable by way of package unsafe, of a //go:linkname in another package, or of assembly and C
//     that was not handed over.
//
// [Compile] takes its text, with the files given, for a program of its own.
//
// # Tests
//
// [Verify] compares a kernel with its Go function in a test of yours, on arguments that it makes up; [Bench] times the two
// in turns. The command hotloop vet says of all loops of a module what becomes of them and what to write.
//
// # Limits
//
// Compiling any text is safe: what would exhaust the machine is refused, by counts and not by time. The counts are
// meant to keep every text within 2 seconds of CPU on a processor like an AMD EPYC of 2021, and 256 MiB of memory,
// before its kernel is native or refused. [Compile] fails, with file:line:col and the figures, for a source of more
// than 4 MiB, 2000 levels of syntax, 5000 declarations, 262144 expressions, 1 MiB of constant strings, 2000 inlined
// calls or 500 of them in one another, 65536 statements, 131072 SSA values, and 32 KiB of local arrays and tables. A
// kernel of more than 16384 basic blocks or 65536 values (before the optimizer or behind it, where what it has unrolled
// counts), of more than 512 KiB of machine code, or that takes more than 2^28 steps to compile, runs on its fallback:
// its Err is an [ErrTooLarge], and [RequireNative] makes that Compile's error. One that needs a frame of more than 64
// KiB is compiled anew, for fewer iterations at once and at last for scalar loops, before it does so too. The optimizer
// stops looking for more to do, and remarks that, at half of the steps, 2500 blocks or 12000 values. All machine code
// of the process is bounded by [SetCodeLimit].
//
// # Waiting for code
//
// [Compile] and [Accelerate] return when there is machine code, after a fraction of a millisecond for a loop and some
// milliseconds for nests. A process compiles a text once. [Cache] keeps code in files, from one process to the next, and
// loads it in some tens of microseconds. [Background] lets the Go function run until the code is there. Both may be given.
// Neither is the default: the one writes to a directory, with the other a function is fast at some later time.
//
// Kernels may be compiled by several goroutines at once. What a program links of hotloop is made when it is first used: to
// import it, without a kernel, costs 2 MB and some 50 microseconds at the start, and as many again for go/types.
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
// The race detector (go build -race) does not see what machine code reads and writes. So it reports nothing of a kernel
// that is not a race, and it misses the races that are. Under it [Accelerate] therefore leaves the function itself in
// place, which it sees into; kernels of [Compile] stay machine code, whose accesses are not announced to the detector.
package hotloop
