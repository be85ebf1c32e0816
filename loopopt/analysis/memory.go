package analysis

import "hotloop/loopopt/ir"

// memory holds the analyses of a function. It is attached to the function's own memory, and is reused together
// with it.
type memory struct {
	infos     ir.Slab[LoopInfo]
	loops     ir.Slab[Loop]
	loopPtrs  ir.Slab[*Loop]
	scevs     ir.Slab[SCEV]
	nodes     ir.Slab[Node]
	exprs     ir.Slab[Expr]
	coefs     ir.Slab[int64]
	loopFacts ir.Slab[loopFacts]
	facts     ir.Slab[[]fact]
	factLists ir.Slab[fact]
	tested    ir.Slab[tested]
	exits     ir.Slab[ExitCount]
	accesses  ir.Slab[Access]
	pointers  ir.Slab[*Access]
	places    ir.Slab[Place]
	placePtrs ir.Slab[*Place]
	phis      ir.Slab[PhiClass]
	spare     []*linear // for building sums
}

func memoryOf(f *ir.Func) *memory {
	return ir.Attached[memory](f)
}

// Bytes returns the number of bytes handed out.
func (m *memory) Bytes() int {
	return ir.Bytes(&m.infos, &m.loops, &m.loopPtrs, &m.scevs, &m.nodes, &m.exprs, &m.coefs, &m.loopFacts, &m.facts,
		&m.factLists, &m.tested, &m.exits, &m.accesses, &m.pointers, &m.places, &m.placePtrs, &m.phis)
}

// Release reclaims everything that was handed out.
func (m *memory) Release() {
	m.infos.Reset()
	m.loops.Reset()
	m.loopPtrs.Reset()
	m.scevs.Reset()
	m.nodes.Reset()
	m.exprs.Reset()
	m.coefs.Reset()
	m.loopFacts.Reset()
	m.facts.Reset()
	m.factLists.Reset()
	m.tested.Reset()
	m.exits.Reset()
	m.accesses.Reset()
	m.pointers.Reset()
	m.places.Reset()
	m.placePtrs.Reset()
	m.phis.Reset()
	for _, l := range m.spare {
		clear(l.terms[:cap(l.terms)])
	}
}
