package vplan

import (
	"math/bits"
	"slices"

	"hotloop/loopopt/ir"
)

// Bits of words. What a store group stores may be bits of one integer, the word: of the structure of bytes that a load
// group loads, each of which may have been looked up in a table, or of a lane of any other value.
//
//	d[0], d[1], d[2] = a<<2|b>>4, b<<4|c>>2, c<<6|e      six bits each of the word a, b, c, e: base64
//	d[0], d[1], d[2] = byte(v>>16), byte(v>>8), byte(v)  of the word v
//
// Then words are computed with in the order of memory, and of the results the bytes that are stored move together. What
// is loaded is not taken apart, and what is stored not joined.
//
// Legal: every bit that is stored is the or of some bits of the word (wordBits). Those that the loop tests before, which
// it leaves if one is set, are zero wherever the program stores. Such tests are made of words too. As for tuples, a recipe
// that has any other user stays outside.

// wordSource is what words are.
type wordSource struct {
	group *Group  // a structure that is loaded
	table *table  // what its bytes are looked up in; nil if they are not
	of    *Recipe // or a lane of this
	bits  int
}

// wordKey tells sources apart.
type wordKey struct {
	group *Group
	table tableKey
	of    *Recipe
}

// wordBits is a value that consists of bits of a word.
type wordBits struct {
	src   *wordSource
	sets  []uint64  // for each bit of the value, the bits of the word that it is the or of
	inner []*Recipe // what is between the word and the value, which is not computed by itself then
}

// wordStore is a store group whose members are bits of words.
type wordStore struct {
	src      *wordSource
	bytes    int  // that are stored
	reversed bool // they are the lowest ones of the word that is computed, the last one first
	terms    []wordTerm
	merges   []wordMerge // instead of terms; nil if there are none
	keep     uint64      // the bits that are merged, if others may be set
	fields   *wordFields // instead of both; nil if there are none
	inner    []*Recipe
}

// wordFields is how each byte that is stored, in its order, is eight bits of the word, or some of them: of lanes of 64
// bits, which several words may share.
type wordFields struct {
	from uint64 // in each byte, the bit of the lane that is its lowest one
	mask uint64 // as that of terms
}

// wordTerm is the bits of a word that move by so many places, up if that is positive. What is computed is the or of all.
type wordTerm struct {
	by   int
	mask uint64 // all ones: no other bit gets to where it matters
}

// wordMerge makes one field of two neighbours, which have so many bits of the word each.
type wordMerge struct {
	bits      int
	low, high int  // places that each of them moves up
	fits      bool // the fields are positive if seen as signed numbers, and the factors are
}

// wordTest is a comparison of some bits of a word with zero.
type wordTest struct {
	src   *wordSource
	mask  uint64
	inner []*Recipe
}

// wordFinder finds the words of a plan.
type wordFinder struct {
	p       *Plan
	sources map[wordKey]*wordSource
	known   map[*Recipe]*wordBits
	tests   map[*Recipe]*wordTest
}

// findWords adds what is stored, and tested, as bits of words to s.
func (s *tuples) findWords(p *Plan) {
	f := wordFinder{p: p, sources: map[wordKey]*wordSource{}, known: map[*Recipe]*wordBits{}}
	for _, g := range p.Legal.Groups {
		if s.stored[g] == nil {
			if w := f.stored(g); w != nil {
				note(&s.words, g, w)
			}
		}
	}
	used := func(src *wordSource) bool {
		for _, w := range s.words {
			if w.src == src {
				return true
			}
		}
		return false
	}
	for r, t := range f.tests {
		if used(t.src) {
			note(&s.tests, r, t)
		}
	}
}

