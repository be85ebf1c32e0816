package explain

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"hotloop/internal/page"
	"hotloop/loopopt/remark"
)

// view is a kernel as the template shows it.
type view struct {
	K       *Kernel
	ID      string
	Verdict string
	Sources []sourceView
	Plans   []planView
	Others  template.HTML
	Nests   []template.HTML
	Hot     template.HTML
	HotNote string
	Remarks template.HTML

	packed map[string]string // ssa and code
	left   map[string]bool   // those that are left out
}

// Left reports whether a part is left out to keep the page small.
func (v *view) Left(part string) bool { return v.left[part] }

type sourceView struct {
	File, Func string
	Inlined    bool
	Lines      []lineView
}

type lineView struct {
	N     int
	ID    string
	State string // vector, scalar or fallback; "" outside loops
	Code  template.HTML
	Loops []loopView // that begin here
	Open  bool
}

type loopView struct {
	R            *Region
	State, Class string
	Figures      string
	Sentence     string
	Line         string // the text of the loop's line
	Promise      string // what the change promises
	Facts        []page.Fact
	Remarks      []remarkView
}

type remarkView struct{ Kind, Class, Message, Pass, Reason string }

type planView struct {
	P                 *Plan
	N                 int64
	Shares            []shareView
	Table             template.HTML
	Candidates, Exits template.HTML
	Program           string // the recipes with their prices
}

type shareView struct {
	V                                 Version
	Share                             float64
	Shape, Iterations, Times, Percent string
}

// fill computes what the template shows.
func (v *view) fill() {
	k := v.K
	v.verdict()
	for i, s := range k.Sources {
		v.Sources = append(v.Sources, v.sourceView(s, i > 0))
	}
	others := &page.Table{ID: v.ID + "-plans", Caption: "Plans considered for other versions and loops", Columns: []page.Column{{Title: "Loop"},
		{Title: "Plan"}, {Title: "Cycles per iteration", Numeric: true}, {Title: "Scalar", Numeric: true}, {Title: "Bound by"}}}
	for i := range k.Plans {
		if slices.ContainsFunc(k.Loops, func(l Region) bool { return l.Plan == i }) {
			v.Plans = append(v.Plans, v.planView(i))
			continue
		}
		p := &k.Plans[i]
		row := page.Row{Cells: []page.Cell{page.Text(p.Position), page.Text("none is cheaper than scalar code"), {}, page.Num(p.Scalar), {}}}
		if p.Chosen {
			row.Cells[1], row.Cells[2], row.Cells[4] = page.Text(fmt.Sprintf("%d lanes × %d", p.VF, p.UF)), page.Num(p.Cost), page.Text(boundText(p.Bound))
		}
		if !slices.ContainsFunc(others.Rows, func(r page.Row) bool { return slices.Equal(r.Cells, row.Cells) }) {
			others.Rows = append(others.Rows, row)
		}
	}
	if len(others.Rows) > 0 {
		v.Others = others.HTML()
	}
	for i, n := range k.Nests {
		known := "iterations"
		if !n.Known {
			known = "iterations, assumed"
		}
		t := &page.Table{ID: fmt.Sprintf("%s-nest%d", v.ID, i), Caption: fmt.Sprintf("%s: alternatives for the nest, %.0f %s", n.Position, n.Trips, known),
			Columns: []page.Column{{Title: "Alternative"}, {Title: "Cycles", Numeric: true}}}
		most := 0.0
		for _, w := range n.Ways {
			most = max(most, w.Cycles)
		}
		for _, w := range n.Ways {
			t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{chosen(w.Name, w.Chosen), bar(w.Cycles, most)}})
		}
		v.Nests = append(v.Nests, t.HTML())
	}
	if k.Code != nil {
		v.hot()
	}
	v.remarks()
}

// chosen returns the head of a row, marked if it was chosen.
func chosen(text string, is bool) page.Cell {
	if is {
		return page.Cell{Text: text + " ✓ chosen", Class: "good"}
	}
	return page.Text(text)
}

// bar returns a cell with a quantity as a share of the largest.
func bar(x, most float64) page.Cell {
	c := page.Num(x)
	if most > 0 {
		c.Bar = x / most
	}
	return c
}

// verdict sets the sentence on the kernel.
func (v *view) verdict() {
	k := v.K
	counts := map[string]int{}
	for i := range k.Loops {
		s, _ := stateOf(k, &k.Loops[i])
		counts[s]++
	}
	var parts []string
	for _, s := range []string{"vector", "unrolled", "scalar", "fallback"} {
		if n := counts[s]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
		}
	}
	v.Verdict = k.Processor
	switch n := len(k.Loops); {
	case len(k.Refused) > 0:
		v.Verdict = "not a kernel"
	case n == 1:
		v.Verdict += ": 1 innermost loop, " + strings.Join(parts, ", ")
	case n > 1:
		v.Verdict += fmt.Sprintf(": %d innermost loops: %s", n, strings.Join(parts, ", "))
	default:
		v.Verdict += ": no loops"
	}
}

