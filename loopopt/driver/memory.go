package driver

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// pool holds the driver's notes. It is kept with the function's memory.
type pool struct {
	tries    attempts
	attempts ir.Slab[attempt]
	nests    ir.Slab[nestLoop]
	loops    ir.Slab[*analysis.Loop]
}

// Release frees everything.
func (p *pool) Release() {
	p.tries.reset()
	p.attempts.Reset()
	p.nests.Reset()
	p.loops.Reset()
}

// Bytes returns the number of bytes allocated.
func (p *pool) Bytes() int { return ir.Bytes(&p.attempts, &p.nests, &p.loops) }

// memory holds what stages remember about a function while it is optimized.
type memory struct {
	states []any
	seen   map[look]bool
}

// look records that a stage has visited the loop with a header.
type look struct {
	stage  string
	header *ir.Block
}

// State returns the state of type T, a type that belongs to one stage. It is the zero value at first.
func State[T any](d *Driver) *T {
	for _, s := range d.memory.states {
		if t, ok := s.(*T); ok {
			return t
		}
	}
	if d.memory.states == nil {
		d.memory.states = make([]any, 0, 8)
	}
	t := new(T)
	d.memory.states = append(d.memory.states, t)
	return t
}

// Seen reports whether a stage has visited the loop with that header.
func (d *Driver) Seen(stage string, header *ir.Block) bool { return d.memory.seen[look{stage, header}] }

// See records that a stage visits the loop with that header.
func (d *Driver) See(stage string, header *ir.Block) {
	if d.memory.seen == nil {
		d.memory.seen = map[look]bool{}
	}
	d.memory.seen[look{stage, header}] = true
}
