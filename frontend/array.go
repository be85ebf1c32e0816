package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/frontend/check"
	"hotloop/loopopt/ir"
)

// An array or struct either consists of one SSA value per scalar, or lives in memory. It lives in memory if it has
// more than maxLeaves scalars. It also does if it contains an array that is sliced or indexed by a variable, by
// name or through a pointer such as a method's receiver (scanTypes). Each such declaration has one ir.Local. A
// declaration in a loop stores zeros into it in each iteration. outliving refuses slices of the Local that a later
// iteration could see.
//
// The collector does not scan Locals. The words of slices, strings and pointers in a variable that lives in memory
// therefore stay SSA values (place.parted). Their words in the Local are unused.

// livesInMemory reports whether the variable o of type t is an ir.Local.
func (b *builder) livesInMemory(o *types.Var, t typ) bool {
	if !t.isAggregate() || t.of.leaves == nil {
		return t.isAggregate() && !t.of.addresses && t.of.scalar > maxLeaves
	}
	return t.of.size > 0 && (b.fn.InMemory[o] || b.fn.AddressTaken[o] && t.hasArray(b.k.Indexed))
}

// newLocal makes a Local. The caller stores its initial contents.
func (b *builder) newLocal(name string, t typ, pos token.Pos) *address {
	align := 16
	for align < ir.MaxLocalAlign && int64(align) < t.of.size {
		align *= 2 // keep vectors within one cache line
	}
	align = max(align, int(t.of.align))
	before := b.frameSize
	b.frameSize += (t.of.size + int64(align) - 1) &^ int64(align-1)
	if b.frameSize > maxFrame {
		if before <= maxFrame {
			instead := name + " as a slice parameter"
			if name == "" { // a copy that only the order of evaluation requires
				instead = "a loop over the elements"
			}
			b.Errorf(pos, "found %d bytes of arrays in %s, where %d are the limit; write %s instead", b.frameSize,
				b.k.Name, maxFrame, instead)
		}
		// A kernel that is refused gets no memory layout.
		return &address{base: b.nowhere()}
	}
	each := t.of.innermost()
	n := b.f.NewLocal(ir.Local{Name: name, Elem: each.elem, Size: int(t.of.size), Align: align, Pos: ir.Pos(pos)})
	b.made, b.localTypes = append(b.made, b.cur), append(b.localTypes, t)
	return &address{base: b.f.Arg(ir.OpLocalPtr, n)}
}

// innermost returns the innermost element type of an array. The innermost type of a struct is the struct itself.
func (s *shape) innermost() typ {
	t := typ{kind: s.kind, of: s}
	for t.kind == arrayKind {
		t = t.of.elem
	}
	return t
}

// adopt makes the memory of x, which only x refers to, the memory of a new variable.
func (b *builder) adopt(o *types.Var, x val) bool {
	if x.mem == nil || x.mem.base.Op != ir.OpLocalPtr || x.mem.idx != nil || x.mem.off != 0 {
		return false
	}
	b.bind(o, &variable{t: x.t, mem: x.mem, changes: true, pos: o.Pos()})
	b.f.Locals[x.mem.base.AuxInt].Name = o.Name()
	return true
}

// declareParam declares parameter p of an inlined function, with the value x of argument arg. An array in memory
// is copied, unless neither the callee changes the parameter nor anything else can change the caller's variable
// meanwhile.
func (b *builder) declareParam(p *types.Var, x val, arg ast.Expr, caller *check.Func) {
	if id, ok := ast.Unparen(arg).(*ast.Ident); ok && b.livesInMemory(p, x.t) && !b.fn.Changed[p] {
		o, _ := b.info.Use(id).(*types.Var)
		if v := b.vars[o]; v != nil && v.mem != nil && v.t == x.t && !caller.AddressTaken[o] && !caller.Captured[o] {
			b.bind(p, v)
			return
		}
	}
	b.declare(p, x)
}

