//go:build linux || (freebsd && amd64)

package codemem

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// protection is what a program may do with pages.
type protection int

const (
	noAccess    protection = unix.PROT_NONE
	readWrite   protection = unix.PROT_READ | unix.PROT_WRITE
	readExecute protection = unix.PROT_READ | unix.PROT_EXEC
)

func mmap(step string, addr unsafe.Pointer, size uintptr, prot, flags, fd int) (unsafe.Pointer, error) {
	if err := fail(step); err != nil {
		return nil, err
	}
	p, err := unix.MmapPtr(fd, 0, addr, size, prot, flags)
	if err != nil {
		return nil, fmt.Errorf("mmap for %s: %w", step, err)
	}
	return p, nil
}

func unmap(p unsafe.Pointer, size uintptr) { _ = unix.MunmapPtr(p, size) }

func setProtection(step string, pages []byte, to protection) error {
	if err := unix.Mprotect(pages, int(to)); err != nil {
		return fmt.Errorf("mprotect for %s: %w", step, err)
	}
	return nil
}

// reserve maps anonymous pages without access rights.
func reserve(size uintptr) (unsafe.Pointer, error) {
	return mmap("anonymous", nearText(), size, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON, -1)
}

func unreserve(r *region) { unmap(r.exec, r.size) }
