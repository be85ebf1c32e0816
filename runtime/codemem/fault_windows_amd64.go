package codemem

import (
	"fmt"
	"sync"
	"syscall"
)

func faultHandlerAddr() uintptr

// catchFaults ensures that an exception in a kernel is what a signal is on Linux: a panic where the Go runtime makes one
// of it, and otherwise the end of the process with a traceback. The first call installs faultHandler in front of the Go
// runtime's handler, which leaves exceptions outside of the program's text to other handlers, and so to a crash.
//
// faultHandler changes the address of the exception to one in kernelCode and passes the exception on. The Go runtime then
// calls sigpanic in the place of the instruction. To the runtime the kernel is a call of kernelCode, an assembly function
// without a frame, as it is in the text arena on Linux. The address is that of kernelCode plus the low bits of the
// instruction's address, from which FaultOffset finds the instruction.
//
// Windows calls the handler on the stack of the goroutine, below the record of the exception. faultHandler uses no stack
// and only registers that a function may change in Windows's calling convention, and reads nothing but its arguments
// and codeRegions.
var catchFaults = sync.OnceValue(func() error {
	if handle, _, errno := syscall.SyscallN(addVectoredExceptionHandler.Addr(), 1, faultHandlerAddr()); handle == 0 {
		return fmt.Errorf("AddVectoredExceptionHandler: %w", errno)
	}
	return nil
})

// FaultOffset returns the offset of an instruction in the size bytes of code at entry, given the address by which a
// traceback shows a fault in it. It reports whether the instruction is there. Code that is larger than kernelCode has
// several instructions with the same address there.
func FaultOffset(pc, entry uintptr, size int) (off int, ok bool) {
	base := uintptr(textArena())
	if pc-base >= textArenaSize || size > textArenaSize {
		return 0, false
	}
	off = int((pc - base - entry) % textArenaSize)
	return off, off < size
}
