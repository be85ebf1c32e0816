package scalar

import (
	"math/bits"
	"slices"

	"hotloop/loopopt/ir"
)

// CSE computes equal values once.
//
// Before:
//
//	t1 = i + 1; check(t1 < n); x = a[t1]; t2 = i + 1; check(t2 < n); y = a[t2]; b[i] = y; z = b[i]
//
// After:
//
//	t1 = i + 1; check(t1 < n); x = a[t1]; b[i] = x
//
// with y = x and z = x. This is value numbering over the dominator tree.
//
// Legal for values without side effects whose first computation dominates the second. Legal for a check if an equal one
// dominates it, since that one has succeeded. Legal for a load if no store can come between it and an equal load, or a
// store to exactly the same place. For this, memory has a version. A store changes it, and a block inherits it from its
// predecessors if they all agree. Each local that no ambiguous pointer may point to has a version of its own. Tables
// never change.
// Pays always, except that live ranges grow.
// Reads nothing; leaves nothing.
// Remarks: none.
func CSE(f *ir.Func) bool {
	changed, divides := numberValues(f)
	if divides && remainders(f) {
		numberValues(f)
		changed = true
	}
	return changed
}

// numberValues performs the value numbering. It also reports whether there are divisions.
func numberValues(f *ir.Func) (changed, divides bool) {
	dom := f.Dominators()
	t := newValueTable(f)
	n := memoryKinds(f)
	version := f.NewInts(n * f.NumBlocks()) // of each kind at the end of the block; 0 is not known yet
	shared := sharedLocals(f)
	next := int32(0)
	order := f.ReversePostorder()
	for _, b := range order {
		memory := versions(version, n, b)
		if len(b.Preds) == 1 {
			copy(memory, versions(version, n, b.Preds[0]))
		} else {
			next = joinVersions(version, n, b, next)
		}
		for at := 0; at < len(b.Values); at++ {
			v := b.Values[at]
			if f.HasCopies() {
				v.ResolveCopies()
			}
			op := v.Op.Info().Flags
			switch {
			case op&ir.FlagWrites != 0:
				next++
				memory[kindOfMemory(v, shared)] = next
				if !v.SparesHeaders() {
					memory[n-1] = next
				}
				if v.Op == ir.OpStore {
					t.insert(v, hashAddress(v.AccessType(), v.Args[0], v.Args[1], v, next), next)
				}
				continue
			case v.Clobbers():
				for k := range memory {
					next++
					memory[k] = next
				}
				continue
			case v.Op == ir.OpPhi || v.Op.Yields() || v.Op == ir.OpRet || v.Op == ir.OpCopy:
				continue
			}
			if op&ir.FlagCommutative != 0 {
				v.SortArgs()
			}
			read := int32(0) // version of the memory that v reads
			if op&ir.FlagReads != 0 {
				if read = unchanging; v.Args[0].Root().Op != ir.OpTablePtr && !v.Kept() {
					read = memory[kindOfMemory(v, shared)]
					if v.Header() {
						read = memory[n-1]
					}
				}
			}
			divides = divides || op&ir.FlagPartial != 0
			hash := hashValue(v, read)
			w := t.find(v, hash, read, dom)
			switch {
			case w == nil:
				t.insert(v, hash, read)
				continue
			case w.Op == ir.OpStore:
				v.CopyOf(w.StoredValue())
			case v.Op == ir.OpCheck:
				// The same check with the same operands: it has passed.
				b.Remove(v)
				at--
			default:
				w.Stand(v)
				v.CopyOf(w)
			}
			changed = true
		}
	}
	if sameAround(f) {
		changed = true
	}
	if twins(f, order) {
		changed = true
	}
	f.ElimCopies()
	return changed, divides
}

// memoryKinds returns the number of kinds of memory: all memory except the separate locals, headers, and each local.
func memoryKinds(f *ir.Func) int { return 2 + len(f.Locals) }

// versions returns the versions of the n kinds of memory at the end of b.
func versions(all []int32, n int, b *ir.Block) []int32 { return all[n*int(b.ID):][:n] }

// joinVersions sets the versions of memory at the start of b, which has no predecessor or several. It takes the last
// version used so far and returns the new one.
func joinVersions(all []int32, n int, b *ir.Block, last int32) int32 {
	memory := versions(all, n, b)
	for kind := range memory {
		m := int32(0)
		for i, p := range b.Preds {
			if v := all[n*int(p.ID)+kind]; i == 0 {
				m = v
			} else if v != m {
				m = 0
			}
		}
		if m == 0 { // a loop's header, or predecessors with different stores
			last++
			m = last
		}
		memory[kind] = m
	}
	return last
}

