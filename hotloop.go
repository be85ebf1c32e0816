package hotloop

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"runtime/pprof"
	"unsafe"

	"hotloop/frontend"
	"hotloop/loopopt/remark"
	"hotloop/runtime"
)

// Option changes how a kernel is compiled.
type Option func(*runtime.Options) error

// MaxISA limits the instruction set: "avx2", "avx512" or "neon". The default is the best the processor has. A better
// set than the processor's is no error and changes nothing; an unknown name is one.
func MaxISA(name string) Option {
	return func(o *runtime.Options) error { o.ISA = name; return nil }
}

// Tune names the processor that the code is chosen and ordered for, in LLVM's spelling ("znver4", "sapphirerapids",
// "neoverse-v2"), or "generic" for none in particular: with the same source, options and instruction set the code is
// then the same wherever it is compiled. The default is the processor of this machine. What a kernel computes does not
// depend on it. A name that is not known is an error.
func Tune(name string) Option {
	return func(o *runtime.Options) error { o.Tune = name; return nil }
}

// FP sets the floating-point mode: "exact" (the default: every operation rounded by itself, with the same results on
// every machine and in every build, whatever Go's compiler fuses), "go" (x*y + z may be fused, as the Go specification
// allows, by a rule of its own), "fast" (reassociation and approximations too), or LLVM's fast-math flags,
// separated by spaces: "nnan ninf nsz arcp contract afn reassoc". A //loop:fp directive in the source overrides it.
// Approximations of quotients and square roots, in vectors, are within one unit in the last place; a subnormal divisor
// may count as zero in them. Expressions of float64 that call functions of package math, on float32 values, and whose
// result becomes a float32, may be computed in float32 if the result is within 6 units in the last place; results below
// the smallest normal number may become zero.
//
// Writing "exact" is more than leaving it out: a loop that is asked to be vectorized (vectorize.enable,
// vectorize.width) may otherwise add up its floating-point sums in another order, which is LLVM's rule, and a remark
// says so.
func FP(mode string) Option {
	return func(o *runtime.Options) error {
		flags, err := runtime.ParseFP(mode)
		o.FP, o.FPWritten = flags, true
		return err
	}
}

// Bind makes parameter name of the kernel the constant v; the func type asked for is without it.
func Bind(name string, v any) Option {
	return func(o *runtime.Options) error {
		if o.Bind == nil {
			o.Bind = map[string]any{}
		}
		o.Bind[name] = v
		return nil
	}
}

// File adds a further Go file of the kernel's package to the text that the kernel is compiled from: what the kernel
// uses of it, functions, constants, types and variables, is found there.
func File(name, text string) Option {
	return func(o *runtime.Options) error {
		o.Files = append(o.Files, frontend.File{Name: name, Text: text})
		return nil
	}
}

// Package hands over the kernel's whole package, the files in the root of fsys:
//
//	//go:embed *.go
//	var files embed.FS
//
// Files that build constraints exclude from this program do not count. Tests, and assembly if it is there, are only
// looked at for what they change. The kernel's own text may be one of the files, or be left out (""). A program that was
// built from files named on the command line (go run a.go b.go) does not say which they are: then a package of more than
// one file is an error.
//
// With the whole package at hand [Accelerate] knows which package-level variables are never changed, and which names
// another file declares. A variable counts as changed unless every mention of it, in all files, only reads it: a slice
// of it or its address may be made in the kernel, and elsewhere only where it is read at once, as in tab[:n][i].
func Package(fsys fs.FS) Option {
	return func(o *runtime.Options) error {
		files, err := frontend.ReadPackage(fsys)
		if err != nil {
			return fmt.Errorf("Package: %w", err)
		}
		o.Files = append(o.Files, files...)
		o.World = frontend.WholePackage
		return nil
	}
}

