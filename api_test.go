package hotloop_test

import (
	"context"
	"errors"
	"reflect"
	goruntime "runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"hotloop"
	"hotloop/internal/e2e"
	"hotloop/internal/options"
	"hotloop/loopopt/remark"
	"hotloop/runtime"
)

func TestOptionErrors(t *testing.T) {
	for name, opt := range map[string]hotloop.Option{
		"mode":  hotloop.FP(0),
		"isa":   hotloop.MaxISA(0),
		"knob":  options.Knobs("verify-everything"),
		"bound": hotloop.WithArgument("q", 1),
	} {
		if _, err := hotloop.Compile[func([]float64) float64](exampleText, "Sum", opt); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := hotloop.Compile[func([]float32) float64](exampleText, "Sum"); err == nil {
		t.Error("a wrong type is no error")
	}
	if _, err := hotloop.Compile[func(map[int]int)](exampleText, "Sum"); err == nil {
		t.Error("an impossible type is no error")
	}
	if _, err := hotloop.Compile[int](exampleText, "Sum"); err == nil {
		t.Error("a type that is no func is no error")
	}
}

func TestMustCompilePanics(t *testing.T) {
	defer func() {
		if err, _ := recover().(error); err == nil || !strings.Contains(err.Error(), "Summ") ||
			!strings.Contains(err.Error(), "write Sum instead") {
			t.Errorf("panic %v", err)
		}
	}()
	hotloop.MustCompile[func([]float64) float64](exampleText, "Summ")
}

// TestAccelerateNeverFails: whatever is wrong, Func is the function itself and Err says why.
func TestAccelerateNeverFails(t *testing.T) {
	closure := func(x []float64) float64 { return x[0] }
	for name, k := range map[string]*hotloop.Kernel[func([]float64) float64]{
		"closure":   hotloop.Accelerate(closure, exampleText),
		"no source": hotloop.Accelerate(Sum, ""),
		"syntax":    hotloop.Accelerate(Sum, "package k\nfunc Sum("),
		"option":    hotloop.Accelerate(Sum, exampleText, hotloop.FP(0)),
	} {
		if k.Err() == nil || k.Native() {
			t.Errorf("%s: Err %v", name, k.Err())
		}
		if name == "no source" && !runtime.RaceEnabled && !strings.HasSuffix(strings.Split(k.Err().Error(), ":")[0], "_test.go") {
			t.Errorf("%s: %v does not name the function's file", name, k.Err())
		}
		if got := k.Func([]float64{3}); got != 3 {
			t.Errorf("%s: %v", name, got)
		}
		if r := k.Remarks(); len(r) != 1 || !strings.Contains(r[0].Message(), k.Err().Error()) {
			t.Errorf("%s: remarks %v, not just the reason %v", name, r, k.Err())
		}
		if k.Stats().CodeBytes != 0 || k.Disassemble(nil) == nil {
			t.Errorf("%s: has code or a listing", name)
		}
		if err := k.CallContext(context.Background(), func(f func([]float64) float64) { f([]float64{1}) }); err != nil {
			t.Error(err)
		}
		k.Close()
	}
}

func TestAccelerate(t *testing.T) {
	e2e.NeedNative(t)
	k := hotloop.Accelerate(Saxpy, exampleText)
	if runtime.RaceEnabled {
		if k.Native() || k.Err() == nil {
			t.Error("under the race detector the function itself must stay")
		}
		return
	}
	if !k.Native() || k.Err() != nil {
		t.Fatal(k.Err())
	}
	if s := k.Stats(); !s.Vectorized || len(s.Plans) != 1 || s.CodeBytes == 0 || len(s.Phases) < 4 || s.ISA == "" {
		t.Errorf("stats %+v", s)
	}
}

func TestDisassemble(t *testing.T) {
	e2e.NeedNative(t)
	isa := e2e.ISAs()[0]
	k := hotloop.MustCompile[func(y, x []float32, a float32)](exampleText, "Saxpy", options.MaxISA(isa),
		hotloop.WithFileName("example.go"))
	var b strings.Builder
	if err := k.Disassemble(&b); err != nil {
		t.Fatal(err)
	}
	shown := map[string][]string{"avx2": {"vmulps ymm", "vzeroupper"}, "neon": {"fmul v"}}
	for _, want := range append([]string{"y[i] += a * x[i]", "example.go:", "ret"}, shown[isa]...) {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the listing has no %q:\n%s", want, b.String())
		}
	}
}

