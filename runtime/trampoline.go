//go:build amd64 || arm64

package runtime

import "unsafe"

// Most calls enter their kernel through the assembly functions enterSmall and enterMany, which have a spill area of
// 256 bytes in their frames. Larger frames belong to trampolines called by enterWide. If the block is too large for
// a frame without stack check, it is in the frame of a trampoline called by enterLarge. On amd64, general and mask registers are
// saved from RSP+32 up. Vectors are saved from RSI, the same address rounded up to 64. A kernel without vectors in
// the frame can use RSI as a general register. Addresses in the frame are recomputed after a yield, because the
// stack may have moved.
//
// A yield resumes at the address that was in RDX, without a chain of comparisons. The address points into the
// kernel, which the argument block keeps alive.

// These are the code of kernels' func values. They have no Go types (see Adapt), and must not be called by name.
func enterSmall()
func enterMany()
func enterWide()
func enterLarge()

// These do the same, and time the call and count it; see Kernel.Count.
func timeSmall()
func timeMany()
func timeWide()
func timeLarge()

// These do the same, and count the call; see Kernel.Tally.
func tallySmall()
func tallyMany()
func tallyWide()
func tallyLarge()

// forward is the code of a forwarder's func value. It must not be called by name either.
func forward()

// Frame layouts, as offsets from the first local variable: the block, and at the top the pointer area that a stack
// map describes to the collector. The linker checks that the first two frames, of enterSmall and enterMany and of
// enterWide and enterLarge, fit below a stack guard. The others are those of enterLarge's trampolines.
const (
	smallBlock    = 24 + 56 + 256 // after the spill area; see the assembly
	smallArea     = smallBlock + 256
	smallPointers = 10 // words, including the closure
	smallFrame    = 672

	wideBlock    = 24
	wideArea     = wideBlock + 512
	widePointers = 21
	wideFrame    = 704

	// The block in enterLarge's frame has a word for each register of arguments and results.
	savedArea     = wideFrame - savedPointers*wordSize
	savedPointers = 48
	savedTime     = savedArea - wordSize // where timeLarge keeps the time

	// The frames of timeSmall, timeMany and timeWide have this space below the block, for the time. It is a multiple of
	// the alignment of stacks on arm64.
	timeSpace = 16

	largeBlock    = 24 + 56 + 1<<10
	largeArea     = largeBlock + 2<<10
	largePointers = 96
	largeFrame    = 3920

	hugeBlock    = 24 + 56 + 64<<10
	hugeArea     = hugeBlock + 32<<10
	hugePointers = 1024
	hugeFrame    = 106576

	// argsAt is the distance from the end of a frame to the stack arguments: two saved registers.
	argsAt = 16
)

var (
	_ [smallFrame]struct{} = [smallArea + smallPointers*wordSize]struct{}{}
	_ [wideFrame]struct{}  = [wideArea + widePointers*wordSize]struct{}{}
	_ [largeFrame]struct{} = [largeArea + largePointers*wordSize]struct{}{}
	_ [hugeFrame]struct{}  = [hugeArea + hugePointers*wordSize]struct{}{}

	_ = [savedTime - wideBlock - HeaderSize - (intRegisters+floatRegisters)*wordSize]struct{}{}
)

// call enters the kernel of the block's header on the trampoline for its frame, and returns its status. It is an
// ABI0 assembly function: its argument is in the caller's frame, has a stack map there, and is adjusted when the
// stack moves.
//
//go:noescape
func call(block unsafe.Pointer) (status uint64)

// The trampolines, by size of spill area. They are called only by enterWide and call, not from Go. The
// declarations provide the stack map of their argument.

//go:noescape
func trampoline576(block unsafe.Pointer) (status uint64)

//go:noescape
func trampoline1K(block unsafe.Pointer) (status uint64)

//go:noescape
func trampoline4K(block unsafe.Pointer) (status uint64)

//go:noescape
func trampoline16K(block unsafe.Pointer) (status uint64)

//go:noescape
func trampoline64K(block unsafe.Pointer) (status uint64)

// The trampolines of enterLarge. Their argument is the block in its frame.

//go:noescape
func large4K(block unsafe.Pointer) (status uint64)

//go:noescape
func large64K(block unsafe.Pointer) (status uint64)

// trampolineAddrs returns the ABI0 entry points of the trampolines, by Frame starting with Frame576, of the code of
// func values, of the trampolines of enterLarge, and of the functions that time or tally what small, wide, many and large do.
func trampolineAddrs() (t [numFrames - 1]uintptr, small, wide, many, large uintptr, l [2]uintptr, forward uintptr,
	time, tally [4]uintptr)

// ticks returns the processor's counter of time, whose frequency is constant.
func ticks() uint64

// gWords returns what polls depend on: the assumed locations of g's stack bounds and guard, and the stack pointer
// to check them against.
func gWords() (lo, hi, guard, sp uintptr)

const nativeArch = true

// Generated code uses the constants; Go code uses the struct.
var (
	_ [HeaderSite]struct{} = [unsafe.Offsetof(Header{}.Site)]struct{}{}
	_ [HeaderA]struct{}    = [unsafe.Offsetof(Header{}.A)]struct{}{}
	_ [HeaderB]struct{}    = [unsafe.Offsetof(Header{}.B)]struct{}{}
	_ [HeaderCtl]struct{}  = [unsafe.Offsetof(Header{}.to)]struct{}{}
	_ [HeaderSize]struct{} = [unsafe.Sizeof(Header{})]struct{}{}

	_ [targetEntry]struct{}   = [unsafe.Offsetof(target{}.entry)]struct{}{}
	_ [closureTarget]struct{} = [unsafe.Offsetof(closure{}.to)]struct{}{}
)
