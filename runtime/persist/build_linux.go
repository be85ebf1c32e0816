package persist

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
)

// identifyProgram hashes the file if the build ID is not from the go command.
func identifyProgram() (string, error) {
	f, err := os.Open("/proc/self/exe") // works even if the file has been replaced
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, _ := debug.ReadBuildInfo()
	return identify(f, reflect.ValueOf(noteOf).Pointer(), info)
}

// Constants of 64-bit ELF files. Machine code is generated only for 64-bit architectures.
const (
	elfHeader     = 64
	elfProgram    = 56
	elfExecutable = 2 // ET_EXEC
	elfLoad       = 1 // PT_LOAD
	elfNote       = 4 // PT_NOTE
	goBuildID     = 4 // the type of a note with name Go
)

// identify implements Build for an executable. pc is the address of a function that should be in it. info is what
// the go command recorded, or nil.
func identify(f *os.File, pc uintptr, info *debug.BuildInfo) (string, error) {
	head := make([]byte, 4096)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return "", err
	}
	head = head[:n]
	le := binary.LittleEndian
	if n < elfHeader || string(head[:4]) != "\x7fELF" || head[4] != 2 || head[5] != 1 {
		return "", errors.New("the executable is not a 64-bit little-endian ELF file")
	}
	first, count := le.Uint64(head[32:]), int(le.Uint16(head[56:]))
	if le.Uint16(head[54:]) != elfProgram || first > uint64(n) || uint64(n)-first < uint64(count*elfProgram) {
		return "", errors.New("the program headers of the executable are at an unexpected offset")
	}
	id, inside := "", false
	for i := range count {
		p := head[int(first)+i*elfProgram:]
		kind, off, addr, size := le.Uint32(p), le.Uint64(p[8:]), le.Uint64(p[16:]), le.Uint64(p[32:])
		switch kind {
		case elfLoad:
			inside = inside || uint64(pc)-addr < size
		case elfNote:
			note := make([]byte, min(size, 4096))
			if _, err := f.ReadAt(note, int64(off)); err == nil && id == "" {
				id = noteOf(note)
			}
		}
	}
	if le.Uint16(head[16:]) != elfExecutable { // position-independent: loaded at another address
		if inside, err = mapped(f, pc); err != nil {
			return "", err
		}
	}
	switch {
	case !inside:
		return "", errors.New("this code is in a library, not in the executable")
	case own(id, info):
		return "go " + id + versions(info), nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(f, 0, 1<<62)); err != nil {
		return "", err
	}
	return fmt.Sprintf("sha256 %x", h.Sum(nil)), nil
}

// noteOf returns Go's build ID if it is among these notes, and otherwise "".
func noteOf(b []byte) string {
	le := binary.LittleEndian
	for len(b) >= 12 {
		name, desc := int(le.Uint32(b)), int(le.Uint32(b[4:]))
		at := 12 + (name+3)&^3
		if name > len(b) || desc > len(b) || at+desc > len(b) {
			break
		}
		if le.Uint32(b[8:]) == goBuildID && string(bytes.TrimRight(b[12:12+name], "\x00")) == "Go" {
			return string(b[at : at+desc])
		}
		b = b[min(len(b), at+(desc+3)&^3):]
	}
	return ""
}

// mapped reports whether the memory at an address is mapped from file f.
func mapped(f *os.File, pc uintptr) (bool, error) {
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return false, errors.New("the executable has no inode")
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return false, err
	}
	for line := range bytes.Lines(maps) {
		fields := strings.Fields(string(line)) // lo-hi rights offset device inode name
		if len(fields) < 5 {
			return false, fmt.Errorf("unexpected line in /proc/self/maps: %q", line)
		}
		from, to, _ := strings.Cut(fields[0], "-")
		lo, err1 := strconv.ParseUint(from, 16, 64)
		hi, err2 := strconv.ParseUint(to, 16, 64)
		inode, err3 := strconv.ParseUint(fields[4], 10, 64)
		if err := errors.Join(err1, err2, err3); err != nil {
			return false, err
		}
		if uint64(pc)-lo < hi-lo {
			return inode == st.Ino, nil
		}
	}
	return false, nil
}
