package analysis

// Carried says whether d may be carried by loop p of those around both accesses: the loops outside p are in the same
// iteration, and p is not.
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

// Permutable says whether the loops around both accesses may be run in another order: loop order[i] comes to place i.
// No two iterations that may meet are to change their order, that is the first distance that is not zero must keep its
// sign.
//
// So it must not be that the first of them is that of loop i, in the order as it is, and that of another loop j in the
// new order, with the other sign. The loops in front of i, in the one order, and in front of j, in the other, then have
// distance zero, and all others any.
func (d *NestDep) Permutable(order []int) bool {
	n := len(d.Dir)
	place := make([]int, n) // of each loop in the new order
	zeros := 0              // loops at the beginning of the new order that may have distance zero
	for i := n - 1; i >= 0; i-- {
		place[order[i]] = i
		if zeros++; d.Dir[order[i]]&DirEQ == 0 {
			zeros = 0
		}
		if d.Dir[i] == 0 {
			return true // they never meet
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
			break // it is the first at the latest
		}
	}
	return true
}

// Jammable says whether count iterations of loop p may run in lockstep: all of them do one iteration of the loops
// inside p, then all the next. before(a, b) says whether a is done before b within one such step, or in the same piece
// of it, of which an earlier iteration of p does all before a later one does any.
//
// Two accesses in different iterations of p come in the order of their iterations of the inner loops then, so that
// order must not contradict that of p; where it is undecided, the place in the program decides.
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