// sourceView returns the source of a function.
func (v *view) sourceView(s Source, inlined bool) sourceView {
	k := v.K
	out := sourceView{File: s.File, Func: s.Func, Inlined: inlined}
	code := page.Go(strings.Join(s.Lines, "\n"))
	for i := range s.Lines {
		l := lineView{N: s.First + i, Code: code[i]}
		if len(k.Refused) > 0 || k.NoCode != "" {
			l.State = "fallback"
		}
		for j := range k.Loops {
			r := &k.Loops[j]
			if r.File != s.File || l.N < r.Line || l.N > r.End {
				continue
			}
			l.State, _ = stateOf(k, r)
			if l.State == "unrolled" {
				l.State = "vector"
			}
			if l.N == r.Line {
				l.Loops = append(l.Loops, v.loopView(r, s.Lines[i]))
				l.ID = lineID(v.ID, s.File, l.N)
				l.Open = l.Open || r.Change != nil
			}
		}
		out.Lines = append(out.Lines, l)
	}
	return out
}

// loopView returns what is shown about a loop.
func (v *view) loopView(r *Region, line string) loopView {
	k := v.K
	l := loopView{R: r, Line: line}
	l.State, l.Class = stateOf(k, r)
	plain, vector := r.scalarCycles(), r.Vector
	switch {
	case vector > 0 && plain > 0:
		l.Figures = fmt.Sprintf("%s · %s c/it", page.Ratio(r.Gain), page.Number(vector))
		if r.Bound.By != "" {
			l.Figures += " · " + r.Bound.By
		}
	case plain > 0:
		l.Figures = page.Number(plain) + " c/it"
	}
	if gain, change := r.expected(); change {
		l.Figures = strings.TrimPrefix(l.Figures+" · "+page.Ratio(gain)+" possible", " · ")
	}
	l.Sentence = map[string]string{"vector": "vectorized", "unrolled": "completely unrolled", "scalar": "stays scalar",
		"fallback": "runs as the Go compiler compiles it"}[l.State]
	if r.Became == "merged" {
		l.Sentence = "merged with another loop"
	}
	if plain > 0 {
		l.Facts = append(l.Facts, page.Fact{Name: "scalar, cycles per iteration", Value: page.Number(plain)})
	}
	if vector > 0 {
		l.Facts = append(l.Facts, page.Fact{Name: "vector, cycles per iteration", Value: page.Number(vector)},
			page.Fact{Name: "expected gain", Value: page.Ratio(r.Gain)})
	}
	if b := r.Bound; b.Kind != "" {
		why := boundReasons[b.Kind]
		if strings.Contains(why, "%s") {
			why = fmt.Sprintf(why, b.By)
		}
		l.Facts = append(l.Facts, page.Fact{Name: "bound by", Value: fmt.Sprintf("%s: %s cycles per iteration; %s", boundText(b), page.Number(b.Cycles), why)})
	}
	if c := r.Change; c != nil {
		switch {
		case strings.Contains(c.Text, "ivdep"):
			l.Promise = "It promises that no iteration reads what an earlier one stores."
		case strings.Contains(c.Text, "fp "):
			l.Promise = "It permits results that differ by rounding."
		}
	}
	for _, x := range k.Remarks {
		if x.Position == r.Position {
			l.Remarks = append(l.Remarks, viewRemark(x))
		}
	}
	return l
}

func viewRemark(r Remark) remarkView {
	class := ""
	switch r.Kind {
	case remark.Passed.String():
		class = "good"
	case remark.Missed.String():
		class = "fair"
	case remark.Warning.String():
		class = "bad"
	}
	return remarkView{r.Kind, class, r.Message, r.Pass, r.Reason}
}

