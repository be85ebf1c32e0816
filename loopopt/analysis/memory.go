package analysis

import "hotloop/loopopt/ir"

// memory is what the analyses of a function lie in. It stays with the function's own: the next function that lies there
// finds this too.
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
	spare     []*linear // sums to build in
}

func memoryOf(f *ir.Func) *memory {
	return ir.Attached[memory](f)
}

// Bytes is how much has been taken.
func (m *memory) Bytes() int {
	return ir.Bytes(&m.infos, &m.loops, &m.loopPtrs, &m.scevs, &m.nodes, &m.exprs, &m.coefs, &m.loopFacts, &m.facts,
		&m.factLists, &m.tested, &m.exits, &m.accesses, &m.pointers, &m.places, &m.placePtrs, &m.phis)
}

// Release takes everything back.
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
