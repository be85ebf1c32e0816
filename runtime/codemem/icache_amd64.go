package codemem

import "unsafe"

// Poison fills freed memory, so that a call to a stale address traps at once.
const Poison = 0xCC // INT3

// publish does nothing, although another core may have executed older code at the same address. Removing write
// permission makes the operating system flush the page's translation on every core that runs this process, and the
// interrupt for that serializes the instruction streams.
func publish(p unsafe.Pointer, n uintptr) error { return nil }

// Returning returns code that only returns a status.
func Returning(status uint64) []byte {
	return []byte{0xb8, byte(status), 0, 0, 0, 0xc3} // mov eax, status; ret
}
