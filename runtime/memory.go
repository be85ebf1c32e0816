package runtime

import (
	"errors"
	"fmt"
	goruntime "runtime"
	"sort"
	"sync"
	"sync/atomic"
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
	pages   pages          // the kind of memory
	exec    unsafe.Pointer // where it is executed
	alias   unsafe.Pointer // where it is written, if not there; nil too once it can be written no more
	size    uintptr
	touched uintptr  // the bytes in front of it have memory behind them
	free    []extent // sorted by offset, never adjacent
	failed  uint64   // the allocation at which it could not be written, 0 if it can
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
	kinds   []kind // in order of preference
	last    pages  // what the last allocation got, nil until there was one
	err     error  // why nothing can ever be allocated
	regions []*region
	attempt uint64 // counts allocations
	inUse   uintptr
	limit   uintptr // of inUse
	keep    bool    // what is freed stays poisoned and is not used again
}

// kind is a kind of memory that a heap may use.
type kind struct {
	pages  pages
	failed uint64 // the allocation at which it could not grow, 0 if it can
}

func heapOf(choices []pages, limit uintptr) *heap {
	h := &heap{limit: limit}
	for _, p := range choices {
		h.kinds = append(h.kinds, kind{pages: p})
	}
	return h
}

// keepFreed makes the process's code memory keep what is freed, for good: the knob keep-freed.
func keepFreed() {
	codeHeap.mu.Lock()
	defer codeHeap.mu.Unlock()
	codeHeap.keep = true
}

// codeLow and codeHigh are bounds of all code memory there has been. What else lies between them are parts of this program.
var codeLow, codeHigh = ^uintptr(0), uintptr(0)

// codeBounds guards changes of the two, of different heaps: they are read without it.
var codeBounds sync.Mutex

// extendCode puts a region between the bounds.
func extendCode(at, size uintptr) {
	codeBounds.Lock()
	defer codeBounds.Unlock()
	atomic.StoreUintptr(&codeLow, min(codeLow, at))
	atomic.StoreUintptr(&codeHigh, max(codeHigh, at+size))
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
var codeHeap = heapOf(pageChoices, DefaultCodeLimit)

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

// errCodeMemory means that the operating system gives no more code memory, though it has given some: it may do so later.
var errCodeMemory = fmt.Errorf("%w: there is no more code memory", ErrNoNative)

// room says whether text of so many bytes keeps within the limit.
func (h *heap) room(text int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.last == nil || h.inUse+round(h.last, text) <= h.limit
}

// round is the number of bytes that text takes.
func round(p pages, text int) uintptr { return roundUp(max(uintptr(text), 1), p.granule()) }

// alloc copies text to fresh executable memory.
//
// What has failed is tried again only where nothing else is left: sandboxes seldom change their mind, but a process that is
// short of descriptors or of memory may get over it. If there has never been any memory, there never will be.
func (h *heap) alloc(text []byte) (span, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.err != nil {
		return span{}, h.err
	}
	h.attempt++
	var errs []error
	for _, again := range []bool{false, true} {
		s, err := h.place(text, again)
		if err == nil || errors.Is(err, ErrCodeLimit) {
			return s, err
		}
		if err != errFull {
			errs = append(errs, err)
		}
	}
	if len(h.regions) > 0 {
		return span{}, fmt.Errorf("%w: %v", errCodeMemory, errors.Join(errs...))
	}
	if len(errs) == 0 {
		errs = append(errs, fmt.Errorf("executable memory is not supported on %s", goruntime.GOOS))
	}
	h.err = fmt.Errorf("%w: %v", ErrNoNative, errors.Join(errs...))
	return span{}, h.err
}

// place puts text where there is room, in the order in which the regions were made: the text arena is the first and refills
// first. Without room, it makes a region of the first kind that can. again is for the regions and kinds that have failed
// before, and is false for the others.
func (h *heap) place(text []byte, again bool) (span, error) {
	due := func(failed uint64) bool { return (failed != 0) == again && failed != h.attempt }
	var errs []error
	for _, r := range h.regions {
		if !due(r.failed) {
			continue
		}
		s, err := h.fill(r, text)
		if err == nil || errors.Is(err, ErrCodeLimit) {
			return s, err
		}
		if err != errFull {
			r.failed = h.attempt
			errs = append(errs, fmt.Errorf("%s: %w", r.pages.name(), err))
		}
	}
	for i := range h.kinds {
		k := &h.kinds[i]
		if !due(k.failed) {
			continue
		}
		s, err := h.grow(k.pages, text)
		if err == nil || errors.Is(err, ErrCodeLimit) {
			k.failed = 0
			return s, err
		}
		k.failed = h.attempt
		errs = append(errs, fmt.Errorf("%s: %w", k.pages.name(), err))
	}
	if len(errs) == 0 {
		return span{}, errFull
	}
	return span{}, errors.Join(errs...)
}

// errFull: there is no extent that is large enough.
var errFull = errors.New("no room")

// fill copies text to a region.
func (h *heap) fill(r *region, text []byte) (span, error) {
	size := round(r.pages, len(text))
	if h.inUse+size > h.limit {
		return span{}, fmt.Errorf("%w: %d of %d bytes are in use", ErrCodeLimit, h.inUse, h.limit)
	}
	off, ok := r.take(size)
	if !ok {
		return span{}, errFull
	}
	s := span{r, extent{off, size}}
	err := r.pages.write(r, s.extent, false, func(dst []byte) {
		for i := range dst[copy(dst, text):] {
			dst[len(text)+i] = poison
		}
	})
	if err != nil {
		r.give(s.extent)
		return span{}, err
	}
	r.failed = 0
	h.inUse += size
	h.last = r.pages
	return s, nil
}

// grow copies text to a new region.
func (h *heap) grow(p pages, text []byte) (span, error) {
	r, err := p.grow(round(p, len(text)))
	if err != nil {
		return span{}, err
	}
	r.pages, r.free = p, []extent{{0, r.size}}
	extendCode(uintptr(r.exec), r.size)
	h.regions = append(h.regions, r)
	s, err := h.fill(r, text)
	if err != nil && !errors.Is(err, ErrCodeLimit) {
		r.failed = h.attempt
	}
	return s, err
}

// release poisons and frees. Nothing may be executing there: it runs as the
// cleanup of the Code that every adapter keeps alive during a call.
func (h *heap) release(s span) {
	h.mu.Lock()
	defer h.mu.Unlock()
	err := s.region.pages.write(s.region, s.extent, true, func(dst []byte) {
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
	if h.last != nil {
		st.Kind = h.last.name()
	}
	for _, r := range h.regions {
		st.Mapped += int(r.size)
	}
	st.InUse, st.Limit = int(h.inUse), int(h.limit)
	return st
}
