package main

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"html"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hotloop/bench"
	"hotloop/internal/page/pagetest"
)

var update = flag.Bool("update", false, "rewrite the texts that pages are compared with")

// results is the folder of small results: of one machine before and after a change, and of another.
const results = "testdata/results/"

var (
	notText = regexp.MustCompile(`(?s)<style>.*?</style>|<script[^>]*>.*?</script>|<dialog.*?</dialog>`)
	tag     = regexp.MustCompile(`<[^>]*>`)
	spaces  = regexp.MustCompile(`[ \t]*\n\s*`)
)

// textOf returns the text of a page's main part or of a picture, a line for each element with text.
func textOf(page string) string {
	if _, main, ok := strings.Cut(page, "<main"); ok {
		page = "<main" + main
	}
	text := tag.ReplaceAllString(notText.ReplaceAllString(page, ""), "\n")
	return html.UnescapeString(strings.TrimSpace(spaces.ReplaceAllString(text, "\n"))) + "\n"
}

// golden compares a text with a file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			t.Fatalf("%s, line %d (go test -update rewrites it): %q, want %q", name, i+1, g[i], strings.Join(w[min(i, len(w)):min(i+1, len(w))], ""))
		}
	}
	t.Fatalf("%s has %d lines more (go test -update rewrites it)", name, len(w)-len(g))
}

// TestPages checks pages of small results: their text, and that they are well-formed and load nothing. With -update
// it rewrites the texts.
func TestPages(t *testing.T) {
	for name, args := range map[string]string{
		"one":      "-from new.json",
		"compared": "-from new.json -against old.json",
		"machines": "-from new.json,other.json -against old.json",
	} {
		out := filepath.Join(t.TempDir(), "page.html")
		args = strings.ReplaceAll(args, ".json", ".json ")
		for _, file := range []string{"new", "old", "other"} {
			args = strings.ReplaceAll(args, file+".json ", results+file+".json ")
		}
		args = strings.ReplaceAll(args, " ,", ",")
		code, stdout, errs := jit(t, nil, append(strings.Fields(args), "-html", out)...)
		if code != 0 || stdout != "" || errs != "jitbench: wrote "+out+"\n" {
			t.Fatalf("%s: exit %d: %s%s", args, code, stdout, errs)
		}
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range pagetest.Check(string(text), nil) {
			t.Errorf("%s: %v", name, err)
		}
		golden(t, results+name+".txt", textOf(string(text)))
	}
}