// Import hands over another package, which the kernel's package imports by the given path: the files in the root of
// fsys. Functions, methods, types and constants of it are used as those of the kernel's own package are. Of its
// variables, [Compile] takes those for constants that none of the given files changes, and [Accelerate] those with
// //hotloop:readonly above their declaration. Packages image and image/color need none of this.
func Import(path string, fsys fs.FS) Option {
	return func(o *runtime.Options) error {
		files, err := frontend.ReadPackage(fsys)
		if err != nil {
			return fmt.Errorf("Import %s: %w", path, err)
		}
		for _, f := range files {
			f.Import = path
			f.Name = path + "/" + f.Name
			o.Files = append(o.Files, f)
		}
		return nil
	}
}

// Global hands over package-level variable name, by a pointer to it: the kernel reads and writes that memory where its
// text uses the variable, as the Go function does. The variable is a number, a bool, an array or a struct of such. Its
// declaration must be in the source.
//
//	hotloop.Accelerate(Scale, src, hotloop.Global("gain", &gain))
//
// Without it a package-level variable is the constant it is declared as, and a kernel that assigns to one is refused.
// See [Accelerate] for what must be known of a variable to be a constant.
func Global(name string, pointer any) Option {
	return func(o *runtime.Options) error {
		if v := reflect.ValueOf(pointer); v.Kind() != reflect.Pointer || v.IsNil() {
			return fmt.Errorf("Global: found %T for variable %s; write a pointer to the variable, &%s, instead",
				pointer, name, name)
		}
		if o.Globals == nil {
			o.Globals = map[string]any{}
		}
		o.Globals[name] = pointer
		return nil
	}
}

// Cache keeps the kernel's machine code in directory dir, for other processes: where a process of the same program has
// compiled the same text with the same options for the same processor, it is loaded in a few microseconds instead of
// compiled. An empty dir stands for hotloop in [os.UserCacheDir]. Directories that are not there are made.
//
// Machine code is executed, so the directory must be the user's own, and nobody else may have rights to it; no other is
// used. Files are checked by a hash; one that was cut short, altered or renamed, or that another build of the program
// has written, is never used: the kernel is compiled, and the file written anew. Any number of processes may use a
// directory. It holds 64 MiB at most; beyond that, the files go that were not used for the longest time. Nothing is
// lost with them, at any time.
//
// Stats.Cache says what became of it: where there is no such directory and none can be made, or a file cannot be read or
// written, the kernel is compiled, and a remark says why.
//
// The program is known by its build ID and the versions of its modules. Where something other than the go command gave it
// that ID, as the build rules of Bazel and Nix do, by a hash of the executable, which takes some milliseconds once.
//
// A kernel cannot be kept whose code has addresses of the process in it, those of variables (Global) or of texts that
// it returns.
func Cache(dir string) Option {
	return func(o *runtime.Options) error {
		o.CacheDir, _ = runtime.OpenCache(dir) // the kernel's remarks tell what is wrong with it
		return nil
	}
}

// CacheState is what the option Cache came to: Stats.Cache.
type CacheState = runtime.CacheState

// The states. Of the last two, a remark has the reason.
const (
	CacheLoaded = runtime.CacheLoaded // the code comes from a file, nothing was compiled
	CacheStored = runtime.CacheStored // compiled, and written to a file
	CacheUnfit  = runtime.CacheUnfit  // compiled; such a kernel cannot be kept
	CacheFailed = runtime.CacheFailed // compiled; there is no directory for files, or the file could not be written
)

// Background makes [Accelerate] return at once: Func is a func value that leads to the Go function, until the code is there,
// and to the code from then on. A call ends where it began; it takes a load and a jump more than those of other kernels,
// for good. Kernels are compiled in the order in which they were asked for, as many at once as there are processors
// (GOMAXPROCS).
//
// [Kernel.Wait] waits for the code and tells why there is none; so does a hook of [OnFallback]. Kernel.Err is nil, unless
// Accelerate could tell at once. Kernel.Native, Stats, Remarks and Do tell and do what there is by now: as long as the Go
// function answers, Do does not end a call early.
//
// It is not the default. Without it, a program does the same in every run: a function that was accelerated is fast at
// its first call, Err is the whole truth, and where the mode of floating-point leaves bits open, they do not change on the
// way. A program that starts many kernels and must answer at once, and has processors to spare, wants Background.
// Compile has no Go function to begin with: there it is an error.
//
// Where Go's compiler may have fused sums of the function (see [Accelerate]), the Go function answers no calls: the first
// one waits for the code, so that results do not change on the way.
func Background() Option {
	return func(o *runtime.Options) error { o.Background = true; return nil }
}

