package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"text/template"

	"hotloop/internal/lab/child"
)

// A theme is the colors of a picture. Those of the bars differ in lightness as well as hue, and bars have labels, so
// that no reader depends on the hue.
type theme struct {
	Name                    string
	Back, Text, Faint, Grid string
	bars                    []string // in the order of figurePeers
}

var themes = []theme{
	{"light", "#ffffff", "#1f2328", "#59636e", "#d8dee4", []string{"#3f83cc", "#d97706", "#3f9c83"}},
	{"dark", "#0d1117", "#f0f6fc", "#9198a1", "#2a313c", []string{"#4a8fd6", "#c0741f", "#35967b"}},
}

// Positions and sizes of a picture, in pixels.
const (
	chartWidth = 840
	chartLeft  = 205 // of the axis
	chartRight = 780
	chartTop   = 122
	barStep    = 13 // from one bar of a suite to the next
	suiteStep  = 47 // from one suite to the next, if there are three bars
)

//go:embed chart.svg.tmpl
var chartText string

var chartTemplate = template.Must(template.New("chart").Funcs(template.FuncMap{
	"add": func(a, b int) int { return a + b },
	"mul": func(a, b int) int { return a * b },
}).Parse(chartText))

// chart draws the ratios of a mode: for each suite and peer a bar from 1 to the geometric mean, and a line over the
// middle half of the kernels, on a logarithmic axis. Equal figures give equal bytes.
func (f *figures) chart(mode string, th theme) ([]byte, error) {
	type tick struct {
		X, Label string
		One      bool
	}
	type bar struct {
		Label, Value, Color   string
		X, Width, Q1, Q3, End string
		Y                     int
	}
	type suite struct {
		Label, Kernels string
		Y              int
		Bars           []bar
	}
	suites := f.in(mode)
	least, most := 0.5, 2.0
	for _, s := range suites {
		for _, r := range s.Ratios {
			least, most = min(least, r.Q1, r.Mean), max(most, r.Q3, r.Mean)
		}
	}
	ticks := ticksFor(least, most)
	low, high := ticks[0], ticks[len(ticks)-1]
	place := func(x float64) float64 {
		return chartLeft + (chartRight-chartLeft)*math.Log(x/low)/math.Log(high/low)
	}
	pixels := func(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

	c := struct {
		Theme                            theme
		Width, Height, Left, Top, Bottom int
		Title, Description, Setting      string
		One                              string // where the ratio is 1
		Lines                            []string
		Ticks                            []tick
		Suites                           []suite
	}{
		Theme: th, Width: chartWidth, Left: chartLeft, Top: chartTop, Bottom: chartTop + suiteStep*len(suites),
		Title:   "Speed of hotloop relative to the Go compiler, clang and gcc",
		Setting: fmt.Sprintf("%s; %s; %s, commit %s", f.machine(), f.versions(), f.Date, f.Commit),
		One:     pixels(place(1)),
	}
	c.Height = c.Bottom + 40
	flags := child.Flags(mode)
	c.Lines = []string{
		fmt.Sprintf("hotloop in mode %s; clang and gcc with -O3 -march=native %s", mode, flags[len(flags)-1]),
		"times as fast, on a logarithmic axis; bars: geometric mean of a suite, lines: the middle half of its kernels",
	}
	for _, x := range ticks {
		c.Ticks = append(c.Ticks, tick{pixels(place(x)), strconv.FormatFloat(x, 'g', -1, 64) + "×", x == 1})
	}
	var said []string
	for i, s := range suites {
		y := chartTop + suiteStep*i + 8
		one := suite{Label: suiteLabels[s.Suite], Kernels: fmt.Sprintf("%s, %d kernels", s.Suite, s.Kernels), Y: y}
		text := one.Label + ":"
		for k, p := range figurePeers {
			r, ok := s.Ratios[p.name]
			if !ok {
				continue
			}
			from, to := place(min(1, r.Mean)), place(max(1, r.Mean))
			one.Bars = append(one.Bars, bar{
				Label: p.label, Value: times(r.Mean) + "×", Color: th.bars[k],
				X: pixels(from), Width: pixels(to - from), Q1: pixels(place(r.Q1)), Q3: pixels(place(r.Q3)),
				End: pixels(place(max(1, r.Mean, r.Q3)) + 7), Y: y + barStep*len(one.Bars),
			})
			text += fmt.Sprintf(" %s %s", p.label, times(r.Mean))
		}
		c.Suites, said = append(c.Suites, one), append(said, text)
	}
	c.Description = strings.Join(said, "; ")
	var out bytes.Buffer
	err := chartTemplate.Execute(&out, c)
	return out.Bytes(), err
}

// ticksFor returns marks of a logarithmic axis from least to most: 1, 2, 5, 10 and so on.
func ticksFor(least, most float64) (ticks []float64) {
	for _, x := range []float64{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if x <= least {
			ticks = ticks[:0]
		}
		if ticks = append(ticks, x); x >= most {
			break
		}
	}
	return ticks
}
