package nest

import (
	"slices"
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
)

// NestWish is what transformations of a nest want to be sure of, tested in front of it.
type NestWish struct {
	Conds    [][2]analysis.Expr // a <= b
	unknowns []analysis.Expr    // to be small
	pairs    [][2]*ir.Value     // objects that must not overlap
	own      bool               // all that granted, the outermost loop carries no dependence
}

// Bounds of what is tested for the sake of transformations.
const (
	maxWishPairs = 16
	maxWishConds = 12
)

// NestTester is the dependence test for the nest outer. If w is not nil, what it cannot prove it puts there and takes
// for granted.
func NestTester(d *driver.Driver, outer *analysis.Loop, w *NestWish) *analysis.NestTester {
	se := d.Scev
	n := &nest{d: d, outer: outer}
	t := new(analysis.NestTester)
	*t = analysis.NestTester{
		SE: se, Outer: outer, At: outer.Preheader,
		Most: func(l *analysis.Loop) analysis.Expr {
			taken, _, ok := se.TripCount(l)
			if !ok {
				return nil
			}
			if taken.Kind == analysis.Sum {
				if most, ok := n.boundChoice(taken, true); ok {
					return most
				}
				if most, ok := n.boundEither(taken); ok {
					return most
				}
			}
			if !outer.ContainsLoop(l) {
				return taken
			}
			if most, ok := n.bound(taken, true); ok {
				return most
			}
			return nil
		},
		Bound: func(e analysis.Expr, upper bool) analysis.Expr {
			if b, ok := n.bound(e, upper); ok {
				return b
			}
			return nil
		},
		Known: func(a, b analysis.Expr) bool {
			return se.ProveLE(a, b, t.At) || se.ProveLE(se.Const(ir.I64, 0), se.Sub(b, a), t.At) // neither side wraps
		},
		LE: func(a, b analysis.Expr) bool {
			if t.Known(a, b) {
				return true
			}
			if w == nil || !likely(d, a, b) {
				return false
			}
			w.Conds = appendPair(w.Conds, [2]analysis.Expr{a, b})
			return true
		},
		Small: func(e analysis.Expr) float64 {
			lo, hi := se.RangeAt(e, t.At)
			if lo >= -hugeNest(d) && hi <= hugeNest(d) {
				return max(float64(hi), -float64(lo))
			}
			if w != nil && e.Elem == ir.I64 && e.Kind == analysis.Unknown {
				w.unknowns = include(w.unknowns, e)
				return float64(hugeNest(d))
			}
			// The count of for i := lo; i < hi; i++ is a minimum, unsigned, since hi-lo may leave the integers. Where
			// it and the bounds are known to be small, it is hi-lo.
			if w != nil && e.Elem == ir.I64 && e.Kind == analysis.MinU && se.Invariant(e, outer) {
				for _, a := range e.Args {
					t.Magnitude(a)
				}
				w.unknowns = include(w.unknowns, e)
				return huge
			}
			return max(float64(hi), -float64(lo))
		},
		Apart: func(a, b *ir.Value) bool {
			if legal.Apart(outer, a, b) {
				return true
			}
			if w == nil || a.Op != ir.OpArgPtr || b.Op != ir.OpArgPtr {
				return false
			}
			if a.AuxInt > b.AuxInt {
				a, b = b, a
			}
			if p := [2]*ir.Value{a, b}; !slices.Contains(w.pairs, p) {
				w.pairs = append(w.pairs, p)
			}
			return true
		},
	}
	n.size = t.Magnitude
	return t
}

// likely says whether a <= b is worth a test: that b - a has negative factors only, of the products of most unknowns,
// makes it wrong for all but small numbers, and a test that always fails loses all that others are for. Numbers below a
// constant, as those of a table with rows of 256, need not be that small. A difference that is known is known to be
// wrong.
func likely(d *driver.Driver, a, b analysis.Expr) bool {
	diff := d.Scev.Sub(b, a)
	if diff.Kind == analysis.Sum { // the count hi-lo of any lo and hi is the lesser of it and a constant
		for i, e := range diff.Args {
			for k := range e.Args {
				if e.Kind == analysis.MinU && e.Args[k].Kind == analysis.Const {
					diff = d.Scev.Add(diff, d.Scev.MulConst(d.Scev.Sub(e.Args[1-k], e), diff.Coef[i]))
					return likely(d, d.Scev.Const(ir.I64, 0), diff)
				}
			}
		}
	}
	if diff.Kind != analysis.Sum {
		return diff.Kind != analysis.Const
	}
	if diff.Val >= minLikely {
		return true
	}
	top := analysis.Degree(diff)
	for i, c := range diff.Coef {
		if c > 0 && analysis.Degree(diff.Args[i]) == top {
			return true
		}
	}
	return false
}

