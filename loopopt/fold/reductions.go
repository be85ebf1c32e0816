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
// Of a sum with a condition, the condition goes to the narrow number:
//
//	sum = φ(s, c ? sum + zext x : sum)    →    sum = φ(s, sum + zext(c ? x : 0))
//
// Legal as the loop's body runs at least once where its result is wanted: so m is the larger one of s and what has come
// in. What has come in, alone, is as the wider numbers compare. A difference that fits is the extension of itself.
// Adding 0 is adding nothing, and a product with 0 is 0.
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
			if len(phi.Args) != 2 || phi.Type.IsVector() || !phi.Type.Elem.IsInt() {
				continue
			}
			u := phi.Args[l.Header.PredIndex(l.Latch)]
			if next := maskTerm(f, l, phi, u); next != nil {
				f.ElimCopies()
				u, changed = next, true
			}
			if phi.Uses != 1 {
				continue
			}
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

// maskTerm is the sum of phi and a term that is 0 where u leaves phi alone; nil if u is nothing of the kind, or the term
// comes from no narrow number.
func maskTerm(f *ir.Func, l *analysis.Loop, phi, u *ir.Value) *ir.Value {
	if u.Op != ir.OpSelect || phi.Uses != 2 || !l.ContainsValue(u) {
		return nil
	}
	c, add, not := u.Args[0], u.Args[1], u.Args[2]
	taken := not == phi
	if !taken {
		add, not = not, add
	}
	if not != phi || add.Op != ir.OpAdd || add.Uses != 1 || add.Args[0] != phi && add.Args[1] != phi {
		return nil
	}
	x := add.Args[0]
	if x == phi {
		x = add.Args[1]
	}
	if x = masked(f, u, c, x, taken); x == nil {
		return nil
	}
	next := u.Block.InsertBefore(u, ir.OpAdd, u.Type, add.Pos, phi, x)
	u.CopyOf(next)
	add.CopyOf(next) // nothing uses it, and it uses phi no longer
	return next
}

// masked is x in front of u where c is taken, and 0 elsewhere, with the condition at a narrow number that x is made of:
// through what makes 0 of 0. It is nil if there is none.
func masked(f *ir.Func, u, c, x *ir.Value, taken bool) *ir.Value {
	if x.Uses != 1 {
		return nil
	}
	var y *ir.Value
	switch x.Op {
	case ir.OpZExt, ir.OpSExt, ir.OpPopCount:
		y = x.Args[0]
		if y.Type.Elem == ir.Bool {
			return nil
		}
		if inner := masked(f, u, c, y, taken); inner != nil {
			y = inner
		} else if y.Type.Elem.Size() <= 2 || x.Op == ir.OpPopCount {
			one, other := y, f.ConstInt(y.Type, 0)
			if !taken {
				one, other = other, one
			}
			y = u.Block.InsertBefore(u, ir.OpSelect, y.Type, u.Pos, c, one, other)
		} else {
			return nil
		}
		return u.Block.InsertBefore(u, x.Op, x.Type, x.Pos, y)
	case ir.OpMul:
		for i, a := range x.Args {
			if y = masked(f, u, c, a, taken); y != nil {
				return u.Block.InsertBefore(u, ir.OpMul, x.Type, x.Pos, y, x.Args[1-i])
			}
		}
	}
	return nil
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
