package source

import (
	"strings"
	"testing"
)

const sample = `package audio

import (
	"fmt"
	"math"
	"os"
)

type level int16

const (
	lo level = -100
	hi level = 100
)

const unrelated = 1

func log(v level) { fmt.Fprintln(os.Stderr, v) }

// clip keeps a level in range.
func clip(v level) level { return min(max(v, lo), hi) }

// Limit clips all levels.
func Limit(x []level, gain float64) (n int, ok bool) {
	for i, v := range x {
		x[i] = clip(level(math.Floor(float64(v) * gain)))
	}
	return len(x), true
}

func Broken(x []level) int { return missing(x) }

func Loop(n int) int { return Loop(n - 1) }
`

func mustLoad(t *testing.T) *File {
	t.Helper()
	f, err := Load("audio.go", sample)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestExtract cuts one kernel out of a file whose rest a kernel could not contain.
func TestExtract(t *testing.T) {
	got, err := mustLoad(t).Extract("p", "Limit")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"package p", `import "math"`, "type level int16", "hi level = 100", "// clip keeps", "func Limit("} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q:\n%s", want, got)
		}
	}
	for _, no := range []string{"fmt", "unrelated", "Broken"} {
		if strings.Contains(got, no) {
			t.Errorf("has %q:\n%s", no, got)
		}
	}
}

// TestErrors wants errors only for the function asked for.
func TestErrors(t *testing.T) {
	f := mustLoad(t)
	for name, want := range map[string]string{"Broken": "undefined: missing", "Loop": "recursive", "None": "no function None", "log": "fmt"} {
		if _, err := f.Func(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
}

// TestTypes pins the run-time type and the empty function of the same type.
func TestTypes(t *testing.T) {
	f := mustLoad(t)
	sig, err := f.Signature("Limit")
	if err != nil {
		t.Fatal(err)
	}
	rt, err := ReflectType(sig)
	if err != nil {
		t.Fatal(err)
	}
	if rt.String() != "func([]int16, float64) (int, bool)" {
		t.Error(rt)
	}
	got, err := f.Empty("p", "Limit")
	if err != nil {
		t.Fatal(err)
	}
	if want := "package p\n\nfunc Empty(p0 []int16, p1 float64) (int, bool) {\n\treturn 0, false\n}\n"; got != want {
		t.Errorf("got\n%s", got)
	}
}
