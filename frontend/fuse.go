package frontend

import (
	"slices"

	"hotloop/loopopt/ir"
)

// fuse turns sums of products into FMAs where both operations carry the contract flag. An explicit conversion has
// taken the flag from its product (unfusable), as the Go spec demands; an assignment to a variable does not hinder
// fusing, which the spec allows across statements.
//
// The rule is fixed, so that results depend on the source alone:
//
//	x*y + z, z + x*y  → FMA(x, y, z)
//	x*y - z           → FMA(x, y, -z)
//	z - x*y           → FMA(-x, y, z)
//	-(x*y) ± z        as z ± with -x for x
//
// Of two products the left one is fused. The product must stand in the same block as the sum, so that no
// multiplication moves into a loop. It may have other uses: the number of operations does not grow. A sum of one
// product with itself (t + t, t - t) stays as it is: it is exact, and t - t must remain 0.
//
// A sum that a loop carries, and whose order is fixed, is not fused either: such a loop takes as long as its chain of
// additions, and an FMA puts 4 cycles on it where an addition puts 2 or 3, with the product beside it (Zen 5, Golden Cove).
func fuse(f *ir.Func) {
	chain := carriedSums(f)
	for _, b := range f.Blocks {
		for i := 0; i < len(b.Values); i++ {
			v := b.Values[i]
			if v.Op != ir.OpAdd && v.Op != ir.OpSub || v.FP&ir.Contract == 0 || v.Args[0] == v.Args[1] || chain[v] {
				continue
			}
			l, r := v.Args[0], v.Args[1]
			if m, neg, ok := product(l, b); ok {
				// ±x*y ± r
				i += rewrite(b, i, v, m, neg, r, v.Op == ir.OpSub)
			} else if m, neg, ok := product(r, b); ok {
				// l ± (±x*y)
				i += rewrite(b, i, v, m, neg != (v.Op == ir.OpSub), l, false)
			}
		}
	}
}

// carriedSums are the additions and subtractions that a value which a loop carries goes through on its way to the next
// iteration, as far as none of them may be reordered.
func carriedSums(f *ir.Func) map[*ir.Value]bool {
	chain := map[*ir.Value]bool{}
	for i, b := range f.Blocks {
		for _, phi := range b.Phis() {
			if !phi.Type.Elem.IsFloat() {
				continue
			}
			for k, p := range b.Preds {
				if slices.Contains(f.Blocks[i:], p) && k < len(phi.Args) { // a back edge: blocks are made in the order of the source
					s := sums{phi: phi, seen: map[*ir.Value]bool{}, chain: chain}
					s.reaches(phi.Args[k])
				}
			}
		}
	}
	return chain
}

// sums walks backwards from what a loop carries to the next iteration.
type sums struct {
	phi   *ir.Value
	seen  map[*ir.Value]bool
	chain map[*ir.Value]bool
}

// reaches says whether v depends on the phi through additions alone, and notes those.
func (s *sums) reaches(v *ir.Value) bool {
	if v == s.phi {
		return true
	}
	if s.seen[v] || v.Op != ir.OpPhi && v.Op != ir.OpSelect && v.Op != ir.OpAdd && v.Op != ir.OpSub || v.FP&ir.Reassoc != 0 {
		return s.chain[v]
	}
	s.seen[v] = true
	found := false
	for _, a := range v.Args {
		if s.reaches(a) {
			found = true
		}
	}
	if found && (v.Op == ir.OpAdd || v.Op == ir.OpSub) {
		s.chain[v] = true
	}
	return found
}

// product finds the multiplication behind v, with whether it is negated.
func product(v *ir.Value, b *ir.Block) (m *ir.Value, neg, ok bool) {
	if v.Op == ir.OpNeg && v.FP&ir.Contract != 0 && v.Block == b {
		v, neg = v.Args[0], true
	}
	return v, neg, v.Op == ir.OpMul && v.FP&ir.Contract != 0 && v.Block == b
}

// rewrite makes v, at index i, the FMA of m's factors and z; it returns how many values it put in front of v.
func rewrite(b *ir.Block, i int, v, m *ir.Value, negProduct bool, z *ir.Value, negZ bool) (n int) {
	x, y, fp := m.Args[0], m.Args[1], v.FP&m.FP
	negate := func(a *ir.Value, pos ir.Pos) *ir.Value {
		w := b.Func.NewValue(b, ir.OpNeg, a.Type, pos, a)
		w.FP = fp
		b.InsertAt(i+n, w)
		n++
		return w
	}
	if negProduct {
		x = negate(x, m.Pos)
	}
	if negZ {
		z = negate(z, v.Pos)
	}
	// Reset drops the old arguments; the new ones are alive through m, or because they have just been made.
	z.Uses++
	v.Reset(ir.OpFMA)
	z.Uses--
	v.AddArgs(x, y, z)
	v.FP = fp
	return n
}

// unfusable takes the permission to be fused from a product: it has been converted explicitly.
func unfusable(v *ir.Value) {
	if v.Op == ir.OpNeg {
		v.FP &^= ir.Contract
		v = v.Args[0]
	}
	if v.Op == ir.OpMul {
		v.FP &^= ir.Contract
	}
}
