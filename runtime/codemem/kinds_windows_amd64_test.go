package codemem

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/windows"
)

// twiceName is the kind of memory that is mapped twice.
const twiceName = "section"

// trapped matches how the Go runtime reports an instruction of Poison: EXCEPTION_BREAKPOINT.
const trapped = "signal 0x80000003 "

// growTwice returns a region of that kind.
func growTwice() (*region, error) { return section{}.grow(regionSize) }

// leaveArena does nothing: there is no text arena.
func leaveArena() {}

// fallbackOrder lists the kind of memory that is used if some steps fail, or "".
var fallbackOrder = []fallbackCase{
	{nil, "section"},
	{[]string{"section"}, "anonymous"},
	{[]string{"near alias"}, "anonymous"},
	{[]string{"near exec"}, "anonymous"},
	{[]string{"alias rw"}, "anonymous"},
	{[]string{"alias none"}, "anonymous"},
	{[]string{"section", "anonymous"}, ""},
	{[]string{"near exec", "anonymous exec"}, ""},
}

// laterFailures lists steps that fail after memory has been allocated.
var laterFailures = []string{"alias rw", "alias none", "section", "near alias", "near exec"}

const (
	memImage  = 0x1000000
	memMapped = 0x40000
)

// eachMapping calls use for every range of pages that are in use and have the same attributes.
func eachMapping(t *testing.T, use func(windows.MemoryBasicInformation)) {
	t.Helper()
	n := 0
	for at := uintptr(0); ; n++ {
		var info windows.MemoryBasicInformation
		if windows.VirtualQuery(at, &info, unsafe.Sizeof(info)) != nil {
			break // the end of the address space
		}
		if info.State == windows.MEM_COMMIT {
			use(info)
		}
		at = info.BaseAddress + info.RegionSize
	}
	require.Greater(t, n, 10)
}

// mappedTwice returns the size of this process's sections, except for images of programs, and how much of it is
// writable.
func mappedTwice(t *testing.T) (bytes, writable uintptr) {
	t.Helper()
	eachMapping(t, func(m windows.MemoryBasicInformation) {
		if m.Type != memMapped {
			return
		}
		bytes += m.RegionSize
		if m.Protect == windows.PAGE_READWRITE || m.Protect == windows.PAGE_WRITECOPY {
			writable += m.RegionSize
		}
	})
	return bytes, writable
}

// TestNeverWritableAndExecutable reads the operating system's list of the process's mappings.
func TestNeverWritableAndExecutable(t *testing.T) {
	for skip := range pageChoices() {
		h := New(skip, 1<<30)
		s, err := h.Alloc(make([]byte, 5000))
		require.NoError(t, err)
		defer h.Release(s)
		executable, alias := false, false
		eachMapping(t, func(m windows.MemoryBasicInformation) {
			const both = windows.PAGE_EXECUTE_READWRITE | windows.PAGE_EXECUTE_WRITECOPY
			assert.False(t, m.Type != memImage && m.Protect&both != 0, "%+v", m)
			inside := func(p unsafe.Pointer) bool { return uintptr(p)-m.BaseAddress < m.RegionSize }
			if inside(s.region.exec) {
				executable = m.Protect == windows.PAGE_EXECUTE_READ
			}
			if inside(s.region.alias) {
				alias = m.Protect == windows.PAGE_NOACCESS
			}
		})
		assert.True(t, executable)
		assert.Equal(t, s.region.alias != nil, alias)
	}
}

// TestViewsKeepTheirRights checks that neither view can get the rights of the other.
func TestViewsKeepTheirRights(t *testing.T) {
	r, err := growTwice()
	require.NoError(t, err)
	defer unmap(r.alias, r.size)
	defer unmap(r.exec, r.size)
	one := extent{0, pageSize()}
	_, err = protect("test", r.exec, one, readWrite)
	assert.Error(t, err)
	_, err = protect("test", r.alias, one, readExecute)
	assert.Error(t, err)
}
