//go:build linux && (amd64 || arm64)

package gdbjit

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hotloop"
	"hotloop/runtime"
)

const source = `package k

func Twice(y []int32) {
	for i := range y {
		y[i] += y[i]
	}
}
`

// files returns what a debugger would read now.
func files(t *testing.T) (all []*elf.File) {
	jit.Lock()
	defer jit.Unlock()
	d := listed()
	assert.EqualValues(t, 1, d.version)
	assert.EqualValues(t, none, d.action)
	var prev *entry
	for e := d.first; e != nil; prev, e = e, e.next {
		assert.Same(t, prev, e.prev)
		f, err := elf.NewFile(bytes.NewReader(unsafe.Slice(e.symfile, e.size)))
		require.NoError(t, err)
		all = append(all, f)
	}
	assert.Len(t, jit.roots, len(all))
	return all
}

func TestKernelsAreListed(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	before := len(files(t))
	k, err := hotloop.Compile[func([]int32)](source, "Twice")
	require.NoError(t, err)
	k.Func([]int32{1, 2, 3})

	all := files(t)
	require.Len(t, all, before+1)
	f := all[0] // the newest comes first
	symbols, err := f.Symbols()
	require.NoError(t, err)
	require.Len(t, symbols, 1)
	assert.Equal(t, "hotloop:Twice", symbols[0].Name)
	assert.Positive(t, symbols[0].Size)
	text := f.Section(".text")
	require.NotNil(t, text)
	assert.Equal(t, symbols[0].Value, text.Addr)
	assert.Equal(t, symbols[0].Size, text.Size)
	frames, err := f.Section(".debug_frame").Data()
	require.NoError(t, err)
	assert.Contains(t, string(frames), string([]byte{byte(text.Addr), byte(text.Addr >> 8), byte(text.Addr >> 16)}),
		"the code is described")

	k.Close()
	k = nil
	runtime.ResetCache()
	// It is removed after the collector has found it and a cleanup has run. The limit ends a test that would never
	// end.
	for start := time.Now(); len(files(t)) != before; time.Sleep(time.Millisecond) {
		goruntime.GC()
		if time.Since(start) > 5*time.Minute {
			t.Fatal("a kernel that is gone is still listed")
		}
	}
}

// TestReadelf parses an object with an independent reader.
func TestReadelf(t *testing.T) {
	readelf, err := exec.LookPath("readelf")
	if err != nil {
		t.Skip("no readelf")
	}
	image := object(&runtime.Loaded{Name: "K", Entry: 0x1234500, Text: make([]byte, 0x80)})
	file := filepath.Join(t.TempDir(), "k.o")
	require.NoError(t, os.WriteFile(file, image, 0o600))
	out, err := exec.Command(readelf, "--all", "--debug-dump=frames", "--wide", file).CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.NotContains(t, strings.ToLower(string(out)), "warning", "%s", out)
	for _, want := range []string{"hotloop:K", "1234500", "1234580", "FDE"} {
		assert.Contains(t, string(out), want)
	}
}
