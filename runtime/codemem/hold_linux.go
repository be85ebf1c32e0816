//go:build amd64 || arm64

package codemem

import (
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// sigaction is Linux's struct of that name, as the system call has it.
type sigaction struct {
	handler  uintptr
	flags    uint64
	restorer uintptr
	mask     uint64
}

const saSiginfo = 4 // SA_SIGINFO

// faultChain has the handlers that faultHandler goes on to, by signal.
var faultChain [32]uintptr

func faultHandlerAddr() uintptr

// Holdable says whether kernels may run with the preemption signal blocked, and sees to it that a fault in one does
// not leave it blocked: the first time, it puts faultHandler in front of the handlers of the signals that the Go
// runtime makes panics of.
//
// Go panics at an address below 4096, at any if the goroutine wants it, and at a division by zero in code that does
// not test for it. Such a panic leaves the kernel past the trampoline, and no deferred function could repair that: to
// have one cost each call as much as the call itself does, and the goroutine may have changed threads before it runs.
// The set of blocked signals is part of the interrupted context that the handler gets, so faultHandler takes the
// preemption signal out of it there, if the fault was between codeLow and codeHigh, and calls the handler that it
// stands in front of. The thread has the signal unblocked when it returns from the handler to begin the panic.
var Holdable = sync.OnceValue(func() bool {
	for _, sig := range []unix.Signal{unix.SIGSEGV, unix.SIGBUS, unix.SIGFPE} {
		var a sigaction
		if err := rtSigaction(sig, nil, &a); err != nil || a.handler <= 1 || a.flags&saSiginfo == 0 {
			return false // not the Go runtime's, nor one that calls it
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
