package regalloc

import (
	"math/bits"
	"slices"

	"hotloop/isel/mach"
)

// distances computes the distance in instructions from the start of each block to the next use of every live
// value. Two rounds propagate every use in a loop to all blocks of the loop.
func (a *allocator) distances() {
	a.layDistances()
	from, back := len(a.cfg.Order)-1, -1
	for range 2 {
		for i := from; i >= 0; i-- {
			bi := a.cfg.Order[i]
			b := a.f.Blocks[bi]
			if back < 0 && a.leadsBack(bi) {
				back = i
			}
			a.throughDistances(bi)
			// Parameters are not live-in, but choose needs their distance at the header.
			params := a.paramDistances(bi)
			for j, p := range b.Params {
				if v := num(p); has(a.liveOut(bi), v) {
					params[j] = min(params[j], a.outDistance(bi, v)+uint32(len(b.Insts)))
				}
			}
			in := a.liveIn(bi)
			for j := len(b.Insts) - 1; j >= 0; j-- {
				for _, v := range a.usesOf(a.base[bi] + int32(j)) {
					if has(in, v) {
						a.far[a.rank(bi, v)] = uint32(j)
					} else if a.val[v].bits&isParam != 0 {
						a.f.Took(len(b.Params))
						if k := slices.Index(b.Params, vreg(v)); k >= 0 {
							params[k] = uint32(j)
						}
					}
				}
			}
		}
		from = back // blocks after the last latch have already seen all their successors
	}
}

// leadsBack reports whether block bi has a back edge.
func (a *allocator) leadsBack(bi int32) bool {
	for i := range a.f.Blocks[bi].Succs {
		if a.cfg.IsBackEdge(bi, int32(a.f.Blocks[bi].Succs[i].To.ID)) {
			return true
		}
	}
	return false
}

// layDistances allocates the distances of each block.
func (a *allocator) layDistances() {
	nb := len(a.f.Blocks)
	a.ranks = slices.Grow(a.ranks[:0], nb*a.words)[:nb*a.words]
	a.params = slices.Grow(a.params[:0], nb)[:nb]
	n := int32(0)
	for bi, b := range a.f.Blocks {
		for k, w := range a.liveIn(int32(bi)) {
			a.ranks[bi*a.words+k] = n
			n += int32(bits.OnesCount64(w))
		}
		a.params[bi] = n
		n += int32(len(b.Params))
	}
	a.f.Took(stepsPerDistance * int(n))
	a.far = slices.Grow(a.far[:0], int(n))[:n]
	for i := range a.far {
		a.far[i] = never
	}
}

// rank returns the index in far of the distance of v, which is live at the start of block bi.
func (l *liveness) rank(bi, v int32) int {
	k := int(bi)*l.words + int(v>>6)
	return int(l.ranks[k]) + bits.OnesCount64(l.in[k]&(1<<(v&63)-1))
}

// paramDistances returns the distances of block bi's parameters.
func (a *allocator) paramDistances(bi int32) []uint32 {
	at := int(a.params[bi])
	return a.far[at : at+len(a.f.Blocks[bi].Params)]
}

// throughDistances lowers the distances at the start of block bi, for values live there, to those of their uses
// after the block, as in outDistance.
func (a *allocator) throughDistances(bi int32) {
	b := a.f.Blocks[bi]
	in := a.liveIn(bi)
	for i := range b.Succs {
		e := &b.Succs[i]
		s := int32(e.To.ID)
		behind := a.penalty(bi, e.To) + uint32(len(b.Insts))
		for k, there := range a.liveIn(s) {
			here := in[k]
			w := here & there
			if w == 0 {
				continue
			}
			to, from := a.far[a.ranks[int(bi)*a.words+k]:], a.far[a.ranks[int(s)*a.words+k]:]
			for ; w != 0; w &= w - 1 {
				below := w&-w - 1
				if d := from[bits.OnesCount64(there&below)]; d < never {
					dist := &to[bits.OnesCount64(here&below)]
					*dist = min(*dist, d+behind)
				}
			}
		}
		params := a.paramDistances(s)
		for j, arg := range e.Args {
			if v := num(arg); v >= 0 && has(in, v) && params[j] < never {
				dist := &a.far[a.rank(bi, v)]
				*dist = min(*dist, params[j]+behind)
			}
		}
	}
}

// penalty returns the distance that an edge adds. Uses after a loop and on rarely taken paths are far.
func (a *allocator) penalty(bi int32, to *mach.Block) (pen uint32) {
	if x := a.cfg.Depth[bi] - a.cfg.Depth[to.ID]; x > 0 {
		pen = uint32(x) * exitDistance
	}
	if to.Cold && !a.f.Blocks[bi].Cold {
		pen += exitDistance
	}
	return pen
}

// outDistances sets dist to outDistance for every value live at the end of b, in one walk over its edges.
func (a *allocator) outDistances(bi int32) {
	if !a.tight {
		return
	}
	nv := len(a.f.VRegs)
	if cap(a.dist) < nv {
		a.dist = make([]uint32, nv+nv/2)
	}
	dist := a.dist[:nv]
	a.dist = dist
	for i, w := range a.liveOut(bi) {
		for ; w != 0; w &= w - 1 {
			dist[i<<6+bits.TrailingZeros64(w)] = never
		}
	}
	succs := a.f.Blocks[bi].Succs
	for i := range succs {
		e := &succs[i]
		s := int32(e.To.ID)
		pen := a.penalty(bi, e.To)
		for k, w := range a.liveIn(s) {
			at := int(a.ranks[int(s)*a.words+k])
			for ; w != 0; w &= w - 1 {
				v := k<<6 + bits.TrailingZeros64(w)
				dist[v] = min(dist[v], a.far[at]+pen)
				at++
			}
		}
		params := a.paramDistances(s)
		for j, arg := range e.Args {
			if v := num(arg); v >= 0 {
				dist[v] = min(dist[v], params[j]+pen)
			}
		}
	}
}

// outDistance returns the distance from the end of b to v's next use. It returns never for a value that is live
// out only as the argument of an unused parameter.
func (a *allocator) outDistance(bi, v int32) uint32 {
	if !a.tight {
		return 0
	}
	d := uint32(never)
	b := a.f.Blocks[bi]
	for i := range b.Succs {
		e := &b.Succs[i]
		s := int32(e.To.ID)
		pen := a.penalty(bi, e.To)
		if has(a.liveIn(s), v) {
			d = min(d, a.far[a.rank(s, v)]+pen)
		}
		params := a.paramDistances(s)
		for j, arg := range e.Args {
			if num(arg) == v {
				d = min(d, params[j]+pen)
			}
		}
	}
	return min(d, never)
}
