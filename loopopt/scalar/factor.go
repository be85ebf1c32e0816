package scalar

import (
	"slices"

	"hotloop/loopopt/ir"
)

// Bounds on the sums that factor examines.
const (
	maxTerms   = 64
	maxFactors = 16 // of a term
)

// Factor takes factors out of sums of products.
//
// Before:
//
//	y := a*b*c + a*b*d + a*e
//
// After:
//
//	y := a * (b*(c+d) + e)
//
// Legal for floats with all fast-math flags: sums and products are regrouped, and an infinity or a NaN that only one of
// the forms produces does not matter.
// Pays if fewer operations remain. The count includes operations shared with other sums, and those that stay because
// they have other uses.
// This is Horner's rule, with remainders shared between sums.
// Reads nothing; leaves nothing.
// Remarks: none.
func Factor(f *ir.Func) bool {
	changed := false
	for _, b := range f.Blocks {
		products := 0
		for _, v := range b.Walk() {
			if (v.Op == ir.OpMul || v.Op == ir.OpFMA) && isFast(v) {
				products++
			}
		}
		if products < 2 {
			continue
		}
		x := factoring{b: b, made: map[factorKey]*ir.Value{}, inner: map[*ir.Value]bool{}}
		for _, v := range slices.Backward(slices.Clone(b.Values)) {
			if (v.Op == ir.OpAdd || v.Op == ir.OpFMA) && isFast(v) && !x.inner[v] {
				x.roots = append(x.roots, v)
				x.terms(v, nil, map[*ir.Value]bool{})
			}
		}
		for _, root := range slices.Backward(x.roots) {
			changed = x.rewrite(root) || changed
		}
	}
	if changed {
		f.ElimCopies()
		f.RemoveDead()
	}
	return changed
}

func isFast(v *ir.Value) bool {
	return v.Type.Elem.IsFloat() && !v.Type.IsVector() && v.FP&ir.FPFast == ir.FPFast
}

// factoring works on the sums of a block.
type factoring struct {
	b     *ir.Block
	roots []*ir.Value
	inner map[*ir.Value]bool // sums that are part of another one
	made  map[factorKey]*ir.Value
	fresh []*ir.Value // made for the current sum, in order
}

type factorKey struct {
	op      ir.Op
	a, b, c *ir.Value
}

// A term is a product, stored as its factors sorted by ID.
type term []*ir.Value

// terms appends the terms of v, and records in nodes the operations that they were taken from.
func (x *factoring) terms(v *ir.Value, to []term, nodes map[*ir.Value]bool) []term {
	nodes[v] = true
	add := func(a *ir.Value) {
		if a.Block == x.b && a.Uses == 1 && (a.Op == ir.OpAdd || a.Op == ir.OpFMA) && isFast(a) {
			x.inner[a] = true
			to = x.terms(a, to, nodes)
			return
		}
		to = append(to, x.factors(a, nil, nodes))
	}
	if v.Op == ir.OpFMA {
		t := x.factors(v.Args[0], nil, nodes)
		to = append(to, x.factors(v.Args[1], t, nodes))
		add(v.Args[2])
		return to
	}
	add(v.Args[0])
	add(v.Args[1])
	return to
}

// factors appends the factors of v.
func (x *factoring) factors(v *ir.Value, to term, nodes map[*ir.Value]bool) term {
	if v.Op == ir.OpMul && v.Block == x.b && isFast(v) && len(to) < maxFactors {
		nodes[v] = true
		return x.factors(v.Args[1], x.factors(v.Args[0], to, nodes), nodes)
	}
	return append(to, v)
}

// rewrite rewrites a sum if that takes fewer operations.
func (x *factoring) rewrite(root *ir.Value) bool {
	nodes := map[*ir.Value]bool{}
	terms := x.terms(root, nil, nodes)
	if len(terms) > maxTerms {
		return false
	}
	shared := false
	count := map[*ir.Value]int{}
	for _, t := range terms {
		slices.SortFunc(t, func(a, b *ir.Value) int { return int(a.ID) - int(b.ID) })
		for i, v := range t {
			if i == 0 || t[i-1] != v {
				count[v]++
				shared = shared || count[v] > 1 && !v.IsConst()
			}
		}
	}
	if !shared {
		return false
	}
	x.fresh = nil
	at := slices.Index(x.b.Values, root)
	sum := x.sum(root, terms)
	if len(x.fresh) >= x.freed(root, nodes) {
		for _, v := range x.fresh {
			delete(x.made, factorKey{v.Op, v.Args[0], v.Args[1], third(v)})
		}
		for _, v := range slices.Backward(x.fresh) {
			v.ResetArgs()
		}
		return false
	}
	for i, v := range x.fresh {
		x.b.InsertAt(at+i, v)
	}
	root.CopyOf(sum)
	return true
}

