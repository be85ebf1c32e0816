package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"hotloop/bench"
	"hotloop/internal/page"
)

// A page has at most 2 MB. Of pageBytes, curves get curveShare of what the tables of the lengths that ratios are of
// leave, at rowBytes for a row. The tables of other lengths get the rest. What does not fit is left out, and the page
// says so.
const (
	pageBytes  = 1_850_000
	rowBytes   = 1_300
	curveShare = 0.7
)

// chartedRows bounds the number of kernels or changes in a chart of bars. All are in the table below it.
const chartedRows = 40

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// A view is the part of a page for one machine, instruction set and mode.
type view struct {
	shape
	setting   *bench.Setting
	old       *bench.Results // what the results are compared with; may be nil
	id        string
	machine   string // the name of the results, unique on the page
	isa, mode string
	n         int // the length that ratios are shown for: the one nearest bench.ReferenceN
	rows      []*bench.Row

	curves []curve
	drawn  map[string]bool // the anchors of curves
	tables map[int]template.HTML
	left   int // kernels for whose curves there was no room
}

// A curve is the drawn curve of a kernel.
type curve struct {
	anchor string
	html   template.HTML
	others string // packed: the curve of each further quantity
}

// page returns the results as a page.
func (p *published) page() ([]byte, error) {
	views := p.views()
	if len(views) == 0 {
		return nil, errors.New("no kernel has times")
	}
	out := &page.Page{Title: "Speed of hotloop", Lead: template.HTML(views[0].lead()), Style: template.CSS(pageStyle),
		Script: template.JS(pageScript), Footer: "Made by jitbench -html. " + method}
	type entry struct {
		ID      string `json:"id"`
		Machine string `json:"machine"`
		Code    string `json:"code"`
	}
	var entries []entry
	for _, v := range views {
		entries = append(entries, entry{v.id, v.machine, v.code()})
	}
	if len(p.new) == 1 {
		out.Facts = facts(&p.new[0].Setting)
	}
	out.Sections = []page.Section{{ID: "overview", Title: "Overview", Body: p.overview(views)}}
	for i, r := range p.new {
		if old := p.older(r); old != nil {
			s := page.Section{ID: fmt.Sprintf("changes%d", i), Title: "Changes"}
			if len(p.new) > 1 {
				s.Title += ": " + p.names()[i]
			}
			s.Note, s.Body = changes(old, r, s.ID)
			out.Sections = append(out.Sections, s)
		}
	}
	budget := pageBytes
	for _, s := range out.Sections {
		budget -= len(s.Body)
	}
	rest := budget
	for _, v := range views {
		rest -= rowBytes * len(v.at(v.n))
	}
	rest = int(curveShare * float64(max(rest, 0)))
	budget -= rest
	curves := map[string]string{}
	for _, v := range views {
		if err := v.draw(&rest); err != nil {
			return nil, err
		}
		for _, c := range v.curves {
			curves[c.anchor] = c.others
		}
	}
	budget += rest
	var titles []string
	for _, q := range quantities {
		titles = append(titles, q.title)
	}
	out.Data = map[string]any{"views": entries, "quantities": titles, "curves": curves}
	for _, first := range []bool{true, false} {
		for _, v := range views {
			for _, n := range v.lengths {
				if first == (n == v.n) {
					v.tabulate(n, &budget)
				}
			}
		}
	}
	for _, v := range views {
		out.Sections = append(out.Sections, v.sections(len(p.new) > 1)...)
	}
	var b bytes.Buffer
	err := out.Write(&b)
	return b.Bytes(), err
}

// views returns a view for each machine, instruction set and mode.
func (p *published) views() (all []*view) {
	for i, r := range p.new {
		s := shapeOf(r)
		for _, isa := range s.isas {
			for _, mode := range s.modes {
				v := &view{shape: s, setting: &r.Setting, old: p.older(r), id: fmt.Sprintf("view%d", len(all)), machine: p.names()[i],
					isa: isa, mode: mode, drawn: map[string]bool{}, tables: map[int]template.HTML{}}
				for _, row := range r.Rows {
					if row.ISA == isa && row.Mode == mode && row.Timed() && row.NS[s.engine] > 0 {
						v.rows = append(v.rows, row)
						if v.n == 0 || nearer(row.N, v.n) {
							v.n = row.N
						}
					}
				}
				if len(v.rows) > 0 {
					all = append(all, v)
				}
			}
		}
	}
	return all
}

