package codemem

// Poison fills freed memory, so that a call to a stale address traps at once.
const Poison = 0xCC // INT3

// Returning returns code that only returns a status.
func Returning(status uint64) []byte {
	return []byte{0xb8, byte(status), 0, 0, 0, 0xc3} // mov eax, status; ret
}
