//go:build !windows

package clock

import "time"

var start = time.Now()

// Now returns the time since the program started.
func Now() time.Duration { return time.Since(start) }
