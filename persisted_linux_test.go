package hotloop_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"hotloop"
	"hotloop/internal/options"
	"hotloop/runtime"
)

// TestPersistedElsewhere: where there is no directory that is the user's own, kernels are compiled and a remark says
// why they are not kept.
func TestPersistedElsewhere(t *testing.T) {
	skipWithoutCode(t)
	dir := filepath.Join(t.TempDir(), "cache")
	require.NoError(t, os.Mkdir(dir, 0o700))
	require.NoError(t, os.Chmod(dir, 0o777))
	notKept := func(dir, why string) {
		t.Helper()
		k := persisted(t, dir)
		require.Equal(t, hotloop.CacheFailed, k.Stats().Cache)
		require.Contains(t, fmt.Sprint(k.Remarks()), "could not be stored in the cache: ")
		require.Contains(t, fmt.Sprint(k.Remarks()), why)
	}
	notKept(dir, "permissions of other users (0777)")
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	notKept(file, "not a directory")
	notKept(filepath.Join(file, "sub"), "not a directory")
	notKept("/proc/none/hotloop", "no such file")
	for home, why := range map[string]string{"": "set $HOME", "/proc/none": "no such file", file: "not a directory"} {
		t.Setenv("XDG_CACHE_HOME", "")
		t.Setenv("HOME", home)
		notKept("", why)
		runtime.ResetCache()
		a := hotloop.Accelerate(persistedScale, persistedScaleText, hotloop.DefaultCache())
		if !runtime.RaceEnabled {
			require.NoError(t, a.Err())
			require.Equal(t, hotloop.CacheFailed, a.Stats().Cache)
		}
	}
	t.Setenv("HOME", t.TempDir()) // which is there now
	require.Equal(t, hotloop.CacheStored, persisted(t, "").Stats().Cache)

	require.NoError(t, os.Chmod(dir, 0o700))
	persisted(t, dir)
	require.NoError(t, os.Chmod(dir, 0o770)) // later
	k := persisted(t, dir)
	require.Equal(t, hotloop.CacheFailed, k.Stats().Cache)
	require.Contains(t, fmt.Sprint(k.Remarks()), "could not be stored in the cache: directory "+dir)

	k = persisted(t, filepath.Join(t.TempDir(), "other"), options.Knobs("no-slp"))
	require.Equal(t, hotloop.CacheUnsupported, k.Stats().Cache)
	require.Contains(t, fmt.Sprint(k.Remarks()), "debug knobs")
}
