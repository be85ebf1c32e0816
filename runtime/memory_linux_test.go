package runtime

import (
	"errors"
	"math/rand"
	"os"
	"reflect"
	goruntime "runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// inject makes the named steps fail until the test ends.
func inject(t *testing.T, steps ...string) {
	f := func(step string) error {
		for _, s := range steps {
			if s == step {
				return errors.New("injected: no " + step)
			}
		}
		return nil
	}
	injected.Store(&f)
	t.Cleanup(func() { injected.Store(nil) })
}

func newHeap() *heap { return heapOf(pageChoices, 1<<30) }

// needMemfd skips a test where memfds cannot be code memory: under emulators, see probe.
func needMemfd(t *testing.T) {
	t.Helper()
	r, err := memfd{}.mapped("near", nil, regionSize, 0)
	if err != nil {
		t.Skip("memfd: ", err)
	}
	_ = unix.MunmapPtr(r.exec, r.size)
	_ = unix.MunmapPtr(r.alias, r.size)
}

func TestFallbackOrder(t *testing.T) {
	needMemfd(t)
	for _, c := range []struct {
		broken []string
		want   string
	}{
		{nil, "memfd"},
		{[]string{"arena exec"}, "memfd"},
		{[]string{"memfd"}, "anonymous"},
		{[]string{"chmod"}, "anonymous"},
		{[]string{"ftruncate"}, "anonymous"},
		{[]string{"seal"}, "anonymous"}, // as in Linux before 5.1, and gVisor
		{[]string{"near alias"}, "anonymous"},
		{[]string{"near exec"}, "anonymous"},
		{[]string{"alias rw"}, "anonymous"},
		{[]string{"alias none"}, "anonymous"},
		{[]string{"populate"}, "anonymous"},
		{[]string{"memfd", "anonymous"}, ""},
		{[]string{"near exec", "anonymous exec"}, ""},
	} {
		t.Run(strings.Join(c.broken, ","), func(t *testing.T) {
			// The arena belongs to the process; this heap does without.
			arenaTaken.Store(true)
			inject(t, c.broken...)
			h := newHeap()
			s, err := h.alloc([]byte{1, 2, 3})
			assert.Equal(t, c.want, h.stats().Kind)
			if c.want != "" {
				require.NoError(t, err)
				assert.Equal(t, []byte{1, 2, 3, poison}, s.bytes(4))
				h.release(s)
				return
			}
			assert.ErrorIs(t, err, ErrNoNative)
			assert.ErrorContains(t, err, "injected")
			injected.Store(nil)
			_, again := h.alloc([]byte{1})
			assert.Equal(t, err, again, "a refusal is final")
		})
	}
}

// TestLaterFailures: what fails after it has worked is replaced by another kind of memory, and tried again when nothing
// else is left. A kernel that gets no memory takes none.
func TestLaterFailures(t *testing.T) {
	needMemfd(t)
	for _, step := range []string{"alias rw", "alias none", "memfd", "ftruncate", "seal", "near exec"} {
		t.Run(step, func(t *testing.T) {
			arenaTaken.Store(true)
			h := newHeap()
			alloc := func(want ...string) {
				t.Helper()
				text := returning(StatusTrap)
				if step != "alias rw" && step != "alias none" {
					text = append(text, make([]byte, regionSize)...) // a region of its own
				}
				s, err := h.alloc(text)
				require.NoError(t, err)
				assert.Contains(t, want, h.stats().Kind)
				to := target{first: s.addr()}
				hdr := Header{to: &to}
				assert.EqualValues(t, StatusTrap, call(hdr.pointer()))
			}
			alloc("memfd")
			inject(t, step)
			alloc("anonymous")
			alloc("anonymous")

			inject(t, step, "anonymous", "anonymous rw")
			used := h.stats().InUse
			_, err := h.alloc(returning(StatusDone))
			if err != nil { // there may be room left in a region of the first kind
				assert.ErrorIs(t, err, ErrNoNative)
				assert.ErrorIs(t, err, errCodeMemory)
				assert.Equal(t, used, h.stats().InUse)
			}
			injected.Store(nil)
			alloc("memfd", "anonymous")
		})
	}
}

// TestFailureIsNotKept: the cache forgets kernels for which there was no memory when there had been some.
func TestFailureIsNotKept(t *testing.T) {
	if err := loadable(); err != nil {
		t.Skip(err)
	}
	const text = "package k\n\nfunc Halve(y []int32) {\n\tfor i := range y {\n\t\ty[i] /= 2\n\t}\n}\n"
	typ := reflect.TypeFor[func([]int32)]()
	inject(t, "alias rw", "memfd", "anonymous", "anonymous rw")
	k, err := Compile(typ, text, "Halve", Options{})
	require.NoError(t, err)
	require.ErrorIs(t, k.Err(), errCodeMemory)
	y := []int32{8, 7}
	k.Func().Interface().(func([]int32))(y)
	assert.Equal(t, []int32{4, 3}, y)
	injected.Store(nil)
	again, err := Compile(typ, text, "Halve", Options{})
	require.NoError(t, err)
	assert.NoError(t, again.Err())
	goruntime.KeepAlive(k)
}

// TestNoLeak allocates and frees far more than what is mapped.
func TestNoLeak(t *testing.T) {
	rounds := 100_000
	if testing.Short() || RaceEnabled {
		rounds = 10_000
	}
	h := newHeap()
	r := rand.New(rand.NewSource(1))
	text := make([]byte, 3000)
	var live []span
	for range rounds {
		s, err := h.alloc(text[:1+r.Intn(len(text))])
		require.NoError(t, err)
		live = append(live, s)
		if len(live) > 100 {
			i := r.Intn(len(live))
			h.release(live[i])
			live[i] = live[len(live)-1]
			live = live[:len(live)-1]
		}
	}
	for _, s := range live {
		h.release(s)
	}
	st := h.stats()
	assert.Zero(t, st.InUse)
	assert.LessOrEqual(t, st.Mapped, 1<<20+textArenaSize)
	for _, r := range h.regions {
		assert.Equal(t, []extent{{0, r.size}}, r.free, "free space merges")
	}
}

// TestExtents checks the free list against a plain map of bytes.
func TestExtents(t *testing.T) {
	rnd := rand.New(rand.NewSource(2))
	r := &region{size: 4096, free: []extent{{0, 4096}}}
	used := make([]bool, 4096)
	var live []extent
	for range 20000 {
		if rnd.Intn(2) == 0 {
			size := uintptr(1+rnd.Intn(8)) * 64
			off, ok := r.take(size)
			if !ok {
				continue
			}
			for i := off; i < off+size; i++ {
				require.False(t, used[i])
				used[i] = true
			}
			live = append(live, extent{off, size})
		} else if len(live) > 0 {
			i := rnd.Intn(len(live))
			e := live[i]
			live = append(live[:i], live[i+1:]...)
			for j := e.off; j < e.off+e.size; j++ {
				used[j] = false
			}
			r.give(e)
		}
		free := uintptr(0)
		for i, e := range r.free {
			free += e.size
			if i > 0 {
				require.Less(t, r.free[i-1].off+r.free[i-1].size, e.off, "sorted and merged")
			}
			require.False(t, used[e.off])
		}
		n := uintptr(0)
		for _, e := range live {
			n += e.size
		}
		require.Equal(t, uintptr(4096), free+n)
	}
}

// TestNeverWritableAndExecutable reads the kernel's own list of our mappings.
func TestNeverWritableAndExecutable(t *testing.T) {
	needMemfd(t)
	h := newHeap()
	s, err := h.alloc(make([]byte, 5000))
	require.NoError(t, err)
	defer h.release(s)
	maps, err := os.ReadFile("/proc/self/maps")
	require.NoError(t, err)
	seen := 0
	for _, line := range strings.Split(string(maps), "\n") {
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		assert.False(t, strings.Contains(f[1], "w") && strings.Contains(f[1], "x"), line)
		if strings.Contains(line, "memfd:hotloop") {
			seen++
			assert.NotContains(t, f[1], "w", line)
		}
	}
	assert.Positive(t, seen)
}

func TestLargeKernel(t *testing.T) {
	h := newHeap()
	big := make([]byte, 3<<20)
	s, err := h.alloc(big)
	require.NoError(t, err)
	assert.Equal(t, big, s.bytes(len(big)))
	h.release(s)
}

// TestConcurrentLoads: goroutines load, call and drop kernels at once; the
// collector frees them.
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
	// Codes of other tests may still be around, a handful; these 4000 are not. Cleanups free them, some time after a collection.
	assert.Eventually(t, func() bool { goruntime.GC(); return Memory().InUse < 64<<10 }, hang, time.Millisecond)
	t.Logf("%+v", Memory())
}
