package lower

import (
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/reuse"
)

// The tables of a lowering, and the machine function that it makes, are used again by later ones: they were half of
// what a compilation allocated, and with the small heaps of most programs its share of garbage collections cost as much
// time as everything else that the selector does.

var lowerers = reuse.Pool[Lowerer]{Size: (*Lowerer).size, New: func() *Lowerer {
	return &Lowerer{M: new(mach.Func), sharing: sharing{hoisted: map[hoistedKey]*ir.Value{}},
		constants: constants{pool: map[string]int32{}}}
}}

// size is about how many bytes l holds, the machine function included.
func (l *Lowerer) size() int {
	return l.M.Size() + 48*cap(l.Reps) + 8*len(l.pool)*16 + 96*len(l.remats.all) + 144*len(l.values.all) +
		96*len(l.bound.all)
}

// newLowerer prepares the lowering of f. It need not be released.
func newLowerer(t *Target, f *ir.Func) *Lowerer {
	l := lowerers.Get()
	n, nb := f.NumValues(), f.NumBlocks()
	l.M.Reset(f.Name)
	for i := range l.prefix {
		l.prefix[i] = l.prefix[i][:0]
	}
	l.pool, l.hoisted = emptied(l.pool), emptied(l.hoisted)
	l.arenas.reset()
	*l = Lowerer{T: t, sel: t.Arch.Selector(l), descs: t.Arch.Descs(), handlers: t.Arch.Handlers(),
		rules: t.loadedRules(), F: f, M: l.M,
		place:    place{waiting: l.waiting[:0]},
		perValue: perValue{Reps: zeroed(l.Reps, n), users: zeroed(l.users, n), sums: l.sums[:0], made: ir.ID(n)},
		perBlock: perBlock{loops: l.loops, blocks: zeroed(l.blocks, nb), ends: zeroed(l.ends, nb)},
		constants: constants{prefix: l.prefix, regConsts: madeConsts{all: l.regConsts.all[:0]}, pool: l.pool,
			consts: loopConsts{memory: l.consts.memory, uses: l.consts.uses}},
		sharing: sharing{hoisted: l.hoisted},
		arenas:  l.arenas}
	return l
}

// release gives the lowerer back, and the machine function it made.
func (l *Lowerer) release() {
	clear(l.sums)
	l.F, l.place, l.order, l.sharing.onceIn = nil, place{waiting: l.waiting}, nil, nil
	l.resizedIn, l.resizedMasks = nil, nil
	lowerers.Put(l)
}

// first puts an instruction at the start of a block.
func (l *Lowerer) first(b *mach.Block, in mach.Inst) {
	for len(l.prefix) <= b.ID {
		l.prefix = append(l.prefix, nil)
	}
	l.prefix[b.ID] = append(l.prefix[b.ID], in)
}

// keep is a copy of an instruction that lives as long as the function.
func (l *Lowerer) keep(in mach.Inst) *mach.Inst {
	p := &l.remats.take(1)[0]
	*p = in
	return p
}

// zeroed makes s n long with every element zero, reusing its memory.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	s = s[:n]
	clear(s)
	return s
}

// emptied is m without its entries, or a new map if it has had many: to clear a map takes time for all that it ever
// had.
func emptied[K comparable, V any](m map[K]V) map[K]V {
	const many = 32
	if m == nil || len(m) > many {
		return map[K]V{}
	}
	if len(m) > 0 {
		clear(m)
	}
	return m
}

// arena hands out pieces of one array, all of which are free again after reset. What does not fit comes from a larger
// array, and the one before is left to those who have pieces of it.
type arena[T any] struct{ all, free []T }

func (a *arena[T]) reset() { a.free = a.all }

// take is n elements, zero.
func (a *arena[T]) take(n int) []T {
	p := a.takeUsed(n)
	clear(p)
	return p
}

// takeUsed is n elements as somebody left them.
func (a *arena[T]) takeUsed(n int) []T {
	if len(a.free) < n {
		a.all = make([]T, max(32, n, 2*len(a.all)))
		a.free = a.all
	}
	p := a.free[:n:n]
	a.free = a.free[n:]
	return p
}
