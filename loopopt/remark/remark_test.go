package remark

import (
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
	s.Add(f, Remark{Kind: Warning, Pass: "missed", Pos: 9, Reason: Disabled})
	var sb strings.Builder
	s.Print(&sb)
	want := `k.go:3:2: remark: loop vectorized (VF=16 UF=4) [vectorize]
k: remark: loop not vectorized: the loop is left from more than one place, or not at its end [vectorize:EarlyExit]
k.go:3:2: warning: the loop's metadata forbid it [missed:Disabled]
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
