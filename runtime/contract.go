// Package runtime implements everything between finished machine code and a Go func value: executable memory, the
// trampolines that enter machine code, the adapters that turn a typed Go call into a trampoline call, and the
// checkpoint at which running kernels let the scheduler and the garbage collector work.
//
// It shadows the standard package of the same name, which every file imports as goruntime.
//
// # The contract of machine code
//
// A trampoline calls a kernel with these registers, and expects these on return:
//
//	                                        amd64            arm64
//	argument block                          RDI              X0
//	base of the spill area, 64-byte aligned RSI              X1
//	g, for polls                            R14              X28
//	the block again, at any time            [RSP+8]          [SP+8]
//	return address, into the trampoline     [RSP]            X30 (LR)
//	preserved                               RSP, RBP         SP, X18, X28, X29, X30
//	control registers, preserved            MXCSR, DF clear  FPCR
//	returned status                         RAX              X0
//	returned resume address                 RDX              X1
//	leaves by                               VZEROUPPER; RET  RET
//
// All other registers are free and undefined on entry. On arm64 that includes V8 to V15, whose lower halves C
// programs preserve. The kernel never moves the stack pointer, never writes below it, and makes no calls. It
// writes only to its arguments' memory, the block's Site, A and B, its result slots and the spill area. So the Go
// runtime can treat a fault in a kernel as a panic of the trampoline: it unwinds by the return address, which on
// arm64 must be in X30 at every instruction.
//
// A kernel returns one of these statuses, at side exits too:
//
//	StatusDone   results are in their slots
//	StatusYield  resume at the absolute address returned; if Site holds a request, answer it (Site, A and B) first
//	StatusTrap   a Check failed, described by the header's Site, A and B
//
// A kernel that yields has saved its live registers in the spill area. The trampoline, whose frame stays in place,
// calls checkpoint and enters the kernel again at the resume address, with block, spill area and g set as above.
// The stack may have moved in between. So the kernel must not save values derived from the stack pointer, the
// spill area or the block. Addresses inside arguments may be saved, since those are on the heap. If checkpoint
// finds the call cancelled, the kernel is not entered again. After a yield, the preemption signal may be blocked
// while the kernel runs. A yield overwrites Site.
//
// A kernel that needs memory or an error from Go yields with RequestMark and a site number in Site, and two words
// in A and B. When it resumes, the answer is in A. Objects made for it live until the call ends.
//
// # The argument block
//
// The block is a Go struct: Header, then one slot per parameter and result. Layout gives the offsets; the order in
// memory is not the order of the signature. Slices take three words (pointer, length, capacity), strings two, and
// everything else one. A scalar narrower than its slot occupies the low bytes; the other bytes are undefined. Load
// a parameter with its own width, since the store may not forward to a wider load. Store a result as a whole word,
// of a general register or of the low half of a vector register. A bool result is 0 or 1 in its low byte.
// Parameter slots are read-only: the pointers in them keep the arguments alive.
//
// # Polls
//
// PollMode selects how generated code learns that it should yield:
//
//	             amd64
//	PollGuard    cmp qword ptr [r14+GuardOffset], 0;  jl yield
//	PollCounter  sub qword ptr [block+HeaderFuel], 1; jl yield
//
//	             arm64, for any t
//	PollGuard    ldr t, [x28, #GuardOffset]; tbnz t, #63, yield
//	PollCounter  ldr t, [block, #HeaderFuel]; subs t, t, #1; str t, [block, #HeaderFuel]; b.lt yield
package runtime

import "unsafe"

// Statuses that a kernel returns.
const (
	StatusDone  = 0
	StatusYield = 1
	StatusTrap  = 2

	// statusCancelled is returned by checkpoint; the trampoline passes it on.
	statusCancelled = 3

	// statusHold makes the trampoline resume the kernel with preemption signals blocked.
	statusHold = 4
)

// Header is the start of every argument block.
type Header struct {
	Site, A, B uint64   // the Check that failed, and its two operands
	to         *closure // the closure being called, for the trampoline and checkpoint
}

// RequestMark is set in Site, with the number of the site, when a kernel yields with a request.
const RequestMark = 1 << 40

// pointer returns the block that starts with h.
func (h *Header) pointer() unsafe.Pointer { return unsafe.Pointer(h) }

// Offsets of the header's fields.
const (
	HeaderSite = 0
	HeaderA    = 8
	HeaderB    = 16
	HeaderCtl  = 24 // not for generated code: leads to the call's Control
	HeaderSize = 32

	// HeaderFuel is the poll counter in PollCounter mode. It overlaps Site, which is safe because a kernel that
	// traps does not poll again.
	HeaderFuel = HeaderSite
)

// SpillAlign is the alignment of the spill area.
const SpillAlign = 64

// Frame is a size of spill area. The smallest is part of enterSmall's frame and suffices for six of seven kernels;
// the others cost another call. Frame576 is enough for a poll to save eight accumulators of 64 bytes. Such a
// kernel does not need the bytes for alignment, so the general registers fit beside them. The initial goroutine
// stack of 2 KB holds this frame. With 1 KB, a goroutine's first call took 580 ns instead of 290 because the stack
// grew.
type Frame uint8

// Frames for which trampolines exist.
const (
	Frame256 Frame = iota
	Frame576
	Frame1K
	Frame4K
	Frame16K
	Frame64K

	numFrames = iota
)

var frameBytes = [numFrames]int{256, 576, 1 << 10, 4 << 10, 16 << 10, 64 << 10}

// Bytes returns the usable size of the spill area.
func (f Frame) Bytes() int { return frameBytes[f] }

// FrameFor returns the smallest frame with n bytes of spill area, or false if no frame is that large.
func FrameFor(n int) (Frame, bool) {
	for f, size := range frameBytes {
		if n <= size {
			return Frame(f), true
		}
	}
	return 0, false
}

// GuardOffset is the offset of stackguard0 in g. The Go runtime makes stackguard0 negative to ask a goroutine to
// stop at its next function call.
const GuardOffset = 16

// Poll is a way for generated code to learn that it should yield.
type Poll uint8

// Poll modes.
const (
	PollGuard   Poll = iota // test the sign of g.stackguard0
	PollCounter             // count down the header's fuel
)

// pollFuel is the number of polls between yields in PollCounter mode. The code between two polls takes at most 20
// µs, so a garbage collection waits little more than 1 ms for a kernel.
const pollFuel = 64
