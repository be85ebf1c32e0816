//go:build linux || windows

package use

import (
	"context"
	"runtime/pprof"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hotloop"
	"hotloop/internal/e2e"
	"hotloop/internal/options"
)

const observedText = `package k

func Observed(y []int32) {
	for i := range y {
		y[i] = 3*y[i] + 1
	}
}
`

// TestCrashReport: an access to memory that is not there names kernel, line and instruction.
func TestCrashReport(t *testing.T) {
	e2e.NeedNative(t)
	k, err := hotloop.Compile[func([]int32)](observedText, "Observed", options.Knobs("crash-report"),
		hotloop.WithFileName("obs.go"))
	require.NoError(t, err)
	y := []int32{1, 2}
	k.Func(y)
	assert.Equal(t, []int32{4, 7}, y, "the wrapped kernel works")

	gone := unmapped(t, 1<<16)
	bad := unsafe.Slice((*int32)(unsafe.Pointer(unsafe.SliceData(gone))), 1000)
	defer func() {
		r := recover()
		e, ok := r.(hotloop.CrashError)
		require.True(t, ok, "%v", r)
		assert.Equal(t, "Observed", e.Kernel())
		lo := uintptr(unsafe.Pointer(unsafe.SliceData(gone)))
		assert.True(t, e.Addr() >= lo && e.Addr() < lo+1<<16, "%#x is not behind %#x", e.Addr(), lo)
		if e.Instruction() == "" {
			t.Log("the kernel lies outside the text arena, where tracebacks show no instruction")
			return
		}
		assert.Regexp(t, `^obs\.go:[45]$`, e.Position())
		assert.Regexp(t, `^[0-9a-f]+ [0-9a-f]+ \w+`, e.Instruction())
		for _, want := range []string{"Observed", "obs.go:", "bug of hotloop"} {
			assert.ErrorContains(t, e, want)
		}
	}()
	k.Func(bad)
	t.Error("no fault")
}

// TestLabels: a profile tells kernels apart.
func TestLabels(t *testing.T) {
	e2e.NeedNative(t)
	k, err := hotloop.Compile[func([]int32)](observedText, "Observed")
	require.NoError(t, err)
	pprof.Do(context.Background(), k.ProfileLabels(), func(ctx context.Context) {
		name, ok := pprof.Label(ctx, "kernel")
		assert.True(t, ok)
		assert.Equal(t, "Observed", name)
	})
	k.Close()
	k.ProfileLabels()
}
