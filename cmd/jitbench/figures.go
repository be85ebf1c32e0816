package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hotloop/bench"
	"hotloop/internal/page"
	"hotloop/internal/progress"
)

// figures are the figures of the documents: what was measured, and on what.
type figures struct {
	bench.Setting
	ISA    string         `json:"isa"`
	Load   [2]string      `json:"load"` // load averages of a minute, before and after; empty if unknown
	Method string         `json:"method"`
	Suites []suiteFigures `json:"suites"`
	Costs  *costs         `json:"costs"`
}

const method = "Ratios are of interleaved runs: batches of hotloop and of its peers alternate, so that a slow phase of the " +
	"machine affects all of them, and the fastest batch of each counts. A ratio is the peer's time over hotloop's, calls " +
	"included: above 1 hotloop is faster. Kernels with branches get arguments that do not repeat."

// suiteFigures are the figures of a suite in a floating-point mode.
type suiteFigures struct {
	Suite   string                  `json:"suite"`
	Mode    string                  `json:"mode"`
	N       int                     `json:"n"`
	Kernels int                     `json:"kernels"`
	Ratios  map[string]ratioFigures `json:"ratios"`     // by peer
	Compile compileFigures          `json:"compile_us"` // CPU time per kernel
}

// ratioFigures summarize the ratios of a peer's times to ours. A suite may have kernels that a peer lacks.
type ratioFigures struct {
	Kernels int     `json:"kernels"`
	Mean    float64 `json:"mean"` // geometric
	Q1      float64 `json:"q1"`
	Q3      float64 `json:"q3"`
	Slower  int     `json:"slower"` // kernels that take 5% and 4 ns longer than the peer's
	Worst   float64 `json:"worst"`
	Of      string  `json:"worst_kernel"`
}

type compileFigures struct {
	Median float64 `json:"median"`
	P90    float64 `json:"p90"`
	Max    float64 `json:"max"`
}

// figurePeers are the peers of the figures, in the order of bars and columns, with their names.
var figurePeers = []struct{ name, label string }{{"go", "Go"}, {"clang", "clang"}, {"gcc", "gcc"}}

// figureModes are the floating-point modes of the figures: what a kernel without options gets, and what reorders.
var figureModes = []string{"exact", "fast"}

// figuresFile is the file of the figures, below the folder of the documents.
const figuresFile = "docs/figures/figures.json"

// publish measures the figures, or reads them, and writes them, the pictures, and the tables in the documents.
func (o *options) publish(stderr io.Writer, engine bench.Engine) int {
	f, code := &figures{}, 0
	if o.from != "" {
		text, err := os.ReadFile(o.from)
		if err == nil {
			err = json.Unmarshal(text, f)
		}
		if err != nil {
			fmt.Fprintf(stderr, "jitbench: -from: %v\n", err)
			return 2
		}
	} else if f, code = o.measureFigures(stderr, engine); code != 0 {
		return code
	}
	if err := f.write(o.into); err != nil {
		fmt.Fprintln(stderr, "jitbench: -figures:", err)
		return 1
	}
	return 0
}

// measureFigures measures the costs, and the suites one after the other.
func (o *options) measureFigures(stderr io.Writer, engine bench.Engine) (*figures, int) {
	fail := func(code int, err error) (*figures, int) {
		fmt.Fprintln(stderr, "jitbench: -figures:", err)
		return nil, code
	}
	if _, err := os.Stat(filepath.Join(o.into, "docs")); err != nil {
		return fail(2, fmt.Errorf("%w; run it in a clone of hotloop, or write -into", err))
	}
	f := &figures{Setting: o.setting(o.into), Method: method}
	sessions, err := o.figureSessions(engine)
	if err != nil {
		return fail(2, err)
	}
	f.Load[0] = loadAverage()
	if f.Costs, err = measureCosts(o.quick, nil); err != nil {
		return fail(1, err)
	}
	for _, s := range sessions {
		var rows collector
		if code := measure(s, &rows, progress.Start(stderr, "jitbench"), stderr); code != 0 {
			return nil, code
		}
		f.ISA = s.ISAs[0]
		for _, mode := range figureModes {
			f.Suites = append(f.Suites, summarize(rows, s.Kernels[0].Suite, mode, s.Lengths[0], s.Engine.Name()))
		}
	}
	f.Load[1] = loadAverage()
	return f, 0
}

