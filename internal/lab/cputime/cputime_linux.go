package cputime

import (
	"time"

	"golang.org/x/sys/unix"
)

func read(clock int32) time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(clock, &t) != nil {
		return elapsed()
	}
	return time.Duration(t.Nano())
}

// Thread returns what the calling thread has used.
func Thread() time.Duration { return read(unix.CLOCK_THREAD_CPUTIME_ID) }

// Process returns what this process has used.
func Process() time.Duration { return read(unix.CLOCK_PROCESS_CPUTIME_ID) }

// Of returns what the process with the given number has used, and zero when there is none. The clock's number is the
// one that clock_getcpuclockid(3) makes of the process's: its complement, and in the lowest bits that it is of a
// process and what the scheduler counted.
func Of(pid int) time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|2), &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
