package page

import (
	"fmt"
	"html/template"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Group is a group of bars that share a label.
type Group struct {
	Label, Note string // the note is below the label, in quiet text
	Href        string // where the label leads; may be empty
	Bars        []Bar  // whose labels and links are their own
}

// Groups is a chart of groups of horizontal bars, which start at 1 on a logarithmic axis: for ratios.
type Groups struct {
	Title        string
	Lead         []string // lines below the title
	Axis         Axis
	Below, Above string // what it means to be on either side of 1
	Groups       []Group
	Footer       string
	Width        int // in pixels; 840 if zero
}

// HTML returns the chart for a page. A table of the values should stand beside it, for those who cannot see it.
func (c *Groups) HTML() template.HTML { return c.draw().markup() }

func (c *Groups) draw() *drawing {
	const step, thick, gap = 14.0, 11.0, 9.0
	d := &drawing{width: c.Width, title: c.Title}
	if d.width == 0 {
		d.width = 840
	}
	labels, names, beyond := 40.0, 0.0, 40.0
	least, most := 0.5, 2.0
	var spoken []string
	for _, g := range c.Groups {
		labels = max(labels, 1.15*textWidth(g.Label), textWidth(g.Note))
		text := g.Label + ":"
		for _, b := range g.Bars {
			names, beyond = max(names, textWidth(b.Label)), max(beyond, textWidth(b.Text)+22)
			for _, x := range []float64{b.Value, b.Low, b.High} {
				if usable(x, true) {
					least, most = min(least, x), max(most, x)
				}
			}
			text += " " + b.Label + " " + b.Text
		}
		spoken = append(spoken, text)
	}
	left, right := 24+labels+10+names+10, float64(d.width)-beyond
	d.add("<desc>%s</desc>", template.HTMLEscapeString(strings.Join(spoken, "; ")))
	d.text(24, 34, "title", "start", c.Title)
	y := 38.0
	for _, line := range c.Lead {
		y += 17
		d.text(24, y, "axis", "start", line)
	}
	axis := c.Axis
	axis.Log = true
	ticks := axis.ticks(least, most)
	s := scale{ticks[0], ticks[len(ticks)-1], left, right, true}
	y += 28
	d.text(s.at(1)-8, y, "tick", "end", c.Below)
	d.text(s.at(1)+8, y, "tick", "start", c.Above)
	y += 18
	for _, x := range ticks {
		d.text(s.at(x), y, "tick", "middle", axis.format(x))
	}
	top := y + 7
	bottom := top + gap
	for _, g := range c.Groups {
		bottom += max(step*float64(len(g.Bars)), 32) + gap
	}
	for _, x := range ticks {
		d.line(s.at(x), top, s.at(x), bottom, "grid")
	}
	y = top + gap
	for _, g := range c.Groups {
		if g.Href != "" {
			d.add(`<a href="%s">`, template.HTMLEscapeString(g.Href))
		}
		d.text(24, y+11, "strong", "start", g.Label)
		if g.Href != "" {
			d.add("</a>")
		}
		d.text(24, y+27, "tick", "start", g.Note)
		for i := range g.Bars {
			d.ratio(&g.Bars[i], s, y+step*float64(i), left-10, thick)
		}
		y += max(step*float64(len(g.Bars)), 32) + gap
	}
	d.line(s.at(1), top, s.at(1), bottom, "base")
	d.height = int(bottom) + 16
	if c.Footer != "" {
		d.text(24, bottom+22, "tick", "start", c.Footer)
		d.height = int(bottom) + 38
	}
	return d
}

// ratio draws a bar from 1 to its value, with its spread, its label to the left and its text to the right.
func (d *drawing) ratio(b *Bar, s scale, y, label, thick float64) {
	d.text(label, y+10, "label", "end", b.Label)
	if !usable(b.Value, true) {
		d.text(s.at(1)+7, y+10, "tick", "start", b.Text)
		return
	}
	end := d.span(b, s, y, thick)
	d.text(max(end, s.at(1))+7, y+10, "strong", "start", b.Text)
}

// span draws a bar from 1 to its value with its spread, and returns where it ends.
func (d *drawing) span(b *Bar, s scale, y, thick float64) (end float64) {
	from, to := s.at(min(1, b.Value)), s.at(max(1, b.Value))
	d.add(`<rect x="%s" y="%s" width="%s" height="%s" rx="1.5" class="f%d"/>`, px(from), px(y), px(max(to-from, 0.5)), px(thick),
		b.Series%seriesColors+1)
	if b.Low < b.High && usable(b.Low, true) {
		d.add(`<path d="M%s %sH%sM%[1]s %[4]sv7M%[3]s %[4]sv7" class="spread"/>`, px(s.at(b.Low)), px(y+thick/2), px(s.at(b.High)),
			px(y+thick/2-3.5))
		return max(to, s.at(b.High))
	}
	return to
}

// Cell returns the bar as the cell of a table: its text, and a picture of it on a logarithmic axis from lo to hi.
func (b *Bar) Cell(lo, hi float64) Cell {
	const width, height = 120, 14
	d := &drawing{}
	s := scale{lo, hi, 1, width - 1, true}
	d.line(s.at(1), 0, s.at(1), height, "base")
	d.span(b, s, 2, height-4)
	return Cell{Text: b.Text, Value: b.Value, HTML: template.HTML(fmt.Sprintf(`<span class="barred">%s <svg class="chart" aria-hidden="true" `+
		`viewBox="0 0 %d %d" width="%[2]d" height="%[3]d">%s</svg></span>`, template.HTMLEscapeString(b.Text), width, height,
		strings.ReplaceAll(d.b.String(), "\n", "")))}
}

var variable = regexp.MustCompile(`var\(--([a-z0-9-]+)\)`)

// Themed returns a picture in the colors of the theme "light" or "dark" only, for readers that know no variables.
func Themed(picture []byte, theme string) []byte {
	head, rest, _ := strings.Cut(string(picture), themeStyle())
	colors := map[string]string{}
	for _, c := range palette {
		if colors[c.name] = c.light; theme == "dark" {
			colors[c.name] = c.dark
		}
	}
	return []byte(variable.ReplaceAllStringFunc(head+rest, func(v string) string {
		return colors[variable.FindStringSubmatch(v)[1]]
	}))
}

// RatioTick formats a tick of an axis of ratios: 0.5×, 20×.
func RatioTick(x float64) string {
	return strconv.FormatFloat(math.Round(x*1e6)/1e6, 'g', -1, 64) + "×"
}
