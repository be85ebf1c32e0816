package poll

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// A slowPath is a loop in a nest that the strip length of the enclosing loop ignores, because a faster loop
// normally does its work. It polls each time it runs without the faster loop. It is the scalar version of a
// vector loop, selected by a test before both, or the remainder of a vector loop, which runs alone if such a test
// fails.
type slowPath struct {
	before *ir.Block      // a block that leads only to the loop, or nil:
	edges  [][2]*ir.Block // edges that lead to the loop past the other loop
}

// slowRatio is the minimum ratio of the slow loop's time to the other loop's, per iteration of the nest's counter
// and with all data in the first-level cache, because both wait for the same data. If the loops are closer, both
// are counted: a poll at each of their runs is not much cheaper.
const slowRatio = 3

// leaveSlowPaths adds the inner loops of l to the time of an iteration, except the slow ones. Short loops are
// already included.
func (p *price) leaveSlowPaths(l *analysis.Loop, all []innerPrice) {
	const many = 8 // limit for comparing all pairs of loops
	ways := make([]pathIn, 0, len(all))
	for i := range all {
		if len(all) <= many {
			ways = append(ways, pathFromLoop(l, &all[i]))
		}
	}
	for i := range all {
		c, slow := &all[i], knownShort(all[i].loop)
		for j := range ways {
			d := &all[j]
			slow = slow || c.near*size(d.step) >= slowRatio*d.near*size(c.step) && p.slower(l, &ways[i], &ways[j], ways)
		}
		if !slow {
			p.loops = append(p.loops, *c)
		}
	}
}

// nearQuarters returns the time of an iteration of l in quarter cycles, with all data in the first-level cache.
func nearQuarters(l *analysis.Loop) int {
	quarters, _ := estimateIssue(l)
	return max(1, quarters, 4*recurrence(l))
}

func size(step int64) int { return int(max(step, -step)) }

// pathIn is a loop in l, and the blocks after it in the same iteration of l.
type pathIn struct {
	*innerPrice
	k      analysis.LatchCounter
	behind []bool // by block ID
}

func pathFromLoop(l *analysis.Loop, in *innerPrice) pathIn {
	w := pathIn{innerPrice: in, behind: l.Header.Func.NewFlags(l.Header.Func.NumBlocks())}
	w.k, _ = in.loop.LatchCounter()
	todo := append([]*ir.Block(nil), in.loop.Exits...)
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if b == l.Header || !l.Contains(b) || w.behind[b.ID] {
			continue
		}
		w.behind[b.ID] = true
		todo = append(todo, b.Succs...)
	}
	return w
}

// slower records c as a slow alternative to d if c may run instead of d, or processes the remainder of d.
func (p *price) slower(l *analysis.Loop, c, d *pathIn, ways []pathIn) bool {
	pre := c.loop.Preheader
	switch {
	case d.behind[pre.ID]:
		rest, ok := leftBy(c, d)
		if !ok {
			return false
		}
		for i := range ways {
			rest = min(rest, leftBetween(l, c, d, &ways[i], rest))
		}
		alone := aloneness{l: l, c: c, d: d, seen: map[*ir.Block]bool{}}
		if !alone.into(pre) {
			return false
		}
		p.fixed += c.each * rest / size(c.step)
		p.slow = append(p.slow, slowPath{edges: alone.edges})
	case c.behind[d.loop.Preheader.ID]:
		return false // they run one after the other
	default:
		p.slow = append(p.slow, slowPath{before: pre})
	}
	return true
}

// leftBy returns the maximum amount by which the counter of c advances if d ran before: c continues where d
// stopped, and d stops that close to c's bound.
func leftBy(c, d *pathIn) (rest int, ok bool) {
	if c.step < 0 != (d.step < 0) || !goesOn(c.from, d, map[*ir.Value]bool{}) {
		return 0, false
	}
	if c.to == d.to {
		return size(d.step), true
	}
	gap := int64(0)
	switch {
	case d.to.Op == ir.OpAdd && d.to.Args[0] == c.to && d.to.Args[1].IsConst():
		gap = d.to.Args[1].Int()
	case c.to.IsConst() && d.to.IsConst():
		gap = c.to.Int() - d.to.Int()
	default:
		return 0, false
	}
	const far = 1 << 12
	return size(gap) + size(d.step), -far <= gap && gap <= far
}

