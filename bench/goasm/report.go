package goasm

import (
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"hotloop/bench"
)

// A Report sums rows up: a table of ratios, geometric means for every peer, and what is far behind.
type Report struct {
	Lengths []int
	Peers   []string
	Below   float64 // ratios under this are listed once more
	Rows    []*bench.Row
}

// The lengths that count as short and as long: between them a call still decides.
const (
	shortest = 64
	longest  = 256
)

// Write prints the report. Ratios are gross: the time of a call of the peer over that of ours, calls included on both
// sides, so above 1 we are faster.
func (r *Report) Write(w io.Writer) {
	r.table(w)
	r.means(w)
	r.behind(w)
	for _, row := range r.Rows {
		if row.Error != "" {
			fmt.Fprintf(w, "FAIL %s (%s, %s): %s\n", row.Kernel, row.ISA, row.Mode, row.Error)
		}
	}
}

// line is what one peer does for one kernel of one instruction set and mode.
type line struct{ kernel, isa, mode, peer string }

// ratios are the ratios of a line by the length.
func (r *Report) ratios() (order []line, by map[line]map[int]*bench.Row) {
	by = map[line]map[int]*bench.Row{}
	for _, row := range r.Rows {
		for _, peer := range r.Peers {
			if !row.Timed() || row.Ratio[peer] <= 0 {
				continue
			}
			l := line{row.Kernel, row.ISA, row.Mode, peer}
			if by[l] == nil {
				by[l] = map[int]*bench.Row{}
				order = append(order, l)
			}
			by[l][row.N] = row
		}
	}
	return order, by
}

func (r *Report) table(w io.Writer) {
	order, by := r.ratios()
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tw, "kernel\tpeer\tisa\tmode\t")
	for _, n := range r.Lengths {
		fmt.Fprintf(tw, "%d\t", n)
	}
	fmt.Fprintln(tw, "vector\tplan\t")
	for _, l := range order {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t", l.kernel, l.peer, l.isa, l.mode)
		var some *bench.Row
		for _, n := range r.Lengths {
			row := by[l][n]
			if row == nil {
				fmt.Fprint(tw, "-\t")
				continue
			}
			some = row
			fmt.Fprintf(tw, "%.2f\t", row.Ratio[l.peer])
		}
		vector := "no"
		if some.Vectorized {
			vector = "yes"
		}
		fmt.Fprintf(tw, "%s\t%s\t\n", vector, some.Plan)
	}
	tw.Flush()
}

// A Mean is the geometric mean of a peer's ratios over rows of some lengths.
type Mean struct {
	Peer          string
	Short, Long   float64 // n ≤ 64, n ≥ 256; 0 without rows
	All           float64
	Count, Behind int // rows, and those in which the peer is faster
}

// Means returns the means, in the order of the peers.
func (r *Report) Means() (all []Mean) {
	for _, peer := range r.Peers {
		m := Mean{Peer: peer}
		var short, long, every []float64
		for _, row := range r.Rows {
			x := row.Ratio[peer]
			if !row.Timed() || x <= 0 {
				continue
			}
			every = append(every, x)
			if row.N <= shortest {
				short = append(short, x)
			}
			if row.N >= longest {
				long = append(long, x)
			}
			if x < 1 {
				m.Behind++
			}
		}
		m.Count, m.All, m.Short, m.Long = len(every), geomean(every), geomean(short), geomean(long)
		if m.Count > 0 {
			all = append(all, m)
		}
	}
	return all
}

func geomean(xs []float64) float64 {
	if len(xs) == 0 {
		return 0
	}
	sum := 0.0
	for _, x := range xs {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(xs)))
}

func (r *Report) means(w io.Writer) {
	fmt.Fprintf(w, "\ngeometric means of a peer's time over ours, calls included\n\n")
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tw, "peer\tall\tn ≤ %d\tn ≥ %d\trows\tit is faster in\t\n", shortest, longest)
	for _, m := range r.Means() {
		fmt.Fprintf(tw, "%s\t%.2f\t%s\t%s\t%d\t%d\t\n", m.Peer, m.All, orDash(m.Short), orDash(m.Long), m.Count, m.Behind)
	}
	tw.Flush()
}

// behind lists the long rows below the limit, the worst first.
func (r *Report) behind(w io.Writer) {
	type lost struct {
		row  *bench.Row
		peer string
	}
	var all []lost
	for _, row := range r.Rows {
		for _, peer := range r.Peers {
			if x := row.Ratio[peer]; x > 0 && x < r.Below && row.N >= longest {
				all = append(all, lost{row, peer})
			}
		}
	}
	if len(all) == 0 {
		return
	}
	slices.SortStableFunc(all, func(a, b lost) int {
		if a.row.Ratio[a.peer] < b.row.Ratio[b.peer] {
			return -1
		}
		return 1
	})
	fmt.Fprintf(w, "\nbelow %.2f at n ≥ %d\n\n", r.Below, longest)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "kernel\tpeer\tn\tours ns\tits ns\tratio\tplan\t")
	for _, l := range all {
		plan := l.row.Plan
		if !l.row.Vectorized {
			plan = "not vectorized"
		}
		fmt.Fprintf(tw, "%s\t%s\t%d\t%.1f\t%.1f\t%.2f\t%s\t\n", l.row.Kernel, l.peer, l.row.N,
			l.row.NS[bench.Linked().Name()], l.row.NS[l.peer], l.row.Ratio[l.peer], plan)
	}
	tw.Flush()
}

func orDash(x float64) string {
	if x == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", x)
}
