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

// TestExtract extracts one kernel from a file whose other contents a kernel could not have.
func TestExtract(t *testing.T) {
	got, err := mustLoad(t).Extract("p", "Limit")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"package p", `import "math"`, "type level int16", "hi level = 100", "// clip keeps",
		"func Limit("} {
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

// TestErrors checks that errors are reported only for the requested function.
func TestErrors(t *testing.T) {
	f := mustLoad(t)
	for name, want := range map[string]string{"Broken": "undefined: missing", "Loop": "recursive",
		"None": "no function None", "log": "package os"} {
		if _, err := f.Func(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
}

// TestTypes checks the run-time type and the empty function of the same type.
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

const generic = `package g

type number interface{ ~int32 | ~float64 }

type pair[T any] struct{ first, Second T }

type meters float64

var table = [2]meters{1, 2}

func swap[T any](p pair[T]) pair[T] { return pair[T]{p.Second, p.first} }

func each[S ~[]E, E number](s S, f E) {
	for i := range s {
		q := swap(pair[E]{s[i], f})
		s[i] = q.first + E(len(table))
	}
}

// Scale is generic itself.
func Scale[T number](x []T, p *[3]T, q []pair[T]) T {
	each(x, p[1])
	return swap[T](q[0]).first
}

func Plain(x []float64) { each(x, 1) }

func Both[A, B number](a []A, b []B) {}
`

// TestInstances turns generic functions into plain ones and checks the types of the instances.
func TestInstances(t *testing.T) {
	load := func() *File {
		f, err := Load("g.go", generic)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := load()
	if err := f.Instantiate("Scale", "T=meters"); err != nil {
		t.Fatal(err)
	}
	if got := f.Value("Scale"); got != "Scale[meters]" {
		t.Error(got)
	}
	sig, err := f.Signature("Scale")
	if err != nil {
		t.Fatal(err)
	}
	rt, err := ReflectType(sig)
	if err != nil {
		t.Fatal(err)
	}
	if got := rt.String(); got != "func([]float64, *[3]float64, []struct { First float64; Second float64 }) float64" {
		t.Error(got)
	}
	m, err := f.Monomorphic("Scale")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Func("Scale"); err != nil {
		t.Errorf("%v in\n%s", err, m.Text)
	}
	for _, want := range []string{"func Scale(x []meters, p *[3]meters, q []pair_meters) meters {",
		"type pair_meters struct{ first, Second meters }",
		"func each___meters_meters(s []meters, f meters) {", "swap_meters(pair_meters{s[i], f})", "//line g.go:21:1"} {
		if !strings.Contains(m.Text, want) {
			t.Errorf("lacks %q:\n%s", want, m.Text)
		}
	}
	if m, err = load().Monomorphic("Plain"); err != nil ||
		!strings.Contains(m.Text, "func Plain(x []float64) { each___float64_float64(x, 1) }") {
		t.Errorf("%v\n%s", err, m.Text)
	}
	if err := f.Instantiate("Both", "int32, B=float64"); err != nil || f.Value("Both") != "Both[int32, float64]" {
		t.Error(err)
	}
	for _, c := range [][3]string{
		{"Scale", "", "Scale has type parameters T; choose the types with -inst T=TYPE, such as -inst T=float32"},
		{"Scale", "string", "-inst string: string does not satisfy number"},
		{"Scale", "float63", `"float63" is no type here`},
		{"Scale", "int32,int32", "2 types, but Scale has 1 type parameters: T"},
		{"Scale", "U=int32", "Scale has no type parameter U; it has T"},
		{"Both", "B=int32", "nothing is said of type parameter A"},
		{"Both", "int32", "-inst int32: "},
		{"Both", "int32,A=int32", "type parameter A is given twice"},
		{"Plain", "int32", "Plain has no type parameters"},
		{"None", "", "no function None"},
	} {
		if err := load().Instantiate(c[0], c[1]); err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%s[%s]: %v, want %q", c[0], c[1], err, c[2])
		}
	}
	if _, err := load().Signature("Scale"); err == nil || !strings.Contains(err.Error(), "-inst") {
		t.Error(err)
	}
}
