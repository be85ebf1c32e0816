package oracle

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// persistedDir is where the process that TestPersistedResults starts finds code.
const persistedDir = "HOTLOOP_TEST_PERSISTED"

// TestPersistedResults: kernels that another process has compiled do what those do that this one compiles: in results,
// memory and panics, with the texts and positions of these. The other process has its memory in other places.
func TestPersistedResults(t *testing.T) {
	child := os.Getenv(persistedDir)
	dir := child
	if child == "" {
		dir = t.TempDir()
		require.NoError(t, os.Chmod(dir, 0o700))
	}
	dir, err := runtime.OpenCache(dir)
	require.NoError(t, err)
	kept := 0
	for _, set := range []struct {
		text    string
		kernels []e2e.Kernel
	}{{kernels.KernelsText, oracleKernels}, {kernels.StmtKernelsText, stmtOracleKernels}} {
		for i := range set.kernels {
			k := &set.kernels[i]
			name, _, _ := strings.Cut(k.Name, "/")
			o := runtime.Options{FPWritten: true}
			made, err := runtime.Compile(reflect.TypeOf(k.Fn), set.text, name, o)
			require.NoError(t, err)
			o.CacheDir = dir
			loaded, err := runtime.Compile(reflect.TypeOf(k.Fn), set.text, name, o)
			require.NoError(t, err)
			s := loaded.Stats()
			if child == "" || s.Cache != runtime.CacheLoaded {
				require.Contains(t, []runtime.CacheState{runtime.CacheStored, runtime.CacheUnfit}, s.Cache, k.Name)
				require.False(t, child != "" && s.Cache == runtime.CacheStored, "%s was not found", k.Name)
				continue
			}
			kept++
			require.Equal(t, made.Text(), loaded.Text(), k.Name)
			require.Equal(t, fmt.Sprint(made.Remarks()), fmt.Sprint(loaded.Remarks()), k.Name)
			require.Equal(t, made.Steps(), loaded.Steps(), k.Name)
			w := made.Stats()
			require.Equal(t, []any{w.ISA, w.Steps, w.CodeBytes, w.Frame, w.Plans, w.Cycles, w.Adapter, w.Vectorized},
				[]any{s.ISA, s.Steps, s.CodeBytes, s.Frame, s.Plans, s.Cycles, s.Adapter, s.Vectorized}, k.Name)
			require.Equal(t, digest(k, t, made.Func().Interface()), digest(k, t, loaded.Func().Interface()), k.Name)
		}
	}
	if child != "" {
		require.Greater(t, kept, len(oracleKernels)/2)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestPersistedResults$", "-test.v")
	cmd.Env = append(os.Environ(), persistedDir+"="+dir)
	out, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.ENOEXEC) {
		t.Skip("under emulation programs cannot run themselves")
	}
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "--- PASS: TestPersistedResults")
}
