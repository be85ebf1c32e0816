package scalar

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Rematerialize rematerializes addresses in the kernel's frame, so that none is live across a poll, where the
// stack may move.
//
// Before:
//
//	p := &buf[k]; for { … *p …; Poll; p = p + 4 }
//
// After:
//
//	o := 4*k; for { p := &buf[0] + o; … *p …; Poll; o = o + 4 }
//
// A pointer is an object and an offset. The address of an object is recomputed at each use, at no cost, so only the
// offset is live across the poll. Where a pointer may point into one of several objects, a number identifies the
// object, and the address is selected at the use. Before loops that do not poll, the address is computed once.
//
// Legal always. Pays nothing: it is the contract with package isel.
// Reads nothing; leaves addresses in the frame that are used in the block that computes them, before the next poll,
// or in loops behind that block that do not poll.
// Remarks: none.
func Rematerialize(f *ir.Func) bool {
	if len(f.Locals) == 0 {
		return false // nothing is in the frame
	}
	a := &rematerializer{f: f, root: f.NewValues(f.NumValues()), framed: f.NewFlags(f.NumValues())}
	if !a.find() {
		return false
	}
	a.loops = analysis.FindLoops(f, f.Dominators())
	for _, b := range f.Blocks {
		a.block(b)
	}
	f.RemoveDead()
	return true
}

type rematerializer struct {
	f      *ir.Func
	root   []*ir.Value // by value ID: the one object a pointer points into, or severalRoots
	framed []bool      // by value ID: a pointer that may point into the frame, other than an object's own address
	pos    []spot      // by value ID, as far as known
	loops  *analysis.LoopInfo
	number map[*ir.Value]int64 // of each object that a number identifies
	roots  []*ir.Value         // by number
	made   map[madeKey]*ir.Value
	strip  int // number of polls seen
}

// severalRoots stands for pointers that may point into one of several objects.
var severalRoots = &ir.Value{}

// spot is a decomposed pointer: object + index*scale + disp. If several objects are possible, which is the number of
// one.
type spot struct {
	known  bool
	object *ir.Value
	which  *ir.Value
	index  *ir.Value // nil is 0
	scale  int64
	disp   int64
}

// madeKey identifies an address made for the uses of pointer p in a block, between two polls. Strip -1 is the end of
// the block, for the loops behind it.
type madeKey struct {
	p     *ir.Value
	b     *ir.Block
	strip int
}

// find finds the pointers into the frame, and the object of every pointer. It reports whether there is anything to do.
func (a *rematerializer) find() bool {
	polls, any := false, false
	order := a.f.ReversePostorder()
	for changed := true; changed; {
		changed = false
		for v := range ir.Values(order) {
			polls = polls || v.Op.Yields()
			if v.Type != ir.TPtr {
				continue
			}
			root, framed := v, false
			if n := pointerArgs(v); len(n) > 0 {
				root = nil
				for _, p := range n {
					framed = framed || a.framed[p.ID] || p.Op == ir.OpLocalPtr
					switch r := a.root[p.ID]; {
					case r == nil:
					case root == nil:
						root = r
					case root != r:
						root = severalRoots
					}
				}
			}
			if a.root[v.ID] != root || a.framed[v.ID] != framed {
				a.root[v.ID], a.framed[v.ID], changed = root, framed, true
			}
			any = any || framed
		}
	}
	return polls && any
}

// pointerArgs returns the pointers that v, a pointer, selects from or is derived from.
func pointerArgs(v *ir.Value) []*ir.Value {
	switch v.Op {
	case ir.OpPtrAdd:
		return v.Args[:1]
	case ir.OpSelect:
		return v.Args[1:]
	case ir.OpPhi:
		return v.Args
	}
	return nil
}

// block replaces the pointers into the frame that values of b use.
func (a *rematerializer) block(b *ir.Block) {
	for i := 0; i < len(b.Values); i++ {
		v := b.Values[i]
		if v.Op.Yields() {
			a.strip++
			continue
		}
		if v.Type == ir.TPtr {
			continue // the remaining uses of these are dead in the end
		}
		for k, p := range v.Args {
			if p.Type == ir.TPtr && a.framed[p.ID] {
				a.use(v, k, p)
				for b.Values[i] != v { // a value was inserted before it
					i++
				}
			}
		}
	}
	a.strip++
}

// use recomputes p, which is argument k of v.
func (a *rematerializer) use(v *ir.Value, k int, p *ir.Value) {
	s := a.spotOf(p)
	if s.which == nil && s.index == nil && v.Op.IsMemory() {
		if off := int64(v.Off) + s.disp; off == int64(int32(off)) {
			v.SetArg(k, s.object)
			v.Off = int32(off)
			return
		}
	}
	key := madeKey{p, v.Block, a.strip}
	at := v
	if pre := a.front(v.Block, &s); pre != nil {
		key, at = madeKey{p, pre, -1}, nil
	}
	q := a.made[key]
	if q == nil {
		q = a.address(&s, key.b, at, v.Pos)
		if a.made == nil {
			a.made = map[madeKey]*ir.Value{}
		}
		a.made[key] = q
	}
	v.SetArg(k, q)
}

// front returns the preheader of the outermost loop around b that does not poll and in which the parts of s are
// invariant, or nil if there is none.
func (a *rematerializer) front(b *ir.Block, s *spot) *ir.Block {
	var pre *ir.Block
	for l := a.loops.Of(b); l != nil && l.Preheader != nil && !polls(l); l = l.Parent {
		if s.index != nil && !l.Invariant(s.index) || s.which != nil && !l.Invariant(s.which) {
			break
		}
		pre = l.Preheader
	}
	return pre
}

