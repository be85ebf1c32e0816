//go:build linux && (amd64 || arm64)

package runtime

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	goruntime "runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOverwrittenCode frees and loads at one address, over and over, and lets threads that have run the code of before run
// the new one at once. Meanwhile a kernel runs in the same page.
func TestOverwrittenCode(t *testing.T) {
	for _, tt := range []struct {
		name string
		heap *heap
	}{
		{"memfd", newCodeHeap(0)},
		{"anonymous", newCodeHeap(1)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := load(tt.heap, "saxpy", saxpyFuelKernel, Frame576, 0)
			require.NoError(t, err)
			if tt.name == "memfd" {
				needMemfd(t)
			}
			require.Equal(t, tt.name, tt.heap.stats().Kind)
			saxpy, err := Func[saxpyFunc](c)
			require.NoError(t, err)
			var done atomic.Bool
			neighbour := make(chan error)
			go func() {
				var err error
				for err == nil && !done.Load() {
					_, err = checkSaxpy(saxpy, 1<<14)
				}
				neighbour <- err
			}()
			overwrite(t, tt.heap)
			done.Store(true)
			assert.NoError(t, <-neighbour)
		})
	}
}

// overwrite is the part of TestOverwrittenCode that loads and runs.
func overwrite(t *testing.T, h *heap) {
	const threads, rounds = 4, 500
	var start [threads]chan *target
	got := make(chan uint64)
	for i := range start {
		start[i] = make(chan *target)
		defer close(start[i])
		go func() {
			goruntime.LockOSThread()
			defer goruntime.UnlockOSThread()
			for to := range start[i] {
				h := Header{to: to}
				got <- call(h.pointer())
			}
		}()
	}
	var at uintptr
	for round := range rounds {
		want := uint64(StatusTrap + round%100)
		s, err := h.alloc(returning(want))
		require.NoError(t, err)
		require.True(t, at == 0 || at == s.addr(), "another address")
		at = s.addr()
		to := &target{first: s.addr(), entry: s.addr()}
		for i := range start {
			start[i] <- to
		}
		for range start {
			require.Equal(t, want, <-got, "round %d", round)
		}
		h.release(s)
	}
}

// newCodeHeap is a heap of its own that begins with a later choice.
func newCodeHeap(choice int) *heap { return heapOf(pageChoices[choice:], 1<<30) }

// TestKernelWords assembles the listings beside the hand-written kernels of arm64, on any host that has LLVM.
func TestKernelWords(t *testing.T) {
	mc, err := exec.LookPath("llvm-mc")
	if err != nil {
		t.Skip("needs llvm-mc")
	}
	text, err := os.ReadFile("kernels_arm64_test.go")
	require.NoError(t, err)
	kernels := regexp.MustCompile(`(?s)var (\w+) = machine\(\n(.*?)\n\)`).FindAllSubmatch(text, -1)
	require.Greater(t, len(kernels), 5)
	for _, k := range kernels {
		var source strings.Builder
		var words []uint32
		for _, line := range strings.Split(string(k[2]), "\n") {
			code, comment, ok := strings.Cut(line, "//")
			require.True(t, ok, line)
			source.WriteString(comment + "\n")
			if code = strings.Trim(code, "\t, "); code != "" {
				w, err := strconv.ParseUint(code, 0, 32)
				require.NoError(t, err)
				words = append(words, uint32(w))
			}
		}
		object := filepath.Join(t.TempDir(), "kernel.o")
		cmd := exec.Command(mc, "-triple=aarch64", "-filetype=obj", "-o", object)
		cmd.Stdin = strings.NewReader(source.String())
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		f, err := elf.Open(object)
		require.NoError(t, err)
		assembled, err := f.Section(".text").Data()
		f.Close()
		require.NoError(t, err)
		var have bytes.Buffer
		require.NoError(t, binary.Write(&have, binary.LittleEndian, words))
		assert.Equal(t, assembled, have.Bytes(), string(k[1]))
	}
}
