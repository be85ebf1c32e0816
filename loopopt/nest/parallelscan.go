package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// scan is a value that the loop carries and uses, and to which iterations add amounts that do not depend on it:
//
//	for i := range x { s += x[i]; y[i] = s }
//	for i := range x { if x[i] > 0 { y[n] = x[i]; n++ } }
//
// A part without stores finds what each range adds. What a range begins with follows from that.
type scan struct {
	phi   *ir.Value
	op    ir.Op
	chain map[*ir.Value]bool // the phi, and the values that are the scan somewhere in an iteration
	list  []*ir.Value        // the same without the phi
	need  *clone.Part        // what the amounts and the conditions of the additions are computed from
	// positive: each addition adds a positive constant, so the scan before an addition is different from that before any
	// other one, and is less than the scan at the end. That bounds and separates what is accessed there.
	positive bool
	caps     []capacity
}

// capacity is a check that the scan is below a length before an addition.
type capacity struct {
	check, length *ir.Value
}

// scan returns the scan that phi is, or the reason why it is none.
func (p *parallelizer) scan(phi *ir.Value) (*scan, remark.Reason) {
	l := p.l
	x := &scan{phi: phi, chain: map[*ir.Value]bool{phi: true}, positive: phi.Type == ir.TI64}
	back := phi.Args[l.Header.PredIndex(l.Latch)]
	if !l.ContainsValue(back) || !x.follow(l, back) || x.op == 0 {
		return nil, remark.UnknownRecurrence
	}
	if phi.Type.Elem.IsFloat() {
		for _, v := range x.list {
			if v.Op == x.op && v.FP&ir.Reassoc == 0 {
				return nil, remark.FPOrder
			}
		}
	}
	x.need = (&clone.Slicer{L: l, Dom: p.d.Scev.Dom()}).Of(p.d.F, back)
	for v := range l.Values() {
		if !x.need.Has(v) || x.chain[v] {
			continue
		}
		for _, a := range v.Args {
			if x.chain[a] {
				return nil, remark.UnknownRecurrence
			}
		}
	}
	if x.positive {
		for v := range l.Values() {
			if v.Op != ir.OpCheck {
				continue
			}
			if n, ok := x.isCapacity(v); ok && l.Invariant(n) {
				x.caps = append(x.caps, capacity{v, n})
			}
		}
	}
	return x, remark.None
}

// follow collects the values between the phi and v that are the scan, and reports whether v is.
func (x *scan) follow(l *analysis.Loop, v *ir.Value) bool {
	if x.chain[v] {
		return true
	}
	if !l.ContainsValue(v) || len(x.list) > 64 {
		return false
	}
	x.chain[v] = true
	x.list = append(x.list, v)
	switch v.Op {
	case ir.OpSelect:
		return x.follow(l, v.Args[1]) && x.follow(l, v.Args[2])
	case ir.OpPhi:
		if v.Block == l.Header {
			return false
		}
		for _, a := range v.Args {
			if !x.follow(l, a) {
				return false
			}
		}
		return true
	case ir.OpAdd, ir.OpMaxS, ir.OpMinS, ir.OpMaxU, ir.OpMinU:
		if x.op != 0 && x.op != v.Op {
			return false
		}
		x.op = v.Op
		for i, a := range v.Args {
			if other := v.Args[1-i]; x.reaches(l, a, 32) {
				x.positive = x.positive && v.Op == ir.OpAdd && other.IsConst() && other.Int() > 0
				return x.follow(l, a) && !x.reaches(l, other, 32)
			}
		}
	}
	return false
}

// reaches reports whether v is the scan, as far as the operations of a chain show.
func (x *scan) reaches(l *analysis.Loop, v *ir.Value, depth int) bool {
	if x.chain[v] {
		return true
	}
	if !l.ContainsValue(v) || depth == 0 {
		return false
	}
	switch v.Op {
	case ir.OpSelect:
		return x.reaches(l, v.Args[1], depth-1)
	case ir.OpPhi:
		return v.Block != l.Header && x.reaches(l, v.Args[0], depth/2)
	case ir.OpAdd, ir.OpMaxS, ir.OpMinS, ir.OpMaxU, ir.OpMinU:
		return x.reaches(l, v.Args[0], depth-1) || x.reaches(l, v.Args[1], depth-1)
	}
	return false
}

