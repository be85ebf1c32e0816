//go:build unix

package frame

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// largePage is the size and alignment of the pages that advise requests.
const largePage = 2 << 20

// large returns n bytes aligned to a large page, backed by large pages where available, with every page touched.
func large(n int) ([]byte, func(), error) {
	size := (n + largePage - 1) / largePage * largePage
	all, err := unix.Mmap(-1, 0, size+largePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, err
	}
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(all))) & (largePage - 1))
	m := all[skip:][:size]
	advise(m)
	m = m[:n]
	for i := range m {
		// untouched pages are not mapped yet; a masked load that reaches into one costs 120 ns of microcode assist
		m[i] = 0
	}
	return m, func() { unix.Munmap(all) }, nil
}

// guarded returns at least n bytes that begin and end at page boundaries, between two inaccessible pages.
func guarded(n int) ([]byte, func(), error) {
	page := unix.Getpagesize()
	size := (n + page - 1) / page * page
	all, err := unix.Mmap(-1, 0, size+2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, err
	}
	free := func() { unix.Munmap(all) }
	for _, g := range [][]byte{all[:page], all[page+size:]} {
		if err := unix.Mprotect(g, unix.PROT_NONE); err != nil {
			free()
			return nil, nil, err
		}
	}
	return all[page : page+size : page+size], free, nil
}
