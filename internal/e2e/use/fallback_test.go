package use

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hotloop"
	"hotloop/internal/e2e"
	"hotloop/internal/options"
	"hotloop/runtime"
)

// scaleBy is what the tests below accelerate, from texts that are not its own.
func scaleBy(y []int32, f int32) {
	for i := range y {
		y[i] *= f
	}
}

const scaleText = "package k\n\nfunc scaleBy(y []int32, f int32) {\n\tfor i := range y {\n\t\ty[i] *= f\n\t}\n}\n"

// listen collects the events of one kernel from now on.
func listen(t *testing.T, kernel string) func() []hotloop.FallbackEvent {
	var mu sync.Mutex
	var got []hotloop.FallbackEvent
	t.Cleanup(hotloop.OnFallback(func(e hotloop.FallbackEvent) {
		mu.Lock()
		defer mu.Unlock()
		if e.Kernel == kernel {
			got = append(got, e)
		}
	}))
	return func() []hotloop.FallbackEvent {
		mu.Lock()
		defer mu.Unlock()
		return got
	}
}

// warnings are the texts of a kernel's warnings from one stage.
func warnings(remarks []hotloop.Remark, pass string) (out []string) {
	for _, r := range remarks {
		if r.Pass == pass {
			out = append(out, r.Message())
		}
	}
	return out
}

// TestAccelerateTells: a function that stays in place says so in stats, remarks, the process's figures and by an event,
// once.
func TestAccelerateTells(t *testing.T) {
	if runtime.RaceEnabled {
		t.Skip("the race detector is reason enough")
	}
	hugeCase := "package k\n\nfunc scaleBy(y []int32, f int32) {\n" + strings.Repeat("\tif f > 7 {\n\t\ty[0]++\n\t}\n",
		8300) + "}\n"
	for _, tt := range []struct {
		reason hotloop.FallbackReason
		text   string
		opts   []hotloop.Option
	}{
		{hotloop.FallbackSource, "package k\n\nfunc scaleBy(y []int32, f int32) {\n\tgo scaleBy(y, f)\n}\n", nil},
		{hotloop.FallbackSource, scaleText, []hotloop.Option{hotloop.FP(0)}},
		{hotloop.FallbackTooLarge, hugeCase, nil},
		{hotloop.FallbackNoNative, scaleText, []hotloop.Option{options.Knobs("isa=scalar")}},
		{hotloop.FallbackInternal, scaleText, []hotloop.Option{options.Knobs("plant=simplifycfg,eval-each")}},
	} {
		t.Run(string(tt.reason), func(t *testing.T) {
			events := listen(t, "scaleBy")
			past := len(events())
			before := hotloop.ReadStats()
			opts := append(tt.opts, hotloop.WithFileName(t.Name()))
			k := hotloop.Accelerate(scaleBy, tt.text, opts...)
			require.Error(t, k.Err())
			assert.False(t, k.Native())
			assert.Equal(t, tt.reason, k.Stats().Fallback)
			assert.Equal(t, hotloop.CallGo, k.Stats().CallPath)
			assert.Equal(t, []string{"no machine code: " + k.Err().Error()}, warnings(k.Remarks(), "fallback"))
			after := hotloop.ReadStats()
			assert.Equal(t, before.FallbackReasons[tt.reason]+1, after.FallbackReasons[tt.reason])
			assert.Equal(t, before.Fallbacks+1, after.Fallbacks)

			again := hotloop.Accelerate(scaleBy, tt.text, opts...)
			assert.Equal(t, k.Err().Error(), again.Err().Error())
			got := events()[past:]
			require.Len(t, got, 1, "once")
			assert.Equal(t, tt.reason, got[0].Reason)
			assert.Equal(t, k.Err().Error(), got[0].Err.Error())
			assert.Equal(t, hotloop.CallGo, got[0].CallPath)
			assert.Contains(t, got[0].String(), "scaleBy runs as Go code ("+string(tt.reason)+")")

			y := []int32{1, 2}
			k.Func(y, 3)
			require.NoError(t, k.CallContext(context.Background(), func(f func([]int32, int32)) { f(y, 2) }))
			assert.Equal(t, []int32{6, 12}, y)
			assert.Error(t, k.Disassemble(&bytes.Buffer{}))
			k.Close()
			k.Func(y, 2)
			assert.Equal(t, []int32{12, 24}, y)
		})
	}
	closure := hotloop.Accelerate(func(y []int32) {}, scaleText)
	assert.ErrorContains(t, closure.Err(), "declared function")
	assert.Equal(t, hotloop.FallbackSource, closure.Stats().Fallback)
	none := hotloop.Accelerate[func()](nil, scaleText)
	assert.Error(t, none.Err())
	assert.Nil(t, none.Func)
	assert.Error(t, hotloop.Accelerate[any](nil, scaleText).Err())
}