// nearer reports whether n is nearer than m to the length that ratios are shown for.
func nearer(n, m int) bool {
	far := func(n int) float64 { return math.Abs(math.Log(float64(max(n, 1)) / bench.ReferenceN)) }
	return far(n) < far(m)
}

// names returns a name for each of the new results: of the processor, and what tells it from another of the same name.
func (p *published) names() []string {
	count := map[string]int{}
	var names []string
	for _, r := range p.new {
		name := machineName(&r.Setting)
		if count[name]++; count[name] > 1 {
			name = fmt.Sprintf("%s, run %d", name, count[name])
		}
		names = append(names, name)
	}
	return names
}

// facts lists what results were measured on, and with.
func facts(s *bench.Setting) (list []page.Fact) {
	add := func(name, value string) {
		if value != "" {
			list = append(list, page.Fact{Name: name, Value: value})
		}
	}
	add("processor", machineName(s))
	add("platform", s.Platform)
	if s.GHz > 0 {
		add("clock", fmt.Sprintf("%.2f GHz", s.GHz))
	}
	add("compilers", versions(s.Version))
	add("date", s.Date)
	add("commit", s.Commit)
	add("measured by", strings.TrimSpace("jitbench"+s.Command))
	return list
}

// code names the instruction set and the mode.
func (v *view) code() string { return isaName(v.isa) + ", mode " + v.mode }

// isaName spells an instruction set as its makers do.
func isaName(isa string) string { return strings.ToUpper(strings.Replace(isa, "avx512", "avx-512", 1)) }

// at returns the rows of a length.
func (v *view) at(n int) (rows []*bench.Row) {
	for _, r := range v.rows {
		if r.N == n {
			rows = append(rows, r)
		}
	}
	return rows
}

// reference returns a row for each kernel: at the length that ratios are shown for, or at the nearest it has.
func (v *view) reference() (rows []*bench.Row) {
	best := map[string]int{}
	for _, r := range v.rows {
		i, ok := best[r.Suite+" "+r.Kernel]
		switch {
		case !ok:
			best[r.Suite+" "+r.Kernel] = len(rows)
			rows = append(rows, r)
		case nearer(r.N, rows[i].N):
			rows[i] = r
		}
	}
	return rows
}

// suites summarizes the rows by suite.
func (v *view) suites() (list []suiteFigures) {
	var names []string
	rows := v.reference()
	for _, r := range rows {
		if !slices.Contains(names, r.Suite) {
			names = append(names, r.Suite)
		}
	}
	for _, name := range names {
		of := slices.DeleteFunc(slices.Clone(rows), func(r *bench.Row) bool { return r.Suite != name })
		list = append(list, summarize(of, name, v.mode, of[0].N, v.engine))
	}
	slices.SortStableFunc(list, func(a, b suiteFigures) int { return cmp.Compare(b.Ratios["go"].Mean, a.Ratios["go"].Mean) })
	return list
}

// all summarizes all rows as one suite.
func (v *view) all() suiteFigures { return summarize(v.reference(), "all", v.mode, v.n, v.engine) }

