package codemem

import (
	"encoding/binary"
	"unsafe"
)

// Poison fills freed memory: a call through a stale address stops at once.
const Poison = 0x00 // UDF #0

// SyncOnEntry makes the trampolines execute an ISB before they enter a kernel.
// It is set, if at all, before there is any code.
var SyncOnEntry bool

// cleanInstructions makes the code at p what all cores fetch from now on. What
// they have fetched before is another matter. The memory must be readable.
//
//go:noescape
func cleanInstructions(p unsafe.Pointer, n uintptr)

// Returning is code that does nothing but return a status.
func Returning(status uint64) []byte {
	code := binary.LittleEndian.AppendUint32(nil, 0xd2800000|uint32(status)<<5) // mov x0, #status
	return binary.LittleEndian.AppendUint32(code, 0xd65f03c0)                   // ret
}