// freed returns the number of nodes, operations of the sum that ends in root, that become dead without root.
func (x *factoring) freed(root *ir.Value, nodes map[*ir.Value]bool) int {
	uses := map[*ir.Value]int32{}
	n := 0
	for _, v := range slices.Backward(x.b.Values) {
		if !nodes[v] || v != root && uses[v] < v.Uses-x.taken(v) {
			continue
		}
		n++
		for _, a := range v.Args {
			uses[a]++
		}
	}
	return n
}

// taken returns how often the new form uses v.
func (x *factoring) taken(v *ir.Value) (n int32) {
	for _, w := range x.fresh {
		for _, a := range w.Args {
			if a == v {
				n++
			}
		}
	}
	return n
}

// sum returns the sum of terms: the factor that most of them share, times the sum of their other factors, plus the
// remaining terms. Terms are added from last to first, so that the remainders of equally sorted sums are the same
// values.
func (x *factoring) sum(root *ir.Value, terms []term) *ir.Value {
	if best := commonFactor(terms); best != nil {
		var with, without []term
		for _, t := range terms {
			if i := slices.Index(t, best); i >= 0 && len(t) > 1 {
				with = append(with, slices.Delete(slices.Clone(t), i, i+1))
			} else {
				without = append(without, t)
			}
		}
		if len(without) == 0 {
			return x.op(root, ir.OpMul, best, x.sum(root, with), nil)
		}
		rest := x.sum(root, without)
		return x.op(root, ir.OpFMA, best, x.sum(root, with), rest)
	}
	slices.SortStableFunc(terms, func(a, b term) int {
		return slices.CompareFunc(a, b, func(v, w *ir.Value) int { return int(v.ID) - int(w.ID) })
	})
	last := terms[len(terms)-1]
	acc := x.product(root, last)
	for _, t := range slices.Backward(terms[:len(terms)-1]) {
		if len(t) > 1 {
			acc = x.op(root, ir.OpFMA, x.product(root, t[:len(t)-1]), t[len(t)-1], acc)
		} else {
			acc = x.op(root, ir.OpAdd, t[0], acc, nil)
		}
	}
	return acc
}

// commonFactor returns the factor that the most terms share, at least two; the first one in a tie.
func commonFactor(terms []term) *ir.Value {
	var best *ir.Value
	most := 1
	count := map[*ir.Value]int{}
	for _, t := range terms {
		if len(t) < 2 {
			continue
		}
		for i, v := range t {
			if i == 0 || t[i-1] != v {
				count[v]++
			}
		}
	}
	for _, t := range terms {
		for _, v := range t {
			if n := count[v]; n > most || n == most && best != nil && v.ID < best.ID {
				best, most = v, n
			}
		}
	}
	return best
}

func (x *factoring) product(root *ir.Value, t term) *ir.Value {
	acc := t[len(t)-1]
	for _, v := range slices.Backward(t[:len(t)-1]) {
		acc = x.op(root, ir.OpMul, v, acc, nil)
	}
	return acc
}

// op returns an operation that already exists, or a new one.
func (x *factoring) op(root *ir.Value, op ir.Op, a, b, c *ir.Value) *ir.Value {
	if a.ID > b.ID {
		a, b = b, a
	}
	k := factorKey{op, a, b, c}
	if v := x.made[k]; v != nil {
		return v
	}
	v := x.b.Func.NewValue(x.b, op, root.Type, root.Pos, a, b)
	if c != nil {
		v.AddArg(c)
	}
	v.FP = root.FP
	x.made[k] = v
	x.fresh = append(x.fresh, v)
	return v
}

func third(v *ir.Value) *ir.Value {
	if len(v.Args) > 2 {
		return v.Args[2]
	}
	return nil
}
