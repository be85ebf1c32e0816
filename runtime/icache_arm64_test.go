//go:build linux

package runtime

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSyncOnEntry: where the operating system cannot synchronize the cores, the trampolines do, at first entries and after
// yields.
func TestSyncOnEntry(t *testing.T) {
	_ = loadable()
	defer func(was bool) { syncOnEntry = was }(syncOnEntry)
	syncOnEntry = true
	for _, frame := range []Frame{Frame576, Frame64K} {
		f, _ := mustLoad[saxpyFunc](t, "saxpy", saxpyFuelKernel, frame)
		yields, err := checkSaxpy(f, 1<<18)
		require.NoError(t, err)
		assert.Positive(t, yields)
	}
}

// TestCleanInstructions visits every line size and alignment without touching anything else than caches.
func TestCleanInstructions(t *testing.T) {
	s, err := codeHeap.alloc(returning(StatusDone))
	require.NoError(t, err)
	defer codeHeap.release(s)
	for _, n := range []uintptr{0, 1, 4, 63, 64, 65, 4096} {
		for skip := range uintptr(3) {
			cleanInstructions(s.region.exec, n+skip)
		}
	}
}
