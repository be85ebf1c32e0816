package page_test

import (
	"encoding/xml"
	"html"
	"html/template"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"hotloop/internal/page"
	"hotloop/internal/page/pagetest"
)

// sample returns a page with everything that this package draws.
func sample() *page.Page {
	table := &page.Table{ID: "t", Caption: "Loops & <loops>", Filter: true,
		Columns: []page.Column{{Title: "Loop"}, {Title: "Gain", Numeric: true, Hint: "of all time"}, {Title: "State"}},
		Rows: []page.Row{
			{Cells: []page.Cell{page.Link("a.go:3", "#two"), {Text: "3.5×", Value: 3.5}, {Text: "vector", Class: "good"}}},
			{Cells: []page.Cell{page.Text("b.go:7"), page.Num(1), {Text: "scalar", Class: "fair"}}, Class: "fair"},
		}}
	lines := &page.Lines{Title: "Time against n", X: page.Axis{Label: "n", Log: true}, Y: page.Axis{Label: "ns", Log: true},
		Series: []page.Series{
			{Name: "hotloop", Points: []page.Point{{X: 1, Y: 3}, {X: 10, Y: 4, Low: 3.5, High: 4.5}, {X: 1e4, Y: 900}}},
			{Name: "Go", Points: []page.Point{{X: 1, Y: 2}, {X: 10, Y: 8}, {X: 1e4, Y: 7000, Note: "with <checks>"}}},
			{Name: "roofline", Dashed: true, Points: []page.Point{{X: 1, Y: 0.1}, {X: 1e4, Y: 600}}},
		}}
	bars := &page.Bars{Title: "Candidates", X: page.Axis{Label: "cycles per element"}, Bars: []page.Bar{
		{Label: "scalar", Value: 2, Series: 1}, {Label: "VF=8 UF=4", Value: 0.25, Strong: true, Low: 0.2, High: 0.4},
	}}
	ratios := &page.Bars{Title: "Ratios", X: page.Axis{Label: "times as fast", Log: true, Format: page.Ratio}, Names: []string{"Go", "clang"},
		Bars: []page.Bar{{Label: "core", Value: 4}, {Label: "core", Value: 0.8, Low: 0.7, High: 1.3, Series: 1, Href: "#two"}}}
	code := page.Go("// F adds.\nfunc F(x []int) int {\n\ts := `a\nb` + \"<\"\n\treturn len(x) + 1\n}\n")
	var b strings.Builder
	b.WriteString("<pre>")
	for _, l := range code {
		b.WriteString(string(l) + "\n")
	}
	b.WriteString(string(page.Assembly("vmulps zmm2, zmm1, zmmword ptr [rbx + 4*r8 + 64] ; saxpy.go:6")) + "\n")
	b.WriteString(string(page.SSA("  v12 = Load <f32x16> v4 v71 *4 +64")) + "\n</pre>")
	return &page.Page{
		Title: "A sample", Lead: "All of <b>it</b>.", Facts: []page.Fact{{Name: "processor", Value: "znver4 <&>"}}, Footer: "by a test",
		Data: map[string]string{"text": "</script><!--"},
		Sections: []page.Section{
			{ID: "one", Title: "Tables", Note: "3.5×", Body: table.HTML()},
			{ID: "two", Title: "Charts", Body: lines.HTML() + bars.HTML() + ratios.HTML()},
			{ID: "three", Title: "Code", Level: 1, Body: template.HTML(b.String())},
		}}
}

