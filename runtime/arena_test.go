//go:build linux && (amd64 || arm64)

package runtime

import (
	"bytes"
	"compress/gzip"
	"io"
	goruntime "runtime"
	"runtime/pprof"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestArena: kernels lie inside a function the Go runtime knows.
func TestArena(t *testing.T) {
	needMemfd(t)
	c, err := Load("empty", emptyKernel, Frame576)
	require.NoError(t, err)
	f := goruntime.FuncForPC(c.Entry())
	require.NotNil(t, f, "not in the text arena")
	assert.Equal(t, "hotloop/runtime.kernelCode", f.Name())
	lo, size := arenaPages()
	assert.GreaterOrEqual(t, size, uintptr(textArenaSize-2*pageSize()))
	assert.Equal(t, "hotloop/runtime.kernelCode", goruntime.FuncForPC(uintptr(lo)+size-1).Name())
}

// TestProfile: a CPU profile shows who called the kernel. How many calls it takes until the profiler's signal meets one is
// up to the machine: there are twice as many in each profile as in the one before.
func TestProfile(t *testing.T) {
	f, c := mustLoad[patternFunc](t, "pattern", patternKernel, Frame4K)
	want := []string{"trampoline4K", "profiledCaller"}
	if goruntime.FuncForPC(c.Entry()) != nil { // not so where memfds do not serve, as in emulators: TestArena
		want = append(want, "kernelCode")
	}
	var missing []string
	for calls := 1 << 6; calls <= 1<<18; calls *= 2 {
		var b bytes.Buffer
		require.NoError(t, pprof.StartCPUProfile(&b))
		for range calls {
			profiledCaller(f)
		}
		pprof.StopCPUProfile()
		z, err := gzip.NewReader(&b)
		require.NoError(t, err)
		raw, err := io.ReadAll(z)
		require.NoError(t, err)
		missing = nil
		for _, name := range want {
			if !bytes.Contains(raw, []byte("hotloop/runtime."+name)) {
				missing = append(missing, name)
			}
		}
		if missing == nil {
			t.Logf("%d calls", calls)
			return
		}
	}
	t.Errorf("no profile has %v", missing)
}

//go:noinline
func profiledCaller(f patternFunc) { f(8, 100000, 1) }
