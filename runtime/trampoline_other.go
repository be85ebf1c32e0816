//go:build !amd64 && !arm64

package runtime

import "unsafe"

// Stubs for architectures without trampolines. Load fails before any of them can be reached.

const nativeArch = false

func call(block unsafe.Pointer) (status uint64) {
	panic("runtime: no trampolines on this architecture")
}

func trampolineAddrs() (t [numFrames - 1]uintptr, small, wide, many, large uintptr, l [2]uintptr, forward uintptr,
	time, tally [4]uintptr) {
	return
}

func ticks() uint64 { return 0 }

// stubWriter emits nothing.
type stubWriter struct{}

func newStub(uintptr, uintptr) (w stubWriter) { return w }
func (stubWriter) store(move)                 {}
func (stubWriter) pair(move)                  {}
func (stubWriter) load(move)                  {}
func (stubWriter) fetch(fetch, uintptr)       {}
func (stubWriter) clear(from, to uintptr)     {}
func (stubWriter) enter()                     {}
func (stubWriter) ret()                       {}
func (stubWriter) finish() ([]byte, error)    { return nil, ErrNoNative }

const intRegisters, floatRegisters = 0, 0

// The frames of adapters; see trampoline.go.
const (
	smallBlock, smallArea, smallPointers, smallFrame = 0, 0, 0, 0
	wideBlock, wideArea, widePointers, wideFrame     = 0, 0, 0, 0
	savedArea, savedPointers                         = 0, 0
	largeBlock, largeArea, largePointers, largeFrame = 0, 0, 0, 0
	hugeBlock, hugeArea, hugePointers, hugeFrame     = 0, 0, 0, 0
	argsAt                                           = 0
)

func gWords() (lo, hi, guard, sp uintptr) { return 0, 0, 0, 0 }
