package nest

import (
	"slices"
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
)

// nestWish is what transformations of a nest want to be sure of, tested in front of it.
type nestWish struct {
	*analysis.Predicates
	own bool // all that granted, the outermost loop carries no dependence
	// apart are checks that are tested in another way.
	apart map[*ir.Value]bool
}

// Bounds of what is tested for the sake of transformations.
const (
	maxWishPairs = 16
	maxWishConds = 12
)

// mark notes on the loops of a nest, or of a copy of it, what need not be tested; nil: nothing.
func (w *nestWish) mark(d *driver.Driver, outer *analysis.Loop, header func(*analysis.Loop) *ir.Block) {
	if w == nil {
		return
	}
	for l := range d.Loop.In(outer) {
		h, marks := header(l), []ir.Attr{{Name: analysis.NoAlias}}
		if l == outer && w.own {
			marks = append(marks, ir.Attr{Name: legal.OwnBytes})
		}
		h.Loop = h.Loop.With(driver.Missing(h.Loop, marks)...)
	}
}

// wish is what the transformations that the nest outer asks for, or that heuristics want for it, need to know; nil if
// there are none.
func wish(d *driver.Driver, outer *analysis.Loop, limit int64) *nestWish {
	asked, swap, any := asksToFuse(d), false, false
	for l := range d.Loop.In(outer) {
		asked = asked || AsksForNest(l.Header.Loop) ||
			len(l.Children) > 0 && (driver.Asks(l.Header.Loop, "distribute") || jamsAll(d))
	}
	d.Scev.Assuming(limit, func() { swap = swapCandidate(d, outer) })
	any = asked || swap || tileCandidate(d, outer)
	d.Scev.Assuming(limit, func() { any = any || transposeCandidate(d, outer) || waveCandidate(d, outer) })
	if !any {
		return nil
	}
	w := &nestWish{own: true}
	t := analysis.NewNestTester(d.Scev, outer)
	var turned []*analysis.Loop // of triangles that are to be interchanged
	for l := range d.Loop.In(outer) {
		if (swap || driver.Asks(l.Header.Loop, "interchange")) && skewed(d, l) {
			turned = append(turned, l)
			t.Skewed = true
		}
	}
	places := d.Scev.Places(outer.Values(), outer)
	for _, p := range places {
		for _, l := range turned {
			skew(d, p, l)
		}
	}
	w.Predicates = d.Scev.Assuming(limit, func() {
		for dep := range t.Among(places) {
			w.own = w.own && !dep.Carried(0)
		}
		for l := range d.Loop.In(outer) {
			if most := t.Most(l); most != nil {
				t.Magnitude(most) // counts are multiplied
			}
		}
	})
	if len(w.Disjoint) > maxWishPairs || len(w.LE) > maxWishConds {
		return nil
	}
	return w
}

// asksToFuse says whether some nest is to be fused with one that follows, which may be any.
func asksToFuse(d *driver.Driver) bool {
	return slices.ContainsFunc(d.Loop.Loops, func(l *analysis.Loop) bool {
		return len(l.Children) > 0 && asksFusion(l.Header.Loop)
	})
}

// asksFusion reports whether md, or a followup in it, asks for fusion with the loop that follows.
func asksFusion(md *ir.LoopMD) bool {
	return md != nil && slices.ContainsFunc(md.Attrs, func(a ir.Attr) bool { return mentions(a, "fuse.enable") })
}

// mentions says whether an attribute is the one named, or a followup with it.
func mentions(a ir.Attr, name string) bool {
	return a.Name == name || slices.ContainsFunc(a.List, func(x ir.Attr) bool { return mentions(x, name) })
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
	for v := range ir.Values(d.F.Blocks) {
		if v.Op == ir.OpPtrAdd && v.Root() == arg {
			return true
		}
	}
	return false
}
