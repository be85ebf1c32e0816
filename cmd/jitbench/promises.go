package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"hotloop/bench"
)

// farBelow is the ratio to the faster C compiler below which a row is listed.
const farBelow = 0.8

// promises prints the rows in which our code is slower than it ever should be: than the Go compiler's, or than our
// own code without vectorizing, for a narrower instruction set or of a stricter mode. It also compares it with the
// faster C compiler.
func (t *tableReport) promises(rows []*bench.Row) {
	ours := t.engine
	report := func(what, than string) {
		n := 0
		var slow []*bench.Row
		for _, r := range rows {
			if r.NS[than] > 0 {
				n++
			}
			if r.Slower(ours, than) {
				slow = append(slow, r)
			}
		}
		if n > 0 {
			t.list(fmt.Sprintf("slower than %s by 5%% and 4 ns: %d of %d", what, len(slow), n), slow,
				func(r *bench.Row) float64 { _, _, x := r.Against(ours, than); return x })
		}
	}
	report("the Go compiler", "go")
	report("hotloop's code without vectorization", bench.OwnScalar)
	report("hotloop's code for AVX2", bench.OwnAVX2)
	report("hotloop's code in the stricter mode", bench.OwnStrict)
	var below []*bench.Row
	n, sum := 0, 0.0
	for _, r := range rows {
		if r.BetterRatio > 0 {
			n++
			sum += math.Log(r.BetterRatio)
			if r.BetterRatio < farBelow {
				below = append(below, r)
			}
		}
	}
	if n > 0 {
		t.list(fmt.Sprintf("against the better C compiler: geometric mean %.2f, below %.1f: %d of %d",
			math.Exp(sum/float64(n)), farBelow, len(below), n), below,
			func(r *bench.Row) float64 { return r.BetterRatio })
	}
	fmt.Fprintln(t.w)
}

// list prints rows by name and ratio, the worst first.
func (t *tableReport) list(head string, rows []*bench.Row, ratio func(*bench.Row) float64) {
	slices.SortStableFunc(rows, func(a, b *bench.Row) int { return cmp.Compare(ratio(a), ratio(b)) })
	var names []string
	for _, r := range rows {
		names = append(names, fmt.Sprintf("%s %.2f", r.Kernel, ratio(r)))
	}
	if len(names) > 0 {
		head += ": "
	}
	fmt.Fprintln(t.w, head+strings.Join(names, ", "))
}
