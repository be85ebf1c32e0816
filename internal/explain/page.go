package explain

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"hotloop/internal/page"
	"hotloop/loopopt/remark"
)

// PageOptions say what a page has besides kernels.
type PageOptions struct {
	Title  string
	Lead   template.HTML
	Facts  []page.Fact
	Footer string // what made the page
	Index  bool   // with a table of all loops in front
}

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

//go:embed page.html.tmpl
var kernelText string

var kernelTemplate = template.Must(template.New("explain").Funcs(template.FuncMap{
	"number": page.Number,
	"ratio":  func(a, b float64) string { return page.Ratio(a / b) },
	"json": func(v any) (string, error) {
		b, err := json.Marshal(v)
		return string(b), err
	},
}).Parse(kernelText))

// Page returns the page of kernels.
func Page(kernels []*Kernel, o PageOptions) (*page.Page, error) {
	p := &page.Page{Title: o.Title, Lead: o.Lead, Facts: o.Facts, Footer: o.Footer, Style: template.CSS(pageStyle), Script: template.JS(pageScript)}
	if o.Index {
		p.Sections = append(p.Sections, page.Section{ID: "loops", Title: "Loops by expected gain", Body: index(kernels)})
	}
	var views []*view
	for i, k := range kernels {
		v := &view{K: k, ID: kernelID(i)}
		if err := v.pack(); err != nil {
			return nil, err
		}
		v.fill()
		views = append(views, v)
	}
	size := 0
	for i, v := range views {
		body, err := v.html()
		if err != nil {
			return nil, err
		}
		size += len(body)
		note := ""
		if g := kernels[i].gain(); g > 0 {
			note = page.Ratio(g)
		}
		p.Sections = append(p.Sections, page.Section{ID: v.ID, Title: v.K.Name, Note: note, Body: body})
	}
	packed := map[string]map[string]string{}
	for _, part := range leaveOut(views, maxPage-size) {
		part.v.left[part.name] = true
		part.v.packed[part.name] = ""
	}
	for i, v := range views {
		packed[v.ID] = v.packed
		if len(v.left) > 0 {
			body, err := v.html()
			if err != nil {
				return nil, err
			}
			p.Sections[len(p.Sections)-len(views)+i].Body = body
		}
	}
	p.Data = packed
	return p, nil
}

// maxPage is the size in bytes that the kernels of a page should not exceed: browsers open such a page at once. The SSA and
// the machine code of the largest kernels are left out if they would; pages of these kernels alone have them.
const maxPage = 1_900_000

// packedPart is a part of a kernel that may be left out.
type packedPart struct {
	v    *view
	name string
}

// leaveOut returns the largest parts, without which the others take no more than room bytes.
func leaveOut(views []*view, room int) (out []packedPart) {
	var list []packedPart
	total := 0
	for _, v := range views {
		for name, text := range v.packed {
			list = append(list, packedPart{v, name})
			total += len(text)
		}
	}
	slices.SortFunc(list, func(a, b packedPart) int {
		return cmp.Or(cmp.Compare(len(b.v.packed[b.name]), len(a.v.packed[a.name])), cmp.Compare(a.v.ID, b.v.ID), cmp.Compare(b.name, a.name))
	})
	for _, x := range list {
		if total <= room {
			break
		}
		total -= len(x.v.packed[x.name])
		out = append(out, x)
	}
	return out
}

// pack packs what script shows.
func (v *view) pack() (err error) {
	v.packed, v.left = map[string]string{}, map[string]bool{}
	k := v.K
	if k.Code != nil {
		v.packed["code"], err = page.Pack(map[string]any{"code": k.Code.pack(), "sources": k.Sources})
	}
	if err == nil && len(k.Passes) > 0 {
		v.packed["ssa"], err = page.Pack(k.Passes)
	}
	return err
}

// html returns the section of a kernel.
func (v *view) html() (template.HTML, error) {
	var b bytes.Buffer
	err := kernelTemplate.ExecuteTemplate(&b, "kernel", v)
	return template.HTML(b.String()), err
}

// packedCode is machine code by columns, which compress to half of what Code does.
type packedCode struct {
	Width    int           `json:"width"`
	Measured bool          `json:"measured"`
	Units    []string      `json:"units"`
	Files    []string      `json:"files"`
	Blocks   []packedBlock `json:"blocks"`
}

type packedBlock struct {
	Block           // without instructions
	Text  string    `json:"text"` // a line for each instruction
	Size  []int     `json:"size"` // the offset less that of the instruction before
	File  []int     `json:"file"`
	Line  []int     `json:"line"`
	Delay []int     `json:"delay"`
	Slot  []float64 `json:"slot"`
	Unit  []int     `json:"unit"` // -1 for none
	Busy  []float64 `json:"busy"`
}

func (c *Code) pack() *packedCode {
	p := &packedCode{Width: c.Width, Measured: c.Measured, Units: c.Units}
	last := 0
	for _, b := range c.Blocks {
		x := packedBlock{Block: b}
		x.Insts = nil
		var text []string
		for _, in := range b.Insts {
			text = append(text, in.Text)
			file := slices.Index(p.Files, in.File)
			if file < 0 {
				file = len(p.Files)
				p.Files = append(p.Files, in.File)
			}
			x.Size, x.File, x.Line = append(x.Size, in.Offset-last), append(x.File, file), append(x.Line, in.Line)
			last = in.Offset
			x.Delay, x.Slot = append(x.Delay, in.Latency), append(x.Slot, in.Slots)
			x.Unit, x.Busy = append(x.Unit, slices.Index(c.Units, in.Unit)), append(x.Busy, in.Busy)
		}
		x.Text = strings.Join(text, "\n")
		p.Blocks = append(p.Blocks, x)
	}
	return p
}

