package codemem

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCleanInstructions covers every line size and alignment. It only affects caches.
func TestCleanInstructions(t *testing.T) {
	s, err := Shared.Alloc(Returning(0))
	require.NoError(t, err)
	defer Shared.Release(s)
	for _, n := range []uintptr{0, 1, 4, 63, 64, 65, 4096} {
		for skip := range uintptr(3) {
			cleanInstructions(s.region.exec, n+skip)
		}
	}
}