// lead says the most important figures in a sentence.
func (v *view) lead() string {
	f := v.all()
	var parts []string
	for _, p := range figurePeers {
		if r := f.Ratios[p.name]; r.Kernels > 0 {
			parts = append(parts, fmt.Sprintf("<b>%s×</b> as fast as %s", times(r.Mean), p.label))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	text := parts[0]
	if n := len(parts); n > 1 {
		text = strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return template.HTMLEscapeString(v.engine) + " is " + text + fmt.Sprintf(": geometric means of %s with %s, %s.",
		page.Plural(f.Kernels, "kernel"), page.Plural(v.n, "element"), template.HTMLEscapeString(v.code()))
}

// overview returns a table with a row for each view.
func (p *published) overview(views []*view) template.HTML {
	t := &page.Table{ID: "overview-table", Caption: "Geometric means, a peer's time over hotloop's", Columns: []page.Column{
		{Title: "code"}, {Title: "kernels", Numeric: true}, {Title: "elements", Numeric: true}}}
	if len(p.new) > 1 {
		t.Columns = slices.Insert(t.Columns, 1, page.Column{Title: "machine"})
	}
	for _, peer := range figurePeers {
		t.Columns = append(t.Columns, page.Column{Title: "over " + peer.label, Numeric: true, Hint: "lines: the middle half of the kernels"},
			page.Column{Title: "slower", Numeric: true, Hint: "kernels that take at least 5% and 4 ns longer than " + peer.label + "'s code"})
	}
	var all []suiteFigures
	for _, v := range views {
		all = append(all, v.all())
	}
	lo, hi := axisOf(func(each func(x float64)) {
		for _, f := range all {
			for _, r := range f.Ratios {
				each(r.Q1)
				each(r.Q3)
				each(r.Mean)
			}
		}
	})
	for i, v := range views {
		f := all[i]
		cells := []page.Cell{page.Link(v.code(), "#"+v.id), count(f.Kernels), count(v.n)}
		if len(p.new) > 1 {
			cells = slices.Insert(cells, 1, page.Text(v.machine))
		}
		for k, peer := range figurePeers {
			r, ok := f.Ratios[peer.name]
			if !ok {
				cells = append(cells, page.Text("–"), page.Text("–"))
				continue
			}
			b := page.Bar{Value: r.Mean, Low: r.Q1, High: r.Q3, Text: times(r.Mean) + "×", Series: k + 1}
			cells = append(cells, b.Cell(lo, hi), count(r.Slower))
		}
		t.Rows = append(t.Rows, page.Row{Cells: cells})
	}
	out := t.HTML()
	if len(p.new) > 1 {
		m := &page.Table{ID: "machines", Caption: "Machines"}
		for _, title := range []string{"processor", "platform", "clock", "compilers", "date", "commit", "measured by"} {
			m.Columns = append(m.Columns, page.Column{Title: title})
		}
		for i, r := range p.new {
			cells := []page.Cell{page.Text(p.names()[i])}
			known := map[string]string{}
			for _, f := range facts(&r.Setting) {
				known[f.Name] = f.Value
			}
			for _, c := range m.Columns[1:] {
				cells = append(cells, page.Text(known[c.Title]))
			}
			m.Rows = append(m.Rows, page.Row{Cells: cells})
		}
		out += m.HTML()
	}
	return out
}

// axisOf returns the ends of an axis of ratios that has all the values that values passes on, and 1.
func axisOf(values func(each func(x float64))) (lo, hi float64) {
	lo, hi = 0.5, 2
	values(func(x float64) {
		if x > 0 {
			lo, hi = min(lo, x), max(hi, x)
		}
	})
	return lo, hi
}

// sections returns the sections of a view.
func (v *view) sections(several bool) []page.Section {
	title := v.code()
	if several {
		title += ": " + v.machine
	}
	note := ""
	if r := v.all().Ratios["go"]; r.Kernels > 0 {
		note = times(r.Mean) + "×"
	}
	var tables, curves strings.Builder
	for _, n := range v.lengths {
		count := len(v.at(n))
		switch table := v.tables[n]; {
		case table != "":
			open := ""
			if n == v.n {
				open = " open"
			}
			fmt.Fprintf(&tables, "<details%s><summary>%s</summary>\n%s</details>\n", open, page.Plural(n, "element"), table)
		case count > 0:
			fmt.Fprintf(&tables, "<p>%s: %s not shown, because a page is limited in size. Choose with -run, -mode or -n.</p>\n", page.Plural(n, "element"),
				page.Plural(count, "kernel"))
		}
	}
	list := []page.Section{{ID: v.id, Title: title, Note: note, Body: suiteChart(v.mode, v.suites()).HTML()},
		{ID: v.id + "-kernels", Title: "Kernels", Level: 1, Body: template.HTML(tables.String())}}
	if len(v.curves)+v.left == 0 {
		return list
	}
	curves.WriteString("<p>The time against the number of elements, on logarithmic axes. Bands are the middle half of the " +
		"batches. The dashed line is the machine's limit for the bytes moved and the arithmetic.</p>\n<div class=\"curves\">\n")
	for _, c := range v.curves {
		fmt.Fprintf(&curves, "<div id=\"%s\">%s</div>\n", c.anchor, c.html)
	}
	curves.WriteString("</div>\n")
	if v.left > 0 {
		fmt.Fprintf(&curves, "<p>%s not drawn, because a page is limited in size. Choose with -run or -mode.</p>\n", page.Plural(v.left, "kernel"))
	}
	return append(list, page.Section{ID: v.id + "-curves", Title: "Curves", Level: 1, Body: template.HTML(curves.String())})
}

// changes returns what differs between two results, and the most important of it in few words.
func changes(old, now *bench.Results, id string) (note string, body template.HTML) {
	c := bench.Compare(old, now)
	var b strings.Builder
	for _, line := range []string{"Old: " + settingLine(&old.Setting) + ".", "New: " + settingLine(&now.Setting) + ".", summary(c) + ".",
		comparisonNote} {
		fmt.Fprintf(&b, "<p>%s</p>\n", template.HTMLEscapeString(line))
	}
	chart := &page.Groups{Title: "Changes beyond noise", Axis: page.Axis{Format: page.RatioTick}, Below: "slower than before",
		Above: "faster than before", Lead: []string{"old time over new, on a logarithmic axis; lines: noise"}}
	t := &page.Table{ID: id + "-table", Caption: "All changes", Filter: true, Columns: []page.Column{{Title: "kernel"}, {Title: "suite"},
		{Title: "code"}, {Title: "elements", Numeric: true}, {Title: "old ns", Numeric: true}, {Title: "new ns", Numeric: true},
		{Title: "change", Numeric: true, Hint: "old time over new: above 1 is faster"},
		{Title: "noise", Numeric: true, Hint: "what noise may make of it"}, {Title: "result"}}}
	for _, x := range byChange(c) {
		r := x.New
		text, class := "within noise", ""
		switch x.Beyond() {
		case 1:
			text, class = "faster", "good"
		case -1:
			text, class = "slower", "bad"
		}
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{page.Text(r.Kernel), page.Text(r.Suite), page.Text(isaName(r.ISA) + ", " + r.Mode),
			count(r.N), page.Num(x.OldNS), page.Num(x.NewNS), {Text: page.Ratio(x.Speedup), Value: x.Speedup, Class: class},
			{Text: fmt.Sprintf("±%.1f%%", 100*(x.Band-1)), Value: x.Band}, {Text: text, Class: class}}})
		if x.Beyond() != 0 && len(chart.Groups) < chartedRows {
			series := 2
			if x.Beyond() < 0 {
				series = 1
			}
			chart.Groups = append(chart.Groups, page.Group{Label: r.Kernel, Note: fmt.Sprintf("%s, %s, n = %d", isaName(r.ISA), r.Mode, r.N),
				Bars: []page.Bar{{Value: x.Speedup, Low: x.Speedup / x.Band, High: x.Speedup * x.Band, Text: page.Ratio(x.Speedup), Series: series}}})
		}
	}
	if len(chart.Groups) > 0 {
		b.WriteString(string(chart.HTML()))
	}
	b.WriteString(string(t.HTML()))
	return fmt.Sprintf("%d faster, %d slower", c.Faster, c.Slower), template.HTML(b.String())
}

// picture returns the results as a picture. Those of several machines, instruction sets and modes are below one another.
func (p *published) picture() ([]byte, error) {
	views := p.views()
	if len(views) == 0 {
		return nil, errors.New("no kernel has times")
	}
	var list []page.Picture
	for _, v := range views {
		list = append(list, v.picture(len(views) > 1))
	}
	return page.SVG(list...), nil
}

// picture returns the curve of the only kernel, or the ratios of the suites, or of the kernels of the only suite.
func (v *view) picture(several bool) page.Picture {
	rows := v.reference()
	if len(rows) == 1 {
		if c := v.curve(rows[0], &quantities[0]); c != nil {
			c.Width, c.Height, c.Title = 840, 380, fmt.Sprintf("%s: %s, %s", c.Title, v.machine, v.code())
			return c
		}
	}
	c := suiteChart(v.mode, v.suites())
	if len(c.Groups) == 1 && len(rows) <= chartedRows {
		c.Groups, c.Lead[1] = nil, "times as fast, on a logarithmic axis; lines: the middle half of the batches"
		for _, r := range rows {
			g := page.Group{Label: r.Kernel, Note: page.Number(v.ns(r, v.engine)/r.Work.Elems) + " ns per element"}
			for _, peer := range v.peers {
				if b := v.bar(r, peer); b.Value > 0 {
					g.Bars = append(g.Bars, b)
				}
			}
			c.Groups = append(c.Groups, g)
		}
	}
	if several {
		c.Lead = slices.Insert(c.Lead, 0, v.machine+", "+v.code())
	}
	c.Footer = settingLine(v.setting)
	return c
}
