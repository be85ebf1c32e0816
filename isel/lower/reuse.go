package lower

import (
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/reuse"
)

// Lowerings reuse the tables and the machine function of earlier ones. They were half of the memory that a
// compilation allocated. With the small heaps of most programs, the garbage collection they caused took as much
// time as the rest of instruction selection.

var lowerers = reuse.Pool[Lowerer]{Size: (*Lowerer).size, New: func() *Lowerer {
	return &Lowerer{M: new(mach.Func), sharing: sharing{hoisted: map[hoistedKey]*ir.Value{}},
		constants: constants{pool: map[string]int32{}}}
}}

// size returns the approximate size of l in bytes, including the machine function.
func (l *Lowerer) size() int {
	return l.M.Size() + 48*cap(l.Reps) + 8*len(l.pool)*16 + 96*len(l.remats.all) + 144*len(l.values.all) +
		96*len(l.bound.all)
}

// newLowerer prepares the lowering of f. Releasing it is optional.
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

// release returns the lowerer and its machine function to the pool.
func (l *Lowerer) release() {
	clear(l.sums)
	l.F, l.place, l.order, l.sharing.onceIn = nil, place{waiting: l.waiting}, nil, nil
	l.resizedIn, l.resizedMasks = nil, nil
	lowerers.Put(l)
}

// first appends an instruction to those for the start of a block.
func (l *Lowerer) first(b *mach.Block, in mach.Inst) {
	for len(l.prefix) <= b.ID {
		l.prefix = append(l.prefix, nil)
	}
	l.prefix[b.ID] = append(l.prefix[b.ID], in)
}

// keep returns a copy of an instruction that lives as long as the function.
func (l *Lowerer) keep(in mach.Inst) *mach.Inst {
	p := &l.remats.take(1)[0]
	*p = in
	return p
}

// zeroed returns a zeroed slice of length n, reusing the memory of s.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	s = s[:n]
	clear(s)
	return s
}

// emptied returns m without its entries, or a new map if m had many: clearing a map takes time proportional to
// its largest size.
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

// arena allocates slices of one array; reset frees all of them. If a slice does not fit, arena allocates a larger
// array. Existing slices keep the previous one alive.
type arena[T any] struct{ all, free []T }

func (a *arena[T]) reset() { a.free = a.all }

// take returns n zeroed elements.
func (a *arena[T]) take(n int) []T {
	p := a.takeUsed(n)
	clear(p)
	return p
}

// takeUsed returns n elements with unspecified contents.
func (a *arena[T]) takeUsed(n int) []T {
	if len(a.free) < n {
		a.all = make([]T, max(32, n, 2*len(a.all)))
		a.free = a.all
	}
	p := a.free[:n:n]
	a.free = a.free[n:]
	return p
}
