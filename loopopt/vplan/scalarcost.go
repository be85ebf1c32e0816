package vplan

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// ScalarUops estimates the micro-operations of one iteration of the scalar loop.
func ScalarUops(l *Legal, t tti.Info) float64 {
	n := float64(loopUops)
	for _, u := range l.Updates {
		if u.Copies > 1 { // several iterations are done at once
			n = loopUops / max(4, float64(u.Copies))
		}
	}
	split := map[*ir.Value]bool{l.Loop.Latch.Control: true} // conditions that cost nothing, or nothing more
	for v := range ir.Values(l.Body) {
		if v.Op == ir.OpCheck && l.Counted[v.ID] { // range splitting gives them a loop of their own
			split[v.Args[0]] = true
		}
	}
	joined := joinedChecks(l, split)
	joinedCopies(l, &joined)
	odds := blockOdds(l)
	for _, blk := range l.Body {
		all := n
		for _, v := range blk.Walk() {
			switch {
			case v.Op == ir.OpPhi || v.IsConst() || v.Op == ir.OpSExt || v.Op == ir.OpZExt || v.Op == ir.OpTruncI:
			case joined[v]:
			case v.Op == ir.OpCheck:
				if !l.Counted[v.ID] {
					n++
				}
			case split[v] && v.Uses == 1:
			case v.Op.IsMemory():
				a := tti.Access{Type: v.AccessType(), Store: v.Op.HasAny(ir.FlagWrites)}
				n += float64(t.MemoryCost(a).Uops)
			case v.Op.Is(ir.FlagElementwise):
				switch {
				case analysisOnly(l, v):
				case shiftsEvenly(l, v):
					n += float64(t.CostWithConst(v.Op, v.Type, 1).Uops)
				default:
					n += elementUops(t, v)
				}
			}
		}
		if blk.Kind == ir.BlockIf && blk != l.Loop.Latch {
			n++
			if p, known := blk.Likely.P(); known {
				n += min(p, 1-p) * mispredictedUops
			}
		}
		if p, known := odds[blk]; known {
			n = all + float64(p*(n-all))
		}
	}
	return n
}

// joinedChecks are the checks of indices that lie beside others of the same iteration by invariants, which scalar code
// makes one test of (scalar.MergeChecks): all but the first. Their conditions are added to free.
func joinedChecks(l *Legal, free map[*ir.Value]bool) map[*ir.Value]bool {
	var joined, seen map[*ir.Value]bool
	for v := range ir.Values(l.Body) {
		if v.Op != ir.OpCheck || l.Counted[v.ID] || v.Args[0].Op != ir.OpLtU {
			continue
		}
		at := v.Args[0].Args[0]
		for at.Op == ir.OpAdd && (l.Loop.Invariant(at.Args[0]) != l.Loop.Invariant(at.Args[1])) {
			if l.Loop.Invariant(at.Args[0]) {
				at = at.Args[1]
			} else {
				at = at.Args[0]
			}
		}
		switch {
		case seen == nil:
			seen = map[*ir.Value]bool{at: true}
		case seen[at]:
			note(&joined, v, true)
			free[v.Args[0]] = true
		default:
			seen[at] = true
		}
	}
	return joined
}

// joinedCopies adds to joined what scalar code does with other accesses: all but the first of neighbours that are loaded
// and stored, as the fields of a struct are, which move as one (scalar.MergeCopies).
func joinedCopies(l *Legal, joined *map[*ir.Value]bool) {
	const most = 16                        // bytes that move at once
	follows := func(a, b *ir.Value) bool { // in memory
		if a.Args[0] != b.Args[0] || a.AccessType() != b.AccessType() || len(a.Args) < 2 || len(b.Args) < 2 {
			return false
		}
		at := func(v *ir.Value) analysis.Expr {
			return l.SE.AddConst(l.SE.MulConst(l.SE.Of(v.Args[1]), int64(v.Scale)), int64(v.Off))
		}
		d, ok := l.SE.ConstDiff(at(b), at(a))
		return ok && d == int64(a.AccessSize())
	}
	var last *ir.Value // store of the run
	bytes := 0
	for v := range ir.Values(l.Body) {
		if v.Op != ir.OpStore {
			continue
		}
		x := v.StoredValue()
		switch {
		case x.Op != ir.OpLoad || x.Uses != 1 || x.Type.IsVector():
			last = nil
			continue
		case last != nil && last.Block == v.Block && bytes < most && follows(last, v) && follows(last.StoredValue(), x):
			for _, a := range []*ir.Value{v, x, v.Args[1], x.Args[1]} { // with the places, if they are sums of their own
				note(joined, a, a.Op.IsMemory() || a.Op == ir.OpAdd && a.Args[1].IsConst())
			}
			bytes += v.AccessSize()
		default:
			bytes = v.AccessSize()
		}
		last = v
	}
}

// blockOdds is how likely an iteration comes by a block of the body, of those that known branches decide about. Of
// others every one is done: what they take beside the others, and a vector's lanes, are priced alike.
func blockOdds(l *Legal) map[*ir.Block]float64 {
	var odds map[*ir.Block]float64
	for _, b := range l.Body {
		if len(b.Preds) != 1 || b == l.Loop.Header {
			continue
		}
		from, p, known := b.Preds[0], 1.0, false
		if from.Kind == ir.BlockIf {
			if q, ok := from.Likely.P(); ok {
				if p, known = q, true; from.Succs[0] != b {
					p = 1 - q
				}
			}
		}
		if q, ok := odds[from]; ok {
			p, known = p*q, true
		}
		if !known {
			continue
		}
		if odds == nil {
			odds = map[*ir.Block]float64{}
		}
		odds[b] = p
	}
	return odds
}

// shiftsEvenly says whether v shifts by the same number of bits in all iterations: whether they are too many is known
// in front of the loop.
func shiftsEvenly(l *Legal, v *ir.Value) bool {
	return (v.Op == ir.OpShl || v.Op == ir.OpShrU || v.Op == ir.OpShrS) && !v.Args[1].IsConst() &&
		l.Loop.Invariant(v.Args[1])
}

// elementUops is the price of an elementwise operation in scalar code.
func elementUops(t tti.Info, v *ir.Value) float64 {
	if len(v.Args) == 2 && v.Args[1].IsConst() && v.Type.Elem.IsInt() {
		return float64(t.CostWithConst(v.Op, v.Type, v.Args[1].Int()).Uops)
	}
	arg := v.Type
	if len(v.Args) > 0 {
		arg = v.Args[0].Type
	}
	return float64(operation(t, v, v.Type, arg, true).Uops)
}

// analysisOnly says whether v only makes an index that addressing modes fold.
func analysisOnly(l *Legal, v *ir.Value) bool {
	_, _, ok := l.SE.ConstStep(v, l.Loop)
	return ok && v.Op == ir.OpAdd
}
