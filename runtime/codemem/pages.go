//go:build linux || (freebsd && amd64) || (windows && amd64)

package codemem

import (
	"os"
	"sync/atomic"
	"unsafe"
)

const regionSize = 1 << 20

var injected atomic.Pointer[func(step string) error]

// Inject lets tests make single steps fail. f is called before each step; a nil f ends the injection.
func Inject(f func(step string) error) {
	if f == nil {
		injected.Store(nil)
	} else {
		injected.Store(&f)
	}
}

func fail(step string) error {
	if f := injected.Load(); f != nil {
		return (*f)(step)
	}
	return nil
}

func pageSize() uintptr { return uintptr(os.Getpagesize()) } // 64 KiB on some arm64

// nearText returns an address near the program's text. If the operating system places regions there, kernels are
// within reach of 32-bit displacements.
func nearText() unsafe.Pointer {
	if textArenaSize == 0 {
		return nil
	}
	return unsafe.Add(textArena(), 64<<20)
}

// pagesOf returns the pages that e touches.
func pagesOf(base unsafe.Pointer, e extent) []byte {
	lo := e.off &^ (pageSize() - 1)
	hi := roundUp(e.off+e.size, pageSize())
	return unsafe.Slice((*byte)(unsafe.Add(base, lo)), hi-lo)
}

// protect changes the protection of the pages that e touches and returns e's bytes.
func protect(step string, base unsafe.Pointer, e extent, to protection) ([]byte, error) {
	if err := fail(step); err != nil {
		return nil, err
	}
	if err := setProtection(step, pagesOf(base, e), to); err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(unsafe.Add(base, e.off)), e.size), nil
}

// anonymous allocates whole pages that are written first and then become executable.
type anonymous struct{}

func (anonymous) name() string     { return "anonymous" }
func (anonymous) granule() uintptr { return pageSize() }

func (a anonymous) grow(least uintptr) (*region, error) {
	size := roundUp(max(least, regionSize), pageSize())
	p, err := reserve(size)
	if err != nil {
		return nil, err
	}
	r := &region{exec: p, size: size}
	// Whether a written page may become executable is known only after trying.
	if err := a.write(r, extent{0, pageSize()}, false, func([]byte) {}); err != nil {
		unreserve(r)
		return nil, err
	}
	return r, nil
}

func (anonymous) write(r *region, e extent, dead bool, fill func([]byte)) error {
	dst, err := protect("anonymous rw", r.exec, e, readWrite)
	if err != nil {
		return err
	}
	fill(dst)
	if dead { // a stale call then faults
		_, err = protect("anonymous exec", r.exec, e, noAccess)
		return err
	}
	if _, err = protect("anonymous exec", r.exec, e, readExecute); err != nil {
		return err
	}
	return publish(unsafe.Add(r.exec, e.off), e.size)
}