// stored says how what store group g stores is made of words; nil if it is not.
func (f *wordFinder) stored(g *Group) *wordStore {
	n := g.Factor
	if !g.Write || n < 2 || g.gaps() || g.Elem != ir.I8 || f.p.nest {
		return nil
	}
	w := &wordStore{bytes: n}
	var sets []uint64
	for _, m := range g.Members {
		r := f.p.of(m.V)
		if r == nil || r.Kind != GroupStore || r.mask != nil || m.V.StoredValue().Type.Elem != g.Elem {
			return nil
		}
		b := f.bits(r.Args[0])
		if b == nil || w.src != nil && w.src != b.src {
			return nil
		}
		w.src = b.src
		sets = append(sets, b.sets...)
		w.inner = append(w.inner, b.inner...)
	}
	if w.src.bits < len(sets) {
		return nil
	}
	zero := f.zeros(w.src, g.Pos.V.Block)
	for j := range sets {
		sets[j] &^= zero
	}
	w.arrange(sets, zero)
	return w
}

// zeros are the bits of a word that are known to be zero in blk: the loop is left before where one is set.
func (f *wordFinder) zeros(src *wordSource, blk *ir.Block) uint64 {
	if f.tests == nil {
		f.tests = f.findTests()
	}
	var zero uint64
	l := f.p.Legal
	for _, b := range l.Body {
		if !l.TestsExit(b) || b == blk || !l.SE.Dom().Dominates(b, blk) {
			continue
		}
		for r, t := range f.tests {
			if t.src != src || r.V != b.Control {
				continue
			}
			set := 0 // the successor where a bit is set
			if r.V.Op == ir.OpEq {
				set = 1
			}
			if !l.Loop.Contains(b.Succs[set]) {
				zero |= t.mask
			}
		}
	}
	return zero
}

// findTests finds the comparisons of bits of structures with zero.
func (f *wordFinder) findTests() map[*Recipe]*wordTest {
	tests := map[*Recipe]*wordTest{}
	for _, r := range f.p.Recipes {
		if r.Kind != Widen || r.mask != nil || r.V.Op != ir.OpNe && r.V.Op != ir.OpEq || !r.V.Args[1].IsConstInt(0) {
			continue
		}
		b := f.bits(r.Args[0])
		if b == nil || b.src.group == nil {
			continue
		}
		t := &wordTest{src: b.src, inner: b.inner}
		for _, set := range b.sets {
			t.mask |= set
		}
		tests[r] = t
	}
	return tests
}

// bits says how r consists of bits of a word; nil if it does not.
func (f *wordFinder) bits(r *Recipe) *wordBits {
	w, ok := f.known[r]
	if !ok {
		if w = f.made(r); w == nil {
			w = f.lane(r)
		}
		f.known[r] = w
	}
	return w
}

// source is the source with this key.
func (f *wordFinder) source(src wordSource) *wordSource {
	k := wordKey{group: src.group, of: src.of}
	if src.table != nil {
		k.table = src.table.key()
	}
	if f.sources[k] == nil {
		f.sources[k] = &src
	}
	return f.sources[k]
}

// lane is r as a word.
func (f *wordFinder) lane(r *Recipe) *wordBits {
	if r.V == nil || !r.elem.IsInt() || r.elem.Bits() < 16 || r.isUniform() || r.is(noLanes) || r.Kind == WidenIV {
		return nil
	}
	w := &wordBits{src: f.source(wordSource{of: r, bits: r.elem.Bits()}), sets: make([]uint64, r.elem.Bits())}
	for j := range w.sets {
		w.sets[j] = 1 << j
	}
	return w
}