// spill puts x into memory, unless it is there already.
func (b *builder) spill(x val, pos token.Pos) *address {
	if x.mem != nil {
		return x.mem
	}
	m := b.newLocal("", x.t, pos)
	b.storeAt(*m, x, pos)
	return m
}

// snapshot returns the present value of x. Memory is copied, unless nothing can change it.
func (b *builder) snapshot(x val, pos token.Pos) val {
	if x.mem == nil || x.fresh || x.mem.base.Op == ir.OpTablePtr {
		return x
	}
	m := b.newLocal("", x.t, pos)
	b.copyObject(*m, *x.mem, x.t, pos)
	return val{t: x.t, mem: m, fresh: true}
}

// leavesOf returns the scalars of x, an array or struct with at most maxLeaves of them.
func (b *builder) leavesOf(x val, pos token.Pos) []*ir.Value {
	switch {
	case !x.t.isAggregate():
		b.wrong(pos)
		return nil
	case x.mem == nil && x.leaves == nil:
		return b.zero(x.t).leaves
	case x.mem == nil:
		return x.leaves
	}
	out := make([]*ir.Value, len(x.t.of.leaves))
	for i, l := range x.t.of.leaves {
		switch {
		case l.in == typ{}:
			out[i] = b.loadScalar(*x.mem.plus(l.off), l.t, pos)
		case l.word == 0:
			h := b.headerAt(*x.mem.plus(l.off), l.in, pos)
			copy(out[i:], h.leafValues())
		}
	}
	return out
}

// loadAt returns the value of type t at a. A large array stays in memory.
func (b *builder) loadAt(a address, t typ, pos token.Pos) val {
	switch {
	case t.isHeader():
		return b.headerAt(a, t, pos)
	case !t.isAggregate():
		return val{t: t, v: b.loadScalar(a, t, pos)}
	case t.of.scalar > maxLoads && (t.kind == arrayKind || t.of.scalar > maxLeaves):
		return val{t: t, mem: b.memory(a)}
	}
	return val{t: t, leaves: b.leavesOf(val{t: t, mem: b.memory(a)}, pos)}
}

// memory allocates a copy of a that values and places can refer to.
func (b *builder) memory(a address) *address {
	p := &b.tables.addresses.Take(1)[0]
	*p = a
	return p
}

// storeAt stores x at a.
func (b *builder) storeAt(a address, x val, pos token.Pos) {
	if x.t.hasAddresses() {
		b.storeAddresses(a, x, pos)
		return
	}
	switch {
	case !x.t.isAggregate():
		b.storeScalar(a, x.t, x.v, pos)
	case x.leaves != nil:
		for i, l := range x.t.of.leaves {
			b.storeScalar(*a.plus(l.off), l.t, x.leaves[i], pos)
		}
	case x.mem == nil:
		b.eachScalar(x.t, []address{a}, pos, func(l leaf, at []address) {
			b.storeScalar(at[0], l.t, b.f.Const(l.t.ir(), 0), pos)
		})
	case *x.mem == a:
	case disjoint(a, *x.mem):
		b.copyObject(a, *x.mem, x.t, pos)
	default:
		b.moveObject(a, *x.mem, x.t, pos)
	}
}

// moveObject copies an object to a location that may partially overlap it, such as another array in the same
// slice.
func (b *builder) moveObject(to, from address, t typ, pos token.Pos) {
	each := t.of.innermost()
	if t.kind != arrayKind || each.scalars() > maxLoads {
		// Copy through a temporary.
		b.copyObject(to, *b.snapshot(val{t: t, mem: &from}, pos).mem, t, pos)
		return
	}
	n := b.int(t.of.size / each.size())
	dst, src := b.pointerTo(to, pos), b.pointerTo(from, pos)
	loop := func(index func(i *ir.Value) *ir.Value) {
		b.countedTo(n, pos, []ir.Attr{{Name: "ivdep", Pos: ir.Pos(pos)}}, func(i *ir.Value) {
			j := index(i)
			x := b.loadAt(address{base: src, idx: j, scale: each.size()}, each, pos)
			b.storeAt(address{base: dst, idx: j, scale: each.size()}, x, pos)
		})
	}
	up := func(i *ir.Value) *ir.Value { return i }
	down := func(i *ir.Value) *ir.Value { return b.arithmetic(ir.OpSub, b.int(n.Int()-1), i, pos) }
	b.copyEither(val{v: dst}, val{v: src}, b.int(t.of.size), pos, func() { loop(up) }, func() { loop(down) })
}

