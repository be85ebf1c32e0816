package scalar

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Reciprocals replaces several divisions by one divisor by one division and products.
//
// Before:
//
//	for i := range x { x[i] = x[i] / s; vx, vy := p[i]/m[i], q[i]/m[i] }
//
// After:
//
//	r := 1 / s
//	for i := range x { x[i] = x[i] * r; t := 1 / m[i]; vx, vy := p[i]*t, q[i]*t }
//
// Legal with arcp. The reciprocal stands before the outermost loop in which the divisor is invariant, or else at the
// first of the divisions, which dominates the others.
// Pays always: a division takes as long as ten products, and the next division waits for it.
// Reads nothing; leaves nothing.
// Remarks: none.
func Reciprocals(f *ir.Func) bool {
	var divs []*ir.Value
	order := f.ReversePostorder()
	for v := range ir.Values(order) {
		if v.Op == ir.OpDiv && v.FP&ir.ARcp != 0 && !v.Args[1].IsConst() {
			divs = append(divs, v)
		}
	}
	if len(divs) == 0 {
		return false
	}
	dom := f.Dominators()
	li := analysis.FindLoops(f, dom)
	changed := false
	var groups []*quotients
	for _, v := range divs {
		if pre := invariantSince(li, v); pre != nil {
			one := f.ConstFloat(v.Type, 1)
			r := pre.New(ir.OpDiv, v.Type, v.Pos, one, v.Args[1])
			r.FP = v.FP
			multiplyInstead(v, r)
			changed = true
			continue
		}
		joined := false
		for _, g := range groups {
			if w := g.list[0]; w.Args[1] == v.Args[1] && dom.Dominates(w.Block, v.Block) {
				g.list = append(g.list, v)
				joined = true
				break
			}
		}
		if !joined && len(groups) < maxQuotientGroups {
			groups = append(groups, &quotients{list: []*ir.Value{v}})
		}
	}
	for _, g := range groups {
		if len(g.list) < 2 {
			continue
		}
		first := g.list[0]
		r := first.Block.InsertBefore(first, ir.OpDiv, first.Type, first.Pos, f.ConstFloat(first.Type, 1), first.Args[1])
		r.FP = first.FP
		for _, v := range g.list {
			r.FP = r.FP.And(v.FP)
			multiplyInstead(v, r)
		}
		changed = true
	}
	if changed {
		numberValues(f)
	}
	return changed
}

// quotients are divisions by one value; the first dominates the others.
type quotients struct {
	list []*ir.Value
}

// maxQuotientGroups bounds the divisors that a division is compared with.
const maxQuotientGroups = 64

// invariantSince returns the preheader of the outermost loop around v in which v's divisor is invariant but v is not.
// It returns nil if there is none.
func invariantSince(li *analysis.LoopInfo, v *ir.Value) (pre *ir.Block) {
	l := li.Of(v.Block)
	if l == nil || !l.ContainsValue(v.Args[0]) {
		return nil
	}
	for ; l != nil && l.Preheader != nil && !l.ContainsValue(v.Args[1]); l = l.Parent {
		pre = l.Preheader
	}
	return pre
}

// multiplyInstead rewrites quotient v as a product by r.
func multiplyInstead(v, r *ir.Value) {
	fp := v.FP
	v.Rewrite(ir.OpMul, v.Args[0], r)
	v.FP = fp
}
