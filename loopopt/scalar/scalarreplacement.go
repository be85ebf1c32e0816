package scalar

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// ReplaceScalars is scalar replacement: it carries the element that some iteration has loaded, instead of loading it
// again by the index that the iteration has left behind.
//
// Before:
//
//	for i := range x { if x[i] > x[best] { best = i } }
//
// After:
//
//	top := x[best]
//	for i := range x { v := x[i]; if v > top { best, top = i, v } }
//
// Legal if the loop stores nothing, and each value that the index may become is one by which the iteration has loaded
// of the same place: then that load and the one replaced read the same bytes. The first load moves in front of the
// loop, which does no harm if it stands in the header with no check before it: the first iteration would do it at once.
// Pays always: a load by what the comparison before it has decided waits for it, and the vectorizer knows the largest
// element and where it is, but not this form of it.
// Reads nothing; leaves nothing.
// Remarks: none.
func ReplaceScalars(f *ir.Func) bool {
	changed := false
	dom := f.Dominators()
	loops := analysis.FindLoops(f, dom)
	var se *analysis.SCEV
	for _, l := range loops.Loops {
		if !l.Simplified() || len(l.Children) > 0 || storesAnything(l) {
			continue
		}
		for _, phi := range l.Header.Phis() {
			k := carriedIndexOf(l, phi)
			if k == nil || !k.loads() {
				continue
			}
			if se == nil {
				se = analysis.NewSCEV(f, loops, dom)
			}
			if k.settleChecks(f, se) {
				changed, se = true, nil
			}
			if k.replaceLoads(f, dom) {
				changed, se = true, nil
			}
		}
	}
	if changed {
		f.ElimCopies()
	}
	return changed
}

// storesAnything says whether the loop writes to memory, or does what may.
func storesAnything(l *analysis.Loop) bool {
	for _, b := range l.Blocks {
		for _, v := range b.Walk() {
			if v.Op.HasAny(ir.FlagWrites) || v.Op.HasAny(ir.FlagEffect) && v.Op != ir.OpCheck {
				return true
			}
		}
	}
	return false
}

// carriedIndex is a header phi of an innermost loop that keeps its value or becomes another, by selects and joins.
type carriedIndex struct {
	l    *analysis.Loop
	phi  *ir.Value
	init *ir.Value
	next *ir.Value   // at the latch
	tree []*ir.Value // selects and joins between phi and next, arguments first
	vals []*ir.Value // what it may become
}

// maxReplaced bounds the tree of a kept index.
const maxReplaced = 16

// carriedIndexOf is what phi is as such; nil if it is none.
func carriedIndexOf(l *analysis.Loop, phi *ir.Value) *carriedIndex {
	if !phi.Type.Elem.IsInt() || phi.Type.Lanes > 1 || len(phi.Args) != 2 || len(l.Children) > 0 || !l.Simplified() {
		return nil
	}
	k := &carriedIndex{l: l, phi: phi, init: phi.Args[l.Header.PredIndex(l.Preheader)],
		next: phi.Args[l.Header.PredIndex(l.Latch)]}
	seen := map[*ir.Value]bool{phi: true}
	kept := false
	var walk func(v *ir.Value)
	walk = func(v *ir.Value) {
		kept = kept || v == phi
		if seen[v] || len(seen) > maxReplaced {
			return
		}
		seen[v] = true
		var from []*ir.Value
		switch {
		case l.Invariant(v):
		case v.Op == ir.OpSelect:
			from = v.Args[1:]
		case v.Op == ir.OpPhi && v.Block != l.Header:
			from = v.Args
		}
		for _, a := range from {
			walk(a)
		}
		if from != nil {
			k.tree = append(k.tree, v)
		} else {
			k.vals = append(k.vals, v)
		}
	}
	walk(k.next)
	if !kept || len(k.tree) == 0 || len(k.vals) == 0 || len(seen) > maxReplaced {
		return nil
	}
	return k
}

// loads says whether the header loads by the index.
func (k *carriedIndex) loads() bool {
	return slices.ContainsFunc(k.l.Header.Values,
		func(v *ir.Value) bool { return v.Op == ir.OpLoad && v.Args[1] == k.phi })
}

// replaceLoads replaces the loads of the header by the index.
func (k *carriedIndex) replaceLoads(f *ir.Func, dom *ir.Dom) bool {
	changed := false
	for _, v := range k.l.Header.Values {
		if v.Op == ir.OpCheck {
			break // the program may not come to the first load
		}
		if v.Op != ir.OpLoad || v.Args[1] != k.phi || !k.l.Invariant(v.Args[0]) {
			continue
		}
		if loaded := k.loadedBy(v, dom); loaded != nil {
			k.carry(f, v, loaded)
			changed = true
		}
	}
	return changed
}

