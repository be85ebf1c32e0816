package driver

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// pool is what the driver's notes lie in. It stays with the function's memory.
type pool struct {
	tries    attempts
	attempts ir.Slab[attempt]
	nests    ir.Slab[nestLoop]
	loops    ir.Slab[*analysis.Loop]
}

// Release takes everything back.
func (p *pool) Release() {
	p.tries.reset()
	p.attempts.Reset()
	p.nests.Reset()
	p.loops.Reset()
}

// Bytes is how much has been taken.
func (p *pool) Bytes() int { return ir.Bytes(&p.attempts, &p.nests, &p.loops) }

// memory is what stages remember of a function while it is worked on.
type memory struct {
	states []any
	seen   map[look]bool
}

// look is that a stage has looked at the loop with a header.
type look struct {
	stage  string
	header *ir.Block
}

// State is what is remembered under its type, which belongs to a stage: the zero value at first.
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

// Seen says whether a stage has looked at the loop with that header.
func (d *Driver) Seen(stage string, header *ir.Block) bool { return d.memory.seen[look{stage, header}] }

// See notes that a stage looks at the loop with that header.
func (d *Driver) See(stage string, header *ir.Block) {
	if d.memory.seen == nil {
		d.memory.seen = map[look]bool{}
	}
	d.memory.seen[look{stage, header}] = true
}