func kernelID(i int) string { return fmt.Sprintf("k%d", i) }

// lineID returns the id of the line of a loop of kernel i.
func lineID(kernel, file string, line int) string {
	return fmt.Sprintf("%s-%s-L%d", kernel, strings.Map(func(r rune) rune {
		if r == ' ' || r == '/' || r == '\\' || r == '%' || r == '#' {
			return '-'
		}
		return r
	}, file), line)
}

// gain returns the largest gain of a loop of k, 0 if none is known.
func (k *Kernel) gain() (g float64) {
	for _, l := range k.Loops {
		g = max(g, l.Gain)
	}
	return g
}

// expected returns the gain of a loop, or if it is scalar, the one that its change would bring.
func (r *Region) expected() (gain float64, change bool) {
	if r.Gain > 0 {
		return r.Gain, false
	}
	if c := r.Change; c != nil && c.Then == "vectorized" && c.Vector > 0 {
		return c.Plain / c.Vector, true
	}
	return 0, false
}

// scalarCycles returns the estimated cycles of an iteration of scalar code, 0 if no plan was made.
func (r *Region) scalarCycles() float64 {
	if r.Plain == 0 && r.Change != nil {
		return r.Change.Plain
	}
	return r.Plain
}

// index returns the table of all loops, those with the largest gain first.
func index(kernels []*Kernel) template.HTML {
	t := &page.Table{ID: "index", Caption: "Loops", Filter: true, Columns: []page.Column{
		{Title: "Loop"}, {Title: "Function"}, {Title: "State"},
		{Title: "Expected gain", Numeric: true, Hint: "estimate, with data in the first-level cache"},
		{Title: "Scalar", Numeric: true, Hint: "cycles per iteration"}, {Title: "Vector", Numeric: true, Hint: "cycles per iteration"},
		{Title: "Bound by"}, {Title: "What to write"}}}
	type row struct {
		gain float64
		row  page.Row
	}
	var rows []row
	most := 1.0
	for i, k := range kernels {
		if len(k.Loops) == 0 {
			state, why := page.Cell{Text: "no loops"}, ""
			if len(k.Refused) > 0 {
				state, why = page.Cell{Text: "fallback", Class: "bad"}, k.Refused[0]
			}
			rows = append(rows, row{-1, page.Row{Cells: []page.Cell{page.Link(cmp.Or(k.Position, k.Name), "#"+kernelID(i)), page.Text(k.Name), state,
				{}, {}, {}, {}, page.Text(why)}}})
		}
		for _, l := range k.Loops {
			gain, change := l.expected()
			state, class := stateOf(k, &l)
			g := page.Cell{Text: "–"}
			if gain > 0 {
				g = page.Cell{Text: page.Ratio(gain), Value: gain}
				if change {
					g.Text += " with the change"
				}
				most = max(most, gain)
			}
			cycles := func(x float64) page.Cell {
				if x == 0 {
					return page.Cell{Text: "–"}
				}
				return page.Num(x)
			}
			write := l.Write
			if c := l.Change; c != nil {
				write = strings.TrimSpace(c.Text)
			}
			rows = append(rows, row{gain, page.Row{Cells: []page.Cell{
				page.Link(l.Position, "#"+lineID(kernelID(i), l.File, l.Line)), page.Text(k.Name), {Text: state, Class: class}, g,
				cycles(l.scalarCycles()), cycles(l.Vector), page.Text(boundText(l.Bound)), page.Text(write)}}})
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(b.gain, a.gain) })
	for _, r := range rows {
		if g := &r.row.Cells[3]; g.Value > 0 {
			g.Bar = g.Value / most
		}
		t.Rows = append(t.Rows, r.row)
	}
	return t.HTML()
}

// stateOf returns what a loop of k is in a word, and its class.
func stateOf(k *Kernel, l *Region) (state, class string) {
	switch {
	case k.NoCode != "" || len(k.Refused) > 0:
		return "fallback", "bad"
	case l.Became == "vectorized" || l.Became == "merged":
		return "vector", "good"
	case l.Became == "unrolled":
		return "unrolled", "good"
	}
	return "scalar", "fair"
}

// boundText returns a bound in words.
func boundText(b Bound) string {
	switch b.Kind {
	case "":
		return ""
	case "slots":
		return "issue slots"
	case "latency":
		return "latency"
	case "memory":
		return "memory (" + b.By + ")"
	}
	return "ports (" + b.By + ")"
}

// boundReasons explain the kinds of bounds.
var boundReasons = map[string]string{
	"slots":   "the processor issues no more micro-operations per cycle",
	"ports":   "the execution units %s are busy in every cycle",
	"latency": "each vector iteration waits for a result of the one before",
	"memory":  "the units for loads and stores (%s) are busy in every cycle, even with data in the first-level cache",
}

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
