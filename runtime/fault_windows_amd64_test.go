package runtime

import (
	"fmt"
	goruntime "runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/windows"
)

// TestFaults checks the panics and the tracebacks of faults in a kernel that has yielded before.
func TestFaults(t *testing.T) {
	needPolls(t)
	const size = 4096
	unmapped, err := windows.VirtualAlloc(0, size, windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	require.NoError(t, err)
	defer func() { _ = windows.VirtualFree(unmapped, 0, windows.MEM_RELEASE) }()
	for _, frame := range []Frame{Frame256, Frame576, Frame1K, Frame4K, Frame16K, Frame64K} {
		for _, at := range []uintptr{0, 64, 4095, unmapped, unmapped + size - 1} {
			t.Run(fmt.Sprintf("%s/%#x", frameName(frame), min(at, 4096)), func(t *testing.T) {
				f, c := mustLoad[func(uintptr)](t, "fault", heldFaultKernel, frame)
				fault, trace := make(chan any), ""
				go func() {
					defer debug.SetPanicOnFault(debug.SetPanicOnFault(at >= 4096))
					defer func() {
						r := recover()
						trace = string(debug.Stack())
						goruntime.GC()
						fault <- r
					}()
					f(at)
				}()
				r := <-fault
				require.Implements(t, (*goruntime.Error)(nil), r)
				assert.ErrorContains(t, r.(error), "invalid memory address or nil pointer dereference")
				if at >= 4096 {
					require.Implements(t, (*addressed)(nil), r)
					assert.Equal(t, at, r.(addressed).Addr())
				}
				assert.Contains(t, trace, "hotloop/runtime/codemem.kernelCode()")
				assert.Contains(t, trace, "hotloop/runtime.TestFaults.func")
				goruntime.KeepAlive(c)
			})
		}
	}
}
