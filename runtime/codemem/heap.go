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

// ErrNoNative means that this process cannot make executable memory, or that its architecture has no trampolines.
// Kernels then run on their fallback.
var ErrNoNative = errors.New("native code is not available")

// Align is the alignment of a kernel's entry: one cache line. The code generator relies on it to align loop heads
// and constants.
const Align = 64

// region is one mapping of executable memory.
type region struct {
	pages   pages          // the kind of memory
	exec    unsafe.Pointer // address for execution
	alias   unsafe.Pointer // address for writing, if different; nil also if the region is no longer writable
	size    uintptr
	touched uintptr  // the bytes before this offset are backed by memory
	free    []extent // sorted by offset, never adjacent
	failed  uint64   // the attempt at which a write failed, or 0
}

type extent struct{ off, size uintptr }

// take allocates from the first free extent that is large enough.
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

// give frees an extent and merges it with its neighbors.
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
	// name returns the name of the kind, for reports.
	name() string
	// granule returns the unit of allocation: the smallest unit that can be written while its neighbors stay
	// executable.
	granule() uintptr
	// grow maps a region of at least least bytes.
	grow(least uintptr) (*region, error)
	// write calls fill on part of a region, whose bytes are zero or the previous contents. The part is never
	// writable and executable at the same time. If dead is set, the part is not executed afterwards.
	write(r *region, e extent, dead bool, fill func([]byte)) error
}

// Heap allocates executable memory. One mutex suffices: a compilation takes a hundred times longer than the work
// under the lock.
type Heap struct {
	mu      sync.Mutex
	skip    int    // first kinds of memory not to use
	kinds   []kind // in order of preference; nil before the first allocation
	last    pages  // the kind used by the last allocation, or nil
	err     error  // permanent error, if no memory can ever be allocated
	regions []*region
	attempt uint64 // number of allocations attempted
	freed   atomic.Uint64
	inUse   uintptr
	limit   uintptr // limit of inUse
	keep    bool    // freed ranges stay poisoned and are not reused
}

// kind is a kind of memory that a heap may use.
type kind struct {
	pages  pages
	failed uint64 // the attempt at which grow failed, or 0
}

// New returns a heap of at most limit bytes. It uses all kinds of memory except the first skip kinds. Outside of
// tests, only Shared should use the first kind, because a process has only one text arena.
func New(skip int, limit uintptr) *Heap {
	return &Heap{skip: skip, limit: limit}
}

// KeepFreed makes the heap keep freed ranges poisoned and unused. It implements the knob keep-freed.
func (h *Heap) KeepFreed() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.keep = true
}

// codeRange is the executable mapping of a region. A region is never unmapped once it holds code.
type codeRange struct {
	lo, hi uintptr
	next   *codeRange
}

// codeRegions lists all code memory allocated so far. The handlers of faults read it without a lock, in assembly.
var codeRegions atomic.Pointer[codeRange]

// addRange adds a region to codeRegions.
func addRange(at, size uintptr) {
	added := &codeRange{lo: at, hi: at + size}
	for {
		added.next = codeRegions.Load()
		if codeRegions.CompareAndSwap(added.next, added) {
			return
		}
	}
}

// Span is an allocated range.
type Span struct {
	region *region
	extent extent
}

// Addr returns the address at which the range is executed.
func (s Span) Addr() uintptr { return uintptr(s.region.exec) + s.extent.off }

// Bytes returns the first n bytes of the executable mapping. They are readable, not writable.
func (s Span) Bytes(n int) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(s.region.exec, s.extent.off)), n)
}

// Shared is the process's executable memory.
var Shared = New(0, DefaultLimit)

// DefaultLimit is the number of bytes of machine code that a process may hold unless SetLimit changes it: several
// thousand kernels.
const DefaultLimit = 64 << 20

// ErrLimit means that the kernels in use take all the machine code that SetLimit allows. Another kernel must use
// its fallback.
var ErrLimit error = &noNative{"the code memory limit is reached"}

// noNative is a kind of ErrNoNative. It is a type because errors made by fmt would cost time at program start.
type noNative struct{ why string }

func (e *noNative) Error() string { return ErrNoNative.Error() + ": " + e.why }
func (e *noNative) Unwrap() error { return ErrNoNative }

// SetLimit sets the number of bytes that may be in use, and returns the previous limit. Ranges in use stay.
func (h *Heap) SetLimit(bytes int) (old int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	old = int(h.limit)
	h.limit = uintptr(max(bytes, 0))
	return old
}

// ErrNoMemory means that the operating system currently refuses more code memory, although it has granted some. It
// may grant more later.
var ErrNoMemory error = &noNative{"code memory is exhausted"}

// Room reports whether text of the given size fits within the limit.
func (h *Heap) Room(text int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.last == nil || h.inUse+round(h.last, text) <= h.limit
}

// round returns the number of bytes that text occupies.
func round(p pages, text int) uintptr { return roundUp(max(uintptr(text), 1), p.granule()) }

// Ready returns an error if there is no executable memory. It allocates the first region if there is none yet.
func (h *Heap) Ready() error {
	_, err := h.alloc(nil)
	return err
}

// Alloc copies text to newly allocated executable memory.
func (h *Heap) Alloc(text []byte) (Span, error) {
	if text == nil {
		text = []byte{}
	}
	return h.alloc(text)
}

// alloc is like Alloc, but a nil text only ensures that memory exists. Each region is tested when it is created.
//
// Regions and kinds that failed before are retried only if nothing else is left. Sandboxes seldom change their
// policy, but a process short of descriptors or memory may recover. If no allocation has ever succeeded, the
// failure is permanent.
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

// place puts text into the first region with room, in order of creation, so the text arena is refilled first. If
// no region has room, it creates a region of the first kind that can grow. With again set, it tries the regions
// and kinds that have failed before; otherwise it tries the others.
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
	if h.kinds == nil { // New does not list them, so that programs without kernels do not link them
		choices := pageChoices()
		for _, p := range choices[min(h.skip, len(choices)):] {
			h.kinds = append(h.kinds, kind{pages: p})
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

// errFull means that no extent is large enough.
var errFull = errors.New("no free extent is large enough")

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
	addRange(uintptr(r.exec), r.size)
	h.regions = append(h.regions, r)
	s, err := h.fill(r, text)
	if err != nil && !errors.Is(err, ErrLimit) {
		r.failed = h.attempt
	}
	return s, err
}

// Release poisons and frees a range. No code may be executing in it: it runs as the cleanup of an object that
// adapters keep alive during each call.
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
		return // leak the range: its contents are unknown, or freed ranges are kept
	}
	s.region.give(s.extent)
}

// Stats holds statistics of a heap.
type Stats struct {
	Kind   string `json:"kind"`   // kind of memory; "" if there is none yet
	Mapped int    `json:"mapped"` // bytes mapped
	InUse  int    `json:"in_use"` // bytes that hold kernels
	Limit  int    `json:"limit"`  // limit of InUse
}

// Stats returns the current statistics of the heap.
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

// Freed returns the number of released ranges.
func (h *Heap) Freed() uint64 { return h.freed.Load() }

func roundUp(n, unit uintptr) uintptr { return (n + unit - 1) &^ (unit - 1) }