// RequireNative makes Compile return an error where it would otherwise fall back to the interpreter.
func RequireNative() Option {
	return func(o *runtime.Options) error { o.RequireNative = true; return nil }
}

// NoVectorize compiles as if every loop carried the directive vectorize.enable=0: for comparisons.
func NoVectorize() Option {
	return func(o *runtime.Options) error { o.NoVectorize = true; return nil }
}

// Adapt lets the kernel find out by its first calls what its text does not say: how often loops iterate, how likely
// conditions hold, and which of
// several versions of the code is the fastest for the data there are, the Go function of [Accelerate] being one of
// them, unless Go's compiler may have fused sums of it. The first 16 calls at most count iterations, in scalar code that is
// made with the kernel: compiling takes up to twice as long. Then the kernel is compiled once more in the
// background, with the counts as estimates, and 4 to 128 further calls for each version go to them in turn and are timed;
// until then a call takes about a microsecond more. The fastest answers all later calls, which take one load and one
// jump more than those of other kernels. [Kernel.Stats] and [Kernel.Remarks] tell what was found.
//
// Every version computes what the function computes, whatever was counted. Where the mode of floating-point leaves bits
// open, calls of one kernel may differ in them until it has settled. Calls by [Kernel.Do] take no part in it.
func Adapt() Option {
	return func(o *runtime.Options) error { o.Adapt = true; return nil }
}

// AdaptStats are what a kernel with the option Adapt has found out: Stats.Adapt.
type AdaptStats = runtime.AdaptStats

// AdaptState is how far it has come.
type AdaptState = runtime.AdaptState

// The states, in this order.
const (
	AdaptSampling  = runtime.AdaptSampling  // calls count what loops do
	AdaptCompiling = runtime.AdaptCompiling // it is compiled in the background
	AdaptTrying    = runtime.AdaptTrying    // calls go to the candidates in turn
	AdaptSettled   = runtime.AdaptSettled   // calls go to the fastest candidate
)

// Knobs sets debug knobs by the words of the HOTLOOP environment variable and of the hotloop command:
// "print-after=licm,verify-each".
func Knobs(list string) Option {
	return func(o *runtime.Options) error { o.Knobs = list; return nil }
}

// FileName names the source in messages; the default is "kernel.go".
func FileName(name string) Option {
	return func(o *runtime.Options) error { o.FileName = name; return nil }
}

// Kernel is a compiled function.
type Kernel[F any] struct {
	// Func calls the kernel. It is safe for concurrent use, and stays valid after Close.
	Func F
	// Err says why the kernel is not native code, or nil if it is, or if it is not known yet: see Background. Only Accelerate leaves source errors here; Compile
	// returns them.
	Err error

	k *runtime.Kernel
}

// Compile compiles the function name of the Go source text src to a func of type F, which must be the function's own
// type (without the parameters that Bind makes constants). A method goes by (*T).Name or T.Name. The error is a list of positioned source errors
// (ErrorList), an error of an option, or with RequireNative the reason why there is no native code.
//
// The text is a world of its own, together with the files that File and Package add: nothing outside changes its
// package-level variables or declares its names, whatever the program does that the text was taken from. Global ties a
// variable to one of the program.
//
// Without RequireNative a kernel that cannot be native code runs on the interpreter; Err says why.
func Compile[F any](src, name string, opts ...Option) (*Kernel[F], error) {
	o, err := options(opts)
	if err != nil {
		return nil, err
	}
	if o.Background {
		return nil, runtime.ErrBackground
	}
	o.World = frontend.TextOnly
	k, err := runtime.Compile(reflect.TypeFor[F](), src, name, o)
	if err != nil {
		return nil, err
	}
	f, _ := k.Func().Interface().(F)
	return &Kernel[F]{Func: f, Err: k.Err(), k: k}, nil
}

