package cpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestModels checks that every model gets its own name when it is the host.
func TestModels(t *testing.T) {
	for _, m := range models {
		f, err := Model(m.march)
		assert.NoError(t, err)
		assert.Equal(t, m.march, f.March)
		assert.NotEqual(t, Scalar, f.Tier, m.march)
		assert.True(t, f.Has(Baseline(f.Tier).Flags), m.march)
		assert.NotZero(t, f.Tuning.VectorBits, m.march)
		assert.NotZero(t, f.Caches.L2, m.march)
	}
	_, err := Model("z80")
	assert.ErrorContains(t, err, `no processor "z80"`)
}
