package codemem

import "unsafe"

// Poison fills freed memory: a call through a stale address stops at once.
const Poison = 0xCC // INT3

// publish has nothing to do, though another core may have executed older code
// at the same address: taking the right to write away again makes the operating
// system flush that page's translation on every core that runs this process,
// and the interrupt that does it serializes their instruction streams.
func publish(p unsafe.Pointer, n uintptr) error { return nil }

// Returning is code that does nothing but return a status.
func Returning(status uint64) []byte {
	return []byte{0xb8, byte(status), 0, 0, 0, 0xc3} // mov eax, status; ret
}
