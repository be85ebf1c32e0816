package nest

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
)

// Panels divides a nest that is to be tiled so that what all of its rows load stays in the first-level cache. The part
// of it that a tile's columns take is copied to the kernel's frame, where it lies in one piece: a panel.
//
// Before:
//
//	for i := range m { for j := range n { s := 0; for k := range p { s += a[i*p+k] * b[k*n+j] }; c[i*n+j] = s } }
//
// After, if b is large and the rows are many:
//
//	for kk := 0; kk < p; kk += depth {
//		for jj := 0; jj < n; jj += width {
//			for k … { for j … { panel[k*width+j] = b[(kk+k)*n+jj+j] } }
//			for i := range m {
//				for j := jj; j < min(jj+width, n); j++ {
//					s := 0
//					if kk > 0 { s = c[i*n+j] }
//					for k := kk; k < min(kk+depth, p); k++ { s += a[i*p+k] * panel[(k-kk)*width+j-jj] }
//					c[i*n+j] = s
//				}
//			}
//		}
//	}
//
// That is the order of K. Goto, R. van de Geijn, "Anatomy of High-Performance Matrix Multiplication", ACM TOMS 34(3),
// 2008, with panels of one tile's columns.
//
// Legal if the sum is stored as it is, to a place of its own for each row and column, which nothing else in the nest
// touches: it is then added up in its own order, and what goes by way of memory is not rounded. The number of columns
// and that of the summands are the same for all rows. Rows are independent of one another, so that loops that they have
// in front, as to clear the sums, are run when a row is come to for the first time.
// Pays if the panel is used for many rows, and the matrix is larger than what the caches near the core keep for the
// next row: tested in front of the nest, which has two versions.
// Reads what tile does. Leaves strips on the loops around.
// Remarks: matrix packed into panels.
func Panels(d *driver.Driver) {
	for _, h := range tileable(d) {
		if d.Seen(dividing, h) {
			continue
		}
		d.See(dividing, h)
		if k := d.LoopOf(h); k != nil {
			if k = promoted(d, k); k != nil {
				divideNest(d, k)
			}
		}
	}
}

// dividing is the stage that looks at each innermost loop once.
const dividing = "panels"

// panelBytes is what the panels of a function may take: a first-level cache has 32 KB at least on all processors that
// we know of, and the largest frame twice that.
const panelBytes = 32 << 10

// maxDepth bounds the summands between two stores of a sum, and minDepth is how many there have to be for a panel.
const (
	maxDepth = 256
	minDepth = 64
)

// minPanelRows is the number of rows from which on a panel is worth being copied.
const minPanelRows = 32

// panelsFrom is the size of a matrix, in bytes, from which on panels pay.
const panelsFrom = 128 << 10

// panels is a nest of three loops in which a panel may be.
type panels struct {
	d         *driver.Driver
	pos       ir.Pos
	row, j, k *analysis.Loop
	rows      analysis.Counted
	cols, sum analysis.Counted // of j and k
	phi       *ir.Value        // the sum
	store     *ir.Value
	load      *ir.Value // what is copied to the panel
	at        analysis.Place
	index     []analysis.Expr // of the load: start, and what it moves by along row, j and k
	guards    []guard
	live      map[*ir.Block]bool // what is run of the rows if all guards lead into the loops
	firsts    []*analysis.Loop   // the loops that a row has in front of j
	resumes   bool               // the sum begins with what its place holds
}

// guard is a branch around an inner loop that is the same throughout the nest.
type guard struct {
	b    *ir.Block
	into *ir.Block // where it leads to the loop
}

