package config

import (
	"fmt"
	"hotloop/loopopt/ir"
	"io"
	"slices"
)

// Step is something that the driver did, for those who want to see the chain of transformations: hotloop explain. The
// first step and the last have no transformation, and all loops as they were then.
type Step struct {
	Transform string     // "vectorize"
	Pos       ir.Pos     // of the loop
	Request   string     // the attributes that asked for it; "" if heuristics did
	Gen       int        // 0 as written, n of the followups of generation n-1
	From      string     // those followups: ir.Attr.From
	Done      bool       // else it was refused, perhaps to be tried again
	Why       string     // it was refused
	What      string     // was done: "loop vectorized (VF=8 UF=4)"
	Loops     []StepLoop // that came out, or are there
}

// StepLoop is a loop with its metadata.
type StepLoop struct {
	Pos   ir.Pos
	Label string // of its first block, as dumps show it
	Depth int
	Attrs string
}

// PrintChain prints, for each loop of the source, what was asked of it, what was done in which order, and what the
// loops carry that it has become. Numbers count the steps of the whole function.
func PrintChain(w io.Writer, steps []Step, position func(ir.Pos) string) {
	if len(steps) < 2 {
		return
	}
	first, last, steps := steps[0], steps[len(steps)-1], steps[1:len(steps)-1]
	seen := map[ir.Pos]bool{}
	name := func(pos ir.Pos) string {
		if position != nil && pos != 0 {
			return "loop at " + position(pos)
		}
		return "loop without a place in the source"
	}
	for _, l := range first.Loops {
		if seen[l.Pos] {
			continue
		}
		seen[l.Pos] = true
		where := "loop without a place in the source"
		if position != nil && l.Pos != 0 {
			where = position(l.Pos)
		}
		fmt.Fprintf(w, "%s:\n", where)
		printColumn(w, "requested", []string{orNothing(l.Attrs)})
		var lines []string
		for i, s := range steps {
			switch {
			case s.Pos == l.Pos:
				lines = append(lines, fmt.Sprintf("%d %s", i+1, s.text()))
			case s.touches(l.Pos):
				lines = append(lines, fmt.Sprintf("%d %s, of the %s", i+1, s.Transform, name(s.Pos)))
			}
		}
		printColumn(w, "executed", lines)
		lines = nil
		for _, x := range last.Loops {
			if x.Pos == l.Pos {
				lines = append(lines, x.text())
			}
		}
		if lines == nil {
			lines = []string{"no loop"}
		}
		printColumn(w, "left", lines)
	}
}

// touches says whether a loop that came out of the one at pos is among the loops that came out.
func (s Step) touches(pos ir.Pos) bool {
	return slices.ContainsFunc(s.Loops, func(l StepLoop) bool { return l.Pos == pos })
}

func printColumn(w io.Writer, name string, lines []string) {
	if lines == nil {
		lines = []string{orNothing("")}
	}
	for _, l := range lines {
		fmt.Fprintf(w, "  %-10s %s\n", name, l)
		name = ""
	}
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

func (l StepLoop) text() string {
	return fmt.Sprintf("%s (depth %d): %s", l.Label, l.Depth, orNothing(l.Attrs))
}

func (s Step) text() string {
	by := "as written"
	switch {
	case s.Request == "":
		by = "by heuristics"
	case s.Gen > 0:
		by = fmt.Sprintf("followup, generation %d", s.Gen)
	}
	text := fmt.Sprintf("%s, %s", s.Transform, by)
	if s.Request != "" {
		text += ": " + s.Request
	}
	if !s.Done {
		return text + " - refused: " + s.Why
	}
	if s.What != "" {
		text += " - " + s.What
	}
	for _, l := range s.Loops {
		text += fmt.Sprintf("\n%15s-> %s", "", l.text())
	}
	return text
}
