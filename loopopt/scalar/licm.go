package scalar

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Licm moves what is the same in every iteration in front of the loop.
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
// effect comes before it in the loop's header, which runs at least once. A load moves if no store
// of the loop may change it, for which objects are told apart, and no check stays in front of it, or the program has
// read there before it comes to the loop (of a row of a slice of slices see speculate), as it has where the loop's condition loads its bound:
//
//	for j := off[i]; j < off[i+1]; j++ { sum += x[j] }
//
// Pays always, but for the length of live ranges.
// Reads licm.disable; leaves nothing.
// Remarks: none.
func Licm(f *ir.Func) bool {
	changed := false
	dom := f.Dominators()
	li := analysis.FindLoops(f, dom)
	stores := make([]*ir.Value, 0, 32) // on the stack
	for i := len(li.Loops) - 1; i >= 0; i-- {
		changed = licmLoop(f, dom, li.Loops[i], stores) || changed
	}
	return changed
}

// LicmLoop is Licm of one loop.
func LicmLoop(f *ir.Func, dom *ir.Dom, l *analysis.Loop) bool {
	return licmLoop(f, dom, l, make([]*ir.Value, 0, 32))
}

// licmLoop is Licm of l. The list is room for the stores in it.
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
		// clean: everything with an effect that the iteration has come to so far has been moved. passed: every
		// check has, at least.
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

// untouched says whether none of the stores may change what v loads. One that stores v itself does not, wherever it
// stores: elements are aligned to their size, so that it writes just the place that v comes from, what is there
// already, or another one. That goes on from iteration to iteration if all stores that may come by there are of this
// kind.
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

// zeros names the table that rows which are not there are loaded from: those are empty.
const zeros = "zeros"

// maxZeros bounds its size.
const maxZeros = 1 << 10

// speculate makes v, which loads a part of a header in an element of a slice, a load that may be done wherever its
// operands are known, and says whether it could: of an element that there is not it loads zeros, which nothing looks at,
// since the check of the index fails before.
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

// maxReadBefore bounds the blocks in front of a loop that are searched for a load.
const maxReadBefore = 8

// readBefore is a load of what v loads that the program does on every way to the end of b, nil if none is found; still
// says that it is certainly what is there at the end of b.
func readBefore(dom *ir.Dom, b *ir.Block, v *ir.Value) (w *ir.Value, still bool) {
	still = true
	for n := 0; b != nil && n < maxReadBefore; n++ {
		for i := len(b.Values) - 1; i >= 0; i-- {
			w := b.Values[i]
			if w.Op == v.Op && sameValue(v, w) {
				return w, still
			}
			still = still && !w.Op.HasAny(ir.FlagWrites)
		}
		still = still && len(b.Preds) == 1 // else there are other blocks on the way
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
