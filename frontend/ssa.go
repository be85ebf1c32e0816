package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/loopopt/ir"
	"hotloop/reuse"
)

// SSA is built during the walk over the syntax tree, after Braun et al., "Simple and Efficient Construction of
// Static Single Assignment Form" (CC 2013). A variable's value is looked up backwards from where it is read. A
// block with unknown predecessors is unsealed and gets an incomplete phi, which is filled when the block is
// sealed. Control flow is always reducible, so the remaining phis are minimal. Variables that never change after
// their declaration need no lookup.

// variable is a Go variable. It has as many consecutive numbers as its type has parts: a slice has three, for
// pointer, length and capacity.
type variable struct {
	id      int32
	t       typ
	changes bool
	fixed   val      // the value of a variable that does not change
	mem     *address // location of an array or struct that lives in memory
	each    bool     // each iteration of a loop has a new one
	pos     token.Pos
}

type defKey struct {
	block ir.ID
	id    int32
}

type pendingPhi struct {
	id  int32
	phi *ir.Value
}

// tables are maps of a builder that later builders reuse, because allocating them takes longer than filling them.
type tables struct {
	vars    map[*types.Var]*variable
	defs    map[defKey]*ir.Value
	pending map[ir.ID][]pendingPhi
	active  map[ast.Node]int

	variables ir.Slab[variable]
	addresses ir.Slab[address]
	values    ir.Slab[val]
}

var builderTables = reuse.Pool[tables]{New: func() *tables {
	return &tables{vars: map[*types.Var]*variable{}, defs: map[defKey]*ir.Value{}, pending: map[ir.ID][]pendingPhi{},
		active: map[ast.Node]int{}}
}}

// manyDefs is the size from which on maps are left to the garbage collector: the time to clear a map grows with
// its size.
const manyDefs = 1 << 10

// release returns the tables for the next builder.
func (t *tables) release() {
	if len(t.vars) > manyDefs || len(t.defs) > manyDefs {
		return
	}
	clear(t.vars)
	clear(t.defs)
	clear(t.pending)
	clear(t.active)
	t.variables.Reset()
	t.addresses.Reset()
	t.values.Reset()
	builderTables.Put(t)
}

// newVariable makes a variable. A variable that no statement changes gets no number: its value is everywhere that
// of its declaration, and it needs no phi.
func (b *builder) newVariable(o *types.Var, t typ, changes bool) *variable {
	if t.isFunc() && o != nil && b.fn.Changed[o] {
		b.refuseFuncVariable(o)
	}
	v := &b.tables.variables.Take(1)[0]
	if o != nil && t.isLarge() {
		b.refuseAddressStore(t, o.Pos())
		t = tInt
	}
	*v = variable{id: b.nvars, t: t, changes: changes}
	if o != nil {
		b.bind(o, v)
		v.pos = o.Pos()
		v.each = b.fn.PerIteration[o]
		if b.livesInMemory(o, t) {
			v.mem, v.changes = b.newLocal(o.Name(), t, o.Pos()), true
		}
	}
	if v.changes {
		b.nvars += int32(t.parts())
	}
	return v
}

// declare makes the variable o with its initial value.
func (b *builder) declare(o *types.Var, x val) {
	if x.fresh && b.livesInMemory(o, x.t) && b.adopt(o, x) {
		return
	}
	b.write(b.newVariable(o, x.t, b.fn.Changed[o]), x)
}

// write sets the value of v, in memory or as the definition in the current block.
func (b *builder) write(v *variable, x val) {
	x = b.as(x, v.t, v.pos)
	if v.t.isFunc() {
		b.setFunc(v, x)
		return
	}
	switch {
	case v.mem != nil:
		b.set(v.place(v.pos), x)
		return
	case v.t.isAggregate():
		x = val{t: v.t, leaves: b.leavesOf(x, v.pos)}
	}
	if !v.changes {
		v.fixed = x
		return
	}
	if !b.plainPointer(x, v.pos) {
		return
	}
	if v.t.isScalar() {
		b.defs[defKey{b.cur.ID, v.id}] = x.v
		return
	}
	for i, p := range x.partValues() {
		b.defs[defKey{b.cur.ID, v.id + int32(i)}] = p
	}
}

// as returns x as a value of type t. The value of a refused expression, or nil, may have another type.
func (b *builder) as(x val, t typ, pos token.Pos) val {
	if x.t == t {
		return x
	}
	switch {
	case x.t.isFunc() && !b.broken():
		b.Refuse(pos, "a function that is stored where others could be", "a variable of its own for it")
	case t.isInterface() && x.t.kind != nilKind && !b.broken():
		b.Refuse(pos, "a conversion to an interface", "a value of a concrete type")
	case x.t.kind != nilKind:
		b.wrong(b.k.Fn.Name.Pos())
	}
	return b.zero(t)
}

// partValues returns the values that x, which is not a scalar, consists of, in the order in which variables number
// them.
func (x *val) partValues() []*ir.Value {
	switch {
	case x.t.slice:
		return []*ir.Value{x.v, x.len, x.cap}
	case x.t.kind == stringKind:
		return []*ir.Value{x.v, x.len}
	case x.t.kind == pointerKind:
		return []*ir.Value{x.v, x.nonNil}
	case x.t.isAggregate():
		return x.leaves
	}
	return nil
}