// MustCompile is Compile that panics on errors, for package variables.
func MustCompile[F any](src, name string, opts ...Option) *Kernel[F] {
	k, err := Compile[F](src, name, opts...)
	if err != nil {
		panic(fmt.Sprintf("hotloop: %s: %v", name, err))
	}
	return k
}

// Accelerate compiles the Go function fn, whose source text src is, and never fails: where no native code can be made
// the kernel's Func is fn itself, and Err says why. Type and name come from fn, which must be a declared function, a
// method expression or a method value, not a closure. Under the race detector Func is fn.
//
// Of a method value, x.M, Func has the receiver that fn has: x as it was when the method value was made. Kernels of other
// receivers share the code. No func type tells the receiver's type, so src must be what the program was built from; and
// x may not be of a generic type nor of an interface.
//
// Func has the results of fn with one exception that depends on the build. For arm64, and for amd64 with GOAMD64=v3 or
// later, Go's compiler computes some sums of products, x*y + z, with one rounding. Func computes what is written, with
// two, and its last bits are not those of fn, or of Func in a process where no machine code can be made. An explicit
// conversion, float64(x*y) + z, forbids fusing and makes both the same. In such builds a remark of pass "fp" names the
// first sum that may be fused; a kernel without one has the results of fn.
//
// A call of Func takes two or three nanoseconds more than one of a closure, and Go's compiler inlines neither. A function
// that is often called with few elements is faster behind a condition, which the compiler inlines, and fn with it. Sets of
// one word are united in less than half the time so. There is no option for that: a condition behind the func value would
// save a fifth.
//
//	func Union(z, x, y []uint64) {
//		if len(z) < 16 {
//			union(z, x, y)
//			return
//		}
//		kernel.Func(z, x, y)
//	}
//
// Other files of fn's package may change its package-level variables, and may declare functions and types by names that
// are Go's own elsewhere. A variable is a constant of the kernel only if the directive //hotloop:readonly stands above
// its declaration or behind it, or if Package hands over all files and none of them changes it, nor can another package
// or the linker (-ldflags -X); Global makes it memory that kernel and program share. Calls of min, max and clear want
// Package too, or File for the file that declares them, or a constant in the source that only Go's own function can
// make: const _ = max(0, 1). All else is an Err that says what to write. Of other predeclared names the package doc
// says what is taken for granted.
func Accelerate[F any](fn F, src string, opts ...Option) *Kernel[F] {
	o, err := options(opts)
	if err != nil {
		return &Kernel[F]{Func: fn, Err: err, k: runtime.Decline(reflect.ValueOf(fn), err, o)}
	}
	if o.Background {
		k := runtime.AccelerateLater(reflect.ValueOf(fn), src, o)
		if f := k.Func(); f.IsValid() {
			fn, _ = f.Interface().(F)
		}
		return &Kernel[F]{Func: fn, Err: k.Err(), k: k}
	}
	k := runtime.Accelerate(reflect.ValueOf(fn), src, o)
	if k.Native() {
		fn, _ = k.Func().Interface().(F)
	}
	return &Kernel[F]{Func: fn, Err: k.Err(), k: k}
}

func options(opts []Option) (runtime.Options, error) {
	var o runtime.Options
	for _, opt := range opts {
		if err := opt(&o); err != nil {
			return o, fmt.Errorf("hotloop: %w", err)
		}
	}
	return o, nil
}

// Wait waits until a kernel with the option Background is compiled, and returns why it is not native code, nil if it is. It
// returns ctx.Err() if ctx is done before. Other kernels are compiled: it returns Err.
func (k *Kernel[F]) Wait(ctx context.Context) error {
	if k.k == nil {
		return k.Err
	}
	return k.k.Wait(ctx)
}

