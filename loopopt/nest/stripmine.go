package nest

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// stripmine divides the iterations of a loop into strips.
//
// Before:
//
//	for i := 0; i < n; i++ { s(i) }
//
// After, by 32:
//
//	for o := 0; o < n; o += 32 {
//		for i := o; i < min(o+32, n); i++ { s(i) }
//	}
//
// With interchange this is tiling: strip-mine two loops of a nest, and move the outer one's inner strip into the inner
// one's.
//
// Legal if the trip count is known in front of the loop: everything happens in the order of before, checks included.
// Pays never by itself, so that only metadata ask for it.
// Reads stripmine.size, a number or a parameter of type int, whose values below 1 are taken for 1; leaves followup_outer, followup_inner, followup_all; by default the inner loop gets the list.
// Remarks: loop strip-mined; loop not strip-mined, with the reason.
func Stripmine(d *driver.Driver, l *analysis.Loop, r *driver.Request) driver.Outcome {
	md := l.Header.Loop
	size := md.Int("stripmine.size", 0)
	by := md.Find("stripmine.size")
	param, known := parameter(d.F, by)
	switch {
	case md.Has("stripmine.disable") || by == nil || by.Kind == ir.AttrInt && size < 1:
		return driver.Refused(remark.Disabled)
	case !known:
		return driver.Refused(remark.UnknownSize)
	}
	c, why, at := d.Scev.Counted(l)
	if why != remark.None {
		return driver.RefusedAt(why, at)
	}
	if param == nil && c.Const > 0 && c.Const <= size {
		return driver.Refused(remark.ShortTripCount)
	}
	if !d.Bisect("stripmine", md.Position()) {
		return driver.Refused(remark.Bisected)
	}
	step := d.F.ConstInt(ir.TI64, size)
	if param != nil {
		step = stripSize(d, l, c.Trips, param)
	}
	outer := strips(d, l, c.Trips, step, func(s *strip) *ir.Value {
		end := s.outer.New(ir.OpAdd, ir.TI64, s.pos, s.first, step)
		if param != nil || c.Const == 0 || c.Const%size != 0 {
			end = s.outer.New(ir.OpMinS, ir.TI64, s.pos, end, s.count)
		}
		return end
	}).outer
	outer.Loop = driver.Bare(md)
	if roles := []string{"stripmine.followup_outer", "stripmine.followup_all"}; driver.Given(md, roles) {
		outer.Loop = driver.Followup(md, "", roles)
	}
	outer.Loop = driver.KeepMarks(outer.Loop, md).With(ir.Attr{Name: analysis.Strips})
	l.Header.Loop = driver.KeepMarks(driver.Followup(md, "stripmine.",
		[]string{"stripmine.followup_inner", "stripmine.followup_all"}), md)
	arg := remark.Arg{Name: "size", Value: size}
	if param != nil {
		arg.Value = by.Text
	}
	d.Passed("stripmine", md.Position(), "loop strip-mined", arg)
	afterJam(d)
	return driver.Changed
}

// stripSize is the size that a parameter wants the strips of l to have: between 1 and the number of iterations.
func stripSize(d *driver.Driver, l *analysis.Loop, trips analysis.Expr, param *ir.Value) *ir.Value {
	at, pos, one := farAhead(d, l, trips), l.Header.Loop.Position(), d.F.ConstInt(ir.TI64, 1)
	wanted := at.New(ir.OpMaxS, ir.TI64, pos, param, one)
	return at.New(ir.OpMinS, ir.TI64, pos, wanted,
		at.New(ir.OpMaxS, ir.TI64, pos, d.Scev.Expand(trips, at), one))
}

// farAhead is the preheader of the outermost loop around l in which e does not change, or l itself.
func farAhead(d *driver.Driver, l *analysis.Loop, e analysis.Expr) *ir.Block {
	at := l.Preheader
	for p := l.Parent; p != nil && p.Preheader != nil && d.Scev.Invariant(e, p); p = p.Parent {
		at = p.Preheader
	}
	return at
}

// parameter is the parameter of f that an attribute names; nil if it says a number. Not known if there is none of that
// name and of type int.
func parameter(f *ir.Func, a *ir.Attr) (v *ir.Value, known bool) {
	if a == nil || a.Kind != ir.AttrText {
		return nil, true
	}
	for i := range f.Params {
		if p := &f.Params[i]; p.Name == a.Text && p.Kind == ir.ParamScalar && p.Elem == ir.I64 {
			return f.Arg(ir.OpArg, i), true
		}
	}
	return nil, false
}

