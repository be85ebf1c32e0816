package runtime

import (
	"bytes"
	"errors"
	"fmt"
	goruntime "runtime"
	"sync/atomic"
	"unsafe"

	"hotloop/cpu"
	"hotloop/isel"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
	"hotloop/reuse"
	"hotloop/runtime/codemem"
)

// ErrNoNative means that this process cannot make executable memory, or that there are no trampolines for its
// architecture: kernels need their fallback. ErrCodeLimit is of that kind: the kernels in use take all the machine
// code that SetCodeLimit allows.
var (
	ErrNoNative  = codemem.ErrNoNative
	ErrCodeLimit = codemem.ErrLimit
)

// DefaultCodeLimit is the number of bytes of machine code that a process may hold if SetCodeLimit says nothing else:
// several thousand kernels.
const DefaultCodeLimit = codemem.DefaultLimit

// SetCodeLimit sets the number of bytes of machine code that the process may hold, and returns what it was. Kernels
// that are in use stay, even if they are more than that; a new kernel that does not fit makes those go that nobody
// uses, the cache's included, and runs on its fallback if that does not do.
func SetCodeLimit(bytes int) (old int) { return codemem.Shared.SetLimit(bytes) }

// MemoryStats describes the process's executable memory.
type MemoryStats = codemem.Stats

// Memory returns statistics about executable memory.
func Memory() MemoryStats { return codemem.Shared.Stats() }

// Code is a kernel's machine code in executable memory. The memory is freed
// when the Code is unreachable, and every adapter holds on to its Code: there
// is nothing to close and no way to call freed code.
type Code struct {
	// Name is for reports.
	Name string

	// OnTrap turns a failed check into a panic: it gets the site and the two
	// operands that the kernel left, and must not return normally.
	OnTrap func(site, a, b uint64)

	// OnCancel ends a call whose Control was cancelled. It may panic; if it
	// returns, so does the call, with unspecified results.
	OnCancel func(*Control)

	unread wordSet    // words of parameters that the code does not read
	parts  *parts     // see there
	whole  bool       // they are the parameters and results of the type
	keep   any        // memory that the code refers to by its address
	sites  []*ir.Site // what it may ask for
	linked *linkage   // how the closure gets here that was made last
	plain  target     // of calls on a trampoline, with a block that is there
	span   codemem.Span
	skip   int // bytes of the span in front of the code
	size   int
	frame  Frame
}

// closure is what a func value points to, so that its first word is the address of its code, and what the block of a
// call points to, which keeps the kernel's code alive.
type closure struct {
	run uintptr // enterSmall or enterWide; 0 if neither will do
	to  *target
	ctl *Control
	// recv is what a method value brings along, for the stub that stores arguments: see frontend.Receiver.
	recv unsafe.Pointer

	made *interp.Made // for the one call that has this closure
}

// target is how calls of one type get to the code of a kernel.
type target struct {
	entry    uintptr   // the code
	frame    uintptr   // the trampoline with the spill area that it needs
	store    uintptr   // the stub that stores the arguments in the block, and for enterSmall enters the kernel
	load     uintptr   // the stub that loads the results; 0 if enterSmall does so by itself
	ints     uintptr   // offset in the block of the results that are not floats, for enterSmall
	floats   uintptr   // and of those that are
	pointers []uintptr // offsets of the pointers among the arguments, for enterSmall
	code     *Code
	stubs    [2]*Code // of store and load
}

// entries are the addresses of the assembly functions.
type entries struct {
	frames               [numFrames - 1]uintptr // the trampolines, from Frame576 on
	small, wide, forward uintptr
}

func entryPoints() entries {
	return entryPointsMade.Get(func() (e entries) {
		e.frames, e.small, e.wide, e.forward = trampolineAddrs()
		return e
	})
}

var entryPointsMade reuse.Once[entries]

// Available returns nil if native code can be made in this process, else why
// not.
func Available() error {
	if err := loadable(); err != nil {
		return err
	}
	if host := cpu.Host(); isel.TargetFor(host) == nil {
		return fmt.Errorf("%w: no code generator for %s", ErrNoNative, host)
	}
	return nil
}

