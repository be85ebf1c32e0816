package codemem

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

// Align is the alignment of a kernel's entry: a cache line, and what the
// code generator assumes when it aligns loop heads and constants.
const Align = 64

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

// Heap hands out executable memory. One mutex serves all: a compilation takes
// a hundred times longer than what happens under it.
type Heap struct {
	mu      sync.Mutex
	kinds   []kind // in order of preference
	last    pages  // what the last allocation got, nil until there was one
	err     error  // why nothing can ever be allocated
	regions []*region
	attempt uint64 // counts allocations
	freed   atomic.Uint64
	inUse   uintptr
	limit   uintptr // of inUse
	keep    bool    // what is freed stays poisoned and is not used again
}

// kind is a kind of memory that a heap may use.
type kind struct {
	pages  pages
	failed uint64 // the allocation at which it could not grow, 0 if it can
}

// New makes a heap that holds so many bytes at most, of the kinds of memory there are but the first skip. Only Shared
// should use the first kind in earnest: there is one text arena in a process.
func New(skip int, limit uintptr) *Heap {
	h := &Heap{limit: limit}
	for _, p := range pageChoices[min(skip, len(pageChoices)):] {
		h.kinds = append(h.kinds, kind{pages: p})
	}
	return h
}

// KeepFreed makes the heap keep what is freed, for good: the knob keep-freed.
func (h *Heap) KeepFreed() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.keep = true
}

// codeLow and codeHigh are bounds of all code memory there has been. What else lies between them are parts of this
// program.
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

// Span is an allocated range.
type Span struct {
	region *region
	extent extent
}

// Addr is where the range is executed.
func (s Span) Addr() uintptr { return uintptr(s.region.exec) + s.extent.off }

// Bytes are the bytes as they are executed. They are readable, not writable.
func (s Span) Bytes(n int) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(s.region.exec, s.extent.off)), n)
}

// Shared is the process's executable memory.
var Shared = New(0, DefaultLimit)

// DefaultLimit is the number of bytes of machine code that a process may hold if SetLimit says nothing else: several
// thousand kernels.
const DefaultLimit = 64 << 20

// ErrLimit means that the kernels in use take all the machine code that SetLimit allows: another one needs its
// fallback.
var ErrLimit error = &noNative{"the limit of code memory is reached"}

// noNative is a kind of ErrNoNative, which takes no time to make when a program starts.
type noNative struct{ why string }

func (e *noNative) Error() string { return ErrNoNative.Error() + ": " + e.why }
func (e *noNative) Unwrap() error { return ErrNoNative }

// SetLimit sets the number of bytes that may be in use, and returns what it was. What is in use stays.
func (h *Heap) SetLimit(bytes int) (old int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	old = int(h.limit)
	h.limit = uintptr(max(bytes, 0))
	return old
}

// ErrNoMemory means that the operating system gives no more code memory, though it has given some: it may do so later.
var ErrNoMemory error = &noNative{"there is no more code memory"}

// Room says whether text of so many bytes keeps within the limit.
func (h *Heap) Room(text int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.last == nil || h.inUse+round(h.last, text) <= h.limit
}

// round is the number of bytes that text takes.
func round(p pages, text int) uintptr { return roundUp(max(uintptr(text), 1), p.granule()) }

// Ready says why there is no executable memory, and makes the first of it if there was none.
func (h *Heap) Ready() error {
	_, err := h.alloc(nil)
	return err
}

// Alloc copies text to fresh executable memory.
func (h *Heap) Alloc(text []byte) (Span, error) {
	if text == nil {
		text = []byte{}
	}
	return h.alloc(text)
}

