package analysis

// Carried reports whether d may be carried by loop p of the common loops: the loops outside p may be in the
// same iteration, and p in different ones.
func (d *NestDep) Carried(p int) bool {
	if p >= len(d.Dir) {
		return false
	}
	for _, x := range d.Dir[:p] {
		if x&DirEQ == 0 {
			return false
		}
	}
	return d.Dir[p]&(DirLT|DirGT) != 0
}

// Permutable reports whether the common loops may be permuted so that loop order[i] moves to position i.
// Iterations that may conflict must not change their order. That is, the first non-zero distance must keep its
// sign.
//
// So there must be no loops i and j with opposite signs such that the first non-zero distance is that of i in
// the old order and that of j in the new order. The loops before i in the old order and before j in the new
// order then have distance zero, and all others any distance.
func (d *NestDep) Permutable(order []int) bool {
	n := len(d.Dir)
	place := make([]int, n) // position of each loop in the new order
	zeros := 0              // loops at the start of the new order that may have distance zero
	for i := n - 1; i >= 0; i-- {
		place[order[i]] = i
		if zeros++; d.Dir[order[i]]&DirEQ == 0 {
			zeros = 0
		}
		if d.Dir[i] == 0 {
			return true // they never conflict
		}
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			if place[j] > place[i] || place[j] > zeros {
				continue
			}
			if d.Dir[i]&DirLT != 0 && d.Dir[j]&DirGT != 0 || d.Dir[i]&DirGT != 0 && d.Dir[j]&DirLT != 0 {
				return false
			}
		}
		if d.Dir[i]&DirEQ == 0 {
			break // the first non-zero distance is here at the latest
		}
	}
	return true
}

// Jammable reports whether count iterations of loop p may run in lockstep: all of them do one iteration of the
// loops inside p, then all do the next (unroll and jam). before(a, b) reports whether a precedes b within one
// such step, or shares a piece with it, where an earlier iteration of p completes the piece before a later one
// starts it.
//
// Two accesses in different iterations of p then execute in the order of their iterations of the inner loops,
// so that order must not contradict that of p. If it is undecided, the position in the program decides.
func (d *NestDep) Jammable(p int, count int64, before func(a, b *Place) bool) bool {
	if !d.Carried(p) {
		return true
	}
	if d.Known[p] && (d.Dist[p] >= count || -d.Dist[p] >= count) {
		return true
	}
	inner := d.Dir[p+1:]
	lockstep := func(forward, backward Direction, source, sink *Place) bool {
		if d.Dir[p]&forward == 0 {
			return true
		}
		for _, x := range inner {
			if x&backward != 0 {
				return false
			}
			if x&DirEQ == 0 {
				return true // later in the inner loops too
			}
		}
		return before(source, sink)
	}
	return lockstep(DirLT, DirGT, d.First, d.Second) && lockstep(DirGT, DirLT, d.Second, d.First)
}
