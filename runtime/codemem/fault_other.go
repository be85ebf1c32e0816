//go:build !windows || !amd64

package codemem

// FaultOffset returns the offset of an instruction in the size bytes of code at entry, given the address by which a
// traceback shows a fault in it. It reports whether the instruction is there.
func FaultOffset(pc, entry uintptr, size int) (off int, ok bool) {
	return int(pc - entry), pc-entry < uintptr(size)
}
