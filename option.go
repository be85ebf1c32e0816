package hotloop

import (
	"fmt"
	"io/fs"
	"reflect"

	"hotloop/internal/hook"
)

// Option changes how a kernel is compiled. The functions whose names begin with With hand something over: source text,
// an argument, a variable. The others set how the kernel is compiled and when.
type Option struct {
	set func(*settings) error
}

// settings is what options set.
type settings struct {
	ISA           string // "" is the best available
	Tune          string // "" is this processor
	FP            FPMode // 0 is the default
	Bind          map[string]any
	Files         []sourceFile // other files
	WholePackage  bool         // Files has all files of the kernel's package
	Globals       map[string]any
	FileName      string
	CacheDir      string // from openCache; "" is none
	Background    bool
	Lazy          bool
	RequireNative bool
	NoVectorize   bool
	Parallel      bool
	Workers       int // 0 means GOMAXPROCS
	Adapt         bool
	Knobs         string // in the syntax of the environment variable HOTLOOP
}

func options(opts []Option) (settings, error) {
	var o settings
	for _, opt := range opts {
		if opt.set == nil {
			continue
		}
		if err := opt.set(&o); err != nil {
			return o, fmt.Errorf("hotloop: %w", err)
		}
	}
	return o, nil
}

// set returns an option that cannot fail.
func set(f func(*settings)) Option {
	return Option{func(o *settings) error { f(o); return nil }}
}

func init() {
	hook.Knobs = func(list string) any { return set(func(o *settings) { o.Knobs = list }) }
	hook.Kernel = func(k any) any { return k.(interface{ inner() *kernel }).inner() }
	hook.ISA = func(name string) any { return set(func(o *settings) { o.ISA = name }) }
}

// MaxISA limits the instruction set. The default is the best one that the processor has. An instruction set better than
// the processor's changes nothing.
func MaxISA(isa ISA) Option {
	return Option{func(o *settings) error {
		if isa == 0 || int(isa) >= len(isaNames) {
			return fmt.Errorf("MaxISA: found %v; use AVX2, AVX512 or NEON", isa)
		}
		o.ISA = isa.String()
		return nil
	}}
}

// Tune chooses and orders code for the given microarchitecture instead of this machine's. The same source, options and
// instruction set then give the same code on every machine. Results do not depend on it.
func Tune(c CPU) Option {
	return Option{func(o *settings) error {
		if int(c) >= len(cpuNames) {
			return fmt.Errorf("Tune: found %v; use one of the constants of type CPU", c)
		}
		o.Tune = c.String()
		return nil
	}}
}

// FP sets the floating-point mode. The default is that each operation is rounded separately, as written, with the same
// results on every machine and in every build, whatever the Go compiler fuses (see [Accelerate]). A //loop:fp
// directive in the source overrides the option.
//
// With [FPReciprocal], [FPApproximate] and [FPNoSignedZeros], quotients and square roots in vectors are within one unit
// in the last place, and a subnormal divisor may count as zero. With [FPApproximate], expressions of float64 that call
// functions of package math on float32 values and convert the result to float32 may be computed in float32, if the
// result is within 6 units in the last place; results below the smallest normal number may become zero.
//
// A loop for which vectorization is requested (vectorize.enable, vectorize.width) may reorder its floating-point sums,
// which is LLVM's rule, and a remark says so. FP([FPExact]) forbids that.
func FP(mode FPMode) Option {
	return Option{func(o *settings) error {
		if mode == 0 {
			return fmt.Errorf("FP: empty mode; use FPExact, FPGo, FPFast or flags")
		}
		o.FP = mode
		return nil
	}}
}

// WithArgument fixes the argument for the named parameter at v. The kernel's func type lacks that parameter.
func WithArgument(parameter string, v any) Option {
	return set(func(o *settings) {
		if o.Bind == nil {
			o.Bind = map[string]any{}
		}
		o.Bind[parameter] = v
	})
}

// WithFile adds a file of the kernel's package. Functions, constants, types and variables that the kernel uses are
// looked up in it, too.
func WithFile(name, text string) Option {
	return set(func(o *settings) {
		o.Files = append(o.Files, textFile(name, text))
	})
}