// before reports whether v, used in block b, is the scan before an addition in the same block, plus k, and less than the
// scan after it.
func (x *scan) before(b *ir.Block, v *ir.Value, k int64) bool {
	if !x.positive {
		return false
	}
	if v.Op == ir.OpAdd && v.Args[1].IsConst() && !x.chain[v] {
		v, k = v.Args[0], k+v.Args[1].Int()
	}
	for _, a := range x.list {
		if a.Op == ir.OpAdd && a.Block == b && x.chain[v] {
			for i, from := range a.Args {
				if from == v && a.Args[1-i].IsConst() && 0 <= k && k < a.Args[1-i].Int() {
					return true
				}
			}
		}
	}
	return false
}

// isCapacity reports whether a check tests that the scan before an addition is below a length, and returns that.
func (x *scan) isCapacity(c *ir.Value) (length *ir.Value, ok bool) {
	cond := c.Args[0]
	if cond.Op != ir.OpLtU || cond.Args[0].Type != ir.TI64 || !x.before(c.Block, cond.Args[0], 0) {
		return nil, false
	}
	return cond.Args[1], true
}

// scanOf returns the index of the scan whose value at the end of an iteration is v, or -1.
func (p *parallelizer) scanOf(v *ir.Value) int {
	for i, x := range p.scans {
		if x.phi.Args[p.l.Header.PredIndex(p.l.Latch)] == v {
			return i
		}
	}
	return -1
}

// advancing reports whether two stores, or one with itself, are to elements whose indexes are one scan before additions.
// Then they are to different elements in different iterations, and those of a range are between those of others.
func (p *parallelizer) advancing(a, b *analysis.Place) bool {
	for _, x := range p.scans {
		if a.Write && b.Write && a.Base == b.Base && a.V.Scale == b.V.Scale && x.element(a) && x.element(b) {
			return true
		}
	}
	return false
}

// element reports whether the access is to the element whose index is the scan before an addition in its block.
func (x *scan) element(a *analysis.Place) bool {
	v := a.V
	return int(v.Scale) == a.Size && v.Off%v.Scale == 0 && x.before(v.Block, v.Args[1], int64(v.Off/v.Scale))
}

// needsStores reports whether a load that a scan needs may read what the loop has stored before. The part that runs ahead
// has not stored it.
func (p *parallelizer) needsStores(dep *analysis.NestDep) bool {
	for _, x := range p.scans {
		switch first, second := dep.First, dep.Second; { // in the same iteration, or the dependence would be carried
		case first.Write && !second.Write && x.need.Has(second.V):
			return true
		case !first.Write && second.Write && x.need.Has(first.V) && len(dep.Dir) > 1:
			return true // an inner loop may come back to the load after the store
		}
	}
	return false
}

// prefix computes the values with which the chunks begin, the seeds of r, from what the first request has found. It
// returns the values after the loop, and whether they are within the capacities.
func (x *forker) prefix(first, r *request) (finals []*ir.Value, fits *ir.Value) {
	pos := x.md.Position()
	var starts []*ir.Value
	for _, s := range x.scans {
		starts = append(starts, x.start(s.phi))
	}
	finals = x.each("prefix", starts, func(b *ir.Block, k *ir.Value, phis []*ir.Value) (nexts []*ir.Value) {
		for i, s := range x.scans {
			v := first.word(b, b.New(ir.OpLoad, s.phi.Type, pos), k, int64(i))
			r.word(b, b.New(ir.OpStore, ir.TVoid, pos), k, int64(i)).AddArg(phis[i])
			v = b.New(s.op, s.phi.Type, pos, phis[i], v)
			v.FP = flagsOf(s.list)
			nexts = append(nexts, v)
		}
		return nexts
	})
	fits = x.d.F.ConstBool(ir.TBool, true)
	for i, s := range x.scans {
		for _, c := range s.caps {
			ok := x.at.New(ir.OpLeS, ir.TBool, pos, x.konst(0), starts[i])
			ok = x.at.New(ir.OpAnd, ir.TBool, pos, ok, x.at.New(ir.OpLeS, ir.TBool, pos, finals[i], c.length))
			fits = x.at.New(ir.OpAnd, ir.TBool, pos, fits, ok)
		}
	}
	return finals, fits
}
