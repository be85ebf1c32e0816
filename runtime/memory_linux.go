package runtime

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// pageChoices: a memfd first, because kernels can be packed and because it
// passes where memory that was writable must not become executable
// (systemd's MemoryDenyWriteExecute). Anonymous pages that change from
// writable to executable pass where executable memfds are refused
// (vm.memfd_noexec=2).
var pageChoices = []func() (pages, error){openMemfd, openAnonymous}

const regionSize = 1 << 20

// injected lets tests make single steps fail.
var injected atomic.Pointer[func(step string) error]

func fail(step string) error {
	if f := injected.Load(); f != nil {
		return (*f)(step)
	}
	return nil
}

// arenaTaken: there is one text arena in a process, whoever maps it first.
var arenaTaken atomic.Bool

func pageSize() uintptr { return uintptr(os.Getpagesize()) } // 64 KiB on some arm64

func mmap(step string, addr unsafe.Pointer, size uintptr, prot, flags, fd int, off int64) (unsafe.Pointer, error) {
	if err := fail(step); err != nil {
		return nil, err
	}
	p, err := unix.MmapPtr(fd, off, addr, size, prot, flags)
	if err != nil {
		return nil, fmt.Errorf("mmap for %s: %w", step, err)
	}
	return p, nil
}

// protect changes the pages that e touches and returns e's bytes.
func protect(step string, base unsafe.Pointer, e extent, prot int) ([]byte, error) {
	if err := fail(step); err != nil {
		return nil, err
	}
	lo := e.off &^ (pageSize() - 1)
	hi := roundUp(e.off+e.size, pageSize())
	if err := unix.Mprotect(unsafe.Slice((*byte)(unsafe.Add(base, lo)), hi-lo), prot); err != nil {
		return nil, fmt.Errorf("mprotect for %s: %w", step, err)
	}
	return unsafe.Slice((*byte)(unsafe.Add(base, e.off)), e.size), nil
}

// memfd maps an anonymous file for reading and executing, over the text arena
// first, and writes kernels to it by system call: no mapping of it is ever
// writable. Writing and freeing a kernel takes 4 us, where making an alias
// writable and taking the right back took 10, the page faults between them
// included, and interrupted the processors that run other threads. File
// offsets follow the order of the regions.
type memfd struct {
	fd    int
	size  int64
	text  []byte // what is being written
	renew bool   // see probe
}

func openMemfd() (pages, error) {
	if err := fail("memfd"); err != nil {
		return nil, err
	}
	// MFD_EXEC says that execution is meant, which newer kernels want to hear
	// and older ones refuse to.
	fd, err := unix.MemfdCreate("hotloop", unix.MFD_CLOEXEC|unix.MFD_EXEC)
	if errors.Is(err, unix.EINVAL) {
		fd, err = unix.MemfdCreate("hotloop", unix.MFD_CLOEXEC)
	}
	if err != nil {
		return nil, fmt.Errorf("memfd_create: %w", err)
	}
	return &memfd{fd: fd}, nil
}

func (m *memfd) name() string     { return "memfd" }
func (m *memfd) granule() uintptr { return kernelAlign }

func (m *memfd) grow(least uintptr) (*region, error) {
	if lo, size := arenaPages(); size > 0 && size >= least && arenaTaken.CompareAndSwap(false, true) {
		// An arena that cannot be used costs stack traces, nothing else.
		if r, err := m.extend("arena", lo, size, unix.MAP_FIXED); err == nil {
			return r, nil
		}
	}
	// Near our text, if the hint is obeyed: that keeps kernels within reach of
	// 32-bit displacements from it.
	hint := unsafe.Add(textArena(), 64<<20)
	if textArenaSize == 0 {
		hint = nil
	}
	r, err := m.extend("near", hint, roundUp(max(least, regionSize), pageSize()), 0)
	if err != nil {
		if m.size == 0 {
			unix.Close(m.fd)
		}
		return nil, err
	}
	return r, nil
}

// arenaPages returns the whole pages of the text arena.
func arenaPages() (lo unsafe.Pointer, size uintptr) {
	base := textArena()
	skip := roundUp(uintptr(base), pageSize()) - uintptr(base)
	if skip >= textArenaSize {
		return nil, 0
	}
	return unsafe.Add(base, skip), (textArenaSize - skip) &^ (pageSize() - 1)
}