// disjoint reports whether two addresses are certainly in different objects.
func disjoint(x, y address) bool {
	own := func(v *ir.Value) bool { return v.Op == ir.OpLocalPtr || v.Op == ir.OpTablePtr }
	given := func(v *ir.Value) bool { return v.Op == ir.OpArgPtr }
	return x.base != y.base && (own(x.base) && (own(y.base) || given(y.base)) || given(x.base) && own(y.base))
}

// copyObject copies an array or struct scalar by scalar. Each scalar is loaded and stored before the next one.
func (b *builder) copyObject(to, from address, t typ, pos token.Pos) {
	if t.hasAddresses() {
		b.refuseAddressStore(t, pos)
		return
	}
	b.eachScalar(t, []address{to, from}, pos, func(l leaf, at []address) {
		b.storeScalar(at[0], l.t, b.loadScalar(at[1], l.t, pos), pos)
	})
}

// eachScalar calls do for each scalar of an object of type t, at corresponding addresses in several such objects.
// The scalars are enumerated if they are few. For a large array, a loop over its elements is built.
func (b *builder) eachScalar(t typ, at []address, pos token.Pos, do func(l leaf, at []address)) {
	further := func(off int64) []address {
		out := make([]address, len(at))
		for i, a := range at {
			out[i] = *a.plus(off)
		}
		return out
	}
	switch {
	case t.of == nil:
		do(leaf{t: t}, at)
	case t.of.scalar == 0:
	case t.of.leaves != nil && t.of.scalar <= maxLoads:
		for _, l := range t.of.leaves {
			do(l, further(l.off))
		}
	case t.kind == structKind:
		for _, f := range t.of.fields {
			b.eachScalar(f.t, further(f.off), pos, func(l leaf, at []address) {
				l.blank = l.blank || f.name == "_"
				do(l, at)
			})
		}
	default:
		// Arrays of arrays are treated as one array of their elements.
		each := t.of.innermost()
		if each.size() == 0 {
			return
		}
		b.countedTo(b.int(t.of.size/each.size()), pos, nil, func(i *ir.Value) {
			items := make([]address, len(at))
			for j, a := range at {
				items[j] = *b.at(a, i, each.size(), pos)
			}
			b.eachScalar(each, items, pos, do)
		})
	}
}

// equal compares two arrays or structs of one type, scalar by scalar. Blank fields are ignored.
func (b *builder) equal(pos token.Pos, x, y val) *ir.Value {
	one := b.f.ConstBool(ir.TBool, true)
	if x.t.of.scalar <= maxLeaves {
		same := one
		xs, ys := b.leavesOf(x, pos), b.leavesOf(y, pos)
		for i, l := range x.t.of.leaves {
			if l.blank {
				continue
			}
			eq := b.new(ir.OpEq, ir.TBool, pos, xs[i], ys[i])
			if same == one {
				same = eq
			} else {
				same = b.new(ir.OpAnd, ir.TBool, pos, same, eq)
			}
		}
		return same
	}
	return b.unlessDifferent(func(check func(*ir.Value)) {
		b.eachScalar(x.t, []address{*b.spill(x, pos), *b.spill(y, pos)}, pos, func(l leaf, at []address) {
			if !l.blank {
				check(b.new(ir.OpEq, ir.TBool, pos, b.loadScalar(at[0], l.t, pos), b.loadScalar(at[1], l.t, pos)))
			}
		})
	})
}

