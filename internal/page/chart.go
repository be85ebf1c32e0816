package page

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Axis is an axis of a chart. If Min and Max are both zero, the data determine its ends.
type Axis struct {
	Label    string
	Log      bool
	Min, Max float64
	Format   func(float64) string // of ticks; Short if nil
}

// Point is a point of a chart, with the ends of its spread if these differ.
type Point struct {
	X, Y      float64
	Low, High float64
	Note      string // shown on hover, below the coordinates
}

// Series is a line of a chart. Its color and the shape of its points follow from its position in the chart.
type Series struct {
	Name   string
	Points []Point
	Dashed bool // for what is a limit or an expectation, not a measurement
}

// Lines is a chart of lines over a horizontal axis.
type Lines struct {
	Title         string
	X, Y          Axis
	Series        []Series
	Width, Height int // in pixels; 720 by 380 if zero
}

// Bar is a bar of a bar chart.
type Bar struct {
	Label     string
	Value     float64
	Low, High float64 // the ends of its spread, if they differ
	Text      string  // shown at its end; the value if empty
	Series    int     // selects its color
	Strong    bool    // whether it is the chosen one: with a frame and in bold
	Href      string  // where the label leads; may be empty
}

// Bars is a chart of horizontal bars. They start at Base, which is 0 on a linear axis and usually 1 on a logarithmic one.
type Bars struct {
	Title string
	X     Axis
	Base  float64
	Names []string // of the series, for the legend; none if there is one series
	Bars  []Bar
	Width int // in pixels; 720 if zero
}

// scale maps the values of an axis to pixels.
type scale struct {
	lo, hi   float64 // values
	from, to float64 // pixels
	log      bool
}

func (s scale) at(x float64) float64 {
	lo, hi := s.lo, s.hi
	if s.log {
		x, lo, hi = math.Log(max(x, math.SmallestNonzeroFloat64)), math.Log(lo), math.Log(hi)
	}
	return s.from + (s.to-s.from)*min(max((x-lo)/(hi-lo), 0), 1)
}

// usable reports whether a value has a place on an axis.
func usable(x float64, log bool) bool {
	return !math.IsNaN(x) && !math.IsInf(x, 0) && (!log || x > 0)
}

// ticks returns the ticks of an axis for values between lo and hi, which it includes.
func (a *Axis) ticks(lo, hi float64) []float64 {
	if a.Min != 0 || a.Max != 0 {
		lo, hi = a.Min, a.Max
	}
	if a.Log {
		return logTicks(lo, hi)
	}
	if hi <= lo {
		hi = lo + 1
	}
	step := math.Pow(10, math.Floor(math.Log10((hi-lo)/5)))
	for _, f := range []float64{1, 2, 5, 10} {
		if (hi-lo)/(f*step) <= 6 {
			step *= f
			break
		}
	}
	var list []float64
	for i := math.Floor(lo/step + 1e-9); ; i++ {
		list = append(list, i*step)
		if i*step >= hi-1e-9*step {
			return list
		}
	}
}

// logTicks returns powers of ten, with 2 and 5 between them if there is room.
func logTicks(lo, hi float64) []float64 {
	if !(lo > 0) {
		lo = 1
	}
	if !(hi > lo) {
		hi = lo * 2
	}
	steps := []float64{1, 2, 5}
	if math.Log10(hi/lo) > 3.2 {
		steps = []float64{1}
	}
	var list []float64
	for e := math.Floor(math.Log10(lo)); ; e++ {
		for _, f := range steps {
			x := f * math.Pow(10, e)
			if x <= lo*(1+1e-9) {
				list = list[:0]
			}
			list = append(list, x)
			if x >= hi*(1-1e-9) {
				return list
			}
		}
	}
}

func (a *Axis) format(x float64) string {
	if a.Format != nil {
		return a.Format(x)
	}
	return Short(x)
}

// drawing builds a picture.
type drawing struct {
	b             strings.Builder
	width, height int
	title         string
}

func px(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }

func (d *drawing) add(format string, args ...any) { fmt.Fprintf(&d.b, format+"\n", args...) }

func (d *drawing) text(x, y float64, class, anchor, text string) {
	d.add(`<text x="%s" y="%s" class="%s" text-anchor="%s">%s</text>`, px(x), px(y), class, anchor, template.HTMLEscapeString(text))
}

