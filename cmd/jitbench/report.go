package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"

	"hotloop/bench"
)

// reporter turns rows into output.
type reporter interface {
	row(*bench.Row)
	end()
}

// locked is a reporter that a signal may end. It ends only once.
type locked struct {
	mu    sync.Mutex
	r     reporter
	ended bool
}

func (l *locked) row(r *bench.Row) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.ended {
		l.r.row(r)
	}
}

func (l *locked) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.ended {
		l.ended = true
		l.r.end()
	}
}

func (o *options) reporter(w io.Writer, s *bench.Session) reporter {
	switch {
	case o.json:
		return &jsonReport{json.NewEncoder(w)}
	case o.bench:
		r := &benchReport{w: w, engine: s.Engine.Name()}
		fmt.Fprintf(w, "goos: %s\ngoarch: %s\npkg: hotloop/bench\n", runtime.GOOS, runtime.GOARCH)
		return r
	}
	if o.calls {
		return &callsReport{w: w, engine: s.Engine.Name()}
	}
	return &tableReport{w: w, shape: shape{s.Engine.Name(), s.ISAs, s.Modes, columns(s), s.Lengths, s.Own}, ghz: o.ghz}
}

// A shape is what tables have rows and columns for.
type shape struct {
	engine             string
	isas, modes, peers []string
	lengths            []int
	own                bool // whether all rows have times of variants of our own code
}

// shapeOf returns the shape of results that were measured before.
func shapeOf(r *bench.Results) shape {
	s := shape{engine: r.Engine(), peers: r.Peers(), own: len(r.Rows) > 0}
	for _, row := range r.Rows {
		if !slices.Contains(s.isas, row.ISA) {
			s.isas = append(s.isas, row.ISA)
		}
		if !slices.Contains(s.modes, row.Mode) {
			s.modes = append(s.modes, row.Mode)
		}
		if row.Timed() && !slices.Contains(s.lengths, row.N) {
			s.lengths = append(s.lengths, row.N)
		}
		s.own = s.own && (!row.Timed() || row.Ratio[bench.OwnScalar] > 0)
	}
	slices.Sort(s.lengths)
	return s
}

type jsonReport struct{ e *json.Encoder }

func (j *jsonReport) row(r *bench.Row) { j.e.Encode(r) }
func (j *jsonReport) end()             {}

// benchReport prints what benchstat reads.
type benchReport struct {
	w      io.Writer
	engine string
}

func (b *benchReport) row(r *bench.Row) { r.WriteBench(b.w, b.engine) }
func (b *benchReport) end()             {}

// tableReport prints a table for each instruction set, mode and length at the end, since columns must be aligned,
// with the geometric means below each.
type tableReport struct {
	w io.Writer
	shape
	rows []*bench.Row
	ghz  float64 // of the clock, for predictions; 0: none are requested
}

func (t *tableReport) row(r *bench.Row) { t.rows = append(t.rows, r) }

func (t *tableReport) end() {
	for _, isa := range t.isas {
		for _, mode := range t.modes {
			for _, n := range t.lengths {
				t.table(isa, mode, n)
			}
			t.predictions(isa, mode)
		}
	}
	for _, r := range t.rows {
		printUntimed(t.w, r)
	}
}

// columns returns the peers of a session, and the alternatives of its kernels.
func columns(s *bench.Session) []string {
	names := slices.Clone(s.Peers)
	for _, k := range s.Kernels {
		for _, a := range k.Alternatives {
			if !slices.Contains(names, a.Name) {
				names = append(names, a.Name)
			}
		}
	}
	return names
}

// printUntimed prints why a row has no times.
func printUntimed(w io.Writer, r *bench.Row) {
	switch {
	case r.Error != "":
		fmt.Fprintf(w, "FAIL %s (%s, %s): %s\n", r.Kernel, r.ISA, r.Mode, r.Error)
	case r.Untimed != "":
		fmt.Fprintf(w, "not timed: %s (%s, %s): %s\n", r.Kernel, r.ISA, r.Mode, r.Untimed)
	}
}

