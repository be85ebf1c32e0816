package nest

import (
	"fmt"

	"hotloop/loopopt/clone"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// outline makes a part. The one that is ahead of the other stores nothing.
func (p *parallelizer) outline(ahead bool) *outlined {
	f, l, pos := p.d.F, p.l, p.md.Position()
	name := f.Name + ".parallel"
	if n := len(f.Parts); n > 0 {
		name += fmt.Sprint(n + 1)
	}
	if ahead {
		name += ".ahead"
	}
	part := &outlined{Func: f.NewPart(name)}
	part.Pos = pos
	entered, pre, out, end := part.Entry(), part.NewBlock("part.ph"), part.NewBlock("part.end"), part.NewBlock("part.exit")

	// The values in front of the loop become parameters, unless they are as easily computed again.
	known := map[*ir.Value]*ir.Value{}
	scalars := len(part.Params)
	var outside func(v *ir.Value) *ir.Value
	outside = func(v *ir.Value) *ir.Value {
		w := known[v]
		if w != nil {
			return w
		}
		switch v.Op {
		case ir.OpConst:
			w = part.Const(v.Type, uint64(v.AuxInt))
		case ir.OpArg, ir.OpArgPtr, ir.OpArgLen, ir.OpArgCap, ir.OpTablePtr:
			w = part.Arg(v.Op, int(v.AuxInt))
		case ir.OpLocalPtr:
			if p.private[v] {
				w = part.Arg(ir.OpLocalPtr, part.NewLocal(*f.Locals[v.AuxInt]))
			}
		case ir.OpPtrAdd:
			w = entered.NewLike(v, v.Type)
			for _, a := range v.Args {
				w.AddArg(outside(a))
			}
		case ir.OpLoad:
			if v.Type == ir.TPtr && v.Kept() {
				w = entered.NewLike(v, v.Type, outside(v.Args[0]), outside(v.Args[1]))
			}
		}
		if v.Op == ir.OpCall && v.Type == ir.TPtr { // memory that Go has made
			part.Params = append(part.Params, ir.Param{Kind: ir.ParamArrayPtr, Elem: ir.I8, Size: 1, Len: madeLen, Unknown: true})
			w = part.Arg(ir.OpArgPtr, scalars+len(part.passed))
			part.passed = append(part.passed, v)
		}
		if w == nil && !v.Type.IsVector() && v.Type != ir.TPtr && v.Type.Elem != ir.Void {
			part.Params = append(part.Params, ir.Param{Kind: ir.ParamScalar, Elem: v.Type.Elem, Size: max(1, v.Type.Elem.Size())})
			w = part.Arg(ir.OpArg, scalars+len(part.passed))
			part.passed = append(part.passed, v)
		}
		if w == nil {
			p.refuse(remark.UnknownAddress, v)
			w = part.Const(ir.TI64, 0) // the part is dropped
			if v.Type == ir.TPtr {
				w = part.Arg(ir.OpTablePtr, 0)
			}
		}
		known[v] = w
		return w
	}

	entry, back := l.Header.PredIndex(l.Preheader), l.Header.PredIndex(l.Latch)
	word := func(v *ir.Value) ir.Param {
		return ir.Param{Kind: ir.ParamScalar, Elem: v.Type.Elem, Size: max(1, v.Type.Elem.Size())}
	}
	starts := map[*ir.Value]*ir.Value{}
	begin := func(phi *ir.Value, op ir.Op) {
		if start, ok := ir.Identity(op, phi.Type.Elem); ok {
			starts[phi] = part.Const(phi.Type, start)
		} else { // the operation is idempotent
			starts[phi] = outside(phi.Args[entry])
		}
	}
	var sums []*ir.Value // the phis whose values at the end are the results
	for _, c := range p.sums {
		begin(c.Phi, c.Op)
		if !ahead {
			sums = append(sums, c.Phi)
		}
	}
	for _, x := range p.scans {
		begin(x.phi, x.op)
		if ahead {
			sums = append(sums, x.phi)
		}
	}
	for _, phi := range sums {
		part.Results = append(part.Results, word(phi))
	}
	type induction struct{ phi, start, step *ir.Value }
	var ivs []induction
	for _, phi := range l.Header.Phis() {
		if starts[phi] == nil {
			e := p.d.Scev.Of(phi)
			ivs = append(ivs, induction{phi, outside(phi.Args[entry]), outside(p.d.Scev.Expand(e.Step(), l.Preheader))})
		}
	}
	skip := func(v *ir.Value) bool {
		return v.Op == ir.OpCheck && p.tests.counted[v.ID] || v == l.Latch.Control && v.Uses == 1 ||
			ahead && v.Op.HasAny(ir.FlagWrites)
	}
	c := clone.Outline(part.Func, l, skip, outside)
	if p.reason != remark.None {
		return nil
	}
	header, latch := c.Block(l.Header), c.Block(l.Latch)

	for _, name := range [...]string{"lo", "hi"} {
		part.Params = append(part.Params, ir.Param{Name: name, Kind: ir.ParamScalar, Elem: ir.I64, Size: 8, Sign: true})
	}
	lo, hi := part.Arg(ir.OpArg, len(part.Params)-2), part.Arg(ir.OpArg, len(part.Params)-1)
	if !ahead {
		for _, x := range p.scans {
			part.Params = append(part.Params, word(x.phi))
			starts[x.phi] = part.Arg(ir.OpArg, len(part.Params)-1)
			part.Seeds++
		}
	}
	zero, one := part.ConstInt(ir.TI64, 0), part.ConstInt(ir.TI64, 1)

	k := header.NewPhi(ir.TI64, pos)
	next := latch.New(ir.OpAdd, ir.TI64, pos, k, one)
	latch.Kind = ir.BlockIf
	latch.SetControl(latch.New(ir.OpLtS, ir.TBool, pos, next, hi))
	latch.AddEdgeTo(out)
	k.AddArgs(next) // from the latch; the preheader follows
	var top []*ir.Value
	atTop := func(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
		v := part.NewValue(header, op, t, pos, args...)
		top = append(top, v)
		return v
	}
	for _, iv := range ivs {
		w := c.Value(iv.phi)
		n := k
		if w.Type != ir.TI64 {
			n = atTop(ir.OpTruncI, w.Type, n)
		}
		if !iv.step.IsConstInt(1) {
			n = atTop(ir.OpMul, w.Type, n, iv.step)
		}
		if !iv.start.IsConstInt(0) {
			n = atTop(ir.OpAdd, w.Type, iv.start, n)
		}
		w.CopyOf(n)
	}
	for phi, start := range starts {
		c.Value(phi).AddArg(start)
	}
	var totals []*ir.Value
	for _, s := range sums {
		phi := out.NewPhi(s.Type, pos)
		phi.AddArg(c.Of(s.Args[back]))
		totals = append(totals, phi)
	}
	phis := 0
	for phis < len(header.Values) && (header.Values[phis].Op == ir.OpPhi || header.Values[phis].Op == ir.OpCopy) {
		phis++
	}
	header.Values = append(header.Values[:phis:phis], append(top, header.Values[phis:]...)...)
	k.AddArg(lo)
	pre.SetJump(header)

	// Calls are for ranges that are not empty. The tests tell the optimizer so.
	enter := part.NewBlock("part.enter")
	entered.SetIf(entered.New(ir.OpLtS, ir.TBool, pos, lo, hi), enter, end)
	enter.SetIf(enter.New(ir.OpLeS, ir.TBool, pos, zero, lo), pre, end)
	out.SetJump(end)
	var results []*ir.Value
	for i, v := range totals {
		phi := end.NewPhi(v.Type, pos)
		phi.AddArgs(starts[sums[i]], starts[sums[i]], v)
		results = append(results, phi)
	}
	end.SetRet(end.New(ir.OpRet, ir.TVoid, pos, results...))
	part.ElimCopies()
	part.RemoveDead()
	return part
}

// madeLen is the length in bytes of memory whose length the kernel does not pass: more than there can be.
const madeLen = 1 << 40