func (d *drawing) line(x1, y1, x2, y2 float64, class string) {
	d.add(`<line x1="%s" y1="%s" x2="%s" y2="%s" class="%s"/>`, px(x1), px(y1), px(x2), px(y2), class)
}

// textWidth estimates the width of a text of 12 pixels.
func textWidth(s string) float64 { return 6.6 * float64(len([]rune(s))) }

// legend draws the names of series in rows from y on and returns where the rows end.
func (d *drawing) legend(names []string, left, right, y float64, mark func(i int, x, y float64)) float64 {
	x := left
	for i, n := range names {
		w := textWidth(n) + 44
		if x+w > right && x > left {
			x, y = left, y+18
		}
		mark(i, x, y-4)
		d.text(x+26, y, "label", "start", n)
		x += w
	}
	return y + 12
}

// marker draws the mark of a point of series i, with a title if it has one.
func (d *drawing) marker(i int, x, y float64, title string) {
	if title != "" {
		d.add("<g><title>%s</title>", template.HTMLEscapeString(title))
	}
	class := "f" + strconv.Itoa(i%seriesColors+1)
	switch i % 4 {
	case 0:
		d.add(`<circle cx="%s" cy="%s" r="3.2" class="%s"/>`, px(x), px(y), class)
	case 1:
		d.add(`<rect x="%s" y="%s" width="6" height="6" class="%s"/>`, px(x-3), px(y-3), class)
	case 2:
		d.add(`<path d="M%s %sl4 7h-8z" class="%s"/>`, px(x), px(y-4), class)
	case 3:
		d.add(`<path d="M%s %sl4 4l-4 4l-4-4z" class="%s"/>`, px(x), px(y-4), class)
	}
	if title != "" {
		d.add("</g>")
	}
}

// pictureStyle has the rules for pictures that are part of a page or a file of their own.
var pictureStyle = func() string {
	var b strings.Builder
	b.WriteString(".chart text{font:12px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;fill:var(--text)}" +
		".chart .tick,.chart .axis{fill:var(--quiet)}.chart .title{font-size:14px;font-weight:600}.chart .strong{font-weight:700}" +
		".chart line.grid{stroke:var(--line)}.chart line.base,.chart .spread{stroke:var(--text);fill:none}" +
		".chart .frame{fill:none;stroke:var(--text);stroke-width:1.5}.chart .back{fill:var(--back)}" +
		".chart path.curve{fill:none;stroke-width:2}.chart path.dashed{stroke-dasharray:6 4}.chart .band{stroke:none;opacity:.16}")
	for i := 1; i <= seriesColors; i++ {
		fmt.Fprintf(&b, ".chart .s%d{stroke:var(--series%d)}.chart .f%d{fill:var(--series%d)}", i, i, i, i)
	}
	return b.String() + "\n"
}()

// markup returns the picture as part of a page.
func (d *drawing) markup() template.HTML {
	return template.HTML(fmt.Sprintf(`<div class="picture" role="group" tabindex="0" aria-label="%s">`+
		`<svg class="chart" role="img" aria-label="%[1]s" viewBox="0 0 %d %d" width="%[2]d" height="%[3]d">`+"\n%s</svg></div>\n",
		template.HTMLEscapeString(d.title), d.width, d.height, d.b.String()))
}

// file returns the picture as a file. Its theme is that of the system.
func (d *drawing) file() []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d">`+
		"\n<title>%s</title>\n<style>%s%s</style>\n"+`<rect width="%[1]d" height="%[2]d" rx="6" class="back"/>`+"\n%[6]s</svg>\n",
		d.width, d.height, template.HTMLEscapeString(d.title), themeStyle(), pictureStyle, d.b.String())
}

// Picture is a chart: [Lines], [Bars] or [Groups].
type Picture interface{ draw() *drawing }

// SVG returns charts as a file, one below the other.
func SVG(charts ...Picture) []byte {
	if len(charts) == 1 {
		return charts[0].draw().file()
	}
	all := &drawing{}
	var titles []string
	for _, c := range charts {
		d := c.draw()
		if !slices.Contains(titles, d.title) {
			titles = append(titles, d.title)
		}
		all.add(`<g transform="translate(0 %d)">`, all.height)
		all.b.WriteString(d.b.String())
		all.add("</g>")
		all.width, all.height = max(all.width, d.width), all.height+d.height
	}
	all.title = strings.Join(titles, "; ")
	return all.file()
}

