//go:build amd64 && !windows

package codemem

import "unsafe"

// publish does nothing, although another core may have executed older code at the same address. Removing write
// permission makes the operating system flush the page's translation on every core that runs this process, and the
// interrupt for that serializes the instruction streams.
func publish(p unsafe.Pointer, n uintptr) error { return nil }
