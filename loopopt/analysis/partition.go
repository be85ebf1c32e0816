package analysis

// MaxPieces bounds the number of pieces of a Partition, since sets of pieces are words.
const MaxPieces = 64

// Partition is a distributed loop. Its pieces, for example stores with the values that they need, are grouped
// into parts; each part can run all of its iterations before the next one begins.
type Partition struct {
	Parts  [][]int  // the pieces of each part, in order; parts are ordered by their first piece
	before []uint64 // for each part, the set of parts that must precede it
}

// Take partitions n pieces, at most MaxPieces. precedes(i, k) reports whether all iterations of piece i may
// precede all of piece k. Pieces that must precede each other, directly or indirectly, form one part: a
// strongly connected component of the graph with an edge wherever precedes is false.
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
	p.before = make([]uint64, len(p.Parts))
	for k, set := range before {
		for i := range n {
			if set>>i&1 != 0 && part[i] != part[k] {
				p.before[part[k]] |= 1 << part[i]
			}
		}
	}
	return p
}

// Ready returns the first part accepted by pick that is not in done and all of whose predecessors are, or -1.
func (p *Partition) Ready(done uint64, pick func(part int) bool) int {
	for i, before := range p.before {
		if done>>i&1 == 0 && before&^done == 0 && pick(i) {
			return i
		}
	}
	return -1
}
