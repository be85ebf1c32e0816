//go:build linux || (windows && amd64)

package codemem

import (
	"bytes"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFreedIsPoisoned checks that freed memory contains trapping instructions or is not executable, and that it is
// reused unless the heap keeps it.
func TestFreedIsPoisoned(t *testing.T) {
	for _, keep := range []bool{false, true} {
		h := newHeap()
		h.keep = keep
		text := bytes.Repeat([]byte{0x90}, 100)
		a, err := h.Alloc(text)
		require.NoError(t, err)
		_, err = h.Alloc(text)
		require.NoError(t, err)
		assert.Equal(t, text, a.Bytes(len(text)))
		h.Release(a)
		if h.last.name() == twiceName { // freed pages of the other kind are not even readable
			assert.Equal(t, bytes.Repeat([]byte{Poison}, int(a.extent.size)), a.Bytes(int(a.extent.size)))
		}
		c, err := h.Alloc(text)
		require.NoError(t, err)
		assert.Equal(t, keep, c.Addr() != a.Addr())
		assert.Equal(t, 2*a.extent.size, h.inUse)
	}
}

// TestStaleCallTraps runs a process that calls a freed kernel, which no adapter can do. The process must end at
// once.
func TestStaleCallTraps(t *testing.T) {
	if err := usable(); err != nil {
		t.Skip(err)
	}
	if os.Getenv("HOTLOOP_TEST_STALE") != "" {
		Shared.KeepFreed()
		s, err := Shared.Alloc(Returning(2))
		require.NoError(t, err)
		s.call()
		os.Stdout.WriteString("it ran\n")
		Shared.Release(s)
		s.call()
		os.Stdout.WriteString("it ran again\n")
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestStaleCallTraps$")
	cmd.Env = append(os.Environ(), "HOTLOOP_TEST_STALE=1")
	out, err := cmd.CombinedOutput()
	if !bytes.Contains(out, []byte("it ran\n")) {
		t.Skipf("the child did not start: %v %s", err, out)
	}
	assert.Error(t, err)
	assert.NotContains(t, string(out), "it ran again")
	assert.Regexp(t, trapped, string(out))
}
