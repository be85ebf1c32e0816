package analysis

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotloop/loopopt/ir"
)

var update = flag.Bool("update", false, "rewrite the answers in testdata")

// subject is a function with its analyses.
type subject struct {
	f  *ir.Func
	li *LoopInfo
	s  *SCEV
}

// questions maps each file of testdata to the query for its functions.
var questions = map[string]func(q *subject, out *strings.Builder){
	"loops.txt":      (*subject).loops,
	"tripcount.txt":  (*subject).counts,
	"gap.txt":        (*subject).counts,
	"halving.txt":    (*subject).counts,
	"scev.txt":       (*subject).expressions,
	"triangular.txt": (*subject).expressions,
	"ranges.txt":     (*subject).valueRanges,
	"guards.txt":     (*subject).valueRanges,
	"induction.txt":  (*subject).phis,
	"checks.txt":     (*subject).checks,
	"access.txt":     (*subject).accesses,
	"reuse.txt":      (*subject).reuse,
	"nestdep.txt":    (*subject).nests,
	"predicates.txt": (*subject).predicates,
	"residue.txt":    (*subject).nests,
	"packed.txt":     (*subject).triangles,
	"transpose.txt":  (*subject).nests,
}

// TestGolden runs each analysis on small functions. For each case, a file has a line "== " with a title, the
// function, "--" and the answers, which -update writes.
func TestGolden(t *testing.T) {
	for file, ask := range questions {
		t.Run(file, func(t *testing.T) {
			path := filepath.Join("testdata", file)
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			intro, cases, _ := strings.Cut(string(text), "== ")
			out := new(strings.Builder)
			out.WriteString(intro)
			for c := range strings.SplitSeq(cases, "\n== ") {
				title, body, _ := strings.Cut(c, "\n")
				input, _, _ := strings.Cut(body, "--\n")
				f, err := ir.Parse(input)
				if err == nil {
					err = f.Verify()
				}
				if err != nil {
					t.Fatalf("%s: %v", title, err)
				}
				dom := f.Dominators()
				q := &subject{f: f, li: FindLoops(f, dom)}
				q.s = NewSCEV(f, q.li, dom)
				if out.Len() > len(intro) {
					out.WriteString("\n")
				}
				fmt.Fprintf(out, "== %s\n%s--\n", title, input)
				ask(q, out)
			}
			switch got := out.String(); {
			case got == string(text):
			case *update:
				if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			default:
				t.Errorf("%s says something else now; run with -update and look at the difference:\n%s", path, got)
			}
		})
	}
}

// loops prints the loops and their parts.
func (q *subject) loops(out *strings.Builder) {
	for _, l := range q.li.Loops {
		parent := "none"
		if l.Parent != nil {
			parent = l.Parent.Header.String()
		}
		fmt.Fprintf(out, "%s: depth %d, in %s, preheader %v, latch %v, blocks %v, left from %v to %v, dedicated %t\n",
			l.Header, l.Depth, parent,
			block(l.Preheader), block(l.Latch), l.Blocks, l.Exiting, l.Exits, l.Dedicated())
	}
}

func block(b *ir.Block) string {
	if b == nil {
		return "none"
	}
	return b.String()
}

// counts prints how often back edges are taken, for each exit and in total.
func (q *subject) counts(out *strings.Builder) {
	for _, l := range q.li.Loops {
		taken, constant, ok := q.s.TripCount(l)
		fmt.Fprintf(out, "%s: back edge taken %v", l.Header, taken)
		if ok && constant >= 0 && taken.Kind != Const {
			fmt.Fprintf(out, " = %d", constant)
		}
		fmt.Fprintf(out, ", at most %d\n", q.s.MaxTaken(l))
		for _, x := range q.s.ExitCounts(l) {
			if x.OK {
				fmt.Fprintf(out, "  left from %s after %v\n", x.Exiting, x.Count)
			} else {
				fmt.Fprintf(out, "  left from %s: unknown\n", x.Exiting)
			}
		}
	}
}

// integers calls do for the integers that loops compute.
func (q *subject) integers(do func(v *ir.Value)) {
	for _, b := range q.f.Blocks {
		for _, v := range b.Values {
			if q.li.Of(b) != nil && v.Type.Elem.IsInt() && !v.Type.IsVector() && v.Op != ir.OpConst {
				do(v)
			}
		}
	}
}

