//go:build linux && (amd64 || arm64)

// Package exec runs machine code for the tests of package isel, which cannot import package runtime. It follows the
// runtime's contract for entering kernels, without yields, conversion of traps to panics, and freeing.
package exec

import (
	"syscall"
	"unsafe"
)

// Code is executable memory.
type Code struct{ mem []byte }

// Load copies code to executable memory.
func Load(text []byte) (*Code, error) {
	mem, err := syscall.Mmap(-1, 0, (len(text)+4095)&^4095, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, err
	}
	copy(mem, text)
	if err := syscall.Mprotect(mem, syscall.PROT_READ|syscall.PROT_EXEC); err != nil {
		return nil, err
	}
	synchronize(uintptr(unsafe.Pointer(&mem[0])), uintptr(len(mem)))
	return &Code{mem}, nil
}

// Free unmaps the code.
func (c *Code) Free() { syscall.Munmap(c.mem) }

// Run enters the code with an argument block, which must not be on a stack, and returns its status.
func (c *Code) Run(block unsafe.Pointer) uint64 {
	return run(uintptr(unsafe.Pointer(&c.mem[0])), block)
}

//go:noescape
func run(entry uintptr, block unsafe.Pointer) (status uint64)