// WithPackage adds all files of the kernel's package, which are those in the root of fsys:
//
//	//go:embed *.go
//	var files embed.FS
//
// Files that build constraints exclude from this program are ignored. Tests, and assembly if fsys has it, are read only
// for what they change. The source text given to [Accelerate] may be one of the files, or empty. A program that was built
// from files named on the command line (go run a.go b.go) does not record which they are: then a package of more than one
// file is an error.
//
// With the whole package, [Accelerate] knows which package-level variables never change and which names other files
// declare. A variable counts as changed unless every mention of it, in all files, only reads it: the kernel may slice it or take
// its address, and other code only where the result is read at once, as in tab[:n][i].
func WithPackage(fsys fs.FS) Option {
	return Option{func(o *settings) error {
		files, err := folderFiles(fsys, "")
		if err != nil {
			return fmt.Errorf("WithPackage: %w", err)
		}
		o.Files = append(o.Files, files...)
		o.WholePackage = true
		return nil
	}}
}

// WithImport adds a package that the kernel's package imports by the given path: the files in the root of fsys. The
// kernel may then use its functions, methods, types and constants. Of its variables, [Compile] takes those as constants that
// none of the files changes, and [Accelerate] those with //hotloop:readonly above their declaration. Packages image and
// image/color are built in.
func WithImport(path string, fsys fs.FS) Option {
	return Option{func(o *settings) error {
		files, err := folderFiles(fsys, path)
		if err != nil {
			return fmt.Errorf("WithImport %s: %w", path, err)
		}
		o.Files = append(o.Files, files...)
		return nil
	}}
}

// WithGlobal shares a package-level variable with the kernel, by a pointer to it. The kernel reads and writes that
// memory wherever its source uses the variable, as the Go function does. The variable is a number, a bool, or an array
// or struct of those, and its declaration must be in the source.
//
//	hotloop.Accelerate(Scale, src, hotloop.WithGlobal("gain", &gain))
//
// Without this option a package-level variable is the constant that it is declared as, and a kernel that assigns to it is
// refused. [Accelerate] documents when a variable counts as constant.
func WithGlobal(name string, pointer any) Option {
	return Option{func(o *settings) error {
		if v := reflect.ValueOf(pointer); v.Kind() != reflect.Pointer || v.IsNil() {
			return fmt.Errorf("WithGlobal: found %T for variable %s; use a pointer to the variable, &%s",
				pointer, name, name)
		}
		if o.Globals == nil {
			o.Globals = map[string]any{}
		}
		o.Globals[name] = pointer
		return nil
	}}
}

// WithFileName sets the file name in the positions of errors and remarks. The default for [Accelerate] is the file that
// declares the function; for [Compile] it is "kernel.go".
func WithFileName(name string) Option {
	return set(func(o *settings) { o.FileName = name })
}

// CacheDir keeps machine code in directory dir for later processes. A process of the same program that compiles the same
// source with the same options for the same processor loads the code in some tens of microseconds instead of compiling
// it. Missing directories are created.
//
// Machine code is executed, so the directory must belong to the user, and no other user may have access to it. Files are
// verified by a hash: a file that is truncated, altered or renamed, or that another build of the program has written,
// is not used, and the kernel is compiled and stored again. Any number of processes may share a directory. It holds at
// most 64 MiB; the least recently used files are removed first.
//
// If the directory cannot be used or created, or a file cannot be read or written, the kernel is compiled as without the
// option, and a remark gives the reason. Stats.Cache has the outcome. The program is identified by its build ID and the
// versions of its modules; if something other than the go command has set the build ID, as Bazel's and Nix's rules do, by
// a hash of the executable, which takes some milliseconds once per process. Code that contains addresses of the process, such as those of
// variables ([WithGlobal]) or of strings that the kernel returns, is not cached. On Windows, a program whose build ID is not
// from the go command keeps no code.
func CacheDir(dir string) Option {
	return Option{func(o *settings) error {
		if dir == "" {
			return fmt.Errorf("CacheDir: empty directory; use DefaultCache for the user's cache directory")
		}
		o.CacheDir = openCache(dir)
		return nil
	}}
}