// loadedBy finds, for each value of the index, the load by it of the same place as v; nil if there is one without.
// The load must be done before the index is chosen.
func (k *carriedIndex) loadedBy(v *ir.Value, dom *ir.Dom) map[*ir.Value]*ir.Value {
	loaded := map[*ir.Value]*ir.Value{}
	for _, u := range k.vals {
		for _, b := range k.l.Blocks {
			for _, w := range b.Walk() {
				if w.Op == ir.OpLoad && w != v && w.Type == v.Type && w.Args[0] == v.Args[0] && w.Args[1] == u &&
					w.Scale == v.Scale && w.Off == v.Off && k.readyFor(u, w, dom) {
					loaded[u] = w
				}
			}
		}
		if loaded[u] == nil {
			return nil
		}
	}
	return loaded
}

// readyFor says whether the load w, by u, comes before everything in the tree that takes u.
func (k *carriedIndex) readyFor(u, w *ir.Value, dom *ir.Dom) bool {
	for _, n := range k.tree {
		for i, a := range n.Args {
			if a != u || n.Op == ir.OpSelect && i == 0 {
				continue
			}
			at := n.Block
			if n.Op == ir.OpPhi {
				at = n.Block.Preds[i]
			}
			switch {
			case w.Block != at || n.Op == ir.OpPhi:
				if !dom.Dominates(w.Block, at) {
					return false
				}
			case slices.Index(at.Values, w) > slices.Index(at.Values, n):
				return false
			}
		}
	}
	return true
}

// carry makes the phi of what has been loaded, and lets it be v.
func (k *carriedIndex) carry(f *ir.Func, v *ir.Value, loaded map[*ir.Value]*ir.Value) {
	first := k.l.Preheader.New(ir.OpLoad, v.Type, v.Pos, v.Args[0], k.init)
	first.Scale, first.Off = v.Scale, v.Off
	top := k.l.Header.NewPhi(v.Type, v.Pos)
	now := map[*ir.Value]*ir.Value{k.phi: top}
	for u, w := range loaded {
		now[u] = w
	}
	for _, n := range k.tree {
		if n.Op == ir.OpSelect {
			s := f.NewValue(n.Block, ir.OpSelect, v.Type, n.Pos, n.Args[0], now[n.Args[1]], now[n.Args[2]])
			n.Block.InsertAt(slices.Index(n.Block.Values, n)+1, s)
			now[n] = s
			continue
		}
		p := n.Block.NewPhi(v.Type, n.Pos)
		for _, a := range n.Args {
			p.AddArg(now[a])
		}
		now[n] = p
	}
	for _, p := range k.l.Header.Preds {
		if p == k.l.Preheader {
			top.AddArg(first)
		} else {
			top.AddArg(now[k.next])
		}
	}
	v.CopyOf(top)
}

// settleChecks lets checks of the index against an invariant length leave the loop, where each value that the index
// becomes is in range in the iteration in which it does. Then the check can fail in the first iteration only, and does
// so before anything else if no other check stands before it: it moves in front of the loop, with the first value in
// place of the index.
func (k *carriedIndex) settleChecks(f *ir.Func, se *analysis.SCEV) bool {
	changed := false
	for i := 0; i < len(k.l.Header.Values); i++ {
		v := k.l.Header.Values[i]
		if v.Op != ir.OpCheck {
			continue
		}
		c := v.Args[0]
		if c.Op != ir.OpLtU || c.Args[0] != k.phi || !k.l.Invariant(c.Args[1]) || !k.staysBelow(c.Args[1], se) {
			break
		}
		n, at := c.Args[1], k.l.Preheader
		if !se.ProveIndex(k.init, n, at) {
			first := at.New(ir.OpCheck, ir.TVoid, v.Pos, at.New(ir.OpLtU, c.Type, c.Pos, k.init, n))
			for _, a := range v.Args[1:] {
				if a == k.phi {
					a = k.init
				}
				first.AddArg(a)
			}
			first.Aux = v.Aux
		}
		k.l.Header.Remove(v)
		i--
		changed = true
	}
	return changed
}

// staysBelow says whether all values that the index becomes are below n.
func (k *carriedIndex) staysBelow(n *ir.Value, se *analysis.SCEV) bool {
	for _, u := range k.vals {
		if !se.ProveIndex(u, n, k.l.Header) {
			return false
		}
	}
	return true
}
