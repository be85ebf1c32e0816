package cpu

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSysfsCaches(t *testing.T) {
	dir := t.TempDir() + "/"
	for name, size := range map[string]string{"index0": "64K\n", "index1": "64K\n", "index2": "1024K\n"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "size"), []byte(size), 0o644))
	}
	assert.Equal(t, Caches{L1D: 64 << 10, L1I: 64 << 10, L2: 1 << 20}, sysfsCaches(dir))
	assert.Zero(t, sysfsCaches(dir+"none/"))
}
