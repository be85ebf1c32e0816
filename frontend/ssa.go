package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/loopopt/ir"
	"hotloop/reuse"
)

// SSA is made while the syntax is walked, after Braun et al., "Simple and Efficient Construction of Static Single
// Assignment Form" (CC 2013): a variable's value is looked up backwards from where it is read; a block whose
// predecessors are not all known yet is unsealed and gets a phi that is filled when it is sealed. The control flow is
// always reducible, so the phis that stay are the minimal ones. Variables that never change after their declaration
// take no part.

// variable is a Go variable. It takes as many consecutive numbers as its type has parts: a slice three, for pointer,
// length and capacity.
type variable struct {
	id      int32
	t       typ
	changes bool
	fixed   val      // the value of one that does not change
	mem     *address // of an array or struct that does not dissolve into values: where it is
	each    bool     // each iteration of a loop has it anew
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

// tables are maps of a builder that later ones use again: making them takes longer than filling them.
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

// manyDefs is the size from which on maps are left to the garbage collector: clearing one takes time by its size.
const manyDefs = 1 << 10

// release gives the tables back for the next builder.
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

// newVariable makes a variable. One that no statement changes gets no number: its value is that of its declaration
// everywhere, and no phi is ever made for it.
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

// declare makes the variable o with its first value.
func (b *builder) declare(o *types.Var, x val) {
	if x.fresh && b.livesInMemory(o, x.t) && b.adopt(o, x) {
		return
	}
	b.write(b.newVariable(o, x.t, b.fn.Changed[o]), x)
}

// write defines the value of v from here on, in memory or as the definition in the current block.
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

// as is x for something of type t. Where an expression was refused, or is nil, it need not have the type it should.
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

// partValues are the values that x, no scalar, consists of, in the order in which variables number them.
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

// read is the value of v at the end of the current block as it stands.
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

// lookup finds the value of variable id at the end of block blk as it stands. The phi of a join is defined before its
// arguments are looked up: a search that comes back around a loop finds it and ends.
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
		v = b.nothing(t) // not on any path: the variable is declared before it is read
	default:
		v = blk.NewPhi(t, 0)
		b.defs[key] = v // ends the search where a loop leads back here
		v = b.fill(id, v)
	}
	b.defs[key] = v
	return v
}

// fill gives a phi its arguments; it returns what the phi amounts to.
func (b *builder) fill(id int32, phi *ir.Value) *ir.Value {
	blk := phi.Block
	for _, p := range blk.Preds {
		phi.AddArg(b.lookup(id, phi.Type, p))
	}
	return b.trivial(phi)
}

// nothing is a value of type t that stands where control never comes.
func (b *builder) nothing(t ir.Type) *ir.Value {
	if t == ir.TPtr {
		return b.nowhere()
	}
	return b.f.Const(t, 0)
}

// trivial turns a phi with at most one argument other than itself into a copy of that. The phis that used it may
// become trivial thereby; simplifyPhis finds those in the end.
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

// root follows copies: a phi that turned out trivial is a copy of what it amounts to until ElimCopies runs.
func root(v *ir.Value) *ir.Value {
	for v.Op == ir.OpCopy {
		v = v.Args[0]
	}
	return v
}

// seal says that all predecessors of blk are known.
func (b *builder) seal(blk *ir.Block) {
	for int(blk.ID) >= len(b.sealed) {
		b.sealed = append(b.sealed, false)
	}
	b.sealed[blk.ID] = true
	// Filling may look variables up here again, but can no longer add pending phis: the block is sealed.
	for _, p := range b.pending[blk.ID] {
		b.fill(p.id, p.phi)
	}
	delete(b.pending, blk.ID)
}

// simplifyPhis removes the phis that became trivial only after others did.
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

// jump ends the current block, if there is one, with a jump; what follows cannot be reached until start.
func (b *builder) jump(to *ir.Block) {
	if b.cur != nil {
		b.cur.SetJump(to)
		b.cur = nil
	}
}

// start goes on in blk, whose predecessors are all known. If there are none, what follows cannot be reached.
func (b *builder) start(blk *ir.Block) {
	b.seal(blk)
	b.cur = blk
	if len(blk.Preds) == 0 {
		b.cur = nil
	}
}