// expressions prints the scalar evolution of every integer of the loops.
func (q *subject) expressions(out *strings.Builder) {
	q.integers(func(v *ir.Value) {
		e := q.s.Of(v)
		fmt.Fprintf(out, "%s = %v", v, e)
		if e.Kind == AddRec && !q.s.NoSignedWrap(e) {
			out.WriteString(", may wrap around")
		}
		out.WriteString("\n")
	})
}

// valueRanges prints the range of every integer of the loops, anywhere and in its block.
func (q *subject) valueRanges(out *strings.Builder) {
	q.integers(func(v *ir.Value) {
		e := q.s.Of(v)
		lo, hi := q.s.Range(e)
		lo1, hi1 := q.s.RangeAt(e, v.Block)
		fmt.Fprintf(out, "%s = %v in %s", v, e, interval(lo, hi))
		if lo1 != lo || hi1 != hi {
			fmt.Fprintf(out, ", here %s", interval(lo1, hi1))
		}
		out.WriteString("\n")
	})
}

// interval prints the extremes of 64-bit integers as min and max.
func interval(lo, hi int64) string {
	end := func(n int64) string {
		switch n {
		case -1 << 63:
			return "min"
		case 1<<63 - 1:
			return "max"
		}
		return fmt.Sprint(n)
	}
	return "[" + end(lo) + ", " + end(hi) + "]"
}

// phis prints the classification of header phis.
func (q *subject) phis(out *strings.Builder) {
	for _, l := range q.li.Loops {
		for _, c := range ClassifyPhis(q.s, l) {
			fmt.Fprintf(out, "%s: %s %s", l.Header, c.Phi, c.Kind)
			switch {
			case c.FloatStep != nil:
				fmt.Fprintf(out, " by %s", c.FloatStep)
			case c.Kind == Induction:
				fmt.Fprintf(out, " from %v by %v", c.StartExpr, c.StepExpr)
			case c.Kind == Reduction:
				fmt.Fprintf(out, " by %s along %v, forked %t", c.Op, c.Chain, c.Forked)
				if !c.Exact {
					fmt.Fprintf(out, ", needs %v", c.Needs)
				}
			case c.Kind == FirstOrderRecurrence:
				fmt.Fprintf(out, " of %s", c.Backedge)
			}
			out.WriteString("\n")
		}
	}
}

// checks prints for how many iterations a check holds, and whether it is proved.
func (q *subject) checks(out *strings.Builder) {
	for _, b := range q.f.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpCheck {
				continue
			}
			fmt.Fprintf(out, "Check %s: proved %t", v.Args[0], q.s.ProveCheck(v))
			for l := q.li.Of(b); l != nil; l = l.Parent {
				if n, ok := q.s.CheckExitCount(v, l); ok {
					fmt.Fprintf(out, ", holds for %v iterations of %s", n, l.Header)
				} else {
					fmt.Fprintf(out, ", for an unknown number of iterations of %s", l.Header)
				}
			}
			out.WriteString("\n")
		}
	}
}

// accesses prints the strides of the memory operations of innermost loops, and the distances of pairs that have
// one.
func (q *subject) accesses(out *strings.Builder) {
	for _, l := range q.li.Innermost() {
		as := Accesses(q.s, l)
		for i := range as {
			a := &as[i]
			what := "load"
			if a.Write {
				what = "store"
			}
			fmt.Fprintf(out, "%s: %s %s of %d bytes, %s", l.Header, what, a.V, a.Size, a.Kind)
			if a.Affine() {
				fmt.Fprintf(out, " by %d from %v", a.Stride, a.Start)
			}
			for j := range as[:i] {
				if d, ok := q.s.Distance(&as[j], a); ok {
					fmt.Fprintf(out, ", %d bytes from %s", d, as[j].V)
				} else if Disjoint(as[j].Root, a.Root) {
					fmt.Fprintf(out, ", in another object than %s", as[j].V)
				}
			}
			out.WriteString("\n")
		}
	}
}