// TestPageSize checks that the page of many kernels stays within 2 MB and says what it leaves out.
func TestPageSize(t *testing.T) {
	f, err := os.Open(results + "new.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := bench.ReadResults(f)
	if err != nil {
		t.Fatal(err)
	}
	r := all[0]
	few := r.Rows
	for i := range 400 {
		for _, row := range few {
			more := *row
			more.Kernel = fmt.Sprintf("%s_%d", row.Kernel, i)
			r.Rows = append(r.Rows, &more)
		}
	}
	p := published{new: all}
	text, err := p.page()
	if err != nil || len(text) > 2_000_000 || len(text) < 1_500_000 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	for _, err := range pagetest.Check(string(text), nil) {
		t.Error(err)
	}
	if said := regexp.MustCompile(`not (drawn|shown), because a page is limited in size`).FindAllString(string(text), -1); len(said) < 2 {
		t.Errorf("%q", said)
	}
}

// TestPicture checks what -svg draws: the curve of a kernel, the kernels of a suite, and suites; and those of several modes
// and machines below one another.
func TestPicture(t *testing.T) {
	read := func(files string, keep func(*bench.Row) bool) *published {
		all, err := readResults(files)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range all {
			r.Rows = slices.DeleteFunc(r.Rows, func(r *bench.Row) bool { return !keep(r) })
		}
		return &published{new: all}
	}
	saxpy := func(r *bench.Row) bool { return r.Kernel == "saxpy" }
	exact := func(r *bench.Row) bool { return r.Mode == "exact" }
	for name, c := range map[string]struct {
		files string
		keep  func(*bench.Row) bool
		views int
	}{
		"curve":    {"new", func(r *bench.Row) bool { return saxpy(r) && exact(r) }, 1},
		"kernels":  {"new", func(r *bench.Row) bool { return r.Suite == "core" && exact(r) }, 1},
		"suites":   {"new", exact, 1},
		"modes":    {"new", saxpy, 2},
		"pictures": {"new,other", func(*bench.Row) bool { return true }, 4},
	} {
		var files []string
		for _, f := range strings.Split(c.files, ",") {
			files = append(files, results+f+".json")
		}
		p := read(strings.Join(files, ","), c.keep)
		text, err := p.picture()
		if err != nil {
			t.Fatal(err)
		}
		height := 0
		for d := xml.NewDecoder(bytes.NewReader(text)); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if e, ok := token.(xml.StartElement); ok && e.Name.Local == "svg" {
				for _, a := range e.Attr {
					if a.Name.Local == "height" {
						fmt.Sscan(a.Value, &height)
					}
				}
			}
		}
		if n := len(p.views()); n != c.views || height < 200*n {
			t.Errorf("%s: %d views, want %d, in %d pixels", name, n, c.views, height)
		}
		golden(t, results+name+".txt", textOf(string(text)))
	}
	if _, err := read(results+"new.json", func(r *bench.Row) bool { return r.Error != "" }).picture(); err == nil {
		t.Error("a picture of nothing")
	}
}

// TestQuantities checks the curves of a kernel in each of the quantities that the page offers, and that there are no cycles
// without a clock.
func TestQuantities(t *testing.T) {
	all, err := readResults(results + "new.json")
	if err != nil {
		t.Fatal(err)
	}
	v := (&published{new: all}).views()[0]
	row := v.rows[slices.IndexFunc(v.rows, func(r *bench.Row) bool { return r.Kernel == "saxpy" })]
	var text strings.Builder
	for i := range quantities {
		fmt.Fprintf(&text, "# %s\n%s", quantities[i].title, textOf(string(v.curve(row, &quantities[i]).HTML())))
	}
	golden(t, results+"quantities.txt", text.String())
	for i := range quantities {
		for _, s := range v.curve(row, &quantities[i]).Series {
			for _, p := range s.Points {
				if p.High != 0 && !(p.Low < p.High) || p.Y <= 0 {
					t.Errorf("%s, %s: %+v", quantities[i].title, s.Name, p)
				}
			}
		}
	}
	v.setting.GHz = 0
	budget := pageBytes
	if err := v.draw(&budget); err != nil {
		t.Fatal(err)
	}
	text64, err := base64.StdEncoding.DecodeString(v.curves[0].others)
	if err != nil {
		t.Fatal(err)
	}
	var others []string
	if err := json.NewDecoder(flate.NewReader(bytes.NewReader(text64))).Decode(&others); err != nil {
		t.Fatal(err)
	}
	for i, html := range others {
		if (html == "") != (quantities[i+1].title == "cycles per element") || strings.Contains(html, "cycles") {
			t.Errorf("without a clock, %s: %.200s", quantities[i+1].title, html)
		}
	}
}

