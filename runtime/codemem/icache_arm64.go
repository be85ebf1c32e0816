package codemem

import (
	"encoding/binary"
	"unsafe"
)

// Poison fills freed memory, so that a call to a stale address traps at once.
const Poison = 0x00 // UDF #0

// SyncOnEntry makes the trampolines execute an ISB before they enter a kernel. It does not change after the first
// code exists.
var SyncOnEntry bool

// cleanInstructions makes the code at p visible to later instruction fetches of all cores. It does not affect
// instructions that they have already fetched. The memory must be readable.
//
//go:noescape
func cleanInstructions(p unsafe.Pointer, n uintptr)

// Returning returns code that only returns a status.
func Returning(status uint64) []byte {
	code := binary.LittleEndian.AppendUint32(nil, 0xd2800000|uint32(status)<<5) // mov x0, #status
	return binary.LittleEndian.AppendUint32(code, 0xd65f03c0)                   // ret
}
