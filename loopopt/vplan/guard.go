package vplan

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Guard is a run-time question about two accesses of a loop: may all that First does, in all iterations, come before all
// that Second does? It may if Second touches nothing that First touches in a later iteration or, if Second comes before
// First in the program (Same), in the same one.
type Guard struct {
	First, Second *analysis.Access
	Same          bool
}

// Guards computes, at the end of the loop's preheader, whether all guards hold for n iterations.
func (l *Legal) Guards(gs []Guard, n *ir.Value) *ir.Value {
	x := &exec{Plan: &Plan{Legal: l}, l: l, f: l.F, pre: l.Loop.Preheader, n: n, pos: l.Loop.Header.Loop.Position(),
		addrs: map[addrKey]*ir.Value{}}
	ok := x.f.ConstBool(ir.TBool, true)
	for i, g := range gs {
		if l.implied(gs[:i], g) {
			continue
		}
		ok = x.pre.New(ir.OpAnd, ir.TBool, x.pos, ok, x.guard(g))
	}
	return ok
}

// implied says whether one of the guards asks the same.
func (l *Legal) implied(gs []Guard, g Guard) bool {
	same := func(a, b *analysis.Access) bool {
		if a.Base != b.Base || a.V.Scale != b.V.Scale || a.V.Off != b.V.Off || a.Size != b.Size || a.Stride != b.Stride || a.Root != b.Root ||
			a.Affine() != b.Affine() { // a stride of 0 is that of one place, and of steps known at run time only
			return false
		}
		return a.Start == b.Start && (a.Start != nil || a.V == b.V)
	}
	for _, h := range gs {
		if same(h.First, g.First) && same(h.Second, g.Second) && (h.Same || !g.Same) {
			return true
		}
	}
	return false
}

// guard: let both walk s bytes an iteration, and Second be d bytes ahead. Iteration k+i of First and k of Second meet if
//
//	d - size(First) < i*s < d + size(Second)
//
// which must not be for any i from 1, or from 0, up to n-1. Walking downwards, signs are mirrored. Accesses that walk
// otherwise must not meet at all.
func (x *exec) guard(g Guard) *ir.Value {
	a, b := g.First, g.Second
	s := a.Stride
	if !a.Affine() || !b.Affine() || s != b.Stride || s == 0 || a.V.Scale != b.V.Scale {
		return x.aliasCheck(Pair{First: a, Second: b})
	}
	from := max(s, -s)
	if g.Same {
		from = 0
	}
	d := x.distance(a, b)
	last := x.plusIn(x.pre, x.span(max(s, -s)), -max(s, -s)) // (n-1)*|s|
	if s > 0 {
		behind := x.pre.New(ir.OpLeS, ir.TBool, x.pos, d, x.f.ConstInt(ir.TI64, from-int64(b.Size)))
		beyond := x.pre.New(ir.OpLeS, ir.TBool, x.pos, x.plusIn(x.pre, last, int64(a.Size)), d)
		return x.pre.New(ir.OpOr, ir.TBool, x.pos, behind, beyond)
	}
	behind := x.pre.New(ir.OpLeS, ir.TBool, x.pos, x.f.ConstInt(ir.TI64, int64(a.Size)-from), d)
	m := x.pre.New(ir.OpNeg, ir.TI64, x.pos, d)
	beyond := x.pre.New(ir.OpLeS, ir.TBool, x.pos, x.plusIn(x.pre, last, int64(b.Size)), m)
	return x.pre.New(ir.OpOr, ir.TBool, x.pos, behind, beyond)
}

// Apart computes, at the end of the loop's preheader, whether two accesses that walk alike are, in each iteration, at one
// place or at least so many bytes apart.
func (l *Legal) Apart(a, b *analysis.Access, bytes int64) *ir.Value {
	x := &exec{Plan: &Plan{Legal: l}, l: l, f: l.F, pre: l.Loop.Preheader, pos: l.Loop.Header.Loop.Position(), addrs: map[addrKey]*ir.Value{}}
	d := x.distance(a, b)
	far := x.pre.New(ir.OpLeU, ir.TBool, x.pos, x.f.ConstInt(ir.TI64, 2*bytes-1), x.plusIn(x.pre, d, bytes-1))
	same := x.pre.New(ir.OpEq, ir.TBool, x.pos, d, x.f.ConstInt(ir.TI64, 0))
	return x.pre.New(ir.OpOr, ir.TBool, x.pos, far, same)
}
