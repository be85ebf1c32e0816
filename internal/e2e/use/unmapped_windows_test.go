package use

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/windows"
)

// unmapped returns memory that cannot be accessed.
func unmapped(t *testing.T, size int) []byte {
	p, err := windows.VirtualAlloc(0, uintptr(size), windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	require.NoError(t, err)
	t.Cleanup(func() { _ = windows.VirtualFree(p, 0, windows.MEM_RELEASE) })
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&p)), size)
}
