//go:build linux || (windows && amd64)

package codemem

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mapped returns the same size from the heap's data. The caller holds the heap's lock or is its only user.
func (h *Heap) mapped() (bytes uintptr) {
	for _, r := range h.regions {
		if r.pages.name() == twiceName {
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
		if r.pages.name() != twiceName {
			unreserve(r)
			continue
		}
		unmap(r.exec, r.size)
		if r.alias != nil {
			unmap(r.alias, r.size)
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
	needTwice(t)
	leaveArena()
	life := func(step func(string) error) (loaded int, err error) {
		Shared.mu.Lock() // cleanups of other tests' code must not be affected
		defer Shared.mu.Unlock()
		Inject(step)
		defer Inject(nil)
		before, open := mappedTwice(t)
		h := newHeap()
		defer func() {
			bytes, writable := mappedTwice(t)
			assert.Equal(t, before+h.mapped(), bytes, "mappings are leaked or lost")
			assert.Equal(t, open, writable, "a mapping is left writable")
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
