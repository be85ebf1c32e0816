// Package hotlooptest tests and times kernels.
//
// [Verify] compares a kernel with its Go function on generated arguments, and [Bench] times the two in turns:
//
//	func TestSaxpy(t *testing.T) {
//		hotlooptest.Verify(t, Saxpy, hotloop.Accelerate(Saxpy, src))
//	}
//
//	func BenchmarkSaxpy(b *testing.B) {
//		y, x := make([]float32, 1000), make([]float32, 1000)
//		hotlooptest.Bench(b, Saxpy, hotloop.Accelerate(Saxpy, src), y, x, 2)
//	}
package hotlooptest

import (
	"context"
	"fmt"
	"os"
	"reflect"
	goruntime "runtime"

	"hotloop"
	"hotloop/internal/hook"
	"hotloop/internal/verify"
)

// TB is the part of testing.TB that Verify and Bench use.
type TB interface {
	Helper()
	Logf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Option changes what Verify does.
type Option struct{ set func(*config) }

type config struct {
	verify.Config
	fallback bool
}

// Count sets the number of argument sets. The default is 300.
func Count(n int) Option { return Option{func(c *config) { c.Count = n }} }

// Seed sets the seed of the arguments. The default is 1, so that every run of a test uses the same arguments.
func Seed(seed uint64) Option { return Option{func(c *config) { c.Seed = seed }} }

// ULPs allows floating-point numbers to differ by n units in the last place of the number itself, or of the largest number
// in the arguments and results of the call. It is for kernels that do not round as Go does: the modes FPGo and FPFast, and
// functions of package math. The arguments are then small numbers, without infinities, NaNs and subnormal numbers.
func ULPs(n int) Option { return Option{func(c *config) { c.ULPs = n }} }

// Fix calls fix on the arguments before they are used, to make them valid: indices within a range, lengths that agree. The
// parameters of fix are pointers to those of the function:
//
//	hotlooptest.Fix(func(y, x *[]float32, index *[]int32) {
//		for i := range *index {
//			(*index)[i] &= 15
//		}
//	})
//
// fix must be deterministic.
func Fix(fix any) Option {
	return Option{func(c *config) { c.Fix = append(c.Fix, reflect.ValueOf(fix)) }}
}

// AllowFallback lets a kernel pass that has no machine code, on processors that hotloop does not support for instance. What
// its calls run instead is compared with the Go function.
func AllowFallback() Option { return Option{func(c *config) { c.fallback = true }} }

// Verify tests that kernel k does what the Go function fn does: results, stores and panics. It generates arguments of all
// types that kernels have: slices whose lengths are around those of the kernel's vectors, which overlap, start anywhere or
// are nil, and numbers that include infinities, NaNs and the largest integers. If the two differ, it fails t with minimized
// arguments, as Go source.
//
// A kernel without machine code fails, except under the race detector, where [hotloop.Accelerate] always returns the Go
// function and there is nothing to compare. [AllowFallback] lets others pass.
//
// Arguments of type int are mostly lengths or small. Each call is first made in an interpreter that counts steps; arguments
// that take more than 16 million steps, or allocate more bytes, are skipped, such as a rectangle of 2^63 rows. If none are
// left, the test fails: use [Fix] to change some. If few calls return because the others panic, the log says so, and Fix
// helps as well. After two seconds Verify reports its progress on standard error.
//
// If the Go compiler may have fused sums x*y + z of fn in this build (see [hotloop.Accelerate]), a kernel that differs from
// fn is compared with an interpretation of its source, which fuses nothing. If these two agree, the kernel passes, and the
// log says how often that happened.
func Verify[F any](t TB, fn F, k *hotloop.Kernel[F], opts ...Option) {
	t.Helper()
	want := reflect.ValueOf(fn)
	c := config{Config: verify.Config{Seed: 1, Count: 300, Name: nameOf(want), Progress: os.Stderr}}
	for _, o := range opts {
		if o.set != nil {
			o.set(&c)
		}
	}
	for _, f := range c.Fix {
		if err := verify.CheckFix(valueOf(f), want.Type()); err != nil {
			t.Fatalf("hotlooptest.Fix: %v", err)
			return
		}
	}
	err := k.Wait(context.Background())
	switch {
	case k.Native():
	case k.Stats().Fallback == hotloop.FallbackRace:
		t.Logf("%s: nothing is compared: %v", c.Name, err)
		return
	case !c.fallback:
		t.Fatalf("%s has no machine code, and nothing would be tested (AllowFallback allows it): %v", c.Name, err)
		return
	}
	if inner, ok := hook.Kernel(k).(interpreted); ok {
		c.Steps = inner.Steps()
		c.Bounded, c.Long = inner.Bounded(verifySteps)
		c.Written = inner.AsWritten()
	}
	fail, r := verify.Run(c.Config, want, reflect.ValueOf(k.Func))
	switch {
	case fail != nil:
		t.Fatalf("the kernel of %s differs with arguments %d of seed %d: %s\n%s", c.Name, fail.Set, c.Seed, fail.Diff,
			fail.Calls)
	case r.Calls == 0 && c.Count > 0:
		t.Fatalf("%s: nothing was compared: calls with all %d argument sets take too long; use Fix", c.Name, r.Long)
	case r.Long > 0:
		t.Logf("%s: %d calls, %d of them panicked, no difference; calls with %d other argument sets take too long", c.Name,
			r.Calls, r.Panics, r.Long)
	default:
		t.Logf("%s: %d calls, %d of them panicked, no difference", c.Name, r.Calls, r.Panics)
	}
	if returned := r.Calls - r.Panics; returned < r.Calls/4 {
		t.Logf("%s: only %d calls returned; Fix can make arguments valid, so that more do", c.Name, returned)
	}
	if r.Fused > 0 {
		t.Logf("%s: in %d of them the Go compiler fuses operations of the Go function; the kernel rounds as written", c.Name,
			r.Fused)
	}
}

// interpreted is the kernel behind a hotloop.Kernel of a program that has the interpreter. *runtime.Kernel
// implements it.
type interpreted interface {
	Steps() []int
	Bounded(steps int64) (f reflect.Value, over error)
	AsWritten() reflect.Value
}

// verifySteps bounds the calls that Verify makes, in operations of the kernel's SSA, a tenth of a second of the
// interpreter, and in bytes of memory that the kernel makes.
const verifySteps = 1 << 24

func valueOf(v reflect.Value) any {
	if !v.IsValid() {
		return nil
	}
	return v.Interface()
}

// nameOf is the name of a function in the program.
func nameOf(f reflect.Value) string {
	if fn := goruntime.FuncForPC(f.Pointer()); fn != nil {
		return fn.Name()
	}
	return "the function"
}

// B is the part of *testing.B that Bench uses.
type B interface {
	TB
	Loop() bool
	ReportMetric(n float64, unit string)
}

// Bench benchmarks kernel k and the Go function fn in turns. It reports go-ns/call, kernel-ns/call and go/kernel, which is
// how many times as fast as fn the kernel is: the median over pairs of batches, which varies less with the state of the
// machine than either time. A kernel with the option Background or Lazy is compiled before that.
//
// args are the arguments of the function. What they refer to is restored before each batch. Such calls take some 100 ns
// more, as they go through package reflect. A single argument of type func(F) makes the calls without that:
//
//	hotlooptest.Bench(b, Saxpy, k, func(saxpy func(y, x []float32, a float32)) { saxpy(y, x, 2) })
func Bench[F any](b B, fn F, k *hotloop.Kernel[F], args ...any) {
	b.Helper()
	var first, second func()
	restore := func() {}
	if use, ok := only(args).(func(F)); ok {
		first, second = func() { use(fn) }, func() { use(k.Func) }
	} else {
		in, err := argumentsOf(reflect.TypeFor[F](), args)
		if err != nil {
			b.Fatalf("hotlooptest.Bench: %v", err)
			return
		}
		a := verify.NewArguments(reflect.TypeFor[F](), in)
		one, two := reflect.ValueOf(fn), reflect.ValueOf(k.Func)
		first, second, restore = func() { a.Call(one) }, func() { a.Call(two) }, a.Restore
	}
	if err := k.Wait(context.Background()); !k.Native() {
		b.Logf("the kernel has no machine code: %v", err)
	}
	t := verify.Measure(b.Loop, first, second, restore)
	b.ReportMetric(0, "ns/op") // the time of a turn is meaningless
	b.ReportMetric(t.First, "go-ns/call")
	b.ReportMetric(t.Second, "kernel-ns/call")
	b.ReportMetric(t.Ratio, "go/kernel")
}

func only(args []any) any {
	if len(args) == 1 {
		return args[0]
	}
	return nil
}

// argumentsOf are the arguments of a call of a function of type t.
func argumentsOf(t reflect.Type, args []any) (in []reflect.Value, err error) {
	if len(args) != t.NumIn() {
		return nil, fmt.Errorf("found %d arguments for %s; write one for each parameter, or a func(%s)", len(args), t, t)
	}
	for i, a := range args {
		v := reflect.ValueOf(a)
		switch p := t.In(i); {
		case a == nil:
			v = reflect.Zero(p)
		case v.Type().AssignableTo(p):
		case v.CanConvert(p) && v.Kind() != reflect.Slice: // 2 for a float32
			v = v.Convert(p)
		default:
			return nil, fmt.Errorf("argument %d: found a %s; write a %s instead", i, v.Type(), p)
		}
		in = append(in, v)
	}
	return in, nil
}