func divideNest(d *driver.Driver, k *analysis.Loop) {
	p := &panels{d: d, k: k}
	if !p.find() || !p.apart() {
		return
	}
	t, _, _ := planTile(d, k)
	if t == nil || t.j != p.j || t.rows == nil || t.n < 2 || t.plan.plan.Legal.MaxStep != 0 {
		return
	}
	width := int64(t.cols * t.lanes)
	depth := min(int64(maxDepth), p.room()/(width*int64(p.at.Size)))
	if depth < minDepth || p.never(width) || !d.Bisect(dividing, p.pos) {
		return
	}
	header, md := k.Header, p.row.Header.Loop
	made := p.version(width)
	scalar.CanonicalLoops(d.F)
	d.Refresh()
	q := &panels{d: d, k: d.LoopOf(made.Block(header))}
	if q.k == nil || !q.find() || len(q.guards) > 0 {
		d.F.Fatalf("panels: the version of the nest at b%d cannot be packed", header.ID)
	}
	q.divide(width, depth)
	d.Passed(dividing, md.Position(), "matrix packed into panels", remark.Arg{Name: "columns", Value: width},
		remark.Arg{Name: "depth", Value: depth})
	afterJam(d)
}

// room is how much of the frame is left for a panel.
func (p *panels) room() int64 {
	room := int64(panelBytes)
	for _, x := range p.d.F.Locals {
		room -= int64(x.Size)
	}
	return room
}

// find finds out whether the nest around k has the form, and what is what in it.
func (p *panels) find() bool {
	k, se := p.k, p.d.Scev
	p.j = k.Parent
	if p.j == nil || p.j.Parent == nil || len(k.Blocks) != 1 {
		return false
	}
	p.row, p.pos = p.j.Parent, p.j.Parent.Header.Loop.Position()
	if len(p.j.Children) != 1 {
		return false
	}
	for l := p.row; l != nil; l = l.Parent {
		if l.Header.Loop.Has(analysis.Strips) {
			return false // somebody has chosen strips
		}
	}
	for l, c := range map[*analysis.Loop]*analysis.Counted{p.row: &p.rows, p.j: &p.cols, p.k: &p.sum} {
		var why remark.Reason
		if *c, why, _ = se.Counted(l); why != remark.None || !se.Invariant(c.Trips, p.row) {
			return false
		}
	}
	return p.branches() && p.before() && p.carried() && p.accesses() && p.starts()
}

// branches wants no branches but those of the loops, and around them, and finds what is run if all of those lead into
// the loops.
func (p *panels) branches() bool {
	leads := map[*ir.Block]*ir.Block{}
	for _, b := range p.row.Blocks {
		in := p.d.Loop.Of(b)
		if b.Kind != ir.BlockIf || in != p.row && in != p.j || b == in.Latch {
			continue
		}
		if p.row.ContainsValue(b.Control) {
			return false
		}
		to := p.j.Header
		if in == p.j {
			to = p.k.Header
		}
		yes, no := p.reaches(b.Succs[0], to, in), p.reaches(b.Succs[1], to, in)
		switch {
		case yes && no && in == p.row:
		case yes == no:
			return false
		case yes:
			leads[b] = b.Succs[0]
		default:
			leads[b] = b.Succs[1]
		}
	}
	p.live = map[*ir.Block]bool{p.row.Header: true}
	for list := []*ir.Block{p.row.Header}; len(list) > 0; {
		b := list[0]
		list = list[1:]
		next := b.Succs
		if into := leads[b]; into != nil {
			next = []*ir.Block{into}
			p.guards = append(p.guards, guard{b, into})
		}
		for _, s := range next {
			if p.row.Contains(s) && !p.live[s] {
				p.live[s] = true
				list = append(list, s)
			}
		}
	}
	return true
}

// reaches says whether an iteration of l comes from b to block to.
func (p *panels) reaches(b, to *ir.Block, l *analysis.Loop) bool {
	seen := map[*ir.Block]bool{}
	for list := []*ir.Block{b}; len(list) > 0; {
		b = list[len(list)-1]
		list = list[:len(list)-1]
		if b == to {
			return true
		}
		if seen[b] || b == l.Header || !l.Contains(b) {
			continue
		}
		seen[b] = true
		list = append(list, b.Succs...)
	}
	return false
}

// before wants the other loops in the rows in front of the nest, and finds them.
func (p *panels) before() bool {
	for _, l := range p.row.Children {
		if l == p.j || !p.live[l.Header] {
			continue
		}
		if !l.Simplified() || !l.LeftAtLatch() || !l.Dedicated() || len(l.Exits[0].Phis()) > 0 ||
			!p.reaches(l.Header, p.j.Header, p.row) {
			return false
		}
		p.firsts = append(p.firsts, l)
	}
	return true
}

