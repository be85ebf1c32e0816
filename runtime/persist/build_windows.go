package persist

import (
	"bytes"
	"encoding/binary"
	"errors"
	"reflect"
	"runtime/debug"
	"syscall"
	"unsafe"
)

// identifyProgram reads the image in memory: the file of a running program cannot be written, but it can be renamed, and another
// put in its place.
func identifyProgram() (string, error) {
	info, _ := debug.ReadBuildInfo()
	base, _, errno := syscall.SyscallN(kernel32.NewProc("GetModuleHandleW").Addr(), 0)
	if base == 0 {
		return "", errno
	}
	return identify(base, reflect.ValueOf(idIn).Pointer(), info)
}

// Offsets in the headers of an image.
const (
	dosNext = 0x3c // where the next one is
	peSize  = 0x50 // SizeOfImage
	peFirst = 0x14 // SizeOfOptionalHeader

	sectionLength  = 8  // VirtualSize
	sectionAddress = 12 // VirtualAddress
)

// identify returns the build of the program whose image is at base. pc is the address of a function that should be in
// it. info is what the go command recorded, or nil.
func identify(base, pc uintptr, info *debug.BuildInfo) (string, error) {
	image := *(*unsafe.Pointer)(unsafe.Pointer(&base))
	at := func(off, size uint32) []byte { return unsafe.Slice((*byte)(unsafe.Add(image, off)), size) }
	le := binary.LittleEndian
	pe := le.Uint32(at(dosNext, 4))
	size := le.Uint32(at(pe+peSize, 4))
	if pc-base >= uintptr(size) {
		return "", errors.New("this code is in a library, not in the executable")
	}
	// The go command's linker writes the ID at the start of the first section, which is the text.
	first := pe + 24 + uint32(le.Uint16(at(pe+peFirst, 2)))
	length, address := le.Uint32(at(first+sectionLength, 4)), le.Uint32(at(first+sectionAddress, 4))
	if address > size || length > size-address {
		return "", errors.New("the sections of the executable are at unexpected addresses")
	}
	if id := idIn(at(address, min(length, 4096))); own(id, info) {
		return "go " + id + versions(info), nil
	}
	return "", errors.New("the executable has no build ID of the go command")
}

// idIn returns Go's build ID if text begins with it, and otherwise "".
func idIn(text []byte) string {
	_, rest, ok := bytes.Cut(text, []byte("\xff Go build ID: \""))
	id, _, end := bytes.Cut(rest, []byte("\"\n \xff"))
	if !ok || !end {
		return ""
	}
	return string(id)
}
