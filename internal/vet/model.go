package vet

import (
	"math"

	"hotloop/frontend"
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// What a call takes, by the prices of loops, and by what is around them: entering a kernel, the checks in front of a
// vector loop and what it leaves over, memory that Go makes. Bounds tell how often loops run, if every slice has n
// elements and integer parameters are n or 1. Where data decide a branch, the path with less to gain is taken, and a
// loop that data end has one iteration.

// In cycles, measured on Golden Cove: to call a kernel, to come to a vector loop and from it, to have Go make memory
// and a byte of it, and to store an address, which a Go function does.
const (
	enterCycles   = 25
	setupCycles   = 30
	makeCycles    = 100
	requestCycles = 300
	byteCycles    = 0.2
	storeCycles   = 1000
)

// plainCycles is the price of an iteration of a loop that has none, valueCycles at most that of a value.
const (
	plainCycles = 2
	valueCycles = 0.5
)

// A step is the work of a block or of a loop. One of the next steps follows; the data choose it.
type step struct {
	plain, hot float64
	own        float64 // what plain code takes besides, at most
	loop       *cycle
	next       []*step
	runs       bool // a loop is here or behind
}

// A cycle is a loop: a number of iterations, each of which is body, or takes a bounded number of cycles.
type cycle struct {
	at    string
	trips float64 // at most
	sure  float64 // those there are whatever the data are
	on    basis   // what the number depends on
	open  bool    // it is in another, and parameters or data decide the number
	body  *step
	each  float64
}

// A shape is a function's loops as it runs them for a number of elements.
type shape struct {
	f       *ir.Func
	li      *analysis.LoopInfo
	scev    *analysis.SCEV
	origins []frontend.Origin
	place   func(*analysis.Loop) string
	n       float64
	on      basis     // what the estimates since it was reset depend on
	at      *ir.Block // whose branch is looked at, if it is one's
	each    int       // the one integer parameter that is n, the others being 1; -1 is all are
	memo    map[*ir.Block]*step
}

// steps is the function for slices of n elements.
func (s *shape) steps(n int) *step {
	s.n, s.each, s.memo = float64(n), -1, map[*ir.Block]*step{}
	return s.from(s.f.Entry(), nil)
}

// from is what is done from block b of loop in on, nil being none, up to the end of its iteration.
func (s *shape) from(b *ir.Block, in *analysis.Loop) *step {
	if x := s.memo[b]; x != nil {
		return x
	}
	x := &step{}
	s.memo[b] = x
	l := s.li.Of(b)
	for l != nil && l.Parent != in && l != in {
		l = l.Parent
	}
	if l != in && l != nil {
		delete(s.memo, b) // whose body begins with the same block
		c := &cycle{at: s.place(l), each: plainCycles}
		x = &step{loop: c, runs: true}
		c.trips, c.on = s.trips(l)
		c.open = c.on > onLengths && in != nil
		if c.sure = c.trips; waysOut(l) > 1 {
			c.sure = min(1, c.trips)
		}
		if len(l.Children) > 0 {
			c.body = s.from(b, l)
		} else {
			own := 0.0
			for _, b := range l.Blocks {
				own += work(b)
			}
			c.each = max(c.each, own)
		}
		s.memo[b] = x
		for _, e := range l.Exits {
			s.follow(x, b, e, in)
		}
		return x
	}
	x.own = work(b)
	for _, v := range b.Values {
		s.request(x, v)
	}
	yes, known, on := 0.0, false, onConstants
	if b.Kind == ir.BlockIf {
		yes, known, on = s.decided(b)
	}
	for i, to := range b.Succs {
		if !known || (yes != 0) == (i == 0) {
			s.follow(x, b, to, in)
		}
	}
	if on < onData && len(x.next) == 2 && x.next[0].runs != x.next[1].runs { // an early return for what parameters say
		if x.next[1].runs {
			x.next = x.next[1:]
		}
		x.next = x.next[:1]
	}
	return x
}

// follow adds the path from a block to block b, unless it ends the iteration or the program. The data decide whether an
// exit other than the header's is taken.
func (s *shape) follow(x *step, from, b *ir.Block, in *analysis.Loop) {
	if b.Kind == ir.BlockTrap || in != nil && b == in.Header {
		return
	}
	if in != nil && !in.Contains(b) {
		if from != in.Header && waysOut(in) > 1 {
			x.next = append(x.next, &step{})
		}
		return
	}
	y := s.from(b, in)
	x.runs = x.runs || y.runs
	x.next = append(x.next, y)
}

// request adds what Go does for a kernel.
func (s *shape) request(x *step, v *ir.Value) {
	site, ok := v.Aux.(*ir.Site)
	if v.Op != ir.OpCall || !ok {
		return
	}
	switch site.Kind {
	case ir.SiteStore:
		x.hot += storeCycles
	case ir.SiteMake:
		count, _, _ := s.value(v.Args[0], 0)
		size, _, _ := s.value(v.Args[1], 0)
		x.plain += makeCycles + byteCycles*count*size
		x.hot += requestCycles + byteCycles*count*size
	default:
		x.plain += makeCycles
		x.hot += requestCycles
	}
}

// work is what plain code takes for a block at most.
func work(b *ir.Block) (cycles float64) {
	for _, v := range b.Values {
		switch v.Op {
		case ir.OpConst, ir.OpArg, ir.OpArgLen, ir.OpArgCap, ir.OpPhi, ir.OpCopy:
		case ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU, ir.OpDiv, ir.OpSqrt:
			cycles += enterCycles
		case ir.OpCall:
			cycles += makeCycles
		default:
			cycles += valueCycles
		}
	}
	return cycles
}

// gain is the greatest t with which plain code takes at least t times as long, whatever the data choose.
func (x *step) gain(price func(at string) (price, bool)) float64 {
	const steps, most = 24, 1 << 10
	low, high := 0.0, float64(most)
	for range steps {
		t := (low + high) / 2
		if x.margin(t, price, map[*step]float64{}) >= t*enterCycles {
			low = t
		} else {
			high = t
		}
	}
	return low
}

// most is the greatest number of cycles that plain code takes, whatever the arguments are.
func (x *step) most(price func(at string) (price, bool), memo map[*step]float64) float64 {
	if m, ok := memo[x]; ok {
		return m
	}
	total := x.plain + x.own
	if c := x.loop; c != nil && c.on > onConstants {
		total = math.Inf(1)
	} else if c != nil {
		each := c.each
		if p, ok := price(c.at); ok {
			each = p.plain
		} else if c.body != nil {
			each = max(each, c.body.most(price, memo))
		}
		total += c.trips * each
	}
	rest := 0.0
	for _, y := range x.next {
		rest = max(rest, y.most(price, memo))
	}
	memo[x] = total + rest
	return total + rest
}

// loops calls f for the loops of x and of what comes after.
func (x *step) loops(f func(*cycle), seen map[*step]bool) {
	if seen[x] {
		return
	}
	seen[x] = true
	if c := x.loop; c != nil {
		f(c)
		if c.body != nil {
			c.body.loops(f, seen)
		}
	}
	for _, y := range x.next {
		y.loops(f, seen)
	}
}

// margin is by how many cycles plain code takes longer than t times as long as the kernel.
func (x *step) margin(t float64, price func(at string) (price, bool), memo map[*step]float64) float64 {
	if m, ok := memo[x]; ok {
		return m
	}
	m := x.plain - t*x.hot
	if c := x.loop; c != nil {
		each := plainCycles * (1 - t)
		if p, ok := price(c.at); ok {
			each = p.plain - t*p.vector
			m -= t * setupCycles
		} else if c.body != nil {
			each = c.body.margin(t, price, memo)
		}
		if each < 0 {
			m += c.trips * each
		} else {
			m += c.sure * each
		}
	}
	rest := 0.0
	for i, y := range x.next {
		if d := y.margin(t, price, memo); i == 0 || d < rest {
			rest = d
		}
	}
	memo[x] = m + rest
	return m + rest
}

// trips is how many iterations a loop has, with the parameters for which they are most: as many as elements if nothing
// is known. On is what that depends on.
func (s *shape) trips(l *analysis.Loop) (most float64, on basis) {
	defer func() { s.each = -1 }()
	s.on = onConstants
	for s.each = -1; s.each < len(s.f.Params); s.each++ {
		most = max(most, s.taken(l, 0))
	}
	return most, s.on
}

// taken is how many iterations a loop has.
func (s *shape) taken(l *analysis.Loop, depth int) float64 {
	if e, _, ok := s.scev.TripCount(l); ok {
		if x, ok := s.expr(e, depth+1); ok {
			return x
		}
	}
	if x, ok := s.tested(l, depth); ok {
		return x
	}
	s.on = onData
	return s.n
}

// tested is how many iterations a loop has whose header compares a recurrence with a bound, though it may wrap around.
func (s *shape) tested(l *analysis.Loop, depth int) (float64, bool) {
	c := l.Header.Control
	if l.Header.Kind != ir.BlockIf || len(c.Args) != 2 {
		return 0, false
	}
	at := s.at
	s.at = l.Header // what changes in the loop is no bound
	defer func() { s.at = at }()
	for i, v := range c.Args {
		start, step, ok := s.scev.AddRec(v, l)
		if !ok {
			continue
		}
		from, ok1 := s.expr(start, depth+1)
		by, ok2 := s.expr(step, depth+1)
		to, ok3 := s.leaf(c.Args[1-i], depth+1)
		return max(0, (to-from)/by), ok1 && ok2 && ok3 && by != 0
	}
	return 0, false
}