// carried wants one sum that the loops carry, and nothing but it to leave one of them.
func (p *panels) carried() bool {
	for _, l := range []*analysis.Loop{p.row, p.j, p.k} {
		_, others := p.d.Scev.Inductions(l, p.row)
		out := l.Exits[0].Phis()
		switch {
		case l != p.k && len(others)+len(out) > 0:
			return false
		case l == p.k && (len(others) != 1 || len(out) != 1):
			return false
		case l == p.k:
			p.phi = others[0]
		}
	}
	return p.last(p.k.Exits[0].Phis()[0]) == p.last(p.phi)
}

// last is what v is behind the loop k if no guard goes around it.
func (p *panels) last(v *ir.Value) *ir.Value {
	for v.Op == ir.OpPhi {
		if v == p.phi {
			return v.Args[v.Block.PredIndex(p.k.Latch)]
		}
		var from *ir.Value
		for i, pred := range v.Block.Preds {
			if !p.live[pred] || slices.ContainsFunc(p.guards, func(g guard) bool {
				return g.b == pred && g.into != v.Block
			}) {
				continue
			}
			if from != nil {
				return nil
			}
			from = v.Args[i]
		}
		if from == nil {
			return nil
		}
		v = from
	}
	return v
}

// accesses wants one store, of the sum, and finds the load that is the same for all rows.
func (p *panels) accesses() bool {
	se := p.d.Scev
	for _, b := range p.row.Blocks {
		if !p.live[b] {
			continue
		}
		in := p.d.Loop.Of(b)
		first := in != p.row && in != p.j && in != p.k
		for _, v := range b.Walk() {
			switch {
			case !v.Op.HasAny(ir.FlagReads | ir.FlagWrites | ir.FlagEffect):
			case v.Op == ir.OpStore && first:
			case v.Op == ir.OpStore && p.store == nil && in == p.j:
				p.store = v
			case v.Op != ir.OpLoad:
				return false
			case b == p.k.Header && p.load == nil:
				p.candidate(v)
			}
		}
	}
	if p.store == nil || p.load == nil {
		return false
	}
	val := p.store.StoredValue()
	return val.Type == p.phi.Type && p.last(val) == p.last(p.phi) && se.Place(p.store, p.row).Start != nil
}

// candidate takes load v of k for the panel if it is the same for all rows, and walks along j.
func (p *panels) candidate(v *ir.Value) {
	se := p.d.Scev
	at := se.Place(v, p.row)
	if at.Start == nil || len(at.Coef) != 3 || int(v.Scale) != at.Size || v.Type.IsVector() {
		return
	}
	start, coef, ok := se.Affine(se.Of(v.Args[1]), at.Loops)
	if !ok {
		return
	}
	is := func(i int, n int64) bool {
		c, ok := se.IsConst(coef[i])
		return ok && c == n
	}
	if is(0, 0) && is(1, 1) && !is(2, 0) {
		p.load, p.at, p.index = v, at, append([]analysis.Expr{start}, coef...)
	}
}

// starts says whether what a sum begins with is known, and whether that is what is in its place.
func (p *panels) starts() bool {
	se := p.d.Scev
	start := p.phi.Args[p.k.Header.PredIndex(p.k.Preheader)]
	if start.Op == ir.OpLoad && p.j.ContainsValue(start) && start.Args[0] == p.store.Args[0] {
		a, b := se.Place(start, p.row), se.Place(p.store, p.row)
		same := func(x, y analysis.Expr) bool {
			n, ok := se.IsConst(se.Sub(x, y))
			return ok && n == 0
		}
		p.resumes = a.Start != nil && len(a.Coef) == len(b.Coef) && a.Size == b.Size && same(a.Start, b.Start)
		for i := range a.Coef {
			p.resumes = p.resumes && same(a.Coef[i], b.Coef[i])
		}
	}
	return p.resumes || p.placeAhead(p.store.Args[0], false) != nil && p.placeAhead(p.store.Args[1], false) != nil
}

