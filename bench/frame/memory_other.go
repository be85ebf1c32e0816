//go:build !unix

package frame

import "unsafe"

// guarded returns n bytes that start on a page; nothing guards them here.
func guarded(n int) ([]byte, func(), error) {
	const page = 4096
	all := make([]byte, n+page)
	skip := int(-uintptr(unsafe.Pointer(&all[0])) & (page - 1))
	return all[skip:][:n], func() {}, nil
}

// large returns n bytes that start on a page.
func large(n int) ([]byte, func(), error) { return guarded(n) }
