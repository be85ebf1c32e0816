package frontend

import (
	"syscall"
	"time"
)

// cpuTime is what this process has used so far. Unlike time on the clock, it does not pass while others have the processor.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