// reuse prints the values that earlier iterations of innermost loops have loaded or stored, and loop-invariant
// locations.
func (q *subject) reuse(out *strings.Builder) {
	for _, l := range q.li.Innermost() {
		r := NewReuse(q.s, l, nil, q.s.Depend)
		for i, a := range r.List {
			for _, b := range r.List[:i] {
				if q.s.SamePlace(a, b) {
					fmt.Fprintf(out, "%s: %s is at the place of %s\n", l.Header, a.V, b.V)
				}
			}
		}
		for _, k := range r.Carried(4) {
			fmt.Fprintf(out, "%s: %s gets what %s had %d before%s\n", l.Header, k.Load.V, k.Source.V, k.Distance,
				guarded(k.Guards))
		}
		for _, p := range r.Fixed(func(*Access) bool { return false },
			func(a, b *Access) bool { return Disjoint(a.Root, b.Root) }) {
			fmt.Fprintf(out, "%s: fixed, stored %t:", l.Header, p.Stored)
			for _, a := range p.Accesses {
				fmt.Fprintf(out, " %s", a.V)
			}
			fmt.Fprintf(out, "%s\n", guarded(p.Guards))
		}
	}
}

func guarded(guards []Guard) string {
	s := ""
	for _, g := range guards {
		s += fmt.Sprintf(", if %s does not meet %s", g.Second.V, g.First.V)
		if g.Same {
			s += ", not in the same iteration either"
		}
	}
	return s
}

// nests prints the places of the memory operations of each nest, and the dependences of pairs of them.
func (q *subject) nests(out *strings.Builder) { q.nestsOf(out, false) }

// triangles is nests where the second loop counts from the iteration of the first.
func (q *subject) triangles(out *strings.Builder) { q.nestsOf(out, true) }

func (q *subject) nestsOf(out *strings.Builder, skewed bool) {
	for _, outer := range q.li.Loops {
		if outer.Parent != nil || outer.Preheader == nil {
			continue
		}
		var places []*Place
		for _, b := range outer.Blocks {
			for _, v := range b.Values {
				if v.Op.HasAny(ir.FlagReads|ir.FlagWrites) && len(v.Args) > 1 && v.Args[0].Type == ir.TPtr {
					p := q.s.Place(v, outer)
					if skewed {
						q.skew(&p)
					}
					places = append(places, &p)
				}
			}
		}
		outer.Header.Loop = outer.Header.Loop.With(ir.Attr{Name: NoAlias})
		t := NewNestTester(q.s, outer)
		for _, p := range places {
			fmt.Fprintf(out, "%s of %s: ", p.V.Op, p.V.LongString())
			switch {
			case p.Start != nil:
				fmt.Fprintf(out, "%v + %v\n", p.Start, p.Coef)
			case p.Packed != nil:
				k := p.Packed
				fmt.Fprintf(out, "%d*tri(%v + %v) + %v + %v\n", k.scale, k.n, k.Rows, k.start, k.Coef)
			default:
				out.WriteString("anywhere\n")
			}
		}
		for i, a := range places {
			for _, b := range places[i:] {
				if !a.Write && !b.Write {
					continue
				}
				fmt.Fprintf(out, "  %s, %s:", a.V, b.V)
				deps := t.Test(a, b)
				for k := range deps {
					fmt.Fprintf(out, " %s", deps[k].String())
					if deps[k].Proved {
						out.WriteString(" proved")
					}
				}
				if len(deps) == 0 {
					out.WriteString(" never")
				}
				out.WriteString("\n")
			}
		}
	}
}

// skew describes a place by the iterations x of the outer loop and x+y of the inner one, instead of x and y.
func (q *subject) skew(p *Place) {
	if t := p.Packed; t != nil && len(p.Loops) == 2 {
		t.Coef[0], t.Rows[0] = q.s.Sub(t.Coef[0], t.Coef[1]), q.s.Sub(t.Rows[0], t.Rows[1])
		p.Skewed = true
	}
}

// predicates prints what a test before each nest would have to establish, and the dependences that then remain.
func (q *subject) predicates(out *strings.Builder) {
	for _, outer := range q.li.Loops {
		if outer.Parent != nil || outer.Preheader == nil {
			continue
		}
		places := q.s.Places(outer.Values(), outer)
		var deps []string
		t := NewNestTester(q.s, outer)
		p := q.s.Assuming(Huge, func() {
			for dep := range t.Among(places) {
				deps = append(deps, fmt.Sprintf("  %s, %s: %s\n", dep.First.V, dep.Second.V, dep.String()))
			}
		})
		for _, c := range p.LE {
			fmt.Fprintf(out, "%v <= %v\n", c[0], c[1])
		}
		for _, e := range p.Small {
			fmt.Fprintf(out, "|%v| < %d\n", e, p.Limit)
		}
		for _, o := range p.Disjoint {
			fmt.Fprintf(out, "%s apart from %s\n", o[0], o[1])
		}
		out.WriteString(strings.Join(deps, ""))
	}
}
