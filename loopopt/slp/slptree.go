package slp

import (
	"encoding/binary"
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// maxPackNodes bounds the vectors of one expression.
const maxPackNodes = 64

// packKind is how a vector of a tree comes about.
type packKind uint8

const (
	packOp       packKind = iota // by the operation of its lanes
	packSplat                    // from the scalar that all lanes are
	packScalar                   // not at all: the condition of a Select, for all lanes
	packTable                    // from memory: constants
	packInsert                   // from scalars, one by one
	packLoad                     // from memory that lies in order
	packReversed                 // the other way round
	packRegion                   // from a piece of memory, see packRegion
	packCarried                  // from the iteration before
)

// packNode is a vector: lane k of it is vals[k].
type packNode struct {
	kind packKind
	vals []*ir.Value
	args []*packNode
	typ  ir.Type
	sub  []bool // the lanes of a packOp that subtract where others add; nil if none does

	first  memberLoad // of loads: lane 0
	elems  []int      // of packRegion: the element of the region that each lane is
	region *memRegion

	vec *ir.Value // once made
}

// tree is an expression of vectors, arguments before what uses them.
type tree struct {
	s       *packer
	carried *carried // of what a loop carries; nil for others
	nodes   []*packNode
	regions []*memRegion
}

// tree is the expression of vectors whose lanes are vals, or nil if they are not of one shape.
func (s *packer) tree(vals []*ir.Value) *tree {
	t := &tree{s: s}
	if t.node(vals) == nil || !t.findRegions() {
		return nil
	}
	return t
}

// node finds or makes the vector of vals; nil if there is none.
func (t *tree) node(vals []*ir.Value) *packNode {
	for _, n := range t.nodes {
		if slices.Equal(n.vals, vals) {
			return n
		}
	}
	if len(t.nodes) >= maxPackNodes || vals[0].Type.IsVector() || vals[0].Type.Elem == ir.Ptr {
		return nil
	}
	n := &packNode{vals: slices.Clone(vals), typ: vals[0].Type.WithLanes(len(vals))}
	if !t.classify(n) {
		return nil
	}
	t.nodes = append(t.nodes, n)
	return n
}

func (t *tree) classify(n *packNode) bool {
	v := n.vals[0]
	every := func(f func(w *ir.Value) bool) bool {
		return !slices.ContainsFunc(n.vals, func(w *ir.Value) bool { return !f(w) })
	}
	if !every(func(w *ir.Value) bool { return w.Type == v.Type }) {
		return false
	}
	mask := v.Type.IsMask()
	switch {
	case every(func(w *ir.Value) bool { return w == v || w.IsConst() && v.IsConst() && w.AuxInt == v.AuxInt }):
		n.kind = packSplat
		return !mask
	case every(func(w *ir.Value) bool { return w.IsConst() }):
		n.kind = packTable
		return !mask
	case laneOp(v) && every(func(w *ir.Value) bool {
		return w.Op == v.Op && w.Block == t.s.b && laneOp(w) && w.Args[0].Type == v.Args[0].Type
	}):
		return t.operation(n)
	case v.Type.Elem.IsFloat() && every(func(w *ir.Value) bool {
		return (w.Op == ir.OpAdd || w.Op == ir.OpSub) && w.Block == t.s.b
	}):
		return t.operation(n)
	case t.carried != nil && every(func(w *ir.Value) bool { return w.Op == ir.OpPhi && w.Block == t.carried.l.Header }):
		n.kind = packCarried
		return !mask
	case mask:
		return false
	case every(func(w *ir.Value) bool { return w.Op == ir.OpLoad && w.Block == t.s.b }) && t.loads(n):
		return true
	}
	n.kind = packInsert
	return true
}

// operation finds the arguments of n.
func (t *tree) operation(n *packNode) bool {
	n.kind = packOp
	args := make([][]*ir.Value, len(n.vals[0].Args))
	like := -1 // the lane whose operands stand in the order to follow
	if slices.ContainsFunc(n.vals, func(w *ir.Value) bool { return w.Op != n.vals[0].Op }) {
		n.sub = make([]bool, len(n.vals))
		for k, v := range n.vals {
			if n.sub[k] = v.Op == ir.OpSub; n.sub[k] {
				like = k
			}
		}
	}
	for k, v := range n.vals {
		swap := false
		if (k > 0 || like > 0) && len(args) == 2 && v.Op.HasAny(ir.FlagCommutative) {
			var x, y *ir.Value
			if like >= 0 {
				x, y = n.vals[like].Args[0], n.vals[like].Args[1]
			} else {
				x, y = args[0][k-1], args[1][k-1]
			}
			swap = t.alike(x, v.Args[1])+t.alike(y, v.Args[0]) > t.alike(x, v.Args[0])+t.alike(y, v.Args[1])
		}
		for i, a := range v.Args {
			if swap {
				i = 1 - i
			}
			args[i] = append(args[i], a)
		}
	}
	n.args = make([]*packNode, len(args))
	for i, a := range args {
		if n.vals[0].Op == ir.OpSelect && i == 0 &&
			!slices.ContainsFunc(a, func(w *ir.Value) bool { return w != a[0] }) {
			n.args[i] = &packNode{kind: packScalar, vec: a[0]}
			continue
		}
		if n.args[i] = t.node(a); n.args[i] == nil {
			return false
		}
	}
	return true
}

// alike says how well b stands in the lane beside a.
func (t *tree) alike(a, b *ir.Value) int {
	switch {
	case a == b:
		return 4
	case a.Op == ir.OpLoad && b.Op == ir.OpLoad && a.Block == t.s.b && b.Block == t.s.b:
		if memberOf(a).near(memberOf(b)) {
			return 3
		}
		return 1
	case t.s.shape(a) == t.s.shape(b):
		return 2
	case a.Op == b.Op:
		return 1
	}
	return 0
}

// vectorPrice is what n takes as a vector, without the memory that it comes from.
func (t *tree) vectorPrice(n *packNode) (float32, bool) {
	info := t.s.t
	switch n.kind {
	case packOp:
		c := info.Cost(joined(n.vals[0].Op), n.typ, n.vals[0].Args[0].Type.WithLanes(len(n.vals)))
		if n.sub == nil {
			c = info.Cost(n.vals[0].Op, n.typ, n.vals[0].Args[0].Type.WithLanes(len(n.vals)))
		} else {
			bits := n.typ.WithElem(ir.IntElem(n.typ.Elem.Size()))
			c = c.Plus(info.Cost(ir.OpXor, bits, bits))
		}
		return c.Uops, c.Legal
	case packSplat:
		if n.vals[0].IsConst() || t.invariant(n) || t.broadcast(n.vals[0]) {
			return 0, true // what an instruction reads, or done once, or what the load does as well
		}
		c := info.Cost(ir.OpSplat, n.typ, n.typ.Scalar())
		return c.Uops, c.Legal
	case packTable, packLoad, packReversed:
		c := info.MemoryCost(tti.Access{Kind: tti.Consecutive, Type: n.typ})
		if n.kind == packReversed {
			turn := info.ShuffleCost(tti.Reverse, n.typ, 0)
			if t.straight(n) != nil {
				return turn.Uops, turn.Legal
			}
			c = c.Plus(turn)
		}
		return c.Uops, c.Legal
	case packInsert:
		if t.invariant(n) {
			return 0, true
		}
		c := info.Cost(ir.OpInsert, n.typ, n.typ).Times(len(n.vals) -
			1).Plus(info.Cost(ir.OpSplat, n.typ, n.typ.Scalar()))
		return c.Uops, c.Legal
	}
	return 0, true
}

// price is what the vectors take, in micro-operations.
func (t *tree) price() (uops float32, ok bool) {
	for _, n := range t.nodes {
		p, legal := t.vectorPrice(n)
		if !legal {
			return 0, false
		}
		uops += p
	}
	for _, r := range t.regions {
		p, legal := r.choose(t)
		if !legal {
			return 0, false
		}
		uops += p
	}
	return uops, true
}

// saves is what the scalars take that nothing needs once root takes the lanes of vectors: those whose users are all
// among them.
func (t *tree) saves(root *ir.Value) (uops float32) {
	uses := map[*ir.Value]int{}
	for _, v := range t.nodes[len(t.nodes)-1].vals {
		uses[v]++ // the chain's link
	}
	return t.dropped(uses, root)
}

// dropped is what the scalars take whose uses all go: those in uses, and those by other scalars that go, which it adds.
func (t *tree) dropped(uses map[*ir.Value]int, root *ir.Value) (uops float32) {
	seen := map[*ir.Value]bool{}
	for _, n := range slices.Backward(t.nodes) {
		if n.kind != packOp && n.kind < packLoad || n.kind == packCarried {
			continue
		}
		for _, v := range n.vals {
			if uses[v] < int(v.Uses) || seen[v] {
				continue
			}
			seen[v] = true
			uops += t.scalarPrice(v, root)
			for _, a := range v.Args {
				uses[a]++
			}
		}
	}
	return uops
}

// foldedLoad is the one argument of w that is an operand in memory, of those that may be; nil if none is.
func (t *tree) foldedLoad(w *ir.Value, may func(a *ir.Value) bool) *ir.Value {
	if !t.s.t.FoldsLoad(w.Op, w.Type) {
		return nil
	}
	for i, a := range w.Args {
		if may(a) && (i == len(w.Args)-1 || w.Op.HasAny(ir.FlagCommutative)) {
			return a
		}
	}
	return nil
}

// scalarPrice is what v takes; nothing if it is an operand in memory of what uses it.
func (t *tree) scalarPrice(v, root *ir.Value) float32 {
	if v.Op == ir.OpLoad {
		for _, n := range t.nodes {
			if n.kind != packOp || v.Uses > 1 {
				continue
			}
			for _, w := range n.vals {
				if folded := t.foldedLoad(w, func(a *ir.Value) bool { return a.Op == ir.OpLoad && a.Uses == 1 }); folded == v {
					return 0
				}
			}
		}
		if root != nil && v.Uses == 1 && t.s.t.FoldsLoad(root.Op, v.Type) {
			return 0
		}
		return t.s.t.MemoryCost(tti.Access{Kind: tti.Consecutive, Type: v.Type}).Uops
	}
	return t.s.t.Cost(v.Op, v.Type, v.Args[0].Type).Uops
}

// invariant says whether n is put together from scalars in front of the loop.
func (t *tree) invariant(n *packNode) bool {
	l := t.s.loop
	return l != nil && l.Preheader != nil && !slices.ContainsFunc(n.vals, l.ContainsValue)
}

// broadcast says whether v is a load for lanes alone, which puts it in all of them at once.
func (t *tree) broadcast(v *ir.Value) bool {
	if v.Op != ir.OpLoad {
		return false
	}
	uses := 0
	for _, n := range t.nodes {
		if n.kind != packOp {
			continue
		}
		for _, w := range n.vals {
			for _, a := range w.Args {
				if a == v {
					uses++
				}
			}
		}
	}
	return uses == int(v.Uses)
}

// emit makes the vectors, operations in front of root, and gives that of the whole expression.
func (t *tree) emit(root *ir.Value) *ir.Value {
	for _, n := range t.nodes {
		switch n.kind {
		case packOp:
			t.emitOp(root, n)
		case packSplat, packTable, packInsert:
			t.gather(n, root)
		case packLoad, packReversed:
			if n.vec == nil {
				t.emitLoad(n)
			}
		case packRegion:
			n.region.emit(t, n)
		}
	}
	return t.nodes[len(t.nodes)-1].vec
}

// emitOp makes the operation of n. Lanes that subtract add the negative, which is the same number.
func (t *tree) emitOp(root *ir.Value, n *packNode) {
	b, v := t.s.b, n.vals[0]
	args := make([]*ir.Value, len(n.args))
	for i, a := range n.args {
		args[i] = a.vec
	}
	op := v.Op
	if n.sub != nil {
		op = ir.OpAdd
		signs := &packNode{kind: packTable, typ: n.typ.WithElem(ir.IntElem(n.typ.Elem.Size()))}
		for _, sub := range n.sub {
			sign := uint64(0)
			if sub {
				sign = 1 << (8*n.typ.Elem.Size() - 1)
			}
			signs.vals = append(signs.vals, t.s.f.Const(signs.typ.Scalar(), sign))
		}
		t.gather(signs, root)
		args[1] = b.InsertBefore(root, ir.OpBitcast, signs.typ, v.Pos, args[1])
		args[1] = b.InsertBefore(root, ir.OpXor, signs.typ, v.Pos, args[1], signs.vec)
		args[1] = b.InsertBefore(root, ir.OpBitcast, n.typ, v.Pos, args[1])
	}
	n.vec = b.InsertBefore(root, op, n.typ, v.Pos, args...)
	n.vec.FP = v.FP
	for _, w := range n.vals {
		n.vec.FP = n.vec.FP.And(w.FP)
	}
}

// gather makes the vector of n from scalars: in front of root, or of the loop if they are known there.
func (t *tree) gather(n *packNode, root *ir.Value) {
	v, f := n.vals[0], t.s.f
	put := func(op ir.Op, pos ir.Pos, args ...*ir.Value) *ir.Value {
		if root == nil || t.invariant(n) {
			return t.s.loop.Preheader.New(op, n.typ, pos, args...)
		}
		return t.s.b.InsertBefore(root, op, n.typ, pos, args...)
	}
	switch n.kind {
	case packSplat:
		if v.IsConst() {
			n.vec = f.Const(n.typ, uint64(v.AuxInt))
			return
		}
		n.vec = put(ir.OpSplat, v.Pos, v)
	case packTable:
		var data []byte
		for _, v := range n.vals {
			data = append(data, binary.LittleEndian.AppendUint64(nil, uint64(v.AuxInt))[:n.typ.Elem.Size()]...)
		}
		p := f.Arg(ir.OpTablePtr, f.NewTable(ir.Table{Name: "lanes", Elem: n.typ.Elem, Data: data}))
		n.vec = put(ir.OpLoad, v.Pos, p, f.ConstInt(ir.TI64, 0))
		n.vec.Scale = int32(n.typ.Elem.Size())
	default:
		n.vec = put(ir.OpSplat, v.Pos, v)
		for k, w := range n.vals[1:] {
			n.vec = put(ir.OpInsert, w.Pos, n.vec, w)
			n.vec.AuxInt = int64(k + 1)
		}
	}
}
