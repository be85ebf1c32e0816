//go:build unix

package frame

import "golang.org/x/sys/unix"

// guarded returns at least n bytes that start on a page and end on one, between two pages nobody may touch.
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