// alloc is Alloc. Of no text it only sees to it that there is memory: a region has been tried out when it was made.
//
// What has failed is tried again only where nothing else is left: sandboxes seldom change their mind, but a process
// that is short of descriptors or of memory may get over it. If there has never been any memory, there never will be.
func (h *Heap) alloc(text []byte) (Span, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.err != nil {
		return Span{}, h.err
	}
	h.attempt++
	var errs []error
	for _, again := range []bool{false, true} {
		s, err := h.place(text, again)
		if err == nil || errors.Is(err, ErrLimit) {
			return s, err
		}
		if err != errFull {
			errs = append(errs, err)
		}
	}
	if len(h.regions) > 0 {
		return Span{}, fmt.Errorf("%w: %v", ErrNoMemory, errors.Join(errs...))
	}
	if len(errs) == 0 {
		errs = append(errs, fmt.Errorf("executable memory is not supported on %s", goruntime.GOOS))
	}
	h.err = fmt.Errorf("%w: %v", ErrNoNative, errors.Join(errs...))
	return Span{}, h.err
}

// place puts text where there is room, in the order in which the regions were made: the text arena is the first and
// refills first. Without room, it makes a region of the first kind that can. again is for the regions and kinds that
// have failed before, and is false for the others.
func (h *Heap) place(text []byte, again bool) (Span, error) {
	due := func(failed uint64) bool { return (failed != 0) == again && failed != h.attempt }
	var errs []error
	for _, r := range h.regions {
		if !due(r.failed) {
			continue
		}
		s, err := h.fill(r, text)
		if err == nil || errors.Is(err, ErrLimit) {
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
		if err == nil || errors.Is(err, ErrLimit) {
			k.failed = 0
			return s, err
		}
		k.failed = h.attempt
		errs = append(errs, fmt.Errorf("%s: %w", k.pages.name(), err))
	}
	if len(errs) == 0 {
		return Span{}, errFull
	}
	return Span{}, errors.Join(errs...)
}

// errFull: there is no extent that is large enough.
var errFull = errors.New("no room")

// fill copies text to a region.
func (h *Heap) fill(r *region, text []byte) (Span, error) {
	size := round(r.pages, len(text))
	if h.inUse+size > h.limit {
		return Span{}, fmt.Errorf("%w: %d of %d bytes are in use", ErrLimit, h.inUse, h.limit)
	}
	if text == nil {
		h.last = r.pages
		return Span{region: r}, nil
	}
	off, ok := r.take(size)
	if !ok {
		return Span{}, errFull
	}
	s := Span{r, extent{off, size}}
	err := r.pages.write(r, s.extent, false, func(dst []byte) {
		for i := range dst[copy(dst, text):] {
			dst[len(text)+i] = Poison
		}
	})
	if err != nil {
		r.give(s.extent)
		return Span{}, err
	}
	r.failed = 0
	h.inUse += size
	h.last = r.pages
	return s, nil
}

// grow copies text to a new region.
func (h *Heap) grow(p pages, text []byte) (Span, error) {
	r, err := p.grow(round(p, len(text)))
	if err != nil {
		return Span{}, err
	}
	r.pages, r.free = p, []extent{{0, r.size}}
	extendCode(uintptr(r.exec), r.size)
	h.regions = append(h.regions, r)
	s, err := h.fill(r, text)
	if err != nil && !errors.Is(err, ErrLimit) {
		r.failed = h.attempt
	}
	return s, err
}

// Release poisons and frees. Nothing may be executing there: it runs as the
// cleanup of what every adapter keeps alive during a call.
func (h *Heap) Release(s Span) {
	h.mu.Lock()
	defer h.mu.Unlock()
	err := s.region.pages.write(s.region, s.extent, true, func(dst []byte) {
		for i := range dst {
			dst[i] = Poison
		}
	})
	h.inUse -= s.extent.size
	h.freed.Add(1)
	if err != nil || h.keep {
		return // leak the range rather than reuse what is in an unknown state
	}
	s.region.give(s.extent)
}

// Stats are figures of a heap.
type Stats struct {
	Kind   string `json:"kind"`   // how it is made, "" if there is none (yet)
	Mapped int    `json:"mapped"` // bytes mapped
	InUse  int    `json:"in_use"` // bytes that hold kernels
	Limit  int    `json:"limit"`  // of InUse
}

// Stats describes the heap as it is now.
func (h *Heap) Stats() (st Stats) {
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

// Freed counts the ranges that were released.
func (h *Heap) Freed() uint64 { return h.freed.Load() }

func roundUp(n, unit uintptr) uintptr { return (n + unit - 1) &^ (unit - 1) }