func (t *tableReport) table(isa, mode string, n int) {
	var rows []*bench.Row
	for _, r := range t.rows {
		if r.ISA == isa && r.Mode == mode && r.N == n && r.Timed() {
			rows = append(rows, r)
		}
	}
	if len(rows) == 0 {
		return
	}
	var peers []string // those that ran, in the requested order
	for _, p := range t.peers {
		for _, r := range rows {
			if _, ok := r.NS[p]; ok {
				peers = append(peers, p)
				break
			}
		}
	}
	better := slices.ContainsFunc(rows, func(r *bench.Row) bool { return r.Better != "" })
	narrow := slices.ContainsFunc(rows, func(r *bench.Row) bool { return r.AVX2Ratio > 0 })
	strict := slices.ContainsFunc(rows, func(r *bench.Row) bool { return r.StrictRatio > 0 })
	fmt.Fprintf(t.w, "%s, mode %s, n = %d; ratios are a peer's time over hotloop's, net: without the call\n\n", isa,
		mode, n)
	tw := tabwriter.NewWriter(t.w, 0, 0, 2, ' ', tabwriter.AlignRight)
	head := "kernel\tns\telem/ns\tGB/s\tGFLOP/s\t"
	for _, p := range peers {
		head += p + "\tnet\t"
	}
	if better {
		head += "better\t"
	}
	head += bench.OwnScalar + "\t"
	if narrow {
		head += bench.OwnAVX2 + "\t"
	}
	if strict {
		head += bench.OwnStrict + "\t"
	}
	fmt.Fprintln(tw, head+"% limit\tvector\tpays\tcompile µs\tplan\t")
	for _, r := range rows {
		ns := r.NS[t.engine]
		fmt.Fprintf(tw, "%s\t%s\t%.2f\t%.1f\t%s\t", r.Kernel, short(ns), r.Work.Elems/ns, (r.Work.Load+r.Work.Store)/ns,
			orDash(r.Work.Flops/ns, "%.1f"))
		for _, p := range peers {
			fmt.Fprintf(tw, "%s\t%s\t", orDash(r.Ratio[p], "%.2f"), orDash(r.NetRatio[p], "%.2f"))
		}
		if better {
			fmt.Fprintf(tw, "%s\t", strings.TrimSpace(r.Better+" "+orDash(r.BetterRatio, "%.2f")))
		}
		fmt.Fprintf(tw, "%s\t", orDash(r.ScalarRatio, "%.2f"))
		if narrow {
			fmt.Fprintf(tw, "%s\t", orDash(r.AVX2Ratio, "%.2f"))
		}
		if strict {
			fmt.Fprintf(tw, "%s\t", orDash(r.StrictRatio, "%.2f"))
		}
		vector, pays := "no", "-"
		if r.Vectorized {
			vector, pays = "yes", "no"
		}
		if r.Pays {
			pays = "yes"
		}
		plan := r.Plan
		if !r.Native {
			plan = "not native"
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t\n", orDash(r.LimitPct, "%.0f"), vector, pays, orDash(r.CompileUS, "%.0f"),
			plan)
	}
	tw.Flush()
	for _, r := range rows {
		for _, note := range r.Notes {
			fmt.Fprintf(t.w, "  %s: %s\n", r.Kernel, note)
		}
	}
	t.fresh(rows, peers)
	if l := bench.NewLatency(rows); l.Kernels > 1 {
		fmt.Fprintf(t.w, "\ncompiling, uncached, CPU time: median %.0f µs, p90 %.0f µs, max %.0f µs over %d kernels; "+
			"slowest %s\n",
			l.Median, l.P90, l.Max, l.Kernels, strings.Join(l.Slowest, ", "))
	}
	var parts []string
	for _, m := range bench.Means(rows, peers) {
		parts = append(parts, fmt.Sprintf("%s %.2f (net %s, worst %.2f %s)", m.Peer, m.Ratio, orDash(m.Net, "%.2f"),
			m.WorstRatio, m.Worst))
	}
	if t.own {
		defer t.promises(rows)
	}
	defer t.scores(rows, peers)
	if len(parts) > 0 {
		fmt.Fprintf(t.w, "\ngeometric means, %s, mode %s, n = %d: %s\n\n", isa, mode, n, strings.Join(parts, "; "))
	}
}

// fresh prints the times and ratios on arguments that do not repeat, where they differ.
func (t *tableReport) fresh(rows []*bench.Row, peers []string) {
	ours := t.engine
	rows = slices.DeleteFunc(slices.Clone(rows), func(r *bench.Row) bool { return !r.FreshDiffers(ours) })
	if len(rows) == 0 {
		return
	}
	fmt.Fprintln(t.w, "\nkernels for which arguments that do not repeat make a difference of 10%, with these, and as above:")
	tw := tabwriter.NewWriter(t.w, 0, 0, 2, ' ', tabwriter.AlignRight)
	names := append(slices.Clone(peers), bench.OwnScalar)
	head := "kernel\tns\tas above\t"
	for _, p := range names {
		head += p + "\tas above\t"
	}
	fmt.Fprintln(tw, head)
	for _, r := range rows {
		fmt.Fprintf(tw, "%s\t%s\t%s\t", r.Kernel, short(r.FreshNS[ours]), short(r.NS[ours]))
		for _, p := range names {
			fmt.Fprintf(tw, "%s\t%s\t", orDash(r.FreshRatio[p], "%.2f"), orDash(r.Ratio[p], "%.2f"))
		}
		fmt.Fprintln(tw)
	}
	tw.Flush()
}

// scores prints the speedups of all compilers over clang's scalar code, if that is among the peers.
func (t *tableReport) scores(rows []*bench.Row, peers []string) {
	if !slices.Contains(peers, bench.ScoreBase) {
		return
	}
	fmt.Fprintf(t.w,
		"over %s, without calls (geometric mean with each loop at most %dx, without that limit, median):\n",
		bench.ScoreBase, bench.ScoreCap)
	tw := tabwriter.NewWriter(t.w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "\tloops\tcapped\tuncapped\tmedian\t")
	for _, who := range append([]string{t.engine}, peers...) {
		if s := bench.NewScore(rows, t.engine, who); s.Loops > 0 && who != bench.ScoreBase {
			fmt.Fprintf(tw, "%s\t%d\t%.2f\t%.2f\t%.2f\t\n", who, s.Loops, s.Capped, s.Uncapped, s.Median)
		}
	}
	tw.Flush()
	vectorized, paying, slow := bench.Vectorized(rows)
	fmt.Fprintf(t.w,
		"vectorized: %d of %d loops; profitable for %d of them; slower than 0.95 of hotloop's scalar code: %s\n\n",
		vectorized, len(rows), paying, strings.Join(append(slow, "."), " "))
}

// short prints a time with three or four digits.
func short(ns float64) string {
	if ns < 100 {
		return strconv.FormatFloat(ns, 'f', 1, 64)
	}
	return strconv.FormatFloat(ns, 'f', 0, 64)
}

func orDash(x float64, format string) string {
	if x == 0 {
		return "-"
	}
	return fmt.Sprintf(format, x)
}
