package main

import (
	"cmp"
	"fmt"

	"hotloop/internal/lab/child"
	"hotloop/internal/page"
)

// chartThemes are the themes of the pictures in the documents.
var chartThemes = []string{"light", "dark"}

// chart returns the picture of the ratios in a mode for the documents.
func (f *figures) chart(mode string) *page.Groups {
	c := suiteChart(mode, f.in(mode))
	c.Footer = fmt.Sprintf("%s; %s; %s, commit %s", f.machine(), versions(f.Version), f.Date, f.Commit)
	return c
}

// suiteChart draws ratios of suites: for each suite and peer a bar to the geometric mean, and a line over the middle
// half of the kernels.
func suiteChart(mode string, suites []suiteFigures) *page.Groups {
	flags := child.Flags(mode)
	c := &page.Groups{Title: "Speed of hotloop relative to the Go compiler, clang and gcc", Lead: []string{
		fmt.Sprintf("hotloop in mode %s; clang and gcc with -O3 -march=native %s", mode, flags[len(flags)-1]),
		"times as fast, on a logarithmic axis; bars: geometric mean of a suite, lines: the middle half of its kernels",
	}, Below: "slower", Above: "faster →", Axis: page.Axis{Format: page.RatioTick}}
	for _, s := range suites {
		g := page.Group{Label: cmp.Or(suiteLabels[s.Suite], s.Suite), Note: s.Suite + ", " + page.Plural(s.Kernels, "kernel")}
		for k, p := range figurePeers {
			if r, ok := s.Ratios[p.name]; ok {
				g.Bars = append(g.Bars, page.Bar{Label: p.label, Value: r.Mean, Low: r.Q1, High: r.Q3, Text: times(r.Mean) + "×",
					Series: k + 1})
			}
		}
		c.Groups = append(c.Groups, g)
	}
	return c
}
