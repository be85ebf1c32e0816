//go:build linux

package runtime

import (
	"hotloop/runtime/codemem"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSyncOnEntry checks that the trampolines synchronize at first entries and after yields if the operating
// system cannot synchronize the cores.
func TestSyncOnEntry(t *testing.T) {
	_ = loadable()
	defer func(was bool) { codemem.SyncOnEntry = was }(codemem.SyncOnEntry)
	codemem.SyncOnEntry = true
	for _, frame := range []Frame{Frame256, Frame576, Frame64K} {
		f, _ := mustLoad[saxpyFunc](t, "saxpy", saxpyFuelKernel, frame)
		yields, err := checkSaxpy(f, 1<<18)
		require.NoError(t, err)
		assert.Positive(t, yields)
	}
}
