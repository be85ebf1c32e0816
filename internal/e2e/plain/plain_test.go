//go:build !(linux && (amd64 || arm64)) && !(windows && amd64) && !hotloop_interpreter

package plain

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"hotloop"
)

const source = "package plain\nfunc double(x []int) {\n\tfor i := range x {\n\t\tx[i] *= 2\n\t}\n}\n"

func double(x []int) {
	for i := range x {
		x[i] *= 2
	}
}

// TestPlainAccelerate tests that a kernel is its Go function, and that every method says so.
func TestPlainAccelerate(t *testing.T) {
	var events []hotloop.FallbackEvent
	stop := hotloop.OnFallback(func(e hotloop.FallbackEvent) { events = append(events, e) })
	defer stop()
	before := hotloop.ReadStats()
	for name, opts := range map[string][]hotloop.Option{
		"no options": nil,
		"lazy":       {hotloop.Lazy()},
		"background": {hotloop.Background(), hotloop.Adapt(), hotloop.DefaultCache()},
		"package":    {hotloop.WithPackage(fstest.MapFS{})},
		"others":     {hotloop.MaxISA(hotloop.AVX2), hotloop.Tune(hotloop.Zen4), hotloop.FP(hotloop.FPFast), hotloop.NoVectorize()},
	} {
		k := hotloop.Accelerate(double, source, opts...)
		x := []int{1, 2}
		k.Func(x)
		if x[0] != 2 || x[1] != 4 || k.Native() {
			t.Errorf("%s: %v, native: %v", name, x, k.Native())
		}
		err := k.Err()
		if err == nil || !strings.Contains(err.Error(), "no code generator") || k.Wait(t.Context()) != err {
			t.Errorf("%s: Err is %v, Wait returns %v", name, err, k.Wait(t.Context()))
		}
		if s := k.Stats(); s.Fallback != hotloop.FallbackNoNative || s.CallPath != hotloop.CallGo {
			t.Errorf("%s: %+v", name, s)
		}
		if r := k.Remarks(); len(r) != 1 || r[0].Kind != hotloop.RemarkWarning || !strings.Contains(r[0].String(), err.Error()) {
			t.Errorf("%s: %v", name, r)
		}
		k.Close()
		if k.Func(x); x[0] != 4 || !errors.Is(k.Err(), hotloop.ErrClosed) {
			t.Errorf("%s: closed: %v, %v", name, x, k.Err())
		}
	}
	if len(events) != 1 || events[0].Reason != hotloop.FallbackNoNative || events[0].Kernel != "double" ||
		events[0].File != "plain_test.go" {
		t.Errorf("events: %v", events)
	}
	if n := hotloop.ReadStats().Fallbacks - before.Fallbacks; n != 5 {
		t.Errorf("%d fallbacks are counted", n)
	}
}

// TestPlainErrors tests the errors that do not depend on a source.
func TestPlainErrors(t *testing.T) {
	literal := hotloop.Accelerate(func([]int) {}, source)
	if literal.Stats().Fallback != hotloop.FallbackSource {
		t.Errorf("a function literal: %v", literal.Err())
	}
	bad := hotloop.Accelerate(double, source, hotloop.MaxISA(0))
	if bad.Stats().Fallback != hotloop.FallbackSource || !strings.Contains(bad.Err().Error(), "MaxISA") {
		t.Errorf("a bad option: %v", bad.Err())
	}
	_, err := hotloop.Compile[func([]int)](source, "double")
	if err == nil || !strings.Contains(err.Error(), "hotloop_interpreter") {
		t.Errorf("Compile: %v", err)
	}
	defer func() {
		if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), "no code generator") {
			t.Errorf("RequireNative: %v", err)
		}
	}()
	hotloop.Accelerate(double, source, hotloop.RequireNative())
}

// TestPlainContext tests that a call is not begun if its context is done.
func TestPlainContext(t *testing.T) {
	k := hotloop.Accelerate(double, source)
	x := []int{1}
	ctx, cancel := context.WithCancel(t.Context())
	call := func(f func([]int)) { f(x) }
	if err := k.CallContext(ctx, call); err != nil || x[0] != 2 {
		t.Errorf("%v, %v", x, err)
	}
	cancel()
	if err := k.CallContext(ctx, call); !errors.Is(err, context.Canceled) || x[0] != 2 {
		t.Errorf("after cancel: %v, %v", x, err)
	}
}