// TestFrom checks that results in files are printed as measured ones are.
func TestFrom(t *testing.T) {
	code, out, errs := jit(t, nil, "-from", results+"new.json")
	for _, want := range []string{"AMD EPYC 9654 96-Core Processor (znver4); Go 1.26.8, clang 14.0.6, gcc 12.2.0; 2026-11-02, commit 0123456789\n",
		"avx512, mode exact, n = 64; ", "FAIL refused (avx512, exact): differs from the Go compiler\n", "geometric means, avx512, mode fast, n = 4096: go "} {
		if code != 0 || errs != "" || !strings.Contains(out, want) {
			t.Errorf("exit %d: %s\nno %q in\n%s", code, errs, want, out)
		}
	}
	text, err := os.ReadFile(results + "new.json")
	if err != nil {
		t.Fatal(err)
	}
	code, out, errs = jit(t, nil, "-from", results+"new.json,"+results+"other.json", "-json")
	if lines := strings.Count(string(text), "\n"); code != 0 || errs != "" || strings.Count(out, "\n") != lines+lines-2 ||
		strings.Count(out, `{"setting":`) != 2 {
		t.Errorf("exit %d: %s, %d lines", code, errs, strings.Count(out, "\n"))
	}
	code, out, errs = jit(t, nil, "-from", results+"new.json", "-against", results+"old.json")
	golden(t, results+"changes.txt", out)
	if code != 0 || errs != "" {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// TestFromUsage checks the errors for wrong files and for flags that do not go together.
func TestFromUsage(t *testing.T) {
	figures := "testdata/figures/" + figuresFile
	cases := map[string]string{
		"-from missing":                        "-from: open missing",
		"-from " + figures:                     "result 1 has no kernel",
		"-from " + results + "new.json -bench": "-bench prints every batch",
		"-against HEAD~1":                      "a commit needs -compile",
		"-costs -html x":                       "are for the times of kernels, not for -costs",
		"-figures -against x":                  "are for the times of kernels, not for -figures",
		"-compile -from x":                     "are for the times of kernels, not for -compile",
	}
	for _, args := range slices.Sorted(maps.Keys(cases)) {
		if code, _, errs := jit(t, null(), strings.Fields(args)...); code != 2 || !strings.Contains(errs, cases[args]) {
			t.Errorf("%s: exit %d, %q, want %q", args, code, errs, cases[args])
		}
	}
	code, _, errs := jit(t, nil, "-from", results+"other.json,"+results+"other.json", "-against", results+"old.json")
	if code != 1 || !strings.Contains(errs, "-against has no results of Intel") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// TestMeasuredPage measures a kernel and writes its page and picture beside the table.
func TestMeasuredPage(t *testing.T) {
	dir := t.TempDir()
	code, out, errs := jit(t, null(), "-quick", "-run", "^dot$", "-n", "64,512", "-peers", "go", "-html", dir+"/a.html", "-svg", dir+"/a.svg")
	if code != 0 || !strings.Contains(out, "geometric means, null") || strings.Count(errs, "wrote") != 2 {
		t.Fatalf("exit %d: %s\n%s", code, errs, out)
	}
	text, err := os.ReadFile(dir + "/a.html")
	if err != nil || !strings.Contains(string(text), `id="view0-core_dot"`) {
		t.Errorf("%v: no curve", err)
	}
	if text, err = os.ReadFile(dir + "/a.svg"); err != nil || !strings.Contains(string(text), "<title>dot: ") {
		t.Errorf("%v: %.300s", err, text)
	}
}

// TestSuites checks that several suites make one run: the setting once, and rows of each.
func TestSuites(t *testing.T) {
	engine := bench.Linked()
	if engine == nil || len(engine.ISAs()) == 0 {
		t.Skip("nothing is compiled for this machine")
	}
	code, out, errs := jit(t, engine, "-quick", "-suite", "core,search,math", "-run", "^(dot|find_i32_last)$", "-n", "64", "-peers", "go", "-json")
	all, err := bench.ReadResults(strings.NewReader(out))
	if code != 0 || err != nil || len(all) != 1 || len(all[0].Rows) != 2 || all[0].Rows[0].Suite != "core" || all[0].Rows[1].Suite != "search" {
		t.Errorf("exit %d: %s %v\n%s", code, errs, err, out)
	}
	for args, want := range map[string]string{"-suite core,toys": `unknown suite "toys"`, "-suite core,search -run ^xyzzy$": `no kernel of suite search matches`} {
		if code, _, errs := jit(t, engine, strings.Fields(args)...); code != 2 || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %q, want %q", args, code, errs, want)
		}
	}
}
