//go:build !unix

package frame

import "unsafe"

// guarded returns n page-aligned bytes; this platform has no guard pages.
func guarded(n int) ([]byte, func(), error) {
	const page = 4096
	all := make([]byte, n+page)
	skip := int(-uintptr(unsafe.Pointer(&all[0])) & (page - 1))
	return all[skip:][:n], func() {}, nil
}

// large returns n page-aligned bytes.
func large(n int) ([]byte, func(), error) { return guarded(n) }
