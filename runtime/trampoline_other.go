//go:build !amd64 && !arm64

package runtime

import "unsafe"

// No trampolines for this architecture yet: Load refuses before any of these
// can be reached.

const nativeArch = false

func call(block unsafe.Pointer) (status uint64) {
	panic("runtime: no trampolines on this architecture")
}

func trampolineAddrs() (t [numFrames - 1]uintptr) { return t }

func gWords() (lo, hi, guard, sp uintptr) { return 0, 0, 0, 0 }