// extend maps the next size bytes of the file.
func (m *memfd) extend(step string, at unsafe.Pointer, size uintptr, flags int) (*region, error) {
	off := m.size
	if err := fail("ftruncate"); err != nil {
		return nil, err
	}
	if err := unix.Ftruncate(m.fd, off+int64(size)); err != nil {
		return nil, fmt.Errorf("ftruncate: %w", err)
	}
	exec, err := mmap(step+" exec", at, size, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_SHARED|flags, m.fd, off)
	if err != nil {
		return nil, err
	}
	r := &region{exec: exec, size: size, file: off, free: []extent{{0, size}}}
	if off == 0 {
		if err := m.probe(r); err != nil {
			_ = unix.MunmapPtr(exec, size) // of the arena too: nobody calls what was there
			return nil, err
		}
	}
	m.size += int64(size)
	return r, nil
}

// probe writes two functions to the same place and runs them, to see whether
// what is written to the file is what is executed. Any processor that keeps
// its architecture passes. User-mode emulators may keep translations of code
// that has changed by way of the file, and ignore the instructions
// that invalidate caches, as QEMU before 8.1 does; but a new mapping makes them
// translate again.
func (m *memfd) probe(r *region) error {
	if !nativeArch {
		return nil
	}
	for _, m.renew = range []bool{false, true} {
		current := true
		for _, status := range []uint64{StatusDone, StatusTrap} {
			err := m.write(r, extent{0, kernelAlign}, false, func(dst []byte) { copy(dst, returning(status)) })
			if err != nil {
				return err
			}
			t := target{first: uintptr(r.exec)}
			h := Header{to: &t}
			current = current && call(h.pointer()) == status
		}
		if current {
			return nil
		}
	}
	return errors.New("code that has been overwritten is still executed")
}

func (m *memfd) write(r *region, e extent, _ bool, fill func([]byte)) error {
	if err := fail("pwrite"); err != nil {
		return err
	}
	m.text = append(m.text[:0], make([]byte, e.size)...)
	fill(m.text)
	for at := 0; at < len(m.text); {
		n, err := unix.Pwrite(m.fd, m.text[at:], r.file+int64(e.off)+int64(at))
		if err != nil && !errors.Is(err, unix.EINTR) {
			return fmt.Errorf("pwrite: %w", err)
		}
		at += max(n, 0)
	}
	if cap(m.text) > keptText {
		m.text = nil
	}
	if m.renew {
		if err := m.remap(r, e); err != nil {
			return err
		}
	}
	return publish(unsafe.Add(r.exec, e.off), e.size) // poison too, or stale calls would find the old code
}

// keptText is the largest buffer that is kept for the next kernel, in bytes: most take some hundreds to some thousands.
const keptText = 64 << 10

// remap maps the pages that e touches at the same place once more. Threads that run code there wait for the operating
// system to finish.
func (m *memfd) remap(r *region, e extent) error {
	lo := e.off &^ (pageSize() - 1)
	size := roundUp(e.off+e.size, pageSize()) - lo
	_, err := mmap("remap", unsafe.Add(r.exec, lo), size, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_SHARED|unix.MAP_FIXED, m.fd, r.file+int64(lo))
	return err
}

// anonymous hands out whole pages that are written first and executable then.
type anonymous struct{}

func openAnonymous() (pages, error) { return anonymous{}, nil }

func (anonymous) name() string     { return "anonymous" }
func (anonymous) granule() uintptr { return pageSize() }

func (a anonymous) grow(least uintptr) (*region, error) {
	size := roundUp(max(least, regionSize), pageSize())
	p, err := mmap("anonymous", nil, size, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON, -1, 0)
	if err != nil {
		return nil, err
	}
	r := &region{exec: p, size: size, free: []extent{{0, size}}}
	// Whether a written page may become executable shows only when one does.
	if err := a.write(r, extent{0, pageSize()}, false, func([]byte) {}); err != nil {
		_ = unix.MunmapPtr(p, size)
		return nil, err
	}
	return r, nil
}

func (anonymous) write(r *region, e extent, dead bool, fill func([]byte)) error {
	dst, err := protect("anonymous rw", r.exec, e, unix.PROT_READ|unix.PROT_WRITE)
	if err != nil {
		return err
	}
	fill(dst)
	if dead { // a stale call faults even before it traps
		_, err = protect("anonymous exec", r.exec, e, unix.PROT_NONE)
		return err
	}
	if _, err = protect("anonymous exec", r.exec, e, unix.PROT_READ|unix.PROT_EXEC); err != nil {
		return err
	}
	return publish(unsafe.Add(r.exec, e.off), e.size)
}
