package codemem

import (
	"fmt"
	"syscall"
	"unsafe"
)

// pageChoices returns the kinds of memory in order of preference. A section is first, because kernels can be packed.
// Where a policy forbids dynamic code (Arbitrary Code Guard), both are refused.
func pageChoices() []pages { return []pages{section{}, anonymous{}} }

// protection is what a program may do with pages.
type protection uintptr

const (
	noAccess    protection = 0x01 // PAGE_NOACCESS
	readWrite   protection = syscall.PAGE_READWRITE
	readExecute protection = syscall.PAGE_EXECUTE_READ
)

var (
	kernel32 = syscall.NewLazyDLL("kernel32.dll")

	mapViewOfFileEx             = kernel32.NewProc("MapViewOfFileEx")
	virtualAlloc                = kernel32.NewProc("VirtualAlloc")
	virtualProtect              = kernel32.NewProc("VirtualProtect")
	virtualFree                 = kernel32.NewProc("VirtualFree")
	flushInstructionCache       = kernel32.NewProc("FlushInstructionCache")
	flushProcessWriteBuffers    = kernel32.NewProc("FlushProcessWriteBuffers")
	addVectoredExceptionHandler = kernel32.NewProc("AddVectoredExceptionHandler")
)

// section maps each region twice from its own section, which is backed by the paging file. The section has no name, and
// its handle is closed when both views exist. The alias was mapped without the right to execute and the other view
// without the right to write, and VirtualProtect cannot add what a view was mapped without.
//
// There is no text arena: Windows does not map a section over part of a program's image. Tracebacks see a kernel by
// the address that faultHandler puts in the place of its own.
type section struct{ twice }

func (section) name() string { return "section" }

func (s section) grow(least uintptr) (*region, error) {
	if err := catchFaults(); err != nil {
		return nil, err
	}
	size := roundUp(max(least, regionSize), pageSize())
	if err := fail("section"); err != nil {
		return nil, err
	}
	file, err := syscall.CreateFileMapping(syscall.InvalidHandle, nil, syscall.PAGE_EXECUTE_READWRITE,
		uint32(size>>32), uint32(size), nil)
	if err != nil {
		return nil, fmt.Errorf("CreateFileMapping: %w", err)
	}
	defer syscall.CloseHandle(file)
	r := &region{size: size}
	if r.alias, err = view("near alias", file, syscall.FILE_MAP_READ|syscall.FILE_MAP_WRITE, nil, size); err != nil {
		return nil, err
	}
	if _, err = protect("alias none", r.alias, extent{0, size}, noAccess); err == nil {
		r.exec, err = view("near exec", file, syscall.FILE_MAP_READ|syscall.FILE_MAP_EXECUTE, nearText(), size)
	}
	if err == nil {
		if err = s.probe(r); err == nil {
			return r, nil
		}
		unmap(r.exec, size)
	}
	if r.alias != nil {
		unmap(r.alias, size)
	}
	return nil, err
}

// nearTries is the number of addresses that are tried for a region near the text. Each attempt takes a microsecond.
const nearTries = 64

// granularity is the alignment of the address of a view.
const granularity = 64 << 10

// near calls try with one address after the other, beginning at at, and last with nil, which leaves the choice to the
// system. An address that is given to Windows is a demand: the call fails if the range is not free.
func near(at unsafe.Pointer, try func(at uintptr) (uintptr, error)) (p unsafe.Pointer, err error) {
	first := roundUp(uintptr(at), granularity)
	for i := range uintptr(nearTries) {
		if first == 0 {
			break
		}
		if got, err := try(first + i*regionSize); err == nil {
			return pointer(got), nil
		}
	}
	got, err := try(0)
	return pointer(got), err
}

// pointer returns an address of memory that is not Go's as a pointer.
func pointer(at uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&at)) }

// view maps a section.
func view(step string, file syscall.Handle, access uintptr, at unsafe.Pointer, size uintptr) (unsafe.Pointer, error) {
	if err := fail(step); err != nil {
		return nil, err
	}
	return near(at, func(at uintptr) (uintptr, error) {
		p, _, errno := syscall.SyscallN(mapViewOfFileEx.Addr(), uintptr(file), access, 0, 0, size, at)
		if p == 0 {
			return 0, fmt.Errorf("MapViewOfFileEx for %s: %w", step, errno)
		}
		return p, nil
	})
}

func unmap(p unsafe.Pointer, _ uintptr) { _ = syscall.UnmapViewOfFile(uintptr(p)) }

func setProtection(step string, pages []byte, to protection) error {
	var old uint32
	ok, _, errno := syscall.SyscallN(virtualProtect.Addr(), uintptr(unsafe.Pointer(unsafe.SliceData(pages))),
		uintptr(len(pages)), uintptr(to), uintptr(unsafe.Pointer(&old)))
	if ok == 0 {
		return fmt.Errorf("VirtualProtect for %s: %w", step, errno)
	}
	return nil
}

// populate does nothing: the memory of a section is committed when the section is created.
func (r *region) populate(extent) error { return nil }

const (
	memCommit  = 0x1000
	memReserve = 0x2000
	memRelease = 0x8000
)

// reserve allocates pages without access rights.
func reserve(size uintptr) (unsafe.Pointer, error) {
	if err := catchFaults(); err != nil {
		return nil, err
	}
	if err := fail("anonymous"); err != nil {
		return nil, err
	}
	return near(nearText(), func(at uintptr) (uintptr, error) {
		p, _, errno := syscall.SyscallN(virtualAlloc.Addr(), at, size, memCommit|memReserve, uintptr(noAccess))
		if p == 0 {
			return 0, fmt.Errorf("VirtualAlloc: %w", errno)
		}
		return p, nil
	})
}

func unreserve(r *region) {
	_, _, _ = syscall.SyscallN(virtualFree.Addr(), uintptr(r.exec), 0, memRelease)
}
