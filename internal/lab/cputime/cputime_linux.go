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

// Thread returns the CPU time of the calling thread.
func Thread() time.Duration { return read(unix.CLOCK_THREAD_CPUTIME_ID) }

// Process returns the CPU time of this process.
func Process() time.Duration { return read(unix.CLOCK_PROCESS_CPUTIME_ID) }

// Of returns the CPU time of the process with the given number, or zero if there is none. The clock's number is the one
// that clock_getcpuclockid(3) returns: the complement of the process number, and in the lowest bits that the clock
// belongs to a process and counts the scheduler's time.
func Of(pid int) time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|2), &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
