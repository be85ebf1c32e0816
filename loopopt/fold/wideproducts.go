package fold

import (
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// WideProducts writes both factors of a product of vectors as extensions from half its lanes, where they fit, for
// instructions that multiply into lanes of twice the size.
//
// Before:
//
//	p = int32(x[i]) * k        x of bytes, k a parameter of 16 bits that was extended in front of the loop
//
// After:
//
//	p = int32(int16(x[i])) * int32(int16(k))
//
// Legal where the factors' values are known to fit half the lanes, both as signed numbers or both as unsigned ones: a
// sum or difference of small numbers is computed in the lower bits alone then, as by narrow.
// Pays if the target's price of such a product is below that of one whose second factor is in whole lanes, and nothing
// else wants the factors in whole lanes. An extension for each product costs nothing.
// Reads nothing; leaves nothing.
// Remarks: none.
func WideProducts(f *ir.Func, opt *config.Options) bool {
	if opt.Target == nil {
		return false
	}
	w := wideProducts{f: f}
	for _, b := range f.Blocks {
		for _, v := range b.Walk() {
			if v.Op == ir.OpMul && v.Type.IsVector() && v.Type.Elem.Size() > 1 {
				if op := w.extension(v); op != ir.OpInvalid && tti.WideProducts(opt.Target, v.Type.Elem) {
					w.list = append(w.list, product{v, op})
				}
			}
		}
	}
	w.dropShared()
	return w.rewrite()
}

type wideProducts struct {
	f    *ir.Func
	list []product
}

// product is a product and how its factors are extended.
type product struct {
	v   *ir.Value
	ext ir.Op
}

// wideBitsDepth bounds the look for how many bits a factor has.
const wideBitsDepth = 6

// extension is what makes the factors of v of halves, if anything does.
func (w *wideProducts) extension(v *ir.Value) ir.Op {
	half := v.Type.Elem.Bits() / 2
	unsigned, signed, varies := true, true, false
	for _, a := range v.Args {
		switch {
		case a.IsConst():
		case a.Op == ir.OpSplat && a.Block != v.Block:
		case halves(a, half):
			varies = true
		default:
			return ir.OpInvalid
		}
		unsigned = unsigned && ir.UnsignedBits(a, wideBitsDepth) <= half
		signed = signed && ir.SignedBits(a, wideBitsDepth) <= half
	}
	switch {
	case !varies:
	case unsigned:
		return ir.OpZExt
	case signed:
		return ir.OpSExt
	}
	return ir.OpInvalid
}

// halves says whether lanes of so many bits can hold the lower bits of x, which is an extension, or computed from some.
func halves(x *ir.Value, bits int) bool {
	if x.Op == ir.OpZExt || x.Op == ir.OpSExt {
		e := x.Args[0].Type.Elem
		return e.IsInt() && e.Bits() <= bits
	}
	return narrowOp(x) && narrowsArgs(x, bits, bits, maxNarrowDepth, unshared)
}

// dropShared leaves the products whose factors others want in whole lanes.
func (w *wideProducts) dropShared() {
	for {
		uses := map[*ir.Value]int32{}
		for _, p := range w.list {
			for _, a := range p.v.Args {
				uses[a]++
			}
		}
		kept := w.list[:0]
		for _, p := range w.list {
			own := true
			for _, a := range p.v.Args {
				own = own && (a.IsConst() || a.Op == ir.OpSplat || uses[a] == a.Uses)
			}
			if own {
				kept = append(kept, p)
			}
		}
		if len(kept) == len(w.list) {
			return
		}
		w.list = kept
	}
}

// rewrite gives the products their factors.
func (w *wideProducts) rewrite() (changed bool) {
	low := map[*ir.Value]*ir.Value{} // factors in half the lanes
	for _, p := range w.list {
		t := p.v.Type.WithElem(ir.IntElem(p.v.Type.Elem.Size() / 2))
		for i, a := range p.v.Args {
			if a.IsConst() || a.Op == p.ext && a.Args[0].Type == t && a.Uses == 1 && a.Block == p.v.Block {
				continue
			}
			h := low[a]
			if h == nil {
				h = (&narrower{f: w.f, at: a, e: t.Elem}).make(a, t.Elem.Bits())
				low[a] = h
			}
			p.v.SetArg(i, p.v.Block.InsertBefore(p.v, p.ext, p.v.Type, a.Pos, h))
			changed = true
		}
	}
	return changed
}
