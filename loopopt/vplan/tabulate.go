package vplan

import (
	"math"
	"slices"

	"hotloop/loopopt/ir"
)

// Functions of a byte. What depends on one byte alone has 256 results, and where it takes more than a lookup it becomes
// one, in a table that is computed here:
//
//	case 'A' <= c && c <= 'Z': v = c - 'A'
//	case 'a' <= c && c <= 'z': v = c - 'a' + 26       becomes v = table[c]
//	…
//
// All recipes that are functions of one byte are judged together, as they share what leads to them. Those that others
// want are the results: bytes and conditions among them are looked up, and what leads to nothing else is left out.

// byteFunc is a recipe that is a function of a byte.
type byteFunc struct {
	of     *Recipe // the byte; nil of constants
	values *[256]uint64
}

// tabulator finds the functions of bytes of a plan.
type tabulator struct {
	b     *builder
	funcs map[*Recipe]byteFunc
}

// tabulate does so where it pays.
func (b *builder) tabulate() {
	t := b.l.Target
	if t == nil || b.nest {
		return
	}
	tab := tabulator{b, map[*Recipe]byteFunc{}}
	var bytes []*Recipe
	for _, r := range b.Recipes {
		tab.look(r)
		if f := tab.funcs[r]; f.of != nil && !slices.Contains(bytes, f.of) {
			bytes = append(bytes, f.of)
		}
	}
	for _, leaf := range bytes {
		tab.replace(leaf)
	}
}

// look finds out whether r is a function of a byte.
func (t *tabulator) look(r *Recipe) {
	switch {
	case r.Kind == Invariant:
		if r.V == nil || !r.V.IsConst() || r.elem.IsFloat() {
			return
		}
		f := byteFunc{values: new([256]uint64)}
		for i := range f.values {
			f.values[i] = uint64(r.V.AuxInt)
		}
		t.funcs[r] = f
		return
	case r.Kind == Widen && (!r.V.Op.Is(ir.FlagElementwise) || r.V.Op.HasAny(ir.FlagPartial|ir.FlagMath) ||
		r.V.Op.Info().Eval == nil || r.V.Op == ir.OpFToSI), r.forwards(), r.elem != ir.Bool && !r.elem.IsInt():
		return
	case r.Kind != Widen && r.Kind != Blend && r.Kind != EdgeMask && r.Kind != BlockMask:
		return
	}
	var of *Recipe
	ok := true
	r.uses(func(a *Recipe) {
		f := t.argument(a)
		ok = ok && f.values != nil && (of == nil || f.of == nil || of == f.of)
		if f.of != nil {
			of = f.of
		}
	})
	if !ok || of == nil {
		return
	}
	f := byteFunc{of, new([256]uint64)}
	for i := range f.values {
		f.values[i] = t.eval(r, i)
	}
	t.funcs[r] = f
}

// argument is a as a function of a byte: if it is none of another one, it may be such a byte itself.
func (t *tabulator) argument(a *Recipe) byteFunc {
	f := t.funcs[a]
	if f.values == nil && a.elem == ir.I8 && !a.isUniform() && a.Kind != Invariant {
		f = byteFunc{a, &everyByte}
	}
	return f
}

// everyByte is the function that a byte is of itself.
var everyByte = func() (values [256]uint64) {
	for i := range values {
		values[i] = uint64(i)
	}
	return values
}()

// eval is r for byte i, as vector code does it.
func (t *tabulator) eval(r *Recipe, i int) uint64 {
	arg := func(a *Recipe) uint64 { return t.argument(a).values[i] }
	switch r.Kind {
	case Blend:
		n := len(r.Args)
		v := arg(r.Args[n-2])
		for k := n - 4; k >= 0; k -= 2 {
			if arg(r.Args[k+1]) != 0 {
				v = arg(r.Args[k])
			}
		}
		return v
	case BlockMask:
		v := uint64(0)
		for _, a := range r.Args {
			v |= arg(a)
		}
		return v
	case EdgeMask:
		v := arg(r.Args[0])
		if r.scale < 0 {
			v ^= 1
		}
		if r.mask != nil {
			v &= arg(r.mask)
		}
		return v
	}
	var x [3]uint64
	for k, a := range r.Args {
		x[k] = arg(a)
	}
	return r.V.Op.Info().Eval(r.V.Type.Elem, r.V.Args[0].Type.Elem, x[0], x[1], x[2])
}

