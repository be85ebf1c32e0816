package codemem

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// Numbers of prctl's memory-deny-write-execute, since Linux 6.3.
const (
	prSetMDWE          = 65
	mdweRefuseExecGain = 1
)

// TestDenyWriteExecute runs a process that may not make memory executable that was writable, as with systemd's
// MemoryDenyWriteExecute. Kernels must still be native there, by means of the memfd.
func TestDenyWriteExecute(t *testing.T) {
	if os.Getenv("HOTLOOP_TEST_MDWE") != "" {
		require.NoError(t, unix.Prctl(prSetMDWE, mdweRefuseExecGain, 0, 0, 0))
		_, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE|unix.PROT_EXEC, unix.MAP_PRIVATE|unix.MAP_ANON)
		require.Error(t, err, "the restriction is in force")
		require.NoError(t, usable())
		assert.Equal(t, "memfd", Shared.Stats().Kind)

		// If the memfd is refused too, the anonymous pages must be refused without a crash.
		inject(t, "memfd")
		_, err = newHeap().Alloc([]byte{1})
		assert.ErrorIs(t, err, ErrNoNative)
		fmt.Println("MDWE passed")
		return
	}
	if err := usable(); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestDenyWriteExecute$", "-test.v")
	cmd.Env = append(os.Environ(), "HOTLOOP_TEST_MDWE=1")
	out, err := cmd.CombinedOutput()
	if errors.Is(err, unix.ENOEXEC) {
		t.Skip("under emulation programs cannot run themselves")
	}
	if bytes.Contains(out, []byte("invalid argument")) {
		t.Skip("the kernel does not know PR_SET_MDWE")
	}
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), "MDWE passed")
}
