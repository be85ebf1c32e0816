package scalar

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// ReplaceScalars is scalar replacement. The loop carries an element that an earlier iteration has loaded, instead of
// loading it again by a carried index.
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
// Legal if the loop stores nothing, and the iteration has loaded from the same array by each value that the index may
// become. That load and the replaced one then read the same bytes. The first load moves before the loop. This is safe
// if it stands in the header with no check before it, as the first iteration would execute it at once.
// Pays always: a load by a carried index waits for the comparison that chose the index. The vectorizer recognizes
// argmax, but not this form of it.
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

// storesAnything reports whether the loop writes to memory, or may do so.
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

// carriedIndex is a header phi of an innermost loop that keeps or changes its value through selects and joins.
type carriedIndex struct {
	l    *analysis.Loop
	phi  *ir.Value
	init *ir.Value
	next *ir.Value   // at the latch
	tree []*ir.Value // selects and joins between phi and next, arguments first
	vals []*ir.Value // the values that it may become
}

// maxReplaced bounds the tree of a carried index.
const maxReplaced = 16

// carriedIndexOf returns the carriedIndex of phi, or nil if phi is none.
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

// loads reports whether the header loads by the index.
func (k *carriedIndex) loads() bool {
	return slices.ContainsFunc(k.l.Header.Values,
		func(v *ir.Value) bool { return v.Op == ir.OpLoad && v.Args[1] == k.phi })
}

// replaceLoads replaces the header's loads by the index.
func (k *carriedIndex) replaceLoads(f *ir.Func, dom *ir.Dom) bool {
	changed := false
	for _, v := range k.l.Header.Values {
		if v.Op == ir.OpCheck {
			break // the program may not reach the first load
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

// loadedBy finds, for each value of the index, a load by that value from the place v loads from. It returns nil if one
// is missing. The load must precede the choice of the index.
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

// readyFor reports whether the load w, by u, precedes everything in the tree that uses u.
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

// carry creates the phi of the loaded values, and replaces v by it.
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
			now[n] = n.Block.InsertBehind(n, ir.OpSelect, v.Type, n.Pos, n.Args[0], now[n.Args[1]], now[n.Args[2]])
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

// settleChecks hoists checks of the index against an invariant length. Each value that the index becomes must be in
// range in the iteration in which it does. Then the check can fail in the first iteration only. If no other check
// precedes it, it fails before anything else happens. It therefore moves before the loop, with the first value in
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

// staysBelow reports whether all values that the index becomes are below n.
func (k *carriedIndex) staysBelow(n *ir.Value, se *analysis.SCEV) bool {
	for _, u := range k.vals {
		if !se.ProveIndex(u, n, k.l.Header) {
			return false
		}
	}
	return true
}