// made is how r is made of a word by loads, lookups, shifts and operations on bits; nil if by others.
func (f *wordFinder) made(r *Recipe) *wordBits {
	switch {
	case r.mask != nil:
		return nil
	case r.Kind == GroupLoad:
		return f.member(r, nil)
	case r.Kind == Lookup && (r.table.data == nil || r.table.elem != ir.I8 || r.Args[0].elem != ir.I8):
		return nil
	case r.Kind == Lookup:
		if a := f.bits(r.Args[0]); a != nil && r.table.movesBits() {
			return a.lookedUp(r)
		}
		if r.Args[0].Kind != GroupLoad {
			return nil
		}
		w := f.member(r.Args[0], r.table)
		if w != nil {
			w.inner = []*Recipe{r}
		}
		return w
	case r.Kind != Widen || len(r.Args) == 0 || !r.elem.IsInt() || !r.Args[0].elem.IsInt():
		return nil
	}
	a := f.bits(r.Args[0])
	if a == nil {
		return nil
	}
	w := &wordBits{src: a.src, sets: make([]uint64, r.elem.Bits()), inner: append(slices.Clone(a.inner), r)}
	switch r.V.Op {
	case ir.OpZExt, ir.OpTruncI:
		copy(w.sets, a.sets)
		return w
	case ir.OpOr, ir.OpXor, ir.OpAdd:
		b := f.bits(r.Args[1])
		if b == nil || b.src != a.src {
			return nil
		}
		for j := range w.sets {
			if r.V.Op != ir.OpOr && a.sets[j] != 0 && b.sets[j] != 0 {
				return nil
			}
			w.sets[j] = a.sets[j] | b.sets[j]
		}
		w.inner = append(w.inner, b.inner...)
		return w
	case ir.OpAnd, ir.OpShl, ir.OpShrU:
		c := r.V.Args[1]
		if !c.IsConst() {
			return nil
		}
		return w.byConst(r.V.Op, c.Int(), a.sets)
	}
	return nil
}

// byConst gives w the bits of sets after an operation with constant c.
func (w *wordBits) byConst(op ir.Op, c int64, sets []uint64) *wordBits {
	if op != ir.OpAnd && uint64(c) >= uint64(len(sets)) {
		return nil
	}
	switch op {
	case ir.OpAnd:
		for j := range sets {
			if c>>j&1 != 0 {
				w.sets[j] = sets[j]
			}
		}
	case ir.OpShl:
		copy(w.sets[c:], sets)
	case ir.OpShrU:
		copy(w.sets, sets[c:])
	}
	return w
}

// movesBits says whether what is looked up for a byte is the or of what is for its bits: shifts, and choices of bits.
func (t *table) movesBits() bool {
	for x := range maxTable {
		or := byte(0)
		for j := range 8 {
			if x>>j&1 != 0 {
				or |= t.byteAt(1 << j)
			}
		}
		if or != t.byteAt(x) {
			return false
		}
	}
	return true
}

// byteAt is what a table of bytes has for x.
func (t *table) byteAt(x int) byte {
	if x %= t.entries; x < len(t.data) {
		return t.data[x]
	}
	return 0
}

// lookedUp is what lookup r makes of bits a, whose table moves them.
func (a *wordBits) lookedUp(r *Recipe) *wordBits {
	w := &wordBits{src: a.src, sets: make([]uint64, r.elem.Bits()), inner: append(slices.Clone(a.inner), r)}
	for j, set := range a.sets {
		for q := range w.sets {
			if r.table.byteAt(1<<j)>>q&1 != 0 {
				w.sets[q] |= set
			}
		}
	}
	return w
}

// member is a byte of a structure, looked up in table if that is not nil. Structures are as large as an integer.
func (f *wordFinder) member(r *Recipe, table *table) *wordBits {
	g := r.group
	n := g.Factor * g.Elem.Bits()
	if r.mask != nil || g.Elem != ir.I8 || r.V.Type.Elem != ir.I8 || n > 64 || n&(n-1) != 0 {
		return nil
	}
	w := &wordBits{src: f.source(wordSource{group: g, table: table, bits: n}), sets: make([]uint64, g.Elem.Bits())}
	for j := range w.sets {
		w.sets[j] = 1 << (g.offsetOf(r.V)*g.Elem.Bits() + j)
	}
	return w
}

// arrange finds out how words become what is stored: the bits of sets, the lowest byte first or last, whichever takes
// fewer terms. zero are bits of words that are not set.
func (w *wordStore) arrange(sets []uint64, zero uint64) {
	w.fields = w.fieldsOf(sets, zero)
	w.terms = w.termsOf(sets, zero)
	turned := make([]uint64, len(sets))
	for j := range sets {
		turned[len(sets)-8-j/8*8+j%8] = sets[j]
	}
	if terms := w.termsOf(turned, zero); len(terms) < len(w.terms) {
		w.terms, w.reversed, sets = terms, true, turned
	}
	w.mergeFields(sets, zero)
}

