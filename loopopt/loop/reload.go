package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
)

// reload is a load of what a store has just stored, for statements that use the stored value.
type reload struct{ load, store *ir.Value }

// reloads let a part of a loop load a value that another part has stored. Without them it computes the value again,
// from operands that the other part may have overwritten.
//
// Before:
//
//	a[i] += 3
//	b[i] += a[i] + a[i-1]    // a[i] is the sum that was stored: forwarded by CSE
//
// After:
//
//	a[i] += 3
//	t := a[i]
//	b[i] += t + a[i-1]
//
// Legal always: the load directly follows the store, whose address and type it has, and replaces uses that the store
// dominates. Whether the load may move to another loop is a matter of dependences, as for every load: no store of the
// first loop may touch its place later, in this iteration or another one. Stores of an iteration to the place of another
// one, or to an unknown place, get no reload, for it would depend on them.
// Pays if it leaves more parts: fewer statements that must precede each other.
type reloads []reload

// addReloads inserts reloads behind the stores of a loop whose values statements use later.
func addReloads(g *legal.Legality) (list reloads) {
	// The analysis must not see the reloads, which it would remember.
	for _, st := range reloadable(g) {
		uses := usesBehind(g, st)
		if len(uses) == 0 {
			continue
		}
		load := st.Block.InsertBehind(st, ir.OpLoad, st.AccessType(), st.Pos, st.Args[0], st.Args[1])
		load.Scale, load.Off, load.Groups = st.Scale, st.Off, st.Groups
		for _, u := range uses {
			u.user.SetArg(u.arg, load)
		}
		list = append(list, reload{load, st})
	}
	return list
}

// reloadable lists the stores of values that not every part can compute, to a place of its own in each iteration.
func reloadable(g *legal.Legality) (list []*ir.Value) {
	accesses := analysis.Accesses(g.Se, g.L)
	g.F.Spend(analysis.StepsPerPair * len(accesses))
	for i := range accesses {
		a := &accesses[i]
		if a.V.Op != ir.OpStore || g.L.Invariant(a.V.StoredValue()) {
			continue
		}
		if _, _, evolves := g.Se.AddRec(a.V.StoredValue(), g.L); evolves {
			continue
		}
		if d := g.Se.Depend(a, a); d.Known && !d.FirstLater() && !d.FirstEarlier() {
			list = append(list, a.V)
		}
	}
	return list
}

// use is an argument of a value.
type use struct {
	user *ir.Value
	arg  int
}

// usesBehind lists the uses of the value of store st, in the loop and in phis behind it, that st dominates.
func usesBehind(g *legal.Legality, st *ir.Value) (uses []use) {
	v, dom := st.StoredValue(), g.Se.Dom()
	for _, b := range append(g.L.Blocks[:len(g.L.Blocks):len(g.L.Blocks)], g.Out.Exit) {
		behind := b != st.Block && dom.Dominates(st.Block, b)
		for _, u := range b.Walk() {
			behind = behind || u == st
			for i, a := range u.Args {
				switch {
				case a != v || u == st:
				case u.Op == ir.OpPhi:
					if dom.Dominates(st.Block, b.Preds[i]) {
						uses = append(uses, use{u, i})
					}
				case behind && b != g.Out.Exit:
					uses = append(uses, use{u, i})
				}
			}
		}
	}
	return uses
}

// join makes c, a copy of a part of the loop, use the values that it stores itself.
func (r reloads) join(c *clone.Cloner) {
	for _, x := range r {
		if load := c.Value(x.load); load != nil && c.Value(x.store) != nil {
			load.CopyOf(c.Of(x.store.StoredValue()))
		}
	}
}

// undo makes the loop use the stored values again, and resolves copies.
func (r reloads) undo(f *ir.Func) {
	for _, x := range r {
		if x.load.Block != nil {
			x.load.CopyOf(x.store.StoredValue())
		}
	}
	f.ElimCopies()
}
