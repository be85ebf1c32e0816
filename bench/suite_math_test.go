package bench

import (
	"io/fs"
	"reflect"
	"strings"
	"testing"

	mathloops "hotloop/bench/math"
)

// TestMathIsComplete wants one kernel for every file of the suite, with the right functions and types.
func TestMathIsComplete(t *testing.T) {
	files := map[string]bool{}
	names, err := fs.Glob(mathloops.Files, "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		if n != "embed.go" && !strings.HasSuffix(n, "_test.go") {
			files[n] = true
		}
	}
	for _, k := range Math() {
		if !files[k.File] {
			t.Errorf("%s: file %s is missing or used twice", k.Name, k.File)
		}
		delete(files, k.File)
		for i, fn := range []any{k.Plain, k.Oracle, k.Empty} {
			want := []string{"math." + k.Func, "oracle." + k.Func, "oracle.Empty" + k.Func}[i]
			if got := funcName(fn); reflect.TypeOf(fn) != k.Type || !strings.HasSuffix(got, want) {
				t.Errorf("%s: %s of %T is not %s of %s", k.Name, got, fn, want, k.Type)
			}
		}
	}
	for n := range files {
		t.Errorf("%s is in no kernel", n)
	}
}

// TestMathCheck: the check passes gc's own build in every mode and finds a function that is off in one element.
func TestMathCheck(t *testing.T) {
	for _, k := range Math() {
		for _, mode := range Modes {
			if err := Check(k, k.Plain, FuncReference{k.Oracle}, mode, true, 1); err != nil {
				t.Errorf("%s %s: %s", k.Name, mode, err)
			}
		}
	}
	k := Math()[0]
	off := func(y, x []float64) {
		mathloops.Exp(y, x)
		if len(y) > 8 {
			y[8] *= 1 + 0x1p-40
		}
	}
	if err := Check(k, off, FuncReference{k.Oracle}, "fast", true, 1); err == nil {
		t.Error("an error of 2^-40 is not found")
	}
}
