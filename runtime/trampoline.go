//go:build amd64 || arm64

package runtime

import "unsafe"

// The function that adapters call is the trampoline of the smallest frame, 576 bytes. Most kernels fit it, and so do
// the 2 KB of stack that a goroutine starts with. A larger frame is another trampoline, called by this one. On amd64
// the spill area starts at RSP+32, where general and mask registers are saved. Vectors live behind RSI, the same
// address rounded up to 64; eight of 512 bits fit the smallest frame. A kernel without vectors in the frame has RSI for
// an ordinary register. Addresses in the frame are made again after a yield, for the stack may have moved.
//
// A yield resumes at the address that RDX held, not through a tree of comparisons. The address points into the kernel,
// which the argument block keeps alive.

// call enters the kernel that the block's header names and returns its status.
// It is an ABI0 assembly function: its argument lies in the caller's frame, has
// a stack map there, and is adjusted when the stack moves.
//
//go:noescape
func call(block unsafe.Pointer) (status uint64)

// The trampolines of the frames above the smallest. Nobody calls them from Go:
// call does. The declarations give them the stack map of their argument.

//go:noescape
func trampoline1K(block unsafe.Pointer) (status uint64)

//go:noescape
func trampoline4K(block unsafe.Pointer) (status uint64)

//go:noescape
func trampoline16K(block unsafe.Pointer) (status uint64)

//go:noescape
func trampoline64K(block unsafe.Pointer) (status uint64)

// trampolineAddrs returns the ABI0 entry points, by Frame, from Frame1K on.
func trampolineAddrs() (t [numFrames - 1]uintptr)

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
