package main

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"hotloop/bench"
	"hotloop/internal/page"
)

// tabulate makes the table of the rows of a length, if it is within the budget.
func (v *view) tabulate(n int, budget *int) {
	rows := v.at(n)
	if len(rows) == 0 {
		return
	}
	if t := v.table(fmt.Sprintf("%s-n%d", v.id, n), n, rows); len(t) <= *budget {
		*budget -= len(t)
		v.tables[n] = t
	}
}

// anchor returns the identifier of the curve of a row's kernel.
func (v *view) anchor(r *bench.Row) string {
	return v.id + "-" + strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, r.Suite+"-"+r.Kernel)
}

// table returns the table of the rows of a length.
func (v *view) table(id string, n int, rows []*bench.Row) template.HTML {
	several := slices.ContainsFunc(rows, func(r *bench.Row) bool { return r.Suite != rows[0].Suite })
	t := &page.Table{ID: id, Caption: "Kernels with " + page.Plural(n, "element"), Filter: len(rows) > 1, Columns: []page.Column{{Title: "kernel"}}}
	if several {
		t.Columns = append(t.Columns, page.Column{Title: "suite"})
	}
	add := func(title, hint string) {
		t.Columns = append(t.Columns, page.Column{Title: title, Hint: hint, Numeric: true})
	}
	add("ns", "of a call of hotloop's code")
	add("ns/element", "of an element; for nests, of an iteration of the innermost loops")
	if v.setting.GHz > 0 {
		add("cycles/element", fmt.Sprintf("at %.2f GHz", v.setting.GHz))
	}
	for _, p := range v.peers {
		add("over "+peerLabel(p), "the time of "+peerLabel(p)+"'s code over hotloop's; lines: the middle half of the batches")
	}
	add("over scalar", "the time of hotloop's code without vectorization over its code")
	add("% of limit", "of the machine's limit for the bytes moved and the arithmetic")
	t.Columns = append(t.Columns, page.Column{Title: "plan"})
	lo, hi := axisOf(func(each func(float64)) {
		for _, r := range rows {
			for _, p := range v.peers {
				b := v.bar(r, p)
				each(b.Value)
				each(b.Low)
				each(b.High)
			}
		}
	})
	for _, r := range rows {
		name := page.Text(r.Kernel)
		if v.drawn[v.anchor(r)] {
			name = page.Link(r.Kernel, "#"+v.anchor(r))
		}
		cells := []page.Cell{name}
		if several {
			cells = append(cells, page.Text(r.Suite))
		}
		ns := v.ns(r, v.engine)
		cells = append(cells, page.Num(ns), orNoCell(ns/r.Work.Elems))
		if v.setting.GHz > 0 {
			cells = append(cells, orNoCell(ns/r.Work.Elems*v.setting.GHz))
		}
		for _, p := range v.peers {
			b := v.bar(r, p)
			if b.Value == 0 {
				cells = append(cells, page.Text("–"))
				continue
			}
			c := page.Cell{Text: b.Text, Value: b.Value}
			if n == v.n {
				c = b.Cell(lo, hi)
			}
			if r.Slower(v.engine, p) {
				c.Class = "bad"
			}
			cells = append(cells, c)
		}
		plan := r.Plan
		switch {
		case !r.Native:
			plan = "not native"
		case plan == "" || !r.Vectorized:
			plan = "scalar"
		}
		cells = append(cells, orNoCell(r.ScalarRatio), orNoCell(r.LimitPct), page.Text(plan))
		t.Rows = append(t.Rows, page.Row{Cells: cells})
	}
	return t.HTML()
}

// count returns a cell with a number of things.
func count(n int) page.Cell { return page.Cell{Text: page.Count(int64(n)), Value: float64(n)} }

// orNoCell returns a cell with a number, or with a dash if there is none.
func orNoCell(x float64) page.Cell {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return page.Text("–")
	}
	return page.Num(x)
}

// peerLabel returns the name of a peer as its makers write it.
func peerLabel(name string) string {
	for _, p := range figurePeers {
		if p.name == name {
			return p.label
		}
	}
	return name
}

// ns returns the time of a call by the code of that name, with arguments that do not repeat if they were measured.
func (v *view) ns(r *bench.Row, name string) float64 {
	if x := r.FreshNS[name]; x > 0 {
		return x
	}
	return r.NS[name]
}

// bar returns the ratio to a peer with its spread; its value is 0 if there is none.
func (v *view) bar(r *bench.Row, peer string) page.Bar {
	_, _, x := r.Against(v.engine, peer)
	if x <= 0 {
		return page.Bar{}
	}
	q := r.Quartiles.Ratio[peer]
	return page.Bar{Label: peerLabel(peer), Value: x, Low: q[0], High: q[1], Text: times(x) + "×",
		Series: slices.Index(v.peers, peer) + 1}
}

