package bench

import "math"

// leastNoise is the factor below which a change is never told from noise: the layout of code and data in memory may
// make as much of a difference.
const leastNoise = 1.02

// A Change compares a row with the row of the same kernel, instruction set, mode and length in older results.
type Change struct {
	Old, New     *Row
	OldNS, NewNS float64 // of our code, with arguments that do not repeat if both rows have them
	Speedup      float64 // the old time over the new one, without the drift
	// Band is the factor that noise may make of the speedup. It combines the factors between the quartiles of both
	// rows' batches, which is 95% of differences if these are normal, with what the times of the peers in these rows
	// changed by: their code is the same.
	Band float64
}

// Beyond returns 1 if the new code is faster beyond noise, -1 if it is slower, and 0 if neither can be told.
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
	Changes []Change
	Gone    []*Row // rows with times in the old results only
	Added   []*Row // rows with times in the new results only
	// Drift is the old time of the peers over the new one, in the median of all rows: how much faster the machine is.
	// It is 1 if the results have no peer of the same version in common.
	Drift          float64
	Mean, Band     float64 // the geometric mean of speedups, and the factor that noise may make of it
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
	c := &Comparison{Drift: 1, Mean: 1, Band: 1}
	for _, r := range now.Rows {
		if r.NS[ours] == 0 {
			continue
		}
		if o := before[r.key()]; o != nil {
			delete(before, r.key())
			c.Changes = append(c.Changes, Change{Old: o, New: r})
		} else {
			c.Added = append(c.Added, r)
		}
	}
	for _, r := range old.Rows {
		if before[r.key()] == r {
			c.Gone = append(c.Gone, r)
		}
	}
	var controls []string // the peers whose code is the same
	for _, p := range now.Peers() {
		if old.Version[p] == now.Version[p] {
			controls = append(controls, p)
		}
	}
	var drifts []float64
	for i := range c.Changes {
		drifts = append(drifts, c.Changes[i].logs(controls)...)
	}
	drift := 0.0
	if len(drifts) > 0 {
		drift = median(drifts)
		c.Drift = math.Exp(drift)
	}
	var sum, square float64
	for i := range c.Changes {
		x := &c.Changes[i]
		x.measure(theirs, ours, controls, drift)
		switch x.Beyond() {
		case 1:
			c.Faster++
		case -1:
			c.Slower++
		}
		sum += math.Log(x.Speedup)
		square += math.Log(x.Band) * math.Log(x.Band)
	}
	if n := float64(len(c.Changes)); n > 0 {
		c.Mean, c.Band = math.Exp(sum/n), math.Exp(math.Sqrt(square)/n)
	}
	return c
}

// times returns the old and the new time of codes in both rows, with arguments that do not repeat if both have them.
func (c *Change) times(theirs, ours string) (before, after float64) {
	if before, after = c.Old.FreshNS[theirs], c.New.FreshNS[ours]; before > 0 && after > 0 {
		return before, after
	}
	return c.Old.NS[theirs], c.New.NS[ours]
}

// logs returns the logarithms of the old times of peers over the new ones.
func (c *Change) logs(peers []string) (list []float64) {
	for _, p := range peers {
		if before, after := c.times(p, p); before > 0 && after > 0 {
			list = append(list, math.Log(before/after))
		}
	}
	return list
}

// measure computes the speedup and its band. drift is the logarithm of Comparison.Drift.
func (c *Change) measure(theirs, ours string, controls []string, drift float64) {
	c.OldNS, c.NewNS = c.times(theirs, ours)
	c.Speedup = c.OldNS / c.NewNS / math.Exp(drift)
	var moved []float64
	for _, x := range c.logs(controls) {
		moved = append(moved, math.Abs(x-drift))
	}
	band := math.Hypot(noise(c.Old.Quartiles.NS[theirs]), noise(c.New.Quartiles.NS[ours]))
	if len(moved) > 0 {
		band = math.Hypot(band, median(moved))
	}
	c.Band = max(leastNoise, math.Exp(band))
}