// unlessDifferent returns whether all checks that compare makes hold. It builds a search for the first difference.
func (b *builder) unlessDifferent(compare func(check func(*ir.Value))) *ir.Value {
	acc := b.newVariable(nil, tBool, true)
	b.write(acc, val{t: tBool, v: b.f.ConstBool(ir.TBool, true)})
	differ, end := b.f.NewBlock("equal.differ"), b.f.NewBlock("equal.end")
	compare(func(same *ir.Value) {
		next := b.f.NewBlock("equal.next")
		b.branch(same, next, differ, ir.NoGuess)
		b.start(next)
	})
	b.jump(end)
	if b.start(differ); b.cur != nil {
		b.write(acc, val{t: tBool, v: b.f.ConstBool(ir.TBool, false)})
		b.jump(end)
	}
	b.start(end)
	return b.read(acc).v
}

// outliving refuses slices of local arrays that outlive the array. In Go, an array declared in a loop is a new
// array in each iteration, and a slice of it keeps the old one alive. In a kernel all iterations share one memory,
// which is zeroed again. The difference is visible only if an address of the array is carried around the loop,
// that is, if a phi of the loop header takes it.
func (b *builder) outliving() {
	if len(b.f.Locals) == 0 {
		return
	}
	refused := make([]bool, len(b.f.Locals))
	for _, head := range b.f.Blocks {
		if head.Loop == nil {
			continue
		}
		for _, phi := range head.Phis() {
			if phi.Type != ir.TPtr {
				continue
			}
			for _, r := range pointedObjects(phi) {
				if r.Op != ir.OpLocalPtr {
					continue
				}
				n := r.AuxInt
				if l := b.f.Locals[n]; !refused[n] && inLoop(head, b.made[n]) {
					refused[n] = true
					b.Refuse(token.Pos(l.Pos), "a slice or pointer of array "+l.Name+
						" that outlives an iteration of the loop around it",
						"the array in front of the loop")
				}
			}
		}
	}
}

// pointedObjects returns the addresses of the objects that p may point into, each once.
func pointedObjects(p *ir.Value) (out []*ir.Value) {
	seen := map[*ir.Value]bool{p: true}
	work := []*ir.Value{p}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		leaf := true
		for _, a := range v.Args {
			if a.Type != ir.TPtr {
				continue
			}
			leaf = false
			if !seen[a] {
				seen[a] = true
				work = append(work, a)
			}
		}
		if leaf {
			out = append(out, v)
		}
	}
	return out
}

// inLoop reports whether blk is in the loop with the given header: a path leads from blk to head that passes head
// only at its end.
func inLoop(head, blk *ir.Block) bool {
	seen := map[*ir.Block]bool{}
	work := append([]*ir.Block(nil), head.Preds[1:]...)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] || x == head {
			continue
		}
		seen[x] = true
		if x == blk {
			return true
		}
		work = append(work, x.Preds...)
	}
	return blk == head
}

// dropUnusedTables removes tables that no value refers to, such as the target of nil slices if no such slice is
// left.
func (b *builder) dropUnusedTables() {
	if len(b.f.Tables) == 0 {
		return
	}
	used := make([]bool, len(b.f.Tables))
	for _, v := range b.f.Entry().Values {
		if v.Op == ir.OpTablePtr {
			used[v.AuxInt] = true
		}
	}
	at := make([]int64, len(used))
	kept := b.f.Tables[:0]
	for i, t := range b.f.Tables {
		at[i] = int64(len(kept))
		if used[i] {
			kept = append(kept, t)
		}
	}
	b.f.Tables = kept
	for _, v := range b.f.Entry().Values {
		if v.Op == ir.OpTablePtr {
			v.AuxInt = at[v.AuxInt]
		}
	}
}