// DefaultCache is [CacheDir] with the directory hotloop in [os.UserCacheDir].
func DefaultCache() Option {
	return set(func(o *settings) { o.CacheDir = openCache("") })
}

// Background makes [Accelerate] return at once. The kernel's Func runs the Go function until machine code is ready, and
// the machine code from then on. A running call is not switched. Calls cost an additional load and jump. Kernels are
// compiled in the order of the calls of Accelerate, by as many goroutines as GOMAXPROCS.
//
// Where the Go compiler may have fused sums of the function (see [Accelerate]), the first call waits for the code, so that
// results do not change.
//
// [Kernel.Wait] waits for the code. Until then [Kernel.Err] is nil, unless Accelerate found the error at once, and
// Native, Stats, Remarks and CallContext describe the Go function.
//
// Background is not the default: without it a function is fast from its first call, Err is final, and where the
// floating-point mode leaves bits open, they do not change while the program runs. [Compile] does not accept it.
func Background() Option {
	return set(func(o *settings) { o.Background = true })
}

// Lazy makes [Accelerate] return at once, without reading the source, and compiles the kernel when its Func is first
// called, or when [Kernel.Wait] is. The first call waits for the compilation; with [Background] as well, it runs the Go
// function while the kernel is compiled. Later calls cost an additional load and jump. Lazy is meant for package
// variables, which would otherwise be compiled in every program that imports the package, whether it uses them or not:
//
//	var blur = hotloop.Accelerate(Blur, src, hotloop.Lazy()).Func
//
// Until the kernel is compiled, [Kernel.Err] is nil, and Native, Stats and Remarks describe the Go function. [Compile] does not accept it.
func Lazy() Option {
	return set(func(o *settings) { o.Lazy = true })
}

// RequireNative makes [Compile] return an error, and [Accelerate] panic with one, where the kernel would otherwise have no
// machine code. Under the race detector, where Accelerate always returns the Go function, it has no effect on
// Accelerate.
func RequireNative() Option {
	return set(func(o *settings) { o.RequireNative = true })
}

// Parallel lets goroutines share the iterations of the kernel's outermost loops, each loop by at most the given number of
// goroutines including the caller's; 0 means [runtime.GOMAXPROCS] at the time of the call. Without the option, they share
// loops with the directive //loop:parallel only, by 0.
//
// The kernel has the same results, stores and panics as without the option, whatever the number: a loop is shared where
// run-time tests show that no iteration depends on another one and that none panics, and where a sum of floats may be
// reordered ([FPFast]). Other loops run on the caller's goroutine, and the kernel's remarks say why. So do calls with
// little to do. The other goroutines start when there is something to do for them, and end after some seconds without. A panic in
// one of them, such as by a fault in a file that is mapped into memory, is a panic of the call, and [Kernel.CallContext] cancels
// all.
func Parallel(workers int) Option {
	return Option{func(o *settings) error {
		if workers < 0 {
			return fmt.Errorf("Parallel: found %d workers; use 0 for as many as there are processors, or a positive number", workers)
		}
		o.Parallel, o.Workers = true, workers
		return nil
	}}
}

// NoVectorize compiles as if every loop had the directive vectorize.enable=0. It serves comparisons.
func NoVectorize() Option {
	return set(func(o *settings) { o.NoVectorize = true })
}

// Adapt profiles a kernel's first calls: how often loops iterate, how likely conditions hold, and which version of the
// code is fastest on the program's data. The Go function of [Accelerate] is one of the versions, unless the Go compiler may have fused sums of it. At most 16 calls count
// iterations, in scalar code. The kernel is then compiled again in the background, with the counts as estimates. Of the
// next calls, 4 to 128 per version are timed; each takes about a microsecond more. The fastest version runs all later
// calls, which cost an additional load and jump. Stats.Adapt and [Kernel.Remarks] have the result.
//
// The profile never affects correctness. Where the floating-point mode leaves bits open, they may differ between
// versions. Calls by [Kernel.CallContext] are not profiled.
func Adapt() Option {
	return set(func(o *settings) { o.Adapt = true })
}