// read returns the value of v at the current end of the current block.
func (b *builder) read(v *variable) val {
	switch {
	case v.mem != nil:
		return b.get(v.place(v.pos))
	case !v.changes || v.t.isFunc():
		v.fixed.t = v.t
		return v.fixed
	}
	part := func(i int, t ir.Type) *ir.Value { return b.lookup(v.id+int32(i), t, b.cur) }
	x := val{t: v.t}
	switch t := v.t; {
	case t.slice:
		x.v, x.len, x.cap = part(0, ir.TPtr), part(1, ir.TI64), part(2, ir.TI64)
	case t.kind == stringKind:
		x.v, x.len = part(0, ir.TPtr), part(1, ir.TI64)
	case t.kind == pointerKind:
		x.v, x.nonNil = part(0, ir.TPtr), part(1, ir.TBool)
	case t.isAggregate():
		x.leaves = make([]*ir.Value, len(t.of.leaves))
		for i, l := range t.of.leaves {
			x.leaves[i] = part(i, l.t.ir())
		}
	default:
		x.v = part(0, t.ir())
	}
	return x
}

// lookup finds the value of variable id at the current end of block blk. The phi of a join is defined before its
// arguments are looked up, so a search that comes back around a loop finds it and ends.
func (b *builder) lookup(id int32, t ir.Type, blk *ir.Block) *ir.Value {
	key := defKey{blk.ID, id}
	if v := b.defs[key]; v != nil {
		return root(v)
	}
	if len(b.defs) > maxDefs {
		return b.nothing(t) // the kernel is refused
	}
	var v *ir.Value
	switch {
	case int(blk.ID) >= len(b.sealed) || !b.sealed[blk.ID]:
		v = blk.NewPhi(t, 0)
		b.pending[blk.ID] = append(b.pending[blk.ID], pendingPhi{id, v})
	case len(blk.Preds) == 1:
		v = b.lookup(id, t, blk.Preds[0])
	case len(blk.Preds) == 0:
		v = b.nothing(t) // on no path: a variable is declared before it is read
	default:
		v = blk.NewPhi(t, 0)
		b.defs[key] = v // ends the search if a loop leads back here
		v = b.fill(id, v)
	}
	b.defs[key] = v
	return v
}

// fill adds the arguments of a phi. It returns the value that the phi reduces to.
func (b *builder) fill(id int32, phi *ir.Value) *ir.Value {
	blk := phi.Block
	for _, p := range blk.Preds {
		phi.AddArg(b.lookup(id, phi.Type, p))
	}
	return b.trivial(phi)
}

// nothing returns a value of type t for unreachable code.
func (b *builder) nothing(t ir.Type) *ir.Value {
	if t == ir.TPtr {
		return b.nowhere()
	}
	return b.f.Const(t, 0)
}

// trivial turns a phi with at most one argument other than itself into a copy of that argument. Phis that use it
// may become trivial in turn; simplifyPhis finds those at the end.
func (b *builder) trivial(phi *ir.Value) *ir.Value {
	var one *ir.Value
	for _, a := range phi.Args {
		a = root(a)
		if a == one || a == phi {
			continue
		}
		if one != nil {
			return phi
		}
		one = a
	}
	if one == nil {
		one = b.nothing(phi.Type) // reachable only through itself
	}
	phi.CopyOf(one)
	return one
}

// root follows copies. Until ElimCopies runs, a trivial phi is a copy of its value.
func root(v *ir.Value) *ir.Value {
	for v.Op == ir.OpCopy {
		v = v.Args[0]
	}
	return v
}

// seal records that all predecessors of blk are known.
func (b *builder) seal(blk *ir.Block) {
	for int(blk.ID) >= len(b.sealed) {
		b.sealed = append(b.sealed, false)
	}
	b.sealed[blk.ID] = true
	// Filling may look up variables here again, but cannot add pending phis, because the block is sealed.
	for _, p := range b.pending[blk.ID] {
		b.fill(p.id, p.phi)
	}
	delete(b.pending, blk.ID)
}

// simplifyPhis removes the phis that became trivial only after other phis did.
func (b *builder) simplifyPhis() {
	for changed := true; changed; {
		changed = false
		for _, blk := range b.f.Blocks {
			for _, v := range blk.Values {
				if v.Op == ir.OpPhi && b.trivial(v) != v {
					changed = true
				} else if v.Op != ir.OpPhi && v.Op != ir.OpCopy {
					break
				}
			}
		}
		if changed {
			b.f.ElimCopies()
		}
	}
}

// jump ends the current block, if there is one, with a jump. Code is unreachable until the next call of start.
func (b *builder) jump(to *ir.Block) {
	if b.cur != nil {
		b.cur.SetJump(to)
		b.cur = nil
	}
}

// start continues in blk, whose predecessors are all known. If it has none, the following code is unreachable.
// It is not inlined, for the size of programs.
//
//go:noinline
func (b *builder) start(blk *ir.Block) {
	b.seal(blk)
	b.cur = blk
	if len(blk.Preds) == 0 {
		b.cur = nil
	}
}