func polls(l *analysis.Loop) bool {
	for v := range l.Values() {
		if v.Op.Yields() {
			return true
		}
	}
	return false
}

// address computes the pointer that s describes, before the value at, or at the end of b if at is nil.
func (a *rematerializer) address(s *spot, b *ir.Block, at *ir.Value, pos ir.Pos) *ir.Value {
	put := func(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value { return emitAt(b, at, op, t, pos, args...) }
	base := s.object
	if s.which != nil {
		base = a.roots[0]
		for n, r := range a.roots[1:] {
			base = put(ir.OpSelect, ir.TPtr, put(ir.OpEq, ir.TBool, s.which, a.f.ConstInt(ir.TI64, int64(n)+1)),
				r, base)
		}
	}
	if s.index == nil && s.disp == 0 {
		return base
	}
	index, scale, disp := s.index, s.scale, s.disp
	if index == nil {
		index, scale = a.f.ConstInt(ir.TI64, 0), 1
	}
	if disp != int64(int32(disp)) || scale != int64(int32(scale)) {
		index, scale, disp = a.bytes(s, b, at, pos), 1, 0
	}
	p := put(ir.OpPtrAdd, ir.TPtr, base, index)
	p.Scale, p.Off = int32(scale), int32(disp)
	return p
}

// emitAt creates a value before at, or at the end of b if at is nil.
func emitAt(b *ir.Block, at *ir.Value, op ir.Op, t ir.Type, pos ir.Pos, args ...*ir.Value) *ir.Value {
	if at == nil {
		return b.New(op, t, pos, args...)
	}
	return b.InsertBefore(at, op, t, pos, args...)
}

// bytes returns the offset of s from its object as one value.
func (a *rematerializer) bytes(s *spot, b *ir.Block, at *ir.Value, pos ir.Pos) *ir.Value {
	if s.index == nil {
		return a.f.ConstInt(ir.TI64, s.disp)
	}
	x := s.index
	if s.scale != 1 {
		x = emitAt(b, at, ir.OpMul, ir.TI64, pos, x, a.f.ConstInt(ir.TI64, s.scale))
	}
	if s.disp != 0 {
		x = emitAt(b, at, ir.OpAdd, ir.TI64, pos, x, a.f.ConstInt(ir.TI64, s.disp))
	}
	return x
}

// numberOf returns the number that identifies object r.
func (a *rematerializer) numberOf(r *ir.Value) int64 {
	n, ok := a.number[r]
	if !ok {
		n = int64(len(a.roots))
		if a.number == nil {
			a.number = map[*ir.Value]int64{}
		}
		a.number[r] = n
		a.roots = append(a.roots, r)
	}
	return n
}

// spotOf decomposes the pointer p. It computes the parts in the block of p.
func (a *rematerializer) spotOf(p *ir.Value) spot {
	if int(p.ID) < len(a.pos) && a.pos[p.ID].known {
		return a.pos[p.ID]
	}
	if a.pos == nil {
		a.pos = make([]spot, a.f.NumValues())
	}
	s := spot{known: true, object: a.root[p.ID]}
	switch p.Op {
	case ir.OpPtrAdd:
		s = a.plus(p)
	case ir.OpSelect:
		x, y := a.spotOf(p.Args[1]), a.spotOf(p.Args[2])
		pick := func(u, v *ir.Value) *ir.Value {
			return emitAt(p.Block, p, ir.OpSelect, ir.TI64, p.Pos, p.Args[0], u, v)
		}
		s.index, s.scale = pick(a.bytes(&x, p.Block, p, p.Pos), a.bytes(&y, p.Block, p, p.Pos)), 1
		if s.object == severalRoots {
			s.which = pick(a.whichOf(&x), a.whichOf(&y))
		}
	case ir.OpPhi:
		s.index, s.scale = p.Block.NewPhi(ir.TI64, p.Pos), 1
		if s.object == severalRoots {
			s.which = p.Block.NewPhi(ir.TI64, p.Pos)
		}
		a.pos[p.ID] = s
		for i, q := range p.Args {
			x := a.spotOf(q)
			s.index.AddArg(a.bytes(&x, p.Block.Preds[i], nil, p.Pos))
			if s.which != nil {
				s.which.AddArg(a.whichOf(&x))
			}
		}
	}
	a.pos[p.ID] = s
	return s
}

func (a *rematerializer) whichOf(s *spot) *ir.Value {
	if s.which != nil {
		return s.which
	}
	return a.f.ConstInt(ir.TI64, a.numberOf(s.object))
}

// plus decomposes a PtrAdd.
func (a *rematerializer) plus(p *ir.Value) spot {
	s := a.spotOf(p.Args[0])
	switch index, scale := p.Args[1], int64(p.Scale); {
	case index.IsConst():
		s.disp += index.Int()*scale + int64(p.Off)
		return s
	case s.index == nil:
		s.index, s.scale = index, scale
	case s.index == index && s.scale+scale == int64(int32(s.scale+scale)):
		s.scale += scale
	default:
		mul := func(x *ir.Value, n int64) *ir.Value {
			if n == 1 {
				return x
			}
			return emitAt(p.Block, p, ir.OpMul, ir.TI64, p.Pos, x, a.f.ConstInt(ir.TI64, n))
		}
		s.index = emitAt(p.Block, p, ir.OpAdd, ir.TI64, p.Pos, mul(s.index, s.scale), mul(index, scale))
		s.scale = 1
	}
	s.disp += int64(p.Off)
	return s
}
