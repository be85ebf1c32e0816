// Package runtime owns everything between finished machine code and a Go func
// value: executable memory, the trampolines that enter it, the adapters that
// turn a typed Go call into a trampoline call, and the checkpoint at which
// running kernels let the scheduler and the garbage collector do their work.
//
// It shadows the standard package of the same name, which is imported as
// goruntime everywhere.
//
// # The contract of machine code
//
// A kernel is called by a trampoline, and the registers it meets and leaves
// are, by architecture,
//
//	                                        amd64            arm64
//	argument block                          RDI              X0
//	base of the spill area, 64-byte aligned RSI              X1
//	g, for polls                            R14              X28
//	the block again, at any time            [RSP+8]          [SP+8]
//	return address, into the trampoline     [RSP]            X30 (LR)
//	kept                                    RSP, RBP         SP, X18, X28, X29, X30
//	control registers, as found             MXCSR, DF clear  FPCR
//	returned status                         RAX              X0
//	returned resume address                 RDX              X1
//	leaves by                               VZEROUPPER; RET  RET
//
// Every other register is free and holds nothing: on arm64 that includes V8 to
// V15, of which C programs keep the lower halves. The kernel never moves the
// stack pointer nor writes below it, makes no calls, and writes nothing but its
// arguments' memory, the block's Site, A and B, its result slots and the spill
// area. That is what lets the Go runtime treat a fault in a kernel as a panic of
// the trampoline: it unwinds by the return address, which on arm64 must be in
// X30 at every instruction.
//
// It leaves, at side exits too, with one of the statuses
//
//	StatusDone   results are in their slots
//	StatusYield  resume at the absolute address returned, after an answer to the request in Site, A and B if Site says so
//	StatusTrap   a Check failed: Site, A and B of the header say which
//
// A kernel that yields has saved its live registers in the spill area. The
// trampoline, whose frame stays where it is, calls checkpoint and enters the
// kernel again at the resume address with block, spill area and g set as above.
// The stack may have moved meanwhile, so what derives from the stack pointer,
// the spill area or the block must not be saved; addresses inside arguments may,
// since those are on the heap. If checkpoint finds the call cancelled, the
// kernel is not entered again. After a yield the preemption signal may be
// blocked while the kernel runs. Site is overwritten at a yield.
//
// A kernel that wants something of Go, memory or an error, yields with RequestMark and the number of a site in Site, and
// two words in A and B. The answer is in A when it goes on. What was made for it lives until the call ends.
//
// # The argument block
//
// The block is a Go struct: Header, then one slot per parameter and result.
// Layout gives the offsets; the order in memory is not the order of the
// signature. Slices take three words (pointer, length, capacity), strings two,
// everything else one. A scalar narrower than its slot occupies the low bytes,
// the others are junk: load a parameter with its own width (a wider load may
// not be forwarded from the store), and store a result as a whole word, of a
// general register or of the low half of a vector register. A bool result is 0 or 1 in its
// low byte. Parameter slots are read-only: the pointers in them keep the
// arguments alive.
//
// # Polls
//
// PollMode says how generated code learns that it should yield:
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

	// statusCancelled comes from checkpoint by way of the trampoline.
	statusCancelled = 3

	// statusHold makes the trampoline resume the kernel with preemption signals
	// blocked.
	statusHold = 4
)

// Header opens every argument block.
type Header struct {
	Site, A, B uint64   // which Check failed, and its two operands
	to         *closure // what is called: for the trampoline and checkpoint
}

// RequestMark is in Site, with the number of the site, when a kernel yields to have something made for it.
const RequestMark = 1 << 40

// pointer returns the block that h opens.
func (h *Header) pointer() unsafe.Pointer { return unsafe.Pointer(h) }

// Offsets of the header's fields.
const (
	HeaderSite = 0
	HeaderA    = 8
	HeaderB    = 16
	HeaderCtl  = 24 // not for generated code: leads to the call's Control
	HeaderSize = 32

	// HeaderFuel is the poll counter in PollCounter mode. It shares its place
	// with Site: a kernel that traps polls no more.
	HeaderFuel = HeaderSite
)

// SpillAlign is the alignment of the spill area.
const SpillAlign = 64

// Frame is a size of spill area. The smallest is in the frame of enterSmall, and enough for six kernels of seven; the
// others cost another call. In the second a poll can save eight accumulators of 64 bytes and, with the bytes to align
// that such a kernel does not need, the general registers beside them, and the stack of 2 KB that a goroutine starts
// with holds it: with 1 KB a goroutine's first call took 580 ns instead of 290 for growing the stack.
type Frame uint8

// The frames for which trampolines exist.
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

// Bytes is the usable size of the spill area.
func (f Frame) Bytes() int { return frameBytes[f] }

// FrameFor returns the smallest frame with n bytes of spill area, or false if
// none is that large.
func FrameFor(n int) (Frame, bool) {
	for f, size := range frameBytes {
		if n <= size {
			return Frame(f), true
		}
	}
	return 0, false
}

// GuardOffset is where g holds stackguard0. The Go runtime makes it negative
// to ask a goroutine to stop at its next function call.
const GuardOffset = 16

// Poll is a way for generated code to learn that it should yield.
type Poll uint8

// The poll modes.
const (
	PollGuard   Poll = iota // test the sign of g.stackguard0
	PollCounter             // count down the header's fuel
)

// pollFuel is the number of polls between yields in PollCounter mode. A strip
// takes at most 20 µs, so a GC waits little more than a millisecond for it.
const pollFuel = 64
