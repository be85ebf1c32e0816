package legal_test

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/internal/irtest"
	"hotloop/isel"
	_ "hotloop/isel/all" // passes ask targets of both architectures
	"hotloop/loopopt"
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
)

// canonical returns the function of a kernel as the driver of loop transformations gets it.
func canonical(t *testing.T, source string, o frontend.Options) *ir.Func {
	t.Helper()
	res, err := frontend.Build(frontend.Text("k.go", "package k\n"+source+"\n"), "k", o)
	if err != nil {
		t.Fatal(err)
	}
	knobs, err := config.ParseKnobs("")
	if err != nil {
		t.Fatal(err)
	}
	var text string
	opt := config.Options{Target: isel.TargetFor(cpu.Baseline(cpu.AVX2)), Knobs: knobs, NoVectorize: true,
		After: func(pass string, f *ir.Func, _ bool) {
			if pass == "dce" {
				text = f.String()
			}
		}}
	if _, err := loopopt.Optimize(res.Func, opt); err != nil {
		t.Fatal(err)
	}
	f := irtest.Parse(t, text)
	f.SetBudget(1 << 28)
	return f
}

var valueName = regexp.MustCompile(`\bv\d+\b`)

// judged returns what Check finds out about the innermost loop of f. Accesses are numbered in the order of the program.
func judged(g *legal.Legality) string {
	var b strings.Builder
	ok := g.Check()
	l := g.Out
	number := map[ir.ID]int{}
	for i, a := range l.Accesses {
		number[a.V.ID] = i
		fmt.Fprintf(&b, "access %d: %s %s by %d\n", i, a.V.Op, a.Kind, a.Stride)
	}
	for i := range l.Phis {
		c := &l.Phis[i]
		fmt.Fprintf(&b, "phi %s: %s", c.Phi.Type, c.Kind)
		if l.InOrder[c.Phi.ID] {
			b.WriteString(", in order")
		}
		if l.FirstZero[c.Phi.ID] {
			b.WriteString(", first of zeros")
		}
		b.WriteString("\n")
	}
	if !ok {
		fmt.Fprintf(&b, "refused: %s", g.Reason)
		if g.At != nil {
			fmt.Fprintf(&b, " at %s", g.At.Op)
		}
		b.WriteString("\n")
	} else {
		fmt.Fprintf(&b, "trips: %s\n", l.Trips)
		for _, e := range l.IterationBounds {
			fmt.Fprintf(&b, "bound: %s\n", e)
		}
	}
	for i := range l.Pairs {
		p := reflect.ValueOf(l.Pairs[i])
		fmt.Fprintf(&b, "check: %d %d distance %v ahead %v meetings %v\n", number[l.Pairs[i].First.V.ID],
			number[l.Pairs[i].Second.V.ID], l.Pairs[i].Distance, l.Pairs[i].Ahead, p.FieldByName("meetings"))
	}
	for _, grp := range l.Groups {
		b.WriteString("group:")
		for _, m := range grp.Members {
			if m == nil {
				b.WriteString(" _")
			} else {
				fmt.Fprintf(&b, " %d", number[m.V.ID])
			}
		}
		b.WriteString("\n")
	}
	if l.MaxStep > 0 {
		fmt.Fprintf(&b, "at most %d iterations at once\n", l.MaxStep)
	}
	if l.Rank != nil {
		b.WriteString("ranks:")
		for _, a := range l.Accesses {
			fmt.Fprintf(&b, " %d", l.Rank[a.V.ID])
		}
		b.WriteString("\n")
	}
	for _, a := range l.Accesses {
		for _, s := range l.Blended[a.V] {
			fmt.Fprintf(&b, "%d is blended with what %d stores\n", number[a.V.ID], number[s.ID])
		}
		if s := l.Forwarded[a.V]; s != nil {
			fmt.Fprintf(&b, "%d is what %d stored an iteration before\n", number[a.V.ID], number[s.ID])
		}
		if u := l.Updates[a.V]; u != nil {
			fmt.Fprintf(&b, "%d updates what %d loads by %s\n", number[a.V.ID], number[u.Load.ID], u.Op.Op)
		}
	}
	if l.NeedScalar {
		b.WriteString("the scalar loop does the last iteration\n")
	}
	names := map[string]string{}
	return valueName.ReplaceAllStringFunc(b.String(), func(v string) string {
		if names[v] == "" {
			names[v] = fmt.Sprintf("v%d", len(names))
		}
		return names[v]
	})
}

// TestCheck compares what Check finds out about the loops of small kernels. The name in a heading says what the loop is
// wanted for: vector code, with exits wherever they are (vector) or at the latch only (latch); the same because the source
// requests it (forced), with fast floats (fast), or with sums lane by lane (lanes); or scalar code.
func TestCheck(t *testing.T) {
	irtest.Cases(t, "testdata/loops.txt", func(t *testing.T, name, source string) string {
		f := canonical(t, source, frontend.Options{FP: map[bool]ir.FPFlags{true: ir.FPFast}[name == "fast"],
			FPWritten: name != "forced"})
		dom := f.Dominators()
		loops := analysis.FindLoops(f, dom)
		inner := loops.Innermost()
		if len(inner) == 0 {
			t.Fatalf("no loop\n%s", f)
		}
		g := &legal.Legality{F: f, L: inner[0], Se: analysis.NewSCEV(f, loops, dom)}
		switch name {
		case "vector", "fast":
			g.Vector, g.Early = true, true
		case "latch":
			g.Vector = true
		case "forced":
			g.Vector, g.Early, g.Forced = true, true, true
		case "lanes":
			g.Vector, g.Early, g.LaneSums = true, true, true
		case "scalar":
		default:
			t.Fatalf("no use %q of a loop", name)
		}
		return judged(g)
	})
}
