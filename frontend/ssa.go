package frontend

import (
	"go/types"

	"hotloop/loopopt/ir"
)

// SSA is made while the syntax is walked, after Braun et al., "Simple and Efficient Construction of Static Single
// Assignment Form" (CC 2013): a variable's value is looked up backwards from where it is read; a block whose
// predecessors are not all known yet is unsealed and gets a phi that is filled when it is sealed. The control flow is
// always reducible, so the phis that stay are the minimal ones. Variables that never change after their declaration
// take no part.

// variable is a Go variable. A slice takes three consecutive numbers: pointer, length, capacity.
type variable struct {
	id      int32
	t       typ
	changes bool
	fixed   val // the value of one that does not change
}

type defKey struct {
	block ir.ID
	id    int32
}

type pendingPhi struct {
	id  int32
	phi *ir.Value
}

func (b *builder) newVariable(o *types.Var, t typ, changes bool) *variable {
	v := &variable{id: b.nvars, t: t, changes: changes}
	if changes {
		b.nvars += 3
	}
	if o != nil {
		b.vars[o] = v
	}
	return v
}

// declare makes the variable o with its first value.
func (b *builder) declare(o *types.Var, x val) {
	v := b.newVariable(o, x.t, b.fn.changed[o])
	b.write(v, x)
}

func (b *builder) write(v *variable, x val) {
	x.t = v.t
	if !v.changes {
		v.fixed = x
		return
	}
	b.defs[defKey{b.cur.ID, v.id}] = x.v
	if v.t.slice {
		b.defs[defKey{b.cur.ID, v.id + 1}] = x.len
		b.defs[defKey{b.cur.ID, v.id + 2}] = x.cap
	}
}

func (b *builder) read(v *variable) val {
	if !v.changes {
		return v.fixed
	}
	if v.t.slice {
		return val{v.t, b.lookup(v.id, ir.TPtr, b.cur), b.lookup(v.id+1, ir.TI64, b.cur), b.lookup(v.id+2, ir.TI64, b.cur)}
	}
	return val{t: v.t, v: b.lookup(v.id, v.t.ir(), b.cur)}
}

// lookup finds the value of variable id at the end of block blk as it stands.
func (b *builder) lookup(id int32, t ir.Type, blk *ir.Block) *ir.Value {
	key := defKey{blk.ID, id}
	if v := b.defs[key]; v != nil {
		return root(v)
	}
	var v *ir.Value
	switch {
	case int(blk.ID) >= len(b.sealed) || !b.sealed[blk.ID]:
		v = blk.NewPhi(t, 0)
		b.pending[blk.ID] = append(b.pending[blk.ID], pendingPhi{id, v})
	case len(blk.Preds) == 1:
		v = b.lookup(id, t, blk.Preds[0])
	case len(blk.Preds) == 0:
		v = b.f.Const(t, 0) // not on any path: the variable is declared before it is read
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
	return trivial(phi)
}

// trivial turns a phi with at most one argument other than itself into a copy of that.
func trivial(phi *ir.Value) *ir.Value {
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
		one = phi.Block.Func.Const(phi.Type, 0) // reachable only through itself
	}
	phi.CopyOf(one)
	return one
}

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
				if v.Op == ir.OpPhi && trivial(v) != v {
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
