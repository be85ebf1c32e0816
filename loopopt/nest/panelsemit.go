package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
)

// part is what one strip of a loop does: n iterations from the one of number first on.
type part struct {
	first, n *ir.Value
	last     *ir.Value // behind the strip
}

// divide puts the strips around the nest, which has no guards.
//
//	pre:     goto strip.k
//	strip.k: kk; goto strip.j
//	strip.j: jj; goto panel.k
//	panel.k … the copy to the panel …
//	panel:   goto the nest
//	next.j:  jj+width < n → strip.j, else next.k
//	next.k:  kk+depth < p → strip.k, else exit
//
// The strips of k are about as long as one another.
func (p *panels) divide(width, depth int64) {
	f, se, row := p.d.F, p.d.Scev, p.row
	pre, exit, md := row.Preheader, row.Exits[0], row.Header.Loop
	unit := p.load.AccessType()
	local := f.NewLocal(ir.Local{Name: "panel", Elem: unit.Elem, Size: int(width * depth * int64(p.at.Size)),
		Align: ir.MaxLocalAlign, Pos: p.pos})
	panel := f.Arg(ir.OpLocalPtr, local)
	c := func(n int64) *ir.Value { return f.ConstInt(ir.TI64, n) }
	i64 := func(b *ir.Block, op ir.Op, x, y *ir.Value) *ir.Value { return b.New(op, ir.TI64, p.pos, x, y) }
	cols, sum := se.Expand(p.cols.Trips, pre), se.Expand(p.sum.Trips, pre)
	count := i64(pre, ir.OpDivU, i64(pre, ir.OpAdd, sum, c(depth-1)), c(depth))
	step := i64(pre, ir.OpDivU, i64(pre, ir.OpAdd, sum, i64(pre, ir.OpSub, count, c(1))), count)
	step = i64(pre, ir.OpMaxS, i64(pre, ir.OpMinS, step, c(depth)), c(1))
	var index []*ir.Value
	for _, e := range p.index {
		index = append(index, se.Expand(e, pre))
	}
	steps := map[*ir.Value]*ir.Value{}
	for _, l := range []*analysis.Loop{p.j, p.k} {
		ivs, _ := se.Inductions(l, row)
		for _, iv := range ivs {
			steps[iv.Phi] = se.Expand(iv.Step, pre)
		}
	}

	strip := func(b *ir.Block, by, most *ir.Value) part {
		s := part{first: b.NewPhi(ir.TI64, p.pos)}
		s.last = i64(b, ir.OpAdd, s.first, by)
		s.n = i64(b, ir.OpSub, i64(b, ir.OpMinS, s.last, most), s.first)
		return s
	}
	kb, jb, ready := f.NewBlock("strip.k"), f.NewBlock("strip.j"), f.NewBlock("panel")
	clone.Detour(row, ready)
	pre.SetJump(kb)
	ks := strip(kb, step, sum)
	kb.SetJump(jb)
	js := strip(jb, c(width), cols)
	nextJ := row.Latch.SplitEdge(exit, "next.j")
	nextK := nextJ.SplitEdge(exit, "next.k")
	nextJ.BranchTo(nextJ.New(ir.OpLtS, ir.TBool, p.pos, js.last, cols), jb)
	nextK.BranchTo(nextK.New(ir.OpLtS, ir.TBool, p.pos, ks.last, sum), kb)
	clone.Carry(ks.first, pre, c(0), ks.last)
	clone.Carry(js.first, kb, c(0), js.last)
	for _, b := range []*ir.Block{kb, jb} {
		b.Loop = driver.KeepMarks(driver.Bare(md), md.Without(func(name string) bool { return name != analysis.NoAlias }))
		b.Loop = b.Loop.With(ir.Attr{Name: analysis.Strips})
	}
	p.fill(jb, ready, panel, index, &ks, &js, width)
	p.restart(kb, &ks)
	p.onlyFirst(jb, &ks, &js)
	jn, kn := p.restrict(p.j, &js, steps), p.restrict(p.k, &ks, steps)
	p.usePanel(panel, jn, kn, width)
}

