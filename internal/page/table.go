package page

import (
	"html/template"
	"strconv"
	"strings"
)

// Table is a table that script makes sortable by its heads and, if asked, filterable.
type Table struct {
	ID      string // unique on the page
	Caption string
	Columns []Column
	Rows    []Row
	Filter  bool // with a field whose text selects rows
}

// Column is the head of a column.
type Column struct {
	Title   string
	Hint    string // shown on hover; may be empty
	Numeric bool   // aligned to the right, sorted by Cell.Value, first from the largest
}

// Row is a row of a table.
type Row struct {
	Cells []Cell
	Class string // "good", "fair" or "bad"; may be empty
}

// Cell is the content of one field. The first of a row is its head.
type Cell struct {
	Text  string
	HTML  template.HTML // shown instead of Text if not empty
	Value float64       // what a numeric column is sorted by
	Class string        // "good", "fair" or "bad"; may be empty
	Bar   float64       // a bar behind the text, as a share of the width of the cell
}

// Num returns a cell that shows x as [Number] does.
func Num(x float64) Cell { return Cell{Text: Number(x), Value: x} }

// Text returns a cell with a text.
func Text(s string) Cell { return Cell{Text: s} }

// Link returns a cell with a text that leads to an address.
func Link(text, address string) Cell {
	return Cell{Text: text, HTML: template.HTML(`<a href="` + template.HTMLEscapeString(address) + `">` +
		template.HTMLEscapeString(text) + `</a>`)}
}

// HTML returns the table.
func (t *Table) HTML() template.HTML {
	var b strings.Builder
	esc := template.HTMLEscapeString
	class := func(names ...string) string {
		if s := strings.TrimSpace(strings.Join(names, " ")); s != "" {
			return ` class="` + esc(s) + `"`
		}
		return ""
	}
	b.WriteString(`<div class="table"`)
	if t.Filter {
		b.WriteString(` data-filter="`)
		b.WriteString(esc(t.Caption))
		b.WriteString(`"`)
	}
	b.WriteString(` role="group" tabindex="0" aria-labelledby="` + esc(t.ID) + `-caption"><table id="` + esc(t.ID) + `">` + "\n")
	b.WriteString(`<caption id="` + esc(t.ID) + `-caption">` + esc(t.Caption) + "</caption>\n<thead><tr>")
	for _, c := range t.Columns {
		b.WriteString(`<th scope="col"`)
		if c.Numeric {
			b.WriteString(` class="num"`)
		}
		if c.Hint != "" {
			b.WriteString(` title="` + esc(c.Hint) + `"`)
		}
		b.WriteString(">" + esc(c.Title) + "</th>")
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for _, r := range t.Rows {
		b.WriteString("<tr" + class(r.Class) + ">")
		for i, c := range r.Cells {
			tag, attr := "td", ""
			if i == 0 {
				tag, attr = "th", ` scope="row"`
			}
			num := ""
			if i < len(t.Columns) && t.Columns[i].Numeric {
				num = "num"
				attr += ` data-value="` + strconv.FormatFloat(c.Value, 'g', -1, 64) + `"`
			}
			bar := ""
			if c.Bar > 0 {
				bar = "bar"
				attr += ` style="--bar:` + strconv.FormatFloat(100*min(c.Bar, 1), 'f', 1, 64) + `%"`
			}
			text := string(c.HTML)
			if text == "" {
				text = esc(c.Text)
			}
			b.WriteString("<" + tag + attr + class(num, bar, c.Class) + ">" + text + "</" + tag + ">")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody></table></div>\n")
	return template.HTML(b.String())
}
