package poll

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// A slowWay is a loop in a nest that is not counted in the strips of the loop around it, since a faster one does its
// work as a rule: it polls each time that it runs without that one. It is a vector loop's scalar version, which a test
// in front of both may choose, or its remainder, which runs alone where such a test fails.
type slowWay struct {
	before *ir.Block      // a block that leads to it only, or nil:
	edges  [][2]*ir.Block // the edges that lead to it past the other loop
}

// slowRatio is how many times as much as the other loop an iteration of the nest's counter must take in a slow one,
// with all data in the first-level cache: both wait for the same data. Loops that are nearer to each other count both:
// a poll at each of their runs is not much cheaper.
const slowRatio = 3

// leaveSlowWays adds the loops in l to the price of an iteration, without the slow ones. Those known to be short have
// been counted.
func (p *price) leaveSlowWays(l *analysis.Loop, all []innerPrice) {
	const many = 8 // of this many loops each pair is looked at
	ways := make([]wayIn, 0, len(all))
	for i := range all {
		if len(all) <= many {
			ways = append(ways, wayFromLoop(l, &all[i]))
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

// nearQuarters is what an iteration of l takes with all data in the first-level cache, in quarter cycles.
func nearQuarters(l *analysis.Loop) int {
	quarters, _ := estimateIssue(l)
	return max(1, quarters, 4*recurrence(l))
}

func size(step int64) int { return int(max(step, -step)) }

// wayIn is a loop in l, and what comes behind it in the same iteration of l.
type wayIn struct {
	*innerPrice
	k      analysis.LatchCounter
	behind []bool // by block ID
}

func wayFromLoop(l *analysis.Loop, in *innerPrice) wayIn {
	w := wayIn{innerPrice: in, behind: l.Header.Func.NewFlags(l.Header.Func.NumBlocks())}
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

// slower notes c as a slow way beside d if it may run instead of d, or does what d leaves.
func (p *price) slower(l *analysis.Loop, c, d *wayIn, ways []wayIn) bool {
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
		p.slow = append(p.slow, slowWay{edges: alone.edges})
	case c.behind[d.loop.Preheader.ID]:
		return false // one after the other
	default:
		p.slow = append(p.slow, slowWay{before: pre})
	}
	return true
}

// leftBy is by how much the counter of c advances at most if d ran before: c goes on where d stopped, and d stops that
// near to c's bound.
func leftBy(c, d *wayIn) (rest int, ok bool) {
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

// leftBetween is by how much the counter of c advances at most if d ran before, and then e: the epilogue of a vector
// loop, which runs on each way from d to c but where not enough is left for it. It is rest if e is no such loop.
func leftBetween(l *analysis.Loop, c, d, e *wayIn, rest int) int {
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

// goesOn says whether v, on every way from d, is what the counter of d has come to, or beyond.
func goesOn(v *ir.Value, d *wayIn, seen map[*ir.Value]bool) bool {
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

// aloneness looks for the ways in l that lead to c past d.
type aloneness struct {
	l     *analysis.Loop
	c, d  *wayIn
	edges [][2]*ir.Block
	seen  map[*ir.Block]bool
}

// into collects the edges of these ways that lead to b, or to what comes before it but behind d.
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

// inside says whether b is in a loop in l.
func (x *aloneness) inside(b *ir.Block) bool {
	for _, in := range x.l.Children {
		if in.Contains(b) && !knownShort(in) {
			return true
		}
	}
	return false
}

// tooFew says whether p goes to b because there is not enough left for d: then c has no more to do than behind d.
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
	// start < bound leads to d, and bound < start to b.
	return u == start && v == bound && p.Succs[1] == b || u == bound && v == start && p.Succs[0] == b
}

// pollSlowWays makes the slow loops poll where they are entered, once where one edge leads to several of them.
func pollSlowWays(ways []slowWay) {
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