// planView returns what is shown about plan i.
func (v *view) planView(i int) planView {
	p := &v.K.Plans[i]
	out := planView{P: p, N: 1000}
	for _, s := range v.K.Sampled {
		if s.Position == p.Position && s.Mean >= 1 {
			out.N = int64(s.Mean)
		}
	}
	id := fmt.Sprintf("%s-plan%d", v.ID, i)
	if len(p.Versions) > 0 {
		t := &page.Table{ID: id + "-shares", Caption: "Iterations of each version", Columns: []page.Column{{Title: "n", Numeric: true}}}
		for _, x := range p.Versions {
			t.Columns = append(t.Columns, page.Column{Title: x.Name, Numeric: true})
		}
		for _, s := range p.Shares {
			row := page.Row{Cells: []page.Cell{{Text: page.Count(s.N), Value: float64(s.N)}}}
			for _, n := range s.Of {
				row.Cells = append(row.Cells, page.Cell{Text: page.Count(n), Value: float64(n)})
			}
			t.Rows = append(t.Rows, row)
		}
		out.Table = t.HTML()
		of := p.SharesOf(out.N)
		for j, x := range p.Versions {
			s := shareView{V: x, Share: float64(of[j]) / float64(out.N), Iterations: page.Count(of[j]), Percent: page.Percent(float64(of[j]) / float64(out.N))}
			if step := int64(x.VF * x.UF); x.Name == "scalar" {
				s.Shape = "as written"
			} else {
				s.Times = page.Count((of[j] + step - 1) / step)
				s.Shape = fmt.Sprintf("%d lanes", x.VF)
				if x.UF > 1 {
					s.Shape += fmt.Sprintf(" × %d", x.UF)
				}
				if x.Masked {
					s.Shape += ", masked"
				}
				if x.Overlapping {
					s.Shape += ", overlapping"
				}
			}
			out.Shares = append(out.Shares, s)
		}
	}
	if len(p.Candidates) > 0 {
		t := &page.Table{ID: id + "-candidates", Caption: "Candidates", Columns: []page.Column{{Title: "Candidate"},
			{Title: "Cycles per iteration", Numeric: true}, {Title: "Bound", Numeric: true, Hint: "cycles that the processor's units allow"}, {Title: "By"}}}
		most := p.Scalar
		for _, c := range p.Candidates {
			most = max(most, c.Cost)
		}
		if p.Scalar > 0 {
			t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{page.Text("scalar loop"), bar(p.Scalar, most), {}, {}}})
		}
		for _, c := range p.Candidates {
			if !c.Legal {
				t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{page.Text(fmt.Sprintf("%d lanes", c.VF)), {Text: "not supported"}, {}, {}}})
				continue
			}
			t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{chosen(fmt.Sprintf("%d lanes × %d", c.VF, c.UF), c.Chosen), bar(c.Cost, most),
				page.Num(c.Bound.Cycles), page.Text(boundText(c.Bound))}})
		}
		out.Candidates = t.HTML()
	}
	if len(p.Exits) > 0 {
		t := &page.Table{ID: id + "-exits", Caption: "Ways to leave the loop", Columns: []page.Column{{Title: "Exits"}, {Title: "Way"},
			{Title: "Cycles per iteration", Numeric: true}, {Title: "Cycles to leave", Numeric: true}}}
		for _, e := range p.Exits {
			row := page.Row{Cells: []page.Cell{page.Text(e.Of), chosen(e.Name, e.Chosen), {Text: "not supported"}, {}}}
			if e.Legal {
				row.Cells[2], row.Cells[3] = page.Num(e.Cost), page.Num(e.Leave)
			}
			t.Rows = append(t.Rows, row)
		}
		out.Exits = t.HTML()
	}
	if len(p.Recipes) > 0 {
		var b strings.Builder
		b.WriteString("uops  slots  busy          recipe\n")
		for _, r := range p.Recipes {
			fmt.Fprintf(&b, "%4.3g  %5.3g  %4.3g %-8s %s\n", r.Uops, r.Slots, r.Busy, r.Unit, r.Text)
		}
		out.Program = b.String()
	}
	return out
}

// hot sets the listing of the hot block, for readers without script.
func (v *view) hot() {
	for _, b := range v.K.Code.Blocks {
		if !b.Hot {
			continue
		}
		v.HotNote = fmt.Sprintf("%s, about %s executions per call", cmp.Or(b.Name, b.Label), page.Number(b.Count))
		if v.K.Code.Measured {
			v.HotNote = fmt.Sprintf("%s, executed %s times", cmp.Or(b.Name, b.Label), page.Count(int64(b.Count)))
		}
		var text strings.Builder
		text.WriteString(`<pre tabindex="0" role="group" aria-label="The hot block">`)
		const most = 40
		for i, in := range b.Insts {
			if i == most {
				fmt.Fprintf(&text, "… %d more\n", len(b.Insts)-most)
				break
			}
			text.WriteString(string(page.Assembly(in.Text)) + "\n")
		}
		text.WriteString("</pre>")
		v.Hot = template.HTML(text.String())
	}
}

// remarks sets the table of the remarks that belong to no loop that is shown.
func (v *view) remarks() {
	t := &page.Table{ID: v.ID + "-remarks", Caption: "Remarks", Columns: []page.Column{{Title: "Position"}, {Title: "Kind"}, {Title: "Pass"}, {Title: "Remark"}}}
	for _, r := range v.K.Remarks {
		if slices.ContainsFunc(v.K.Loops, func(l Region) bool { return l.Position == r.Position }) {
			continue
		}
		x := viewRemark(r)
		text := r.Message
		if r.Advice != "" {
			text += ". " + r.Advice
		}
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{page.Text(r.Position), {Text: x.Kind, Class: x.Class}, page.Text(r.Pass), page.Text(text)}})
	}
	if len(t.Rows) > 0 {
		v.Remarks = t.HTML()
	}
}
