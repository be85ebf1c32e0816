package vplan

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// aliasCheck computes, at the end of the preheader, whether the accesses of the pair do not get in each other's way
// within a vector iteration.
func (x *exec) aliasCheck(pr Pair) *ir.Value {
	b, f := x.pre, x.f
	if !pr.Distance {
		var ahead *ir.Value
		if pr.Ahead {
			y := x.l.PackedOf[pr.Second.V]
			ahead = b.New(ir.OpLeU, ir.TBool, x.pos, x.packedStart(pr.Second, y), x.start(pr.First))
		}
		lo1, hi1 := x.extent(pr.First)
		lo2, hi2 := x.extent(pr.Second)
		ok := b.New(ir.OpOr, ir.TBool, x.pos,
			b.New(ir.OpLeU, ir.TBool, x.pos, hi1, lo2), b.New(ir.OpLeU, ir.TBool, x.pos, hi2, lo1))
		if ahead != nil {
			ok = b.New(ir.OpOr, ir.TBool, x.pos, ok, ahead)
		}
		return ok
	}
	// Outside of the interval [lo, hi] is one comparison, unsigned: d-lo >= hi-lo+1. The difference is taken of the
	// expressions, so that what the two places have in common, the row of a nest, drops out and the check can leave the
	// outer loop.
	d := x.distance(pr.First, pr.Second)
	lo, hi := pr.unsafe(x.Stages[0].Step())
	if lo > hi {
		return x.f.ConstBool(ir.TBool, true)
	}
	ahead := x.plusIn(b, d, -lo)
	ok := b.New(ir.OpLeU, ir.TBool, x.pos, f.ConstInt(ir.TI64, hi-lo+1), ahead)
	// In place is common, and all right if each field is met by itself only.
	f.Spend(len(pr.Meetings) * x.Stages[0].Step())
	if at, known := x.l.atSame(pr.First, pr.Second); known && lo <= at && at <= hi && pr.safeAt(at, x.Stages[0].Step()) {
		same := b.New(ir.OpEq, ir.TBool, x.pos, d, f.ConstInt(ir.TI64, at))
		ok = b.New(ir.OpOr, ir.TBool, x.pos, ok, same)
	}
	return ok
}

// distance is the number of bytes from a to b at iteration 0.
func (x *exec) distance(a, b *analysis.Access) *ir.Value {
	if a.V.Scale != b.V.Scale {
		return x.pre.New(ir.OpSub, ir.TI64, x.pos, x.start(b), x.start(a))
	}
	rest, c := x.l.SE.SplitConst(x.l.SE.Sub(b.Start, a.Start))
	d := x.pre.New(ir.OpSub, ir.TI64, x.pos, x.integer(x.pre, b.Base), x.integer(x.pre, a.Base))
	if n, ok := x.l.SE.IsConst(rest); !ok || n != 0 {
		e := x.pre.New(ir.OpMul, ir.TI64, x.pos, x.l.SE.Expand(rest, x.pre), x.f.ConstInt(ir.TI64, int64(a.V.Scale)))
		d = x.pre.New(ir.OpAdd, ir.TI64, x.pos, d, e)
	}
	return x.plusIn(x.pre, d, c*int64(a.V.Scale)+int64(b.V.Off-a.V.Off))
}

// start is the address of a at iteration 0 as an integer.
func (x *exec) start(a *analysis.Access) *ir.Value {
	base, off := x.addressOf(x.pre, a.Base, a.Start, a.V.Scale, a.V.Off)
	return x.plusIn(x.pre, x.integer(x.pre, base), int64(off))
}

func (x *exec) integer(b *ir.Block, p *ir.Value) *ir.Value {
	k := addrKey{base: p, scale: -1}
	if v := x.addrs[k]; v != nil {
		return v
	}
	v := b.New(ir.OpBitcast, ir.TI64, x.pos, p)
	x.addrs[k] = v
	return v
}

func (x *exec) plusIn(b *ir.Block, v *ir.Value, n int64) *ir.Value {
	if n == 0 {
		return v
	}
	return b.New(ir.OpAdd, v.Type, x.pos, v, x.f.ConstInt(v.Type, n))
}

// extent is the first address that a touches in the vector code's iterations and the one behind the last. For an
// address per lane that is the whole slice. The vector code runs at least one iteration if the result matters.
func (x *exec) extent(a *analysis.Access) (lo, hi *ir.Value) {
	b := x.pre
	if y := x.l.PackedOf[a.V]; y != nil {
		return x.packedExtent(a, y)
	}
	if !a.Affine() {
		lo = x.integer(b, a.Root)
		return lo, b.New(ir.OpAdd, ir.TI64, x.pos, lo, x.bytesOf(a))
	}
	base, off := x.addressOf(b, a.Base, a.Start, a.V.Scale, a.V.Off)
	first := x.integer(b, base)
	at := func(v *ir.Value, n int64) *ir.Value { return x.plusIn(b, v, int64(off)+n) }
	switch {
	case a.Stride == 0:
		return at(first, 0), at(first, int64(a.Size))
	case a.Stride < 0: // the last one starts at first - n*stride + stride
		return at(b.New(ir.OpSub, ir.TI64, x.pos, first, x.span(-a.Stride)), -a.Stride), at(first, int64(a.Size))
	}
	return at(first, 0), at(b.New(ir.OpAdd, ir.TI64, x.pos, first, x.span(a.Stride)), int64(a.Size)-a.Stride)
}

// span is stride times the iterations of the vector code.
func (x *exec) span(stride int64) *ir.Value {
	v := x.spans[stride]
	if v == nil {
		v = x.pre.New(ir.OpMul, ir.TI64, x.pos, x.n, x.f.ConstInt(ir.TI64, stride))
		if x.spans == nil {
			x.spans = map[int64]*ir.Value{}
		}
		x.spans[stride] = v
	}
	return v
}

// bytesOf is the size of what the argument that a accesses refers to.
func (x *exec) bytesOf(a *analysis.Access) *ir.Value {
	i := int(a.Root.AuxInt)
	p := &x.f.Params[i]
	n := ir.OpArgLen
	switch {
	case p.Kind == ir.ParamArrayPtr:
		return x.f.ConstInt(ir.TI64, int64(p.Len)*int64(p.Size))
	case a.Base != a.Root && p.Kind == ir.ParamSlice:
		n = ir.OpArgCap // a slice of the parameter may reach beyond its length
	}
	return x.pre.New(ir.OpMul, ir.TI64, x.pos, x.f.Arg(n, i), x.f.ConstInt(ir.TI64, int64(p.Size)))
}

// addressOf is a pointer and a byte offset for base + start*scale + off, with the constant part of start in the
// offset and the rest added to the pointer once, in block b.
func (x *exec) addressOf(b *ir.Block, base *ir.Value, start analysis.Expr, scale, off int32) (*ir.Value, int32) {
	rest, c := x.l.SE.SplitConst(start)
	if o := c*int64(scale) + int64(off); o == int64(int32(o)) {
		off = int32(o)
	} else {
		rest = start
	}
	if n, ok := x.l.SE.IsConst(rest); ok && n == 0 {
		return base, off
	}
	k := addrKey{base, rest, scale}
	p := x.addrs[k]
	if p == nil {
		p = b.New(ir.OpPtrAdd, ir.TPtr, x.pos, base, x.l.SE.Expand(rest, b))
		p.Scale = scale
		x.addrs[k] = p
	}
	return p, off
}
