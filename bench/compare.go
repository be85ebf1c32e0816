package bench

import (
	"math"
	"slices"
)

// leastNoise is the least factor that a change is compared with: 2%, which is less than what the layout of code and
// data in memory may make of it.
const leastNoise = 1.02

// A Change compares a row with the row of the same kernel, instruction set, mode and length in older results.
type Change struct {
	Old, New *Row
	// Speedup is the old time over the new one, as a multiple of the same quotient of the peer By: a machine that
	// is slower today is not a change. By is empty if no peer is in both rows; the times are then compared as they are.
	Speedup float64
	By      string
	// Band is the factor by which the speedup would differ from 1 by noise: of the quartiles of both rows' batches,
	// and at least leastNoise.
	Band float64
}

// Beyond reports whether the change exceeds the noise: 1 if the new code is faster, -1 if it is slower, 0 if neither
// can be told.
func (c *Change) Beyond() int {
	switch {
	case c.Speedup > c.Band:
		return 1
	case c.Speedup < 1/c.Band:
		return -1
	}
	return 0
}

// A Comparison compares new results with old ones.
type Comparison struct {
	Changes        []Change
	Gone, Added    []*Row  // rows that only one of the results has times for
	Mean, Band     float64 // the geometric mean of speedups, and the factor by which noise alone would change it
	Faster, Slower int     // changes beyond their bands
}

// rowKey identifies a measurement in results.
type rowKey struct {
	suite, kernel, isa, mode, calls string
	n                               int
}

func (r *Row) key() rowKey { return rowKey{r.Suite, r.Kernel, r.ISA, r.Mode, r.Calls, r.N} }

// Compare compares new results with old ones.
func Compare(old, now *Results) *Comparison {
	ours, theirs := now.Engine(), old.Engine()
	before := map[rowKey]*Row{}
	for _, r := range old.Rows {
		if r.NS[theirs] > 0 {
			before[r.key()] = r
		}
	}
	c := &Comparison{Mean: 1, Band: 1}
	var sum, square float64
	peers := now.Peers()
	for _, r := range now.Rows {
		if r.NS[ours] == 0 {
			continue
		}
		o := before[r.key()]
		if o == nil {
			c.Added = append(c.Added, r)
			continue
		}
		delete(before, r.key())
		change := compare(o, r, theirs, ours, peers)
		c.Changes = append(c.Changes, change)
		switch change.Beyond() {
		case 1:
			c.Faster++
		case -1:
			c.Slower++
		}
		sum += math.Log(change.Speedup)
		band := math.Log(change.Band)
		square += band * band
	}
	for _, r := range old.Rows {
		if before[r.key()] == r {
			c.Gone = append(c.Gone, r)
		}
	}
	if n := float64(len(c.Changes)); n > 0 {
		c.Mean, c.Band = math.Exp(sum/n), math.Exp(math.Sqrt(square)/n)
	}
	return c
}

// compare compares two rows. It uses the first of peers that both have.
func compare(old, now *Row, theirs, ours string, peers []string) Change {
	c := Change{Old: old, New: now}
	fresh := func(r *Row) bool { return len(r.FreshNS) > 0 }
	before, after := old.NS[theirs], now.NS[ours]
	both := fresh(old) && fresh(now)
	if both {
		before, after = old.FreshNS[theirs], now.FreshNS[ours]
	}
	c.Speedup = before / after
	spread := [2]float64{noise(old.Quartiles.NS[theirs]), noise(now.Quartiles.NS[ours])}
	if i := slices.IndexFunc(peers, func(p string) bool { return old.Ratio[p] > 0 && now.Ratio[p] > 0 }); i >= 0 {
		c.By = peers[i]
		was, is := old.Ratio[c.By], now.Ratio[c.By]
		if both && old.FreshRatio[c.By] > 0 && now.FreshRatio[c.By] > 0 {
			was, is = old.FreshRatio[c.By], now.FreshRatio[c.By]
		}
		c.Speedup = is / was
		spread = [2]float64{noise(old.Quartiles.Ratio[c.By]), noise(now.Quartiles.Ratio[c.By])}
	}
	c.Band = max(leastNoise, math.Exp(math.Hypot(spread[0], spread[1])))
	return c
}
