//go:build !linux

package stress

import "runtime"

// rss returns the memory that Go has obtained from the operating system, in bytes.
func rss() int {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.Sys - m.HeapReleased)
}
