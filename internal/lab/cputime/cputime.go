// Package cputime returns the processor time that threads and processes have used. Time spent waiting for a core does
// not count, so measurements do not depend on the load of the machine. On systems that do not report processor time,
// all functions return elapsed time.
package cputime

import (
	"time"

	"hotloop/internal/clock"
)

func elapsed() time.Duration { return clock.Now() }
