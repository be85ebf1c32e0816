package use

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"hotloop"
	"hotloop/internal/e2e"
	"hotloop/internal/options"
)

// TestPerf reads what perf would.
func TestPerf(t *testing.T) {
	e2e.NeedNative(t)
	dir := t.TempDir()
	t.Setenv("JITDUMPDIR", dir)
	perfMap := fmt.Sprintf("/tmp/perf-%d.map", os.Getpid())
	t.Cleanup(func() { os.Remove(perfMap) })
	k, err := hotloop.Compile[func([]int32)](observedText, "Observed", options.Knobs("perf-map,jitdump"),
		hotloop.WithFileName("obs.go"))
	require.NoError(t, err)
	y := []int32{1, 2}
	k.Func(y)
	assert.Equal(t, []int32{4, 7}, y)

	text, err := os.ReadFile(perfMap)
	require.NoError(t, err)
	var addr, size uint64
	for line := range strings.Lines(string(text)) {
		if strings.HasSuffix(line, " hotloop:Observed\n") {
			_, err := fmt.Sscanf(line, "%x %x", &addr, &size)
			require.NoError(t, err)
		}
	}
	require.NotZero(t, addr)
	assert.EqualValues(t, k.Stats().CodeBytes, size)

	dump, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("jit-%d.dump", os.Getpid())))
	require.NoError(t, err)
	le := binary.LittleEndian
	require.Greater(t, len(dump), 40)
	assert.EqualValues(t, 0x4A695444, le.Uint32(dump))
	assert.EqualValues(t, 40, le.Uint32(dump[8:]))
	loads, lines := 0, 0
	for rest := dump[40:]; len(rest) > 0; {
		id, n := le.Uint32(rest), int(le.Uint32(rest[4:]))
		require.LessOrEqual(t, n, len(rest))
		body := rest[16:n]
		rest = rest[n:]
		switch id {
		case 0:
			name, code, _ := bytes.Cut(body[40:], []byte{0})
			if string(name) == "hotloop:Observed" && le.Uint64(body[8:]) == addr {
				loads++
				assert.EqualValues(t, addr, le.Uint64(body[16:]))
				assert.EqualValues(t, size, le.Uint64(body[24:]))
				assert.Len(t, code, int(size))
			}
		case 2:
			if le.Uint64(body) == addr {
				assert.Contains(t, string(body), "obs.go\x00")
				at := 16
				for range le.Uint64(body[8:]) {
					off, line := le.Uint64(body[at:]), le.Uint32(body[at+8:])
					assert.Less(t, off-addr, size)
					if line >= 4 && line <= 5 {
						lines++
					}
					at += 16 + len("obs.go\x00")
				}
				assert.Len(t, body, at)
			}
		default:
			t.Errorf("record %d", id)
		}
	}
	assert.Equal(t, 1, loads)
	assert.Positive(t, lines)
}

// unmapped returns memory that cannot be accessed.
func unmapped(t *testing.T, size int) []byte {
	gone, err := unix.Mmap(-1, 0, size, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
	require.NoError(t, err)
	t.Cleanup(func() { _ = unix.Munmap(gone) })
	return gone
}