// Tiers lists the instruction sets that kernels can be compiled for and run with in this process, the least first;
// none if there is no native code.
func Tiers() (list []cpu.Tier) {
	if Available() != nil {
		return nil
	}
	host := cpu.Host()
	for _, t := range host.Tiers() {
		if f, err := host.Limit(t.String()); err == nil && isel.TargetFor(f) != nil {
			list = append(list, t)
		}
	}
	return list
}

// available: the question is asked at every compilation, and makes the first memory.
var available atomic.Bool

// loadable returns nil if machine code, once there, can be loaded and called.
func loadable() error {
	if !nativeArch {
		return fmt.Errorf("%w: no trampolines for %s", ErrNoNative, goruntime.GOARCH)
	}
	if available.Load() {
		return nil
	}
	err := codemem.Shared.Ready()
	if err == nil {
		available.Store(true)
	}
	return err
}

// Load copies finished machine code, entered at its first byte, to executable
// memory. The text must not depend on its address beyond an alignment of 64
// bytes, and must keep the package's contract. The caller sets OnTrap and
// OnCancel before it makes adapters.
func Load(name string, text []byte, frame Frame) (*Code, error) {
	if !nativeArch {
		return nil, fmt.Errorf("%w: no trampolines for %s", ErrNoNative, goruntime.GOARCH)
	}
	return load(codemem.Shared, name, text, frame, 0)
}

// load puts place bytes in front of the text.
func load(h *codemem.Heap, name string, text []byte, frame Frame, place int) (*Code, error) {
	if int(frame) >= numFrames {
		return nil, fmt.Errorf("runtime: no frame %d", frame)
	}
	size := len(text)
	if place > 0 {
		text = append(bytes.Repeat([]byte{codemem.Poison}, place), text...)
	}
	s, err := h.Alloc(text)
	if errors.Is(err, ErrCodeLimit) && reclaim(h, len(text)) {
		s, err = h.Alloc(text)
	}
	if err != nil {
		return nil, err
	}
	c := &Code{Name: name, span: s, size: size, skip: place, frame: frame}
	entry := s.Addr() + uintptr(place)
	c.plain = target{entry: entry, frame: entryPoints().frames[max(frame, Frame576)-Frame576], code: c}
	goruntime.AddCleanup(c, h.Release, s)
	return c, nil
}

// Entry is the address of the code. It means nothing without the Code itself.
func (c *Code) Entry() uintptr { return c.plain.entry }

// Size is the length of the code in bytes.
func (c *Code) Size() int { return c.size }

// Frame is the spill area that the code runs with.
func (c *Code) Frame() Frame { return c.frame }

// Text returns a copy of the code as it lies in memory, for disassembly.
func (c *Code) Text() []byte {
	text := append([]byte(nil), c.span.Bytes(c.skip + c.size)[c.skip:]...)
	goruntime.KeepAlive(c)
	return text
}

// fail ends a call that did not end with StatusDone. It is called on the cold path; it must not let h escape, which is
// on the stack. As for the race detector, see checkpoint.
//
//go:norace
//go:noinline
func fail(h *Header, status uint64) {
	c := h.to.to.code
	switch status {
	case StatusTrap:
		if m := h.to.made; m != nil && m.Raised != nil {
			panic(m.Raised)
		}
		if c.OnTrap != nil {
			c.OnTrap(h.Site, h.A, h.B)
		}
		panic(fmt.Sprintf("runtime: kernel %s: check %d failed (%#x, %#x)", c.Name, h.Site, h.A, h.B))
	case statusCancelled:
		if c.OnCancel == nil {
			panic(fmt.Sprintf("runtime: kernel %s was cancelled", c.Name))
		}
		c.OnCancel(h.to.ctl)
	default:
		panic(fmt.Sprintf("runtime: kernel %s returned status %d", c.Name, status))
	}
}
