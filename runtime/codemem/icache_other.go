//go:build !amd64 && !arm64

package codemem

import "unsafe"

// Poison fills freed memory.
const Poison = 0x00

// publish is for architectures that have trampolines.
func publish(p unsafe.Pointer, n uintptr) error { return nil }

// Returning is code that does nothing but return a status.
func Returning(status uint64) []byte { return nil }
