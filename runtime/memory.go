package runtime

import (
	"errors"
	"fmt"
	"sort"
	"sync"
	"unsafe"
)

// ErrNoNative means that this process cannot make executable memory, or that
// there are no trampolines for its architecture: kernels need their fallback.
var ErrNoNative = errors.New("native code is not available")

// kernelAlign is the alignment of a kernel's entry: a cache line, and what the
// code generator assumes when it aligns loop heads and constants.
const kernelAlign = 64

// region is one mapping of executable memory.
type region struct {
	exec unsafe.Pointer // where it is executed
	size uintptr
	file int64    // offset in the file that is mapped, if any
	free []extent // sorted by offset, never adjacent
}

type extent struct{ off, size uintptr }

// take cuts the first free extent that is large enough.
func (r *region) take(size uintptr) (off uintptr, ok bool) {
	for i := range r.free {
		e := &r.free[i]
		if e.size < size {
			continue
		}
		off = e.off
		e.off += size
		e.size -= size
		if e.size == 0 {
			r.free = append(r.free[:i], r.free[i+1:]...)
		}
		return off, true
	}
	return 0, false
}

// give returns an extent and merges it with its neighbours.
func (r *region) give(e extent) {
	i := sort.Search(len(r.free), func(i int) bool { return r.free[i].off > e.off })
	if i < len(r.free) && e.off+e.size == r.free[i].off {
		r.free[i].off = e.off
		r.free[i].size += e.size
	} else {
		r.free = append(r.free, extent{})
		copy(r.free[i+1:], r.free[i:])
		r.free[i] = e
	}
	if i > 0 && r.free[i-1].off+r.free[i-1].size == r.free[i].off {
		r.free[i-1].size += r.free[i].size
		r.free = append(r.free[:i], r.free[i+1:]...)
	}
}

// pages is a way to get executable memory from the operating system.
type pages interface {
	// name is for reports.
	name() string
	// granule is the unit of allocation: what can be written without taking
	// execution rights from a neighbour.
	granule() uintptr
	// grow maps a region of at least least bytes.
	grow(least uintptr) (*region, error)
	// write puts what fill makes, in zeroed bytes or those that are there, into part of a
	// region, which is never writable and executable at once. dead tells that nothing will be
	// executed there afterwards.
	write(r *region, e extent, dead bool, fill func([]byte)) error
}

// heap hands out executable memory. One mutex serves all: a compilation takes
// a hundred times longer than what happens under it.
type heap struct {
	mu      sync.Mutex
	choices []func() (pages, error) // in order of preference
	pages   pages                   // nil until the first allocation
	err     error                   // why there is none, set once
	regions []*region
	inUse   uintptr
	limit   uintptr // of inUse
	keep    bool    // what is freed stays poisoned and is not used again
}

// keepFreed makes the process's code memory keep what is freed, for good: the knob keep-freed.
func keepFreed() {
	codeHeap.mu.Lock()
	defer codeHeap.mu.Unlock()
	codeHeap.keep = true
}

// span is an allocated range.
type span struct {
	region *region
	extent extent
}

func (s span) addr() uintptr { return uintptr(s.region.exec) + s.extent.off }

// bytes are the bytes as they are executed. They are readable, not writable.
func (s span) bytes(n int) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(s.region.exec, s.extent.off)), n)
}

// codeHeap is the process's executable memory.
var codeHeap = &heap{choices: pageChoices, limit: DefaultCodeLimit}

// DefaultCodeLimit is the number of bytes of machine code that a process may hold if SetCodeLimit says nothing else: several thousand
// kernels.
const DefaultCodeLimit = 64 << 20

// ErrCodeLimit means that the kernels in use take all the machine code that SetCodeLimit allows: another one needs its fallback.
var ErrCodeLimit = fmt.Errorf("%w: the limit of code memory is reached", ErrNoNative)