// TestCompileTells: the same of kernels that the interpreter runs.
func TestCompileTells(t *testing.T) {
	e2e.NeedNative(t)
	old := hotloop.SetCodeLimit(0)
	defer func() { hotloop.SetCodeLimit(old) }()
	events := listen(t, "scaleBy")
	past := len(events())
	before := hotloop.ReadStats()
	opt := hotloop.WithFileName(t.Name())
	k, err := hotloop.Compile[func([]int32, int32)](scaleText, "scaleBy", opt)
	require.NoError(t, err)
	require.ErrorIs(t, k.Err(), hotloop.ErrCodeLimit)
	assert.Equal(t, hotloop.FallbackCodeLimit, k.Stats().Fallback)
	assert.Equal(t, hotloop.CallInterpreter, k.Stats().CallPath)
	assert.Len(t, warnings(k.Remarks(), "fallback"), 1)
	assert.Equal(t, before.FallbackReasons[hotloop.FallbackCodeLimit]+1,
		hotloop.ReadStats().FallbackReasons[hotloop.FallbackCodeLimit])
	require.Len(t, events()[past:], 1)
	assert.Contains(t, events()[past].String(), "scaleBy is interpreted (code limit)")

	_, err = hotloop.Compile[func([]int32, int32)](scaleText, "scaleBy", opt, hotloop.RequireNative(),
		options.Knobs("isa=scalar"))
	require.Error(t, err)
	assert.Len(t, events()[past:], 1, "an error is not silent")

	hotloop.SetCodeLimit(old)
	k, err = hotloop.Compile[func([]int32, int32)](scaleText, "scaleBy", opt)
	require.NoError(t, err)
	require.NoError(t, k.Err())
	assert.Equal(t, hotloop.CallDirect, k.Stats().CallPath)
	assert.Empty(t, k.Stats().Fallback)
	assert.Empty(t, warnings(k.Remarks(), "fallback"))
	assert.Empty(t, warnings(k.Remarks(), "call"))
}

// TestManyPointersAreDirect: a signature with more pointers than registers is called like any other, and nothing is
// warned about.
func TestManyPointersAreDirect(t *testing.T) {
	e2e.NeedNative(t)
	type many = func(a, b, c, d, e, f, g, h, i, j, l, m, n, o, p, q, r, s, t, u, v []float32)
	const text = "package k\n\nfunc Several(a, b, c, d, e, f, g, h, i, j, l, m, n, o, p, q, r, s, t, u, v []float32) {\n\tfor k := range a {\n\t\ta[k] += b[k] + c[k] + v[k]\n\t}\n}\n"
	events := listen(t, "Several")
	before := hotloop.ReadStats()
	k, err := hotloop.Compile[many](text, "Several")
	require.NoError(t, err)
	require.NoError(t, k.Err())
	assert.Equal(t, hotloop.CallDirect, k.Stats().CallPath)
	assert.Empty(t, warnings(k.Remarks(), "call"))
	x := func() []float32 { return []float32{1, 2, 3} }
	a := x()
	k.Func(a, x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x())
	assert.Equal(t, []float32{4, 8, 12}, a)
	assert.Equal(t, before.ReflectCalls, hotloop.ReadStats().ReflectCalls)
	assert.Empty(t, events())
}

