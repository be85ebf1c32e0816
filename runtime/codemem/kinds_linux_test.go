package codemem

import (
	"fmt"
	"os"
	goruntime "runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// twiceName is the kind of memory that is mapped twice.
const twiceName = "memfd"

// trapped matches how the Go runtime reports an instruction of Poison.
const trapped = "SIGTRAP|SIGILL"

// growTwice returns a region of that kind that is not over the text arena.
func growTwice() (*region, error) { return memfd{}.mapped("near", nil, regionSize, 0) }

// leaveArena makes heaps leave the text arena alone. It belongs to the process.
func leaveArena() { arenaTaken.Store(true) }

// fallbackOrder lists the kind of memory that is used if some steps fail, or "".
var fallbackOrder = []fallbackCase{
	{nil, "memfd"},
	{[]string{"arena exec"}, "memfd"},
	{[]string{"memfd"}, "anonymous"},
	{[]string{"chmod"}, "anonymous"},
	{[]string{"ftruncate"}, "anonymous"},
	{[]string{"seal"}, "anonymous"}, // as on Linux before 5.1, and gVisor
	{[]string{"near alias"}, "anonymous"},
	{[]string{"near exec"}, "anonymous"},
	{[]string{"alias rw"}, "anonymous"},
	{[]string{"alias none"}, "anonymous"},
	{[]string{"populate"}, "anonymous"},
	{[]string{"memfd", "anonymous"}, ""},
	{[]string{"near exec", "anonymous exec"}, ""},
}

// laterFailures lists steps that fail after memory has been allocated.
var laterFailures = []string{"alias rw", "alias none", "memfd", "ftruncate", "seal", "near exec"}

// TestNeverWritableAndExecutable reads the operating system's list of the process's mappings.
func TestNeverWritableAndExecutable(t *testing.T) {
	needTwice(t)
	h := newHeap()
	s, err := h.Alloc(make([]byte, 5000))
	require.NoError(t, err)
	defer h.Release(s)
	maps, err := os.ReadFile("/proc/self/maps")
	require.NoError(t, err)
	seen := 0
	for _, line := range strings.Split(string(maps), "\n") {
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		assert.False(t, strings.Contains(f[1], "w") && strings.Contains(f[1], "x"), line)
		if strings.Contains(line, "memfd:hotloop") {
			seen++
			assert.NotContains(t, f[1], "w", line)
		}
	}
	assert.Positive(t, seen)
}

// TestArena checks that kernels are inside a function that the Go runtime knows.
func TestArena(t *testing.T) {
	needTwice(t)
	s, err := Shared.Alloc(Returning(0))
	require.NoError(t, err)
	defer Shared.Release(s)
	f := goruntime.FuncForPC(s.Addr())
	require.NotNil(t, f, "not in the text arena")
	assert.Equal(t, "hotloop/runtime/codemem.kernelCode", f.Name())
	lo, size := arenaPages()
	assert.GreaterOrEqual(t, size, uintptr(textArenaSize-2*pageSize()))
	assert.Equal(t, "hotloop/runtime/codemem.kernelCode", goruntime.FuncForPC(uintptr(lo)+size-1).Name())
}

// mappedTwice returns the size of this process's mappings of such memory, and how much of it is writable.
func mappedTwice(t *testing.T) (bytes, writable uintptr) {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	require.NoError(t, err)
	for line := range strings.SplitSeq(string(maps), "\n") {
		if !strings.Contains(line, "memfd:hotloop") {
			continue
		}
		var lo, hi uintptr
		var rights string
		_, err := fmt.Sscanf(line, "%x-%x %s", &lo, &hi, &rights)
		require.NoError(t, err)
		bytes += hi - lo
		if strings.Contains(rights, "w") {
			writable += hi - lo
		}
	}
	return bytes, writable
}
