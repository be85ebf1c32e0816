package codemem

import (
	"bytes"
	"errors"
	"fmt"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// memfd maps each region from an anonymous file of its own: once for reading and executing, over the text arena
// first, and once more, the alias, without any rights but while a kernel is written. No mapping is ever writable and
// executable.
//
// The file is sealed before the mapping for execution is made: nobody can write to it, map it for writing or cut it
// short after that, whatever their user, by whatever descriptor. The alias is older than the seal, and the only way
// in. Then the descriptor is closed: there is none that a program could close by mistake, for another file to get its
// number and be written to, and none that other processes of the same user find in /proc.
//
// What is left to such a process is what it can do to any program of its user: trace it, and have it make system
// calls; if the system forbids that (Yama's ptrace_scope), it has the microseconds from the file's creation to its
// seal. Writing to /proc/PID/mem does not reach shared mappings that have no right to be written.
//
// Two changes of rights and a page fault make writing a kernel take 6 to 8 µs where pwrite took 1.
type memfd struct{}

func (memfd) name() string     { return "memfd" }
func (memfd) granule() uintptr { return Align }

// arenaTaken: there is one text arena in a process, whoever maps it first.
var arenaTaken atomic.Bool

func (m memfd) grow(least uintptr) (*region, error) {
	if lo, size := arenaPages(); size > 0 && size >= least && arenaTaken.CompareAndSwap(false, true) {
		// An arena that cannot be used costs stack traces, nothing else.
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

// mapped makes a region of a new file.
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
		_ = unix.MunmapPtr(r.exec, size) // of the arena too: nobody calls what was there
	}
	if r.alias != nil {
		_ = unix.MunmapPtr(r.alias, size)
	}
	return nil, err
}

// create makes a file of the given size. Nothing need execute it by name, and newer kernels are told so: they refuse
// other files under vm.memfd_noexec=2, but none is kept from being mapped for execution.
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

// resize makes the file as long as the region. A file beyond the process's limit would be refused with a signal that
// ends the process, so the limit is asked for first.
func resize(fd int, size uintptr) error {
	if err := fail("ftruncate"); err != nil {
		return err
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		return fmt.Errorf("getrlimit: %w", err)
	}
	if limit.Cur < uint64(size) {
		return fmt.Errorf("files may have %d bytes, %d are needed", limit.Cur, size)
	}
	if err := unix.Ftruncate(fd, int64(size)); err != nil {
		return fmt.Errorf("ftruncate: %w", err)
	}
	return nil
}

// seal forbids all that could change the file but the mappings that there are. It fails on every file that is not a
// fresh one of memfd_create: should the descriptor have become another file's in the meantime, that file is not
// written to. Linux has the seal on future writes since 5.1.
func seal(fd int) error {
	if err := fail("seal"); err != nil {
		return err
	}
	const seals = unix.F_SEAL_SEAL | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_FUTURE_WRITE
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, seals); err != nil {
		return fmt.Errorf("sealing the memfd: %w", err)
	}
	return nil
}

// probe writes two functions to the same place and runs them, to see whether
// what is written to the alias is what is executed. Any processor that keeps
// its architecture passes. User-mode emulators may keep translations of code
// that has changed by way of another mapping, as QEMU before 8.1 does: there
// anonymous pages serve, whose rights change.
func (m memfd) probe(r *region) error {
	if textArenaSize == 0 { // no code is made for this architecture
		return nil
	}
	for _, status := range []uint64{0, 2} {
		text := Returning(status)
		err := m.write(r, extent{0, Align}, false, func(dst []byte) { copy(dst, text) })
		if err != nil {
			return err
		}
		if !bytes.Equal(text, unsafe.Slice((*byte)(r.exec), len(text))) {
			return errors.New("the mappings differ")
		}
		if enter(r.exec) != status {
			return errors.New("code that has been overwritten is still executed")
		}
	}
	return nil
}

func (memfd) write(r *region, e extent, _ bool, fill func([]byte)) error {
	if r.alias == nil {
		return errors.New("the region can be written no more")
	}
	dst, err := protect("alias rw", r.alias, e, unix.PROT_READ|unix.PROT_WRITE)
	if err == nil {
		err = r.populate(e)
	}
	if err == nil {
		fill(dst)
	}
	if _, lock := protect("alias none", r.alias, e, unix.PROT_NONE); lock != nil {
		_ = unix.MunmapPtr(r.alias, r.size) // rather than leave it writable
		r.alias = nil
		err = errors.Join(err, lock)
	}
	if err != nil {
		return err
	}
	return publish(unsafe.Add(r.exec, e.off), e.size) // Poison too, or stale calls would find the old code
}

// populate puts memory behind the pages that e touches, where none was. Without it the store that finds no memory left
// would end the process. Linux can do so since 5.14.
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
