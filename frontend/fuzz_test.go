package frontend

import (
	_ "embed"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"hotloop/frontend/syntax"
	"hotloop/loopopt/ir"
)

// anyText builds a text and checks the result: it verifies, or is an ErrorList of bounded length, and the build
// allocates a bounded amount of memory.
func anyText(t *testing.T, src, name string, opts Options) {
	anySource(t, Text("k.go", src), name, opts)
}

func anySource(t *testing.T, src Source, name string, opts Options) (built bool) {
	size := 0
	for _, f := range src {
		size += len(f.Text)
	}
	had := allocated()
	res, err := Build(src, name, opts)
	if n := allocated() - had; n > allowance(size) {
		t.Errorf("%d bytes were allocated for a text of %d", n, size)
	}
	if err != nil {
		list, ok := err.(ErrorList)
		if !ok || len(list) == 0 || len(list) > syntax.MaxErrors+1 {
			t.Fatalf("%T: %v", err, err)
		}
		for i, e := range list {
			if strings.HasPrefix(e.Msg, "internal error") || i > 0 && syntax.Before(e.Pos, list[i-1].Pos) {
				t.Fatalf("%v", err)
			}
		}
		return false
	}
	if err := res.Func.Verify(); err != nil {
		t.Fatalf("%v\n%s", err, res.Func)
	}
	return true
}

//go:embed oracle/kernels_stmt_test.go
var stmtKernelsText string

// FuzzBuild tries texts as files, and as the body of a function.
func FuzzBuild(f *testing.F) {
	f.Add(saxpySrc, "Saxpy")
	for _, name := range []string{"GLocal", "SwitchAll", "LabelNest", "CopyLocal", "GCalls", "CallMulti", "TupleSlices"} {
		f.Add("package p\n"+regexp.MustCompile("(?ms)^func "+name+"\\(.*?^}\n").FindString(stmtKernelsText), name)
	}
	for _, d := range diagnostics {
		f.Add(d.body, "K")
	}
	for _, d := range moreDiagnostics {
		f.Add(d.body, "K")
	}
	for _, d := range adversaries {
		if len(d.text) < 5000 {
			f.Add(d.text, "K")
		}
	}
	generic := reflect.TypeFor[func([]float32, float32) float32]()
	f.Fuzz(func(t *testing.T, src, name string) {
		anyText(t, src, name, Options{FP: ir.FPGo})
		anyText(t, src, name, Options{Type: generic})
		anyText(t, kernelOf(src)[0].Text, "K", Options{FP: ir.FPFast})
		if _, err := checkAll(Text("k.go", src), Options{}); err != nil {
			if _, ok := err.(ErrorList); !ok {
				t.Fatalf("%T: %v", err, err)
			}
		}
	})
}

// FuzzDirective tries texts as the lines above a loop and above its function.
func FuzzDirective(f *testing.F) {
	for _, l := range []string{"//loop:unroll.followup_all{unroll.disable", "//pragma:omp simd reduction(+:s) safelen(4)",
		"//loop:fp nnan",
		"//loop:vectorize.enable vectorize.width=8 // comment", "//loop://", "// pragma: clang loop unroll(full)",
		"/*loop:*/", "//loop:split.at=n\r"} {
		f.Add(l)
	}
	f.Fuzz(func(t *testing.T, line string) {
		anyText(t, "package p\n\nfunc K(x []float32) {\ns, at, n, table := 0, 0, len(x), [4]int{}\n_, _, _, _ = s, at, n, "+
			"table\n"+line+
			"\nfor i := range x {\nx[i] *= 2\n}\n}\n", "K", Options{})
		anyText(t, "package p\n"+line+"\nfunc K(x []float32) {\n"+line+"\nfor range x {}\n}\n"+line, "K", Options{})
	})
}
