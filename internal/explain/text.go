package explain

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// Write writes the text of hotloop explain. First come the remarks in source order, below the lines they concern, and for
// each loop which version runs when. Then come, for each loop, the chain of transformations as requested and as executed,
// with the attributes of the resulting loops, then the costs of the alternatives for nests, and the candidates that plans
// were chosen from. If whole is set, every plan is printed too.
func (k *Kernel) Write(w io.Writer, whole bool) {
	fmt.Fprintf(w, "%s for %s\n", k.Name, k.Processor)
	k.tell(w)
	if len(k.steps) > 0 {
		fmt.Fprintln(w)
		config.PrintChain(w, k.steps, func(p ir.Pos) string { return k.place(int32(p)) })
	}
	for _, p := range k.prices {
		text := p.short
		if whole {
			text = p.whole
		}
		fmt.Fprint(w, "\n", text)
	}
	fmt.Fprint(w, k.tail)
}

// tell prints remarks below the source lines they concern, those of one position together. The last line of each loop
// says which version of it runs when.
func (k *Kernel) tell(w io.Writer) {
	remarks := slices.Clone(k.remarks)
	versions := map[string]bool{}
	for _, r := range remarks {
		versions[r.Where] = versions[r.Where] || strings.HasPrefix(r.Text, remark.Versions)
	}
	for _, at := range k.places {
		if !versions[at] {
			text := remark.Versions + "not vectorized; scalar loops, transformed as the remarks above report"
			if !slices.ContainsFunc(remarks, func(r remark.Remark) bool { return r.Where == at && r.Kind == remark.Passed }) {
				text = remark.Versions + "not vectorized; the loop as written, for any number of iterations"
			}
			remarks = append(remarks, remark.Remark{Kind: remark.Analysis, Pass: "vectorize", Where: at, Text: text})
		}
	}
	last := func(r remark.Remark) int {
		if strings.HasPrefix(r.Text, remark.Versions) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(remarks, func(a, b remark.Remark) int {
		return cmp.Or(ComparePlaces(a.Where, b.Where), cmp.Compare(last(a), last(b)))
	})
	at := ""
	for _, r := range remarks {
		if r.Where != at {
			at = r.Where
			if text := k.source(at); text != "" {
				_, n, _ := SplitPlace(at)
				fmt.Fprintf(w, "%6d | %s\n", n, text)
			}
		}
		fmt.Fprintf(w, "  %s\n", r)
	}
	if len(remarks) == 0 {
		fmt.Fprintln(w, "no remarks")
	}
}

// nestText returns the costs of the alternatives for a loop of a nest.
func nestText(p config.NestPrice, position func(ir.Pos) string) string {
	var b strings.Builder
	if position != nil && p.Pos != 0 {
		fmt.Fprintf(&b, "%s: ", position(p.Pos))
	}
	known := "iterations"
	if !p.Known {
		known = "iterations, assumed"
	}
	fmt.Fprintf(&b, "alternatives for the nest, in cycles for %.0f %s:\n", p.Trips, known)
	for _, w := range p.Ways {
		chosen := ""
		if w.Chosen {
			chosen = "  chosen"
		}
		fmt.Fprintf(&b, "  %-24s%10.1f%s\n", w.Name, w.Cycles, chosen)
	}
	return b.String()
}

// PlanText returns the cost of each candidate of a plan, in cycles per iteration of the loop. If whole is set, it
// includes the plan itself.
func PlanText(p config.Considered, position func(ir.Pos) string, whole bool) string {
	var b strings.Builder
	if position != nil && p.Pos != 0 {
		fmt.Fprintf(&b, "%s: ", position(p.Pos))
	}
	b.WriteString("candidates, in cycles per iteration:\n")
	for _, c := range p.Candidates {
		if !c.Legal {
			fmt.Fprintf(&b, "  VF=%-3d not supported\n", c.VF)
			continue
		}
		chosen := ""
		if len(p.Plan.Stages) > 0 && c.VF == p.Plan.VF() && c.UF == p.Plan.UF() {
			chosen = "  chosen"
		}
		fmt.Fprintf(&b, "  VF=%-3d UF=%d %8.3f", c.VF, c.UF, c.Cost)
		if c.Bound.By != "" {
			fmt.Fprintf(&b, ", %.3f by %s", c.Bound.Cycles, c.Bound.By)
		}
		fmt.Fprintf(&b, "%s\n", chosen)
	}
	for i, e := range p.Plan.Exits {
		if i == 0 {
			b.WriteString("exit strategies, in cycles per iteration and for the exit:\n")
		}
		about, chosen := exits(e), ""
		if e.Chosen {
			chosen = "  chosen"
		}
		if !e.Legal {
			fmt.Fprintf(&b, "  %-16s%-16s not supported\n", about, e.Name)
			continue
		}
		fmt.Fprintf(&b, "  %-16s%-16s %7.3f %7.1f%s\n", about, e.Name, e.Cost, e.Leave, chosen)
	}
	if len(p.Plan.Stages) == 0 {
		b.WriteString("no candidate is cheaper than the scalar loop\n")
	}
	if whole {
		p.Plan.Print(&b)
	}
	return b.String()
}

// exits returns which exits a price is about.
func exits(e vplan.ExitPrice) string {
	switch {
	case e.Counted:
		return "counted"
	case e.Tail:
		return "known count"
	}
	return "data-dependent"
}
