//go:build linux && (amd64 || arm64)

package runtime

import (
	"bytes"
	"compress/gzip"
	"io"
	goruntime "runtime"
	"runtime/pprof"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestArena: kernels lie inside a function the Go runtime knows.
func TestArena(t *testing.T) {
	c, err := Load("empty", emptyKernel, Frame576)
	require.NoError(t, err)
	f := goruntime.FuncForPC(c.Entry())
	require.NotNil(t, f, "not in the text arena")
	assert.Equal(t, "hotloop/runtime.kernelCode", f.Name())
	lo, size := arenaPages()
	assert.GreaterOrEqual(t, size, uintptr(textArenaSize-2*pageSize()))
	assert.Equal(t, "hotloop/runtime.kernelCode", goruntime.FuncForPC(uintptr(lo)+size-1).Name())
}

// TestProfile: a CPU profile shows who called the kernel.
func TestProfile(t *testing.T) {
	f, _ := mustLoad[patternFunc](t, "pattern", patternKernel, Frame4K)
	var b bytes.Buffer
	require.NoError(t, pprof.StartCPUProfile(&b))
	for start := time.Now(); time.Since(start) < 300*time.Millisecond; {
		profiledCaller(f)
	}
	pprof.StopCPUProfile()
	z, err := gzip.NewReader(&b)
	require.NoError(t, err)
	raw, err := io.ReadAll(z)
	require.NoError(t, err)
	for _, name := range []string{"kernelCode", "trampoline4K", "profiledCaller"} {
		assert.True(t, bytes.Contains(raw, []byte("hotloop/runtime."+name)), name)
	}
}

//go:noinline
func profiledCaller(f patternFunc) { f(8, 100000, 1) }
