package runtime

import (
	"bytes"
	"errors"
	"fmt"
	goruntime "runtime"
	"sync/atomic"
	"unsafe"
	"weak"

	"hotloop/cpu"
	"hotloop/isel"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
	"hotloop/reuse"
	"hotloop/runtime/codemem"
	"hotloop/runtime/fallback"
)

// Errors of kernels that run on their fallback; package fallback describes them.
var (
	ErrNoNative  = fallback.ErrNoNative
	ErrCodeLimit = fallback.ErrCodeLimit
	ErrTooLarge  = fallback.ErrTooLarge
	ErrClosed    = fallback.ErrClosed
)

// RaceEnabled reports whether the race detector is built in.
const RaceEnabled = fallback.RaceEnabled

// DefaultCodeLimit is the number of bytes of machine code that a process may hold unless SetCodeLimit changes it:
// several thousand kernels.
const DefaultCodeLimit = codemem.DefaultLimit

// MemoryStats describes the process's executable memory.
type MemoryStats = codemem.Stats

// Memory returns statistics about executable memory.
func Memory() MemoryStats { return codemem.Shared.Stats() }

// Code is a kernel's machine code in executable memory. The memory is freed when the Code is unreachable, and
// every adapter keeps its Code reachable. So nothing needs to be closed, and freed code cannot be called.
type Code struct {
	// Name is the kernel's name in reports.
	Name string

	// OnTrap turns a failed check into a panic. It gets the site and the two operands, and must not return
	// normally.
	OnTrap func(site, a, b uint64)

	// OnCancel ends a call whose Control was cancelled. It may panic. If it returns, so does the call, with
	// unspecified results.
	OnCancel func(*Control)

	unread wordSet    // parameter words that the code does not read
	parts  *parts     // parts of the parameters and results; see parts
	whole  bool       // the parts are the parameters and results of the type
	keep   any        // memory that the code refers to by address
	sites  []*ir.Site // sites whose requests it may make

	forks   []*shared // what requests of ir.SiteFork run
	workers int       // goroutines that share a loop, at most; 0 means GOMAXPROCS
	always  bool      // they share it however little there is to do

	linked *linkage // the linkage of the closure made last
	plain  target   // target of calls on a trampoline with an existing block
	span   codemem.Span
	skip   int // bytes of the span before the code
	size   int
	frame  Frame
}

// closure is what a func value points to, so its first word is the address of its code. The block of a call points
// to it too, which keeps the kernel's code alive.
type closure struct {
	// run is one of the func values' assembly functions, or 0 if none can be used. It is the only word that changes
	// while calls run, which do not read it: see count.
	run uintptr
	to  *target
	ctl *Control
	// recv is the receiver of a method value, for the stub that stores arguments; see frontend.Receiver.
	recv unsafe.Pointer

	made *interp.Made // only in the copy of the closure for one call
}

// target describes how calls of one type reach the code of a kernel.
type target struct {
	entry    uintptr   // the code
	frame    uintptr   // the trampoline with the spill area that the code needs
	store    uintptr   // the stub that stores the arguments; for enterSmall and enterMany it also enters the kernel
	load     uintptr   // the stub that loads the results; 0 if enterSmall or enterMany loads them
	fill     uintptr   // the stub that copies the arguments to the block of enterLarge's trampoline
	drain    uintptr   // the stub that copies the results from there
	ints     uintptr   // offset in the block of the integer results, for enterSmall and enterMany
	floats   uintptr   // offset in the block of the floating-point results, for enterSmall and enterMany
	area     uintptr   // offset from the block of the pointer area, which begins with the closure; 0 if there is none
	pointers []uintptr // offsets of the pointers among the arguments that a yield saves
	code     *Code
	stubs    [numStubs]*Code
	lengths  []uintptr // offsets of the lengths of slices and strings among the arguments that the block of run's frame has
	counts   counts
	brought  []weak.Pointer[closure] // the closures with receivers; see count.go
}

// counts is what counted calls add up; see Kernel.Count. tally is what Kernel.Tally counts.
type counts struct{ calls, ticks, elements, tally uint64 }

// entries holds the addresses of the assembly functions.
type entries struct {
	frames                   [numFrames - 1]uintptr // the trampolines, starting with Frame576
	small, wide, many, large uintptr
	larges                   [2]uintptr // the trampolines of enterLarge
	forward                  uintptr
	times, tallies           [4]uintptr // what small, wide, many and large do, and time it, or count it
}

func entryPoints() entries {
	return entryPointsMade.Get(func() (e entries) {
		e.frames, e.small, e.wide, e.many, e.large, e.larges, e.forward, e.times, e.tallies = trampolineAddrs()
		return e
	})
}

var entryPointsMade reuse.Once[entries]

// Available returns nil if native code can run in this process, and otherwise an error that says why not.
func Available() error {
	if err := loadable(); err != nil {
		return err
	}
	if host := cpu.Host(); isel.TargetFor(host) == nil {
		return fmt.Errorf("%w: no code generator for %s", ErrNoNative, host)
	}
	return nil
}

// Tiers lists the instruction sets that kernels can be compiled for and run with in this process, lowest first. It
// is empty if there is no native code.
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

// available caches the success of codemem's Ready, which every compilation asks for and which allocates the first
// memory.
var available atomic.Bool

// loadable returns nil if finished machine code can be loaded and called.
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

// Load copies finished machine code, entered at its first byte, to executable memory. The text must not depend on
// its address beyond an alignment of 64 bytes, and must satisfy the package's contract. The caller sets OnTrap and
// OnCancel before it makes adapters.
func Load(name string, text []byte, frame Frame) (*Code, error) {
	if !nativeArch {
		return nil, fmt.Errorf("%w: no trampolines for %s", ErrNoNative, goruntime.GOARCH)
	}
	return load(codemem.Shared, name, text, frame, 0)
}

// load is Load with place bytes of padding before the text.
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

// Entry returns the address of the code. It is valid only while the Code is reachable.
func (c *Code) Entry() uintptr { return c.plain.entry }

// Size returns the length of the code in bytes.
func (c *Code) Size() int { return c.size }

// Frame returns the spill area that the code runs with.
func (c *Code) Frame() Frame { return c.frame }

// Text returns a copy of the code as it is in memory, for disassembly.
func (c *Code) Text() []byte {
	text := append([]byte(nil), c.span.Bytes(c.skip + c.size)[c.skip:]...)
	goruntime.KeepAlive(c)
	return text
}

// fail ends a call whose status is not StatusDone. It is on the cold path. It must not let h escape, which is on
// the stack. For the race detector, see checkpoint.
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
		if m := h.to.made; m != nil && m.Raised != nil { // by a goroutine of a parallel loop
			panic(m.Raised)
		}
		if c.OnCancel == nil {
			panic(fmt.Sprintf("runtime: kernel %s was cancelled", c.Name))
		}
		c.OnCancel(h.to.ctl)
	default:
		panic(fmt.Sprintf("runtime: kernel %s returned status %d", c.Name, status))
	}
}
