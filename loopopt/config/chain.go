package config

import (
	"fmt"
	"hotloop/loopopt/ir"
	"io"
	"slices"
)

// Step is an action of the driver, recorded for tools that show the chain of transformations, such as hotloop
// explain. The first and last steps have no transformation; they list all loops at that time.
type Step struct {
	Transform string     // "vectorize"
	Pos       ir.Pos     // of the loop
	Request   string     // the attributes that requested it; "" if heuristics did
	Gen       int        // 0 if written in the source, n for the followups of generation n-1
	From      string     // the origin of those followups: ir.Attr.From
	Done      bool       // if false, it was refused, perhaps to be tried again
	Why       string     // why it was refused
	What      string     // what was done: "loop vectorized (VF=8 UF=4)"
	Loops     []StepLoop // resulting loops, or all current loops
}

// StepLoop is a loop with its metadata.
type StepLoop struct {
	Pos   ir.Pos
	Label string // label of its first block, as shown in dumps
	Depth int
	Attrs string
}

// PrintChain prints, for each loop of the source, the requests, the transformations in order, and the attributes
// of the resulting loops. Steps are numbered over the whole function.
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

// touches reports whether a loop at pos is among the resulting loops.
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
