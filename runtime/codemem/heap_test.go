//go:build linux || (windows && amd64)

package codemem

import (
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
	Inject(f)
	t.Cleanup(func() { Inject(nil) })
}

// usable returns an error if machine code cannot be made and called here.
func usable() error {
	s, err := Shared.Alloc(Returning(2))
	if err != nil {
		return err
	}
	defer Shared.Release(s)
	if got := s.call(); got != 2 {
		return fmt.Errorf("got %d", got)
	}
	return nil
}

func (s Span) call() (status uint64) { return enter(unsafe.Add(s.region.exec, s.extent.off)) }

func newHeap() *Heap { return New(0, 1<<30) }

// needTwice skips a test where memory that is mapped twice does not serve, as under emulators; see probe.
func needTwice(t *testing.T) {
	t.Helper()
	r, err := growTwice()
	if err != nil {
		t.Skip(err)
	}
	unmap(r.exec, r.size)
	unmap(r.alias, r.size)
}

// fallbackCase is the kind of memory that is used if some steps fail, or "".
type fallbackCase struct {
	broken []string
	want   string
}

func TestFallbackOrder(t *testing.T) {
	needTwice(t)
	for _, c := range fallbackOrder {
		t.Run(strings.Join(c.broken, ","), func(t *testing.T) {
			leaveArena()
			inject(t, c.broken...)
			h := newHeap()
			s, err := h.Alloc([]byte{1, 2, 3})
			assert.Equal(t, c.want, h.Stats().Kind)
			if c.want != "" {
				require.NoError(t, err)
				assert.Equal(t, []byte{1, 2, 3, Poison}, s.Bytes(4))
				h.Release(s)
				return
			}
			assert.ErrorIs(t, err, ErrNoNative)
			assert.ErrorContains(t, err, "injected")
			Inject(nil)
			_, again := h.Alloc([]byte{1})
			assert.Equal(t, err, again, "a refusal is final")
		})
	}
}

// TestLaterFailures checks that a kind of memory that fails after it has worked is replaced by another, and
// retried if nothing else is left. A kernel that gets no memory uses none.
func TestLaterFailures(t *testing.T) {
	needTwice(t)
	for _, step := range laterFailures {
		t.Run(step, func(t *testing.T) {
			leaveArena()
			h := newHeap()
			alloc := func(want ...string) {
				t.Helper()
				text := Returning(2)
				if step != "alias rw" && step != "alias none" {
					text = append(text, make([]byte, regionSize)...) // a separate region
				}
				s, err := h.Alloc(text)
				require.NoError(t, err)
				assert.Contains(t, want, h.Stats().Kind)
				assert.EqualValues(t, 2, s.call())
			}
			alloc(twiceName)
			inject(t, step)
			alloc("anonymous")
			alloc("anonymous")

			inject(t, step, "anonymous", "anonymous rw")
			used := h.Stats().InUse
			_, err := h.Alloc(Returning(0))
			if err != nil { // there may be room left in a region of the first kind
				assert.ErrorIs(t, err, ErrNoNative)
				assert.ErrorIs(t, err, ErrNoMemory)
				assert.Equal(t, used, h.Stats().InUse)
			}
			Inject(nil)
			alloc(twiceName, "anonymous")
		})
	}
}

// TestNoLeak allocates and frees far more than is mapped.
func TestNoLeak(t *testing.T) {
	rounds := 100_000
	if testing.Short() {
		rounds = 10_000
	}
	h := newHeap()
	r := rand.New(rand.NewSource(1))
	text := make([]byte, 3000)
	var live []Span
	for range rounds {
		s, err := h.Alloc(text[:1+r.Intn(len(text))])
		require.NoError(t, err)
		live = append(live, s)
		if len(live) > 100 {
			i := r.Intn(len(live))
			h.Release(live[i])
			live[i] = live[len(live)-1]
			live = live[:len(live)-1]
		}
	}
	for _, s := range live {
		h.Release(s)
	}
	st := h.Stats()
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

func TestLargeKernel(t *testing.T) {
	h := newHeap()
	big := make([]byte, 3<<20)
	s, err := h.Alloc(big)
	require.NoError(t, err)
	assert.Equal(t, big, s.Bytes(len(big)))
	h.Release(s)
}