// HTML returns the chart for a page. A table of the points should stand beside it, for those who cannot see it.
func (c *Lines) HTML() template.HTML { return c.draw().markup() }

func (c *Lines) draw() *drawing {
	d := &drawing{width: c.Width, height: c.Height, title: c.Title}
	if d.width == 0 {
		d.width = 720
	}
	if d.height == 0 {
		d.height = 380
	}
	var names []string
	xlo, xhi, ylo, yhi := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, s := range c.Series {
		names = append(names, s.Name)
		for _, p := range s.Points {
			if !usable(p.X, c.X.Log) || !usable(p.Y, c.Y.Log) {
				continue
			}
			xlo, xhi, ylo, yhi = min(xlo, p.X), max(xhi, p.X), min(ylo, p.Y), max(yhi, p.Y)
			if p.Low < p.High && usable(p.Low, c.Y.Log) && usable(p.High, c.Y.Log) {
				ylo, yhi = min(ylo, p.Low), max(yhi, p.High)
			}
		}
	}
	if xlo > xhi {
		xlo, xhi, ylo, yhi = 1, 10, 1, 10
	}
	if !c.Y.Log {
		ylo = min(ylo, 0)
	}
	if !c.X.Log && xlo > 0 && xlo < xhi/4 {
		xlo = 0
	}
	xt, yt := c.X.ticks(xlo, xhi), c.Y.ticks(ylo, yhi)
	left, right := 18.0, float64(d.width)-16
	for _, y := range yt {
		left = max(left, 34+textWidth(c.Y.format(y)))
	}
	d.text(16, 24, "title", "start", c.Title)
	top := d.legend(names, 16, right, 48, func(i int, x, y float64) {
		dashed := ""
		if c.Series[i].Dashed {
			dashed = " dashed"
		}
		d.add(`<path d="M%s %sh20" class="curve%s s%d"/>`, px(x), px(y), dashed, i%seriesColors+1)
		if dashed == "" {
			d.marker(i, x+10, y, "")
		}
	}) + 8
	bottom := float64(d.height) - 46
	sx := scale{xt[0], xt[len(xt)-1], left, right, c.X.Log}
	sy := scale{yt[0], yt[len(yt)-1], bottom, top, c.Y.Log}
	for i, x := range xt {
		d.line(sx.at(x), top, sx.at(x), bottom, "grid")
		anchor := "middle"
		if i == len(xt)-1 {
			anchor = "end"
		}
		d.text(sx.at(x), bottom+17, "tick", anchor, c.X.format(x))
	}
	for _, y := range yt {
		d.line(left, sy.at(y), right, sy.at(y), "grid")
		d.text(left-6, sy.at(y)+4, "tick", "end", c.Y.format(y))
	}
	d.text((left+right)/2, bottom+38, "axis", "middle", c.X.Label)
	d.add(`<text transform="translate(14 %s) rotate(-90)" class="axis" text-anchor="middle">%s</text>`, px((top+bottom)/2),
		template.HTMLEscapeString(c.Y.Label))
	for i, s := range c.Series {
		var path, upper, lower strings.Builder
		verb, spread := "M", false
		var lows []string
		for _, p := range s.Points {
			if !usable(p.X, c.X.Log) || !usable(p.Y, c.Y.Log) {
				verb = "M"
				continue
			}
			fmt.Fprintf(&path, "%s%s %s", verb, px(sx.at(p.X)), px(sy.at(p.Y)))
			low, high := p.Y, p.Y
			if p.Low < p.High && usable(p.Low, c.Y.Log) && usable(p.High, c.Y.Log) {
				low, high, spread = p.Low, p.High, true
			}
			fmt.Fprintf(&upper, "%s%s %s", map[bool]string{true: "M", false: "L"}[upper.Len() == 0], px(sx.at(p.X)), px(sy.at(high)))
			lows = append(lows, "L"+px(sx.at(p.X))+" "+px(sy.at(low)))
			verb = "L"
		}
		class := i%seriesColors + 1
		if spread {
			for j := len(lows) - 1; j >= 0; j-- {
				lower.WriteString(lows[j])
			}
			d.add(`<path d="%s%sz" class="band f%d"/>`, upper.String(), lower.String(), class)
		}
		if path.Len() == 0 {
			continue
		}
		dashed := ""
		if s.Dashed {
			dashed = " dashed"
		}
		d.add(`<path d="%s" class="curve%s s%d"/>`, path.String(), dashed, class)
		if s.Dashed {
			continue
		}
		for _, p := range s.Points {
			if usable(p.X, c.X.Log) && usable(p.Y, c.Y.Log) {
				title := s.Name + ": " + c.X.format(p.X) + ", " + Number(p.Y)
				if p.Note != "" {
					title += "\n" + p.Note
				}
				d.marker(i, sx.at(p.X), sy.at(p.Y), title)
			}
		}
	}
	return d
}