// placeAhead is v, computed from what is there when k begins, in front of k, or nil if it cannot be.
func (p *panels) placeAhead(v *ir.Value, emit bool) *ir.Value {
	switch {
	case !p.j.ContainsValue(v) || v.Block == p.j.Header:
		return v
	case v.Op == ir.OpPhi || v.Op == ir.OpCheck || v.Op.HasAny(ir.FlagReads|ir.FlagWrites|ir.FlagEffect):
		return nil
	}
	args := make([]*ir.Value, len(v.Args))
	for i, a := range v.Args {
		if args[i] = p.placeAhead(a, emit); args[i] == nil {
			return nil
		}
	}
	if !emit {
		return v
	}
	return p.k.Preheader.NewLike(v, v.Type, args...)
}

// startsOnly says whether nothing takes v but the sum that begins with it: one that is multiplied, too, is not what it was
// where a sum is resumed for further summands.
func (p *panels) startsOnly(v *ir.Value) bool {
	for _, b := range p.row.Blocks {
		for _, u := range b.Walk() {
			if u.Op != ir.OpPhi && slices.Contains(u.Args, v) {
				return false
			}
		}
	}
	return true
}

// apart says whether no load of the nest finds what is stored in it, but the one that only a sum begins with.
func (p *panels) apart() bool {
	se := p.d.Scev
	t := analysis.NewNestTester(se, p.row)
	st := se.Place(p.store, p.row)
	start := p.phi.Args[p.k.Header.PredIndex(p.k.Preheader)]
	exempt := p.resumes && p.startsOnly(start)
	for _, b := range p.row.Blocks {
		if in := p.d.Loop.Of(b); !p.live[b] || in != p.row && in != p.j && in != p.k {
			continue
		}
		for _, v := range b.Walk() {
			if v.Op != ir.OpLoad || exempt && v == start || analysis.KnownDisjoint(p.row, v.Args[0].Root(), st.Root) {
				continue
			}
			at := se.Place(v, p.row)
			if len(t.Test(&at, &st)) > 0 {
				return false
			}
		}
	}
	return true
}

// never says whether there are known to be too few iterations.
func (p *panels) never(width int64) bool {
	few := func(l *analysis.Loop, n int64) bool { return mostTrips(p.d, l) < n }
	bytes := int64(p.at.Size)
	if p.cols.Const > 0 && p.sum.Const > 0 && p.cols.Const*p.sum.Const*bytes < panelsFrom {
		return true
	}
	return few(p.row, minPanelRows) || few(p.j, width) || few(p.k, minDepth)
}

// version makes a copy of the nest that runs if panels pay, without guards.
func (p *panels) version(width int64) *clone.Cloner {
	f, se, pre := p.d.F, p.d.Scev, p.row.Preheader
	c := func(n int64) *ir.Value { return f.ConstInt(ir.TI64, n) }
	all := f.ConstBool(ir.TBool, true)
	and := func(v *ir.Value) { all = pre.New(ir.OpAnd, ir.TBool, p.pos, all, v) }
	rows, cols, sum := se.Expand(p.rows.Trips, pre), se.Expand(p.cols.Trips, pre), se.Expand(p.sum.Trips, pre)
	and(pre.New(ir.OpLeS, ir.TBool, p.pos, c(minPanelRows), rows))
	and(pre.New(ir.OpLeS, ir.TBool, p.pos, c(width), cols))
	and(pre.New(ir.OpLeS, ir.TBool, p.pos, c(minDepth), sum))
	and(pre.New(ir.OpLeS, ir.TBool, p.pos, c(panelsFrom/int64(p.at.Size)), pre.New(ir.OpMul, ir.TI64, p.pos, cols, sum)))
	for _, g := range p.guards {
		cond := g.b.Control
		if g.b.Succs[0] != g.into {
			cond = pre.New(ir.OpNot, ir.TBool, p.pos, cond)
		}
		and(cond)
	}
	made := clone.Version(f, p.row, all, "panels", "nest", true, nil)
	made.Block(p.row.Header).Loop = p.row.Header.Loop
	for _, g := range p.guards {
		b, into := made.Block(g.b), made.Block(g.into)
		for _, s := range slices.Clone(b.Succs) {
			if s != into {
				b.RemoveSucc(s)
			}
		}
		b.SetJump(nil)
	}
	f.RemoveUnreachable()
	return made
}
