//go:build amd64 || arm64

package codemem

import (
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// sigaction is Linux's struct of that name, as used by the system call.
type sigaction struct {
	handler  uintptr
	flags    uint64
	restorer uintptr
	mask     uint64
}

const saSiginfo = 4 // SA_SIGINFO

// faultChain holds the handlers that faultHandler forwards to, by signal.
var faultChain [32]uintptr

func faultHandlerAddr() uintptr

// Holdable reports whether kernels may run with the preemption signal blocked. It ensures that a fault in a kernel
// unblocks the signal: the first call installs faultHandler in front of the handlers for the signals that the Go
// runtime turns into panics.
//
// Go panics for an access below address 4096, for any invalid access if the goroutine requested it, and for a
// division by zero in code that does not test for it. Such a panic leaves the kernel without returning to the
// trampoline. A deferred function could not repair that: it would double the cost of each call, and the goroutine
// may have changed threads before it runs. The handler gets the interrupted context, which includes the set of
// blocked signals. So faultHandler removes the preemption signal from that set if the fault was in one of
// codeRegions, and calls the original handler. The thread has the signal unblocked when it returns from the
// handler to begin the panic.
var Holdable = sync.OnceValue(func() bool {
	for _, sig := range []unix.Signal{unix.SIGSEGV, unix.SIGBUS, unix.SIGFPE} {
		var a sigaction
		if err := rtSigaction(sig, nil, &a); err != nil || a.handler <= 1 || a.flags&saSiginfo == 0 {
			return false // neither the Go runtime's handler nor one that forwards to it
		}
		faultChain[sig], a.handler = a.handler, faultHandlerAddr()
		if rtSigaction(sig, &a, nil) != nil {
			return false
		}
	}
	return true
})

func rtSigaction(sig unix.Signal, set, old *sigaction) error {
	_, _, errno := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(sig), uintptr(unsafe.Pointer(set)),
		uintptr(unsafe.Pointer(old)), 8, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