// HTML returns the chart for a page. A table of the values should stand beside it, for those who cannot see it.
func (c *Bars) HTML() template.HTML { return c.draw().markup() }

func (c *Bars) draw() *drawing {
	const step, thick = 22.0, 14.0
	d := &drawing{width: c.Width, title: c.Title}
	if d.width == 0 {
		d.width = 720
	}
	base := c.Base
	if c.X.Log && base <= 0 {
		base = 1
	}
	lo, hi := base, base
	left, beyond := 60.0, 40.0
	shown := func(b *Bar) string {
		if b.Text != "" {
			return b.Text
		}
		return Number(b.Value)
	}
	for i := range c.Bars {
		b := &c.Bars[i]
		left, beyond = max(left, 1.2*textWidth(b.Label)+24), max(beyond, 1.2*textWidth(shown(b))+14) // in bold
		for _, x := range []float64{b.Value, b.Low, b.High} {
			if usable(x, c.X.Log) && (x == b.Value || b.Low < b.High) {
				lo, hi = min(lo, x), max(hi, x)
			}
		}
	}
	left = min(left, float64(d.width)/2)
	ticks := c.X.ticks(lo, hi)
	right := float64(d.width) - beyond
	d.text(16, 24, "title", "start", c.Title)
	top := 40.0
	if len(c.Names) > 1 {
		top = d.legend(c.Names, 16, float64(d.width)-16, 48, func(i int, x, y float64) {
			d.add(`<rect x="%s" y="%s" width="20" height="10" rx="1.5" class="f%d"/>`, px(x), px(y-5), i%seriesColors+1)
		})
	}
	top += 16
	bottom := top + step*float64(len(c.Bars))
	d.height = int(bottom) + 44
	s := scale{ticks[0], ticks[len(ticks)-1], left, right, c.X.Log}
	for _, x := range ticks {
		d.line(s.at(x), top, s.at(x), bottom, "grid")
		d.text(s.at(x), bottom+17, "tick", "middle", c.X.format(x))
	}
	d.text((left+right)/2, bottom+36, "axis", "middle", c.X.Label)
	for i := range c.Bars {
		b := &c.Bars[i]
		y := top + step*float64(i) + (step-thick)/2
		class := "label"
		if b.Strong {
			class = "strong"
		}
		if b.Href != "" {
			d.add(`<a href="%s">`, template.HTMLEscapeString(b.Href))
		}
		d.text(left-8, y+thick-3, class, "end", b.Label)
		if b.Href != "" {
			d.add("</a>")
		}
		if !usable(b.Value, c.X.Log) {
			d.text(left+8, y+thick-3, "tick", "start", shown(b))
			continue
		}
		from, to := s.at(min(base, b.Value)), s.at(max(base, b.Value))
		d.add(`<rect x="%s" y="%s" width="%s" height="%s" rx="1.5" class="f%d"><title>%s: %s</title></rect>`, px(from), px(y),
			px(max(to-from, 0.5)), px(thick), b.Series%seriesColors+1, template.HTMLEscapeString(b.Label), template.HTMLEscapeString(shown(b)))
		if b.Strong {
			d.add(`<rect x="%s" y="%s" width="%s" height="%s" rx="2" class="frame"/>`, px(from-1), px(y-1), px(max(to-from, 0.5)+2), px(thick+2))
		}
		end := to
		if b.Low < b.High && usable(b.Low, c.X.Log) && usable(b.High, c.X.Log) {
			l, h := s.at(b.Low), s.at(b.High)
			d.add(`<path d="M%s %sH%sM%s %sv8M%[3]s %[5]sv8" class="spread"/>`, px(l), px(y+thick/2), px(h), px(l), px(y+thick/2-4))
			end = max(end, h)
		}
		d.text(end+6, y+thick-3, class, "start", shown(b))
	}
	d.line(s.at(base), top, s.at(base), bottom, "base")
	return d
}
