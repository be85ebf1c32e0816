//go:build (linux && (amd64 || arm64)) || (freebsd && amd64) || (windows && amd64)

package codemem

import "unsafe"

// textArenaSize is the guaranteed size of the padding in kernelCode. A larger arena would bloat every binary. When
// it is full, kernels are placed elsewhere and profiles show them as runtime._ExternalCode. With pages of 64 KiB,
// as on some arm64 systems, it contains one whole page.
const textArenaSize = 128 << 10

// kernelCode is the reserved range. Profiles show kernels under its name.
func kernelCode()

// textArena returns the address of kernelCode.
func textArena() unsafe.Pointer

// enter calls code that uses no registers except its result registers, and no stack.
func enter(code unsafe.Pointer) (status uint64)
