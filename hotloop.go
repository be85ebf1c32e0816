package hotloop

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"runtime/pprof"
	"unsafe"

	"hotloop/runtime/codemem"
	"hotloop/runtime/fallback"
)

// Kernel is a compiled function of type F. Its methods may be called by several goroutines at once.
type Kernel[F any] struct {
	// Func calls the kernel. Only Close changes it.
	Func F

	k *kernel
}

// inner returns what the hook of package hotlooptest asks for.
func (k *Kernel[F]) inner() *kernel { return k.k }

// Compile compiles the named function of the Go source text src. F is the function's type, without the parameters that
// [WithArgument] fixes. Methods are named (*T).Name or T.Name, and instances of generic functions Name[float32], or Name
// if F determines the type arguments. Source errors are an [ErrorList].
//
// The source, together with the files that [WithFile] and [WithPackage] add, is a complete program: nothing else changes
// its package-level variables or declares names in its package. [WithGlobal] ties a variable to one of the running
// program.
//
// A kernel that cannot be machine code is interpreted, and [Kernel.Err] gives the reason. With [RequireNative] that
// reason is Compile's error. Outside of Linux on amd64 and arm64 and Windows and FreeBSD on amd64, Compile returns an error, unless the
// program is built with the tag hotloop_interpreter: programs there do not have the compiler otherwise.
func Compile[F any](src, name string, opts ...Option) (*Kernel[F], error) {
	o, err := options(opts)
	if err != nil {
		return nil, err
	}
	if o.Background || o.Lazy {
		return nil, fallback.ErrBackground
	}
	k, err := compile(reflect.TypeFor[F](), src, name, o)
	if err != nil {
		return nil, public(err)
	}
	f, _ := k.Func().Interface().(F)
	return &Kernel[F]{f, k}, nil
}

// MustCompile is like [Compile] but panics with the error. It simplifies the initialization of package variables.
func MustCompile[F any](src, name string, opts ...Option) *Kernel[F] {
	k, err := Compile[F](src, name, opts...)
	if err != nil {
		panic(fmt.Errorf("hotloop: MustCompile(%s): %w", name, err))
	}
	return k
}

// Accelerate compiles the Go function fn, whose source text is src. It always returns a usable kernel: where fn cannot
// be compiled to machine code, the kernel's Func is fn itself, and [Kernel.Err] gives the reason. Under the race detector
// Func is always fn. Outside of Linux on amd64 and arm64 and Windows and FreeBSD on amd64, src is not read, unless the program is
// built with the tag hotloop_interpreter.
//
// fn must be a declared function, an instance of a generic one, a method expression or a method value, not a function
// literal. Func has the receiver of a method value x.M, which is x as it was when the method value was evaluated; kernels
// of several receivers share their code. For a method value, src must be the source that the program was built from,
// and the type of x must be neither generic nor an interface.
//
// Func has the results of fn with one exception that depends on the build. For arm64, and for amd64 with GOAMD64=v3 or
// later, the Go compiler computes some sums of products, x*y + z, with one rounding. Func computes what is written, with
// two roundings, so its last bits may differ from those of fn. An explicit conversion, float64(x*y) + z, forbids fusing and
// gives the same result everywhere. In such builds a remark of pass "fp" names the first sum that may be fused; a kernel
// without one has the results of fn. The results of one Func never change, with [Background], [Lazy] and [Adapt] neither.
//
// A call of Func takes two or three nanoseconds more than a call of a closure, and the Go compiler cannot inline it. A
// function that is often called with few elements is faster behind a condition, which the compiler inlines:
//
//	func Union(z, x, y []uint64) {
//		if len(z) < 16 {
//			union(z, x, y)
//			return
//		}
//		kernel.Func(z, x, y)
//	}
//
// Other files of fn's package may change its package-level variables, and may declare functions and types whose names
// are predeclared in Go. A package-level variable counts as constant only if the directive //hotloop:readonly stands
// above or behind its declaration, or if [WithPackage] provides all files, every mention of the variable in them only reads
// it, and neither another package nor the linker (-ldflags -X) can change it. [WithGlobal] shares a variable with the kernel. Calls of min,
// max and clear need WithPackage, or [WithFile] for the file that declares them, or a constant in the source that only
// the predeclared function can make, such as const _ = max(0, 1). append needs WithPackage, or
// var _ = append([]byte(nil), ""...), if no function of the package that the program has grows a slice. Otherwise Err
// says what to write. The package documentation lists what is assumed of other predeclared names.
func Accelerate[F any](fn F, src string, opts ...Option) *Kernel[F] {
	o, err := options(opts)
	if err != nil {
		return &Kernel[F]{fn, decline(reflect.ValueOf(fn), err, o)}
	}
	k := accelerate(reflect.ValueOf(fn), src, o)
	if err := k.Err(); err != nil && o.RequireNative && !fallback.RaceEnabled {
		panic(fmt.Errorf("hotloop: Accelerate(%s): %w", k.Name(), public(err)))
	}
	if f := k.Func(); f.IsValid() {
		fn, _ = f.Interface().(F)
	}
	return &Kernel[F]{fn, k}
}

// Err returns the reason why the kernel has no machine code, or nil if it has. With [Background] and [Lazy] it returns
// nil until the kernel has been compiled, unless Accelerate found the error at once.
func (k *Kernel[F]) Err() error { return public(k.k.Err()) }

// Native reports whether Func runs machine code. With [Background] and [Lazy] it returns false until the kernel has been
// compiled.
func (k *Kernel[F]) Native() bool { return k.k.Native() }

// Wait waits until a kernel with the option [Background] has been compiled, or compiles one with the option [Lazy], and
// returns its Err. If ctx is done before that, Wait returns ctx.Err(). For other kernels it returns Err at once.
func (k *Kernel[F]) Wait(ctx context.Context) error { return public(k.k.Wait(ctx)) }

// CallContext calls f with a function like Func whose calls end early when ctx is done. CallContext then returns
// ctx.Err(), and each element that the kernel writes has its old value or one that the kernel stored. Panics of the
// kernel propagate.
func (k *Kernel[F]) CallContext(ctx context.Context, f func(F)) error {
	return k.k.Do(ctx, func(p unsafe.Pointer) { f(*(*F)(p)) })
}

// ProfileLabels returns labels that identify the kernel in CPU profiles, where all kernels are one function, kernelCode:
//
//	pprof.Do(ctx, k.ProfileLabels(), func(context.Context) { k.Func(y, x, 2) })
func (k *Kernel[F]) ProfileLabels() pprof.LabelSet { return k.k.Labels() }

// Disassemble writes the machine code, annotated with the source lines that it comes from.
func (k *Kernel[F]) Disassemble(w io.Writer) error { return k.k.Disassemble(w) }

// Close releases the kernel's reference to its machine code and makes Func the fallback: fn of [Accelerate], or the
// interpreter. The code is freed once no copy of the old Func is in use. Kernels that are never closed are freed by the
// garbage collector. Close must not be called while other goroutines read Func.
func (k *Kernel[F]) Close() {
	k.k = k.k.Close()
	if f := k.k.Func(); f.IsValid() {
		k.Func, _ = f.Interface().(F)
	}
}

// SetCodeLimit sets how many bytes of machine code the process may hold, initially 64 MiB, and returns the previous
// limit. A kernel that does not fit takes the place of kernels that are no longer used; if that is not enough, it runs on
// its fallback, and its Err is [ErrCodeLimit]. Kernels in use stay.
func SetCodeLimit(bytes int) (old int) { return codemem.Shared.SetLimit(bytes) }