// TestPage checks a page with everything on it. With PAGE set, it writes the page to that file, to be looked at.
func TestPage(t *testing.T) {
	var b strings.Builder
	if err := sample().Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, err := range pagetest.Check(b.String(), nil) {
		t.Error(err)
	}
	if strings.Contains(b.String(), "ZgotmplZ") {
		t.Error("the template has refused a value")
	}
	if name := os.Getenv("PAGE"); name != "" {
		if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCheck checks that the check of pages finds each kind of error.
func TestCheck(t *testing.T) {
	for _, bad := range []string{
		`<p>`, `<p></b></p>`, `<p id="a"></p><b id="a"></b>`, `<a href="#no">x</a>`, `<a href="https://example.com">x</a>`,
		`<link href="a.css">`, `<script src="a.js"></script>`, `<img src="a.png">`, `<style>@import "a.css"</style>`,
		`<p style="background:url(a.png)"></p>`, `<p onclick="f()"></p>`, `<label for="x">y</label>`,
	} {
		if errs := pagetest.Check(bad, nil); len(errs) == 0 {
			t.Errorf("%s: no error", bad)
		}
	}
	good := `<p id="a"><a href="#a">x</a><br><input><style>p>b{}</style><script>if (a < b && c) x();</script></p>`
	if errs := pagetest.Check(good, nil); len(errs) > 0 {
		t.Errorf("%s: %v", good, errs)
	}
}

// TestPictures checks that pictures are well-formed XML files that need no style sheet.
func TestPictures(t *testing.T) {
	pictures := [][]byte{
		page.SVG(&page.Lines{Title: "none & nothing"}),
		page.SVG(&page.Lines{Title: "one", X: page.Axis{Log: true}, Series: []page.Series{{Name: "<a>", Points: []page.Point{{X: 0, Y: 1}, {X: 2, Y: 2}}}}}),
		page.SVG(&page.Bars{Title: "bars", X: page.Axis{Log: true}, Bars: []page.Bar{{Label: "a", Value: 0, Text: "not supported"}, {Label: "b", Value: 3}}}),
		page.SVG(&page.Bars{Title: "none"}),
	}
	for i, p := range pictures {
		dec := xml.NewDecoder(strings.NewReader(string(p)))
		for {
			if _, err := dec.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("picture %d: %v\n%s", i, err, p)
			}
		}
		if strings.Contains(string(p), "NaN") || strings.Contains(string(p), "Inf") {
			t.Errorf("picture %d has numbers that are none:\n%s", i, p)
		}
	}
}

var tags = regexp.MustCompile(`<[^>]*>`)

// TestGo checks that coloring changes no text.
func TestGo(t *testing.T) {
	for _, text := range []string{
		"", "\n", "package p\n", "x := 'a' + 0x1p-2i // c\n", "/* a\nb */ func f() {}", "s := `a\n\tb`\n", "a <- b &^ c\n", "\"unfinished\n", "é ← ☃ @ #\n",
		"goto done; if x { break }", "a\r\nb // c\r\n", "`a\r\nb` + c\r\nd",
	} {
		var got []string
		for _, l := range page.Go(text) {
			got = append(got, html.UnescapeString(tags.ReplaceAllString(string(l), "")))
		}
		if want := strings.ReplaceAll(text, "\r\n", "\n"); strings.Join(got, "\n") != want {
			t.Errorf("%q became %q", want, strings.Join(got, "\n"))
		}
	}
	if got := string(page.Go("func f() { return 1 }")[0]); got != `<i class="k">func</i> f() { <i class="k">return</i> <i class="n">1</i> }` {
		t.Error(got)
	}
	for _, line := range []string{"", "jle L11", "    vmovups zmmword ptr [rdx + 4*r8 + 64], zmm3 ; a <b>", "fmla v0.4s, v1.4s, v2.s[0]"} {
		if got := html.UnescapeString(tags.ReplaceAllString(string(page.Assembly(line)), "")); got != line {
			t.Errorf("assembly %q became %q", line, got)
		}
		if got := html.UnescapeString(tags.ReplaceAllString(string(page.SSA(line)), "")); got != line {
			t.Errorf("SSA %q became %q", line, got)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{page.Number(0), "0"}, {page.Number(0.01234), "0.0123"}, {page.Number(1.234), "1.23"}, {page.Number(99.96), "100"},
		{page.Number(12.34), "12.3"}, {page.Number(123.4), "123"}, {page.Number(-1234567), "-1,234,567"}, {page.Number(999.6), "1,000"},
		{page.Number(1e-7), "1.0e-07"}, {page.Count(1234567), "1,234,567"}, {page.Count(-12), "-12"}, {page.Plural(1, "row"), "1 row"}, {page.Plural(1500, "row"), "1,500 rows"}, {page.Ratio(3.518), "3.52×"},
		{page.Percent(0.1234), "12.3 %"}, {page.Duration(12300 * time.Nanosecond), "12.3 µs"}, {page.Nanoseconds(0.5), "0.500 ns"},
		{page.Bytes(512), "512 B"}, {page.Bytes(1280), "1.25 KiB"}, {page.Bytes(64 << 20), "64.0 MiB"}, {page.Short(20000), "20k"},
		{page.Short(3e6), "3M"}, {page.Short(0.5), "0.5"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}
