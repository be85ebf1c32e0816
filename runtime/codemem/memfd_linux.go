package codemem

import (
	"errors"
	"fmt"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// memfd maps each region twice from its own anonymous file. The first mapping is readable and executable; for the
// first region it is placed over the text arena. The second, the alias, has no access rights except while a kernel
// is written. No mapping is ever writable and executable.
//
// The file is sealed before the executable mapping is created. After that, no process can write to the file, map
// it writable or truncate it, under any user and through any descriptor. The alias predates the seal and is the
// only way to write. Then the descriptor is closed. So the program cannot close it by mistake and have its number
// reused for another file, and other processes of the same user do not find it in /proc.
//
// Such processes can still do what they can do to any program of their user: trace it and make it execute system
// calls. If the system forbids that (Yama's ptrace_scope), they have only the microseconds between creation and
// seal. Writes to /proc/PID/mem fail on shared mappings without write permission.
//
// Two protection changes and a page fault make writing a kernel take 6 to 8 µs, compared to 1 µs with pwrite.
type memfd struct{ twice }

func (memfd) name() string { return "memfd" }

// arenaTaken is set once the process's text arena is mapped.
var arenaTaken atomic.Bool

func (m memfd) grow(least uintptr) (*region, error) {
	if lo, size := arenaPages(); size > 0 && size >= least && arenaTaken.CompareAndSwap(false, true) {
		// Without the arena, only stack traces suffer.
		r, err := m.mapped("arena", lo, size, unix.MAP_FIXED)
		if err == nil {
			return r, nil
		}
		arenaTaken.Store(false)
	}
	return m.mapped("near", nearText(), roundUp(max(least, regionSize), pageSize()), 0)
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

// mapped creates a region from a new file.
func (m memfd) mapped(step string, at unsafe.Pointer, size uintptr, flags int) (*region, error) {
	fd, err := create(size)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	r := &region{size: size}
	if r.alias, err = mmap(step+" alias", nil, size, unix.PROT_NONE, unix.MAP_SHARED, fd); err != nil {
		return nil, err
	}
	if err = seal(fd); err == nil {
		r.exec, err = mmap(step+" exec", at, size, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_SHARED|flags, fd)
	}
	if err == nil {
		if err = m.probe(r); err == nil {
			return r, nil
		}
		unmap(r.exec, size) // also of the arena, whose original code is never called
	}
	if r.alias != nil {
		unmap(r.alias, size)
	}
	return nil, err
}

// create creates a file of the given size. The flag MFD_NOEXEC_SEAL tells newer kernels that nothing executes the
// file by name. With vm.memfd_noexec=2 they refuse files without it. It does not prevent executable mappings.
func create(size uintptr) (fd int, err error) {
	if err := fail("memfd"); err != nil {
		return -1, err
	}
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err = unix.MemfdCreate("hotloop", flags|unix.MFD_NOEXEC_SEAL)
	if errors.Is(err, unix.EINVAL) {
		fd, err = unix.MemfdCreate("hotloop", flags)
	}
	if err != nil {
		return -1, fmt.Errorf("memfd_create: %w", err)
	}
	if err = fail("chmod"); err == nil {
		err = unix.Fchmod(fd, 0)
	}
	if err == nil {
		err = resize(fd, size)
	}
	if err != nil {
		unix.Close(fd)
		return -1, err
	}
	return fd, nil
}

// resize sets the file's length to that of the region. Exceeding the process's file size limit would raise a fatal
// signal, so it checks the limit first.
func resize(fd int, size uintptr) error {
	if err := fail("ftruncate"); err != nil {
		return err
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		return fmt.Errorf("getrlimit: %w", err)
	}
	if limit.Cur < uint64(size) {
		return fmt.Errorf("the file size limit is %d bytes; %d bytes are needed", limit.Cur, size)
	}
	if err := unix.Ftruncate(fd, int64(size)); err != nil {
		return fmt.Errorf("ftruncate: %w", err)
	}
	return nil
}

// seal forbids all further changes of the file except through existing mappings. It fails on any file that is not
// a new one from memfd_create: if the descriptor has come to denote another file, that file is not written. The
// seal on future writes requires Linux 5.1.
func seal(fd int) error {
	if err := fail("seal"); err != nil {
		return err
	}
	const seals = unix.F_SEAL_SEAL | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_FUTURE_WRITE
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, seals); err != nil {
		return fmt.Errorf("seal memfd: %w", err)
	}
	return nil
}

// populate allocates memory for the pages that e touches. Otherwise a store that finds no free memory would end
// the process. It requires Linux 5.14.
func (r *region) populate(e extent) error {
	end := e.off + e.size
	if end <= r.touched {
		return nil
	}
	if err := fail("populate"); err != nil {
		return err
	}
	err := unix.Madvise(pagesOf(r.alias, e), unix.MADV_POPULATE_WRITE)
	if err != nil && !errors.Is(err, unix.EINVAL) {
		return fmt.Errorf("madvise: %w", err)
	}
	r.touched = roundUp(end, pageSize())
	return nil
}
