package codemem

import (
	"fmt"
	"syscall"
	"unsafe"
)

// publish makes every core see code that was written. Removing write permission does so already, as on Linux, but
// Windows promises it only for these calls. The second interrupts every processor that runs a thread of this process,
// and returning from an interrupt serializes its instruction stream.
func publish(p unsafe.Pointer, n uintptr) error {
	const currentProcess = ^uintptr(0)
	ok, _, errno := syscall.SyscallN(flushInstructionCache.Addr(), currentProcess, uintptr(p), n)
	if ok == 0 {
		return fmt.Errorf("FlushInstructionCache: %w", errno)
	}
	_, _, _ = syscall.SyscallN(flushProcessWriteBuffers.Addr())
	return nil
}