// figureSessions creates a session for each suite.
func (o *options) figureSessions(engine bench.Engine) (all []*bench.Session, err error) {
	suites := list(o.suite)
	if o.suite == "all" {
		suites = bench.Suites
	}
	for _, suite := range suites {
		one := *o
		one.suite, one.mode = suite, strings.Join(figureModes, ",")
		switch {
		case o.n != "":
		case suite == "nests" && o.quick:
			one.n = strconv.Itoa(bench.NestsLength / 2) // an eighth of the time
		case suite != "nests" && suite != "tsvc": // which have lengths of their own
			one.n = "4096"
		}
		s, err := one.session(engine)
		if err != nil {
			return nil, err
		}
		if len(s.Lengths) != 1 {
			return nil, errors.New("-n: the figures are for one length")
		}
		all = append(all, s)
	}
	return all, nil
}

// collector is a reporter that keeps the rows.
type collector []*bench.Row

func (c *collector) row(r *bench.Row) { *c = append(*c, r) }
func (c *collector) end()             {}

// summarize returns the figures of the rows of a suite in a mode; engine is our name.
func summarize(rows []*bench.Row, suite, mode string, n int, engine string) suiteFigures {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r *bench.Row) bool { return r.Mode != mode || !r.Timed() })
	s := suiteFigures{Suite: suite, Mode: mode, N: n, Kernels: len(rows), Ratios: map[string]ratioFigures{}}
	for _, peer := range figurePeers {
		var x []float64
		f, sum := ratioFigures{Worst: math.Inf(1)}, 0.0
		for _, r := range rows {
			_, _, ratio := r.Against(engine, peer.name)
			if ratio <= 0 {
				continue
			}
			x, sum = append(x, ratio), sum+math.Log(ratio)
			if ratio < f.Worst {
				f.Worst, f.Of = ratio, r.Kernel
			}
			if r.Slower(engine, peer.name) {
				f.Slower++
			}
		}
		if f.Kernels = len(x); len(x) > 0 {
			f.Mean, f.Q1, f.Q3 = digits(math.Exp(sum/float64(len(x)))), bench.Quantile(x, 25), bench.Quantile(x, 75)
			s.Ratios[peer.name] = f
		}
	}
	l := bench.NewLatency(rows)
	s.Compile = compileFigures{digits(l.Median), digits(l.P90), digits(l.Max)}
	return s
}

// digits rounds to three significant digits.
func digits(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	return x
}

// loadAverage returns the load average of the last minute, or "" if the system does not tell.
func loadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg")
	load, _, _ := strings.Cut(string(text), " ")
	return load
}

// write writes the file of the figures, the pictures, and the tables in README.md and docs.
func (f *figures) write(root string) error {
	file := filepath.Join(root, figuresFile)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	text, err := json.MarshalIndent(f, "", "\t")
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, append(text, '\n'), 0o666); err != nil {
		return err
	}
	for _, mode := range figureModes {
		picture := page.SVG(f.chart(mode))
		for _, theme := range chartThemes {
			name := fmt.Sprintf("ratios-%s-%s.svg", mode, theme)
			if err := os.WriteFile(filepath.Join(filepath.Dir(file), name), page.Themed(picture, theme), 0o666); err != nil {
				return err
			}
		}
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		return err
	}
	for _, name := range append(pages, filepath.Join(root, "README.md")) {
		old, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text, err := f.fill(string(old))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if text != string(old) {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}

const (
	tableBegin = "<!-- figures:begin "
	tableEnd   = "<!-- figures:end -->"
)

// fill replaces the tables in a document. A table is between the line <!-- figures:begin NAME --> and the line
// <!-- figures:end -->.
func (f *figures) fill(text string) (string, error) {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, tableBegin)
		if out.WriteString(before); !found {
			return out.String(), nil
		}
		name, rest, ok := strings.Cut(rest, " -->\n")
		table := tables[name]
		if !ok || table == nil {
			return "", fmt.Errorf("no figures %q", name)
		}
		old, rest, ok := strings.Cut(rest, tableEnd)
		if !ok || strings.Contains(old, tableBegin) {
			return "", fmt.Errorf("figures %q have no end", name)
		}
		fmt.Fprintf(&out, "%s%s -->\n%s%s", tableBegin, name, table(f), tableEnd)
		text = rest
	}
}