// SetCodeLimit sets the number of bytes of machine code that the process may hold, and returns what it was. Kernels that are in use stay,
// even if they are more than that; a new kernel that does not fit makes those go that nobody uses, the cache's included, and runs on its
// fallback if that does not do.
func SetCodeLimit(bytes int) (old int) {
	codeHeap.mu.Lock()
	defer codeHeap.mu.Unlock()
	old = int(codeHeap.limit)
	codeHeap.limit = uintptr(max(bytes, 0))
	return old
}

// room says whether text of so many bytes keeps within the limit.
func (h *heap) room(text int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.pages == nil || h.inUse+h.round(text) <= h.limit
}

// round is the number of bytes that text takes.
func (h *heap) round(text int) uintptr {
	unit := h.pages.granule()
	return (max(uintptr(text), 1) + unit - 1) &^ (unit - 1)
}

// alloc copies text to fresh executable memory.
func (h *heap) alloc(text []byte) (span, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.pages == nil && h.err == nil {
		h.open(uintptr(len(text)))
	}
	if h.err != nil {
		return span{}, h.err
	}
	size := h.round(len(text))
	if h.inUse+size > h.limit {
		return span{}, fmt.Errorf("%w: %d of %d bytes are in use", ErrCodeLimit, h.inUse, h.limit)
	}
	s, err := h.find(size)
	if err != nil {
		return span{}, fmt.Errorf("%w: %v", ErrNoNative, err)
	}
	err = h.pages.write(s.region, s.extent, false, func(dst []byte) {
		for i := range dst[copy(dst, text):] {
			dst[len(text)+i] = poison
		}
	})
	if err != nil {
		s.region.give(s.extent)
		return span{}, fmt.Errorf("%w: %v", ErrNoNative, err)
	}
	h.inUse += size
	return s, nil
}

// open takes the first choice that yields a region. What fails once is not
// tried again: sandboxes do not change their mind.
func (h *heap) open(least uintptr) {
	var errs []error
	for _, choose := range h.choices {
		p, err := choose()
		if err == nil {
			var r *region
			if r, err = p.grow(least); err == nil {
				h.pages = p
				h.regions = append(h.regions, r)
				return
			}
			err = fmt.Errorf("%s: %w", p.name(), err)
		}
		errs = append(errs, err)
	}
	h.err = fmt.Errorf("%w: %v", ErrNoNative, errors.Join(errs...))
}

// find takes space first-fit, in the order the regions were made: the text
// arena is the first and refills first.
func (h *heap) find(size uintptr) (span, error) {
	for _, r := range h.regions {
		if off, ok := r.take(size); ok {
			return span{r, extent{off, size}}, nil
		}
	}
	r, err := h.pages.grow(size)
	if err != nil {
		return span{}, err
	}
	h.regions = append(h.regions, r)
	off, ok := r.take(size)
	if !ok {
		return span{}, fmt.Errorf("%s: a new region of %d bytes does not hold %d", h.pages.name(), r.size, size)
	}
	return span{r, extent{off, size}}, nil
}

// release poisons and frees. Nothing may be executing there: it runs as the
// cleanup of the Code that every adapter keeps alive during a call.
func (h *heap) release(s span) {
	h.mu.Lock()
	defer h.mu.Unlock()
	err := h.pages.write(s.region, s.extent, true, func(dst []byte) {
		for i := range dst {
			dst[i] = poison
		}
	})
	h.inUse -= s.extent.size
	counters.freed.Add(1)
	if err != nil || h.keep {
		return // leak the range rather than reuse what is in an unknown state
	}
	s.region.give(s.extent)
}

// MemoryStats describes the process's executable memory.
type MemoryStats struct {
	Kind   string `json:"kind"`   // how it is made, "" if there is none (yet)
	Mapped int    `json:"mapped"` // bytes mapped
	InUse  int    `json:"in_use"` // bytes that hold kernels
	Limit  int    `json:"limit"`  // of InUse
}

// Memory returns statistics about executable memory.
func Memory() MemoryStats { return codeHeap.stats() }

func (h *heap) stats() (st MemoryStats) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.pages != nil {
		st.Kind = h.pages.name()
	}
	for _, r := range h.regions {
		st.Mapped += int(r.size)
	}
	st.InUse, st.Limit = int(h.inUse), int(h.limit)
	return st
}
