package page_test

import (
	"encoding/xml"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hotloop/internal/page"
)

// TestGroups checks that bars begin at 1 and end in the order of their values, and that a themed picture is well-formed
// and has no variables.
func TestGroups(t *testing.T) {
	c := &page.Groups{Title: "a & b", Lead: []string{"<lead>"}, Above: "faster", Footer: "by a test", Axis: page.Axis{Format: page.RatioTick},
		Groups: []page.Group{{Label: "core", Note: "2 kernels", Href: "#core", Bars: []page.Bar{
			{Label: "Go", Value: 0.25, Text: "0.25×"}, {Label: "clang", Value: 0.5, Text: "0.50×", Series: 1},
			{Label: "gcc", Value: 4, Low: 2, High: 8, Text: "4.0×", Series: 2}, {Label: "none", Text: "–"}}}}}
	rect := regexp.MustCompile(`<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"`)
	for _, theme := range []string{"light", "dark"} {
		text := string(page.Themed(page.SVG(c), theme))
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
		}
		var ends []float64
		for _, m := range rect.FindAllStringSubmatch(text, -1) {
			for i := range 2 {
				x, _ := strconv.ParseFloat(m[i+1], 64)
				ends = append(ends, x)
			}
		}
		near := func(a, b float64) bool { return math.Abs(a-b) < 1 }
		if len(ends) != 6 || !near(ends[0]+ends[1], ends[4]) || !near(ends[2]+ends[3], ends[4]) || !near(ends[1], 2*ends[3]) ||
			!near(ends[5], ends[1]) {
			t.Errorf("rectangles %v", ends)
		}
		if strings.Contains(text, "var(") || strings.Contains(text, "NaN") || !strings.Contains(text, "by a test") {
			t.Error(text)
		}
	}
	cell := (&page.Bar{Value: 2, Text: "2.0×"}).Cell(1, 4)
	if cell.Value != 2 || !strings.Contains(string(cell.HTML), `width="59"`) {
		t.Errorf("%+v", cell)
	}
}