func TestClose(t *testing.T) {
	k := hotloop.MustCompile[func([]float64) float64](exampleText, "Sum")
	f := k.Func
	k.Close()
	k.Close()
	if k.Native() || !errors.Is(k.Err(), runtime.ErrClosed) {
		t.Errorf("native %v, err %v", k.Native(), k.Err())
	}
	x := []float64{1, 2, 3}
	if f(x) != 6 || k.Func(x) != 6 {
		t.Error("a func taken before Close, or the fallback, does not work")
	}
}

// TestRequireNative: without it a kernel is never missing, with it the reason is an error.
func TestRequireNative(t *testing.T) {
	k, err := hotloop.Compile[func([]float64) float64](exampleText, "Sum", hotloop.RequireNative(),
		options.Knobs("isa=scalar"))
	if err == nil || k != nil {
		t.Errorf("scalar and native at once: %v", err)
	}
	k, err = hotloop.Compile[func([]float64) float64](exampleText, "Sum", options.Knobs("isa=scalar"))
	if err != nil || k.Native() || k.Err() == nil || k.Func([]float64{1, 2}) != 3 {
		t.Errorf("no interpreter behind a kernel without code: %v", err)
	}
}

// TestSingleFlight: many who ask for one kernel at once get one kernel.
func TestSingleFlight(t *testing.T) {
	src := "package k\nfunc F(y []int32) { for i := range y { y[i] += 11 } }\n"
	const n = 16
	var ks [n]*runtime.Kernel
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			ks[i], _ = runtime.Compile(reflect.TypeFor[func([]int32)](), src, "F", runtime.Options{})
		}()
	}
	wg.Wait()
	for _, k := range ks {
		if k == nil || k != ks[0] {
			t.Fatal("two kernels from one text")
		}
	}
	fresh, err := runtime.Compile(reflect.TypeFor[func([]int32)](), src, "F", runtime.Options{Fresh: true})
	if err != nil || fresh == ks[0] {
		t.Errorf("a fresh kernel came from the cache (%v)", err)
	}
	goruntime.KeepAlive(ks)
}

// TestNamedFuncType: F may be a named type.
func TestNamedFuncType(t *testing.T) {
	type reduce func([]float64) float64
	k, err := hotloop.Compile[reduce](exampleText, "Sum")
	if err != nil {
		t.Fatal(err)
	}
	if k.Func([]float64{1, 2}) != 3 {
		t.Error("wrong sum")
	}
}

// TestStates tests that the states have the same text here as in package runtime, from which they are converted.
func TestStates(t *testing.T) {
	assert.Equal(t, []hotloop.CacheState{hotloop.CacheLoaded, hotloop.CacheStored, hotloop.CacheUnsupported, hotloop.CacheFailed},
		[]hotloop.CacheState{hotloop.CacheState(runtime.CacheLoaded), hotloop.CacheState(runtime.CacheStored),
			hotloop.CacheState(runtime.CacheUnfit), hotloop.CacheState(runtime.CacheFailed)})
	assert.Equal(t, []hotloop.AdaptState{hotloop.AdaptSampling, hotloop.AdaptCompiling, hotloop.AdaptTrying, hotloop.AdaptSettled},
		[]hotloop.AdaptState{hotloop.AdaptState(runtime.AdaptSampling), hotloop.AdaptState(runtime.AdaptCompiling),
			hotloop.AdaptState(runtime.AdaptTrying), hotloop.AdaptState(runtime.AdaptSettled)})
	for kind := remark.Passed; kind <= remark.Warning; kind++ {
		assert.Equal(t, kind.String(), hotloop.RemarkKind(kind).String())
	}
}
