// Package cputime tells how much processor time threads and processes have used. Time that they wait for a core does
// not count, so what is judged by it does not depend on what else the machine does. Where the system does not tell, all
// of its functions fall back on elapsed time.
package cputime

import "time"

var start = time.Now()

func elapsed() time.Duration { return time.Since(start) }
