package runtime

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFaultReserve checks how much stack is left below a kernel, at many depths of a stack, when the kernel begins and after a yield.
func TestFaultReserve(t *testing.T) {
	type stackFunc = func() uintptr
	l, err := LayoutOfFunc(reflect.TypeFor[stackFunc]())
	require.NoError(t, err)
	begins := []byte{
		0x48, 0x8b, 0x7c, 0x24, 0x08, // mov rdi,[rsp+0x8]
		0x48, 0x89, 0x67, byte(l.Results[0]), // mov [rdi+result],rsp
		0x31, 0xc0, // xor eax,eax
		0xc3, // ret
	}
	yields := slices.Concat([]byte{
		0x48, 0x8d, 0x15, 0x06, 0x00, 0x00, 0x00, // lea rdx,[rip+0x6]
		0xb8, 0x01, 0x00, 0x00, 0x00, // mov eax,0x1
		0xc3, // ret
	}, begins)
	const system = 4096 // what the Go runtime leaves to Windows
	for name, text := range map[string][]byte{"begins": begins, "yields": yields} {
		for frame := range Frame(numFrames) {
			t.Run(fmt.Sprintf("%s/%s", name, frameName(frame)), func(t *testing.T) {
				f, _ := mustLoad[stackFunc](t, "stack", text, frame)
				var least uintptr
				for calls := range 2 << 10 { // the deepest uses 128 KB
					left := make(chan uintptr)
					go func() { left <- below(f, calls) }()
					if n := <-left; calls == 0 || n < least {
						least = n
					}
				}
				assert.Greater(t, least, uintptr(faultReserve+system))
				assert.Less(t, least, uintptr(faultReserve+3*system), "no stack was nearly full")
			})
		}
	}
}

// below calls f below the given number of calls, and returns the size of the stack below the kernel.
//
//go:noinline
func below(f func() uintptr, calls int) uintptr {
	if calls > 0 {
		return below(f, calls-1)
	}
	sp := f()
	lo, _, _, _ := gWords()
	return sp - lo
}