// strip is what strips has made of a loop.
//
//	outer(first): end
//	header(k):    k from first; the inductions are their starts plus k steps
//	latch:        k+1 < end → header, else back
//	back:         next < count → outer(next), else exit
type strip struct {
	outer, back *ir.Block
	count       *ir.Value // of the loop's iterations
	first, k    *ir.Value // the number of a strip's first iteration, and of an iteration

	carried map[*ir.Value]*ir.Value // by phi of the loop that is no induction: the outer loop's
	top     []*ir.Value             // computed in front of what the header does
	header  *ir.Block
	pos     ir.Pos
}

// make computes at the top of the loop.
func (s *strip) make(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
	v := s.header.Func.NewValue(s.header, op, t, s.pos, args...)
	s.top = append(s.top, v)
	return v
}

// strips puts a loop around l, whose iterations, of which there are trips, are counted now. length computes in s.outer
// where the strip ends: behind its first iteration, and not behind s.count. The next strip begins there, or step
// iterations behind the first if step is not nil, from 1 to the number of iterations. If it is no constant, strips are
// counted, so that their number is known.
func strips(d *driver.Driver, l *analysis.Loop, trips analysis.Expr, step *ir.Value,
	length func(s *strip) (end *ir.Value)) *strip {
	f, se, pos := d.F, d.Scev, l.Header.Loop.Position()
	header, latch, pre, exit := l.Header, l.Latch, l.Preheader, l.Exits[0]
	entry, at := header.PredIndex(pre), header.PredIndex(latch)
	s := &strip{outer: f.NewBlock("strip"), back: f.NewBlock("strip.next"), count: se.Expand(trips, pre),
		header: header, pos: pos,
		carried: map[*ir.Value]*ir.Value{}}
	outer, back := s.outer, s.back

	walk := outer.NewPhi(ir.TI64, pos)
	s.first, s.k = walk, header.NewPhi(ir.TI64, pos)
	for _, phi := range header.Phis() {
		if phi == s.k {
			continue
		}
		start := phi.Args[entry]
		if e, ok := se.IsInduction(phi, l, l); ok {
			n := s.k
			if phi.Type != ir.TI64 {
				n = s.make(ir.OpTruncI, phi.Type, s.k)
			}
			if by := se.Expand(e.Step(), pre); !by.IsConstInt(1) {
				n = s.make(ir.OpMul, phi.Type, n, by)
			}
			v := s.make(ir.OpAdd, phi.Type, start, n)
			if phi.Pos != 0 {
				v.Pos = phi.Pos
			}
			phi.CopyOf(v)
			continue
		}
		carry := outer.NewPhi(phi.Type, phi.Pos)
		carry.AddArgs(start, phi.Args[at])
		phi.SetArg(entry, carry)
		s.carried[phi] = carry
	}
	zero, one := f.ConstInt(ir.TI64, 0), f.ConstInt(ir.TI64, 1)
	counted := step != nil && !step.IsConst()
	if counted {
		s.first = outer.New(ir.OpMul, ir.TI64, pos, walk, step)
	}
	end := length(s)

	clone.Detour(l, outer)
	pre.SetJump(outer)
	next := latch.New(ir.OpAdd, ir.TI64, pos, s.k, one)
	clone.Carry(s.k, outer, s.first, next)
	latch.SetControl(latch.New(ir.OpLtS, ir.TBool, pos, next, end))
	latch.Likely = ir.NoGuess
	exit.PassEdge(latch, back)
	latch.AddEdgeTo(back)
	more, most := end, s.count
	switch {
	case counted:
		// There are no more strips than iterations, which is said because nobody sees it.
		at := farAhead(d, l, trips)
		n := at.New(ir.OpMaxS, ir.TI64, pos, se.Expand(trips, at), one)
		q := at.New(ir.OpDivU, ir.TI64, pos, at.New(ir.OpSub, ir.TI64, pos, n, one), step)
		most = at.New(ir.OpMinS, ir.TI64, pos, n, at.New(ir.OpAdd, ir.TI64, pos, q, one))
		more = back.New(ir.OpAdd, ir.TI64, pos, walk, one)
	case step != nil:
		more = back.New(ir.OpAdd, ir.TI64, pos, walk, step)
	}
	back.BranchTo(back.New(ir.OpLtS, ir.TBool, pos, more, most), outer)
	walk.AddArgs(zero, more)

	phis := 0
	for phis < len(header.Values) && (header.Values[phis].Op == ir.OpPhi || header.Values[phis].Op == ir.OpCopy) {
		phis++
	}
	header.Values = append(header.Values[:phis:phis], append(s.top, header.Values[phis:]...)...)
	f.ElimCopies()
	return s
}