// tables are the texts between the marks, by name.
var tables = map[string]func(*figures) string{
	"machine": (*figures).machineText,
	"ratios":  (*figures).ratioTable,
	"worst":   (*figures).worstTable,
	"compile": (*figures).compileTable,
	"costs":   func(f *figures) string { return f.Costs.table() },
}

// suiteLabels say what is in the suites.
var suiteLabels = map[string]string{"core": "basic loops", "search": "searches", "math": "math functions", "tsvc": "TSVC",
	"nests": "PolyBench", "image": "image processing", "dsp": "signal processing", "columns": "database columns",
	"ml": "neural networks", "field": "ordinary code"}

// in returns the figures of a mode, largest ratio to the Go compiler first.
func (f *figures) in(mode string) (out []suiteFigures) {
	for _, s := range f.Suites {
		if s.Mode == mode {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b suiteFigures) int { return cmp.Compare(b.Ratios["go"].Mean, a.Ratios["go"].Mean) })
	return out
}

// machine says on what the figures were measured.
func (f *figures) machine() string {
	return fmt.Sprintf("%s (%s), %s", f.Machine, f.March, strings.ToUpper(strings.Replace(f.ISA, "avx512", "avx-512", 1)))
}

// versions names the peers with their versions.
func versions(of map[string]string) string {
	var all []string
	for _, p := range figurePeers {
		if v := of[p.name]; v != "" {
			all = append(all, p.label+" "+v)
		}
	}
	return strings.Join(all, ", ")
}

func (f *figures) machineText() string {
	s := fmt.Sprintf("Measured by `go run ./cmd/jitbench%s` on %s, commit %s,\non %s,\nwith %s", f.Command, f.Date, f.Commit,
		f.machine(), versions(f.Version))
	if f.Load[0] != "" {
		s += fmt.Sprintf(";\n%d cores, load average %s before and %s after", f.Cores, f.Load[0], f.Load[1])
	}
	return s + ".\n"
}

// times prints a ratio with two digits, or all before the point.
func times(x float64) string {
	switch {
	case x == 0:
		return ""
	case x < 0.995:
		return fmt.Sprintf("%.2f", x)
	case x < 9.95:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// ratioTable has a line for each suite, and columns for each mode and peer.
func (f *figures) ratioTable() string {
	return f.byMode("| suite | kernels | elements |", "|---|---:|---:|", func(s suiteFigures) string {
		return fmt.Sprintf("| `%s`: %s | %d | %d |", s.Suite, suiteLabels[s.Suite], s.Kernels, s.N)
	}, func(r ratioFigures) string {
		if r.Kernels == 0 {
			return ""
		}
		return fmt.Sprintf("%s (%s–%s)", times(r.Mean), times(r.Q1), times(r.Q3))
	})
}

// worstTable has the kernels with the smallest ratios, and the numbers of kernels that are slower.
func (f *figures) worstTable() string {
	return f.byMode("| suite |", "|---|", func(s suiteFigures) string {
		return fmt.Sprintf("| `%s` |", s.Suite)
	}, func(r ratioFigures) string {
		if r.Kernels == 0 {
			return ""
		}
		return fmt.Sprintf("%d of %d; `%s` %.2f", r.Slower, r.Kernels, r.Of, r.Worst)
	})
}

// byMode is a table with a line for each suite, and a cell for each mode and peer.
func (f *figures) byMode(head, rule string, first func(suiteFigures) string, cell func(ratioFigures) string) string {
	for _, mode := range figureModes {
		for _, p := range figurePeers {
			head += fmt.Sprintf(" %s, %s |", mode, p.label)
			rule += "---:|"
		}
	}
	out := head + "\n" + rule + "\n"
	for _, s := range f.in(figureModes[0]) {
		out += first(s)
		for _, mode := range figureModes {
			for _, m := range f.in(mode) {
				if m.Suite != s.Suite {
					continue
				}
				for _, p := range figurePeers {
					out += " " + cell(m.Ratios[p.name]) + " |"
				}
			}
		}
		out += "\n"
	}
	return out
}

// compileTable has the compile times of a mode.
func (f *figures) compileTable() string {
	out := "| suite | median | 90% within | longest |\n|---|---:|---:|---:|\n"
	ms := func(us float64) string { return fmt.Sprintf("%.2f ms", us/1e3) }
	for _, s := range f.in(figureModes[0]) {
		out += fmt.Sprintf("| `%s` | %s | %s | %s |\n", s.Suite, ms(s.Compile.Median), ms(s.Compile.P90), ms(s.Compile.Max))
	}
	return out
}
