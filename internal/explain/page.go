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