// maxTwins bounds the phis of a block that are compared with each other.
const maxTwins = 16

// twins merges integer phis of a loop that have equal starts and equal steps, as counters made by several
// transformations do. It also merges phis that join equal values.
func twins(f *ir.Func, order []*ir.Block) bool {
	changed := false
	var dom *ir.Dom
	for _, b := range order {
		if len(b.Values) < 2 || b.Values[1].Op != ir.OpPhi {
			continue
		}
		phis := b.Phis() // none if the first one has become a copy
		if len(phis) < 2 || len(phis) > maxTwins {
			continue
		}
		for _, p := range phis {
			p.ResolveCopies()
		}
		for i, p := range phis[1:] {
			if !p.Type.Elem.IsInt() {
				continue
			}
			for _, q := range phis[:i+1] {
				if q.Op != ir.OpPhi || q.Type != p.Type || !alike(p, q) {
					continue
				}
				for k, a := range p.Args {
					if c := q.Args[k]; a != c { // the later of the two steps is a copy of the first
						step, _ := StepFrom(c, q)
						if dom == nil {
							dom = f.Dominators()
						}
						if comesBefore(dom, a, c) {
							a, c = c, a
						}
						if c.Args[0] != p && c.Args[0] != q { // in one addition, the form in which passes recognize counters
							c.Reset(ir.OpAdd)
							c.AddArgs(q, f.ConstInt(q.Type, step))
						}
						a.CopyOf(c)
					}
				}
				p.CopyOf(q)
				changed = true
				break
			}
		}
	}
	return changed
}

// alike reports whether two phis of a block are always equal: for each predecessor the arguments are the same, or are
// the phis themselves plus the same constant step.
func alike(p, q *ir.Value) bool {
	for k, a := range p.Args {
		c := q.Args[k]
		if a == c {
			continue
		}
		m, ok := StepFrom(a, p)
		n, same := StepFrom(c, q)
		if !ok || !same || m != n {
			return false
		}
	}
	return true
}

// comesBefore reports whether a dominates b. One of the two dominates the other, since both reach the end of one block.
func comesBefore(dom *ir.Dom, a, b *ir.Value) bool {
	if a.Block != b.Block {
		return dom.Dominates(a.Block, b.Block)
	}
	return slices.Index(a.Block.Values, a) < slices.Index(b.Block.Values, b)
}

// StepFrom returns the constant that additions have added to p to make v.
func StepFrom(v, p *ir.Value) (step int64, ok bool) {
	for range 16 { // as many as an unrolled loop has copies
		switch {
		case v == p:
			return step, step != 0
		case v.Op == ir.OpCopy:
			v = v.Args[0]
			continue
		case v.Op != ir.OpAdd || !v.Args[1].IsConst():
			return 0, false
		}
		step += v.Args[1].Int()
		v = v.Args[0]
	}
	return 0, false
}

// sameAround removes phis of values that loops carry unchanged, such as the limit that a rotated loop's guard and its
// latch test each computed. Phis behind loops stay, since they keep the function in loop-closed form.
func sameAround(f *ir.Func) bool {
	changed := false
	for _, b := range f.Blocks {
		if b.Loop == nil {
			continue
		}
		for _, phi := range b.Phis() {
			phi.ResolveCopies()
			same := phi.Args[0]
			for _, a := range phi.Args[1:] {
				if a != phi && a != same {
					same = phi
					break
				}
			}
			if same != phi && len(phi.Args) > 1 {
				phi.CopyOf(same)
				changed = true
			}
		}
	}
	return changed
}

// sharedLocals reports, for each local, whether a pointer that may point elsewhere too may point to it.
func sharedLocals(f *ir.Func) []bool {
	if len(f.Locals) == 0 {
		return nil
	}
	shared := make([]bool, len(f.Locals))
	for v := range ir.Values(f.Blocks) {
		if v.Op != ir.OpPhi && v.Op != ir.OpSelect || v.Type != ir.TPtr {
			continue
		}
		for _, a := range v.Args {
			if r := a.Root(); r.Op == ir.OpLocalPtr {
				shared[r.AuxInt] = true
			}
		}
	}
	return shared
}

