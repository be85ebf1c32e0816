//go:build amd64 || arm64

package runtime

import "unsafe"

// Most calls enter their kernel through the assembly function enterSmall, which has a spill area of 256 bytes in
// its frame. Larger frames belong to trampolines called by enterWide. On amd64, general and mask registers are
// saved from RSP+32 up. Vectors are saved from RSI, the same address rounded up to 64. A kernel without vectors in
// the frame can use RSI as a general register. Addresses in the frame are recomputed after a yield, because the
// stack may have moved.
//
// A yield resumes at the address that was in RDX, without a chain of comparisons. The address points into the
// kernel, which the argument block keeps alive.

// enterSmall and enterWide are the code of kernels' func values. They have no Go types (see Adapt), and must not
// be called by name.
func enterSmall()
func enterWide()

// forward is the code of a forwarder's func value. It must not be called by name either.
func forward()

// Frame layout of enterSmall and enterWide, as offsets from the first local variable: the block, and at the top
// the pointer area that smallMaps and wideMaps describe to the collector. The linker checks that the frames fit
// below a stack guard.
const (
	smallBlock    = 24 + 56 + 256 // after the spill area; see the assembly
	smallArea     = smallBlock + 256
	smallPointers = 10 // words, including the closure
	smallFrame    = 672

	wideBlock    = 24
	wideArea     = wideBlock + 512
	widePointers = 21
	wideFrame    = 704

	// argsAt is the distance from the end of either frame to the stack arguments: two saved registers.
	argsAt = 16
)

var (
	_ [smallFrame]struct{} = [smallArea + smallPointers*wordSize]struct{}{}
	_ [wideFrame]struct{}  = [wideArea + widePointers*wordSize]struct{}{}
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

// trampolineAddrs returns the ABI0 entry points of the trampolines, by Frame starting with Frame576, and of
// enterSmall, enterWide and forward.
func trampolineAddrs() (t [numFrames - 1]uintptr, small, wide, forward uintptr)

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
)
