package bench

import (
	"testing"

	"hotloop/bench/search"
)

// TestSearchCheck: the check passes gc's own build, and finds a search that goes on behind the first hit and one that
// stops before.
func TestSearchCheck(t *testing.T) {
	for _, k := range Search() {
		if err := Check(k, k.Plain, FuncReference{k.Oracle}, "exact", true, 1); err != nil {
			t.Errorf("%s: %s", k.Name, err)
		}
	}
	late := func(x []int32, v int32) int {
		if i := search.FindI32(x, v); i != len(x)-1 {
			return i
		}
		return -1
	}
	early := func(dst, src []uint8) int {
		n := search.CopyASCII(dst, src)
		if n < len(src) && n < len(dst) && n > 16 {
			dst[n] = src[n]
		}
		return n
	}
	for _, k := range Search() {
		fn := map[string]any{"FindI32": late, "CopyASCII": early}[k.Func]
		if fn != nil && Check(k, fn, FuncReference{k.Oracle}, "exact", true, 1) == nil {
			t.Errorf("%s: an error is not found", k.Name)
		}
	}
}