// termsOf sorts bits by how far they move, those that move up most first.
func (w *wordStore) termsOf(sets []uint64, zero uint64) []wordTerm {
	var terms []wordTerm
	for by := len(sets) - 1; by > -w.src.bits; by-- {
		t := wordTerm{by: by}
		for q, set := range sets {
			if from := q - by; from >= 0 && from < w.src.bits {
				t.mask |= set & (1 << from)
			}
		}
		if t.mask == 0 {
			continue
		}
		arrive := ^uint64(0) // the bits of words that a shift brings to a place that is stored
		if by >= 0 {
			arrive = ones(len(sets) - by)
		} else {
			arrive = ones(w.src.bits) &^ ones(-by)
			if n := len(sets) - by; n < 64 {
				arrive &= ones(n)
			}
		}
		if arrive&^t.mask&^zero == 0 {
			t.mask = ^uint64(0)
		}
		terms = append(terms, t)
	}
	return terms
}

// fieldsOf finds the bits that bytes are; nil if those of some byte do not stay side by side.
func (w *wordStore) fieldsOf(sets []uint64, zero uint64) *wordFields {
	n, lane := w.src.bits, ir.I64.Bits()
	from, mask, clean := make([]int, n/8), uint64(0), true
	for q := 0; q < len(sets); q += 8 {
		at, found := 0, false
		for j, set := range sets[q : q+8] {
			if set == 0 {
				continue
			}
			first := bits.TrailingZeros64(set) - j
			if bits.OnesCount64(set) > 1 || found && first != at {
				return nil
			}
			at, found = first, true
			mask |= 1 << (q + j)
		}
		from[q/8] = at
		for j := range 8 {
			b := at + j
			if n == lane {
				b &= lane - 1 // around the end
			}
			clean = clean && (sets[q+j] != 0 || b >= 0 && b < n && zero>>b&1 != 0)
		}
	}
	f := &wordFields{}
	for at := 0; at < lane; at += n {
		f.mask |= mask << at
		for k, b := range from {
			f.from |= uint64((at+b)&(lane-1)) << (at + 8*k)
		}
	}
	if clean {
		f.mask = ^uint64(0)
	}
	return f
}

// ones are so many bits.
func ones(n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

// mergeFields finds out whether words are what pairs of neighbours become, and pairs of these. Each byte of the source
// is a field then, whose bits from the lowest one on stay side by side.
func (w *wordStore) mergeFields(sets []uint64, zero uint64) {
	n := w.src.bits / 8
	if w.src.group == nil {
		return
	}
	at, size := make([]int, n), make([]int, n)
	var moved uint64
	for i := range n {
		at[i] = -1
	}
	for q, set := range sets {
		if bits.OnesCount64(set) > 1 {
			return
		}
		if set == 0 {
			continue
		}
		from := bits.TrailingZeros64(set)
		i := from / 8
		if at[i] < 0 {
			at[i] = q - from%8
		}
		if at[i] != q-from%8 || moved&set != 0 {
			return
		}
		size[i] = max(size[i], from%8+1)
		moved |= set
	}
	if slices.ContainsFunc(at, func(a int) bool { return a < 0 }) {
		return
	}
	var merges []wordMerge
	for each := 8; each < w.src.bits; each *= 2 {
		m := wordMerge{bits: each}
		for i := 0; i < len(at); i += 2 {
			base := min(at[i], at[i+1])
			low, high := at[i]-base, at[i+1]-base
			if i > 0 && (low != m.low || high != m.high) || max(low+size[i], high+size[i+1]) > 2*each {
				return
			}
			m.low, m.high = low, high
			m.fits = (i == 0 || m.fits) && max(low, high) < each-1 && max(size[i], size[i+1]) < each
			at[i/2], size[i/2] = base, max(low+size[i], high+size[i+1])
		}
		at, size = at[:len(at)/2], size[:len(size)/2]
		merges = append(merges, m)
	}
	if at[0] != 0 {
		return
	}
	w.merges = merges
	if ones(w.src.bits)&^moved&^zero != 0 {
		w.keep = moved
	}
}
