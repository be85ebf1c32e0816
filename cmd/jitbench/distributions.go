package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"hotloop/bench"
)

// distributions makes a session time distributions of calls.
func (o *options) distributions(s *bench.Session) error {
	s.Calls, s.Own = true, true
	s.Kernels = slices.DeleteFunc(s.Kernels, func(k *bench.Kernel) bool { return !k.Described && k.Refused == nil })
	if len(s.Kernels) == 0 {
		return fmt.Errorf("-distributions: no kernel describes its arguments; add a comment such as // args: [n] 0.5")
	}
	return nil
}

// callsReport prints a summary of each distribution, and the worst rows.
type callsReport struct {
	w      io.Writer
	engine string
	rows   []*bench.Row
	failed []*bench.Row
}

func (c *callsReport) row(r *bench.Row) {
	if !r.Timed() {
		c.failed = append(c.failed, r)
	} else {
		c.rows = append(c.rows, r)
	}
}

// worstRows is the number of worst rows shown for a distribution.
const worstRows = 5

func (c *callsReport) end() {
	type key struct{ isa, mode, calls string }
	var order []key
	groups := map[key][]*bench.Row{}
	for _, r := range c.rows {
		k := key{r.ISA, r.Mode, r.Calls}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], r)
	}
	fmt.Fprintln(c.w, "times of peers over hotloop's, geometric means, calls included; slower: rows in which hotloop takes 5% and 4 ns "+
		"longer than the Go compiler, or than its own code without vectorization")
	tw := tabwriter.NewWriter(c.w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "isa\tmode\tcalls\trows\tgo\tslower\tscalar\tslower\t")
	for _, k := range order {
		rows := groups[k]
		line := fmt.Sprintf("%s\t%s\t%s\t%d\t", k.isa, k.mode, k.calls, len(rows))
		for _, peer := range []string{"go", bench.OwnScalar} {
			mean, slow := c.against(rows, peer)
			line += fmt.Sprintf("%s\t%d\t", orDash(mean, "%.2f"), slow)
		}
		fmt.Fprintln(tw, line)
	}
	tw.Flush()
	for _, k := range order {
		c.worst(groups[k])
	}
	for _, r := range c.failed {
		printUntimed(c.w, r)
	}
}

// worst prints the rows of a distribution in which the Go compiler's code is faster by the largest factors.
func (c *callsReport) worst(rows []*bench.Row) {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r *bench.Row) bool { return !r.Slower(c.engine, "go") })
	slices.SortStableFunc(rows, func(a, b *bench.Row) int { return cmp.Compare(a.Ratio["go"], b.Ratio["go"]) })
	for i, r := range rows[:min(len(rows), worstRows)] {
		if i == 0 {
			fmt.Fprintf(c.w, "\n%s (%s, %s), worst of %d rows that are slower than the Go compiler\n", r.Calls, r.ISA, r.Mode, len(rows))
		}
		fmt.Fprintf(c.w, "  %.2f  %s: %s ns, Go %s, scalar %s; %s\n", r.Ratio["go"], r.Kernel, short(r.NS[c.engine]),
			short(r.NS["go"]), short(r.NS[bench.OwnScalar]), r.Plan)
	}
}

// against returns the mean of a peer's ratios, and the number of rows in which the peer is faster.
func (c *callsReport) against(rows []*bench.Row, peer string) (mean float64, slow int) {
	n, sum := 0, 0.0
	for _, r := range rows {
		if x := r.Ratio[peer]; x > 0 {
			n++
			sum += math.Log(x)
		}
		if r.Slower(c.engine, peer) {
			slow++
		}
	}
	if n == 0 {
		return 0, slow
	}
	return math.Exp(sum / float64(n)), slow
}
