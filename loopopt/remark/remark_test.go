package remark

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"hotloop/loopopt/ir"
)

func TestPrint(t *testing.T) {
	f := ir.NewFunc("k")
	f.Position = func(p ir.Pos) string { return "k.go:3:2" }
	var s Sink
	s.Passed(f, "vectorize", 7, "loop vectorized", Arg{"VF", 16}, Arg{"UF", 4})
	s.Missed(f, "vectorize", 0, EarlyExit, "loop not vectorized")
	s.Add(f, Remark{Kind: Warning, Pass: "missed", Pos: 9, Reason: Disabled, Asked: true})
	s.Add(f, Remark{Kind: Missed, Pass: "peel", Pos: 9, Reason: NoStoreToAlign})
	s.Add(f, Remark{Kind: Missed, Pass: "peel", Pos: 9, Reason: NoStoreToAlign, Asked: true})
	var sb strings.Builder
	s.Print(&sb)
	want := `k.go:3:2: remark: loop vectorized (VF=16 UF=4) [vectorize]
k: remark: loop not vectorized: leave the loop in one place: store what was found in a variable, and test it after the loop; the loop has more than one exit, or its exit is not at its end [vectorize:EarlyExit]
k.go:3:2: warning: remove the directive that forbids it; the loop's metadata forbid it [missed:Disabled]
k.go:3:2: remark: store to y[i]; no store in the loop is to consecutive elements [peel:NoStoreToAlign]
k.go:3:2: remark: remove the directive, or store to y[i]; no store in the loop is to consecutive elements [peel:NoStoreToAlign]
`
	if sb.String() != want {
		t.Errorf("got\n%s\nwant\n%s", sb.String(), want)
	}
	(*Sink)(nil).Passed(f, "x", 0, "nothing happens")
}

func TestReasonsAreNamedAlike(t *testing.T) {
	for _, r := range Reasons() {
		if r == None || strings.Contains(string(r), " ") || !r.Known() {
			t.Errorf("%q is no name", r)
		}
	}
}

// TestReasonsHaveAdvice checks that each reason says what a Go programmer can write, or that there is nothing to
// write, and then the cause.
func TestReasonsHaveAdvice(t *testing.T) {
	for _, r := range Reasons() {
		advice, why := r.advice(false), r.Describe()
		if _, ok := r.Blames(); !ok && (r.advice(true) != advice || strings.Contains(advice, "out of the directive")) {
			t.Errorf("%s: %q is about a directive that there need not be", r, advice)
		}
		for _, s := range []string{advice, why} {
			if s == "" || s != strings.TrimSpace(s) || strings.HasSuffix(s, ".") {
				t.Errorf("%s: %q is no advice or reason", r, s)
			}
		}
		if got := (Remark{Text: "not done", Reason: r}).Message(); got != "not done: "+advice+"; "+why {
			t.Errorf("%s: %q", r, got)
		}
	}
}

// TestReasonsAreDescribed checks that every constant of type Reason has its own name and a description.
func TestReasonsAreDescribed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "reason.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		lit, ok := spec.Values[0].(*ast.BasicLit)
		name := spec.Names[0].Name
		if !ok || name == "None" {
			return true
		}
		text, err := strconv.Unquote(lit.Value)
		if err != nil || text != name || !Reason(text).Known() {
			t.Errorf("%s = %s is not called so, or has no description", name, lit.Value)
		}
		n++
		return true
	})
	if n != len(Reasons()) {
		t.Errorf("%d constants and %d descriptions", n, len(Reasons()))
	}
}
