//go:build amd64 || arm64

package runtime

import "unsafe"

// Most calls enter their kernel by the assembly function enterSmall, which has a spill area of 256 bytes in its frame. A
// larger frame is a trampoline's, called by enterWide. On amd64 the spill area starts at RSP+32, where general and mask
// registers are saved. Vectors live behind RSI, the same address rounded up to 64. A kernel without vectors in the frame
// has RSI for an ordinary register. Addresses in the frame are made again after a yield, for the stack may have moved.
//
// A yield resumes at the address that RDX held, not through a tree of comparisons. The address points into the kernel,
// which the argument block keeps alive.

// enterSmall and enterWide are the code of the func values of kernels. They know no types: see Adapt. They must not be
// called by their names.
func enterSmall()
func enterWide()

// forward is the code of a forwarder's func value, and like them none to be called by its name.
func forward()

// The frames of the two, as distances from the first local variable: the block, and the area of pointers at the top,
// which smallMaps and wideMaps describe to the collector. The linker sees to it that they fit below a stack guard.
const (
	smallBlock    = 24 + 56 + 256 // behind the spill area: see the assembly
	smallArea     = smallBlock + 256
	smallPointers = 10 // words, with the closure
	smallFrame    = 672

	wideBlock    = 24
	wideArea     = wideBlock + 512
	widePointers = 21
	wideFrame    = 704

	// argsAt is the distance from the end of either frame to what the caller passes on the stack: two saved registers.
	argsAt = 16
)

var (
	_ [smallFrame]struct{} = [smallArea + smallPointers*wordSize]struct{}{}
	_ [wideFrame]struct{}  = [wideArea + widePointers*wordSize]struct{}{}
)

// call enters the kernel that the block's header names, on the trampoline of its frame, and returns its status.
// It is an ABI0 assembly function: its argument lies in the caller's frame, has
// a stack map there, and is adjusted when the stack moves.
//
//go:noescape
func call(block unsafe.Pointer) (status uint64)

// The trampolines, by the bytes of spill area. Nobody calls them from Go: enterWide and call do. The declarations give
// them the stack map of their argument.

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

// trampolineAddrs returns the ABI0 entry points of the trampolines, by Frame from Frame576 on, and of enterSmall,
// enterWide and forward.
func trampolineAddrs() (t [numFrames - 1]uintptr, small, wide, forward uintptr)

// gWords reads what the poll depends on: g's stack bounds and guard where we
// believe them to be, and the stack pointer to judge them by.
func gWords() (lo, hi, guard, sp uintptr)

const nativeArch = true

// The constants are what generated code uses; the struct is what Go uses.
var (
	_ [HeaderSite]struct{} = [unsafe.Offsetof(Header{}.Site)]struct{}{}
	_ [HeaderA]struct{}    = [unsafe.Offsetof(Header{}.A)]struct{}{}
	_ [HeaderB]struct{}    = [unsafe.Offsetof(Header{}.B)]struct{}{}
	_ [HeaderCtl]struct{}  = [unsafe.Offsetof(Header{}.to)]struct{}{}
	_ [HeaderSize]struct{} = [unsafe.Sizeof(Header{})]struct{}{}
)
