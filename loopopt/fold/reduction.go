package fold

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Reductions carries in a loop no more bits than what comes in has.
//
// Before:
//
//	m = φ(s, max(m, zext x))                       sum = φ(s, sum + d*d), d = zext a - zext b
//
// After, for s behind the loop, and for words of 16 bits that hold d:
//
//	n = φ(0, max(n, x)); m = max(s, zext n)        d = sext(zext a - zext b)
//
// Legal as the loop's body runs at least once where its result is wanted: so m is the larger one of s and what has come
// in. What has come in, alone, is as the wider numbers compare. A difference that fits is the extension of itself.
// Pays in vectors, which hold more of the narrower lanes, and have instructions for sums of products of words.
// Reads nothing; leaves nothing.
// Remarks: none.
func Reductions(f *ir.Func) bool {
	changed := false
	for _, l := range analysis.FindLoops(f, f.Dominators()).Loops {
		if len(l.Children) > 0 || l.Latch == nil {
			continue
		}
		for _, phi := range append(make([]*ir.Value, 0, 16), l.Header.Phis()...) {
			if len(phi.Args) != 2 || phi.Type.IsVector() || !phi.Type.Elem.IsInt() || phi.Uses != 1 {
				continue
			}
			u := phi.Args[l.Header.PredIndex(l.Latch)]
			if len(u.Args) != 2 || u.Args[0] != phi && u.Args[1] != phi || !l.ContainsValue(u) {
				continue
			}
			x := u.Args[0]
			if x == phi {
				x = u.Args[1]
			}
			switch u.Op {
			case ir.OpMinS, ir.OpMaxS, ir.OpMinU, ir.OpMaxU:
				changed = narrowExtreme(f, l, phi, u, x) || changed
			case ir.OpAdd:
				changed = narrowProduct(f, x) || changed
			}
		}
	}
	if changed {
		f.ElimCopies()
	}
	return changed
}

// narrowExtreme carries the least or the largest x as what it is the extension of.
func narrowExtreme(f *ir.Func, l *analysis.Loop, phi, u, x *ir.Value) bool {
	if x.Op != ir.OpZExt && x.Op != ir.OpSExt || x.Args[0].Type.Elem == ir.Bool {
		return false
	}
	y := x.Args[0]
	op, none, ok := extreme(u.Op, x.Op == ir.OpSExt, y.Type.Elem)
	if !ok {
		return false
	}
	var outs []*ir.Value // phis behind the loop
	for _, b := range l.Exits {
		for _, v := range b.Phis() {
			if len(v.Args) == 1 && v.Args[0] == u {
				outs = append(outs, v)
			}
		}
	}
	if int(u.Uses) != 1+len(outs) {
		return false
	}
	start := phi.Args[1-l.Header.PredIndex(l.Latch)]
	first := f.ConstInt(y.Type, none)
	within := start.IsConst() && x.Op.Info().Eval(x.Type.Elem, y.Type.Elem, uint64(start.AuxInt)&(1<<y.Type.Elem.Bits()-1), 0, 0) ==
		ir.Truncate(x.Type.Elem, uint64(start.AuxInt))
	if within {
		first = f.ConstInt(y.Type, ir.SignExtend(y.Type.Elem, uint64(start.AuxInt)))
	}
	n := l.Header.NewPhi(y.Type, phi.Pos)
	next := u.Block.InsertBefore(u, op, y.Type, u.Pos, y, n)
	for _, p := range l.Header.Preds {
		if p == l.Latch {
			n.AddArg(next)
		} else {
			n.AddArg(first)
		}
	}
	for _, v := range outs {
		b := v.Block
		narrow := b.NewPhi(y.Type, v.Pos)
		narrow.AddArg(next)
		at := len(b.Phis())
		r := f.NewValue(b, x.Op, x.Type, v.Pos, narrow)
		b.InsertAt(at, r)
		if !within {
			r = f.NewValue(b, u.Op, u.Type, v.Pos, start, r)
			b.InsertAt(at+1, r)
		}
		v.CopyOf(r)
	}
	return true
}

// extreme is the operation on numbers of type e that is op on their extensions, and the number that it never takes over
// another one.
func extreme(op ir.Op, signed bool, e ir.Elem) (narrow ir.Op, none int64, ok bool) {
	least := int64(-1) << (e.Bits() - 1)
	switch {
	case signed && op == ir.OpMaxS:
		return op, least, true
	case signed && op == ir.OpMinS:
		return op, ^least, true
	case signed:
		return op, 0, false
	case op == ir.OpMaxS || op == ir.OpMaxU:
		return ir.OpMaxU, 0, true
	}
	return ir.OpMinU, -1, true
}

// narrowProduct makes the factors of a product in 32 bits extensions of words, if they are computed from narrow numbers
// and fit.
func narrowProduct(f *ir.Func, m *ir.Value) bool {
	if m.Op != ir.OpMul || m.Type != ir.TI32 || m.Uses != 1 {
		return false
	}
	p, q := m.Args[0], m.Args[1]
	uses := int32(1)
	if p == q {
		uses = 2
	}
	changed := false
	fits := func(x *ir.Value) bool {
		if x.Op == ir.OpZExt || x.Op == ir.OpSExt {
			return x.Args[0].Type == ir.TI8 || x.Args[0].Type == ir.TI16 && x.Op == ir.OpSExt
		}
		return narrowOp(x) && x.Uses == uses && ir.SignedBits(x, maxNarrowDepth) <= 16 &&
			narrowsArgs(x, 16, 16, maxNarrowDepth, unshared)
	}
	if !fits(p) || !fits(q) {
		return false
	}
	made := map[*ir.Value]*ir.Value{}
	for i, x := range []*ir.Value{p, q} {
		if x.Op == ir.OpZExt || x.Op == ir.OpSExt {
			continue
		}
		if made[x] == nil {
			n := narrower{f: f, at: m, e: ir.I16}
			made[x] = m.Block.InsertBefore(m, ir.OpSExt, x.Type, x.Pos, n.make(x, 16))
		}
		m.SetArg(i, made[x])
		changed = true
	}
	return changed
}
