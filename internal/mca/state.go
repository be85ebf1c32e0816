package mca

import "maps"

// linear is a sum of registers, as they were at the start, with factors, and a constant. A nil terms is an unknown
// value.
type linear struct {
	terms map[string]int64
	c     int64
}

var unknown = linear{}

func constant(c int64) linear     { return linear{map[string]int64{}, c} }
func register(name string) linear { return linear{map[string]int64{name: 1}, 0} }
func (x linear) known() bool      { return x.terms != nil }
func (x linear) is(r string) bool { return x.c == 0 && len(x.terms) == 1 && x.terms[r] == 1 }
func (x linear) isConst() bool    { return x.known() && len(x.terms) == 0 }

// plus is x + k·y.
func (x linear) plus(y linear, k int64) linear {
	if !x.known() || !y.known() {
		return unknown
	}
	z := linear{maps.Clone(x.terms), x.c + k*y.c}
	for r, f := range y.terms {
		if z.terms[r] += k * f; z.terms[r] == 0 {
			delete(z.terms, r)
		}
	}
	return z
}

func (x linear) times(k int64) linear { return constant(0).plus(x, k) }

// state is what is known behind some instructions of what was there before them. Registers wrap around at 64 bits here
// whatever width they are used in: an index of 32 bits that wraps would not be a step.
type state struct {
	regs     map[string]linear // those that were written
	accesses []linear          // addresses of memory accessed, in order
}

func (s *state) get(r string) linear {
	if x, ok := s.regs[r]; ok {
		return x
	}
	return register(r)
}

func (s *state) set(r string, x linear) { s.regs[r] = x }

func (s *state) access(a linear) { s.accesses = append(s.accesses, a) }

// follow goes through blocks, one behind the other.
func (g *graph) follow(blocks ...int) *state {
	s := &state{regs: map[string]linear{}}
	for _, b := range blocks {
		for i := g.blocks[b].lo; i < g.blocks[b].hi; i++ {
			g.p.arch.step(s, &g.p.insts[i])
		}
	}
	return s
}

// strides are the bytes by which the addresses accessed in a pass move from one pass to the next. Addresses that stay
// are left out, and those about which nothing is known: gathers, and indices from memory.
func (g *graph) strides(l *loop, pass []int) (out []int64) {
	s := g.follow(pass...)
	onPass := map[int]bool{}
	for _, b := range pass {
		onPass[b] = true
	}
	// A register that is also written elsewhere in the loop has no step.
	for b, in := range l.in {
		if in && !onPass[b] {
			for r := range g.follow(b).regs {
				s.set(r, unknown)
			}
		}
	}
	for _, a := range s.accesses {
		stride, ok := int64(0), a.known()
		for r, f := range a.terms {
			step, known := g.step(l, s, r)
			stride += f * step
			ok = ok && known
		}
		if ok && stride != 0 {
			out = append(out, max(stride, -stride))
		}
	}
	return out
}

// step is what a pass adds to a register. Addends in registers that hold a constant all through the loop count as such.
func (g *graph) step(l *loop, s *state, r string) (int64, bool) {
	d := s.get(r).plus(register(r), -1)
	if !d.known() {
		return 0, false
	}
	sum := d.c
	for q, f := range d.terms {
		c, ok := g.entering(l, q)
		if !ok || !s.get(q).is(q) {
			return 0, false
		}
		sum += f * c
	}
	return sum, true
}

// entering is the constant that a register holds wherever the loop is entered.
func (g *graph) entering(l *loop, r string) (int64, bool) {
	q := query{g, map[place]bool{}}
	return q.meet(g.blocks[l.header].preds, r, func(b int) bool { return !l.in[b] })
}

// query looks for the constant in a register by going backward. A place that the search is at already adds nothing: it
// is part of a cycle, in which the register is constant if it is so wherever the cycle is entered and what the cycle
// makes of it is the same.
type query struct {
	g  *graph
	at map[place]bool
}

// place is a register behind a block.
type place struct {
	block int
	reg   string
}

func (q query) meet(preds []int, r string, count func(int) bool) (c int64, ok bool) {
	for _, b := range preds {
		if q.g.idom[b] < 0 || !count(b) {
			continue
		}
		x, known, cycle := q.leaving(b, r)
		switch {
		case cycle:
		case !known, ok && x != c:
			return 0, false
		default:
			c, ok = x, true
		}
	}
	return c, ok
}

func (q query) leaving(b int, r string) (c int64, known, cycle bool) {
	key := place{b, r}
	if q.at[key] {
		return 0, false, true
	}
	q.at[key] = true
	defer delete(q.at, key)
	x := q.g.follow(b).get(r)
	if !x.known() {
		return 0, false, false
	}
	c = x.c
	for p, f := range x.terms {
		y, ok := q.meet(q.g.blocks[b].preds, p, func(int) bool { return true })
		if !ok {
			return 0, false, false
		}
		c += f * y
	}
	return c, true, false
}
