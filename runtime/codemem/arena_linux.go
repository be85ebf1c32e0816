//go:build amd64 || arm64

package codemem

import "unsafe"

// textArenaSize is the padding that kernelCode is sure to consist of. Larger
// would bloat every binary; when it is full, kernels go elsewhere and profiles
// show them as runtime._ExternalCode. Where pages have 64 KiB, as on some arm64,
// one whole page is left of it.
const textArenaSize = 128 << 10

// kernelCode is the reserved range, and the name kernels have in profiles.
func kernelCode()

// textArena returns the address of kernelCode.
func textArena() unsafe.Pointer

// enter calls code that uses no register but those of its result, and no stack.
func enter(code unsafe.Pointer) (status uint64)