// TestSlowAdapterTells: a signature without an adapter is warned about. Only those with very many pointers have none.
func TestSlowAdapterTells(t *testing.T) {
	e2e.NeedNative(t)
	type s = []float32
	type slow = func(s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s,
		s, s, s, s, s, s, s, s, s, s, s, s)
	var params, terms []string
	for i := range reflect.TypeFor[slow]().NumIn() {
		params = append(params, fmt.Sprintf("p%d", i))
		terms = append(terms, fmt.Sprintf("p%d[k]", i))
	}
	text := "package k\n\nfunc Many(" + strings.Join(params, ", ") + " []float32) {\n\tfor k := range p0 {\n\t\tp0[k] = " +
		strings.Join(terms, " + ") + "\n\t}\n}\n"
	events := listen(t, "Many")
	before := hotloop.ReadStats()
	for range 2 {
		k, err := hotloop.Compile[slow](text, "Many")
		require.NoError(t, err)
		require.NoError(t, k.Err())
		assert.Equal(t, hotloop.CallReflect, k.Stats().CallPath)
		require.Len(t, warnings(k.Remarks(), "call"), 1)
		assert.Contains(t, warnings(k.Remarks(), "call")[0], "package reflect")
		x := func() s { return s{1, 2, 3} }
		a := x()
		k.Func(a, x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(),
			x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(),
			x(), x(), x(), x(), x())
		assert.Equal(t, s{48, 96, 144}, a)
	}
	assert.Equal(t, before.ReflectCalls+1, hotloop.ReadStats().ReflectCalls, "the second was in the cache")
	require.Len(t, events(), 1)
	assert.Equal(t, hotloop.FallbackReflect, events()[0].Reason)
	assert.NoError(t, events()[0].Err)
	assert.Contains(t, events()[0].String(), "hotloop: Many: there is no adapter for ")

	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Warn("slow", events()[0].LogArgs()...)
	assert.Contains(t, log.String(),
		`kernel=Many file=kernel.go reason="slow adapter" call_path=reflect`)

	late := listen(t, "Many")
	assert.Equal(t, events(), late(), "what came before the hook")
}

// TestEventsOnce: each hook gets each event once, whichever came first, hook or event, and hooks may compile.
func TestEventsOnce(t *testing.T) {
	const hooks, kernels = 8, 40
	name := func(i int) string { return fmt.Sprintf("%s%d", t.Name(), i) }
	var mu sync.Mutex
	got := make([]map[string]int, hooks)
	var wg sync.WaitGroup
	for h := range hooks {
		got[h] = map[string]int{}
		wg.Add(1)
		go func() {
			defer wg.Done()
			stop := hotloop.OnFallback(func(e hotloop.FallbackEvent) {
				mu.Lock()
				if strings.HasPrefix(e.File, t.Name()) {
					got[h][e.File]++
				}
				mu.Unlock()
				hotloop.ReadStats()
			})
			t.Cleanup(stop)
		}()
	}
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range kernels {
				hotloop.Accelerate(scaleBy, "package k", hotloop.WithFileName(name(i)))
			}
		}()
	}
	wg.Wait()
	for h := range hooks {
		assert.Len(t, got[h], kernels)
		for file, n := range got[h] {
			assert.Equal(t, 1, n, file)
		}
	}
}

// TestHookStops: a hook that was taken away is not called, the others are.
func TestHookStops(t *testing.T) {
	calls := 0
	stop := hotloop.OnFallback(func(e hotloop.FallbackEvent) {
		if e.File == t.Name() {
			calls++
		}
	})
	hotloop.Accelerate(scaleBy, "package k", hotloop.WithFileName(t.Name()))
	assert.Equal(t, 1, calls)
	stop()
	k := hotloop.Accelerate(scaleBy, "package other", hotloop.WithFileName(t.Name()), hotloop.FP(0))
	assert.Equal(t, 1, calls)
	assert.False(t, errors.Is(k.Err(), hotloop.ErrTooLarge))
}
