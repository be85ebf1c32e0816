package hotloop

import (
	"context"
	"fmt"
	"os"
	"reflect"
	goruntime "runtime"

	"hotloop/runtime"
	"hotloop/verify"
)

// TB is what Verify and Bench use of package testing: a *testing.T or *testing.B.
type TB interface {
	Helper()
	Logf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// VerifyOption changes what Verify does.
type VerifyOption func(*verifyConfig)

type verifyConfig struct {
	verify.Config
	fallback bool
}

// VerifyCount sets the number of argument sets; the default is 300.
func VerifyCount(n int) VerifyOption { return func(c *verifyConfig) { c.Count = n } }

// VerifySeed sets the seed of the arguments; the default is 1, so that every run of a test does the same.
func VerifySeed(seed uint64) VerifyOption { return func(c *verifyConfig) { c.Seed = seed } }

// VerifyULPs lets floating-point numbers be n units in the last place of themselves, or of the greatest number that the
// call gets or leaves, apart, for kernels that are not to round as Go does: modes "go" and "fast", and functions of
// package math. Arguments are then small numbers without infinities and NaNs.
func VerifyULPs(n int) VerifyOption { return func(c *verifyConfig) { c.ULPs = n } }

// VerifyFix has fix change arguments before they are used, so that they are what the function may be called with: indices
// within a range, lengths that agree. Its parameters are pointers to those of the function:
//
//	hotloop.VerifyFix(func(y, x *[]float32, index *[]int32) {
//		for i := range *index {
//			(*index)[i] &= 15
//		}
//	})
//
// It must do the same whenever it gets the same.
func VerifyFix(fix any) VerifyOption {
	return func(c *verifyConfig) { c.Fix = append(c.Fix, reflect.ValueOf(fix)) }
}

// VerifyFallback lets a kernel pass that has no machine code, on processors for which hotloop makes none for instance. What
// calls of it run instead is compared.
func VerifyFallback() VerifyOption { return func(c *verifyConfig) { c.fallback = true } }

// Verify is a test that kernel k does what the Go function fn does: results, stores and panics. It makes up arguments of
// all types that kernels have, with lengths around those that vector code takes at a time, slices that overlap, begin
// anywhere or are nil, and numbers as infinities, NaNs and the greatest integers. If the two differ it fails t, with
// arguments made as small as possible, as Go text that makes them.
//
//	func TestSaxpy(t *testing.T) {
//		hotloop.Verify(t, Saxpy, hotloop.Accelerate(Saxpy, src))
//	}
//
// A kernel without machine code fails, but for one that Accelerate has left as it is under the race detector, of which
// there is nothing to compare. [VerifyFallback] lets others pass.
//
// Numbers of type int are lengths or small as a rule. Each call is first made in an interpreter that counts: arguments
// with which it takes more than 16 million steps, or makes more bytes of memory, are left out, such as a rectangle of
// 2^63 rows. If none are left the test fails: then VerifyFix must change some. What takes longer than two seconds tells
// on standard error how far it is.
//
// If Go's compiler may have fused sums x*y + z of fn in this build (see [Accelerate]), a kernel that differs from fn is
// compared with an interpreter of its source, which fuses nothing. If these two agree, the kernel passes, and the log says
// how often.
func Verify[F any](t TB, fn F, k *Kernel[F], opts ...VerifyOption) {
	t.Helper()
	want := reflect.ValueOf(fn)
	c := verifyConfig{Config: verify.Config{Seed: 1, Count: 300, Name: nameOf(want), Progress: os.Stderr}}
	for _, o := range opts {
		o(&c)
	}
	for _, f := range c.Fix {
		if err := verify.CheckFix(valueOf(f), want.Type()); err != nil {
			t.Fatalf("hotloop.VerifyFix: %v", err)
			return
		}
	}
	err := k.Wait(context.Background())
	switch {
	case k.Native():
	case k.Stats().Fallback == FallbackRace:
		t.Logf("%s: nothing is compared: %v", c.Name, err)
		return
	case !c.fallback:
		t.Fatalf("%s has no machine code, and nothing would be tested (VerifyFallback allows it): %v", c.Name, err)
		return
	}
	if k.k != nil {
		c.Steps = k.k.Steps()
		c.Bounded, c.Long = k.k.Bounded(verifySteps), runtime.ErrSteps
		c.Written = k.k.AsWritten()
	}
	fail, r := verify.Run(c.Config, want, reflect.ValueOf(k.Func))
	switch {
	case fail != nil:
		t.Fatalf("the kernel of %s differs with arguments %d of seed %d: %s\n%s", c.Name, fail.Set, c.Seed, fail.Diff,
			fail.Calls)
	case r.Calls == 0 && c.Count > 0:
		t.Fatalf("%s: nothing was compared: calls with all %d argument sets take too long; write a VerifyFix", c.Name, r.Long)
	case r.Long > 0:
		t.Logf("%s: %d calls, %d of them panicked, no difference; calls with %d other argument sets take too long", c.Name,
			r.Calls, r.Panics, r.Long)
	default:
		t.Logf("%s: %d calls, %d of them panicked, no difference", c.Name, r.Calls, r.Panics)
	}
	if r.Fused > 0 {
		t.Logf("%s: in %d of them Go's compiler fuses operations of the Go function; the kernel rounds as written", c.Name,
			r.Fused)
	}
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

// BenchB is what Bench uses of a *testing.B.
type BenchB interface {
	TB
	Loop() bool
	ReportMetric(n float64, unit string)
}

// Bench is a benchmark of kernel k and the Go function fn in turns. It reports go-ns/call, kernel-ns/call and go/kernel,
// how many times as fast the kernel is: the median of pairs of batches, which the state of the machine changes less than
// either time.
//
// The arguments are those of the function; what they refer to is made what it was before each batch. Calls by them take
// some 100 ns more, as they go through package reflect. One argument of type func(F) makes calls without that:
//
//	hotloop.Bench(b, Saxpy, k, func(saxpy func(y, x []float32, a float32)) { saxpy(y, x, 2) })
func Bench[F any](b BenchB, fn F, k *Kernel[F], args ...any) {
	b.Helper()
	var first, second func()
	restore := func() {}
	if use, ok := only(args).(func(F)); ok {
		first, second = func() { use(fn) }, func() { use(k.Func) }
	} else {
		in, err := argumentsOf(reflect.TypeFor[F](), args)
		if err != nil {
			b.Fatalf("hotloop.Bench: %v", err)
			return
		}
		a := verify.NewArguments(reflect.TypeFor[F](), in)
		one, two := reflect.ValueOf(fn), reflect.ValueOf(k.Func)
		first, second, restore = func() { a.Call(one) }, func() { a.Call(two) }, a.Restore
	}
	if !k.Native() {
		b.Logf("the kernel has no machine code: %v", k.Err)
	}
	t := verify.Measure(b.Loop, first, second, restore)
	b.ReportMetric(0, "ns/op") // of a turn, which nobody asks for
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
