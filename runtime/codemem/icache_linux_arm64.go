package codemem

import (
	"fmt"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Commands of membarrier(2), since Linux 4.16.
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

// syncCores reports whether the operating system can make all cores that run this process discard fetched
// instructions. An old kernel or a sandbox may refuse. Then each entry of a kernel discards them, which takes some
// nanoseconds.
var syncCores = sync.OnceValue(func() bool {
	err := fail("membarrier")
	if err == nil {
		err = membarrier(membarrierRegisterSyncCore)
	}
	SyncOnEntry = err != nil
	return err == nil
})

// publish makes the code just written at p visible to every core. Invalidating the caches does not affect
// instructions that another core has already fetched, from older code at that address or speculatively. The
// architecture requires a context synchronization event on each core that may execute them.
func publish(p unsafe.Pointer, n uintptr) error {
	cleanInstructions(p, n)
	if syncCores() {
		return membarrier(membarrierSyncCore)
	}
	return nil
}
