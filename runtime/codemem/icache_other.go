//go:build !amd64 && !arm64

package codemem

import "unsafe"

// Poison fills freed memory.
const Poison = 0x00

// publish does nothing; architectures without trampolines execute no code.
func publish(p unsafe.Pointer, n uintptr) error { return nil }

// Returning returns nil: there is no code for this architecture.
func Returning(status uint64) []byte { return nil }