// Native says whether Func runs machine code.
func (k *Kernel[F]) Native() bool { return k.k != nil && k.k.Native() }

// Labels name the kernel in CPU profiles, where all kernels are one function, kernelCode. A program that wants to tell
// them apart calls
//
//	pprof.Do(ctx, k.Labels(), func(context.Context) { k.Func(y, x, 2) })
func (k *Kernel[F]) Labels() pprof.LabelSet {
	if k.k == nil {
		return pprof.Labels()
	}
	return k.k.Labels()
}

// CrashError is what a kernel panics with that accesses memory which is not there, if the knob crash-report is set.
type CrashError = runtime.CrashError

// Do calls use with a function like Func whose calls end early when ctx is done. Do then returns ctx.Err(), and each
// element that the kernel writes holds its old value or one that the kernel stored. Panics of the kernel pass through.
func (k *Kernel[F]) Do(ctx context.Context, use func(F)) error {
	if k.k == nil {
		if err := ctx.Err(); err != nil {
			return err
		}
		use(k.Func)
		return ctx.Err()
	}
	return k.k.Do(ctx, func(f unsafe.Pointer) { use(*(*F)(f)) })
}

// Remark is what the optimizer did to a loop, or why it did not.
type Remark = remark.Remark

// Remarks are the optimizer's remarks in the order of the source, then warnings that the kernel has no machine code, or
// that calling it is slow.
func (k *Kernel[F]) Remarks() []Remark {
	if k.k == nil {
		return nil
	}
	return k.k.Remarks()
}

// Stats are figures of a compilation.
type Stats = runtime.Stats

// Stats returns compile time by phase, code size, the plans chosen, what a call goes through and why there is no
// machine code.
func (k *Kernel[F]) Stats() Stats {
	if k.k == nil {
		return Stats{}
	}
	return k.k.Stats()
}

// ProcessStats are figures of the whole process: machine code in memory, compilations, cache hits, fallbacks, yields.
type ProcessStats = runtime.ProcessStats

// Process returns the figures as they are now. To publish them:
//
//	expvar.Publish("hotloop", expvar.Func(func() any { return hotloop.Process() }))
func Process() ProcessStats { return runtime.Process() }

// ErrCodeLimit is the Err of a kernel for whose machine code SetCodeLimit left no room.
var ErrCodeLimit = runtime.ErrCodeLimit

// ErrTooLarge is in the Err of a kernel that is too large for machine code, which it runs without: see the table of
// limits. errors.Is finds it.
var ErrTooLarge = runtime.ErrTooLarge

// SetCodeLimit sets how many bytes of machine code the process may hold, at first 64 MiB, and returns what it was. A
// kernel that does not fit makes room by letting go of kernels that nobody uses; if that does not do, it runs on its
// fallback, and its Err is ErrCodeLimit. Kernels in use are never taken away.
func SetCodeLimit(bytes int) (old int) { return runtime.SetCodeLimit(bytes) }

// Disassemble writes the machine code with the source lines it comes from.
func (k *Kernel[F]) Disassemble(w io.Writer) error {
	if k.k == nil {
		return k.Err
	}
	return k.k.Disassemble(w)
}

// Close drops the kernel's machine code: it is freed when no Func that was taken from the kernel is in use any more and
// the cache, which holds on to the kernels compiled last, has let go of it. Calls through k.Func after Close run the
// fallback.
func (k *Kernel[F]) Close() {
	if k.k == nil {
		return
	}
	k.k.Drop()
	f, _ := k.k.Fallback().Interface().(F)
	k.Func, k.Err = f, runtime.ErrClosed
	k.k = nil
}

// ErrorList is a list of source errors, each with its position.
type ErrorList = frontend.ErrorList

// KernelError is what a kernel panics with: a runtime.Error with Go's text, and the kernel's name and the position of
// the expression that failed.
type KernelError = runtime.KernelError
