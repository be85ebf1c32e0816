package codemem

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// mapped returns the size of this process's mappings of code memory, and reports whether one of them is writable.
func mapped(t *testing.T) (bytes uintptr, writable bool) {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	require.NoError(t, err)
	for line := range strings.SplitSeq(string(maps), "\n") {
		if !strings.Contains(line, "memfd:hotloop") {
			continue
		}
		var lo, hi uintptr
		var rights string
		_, err := fmt.Sscanf(line, "%x-%x %s", &lo, &hi, &rights)
		require.NoError(t, err)
		bytes += hi - lo
		writable = writable || strings.Contains(rights, "w")
	}
	return bytes, writable
}

// mapped returns the same size from the heap's data. The caller holds the heap's lock or is its only user.
func (h *Heap) mapped() (bytes uintptr) {
	for _, r := range h.regions {
		if r.pages == (memfd{}) {
			bytes += r.size
		}
		if r.alias != nil {
			bytes += r.size
		}
	}
	return bytes
}

// close unmaps all regions; nothing may be in use.
func (h *Heap) close() {
	for _, r := range h.regions {
		_ = unix.MunmapPtr(r.exec, r.size)
		if r.alias != nil {
			_ = unix.MunmapPtr(r.alias, r.size)
		}
	}
}

// TestEveryFault makes each system call of code memory fail in turn, in a run that creates regions, writes kernels
// and frees them. Whatever fails, a kernel must be loaded or rejected with a reason, loaded kernels must run, and
// the mappings must be those that the heap records.
func TestEveryFault(t *testing.T) {
	if err := usable(); err != nil {
		t.Skip(err)
	}
	needMemfd(t)
	arenaTaken.Store(true) // the arena belongs to the process
	life := func(step func(string) error) (loaded int, err error) {
		Shared.mu.Lock() // cleanups of other tests' code must not be affected
		defer Shared.mu.Unlock()
		Inject(step)
		defer Inject(nil)
		before, _ := mapped(t)
		h := newHeap()
		defer func() {
			bytes, writable := mapped(t)
			assert.Equal(t, before+h.mapped(), bytes, "mappings are leaked or lost")
			assert.False(t, writable, "a mapping is left writable")
			h.close()
		}()
		var spans []Span
		for i := range 4 {
			text := Returning([]uint64{0, 2}[i%2])
			if i == 2 {
				text = append(text, make([]byte, 2*regionSize)...) // needs a region of its own
			}
			s, e := h.Alloc(text)
			if e != nil {
				err = e
				continue
			}
			loaded++
			assert.EqualValues(t, []uint64{0, 2}[i%2], s.call())
			spans = append(spans, s)
			if i == 1 {
				h.Release(spans[0])
				spans = spans[1:]
			}
		}
		for _, s := range spans {
			h.Release(s)
		}
		return loaded, err
	}

	var steps []string
	record := func(step string) error { steps = append(steps, step); return nil }
	n, err := life(record)
	require.NoError(t, err)
	require.Equal(t, 4, n)
	all := steps
	require.Greater(t, len(all), 10)

	for k, name := range all {
		t.Run(fmt.Sprintf("%d %s", k, name), func(t *testing.T) {
			i := 0
			f := func(step string) error {
				i++
				if i == k+1 {
					return errors.New("injected")
				}
				return nil
			}
			n, err := life(f)
			assert.Equal(t, 4, n, "one failure costs no kernel: %v", err)
		})
	}

	// From some call on, nothing works, as when a sandbox is entered late.
	for k, name := range all {
		t.Run(fmt.Sprintf("from %d %s", k, name), func(t *testing.T) {
			i := 0
			f := func(step string) error {
				if i++; i > k {
					return errors.New("injected")
				}
				return nil
			}
			n, err := life(f)
			if n < 4 {
				assert.ErrorIs(t, err, ErrNoNative)
			}
		})
	}
}

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
