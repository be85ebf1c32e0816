package frontend

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"hotloop/loopopt/ir"
)

const saxpySrc = `package core

// Saxpy adds a times x to y: the loop every vectorizer is shown first.
func Saxpy(a float32, x, y []float32) {
	for i := range y {
		y[i] += a * x[i]
	}
}
`

func body(t *testing.T, src, name string, opts Options) string {
	t.Helper()
	res, err := Build(Text("k.go", src), name, opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Func.Verify(); err != nil {
		t.Fatalf("%v\n%s", err, res.Func)
	}
	return res.Func.String()
}

// TestGoldenSaxpy compares the IR's shape, which loop rotation and the loop analyses rely on.
func TestGoldenSaxpy(t *testing.T) {
	got := body(t, saxpySrc, "Saxpy", Options{FP: ir.FPGo})
	want, err := os.ReadFile("testdata/saxpy.ir")
	if os.Getenv("UPDATE") != "" {
		os.MkdirAll("testdata", 0o777)
		os.WriteFile("testdata/saxpy.ir", []byte(got), 0o666)
	} else if err != nil || got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSuites(t *testing.T) {
	files, _ := filepath.Glob("../bench/core/*.go")
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") || filepath.Base(f) == "core.go" {
			continue
		}
		text, _ := os.ReadFile(f)
		for _, mode := range []ir.FPFlags{ir.FPExact, ir.FPGo, ir.FPFast} {
			if _, err := checkAll(Text(filepath.Base(f), string(text)), Options{FP: mode}); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestFusing(t *testing.T) {
	for _, d := range []struct{ expr, want string }{
		{"x*y + z", "FMA(x,y,z)"},
		{"z + x*y", "FMA(x,y,z)"},
		{"x*y - z", "FMA(x,y,Neg(z))"},
		{"z - x*y", "FMA(Neg(x),y,z)"},
		{"-(x*y) + z", "FMA(Neg(x),y,z)"},
		{"z - -(x*y)", "FMA(x,y,z)"},
		{"-(x*y) - z", "FMA(Neg(x),y,Neg(z))"},
		{"x*y + z*w", "FMA(x,y,Mul(z,w))"},
		{"x*y - z*w", "FMA(x,y,Neg(Mul(z,w)))"},
		{"float64(x*y) + z", "Add(Mul(x,y),z)"},
		{"float64(-(x*y)) + z", "Add(Neg(Mul(x,y)),z)"},
		{"float64(x*y) + z*w", "FMA(z,w,Mul(x,y))"},
		{"(x*y) + z", "FMA(x,y,z)"},
		{"x*y + z + w", "Add(FMA(x,y,z),w)"},
		{"x*y*z + w", "FMA(Mul(x,y),z,w)"},
		{"x/y + z", "Add(Div(x,y),z)"},
	} {
		src := "package p\nfunc K(x, y, z, w float64) float64 { return " + d.expr + " }\n"
		for mode, want := range map[ir.FPFlags]string{ir.FPGo: d.want, ir.FPExact: ""} {
			res, err := Build(Text("k.go", src), "K", Options{FP: mode})
			if err != nil {
				t.Fatal(err)
			}
			got := tree(res.Func.Entry().Control.Args[0], res.Func)
			if want == "" && strings.Contains(got, "FMA") || want != "" && got != want {
				t.Errorf("%s: got %s, want %s", d.expr, got, want)
			}
			if err := res.Func.Verify(); err != nil {
				t.Error(err)
			}
		}
	}
	double := body(t, "package p\nfunc K(x, y float64) float64 { t := x * y; return t - t }\n", "K", Options{FP: ir.FPGo})
	across := body(t, "package p\nfunc K(x, y, z float64) float64 { t := x * y; return t - z }\n", "K",
		Options{FP: ir.FPGo})
	if strings.Contains(double, "FMA") || !strings.Contains(across, "FMA") {
		t.Error(double, across)
	}
}

// TestFusingInMemory checks a sum that a loop carries through memory. It is fused with no product outside the
// cycle if the loop reads other elements of that memory.
func TestFusingInMemory(t *testing.T) {
	for _, d := range []struct {
		loop  string
		fused bool
	}{
		{"x[i] -= l[j] * x[j]", false},
		{"x[i] = l[j]*x[i-j] + x[i]", false},
		{"x[i] = x[i]*l[j] + x[j]", true}, // the product is on the cycle
		{"x[i] += l[j] * y[j]", true},     // no enclosing recurrence
		{"x[j] += l[j] * x[i]", true},     // not carried
		{"x[i*n+i] -= x[i*n+j] * x[j*n+i]", false},
		{"if l[j] > 0 { x[i] += l[j] * x[j] }", false},
		{"for k := range i { x[j] += l[k] * x[k] }", false},
		{"x[j] += l[j] * x[i]; for k := range i { y[k] = l[k] }", true},
	} {
		src := "package p\nfunc K(x, y, l []float64, n int) {\nfor i := range n {\nfor j := range i {\n" + d.loop +
			"\n}\n}\n}\n"
		if text := body(t, src, "K", Options{FP: ir.FPGo}); strings.Contains(text, "FMA") != d.fused {
			t.Errorf("%s: fused is %v\n%s", d.loop, !d.fused, text)
		}
	}
}

func tree(v *ir.Value, f *ir.Func) string {
	if v.Op == ir.OpArg {
		return f.Params[v.AuxInt].Name
	}
	var args []string
	for _, a := range v.Args {
		args = append(args, tree(a, f))
	}
	return v.Op.String() + "(" + strings.Join(args, ",") + ")"
}

func TestBind(t *testing.T) {
	src := "package p\nfunc K(x []int32, n int8, f float32, b bool) int32 { if b { return x[n] / int32(n) }; return " +
		"int32(f) }\n"
	res, err := Build(Text("k.go", src), "K", Options{Bind: map[string]any{"n": 3, "b": true},
		Type: reflect.TypeFor[func([]int32, float32) int32]()})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Func.Params) != 2 || res.Bound["n"] != "3" || len(res.Func.Sites) != 1 {
		t.Error(res.Bound, res.Func)
	}
	for _, d := range []struct {
		bind map[string]any
		want string
	}{
		{map[string]any{"n": 300}, "k.go:2:19: found 300 bound to n, which is of type int8"},
		{map[string]any{"n": 1.5}, "k.go:2:19: found 1.5 bound to n, which is of type int8"},
		{map[string]any{"x": 1}, "k.go:2:8: found 1 bound to x, which is of type []int32"},
		{map[string]any{"b": 1}, "k.go:2:38: found 1 bound to b, which is of type bool"},
		{map[string]any{"n": nil}, "k.go:2:19: found <nil> bound to n, which is of type int8"},
		{map[string]any{"m": 1}, "k.go:2:6: found a value bound to m, which is no parameter of K"},
	} {
		_, err := Build(Text("k.go", src), "K", Options{Bind: d.bind})
		if got := fmt.Sprint(err); got != d.want {
			t.Errorf("got  %s\nwant %s", got, d.want)
		}
	}
}

type myFloat float32

func TestTypes(t *testing.T) {
	for _, d := range []struct {
		typ  reflect.Type
		want string
	}{
		{reflect.TypeFor[func(float32, []float32, []float32)](), "<nil>"},
		{reflect.TypeFor[func(myFloat, []myFloat, []float32)](), "<nil>"},
		{reflect.TypeFor[func(float64, []float32, []float32)](),
			"k.go:4:6: found Saxpy of type func(a float32, x []float32, y []float32), where func(float64, []float32, " +
				"[]float32) was asked for"},
		{reflect.TypeFor[func(float32, []float32)](), "k.go:4:6: found Saxpy of type func(a float32, x []float32, y " +
			"[]float32), where func(float32, []float32) was asked for"},
		{reflect.TypeFor[int](),
			"k.go:4:6: found Saxpy of type func(a float32, x []float32, y []float32), where int was asked for"},
	} {
		_, err := Build(Text("k.go", saxpySrc), "Saxpy", Options{Type: d.typ})
		if got := fmt.Sprint(err); got != d.want {
			t.Errorf("got  %s\nwant %s", got, d.want)
		}
	}
}

func TestSources(t *testing.T) {
	for _, d := range []struct {
		src  Source
		name string
		want string
	}{
		{nil, "K", "kernel.go:1:1: found no source; write the text of a Go file with the kernel, or hotloop.WithPackage, instead"},
		{Text("k.go", "package p\nfunc K( {}\n"), "K", "k.go:2:9: expected ')', found '{'"},
		{Text("k.go", saxpySrc), "Saxpi", "k.go:1:1: found no function Saxpi; write Saxpy instead"},
		{Text("k.go", ""), "K", "k.go:1:1: found no source; write the text of a Go file with the kernel, or hotloop.WithPackage, instead"},
		{Text("k.go", saxpySrc), "", "k.go:1:1: found no function, but Saxpy"},
		{Text("k.go", "package p\nfunc Apply() {}\nfunc Mean() {}\n"), "Sum", "k.go:1:1: found no function Sum, but Apply, Mean"},
		{Text("k.go", "package p\nvar K int\n"), "K",
			"k.go:2:1: K, which is no function, is not supported; write the name of a function"},
		{Text("k.go", "package p\nfunc K()\n"), "K", "k.go:2:1: function K without a body is not supported; write it in Go"},
		{Text("k.go", "package p\ntype T int\nfunc (T) K() {}\n"), "K",
			"k.go:3:10: method K by its name alone is not supported; write T.K"},
		{Text("k.go", "package p\nfunc K[T any](x []T) {}\n"), "K",
			"k.go:2:6: found generic function K without a func type; instantiate it, as in Compile[func([]float32) float32]"},
		{Text("k.go", "package p\nfunc K() []int { return []int{1} }\n"), "K", "<nil>"},
		{Text("k.go", "package p\n//"+strings.Repeat("x", 4<<20)+"\n"), "K",
			"k.go:1:1: found 4194317 bytes of source; write the kernel in a file of at most 4194304 bytes instead"},
		// Assembly does not count.
		{Source{{Name: "k.go", Text: "package p\nfunc K(x int) int { return x }\n"},
			{Name: "a_amd64.s", Text: strings.Repeat("\tNOP\n", 1<<20), Kind: AssemblyFile}}, "K", "<nil>"},
		{Text("k.go", "package p\nfunc K(x int) int { return "+strings.Repeat("(", 3000)+"x"+strings.Repeat(")", 3000)+
			" }\n"), "K", "k.go:2:2024: code nested more than 1999 levels deep is not supported; write it in several " +
			"statements or functions"},
		// With several files, unreachable code may be invalid.
		{Source{{Name: "a.go", Text: "package p\nimport \"net/http\"\nfunc K(x []int) int { return k2(x) + c }\nfunc bad() " +
			"{ http.Serve(undefined) }\n"},
			{Name: "b.go", Text: "package p\nimport m \"math\"\nconst c = m.MaxInt8\nfunc k2(x []int) int { return len(x) " +
				"}\nfunc (x T) bad() {}\n"}}, "K", "<nil>"},
	} {
		res, err := Build(d.src, d.name, Options{})
		if got := fmt.Sprint(err); got != d.want {
			t.Errorf("got  %s\nwant %s", got, d.want)
		}
		if err == nil {
			if err := res.Func.Verify(); err != nil {
				t.Error(err)
			}
		}
	}
}

func BenchmarkSaxpy(b *testing.B) {
	b.Run("all", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			if _, err := Build(Text(fmt.Sprint(i), saxpySrc), "Saxpy", Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("build", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			Build(Text("k.go", saxpySrc), "Saxpy", Options{})
		}
	})
}