// fill copies to the panel, between the blocks from and to.
func (p *panels) fill(from, to *ir.Block, panel *ir.Value, index []*ir.Value, ks, js *part, width int64) {
	f := p.d.F
	i64 := func(b *ir.Block, op ir.Op, x, y *ir.Value) *ir.Value { return b.New(op, ir.TI64, p.pos, x, y) }
	outer, inner, latch := f.NewBlock("panel.k"), f.NewBlock("panel.j"), f.NewBlock("panel.next")
	zero, one := f.ConstInt(ir.TI64, 0), f.ConstInt(ir.TI64, 1)
	from.SetJump(outer)
	k, j := outer.NewPhi(ir.TI64, p.pos), inner.NewPhi(ir.TI64, p.pos)
	src := i64(outer, ir.OpAdd, index[0], i64(outer, ir.OpMul, i64(outer, ir.OpAdd, ks.first, k), index[3]))
	src = i64(outer, ir.OpAdd, src, js.first)
	dst := i64(outer, ir.OpMul, k, f.ConstInt(ir.TI64, width))
	outer.SetJump(inner)
	load := inner.NewLike(p.load, p.load.Type, p.load.Args[0], i64(inner, ir.OpAdd, src, j))
	store := inner.New(ir.OpStore, ir.TVoid, p.pos, panel, i64(inner, ir.OpAdd, dst, j), load)
	store.Scale = p.load.Scale
	nextJ := i64(inner, ir.OpAdd, j, one)
	inner.SetIf(inner.New(ir.OpLtS, ir.TBool, p.pos, nextJ, js.n), inner, latch)
	nextK := i64(latch, ir.OpAdd, k, one)
	latch.SetIf(latch.New(ir.OpLtS, ir.TBool, p.pos, nextK, ks.n), outer, to)
	clone.Carry(j, outer, zero, nextJ)
	clone.Carry(k, from, zero, nextK)
	for _, b := range []*ir.Block{outer, inner} {
		b.Loop = &ir.LoopMD{Pos: p.k.Header.Loop.Position()}
	}
}

// restart has the sum go on from its place, but in the first strip of k.
func (p *panels) restart(kb *ir.Block, ks *part) {
	if p.resumes {
		return
	}
	ahead, entry := p.k.Preheader, p.k.Header.PredIndex(p.k.Preheader)
	base, index := p.placeAhead(p.store.Args[0], true), p.placeAhead(p.store.Args[1], true)
	old := ahead.New(ir.OpLoad, p.phi.Type, p.store.Pos, base, index)
	old.Scale, old.Off, old.Groups = p.store.Scale, p.store.Off, p.store.Groups
	first := kb.New(ir.OpEq, ir.TBool, p.pos, ks.first, p.d.F.ConstInt(ir.TI64, 0))
	p.phi.SetArg(entry, ahead.New(ir.OpSelect, p.phi.Type, p.phi.Pos, first, p.phi.Args[entry], old))
}

// onlyFirst has the loops in front of the nest be run in the first strip of all.
func (p *panels) onlyFirst(jb *ir.Block, ks, js *part) {
	if len(p.firsts) == 0 {
		return
	}
	f := p.d.F
	begun := jb.New(ir.OpOr, ir.TI64, p.pos, ks.first, js.first)
	first := jb.New(ir.OpEq, ir.TBool, p.pos, begun, f.ConstInt(ir.TI64, 0))
	for _, l := range p.firsts {
		pre, once := l.Preheader, f.NewBlock("once")
		clone.Detour(l, once)
		pre.SetIf(first, once, l.Exits[0])
	}
}

// restrict has l do a part of its iterations only, and returns their number in the part.
func (p *panels) restrict(l *analysis.Loop, s *part, steps map[*ir.Value]*ir.Value) *ir.Value {
	f, pre, header, latch := p.d.F, l.Preheader, l.Header, l.Latch
	entry := header.PredIndex(pre)
	for _, phi := range header.Phis() {
		by := steps[phi]
		if by == nil {
			continue
		}
		n := s.first
		if phi.Type != ir.TI64 {
			n = pre.New(ir.OpTruncI, phi.Type, p.pos, n)
		}
		if !by.IsConstInt(1) {
			n = pre.New(ir.OpMul, phi.Type, p.pos, n, by)
		}
		phi.SetArg(entry, pre.New(ir.OpAdd, phi.Type, p.pos, phi.Args[entry], n))
	}
	k := header.NewPhi(ir.TI64, p.pos)
	next := latch.New(ir.OpAdd, ir.TI64, p.pos, k, f.ConstInt(ir.TI64, 1))
	clone.Carry(k, pre, f.ConstInt(ir.TI64, 0), next)
	if latch.Succs[0] == header {
		latch.SetControl(latch.New(ir.OpLtS, ir.TBool, p.pos, next, s.n))
	} else {
		latch.SetControl(latch.New(ir.OpLeS, ir.TBool, p.pos, s.n, next))
	}
	return k
}

// usePanel loads from the panel.
func (p *panels) usePanel(panel, j, k *ir.Value, width int64) {
	v, f := p.load, p.d.F
	at := p.k.Header
	row := at.InsertBefore(v, ir.OpMul, ir.TI64, p.pos, k, f.ConstInt(ir.TI64, width))
	v.SetArg(1, at.InsertBefore(v, ir.OpAdd, ir.TI64, p.pos, row, j))
	v.SetArg(0, panel)
	v.Off, v.Groups = 0, 0
}