// kindOfMemory returns the kind of memory that v accesses: 1 and up are locals, 0 is everything else.
func kindOfMemory(v *ir.Value, shared []bool) int {
	if r := v.Args[0].Root(); len(shared) > 0 && r.Op == ir.OpLocalPtr && !shared[r.AuxInt] {
		return 1 + int(r.AuxInt)
	}
	return 0
}

// unchanging is the version of tables, which nothing stores to.
const unchanging = -1

// valueTable is a hash table of values, chained by index.
type valueTable struct {
	heads   []int32 // index of the first entry + 1
	entries []entry
	values  []*ir.Value // by entry
}

type entry struct {
	hash   uint32
	memory int32 // version that a load reads, or a store leaves; 0 of what does not touch memory
	next   int32
}

// newValueTable returns a table with room for all values of f; no more are looked up.
func newValueTable(f *ir.Func) valueTable {
	n := 0
	for _, b := range f.Blocks {
		n += len(b.Values)
	}
	entries := ir.Attached[entryRoom](f).Take(n)
	return valueTable{f.NewInts(1 << bits.Len(uint(n|15))), entries[:0], f.NewValues(n)[:0]}
}

// entryRoom holds the entries of tables.
type entryRoom struct{ ir.Slab[entry] }

// Release frees the entries.
func (r *entryRoom) Release() { r.Reset() }

func (t *valueTable) insert(v *ir.Value, hash uint32, memory int32) {
	h := &t.heads[hash&uint32(len(t.heads)-1)]
	t.entries = append(t.entries, entry{hash, memory, *h})
	t.values = append(t.values, v)
	*h = int32(len(t.entries))
}

// find returns a value equal to v, with the given hash and version of memory, that dominates v's block. The values of
// that block so far are in the table.
func (t *valueTable) find(v *ir.Value, hash uint32, memory int32, dom *ir.Dom) *ir.Value {
	for i := t.heads[hash&uint32(len(t.heads)-1)]; i != 0; i = t.entries[i-1].next {
		if x := &t.entries[i-1]; x.hash != hash || x.memory != memory {
			continue
		}
		if w := t.values[i-1]; (w.Block == v.Block || dom.Dominates(w.Block, v.Block)) && sameValue(v, w) {
			return w
		}
	}
	return nil
}

func hashValue(v *ir.Value, memory int32) uint32 {
	if v.Op == ir.OpLoad {
		return hashAddress(v.Type, v.Args[0], v.Args[1], v, memory)
	}
	h := uint32(v.Op)<<24 ^ uint32(v.Type.Elem)<<16 ^ uint32(v.Type.Lanes)<<8 ^ uint32(v.AuxInt) ^
		uint32(v.AuxInt>>32)*31
	for _, a := range v.Args {
		h = bits.RotateLeft32(h, 7) ^ uint32(a.ID)*0x9e3779b1
	}
	h ^= uint32(memory) * 0x85ebca6b
	return h ^ h>>15
}

// hashAddress returns the hash of a Load. A Store of the same type to the same place has the same hash.
func hashAddress(t ir.Type, base, index, v *ir.Value, memory int32) uint32 {
	h := uint32(t.Elem)<<16 ^ uint32(t.Lanes)<<8 ^ uint32(v.Off)*31 ^ uint32(v.Scale)<<4
	h = bits.RotateLeft32(h, 7) ^ uint32(base.ID)*0x9e3779b1
	h = bits.RotateLeft32(h, 7) ^ uint32(index.ID)*0x9e3779b1
	h ^= uint32(memory) * 0x85ebca6b
	return h ^ h>>15
}

// sameValue reports whether v computes what w does, or loads what the Store w stored.
func sameValue(v, w *ir.Value) bool {
	if v.Scale != w.Scale || v.Off != w.Off {
		return false
	}
	if v.Op == ir.OpLoad && w.Op == ir.OpStore {
		return v.Type == w.AccessType() && v.Args[0] == w.Args[0] && v.Args[1] == w.Args[1]
	}
	if v.Op != w.Op || v.Type != w.Type || v.AuxInt != w.AuxInt || !slices.Equal(v.Args, w.Args) {
		return false
	}
	switch a := v.Aux.(type) {
	case nil:
		return w.Aux == nil
	case ir.Lanes:
		b, ok := w.Aux.(ir.Lanes)
		return ok && slices.Equal(a, b)
	case *ir.Site:
		// If two checks are equal, the dominating one fails first; only the kind of panic must agree.
		b, ok := w.Aux.(*ir.Site)
		return ok && a.Kind == b.Kind && a.Unsigned == b.Unsigned && a.Msg == b.Msg
	}
	return false
}