// A quantity is what the vertical axis of curves shows.
type quantity struct {
	title string // in the page's choice
	label string // of the axis; %s is an element or an iteration
	of    func(ns, elems, ghz float64) float64
	note  func(ns, elems, ghz float64, unit string) string
}

// quantities are the choices. The first is the one of pictures, and of pages without script.
var quantities = []quantity{
	{"time per element", "ns per %s", func(ns, elems, _ float64) float64 { return ns / elems }, cyclesNote},
	{"time per call", "ns per call", func(ns, _, _ float64) float64 { return ns }, cyclesNote},
	{"cycles per element", "cycles per %s", func(ns, elems, ghz float64) float64 { return ns / elems * ghz },
		func(ns, elems, _ float64, unit string) string { return page.Number(ns/elems) + " ns per " + unit }},
	{"elements per ns", "%ss per ns", func(ns, elems, _ float64) float64 { return elems / ns }, cyclesNote},
}

// cyclesNote says how many cycles an element takes, if the clock is known.
func cyclesNote(ns, elems, ghz float64, unit string) string {
	if ghz == 0 {
		return ""
	}
	return page.Number(ns/elems*ghz) + " cycles per " + unit
}

// draw draws the curves of the kernels that have several lengths, as far as the budget permits.
func (v *view) draw(budget *int) error {
	seen := map[string]bool{}
	for _, r := range v.rows {
		anchor := v.anchor(r)
		if seen[anchor] {
			continue
		}
		seen[anchor] = true
		c := v.curve(r, &quantities[0])
		if c == nil {
			continue
		}
		others := []template.HTML{}
		for i := 1; i < len(quantities); i++ {
			if quantities[i].of(1, 1, v.setting.GHz) == 0 {
				others = append(others, "") // without a clock there are no cycles
			} else {
				others = append(others, v.curve(r, &quantities[i]).HTML())
			}
		}
		packed, err := page.Pack(others)
		if err != nil {
			return err
		}
		html := c.HTML()
		if len(html)+len(packed) > *budget {
			v.left++
			continue
		}
		*budget -= len(html) + len(packed)
		v.curves = append(v.curves, curve{anchor, html, packed})
		v.drawn[anchor] = true
	}
	return nil
}

// curve returns the curve of the kernel of a row, or nil if it has one length only.
func (v *view) curve(of *bench.Row, m *quantity) *page.Lines {
	var rows, before []*bench.Row
	for _, r := range v.rows {
		if r.Kernel == of.Kernel && r.Suite == of.Suite && r.Work.Elems > 0 {
			rows = append(rows, r)
		}
	}
	if len(rows) < 2 {
		return nil
	}
	if v.old != nil {
		for _, r := range v.old.Rows {
			if r.Kernel == of.Kernel && r.Suite == of.Suite && r.ISA == v.isa && r.Mode == v.mode && r.Work.Elems > 0 {
				before = append(before, r)
			}
		}
	}
	slices.SortFunc(rows, func(a, b *bench.Row) int { return a.N - b.N })
	unit := "element"
	if of.Work.Iterations {
		unit = "iteration"
	}
	c := &page.Lines{Title: of.Kernel, Width: 430, Height: 330, X: page.Axis{Label: "elements", Log: true},
		Y: page.Axis{Label: strings.ReplaceAll(m.label, "%s", unit), Log: true}}
	add := func(name, key string, rows []*bench.Row, ghz float64, at func(*bench.Row) float64) {
		s := page.Series{Name: name, Dashed: key == ""}
		for _, r := range rows {
			ns := at(r)
			if ns == 0 {
				continue
			}
			of := func(ns float64) float64 { return m.of(ns, r.Work.Elems, ghz) }
			p := page.Point{X: float64(r.N), Y: of(ns)}
			if p.Y == 0 {
				continue
			}
			if q := r.Quartiles.NS[key]; q[0] < q[1] {
				p.Low, p.High = min(of(q[0]), of(q[1])), max(of(q[0]), of(q[1]))
			}
			if !s.Dashed {
				p.Note = m.note(ns, r.Work.Elems, ghz, unit)
			}
			s.Points = append(s.Points, p)
		}
		if len(s.Points) > 0 || slices.Contains(v.peers, key) { // the colors are those of the other kernels
			c.Series = append(c.Series, s)
		}
	}
	timed := func(name, key string, rows []*bench.Row, ghz float64) {
		add(name, key, rows, ghz, func(r *bench.Row) float64 { return v.ns(r, key) })
	}
	ghz := v.setting.GHz
	timed(v.engine, v.engine, rows, ghz)
	for _, p := range v.peers {
		timed(peerLabel(p), p, rows, ghz)
	}
	if before != nil {
		slices.SortFunc(before, func(a, b *bench.Row) int { return a.N - b.N })
		timed(v.engine+" before", v.old.Engine(), before, v.old.GHz)
	}
	if v.own {
		timed("without vectors", bench.OwnScalar, rows, ghz)
	}
	add("limit", "", rows, ghz, func(r *bench.Row) float64 { return r.LimitNS(v.engine) })
	return c
}
