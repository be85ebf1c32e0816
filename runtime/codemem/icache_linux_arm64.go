package codemem

import (
	"fmt"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Commands of membarrier(2), Linux 4.16.
const (
	membarrierSyncCore         = 1 << 5 // MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE
	membarrierRegisterSyncCore = 1 << 6
)

func membarrier(command uintptr) error {
	if _, _, errno := unix.Syscall(unix.SYS_MEMBARRIER, command, 0, 0); errno != 0 {
		return fmt.Errorf("membarrier: %w", errno)
	}
	return nil
}

// syncCores says whether the operating system can make all cores that run this
// process discard what they have fetched. An old kernel or a sandbox may refuse;
// then every entry of a kernel does it, for some nanoseconds.
var syncCores = sync.OnceValue(func() bool {
	err := fail("membarrier")
	if err == nil {
		err = membarrier(membarrierRegisterSyncCore)
	}
	SyncOnEntry = err != nil
	return err == nil
})

// publish makes the code just written at p what every core executes there.
// Invalidating the caches does not reach instructions that another core has
// already fetched, from code that lay there before or ahead of a branch that it
// guessed: the architecture wants a context synchronization event on each core
// that may execute them.
func publish(p unsafe.Pointer, n uintptr) error {
	cleanInstructions(p, n)
	if syncCores() {
		return membarrier(membarrierSyncCore)
	}
	return nil
}
