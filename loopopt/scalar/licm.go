package scalar

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// LICM hoists loop-invariant values out of the loop.
//
// Before:
//
//	for i := range y { check(k < len(t)); y[i] = x[i] * (t[k] + 1) }
//
// After:
//
//	check(k < len(t)); f := t[k] + 1
//	for i := range y { y[i] = x[i] * f }
//
// Legal for values without side effects that are defined for all arguments. A check moves only if nothing with an
// effect precedes it in the loop's header, which runs at least once. A load moves if no store of the loop may change
// it; different objects are told apart. In addition, no check may remain before it, or the program must have read the
// same place before the loop (for a row of a slice of slices see speculate). The latter holds where the loop's
// condition loads its bound:
//
//	for j := off[i]; j < off[i+1]; j++ { sum += x[j] }
//
// Pays always, except that live ranges grow.
// Reads licm.disable; leaves nothing.
// Remarks: none.
func LICM(f *ir.Func) bool {
	changed := false
	dom := f.Dominators()
	li := analysis.FindLoops(f, dom)
	stores := make([]*ir.Value, 0, 32) // on the stack
	for i := len(li.Loops) - 1; i >= 0; i-- {
		changed = licmLoop(f, dom, li.Loops[i], stores) || changed
	}
	return changed
}

// LICMLoop runs LICM on one loop.
func LICMLoop(f *ir.Func, dom *ir.Dom, l *analysis.Loop) bool {
	return licmLoop(f, dom, l, make([]*ir.Value, 0, 32))
}

// licmLoop runs LICM on l. The list is scratch space for the loop's stores.
func licmLoop(f *ir.Func, dom *ir.Dom, l *analysis.Loop, list []*ir.Value) (changed bool) {
	if !l.Simplified() || l.Header.Loop.Has("llvm.licm.disable") || l.Header.Loop.Has("licm.disable") {
		return false
	}
	stores := list[:0]
	for v := range l.Values() {
		if v.Op.HasAny(ir.FlagWrites) {
			stores = append(stores, v)
		}
	}
	for _, b := range l.Blocks {
		// clean: every value with an effect that the iteration has reached so far has been moved. passed: at least every
		// check has.
		clean := b == l.Header
		passed := clean
		kept := 0
		for i, v := range b.Walk() {
			move := movable(l, v, clean)
			if v.Op.HasAny(ir.FlagReads) && untouched(v, stores) && invariantArgs(l, v) {
				w, still := readBefore(dom, l.Preheader, v)
				if still {
					v.CopyOf(w)
					changed = true
				} else {
					move = passed || w != nil || v.Header() && speculate(f, l, v)
				}
			}
			if move {
				l.Preheader.Values = append(l.Preheader.Values, v)
				v.Block = l.Preheader
				changed = true
				continue
			}
			if v.Op.Is(ir.FlagEffect) {
				clean = false
				passed = passed && v.Op.HasAny(ir.FlagWrites)
			}
			if kept < i {
				b.Values[kept] = v
			}
			kept++
		}
		if kept < len(b.Values) {
			clear(b.Values[kept:])
			b.Values = b.Values[:kept]
		}
	}
	f.ElimCopies()
	return changed
}

// untouched reports whether none of the stores may change what v loads. A store of v itself does not, wherever it
// stores: elements are aligned to their size, so it writes either exactly the place that v was loaded from, with the
// same value, or another place. This holds in every iteration if all stores that may reach the place are of this kind.
func untouched(v *ir.Value, stores []*ir.Value) bool {
	if v.Kept() {
		return true
	}
	from := v.Args[0].Root()
	for _, s := range stores {
		if v.Header() && s.SparesHeaders() {
			continue
		}
		if from.Op != ir.OpTablePtr && !analysis.Disjoint(from, s.Args[0].Root()) &&
			!(s.Op == ir.OpStore && s.StoredValue() == v) {
			return false
		}
	}
	return true
}

// zeros names the table that stands in for rows that do not exist; those are empty.
const zeros = "zeros"

// maxZeros bounds the size of that table.
const maxZeros = 1 << 10

// speculate makes v safe to execute wherever its operands are known, and reports whether it could. v loads a part of a
// slice header that is an element of another slice. For an element that does not exist it loads zeros. Nothing uses
// them, since the check of the index fails first.
func speculate(f *ir.Func, l *analysis.Loop, v *ir.Value) bool {
	base, index := v.Args[0], v.Args[1]
	if base.Op == ir.OpSelect && base.Args[2].Op == ir.OpTablePtr {
		return f.Tables[base.Args[2].AuxInt].Name == zeros
	}
	if base.Op != ir.OpArgPtr {
		return false
	}
	p := &f.Params[base.AuxInt]
	if p.Kind != ir.ParamSlice || int(v.Scale) != p.Size || v.Off < 0 || int(v.Off)+8 > p.Size || p.Size > maxZeros {
		return false
	}
	none := f.Arg(ir.OpTablePtr, f.NewTable(ir.Table{Name: zeros, Elem: ir.I8, Data: make([]byte, p.Size)}))
	pre := l.Preheader
	is := pre.New(ir.OpLtU, ir.TBool, v.Pos, index, f.Arg(ir.OpArgLen, int(base.AuxInt)))
	v.SetArg(0, pre.New(ir.OpSelect, ir.TPtr, v.Pos, is, base, none))
	v.SetArg(1, pre.New(ir.OpSelect, ir.TI64, v.Pos, is, index, f.ConstInt(ir.TI64, 0)))
	return true
}

// maxReadBefore bounds the blocks before a loop that are searched for a load.
const maxReadBefore = 8

// readBefore returns a load from the place of v that the program executes on every path to the end of b, or nil. still
// reports that the value loaded is certainly unchanged at the end of b.
func readBefore(dom *ir.Dom, b *ir.Block, v *ir.Value) (w *ir.Value, still bool) {
	still = true
	for n := 0; b != nil && n < maxReadBefore; n++ {
		for i := len(b.Values) - 1; i >= 0; i-- {
			w := b.Values[i]
			if w.Op == v.Op && sameValue(v, w) {
				return w, still
			}
			still = still && !w.Op.HasAny(ir.FlagWrites) && !w.Clobbers()
		}
		still = still && len(b.Preds) == 1 // otherwise there are other blocks on the path
		b = dom.Idom(b)
	}
	return nil, false
}

func invariantArgs(l *analysis.Loop, v *ir.Value) bool {
	for _, a := range v.Args {
		if !l.Invariant(a) {
			return false
		}
	}
	return true
}

func movable(l *analysis.Loop, v *ir.Value, clean bool) bool {
	switch {
	case v.Op == ir.OpPhi || v.Op.Yields() || v.Op == ir.OpRet || v.Op.HasAny(ir.FlagReads|ir.FlagWrites):
		return false
	case v.Op == ir.OpCheck:
		if !clean {
			return false
		}
	case v.Op.Is(ir.FlagPartial) && !(clean || v.Args[1].IsConst() && v.Args[1].AuxInt != 0):
		return false
	}
	return invariantArgs(l, v)
}
