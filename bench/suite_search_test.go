package bench

import (
	"io/fs"
	"reflect"
	"strings"
	"testing"

	"hotloop/bench/search"
)

// TestSearchIsComplete wants each file of the suite in a kernel, with the right functions and types.
func TestSearchIsComplete(t *testing.T) {
	files := map[string]bool{}
	names, err := fs.Glob(search.Files, "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		if n != "embed.go" && !strings.HasSuffix(n, "_test.go") {
			files[n] = true
		}
	}
	used := map[string]bool{}
	seen := map[string]bool{}
	for _, k := range Search() {
		if !files[k.File] {
			t.Errorf("%s: there is no file %s", k.Name, k.File)
		}
		if seen[k.Name] {
			t.Errorf("%s: twice", k.Name)
		}
		used[k.File], seen[k.Name] = true, true
		for i, fn := range []any{k.Plain, k.Oracle, k.Empty} {
			want := []string{"search." + k.Func, "oracle." + k.Func, "oracle.Empty" + k.Func}[i]
			if got := funcName(fn); reflect.TypeOf(fn) != k.Type || !strings.HasSuffix(got, want) {
				t.Errorf("%s: %s of %T is not %s of %s", k.Name, got, fn, want, k.Type)
			}
		}
	}
	for n := range files {
		if !used[n] {
			t.Errorf("%s is in no kernel", n)
		}
	}
}

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