// replace looks up the results among the functions of a byte, if that takes less.
func (t *tabulator) replace(leaf *Recipe) {
	b := t.b
	in := func(r *Recipe) bool { return t.funcs[r].of == leaf }
	// What others want, and what of that is looked up.
	wanted := map[*Recipe]bool{}
	for _, r := range b.Recipes {
		if !in(r) {
			r.uses(func(a *Recipe) { wanted[a] = wanted[a] || in(a) })
		}
	}
	var candidates []*Recipe
	for _, r := range b.Recipes {
		if wanted[r] && r.V != nil && r.Kind != EdgeMask && r.Kind != BlockMask &&
			(r.elem == ir.I8 || r.elem == ir.Bool) {
			candidates = append(candidates, r)
		}
	}
	if len(candidates) == 0 {
		return
	}
	// What is still computed then: what leads to the other results, and what is made of results for less.
	vf := b.l.Target.MaxLanes(ir.I8)
	kept := map[*Recipe]bool{}
	results := []*Recipe{}
	for _, r := range candidates {
		cheap := true
		r.uses(func(a *Recipe) {
			cheap = cheap && (a == leaf || t.funcs[a].of == nil || kept[a] || slices.Contains(results, a))
		})
		if cheap && t.price(vf, r) <= t.price(vf, t.lookup(r, leaf)) {
			kept[r] = true
		} else {
			results = append(results, r)
		}
	}
	var keep func(r *Recipe)
	keep = func(r *Recipe) {
		if in(r) && !kept[r] && !slices.Contains(results, r) {
			kept[r] = true
			r.uses(keep)
		}
	}
	for r := range wanted {
		if wanted[r] {
			keep(r)
		}
	}
	var before, after []*Recipe
	for _, r := range b.Recipes {
		if in(r) && !kept[r] {
			before = append(before, r)
		}
	}
	for _, r := range results {
		after = append(after, t.lookup(r, leaf))
	}
	if len(results) == 0 {
		return
	}
	ops, busy := t.total(vf, before)
	tableOps, tableBusy := t.total(vf, after)
	if tableOps >= ops || tableBusy > max(ops/float64(b.l.Target.IssueWidth()), busy)*busierByTable {
		return
	}
	for _, r := range results {
		*r = *t.lookup(r, leaf)
	}
	t.remove(func(r *Recipe) bool { return in(r) && !kept[r] && !slices.Contains(results, r) })
	used := map[*Recipe]bool{}
	for _, r := range b.Recipes {
		r.uses(func(a *Recipe) { used[a] = true })
	}
	t.remove(func(r *Recipe) bool { return r.Kind == Invariant && t.funcs[r].values != nil && !used[r] })
}

// remove takes recipes out of the plan.
func (t *tabulator) remove(gone func(*Recipe) bool) {
	b := t.b
	for i, r := range b.byValue {
		if r != nil && gone(r) {
			b.byValue[i] = nil
		}
	}
	for i, r := range b.blockM {
		if r != nil && gone(r) {
			b.blockM[i] = nil
		}
	}
	b.Recipes = slices.DeleteFunc(b.Recipes, gone)
}

// lookup is what may take the place of r.
func (t *tabulator) lookup(r, leaf *Recipe) *Recipe {
	x := &table{elem: r.elem, entries: 256, data: make([]byte, 256)}
	for i, v := range t.funcs[r].values {
		x.data[i] = byte(v)
	}
	return &Recipe{id: r.id, Kind: Lookup, V: r.V, elem: r.elem, Odds: r.Odds, Args: []*Recipe{leaf},
		memoryPart: memoryPart{table: x}}
}

// busierByTable is how much longer lookups may keep their units than what they replace keeps its own, or takes to issue.
// A table of 256 bytes takes 5 cycles of the one unit for shuffles of cores of Intel's with AVX-512, a product with a
// constant 1.5 of two; of NEON's tables, 8 cycles against 7.5, the fewer operations make up for it.
const busierByTable = 1.25

// total is what these recipes take in vectors of so many lanes: micro-operations, and cycles of the busiest units.
func (t *tabulator) total(vf int, recipes []*Recipe) (ops, busy float64) {
	c := t.b.newCoster(t.b.l.Target, vf)
	for _, r := range recipes {
		if c.recipe(r); c.bad != nil {
			return math.Inf(1), math.Inf(1)
		}
	}
	_, cycles := c.units.Most()
	return c.ops, float64(cycles)
}

// price is that of a recipe in vectors of so many lanes: more than any other if there is none.
func (t *tabulator) price(vf int, r *Recipe) float64 {
	c := t.b.newCoster(t.b.l.Target, vf)
	if c.recipe(r); c.bad != nil {
		return math.Inf(1)
	}
	return c.ops
}
