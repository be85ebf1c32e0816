package analysis

// MaxPieces bounds the pieces of a Partition: sets of them are words.
const MaxPieces = 64

// Partition is a loop taken apart: its pieces, which are stores, say, with what they need, in parts that can each
// run all of their iterations before the next one begins.
type Partition struct {
	Parts  [][]int  // the pieces of each part, in order; parts are in the order of their first pieces
	Before []uint64 // of each part, the set of the parts that must come before it
}

// Take takes n pieces apart, at most MaxPieces. precedes(i, k) says whether all iterations of piece i may come
// before all of piece k. Pieces that must come before one another, directly or by way of others, are one part: a
// strongly connected component of the graph that has an edge wherever precedes denies it.
func Take(n int, precedes func(i, k int) bool) *Partition {
	before := make([]uint64, n)
	for i := range n {
		for k := range n {
			if i != k && !precedes(k, i) {
				before[k] |= 1 << i
			}
		}
	}
	reach := append([]uint64(nil), before...)
	for via := range n {
		for i := range n {
			if reach[i]>>via&1 != 0 {
				reach[i] |= reach[via]
			}
		}
	}
	p := &Partition{}
	part := make([]int, n)
	for i := range n {
		part[i] = len(p.Parts)
		for k := range i {
			if reach[i]>>k&1 != 0 && reach[k]>>i&1 != 0 {
				part[i] = part[k]
				break
			}
		}
		if part[i] == len(p.Parts) {
			p.Parts = append(p.Parts, nil)
		}
		p.Parts[part[i]] = append(p.Parts[part[i]], i)
	}
	p.Before = make([]uint64, len(p.Parts))
	for k, set := range before {
		for i := range n {
			if set>>i&1 != 0 && part[i] != part[k] {
				p.Before[part[k]] |= 1 << part[i]
			}
		}
	}
	return p
}

// Ready returns the first part of which pick approves that is not in done, while all that must come before it is; -1 if
// there is none.
func (p *Partition) Ready(done uint64, pick func(part int) bool) int {
	for i, before := range p.Before {
		if done>>i&1 == 0 && before&^done == 0 && pick(i) {
			return i
		}
	}
	return -1
}
