//go:build !linux

package bench

import "time"

var clockStart = time.Now()

// threadTime falls back on elapsed time.
func threadTime() time.Duration { return time.Since(clockStart) }
