package bench

import (
	"slices"
	"time"
)

// CompileTime compiles a request several times over, from its text each time, and returns the last result with the least
// of the times that it took.
func CompileTime(e Engine, req Request, runs int) (*Compiled, error) {
	req.Uncache = true
	var last *Compiled
	var least time.Duration
	for i := range runs {
		c, err := e.Compile(req)
		if err != nil {
			return nil, err
		}
		if last != nil && last.Close != nil {
			last.Close()
		}
		if last = c; i == 0 || c.Time < least {
			least = c.Time
		}
	}
	last.Time = least
	return last, nil
}

// A Latency sums up how long compiling takes, in µs, over many kernels.
type Latency struct {
	Kernels          int
	Median, P90, Max float64
	Slowest          []string // the three slowest, slowest first
}

// NewLatency sums up the compile times of rows, one per kernel. Rows with errors do not count.
func NewLatency(rows []*Row) Latency {
	var timed []*Row
	for _, r := range rows {
		if r.CompileUS > 0 && r.Error == "" {
			timed = append(timed, r)
		}
	}
	l := Latency{Kernels: len(timed)}
	if l.Kernels == 0 {
		return l
	}
	slices.SortStableFunc(timed, func(a, b *Row) int {
		switch {
		case a.CompileUS < b.CompileUS:
			return -1
		case a.CompileUS > b.CompileUS:
			return 1
		}
		return 0
	})
	n := l.Kernels
	l.Median = (timed[n/2].CompileUS + timed[(n-1)/2].CompileUS) / 2
	l.P90, l.Max = timed[(n-1)*9/10].CompileUS, timed[n-1].CompileUS
	for i := n - 1; i >= max(0, n-3); i-- {
		l.Slowest = append(l.Slowest, timed[i].Kernel)
	}
	return l
}