// minLikely is a constant that is no longer a small number: rows are as long, or longer.
const minLikely = 16

// wish is what the transformations that the nest outer asks for, or that heuristics want for it, need to know; nil if
// there are none.
func wish(d *driver.Driver, outer *analysis.Loop) *NestWish {
	asked := false
	for _, l := range d.Loop.Loops {
		asked = asked || outer.ContainsLoop(l) && (AsksForNest(l.Header.Loop) ||
			len(l.Children) > 0 && driver.Asks(l.Header.Loop, "distribute"))
	}
	swap := swapCandidate(d, outer)
	if !asked && !swap && !tileCandidate(d, outer) && !transposeCandidate(d, outer) && !waveCandidate(d, outer) {
		return nil
	}
	w := &NestWish{}
	t := NestTester(d, outer, w)
	var turned []*analysis.Loop // of triangles that are to be interchanged
	for _, l := range d.Loop.Loops {
		if outer.ContainsLoop(l) && (swap || driver.Asks(l.Header.Loop, "interchange")) && skewed(d, l) {
			turned = append(turned, l)
			t.Bound = nil
		}
	}
	var places []*analysis.Place
	for _, b := range outer.Blocks {
		for _, v := range b.Walk() {
			if v.Op.IsMemory() {
				p := d.Scev.Place(v, outer)
				for _, l := range turned {
					skew(d, &p, l)
				}
				places = append(places, &p)
			}
		}
	}
	w.own = true
	for dep := range t.Among(places) {
		w.own = w.own && !dep.Carried(0)
	}
	for _, l := range d.Loop.Loops {
		if outer.ContainsLoop(l) {
			if most := t.Most(l); most != nil {
				t.Magnitude(most) // counts are multiplied
			}
		}
	}
	if len(w.pairs) > maxWishPairs || len(w.Conds) > maxWishConds {
		return nil
	}
	return w
}

// AsksForNest says whether metadata ask for a transformation of a nest.
func AsksForNest(md *ir.LoopMD) bool {
	if md == nil {
		return false
	}
	for _, a := range md.Attrs {
		if a.Kind == ir.AttrList && AsksForNest(&ir.LoopMD{Attrs: a.List}) {
			return true
		}
		if ofNest(a.Name) && !strings.HasSuffix(a.Name, ".disable") {
			return true
		}
	}
	return false
}

// separate tests in block b that two objects do not overlap: one ends before the other begins.
func separate(d *driver.Driver, b *ir.Block, pos ir.Pos, p, q *ir.Value) *ir.Value {
	from, to := extent(d, b, pos, p)
	start, end := extent(d, b, pos, q)
	return b.New(ir.OpOr, ir.TBool, pos, b.New(ir.OpLeU, ir.TBool, pos, to, start),
		b.New(ir.OpLeU, ir.TBool, pos, end, from))
}

// extent is the first address of what an argument refers to and the one behind the last.
func extent(d *driver.Driver, b *ir.Block, pos ir.Pos, arg *ir.Value) (lo, hi *ir.Value) {
	f, i := d.F, int(arg.AuxInt)
	p := &f.Params[i]
	lo = b.New(ir.OpBitcast, ir.TI64, pos, arg)
	switch {
	case p.Kind == ir.ParamArrayPtr:
		return lo, b.New(ir.OpAdd, ir.TI64, pos, lo, f.ConstInt(ir.TI64, int64(p.Len)*int64(p.Size)))
	case p.Kind == ir.ParamSlice: // a slice of it may reach up to its capacity
		n := ir.OpArgLen
		if resliced(d, arg) {
			n = ir.OpArgCap
		}
		bytes := b.New(ir.OpMul, ir.TI64, pos, f.Arg(n, i), f.ConstInt(ir.TI64, int64(p.Size)))
		return lo, b.New(ir.OpAdd, ir.TI64, pos, lo, bytes)
	}
	bytes := b.New(ir.OpMul, ir.TI64, pos, f.Arg(ir.OpArgLen, i), f.ConstInt(ir.TI64, int64(max(p.Size, 1))))
	return lo, b.New(ir.OpAdd, ir.TI64, pos, lo, bytes)
}

// resliced says whether some access goes by a pointer derived from the argument.
func resliced(d *driver.Driver, arg *ir.Value) bool {
	for _, b := range d.F.Blocks {
		for _, v := range b.Walk() {
			if v.Op == ir.OpPtrAdd && v.Root() == arg {
				return true
			}
		}
	}
	return false
}
