//go:build !race && ((amd64 && (linux || windows)) || (arm64 && linux))

package arrowkernel

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKernelsAreNative: where there is machine code, the kernels of this package have some.
func TestKernelsAreNative(t *testing.T) {
	for _, a := range accumulators {
		a(AggregateSum, 1)
	}
	require.Greater(t, len(lazyKernels.wait), 100)
	for _, wait := range lazyKernels.wait {
		require.NoError(t, wait(context.Background()))
	}
}
