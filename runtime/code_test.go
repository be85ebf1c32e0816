//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package runtime

import (
	"bytes"
	"compress/gzip"
	"debug/elf"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	goruntime "runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hotloop/runtime/codemem"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOverwrittenCode repeatedly frees and loads code at one address. Threads that have run the old code run the
// new code at once. Meanwhile a kernel runs in the same page.
func TestOverwrittenCode(t *testing.T) {
	_ = loadable() // gives the text arena to the process's own heap
	twice := "memfd"
	if goruntime.GOOS == "windows" {
		twice = "section"
	}
	for _, tt := range []struct {
		name string
		heap *codemem.Heap
	}{
		{twice, codemem.New(0, 1<<30)},
		{"anonymous", codemem.New(1, 1<<30)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := load(tt.heap, "saxpy", saxpyFuelKernel, Frame576, 0)
			require.NoError(t, err)
			if tt.name == twice && codemem.Shared.Stats().Kind != twice { // under emulators; see probe in package codemem
				t.Skip("memory that is mapped twice does not serve")
			}
			require.Equal(t, tt.name, tt.heap.Stats().Kind)
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

// overwrite is the part of TestOverwrittenCode that loads and runs code.
func overwrite(t *testing.T, h *codemem.Heap) {
	const threads, rounds = 4, 500
	var start [threads]chan *closure
	got := make(chan uint64)
	for i := range start {
		start[i] = make(chan *closure)
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
		s, err := h.Alloc(codemem.Returning(want))
		require.NoError(t, err)
		require.True(t, at == 0 || at == s.Addr(), "another address")
		at = s.Addr()
		to := &closure{to: &target{entry: s.Addr(), frame: entryPoints().frames[0]}}
		for i := range start {
			start[i] <- to
		}
		for range start {
			require.Equal(t, want, <-got, "round %d", round)
		}
		h.Release(s)
	}
}

// TestKernelWords assembles the listings beside the hand-written arm64 kernels, on any host that has LLVM.
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

// TestProfile checks that a CPU profile shows the caller of a kernel. How many calls it takes until the profiler's
// signal interrupts one depends on the machine, so each profile has twice as many calls as the one before.
func TestProfile(t *testing.T) {
	f, c := mustLoad[patternFunc](t, "pattern", patternKernel, Frame4K)
	want := []string{"hotloop/runtime.trampoline4K", "hotloop/runtime.profiledCaller"}
	if goruntime.FuncForPC(c.Entry()) != nil { // not so without the text arena, as in emulators and on Windows; see TestArena
		want = append(want, "hotloop/runtime/codemem.kernelCode")
	}
	var missing []string
	for calls := 1 << 6; calls <= 1<<18; calls *= 2 {
		var b bytes.Buffer
		require.NoError(t, pprof.StartCPUProfile(&b))
		for range calls {
			profiledCaller(f)
		}
		pprof.StopCPUProfile()
		z, err := gzip.NewReader(&b)
		require.NoError(t, err)
		raw, err := io.ReadAll(z)
		require.NoError(t, err)
		missing = nil
		for _, name := range want {
			if !bytes.Contains(raw, []byte(name)) {
				missing = append(missing, name)
			}
		}
		if missing == nil {
			t.Logf("%d calls", calls)
			return
		}
	}
	t.Errorf("no profile has %v", missing)
}

//go:noinline
func profiledCaller(f patternFunc) { f(8, 100000, 1) }

// TestFailureIsNotKept checks that the cache drops kernels that failed for lack of memory.
func TestFailureIsNotKept(t *testing.T) {
	if err := loadable(); err != nil {
		t.Skip(err)
	}
	const text = "package k\n\nfunc Halve(y []int32) {\n\tfor i := range y {\n\t\ty[i] /= 2\n\t}\n}\n"
	typ := reflect.TypeFor[func([]int32)]()
	codemem.Inject(func(step string) error {
		if slices.Contains([]string{"alias rw", "memfd", "section", "anonymous", "anonymous rw"}, step) {
			return errors.New("injected: no " + step)
		}
		return nil
	})
	defer codemem.Inject(nil)
	k, err := Compile(typ, text, "Halve", Options{})
	require.NoError(t, err)
	require.ErrorIs(t, k.Err(), codemem.ErrNoMemory)
	y := []int32{8, 7}
	k.Func().Interface().(func([]int32))(y)
	assert.Equal(t, []int32{4, 3}, y)
	codemem.Inject(nil)
	again, err := Compile(typ, text, "Halve", Options{})
	require.NoError(t, err)
	assert.NoError(t, again.Err())
	goruntime.KeepAlive(k)
}

// TestConcurrentLoads loads, calls and drops kernels in several goroutines, while the collector frees them.
func TestConcurrentLoads(t *testing.T) {
	if err := loadable(); err != nil {
		t.Skip(err)
	}
	goruntime.GC()
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 1000 {
				c, err := Load("empty", nopKernel(i%500), Frame(i%numFrames))
				if !assert.NoError(t, err) {
					return
				}
				f, err := Func[func([]byte, int) int](c)
				if !assert.NoError(t, err) {
					return
				}
				f(nil, i)
				if i%100 == 0 {
					goruntime.GC()
				}
			}
		}()
	}
	wg.Wait()
	// A few codes of other tests may still exist; these 4000 do not. Cleanups free them some time after a
	// collection.
	assert.Eventually(t, func() bool { goruntime.GC(); return Memory().InUse < 64<<10 }, hang, time.Millisecond)
	t.Logf("%+v", Memory())
}