// leftBetween returns the maximum amount by which the counter of c advances if d and then e ran before, where e
// is the epilogue of a vector loop: it runs on every path from d to c unless too little is left for it. If e is
// no such loop, it returns rest.
func leftBetween(l *analysis.Loop, c, d, e *pathIn, rest int) int {
	if e.loop == c.loop || e.loop == d.loop || !d.behind[e.loop.Preheader.ID] || !e.behind[c.loop.Preheader.ID] ||
		!goesOn(e.from, d, map[*ir.Value]bool{}) {
		return rest
	}
	less, ok := leftBy(c, e)
	past := aloneness{l: l, c: c, d: e, seen: map[*ir.Block]bool{}}
	if !ok || !past.into(c.loop.Preheader) {
		return rest
	}
	for _, edge := range past.edges {
		if from := edge[0]; d.behind[from.ID] || d.loop.Contains(from) {
			return rest
		}
	}
	return less
}

// goesOn reports whether v, on every path from d, is the final counter value of d, or beyond.
func goesOn(v *ir.Value, d *pathIn, seen map[*ir.Value]bool) bool {
	switch {
	case v == d.k.Next || seen[v]:
		return true
	case v.Op == ir.OpAdd && v.Args[1].IsConst() && v.Args[1].Int() < 0 == d.k.Down:
		return goesOn(v.Args[0], d, seen)
	case v.Op != ir.OpPhi || d.loop.Contains(v.Block):
		return false
	}
	seen[v] = true
	for i, a := range v.Args {
		if b := v.Block.Preds[i]; (d.behind[b.ID] || d.loop.Contains(b)) && !goesOn(a, d, seen) {
			return false
		}
	}
	return true
}

// aloneness finds the paths in l that lead to c past d.
type aloneness struct {
	l     *analysis.Loop
	c, d  *pathIn
	edges [][2]*ir.Block
	seen  map[*ir.Block]bool
}

// into collects the edges of these paths that lead to b, or to blocks between d and b.
func (x *aloneness) into(b *ir.Block) bool {
	x.seen[b] = true
	for _, p := range b.Preds {
		switch {
		case x.d.loop.Contains(p) || x.seen[p]:
		case x.d.behind[p.ID]:
			if x.inside(p) || !x.into(p) {
				return false
			}
		case x.tooFew(p, b):
		case len(p.Succs) == 2 && p.Succs[0] == p.Succs[1]:
			return false
		default:
			x.edges = append(x.edges, [2]*ir.Block{p, b})
		}
	}
	return true
}

// inside reports whether b is in an inner loop of l that is not short.
func (x *aloneness) inside(b *ir.Block) bool {
	for _, in := range x.l.Children {
		if in.Contains(b) && !knownShort(in) {
			return true
		}
	}
	return false
}

// tooFew reports whether p goes to b because too little is left for d: then c has no more to do than after d.
func (x *aloneness) tooFew(p, b *ir.Block) bool {
	if p.Kind == ir.BlockJump && len(p.Preds) == 1 && len(p.Values) == 0 {
		return x.tooFew(p.Preds[0], p)
	}
	if p.Kind != ir.BlockIf || p.Control.Op != ir.OpLtS && p.Control.Op != ir.OpLeS {
		return false
	}
	start, bound := x.d.from, x.d.to
	u, v := p.Control.Args[0], p.Control.Args[1]
	if x.d.k.Down {
		u, v = v, u
	}
	// start < bound leads to d; bound < start leads to b.
	return u == start && v == bound && p.Succs[1] == b || u == bound && v == start && p.Succs[0] == b
}

// pollSlowPaths adds a poll at the entry of each slow loop, and only one if an edge leads to several of them.
func pollSlowPaths(ways []slowPath) {
	done := map[[2]*ir.Block]bool{}
	for _, w := range ways {
		if w.before != nil {
			w.before.New(ir.OpPoll, ir.TVoid, 0)
		}
		for _, e := range w.edges {
			if !done[e] {
				done[e] = true
				e[0].SplitEdge(e[1], "").New(ir.OpPoll, ir.TVoid, 0)
			}
		}
	}
}
