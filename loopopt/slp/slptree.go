package slp

import (
	"encoding/binary"
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// maxPackNodes is the maximum number of vectors of one tree.
const maxPackNodes = 64

// packKind is the way in which a vector of a tree is computed.
type packKind uint8

const (
	packOp       packKind = iota // by the vector form of its lanes' operation
	packSplat                    // by broadcasting the scalar that all lanes are equal to
	packScalar                   // not a vector: the condition of a Select, for all lanes
	packTable                    // constants loaded from memory
	packInsert                   // by inserting scalars one by one
	packLoad                     // by loading consecutive elements
	packReversed                 // by loading consecutive elements and reversing them
	packRegion                   // from a memory region, see memRegion
	packCarried                  // loop-carried from the previous iteration
)

// packNode is a vector; vals[k] is its lane k.
type packNode struct {
	kind packKind
	vals []*ir.Value
	args []*packNode
	typ  ir.Type
	sub  []bool // lanes of a packOp that subtract where others add; nil if there are none

	first  memberLoad // of loads: the load of lane 0
	elems  []int      // of packRegion: the element of the region in each lane
	region *memRegion

	vec *ir.Value // nil until created
}

// tree is a vector expression; its nodes are ordered with arguments before users.
type tree struct {
	s       *packer
	carried *carried // for loop-carried scalars; else nil
	nodes   []*packNode
	regions []*memRegion
}

// tree returns the vector expression whose lanes are vals, or nil if they do not have the same shape.
func (s *packer) tree(vals []*ir.Value) *tree {
	t := &tree{s: s}
	if t.node(vals) == nil || !t.findRegions() {
		return nil
	}
	return t
}

// node finds or creates the vector of vals; nil if it is not possible.
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

// operation determines the arguments of n.
func (t *tree) operation(n *packNode) bool {
	n.kind = packOp
	args := make([][]*ir.Value, len(n.vals[0].Args))
	like := -1 // the lane whose operand order the others follow
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

// alike scores how well b matches a as the operand of another lane.
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

// vectorPrice returns the cost of n as a vector, excluding its memory region.
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
			return 0, true // operand of an instruction, loop-invariant, or done by the load
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

// price returns the cost of the vectors in micro-operations.
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

// saves returns the cost of the scalars that are unused after root takes the lanes of vectors: those whose users
// are all among them.
func (t *tree) saves(root *ir.Value) (uops float32) {
	uses := map[*ir.Value]int{}
	for _, v := range t.nodes[len(t.nodes)-1].vals {
		uses[v]++ // used by the chain's link
	}
	return t.dropped(uses, root)
}

// dropped returns the cost of the scalars all of whose uses are removed: the uses in uses, and those by other
// removed scalars, which it adds to uses.
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

// foldedLoad returns the argument of w that becomes its memory operand, among those that may accepts; nil if
// there is none.
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

// scalarPrice returns the cost of v, which is zero if v becomes the memory operand of its user.
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

// invariant reports whether n is built from scalars that are available before the loop.
func (t *tree) invariant(n *packNode) bool {
	l := t.s.loop
	return l != nil && l.Preheader != nil && !slices.ContainsFunc(n.vals, l.ContainsValue)
}

// broadcast reports whether v is a load that only lanes use, so that a broadcast load replaces it.
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

// emit creates the vectors, with operations before root, and returns the vector of the whole expression.
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

// emitOp creates the operation of n. Lanes that subtract add the negated operand, which gives the same result.
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

// gather builds the vector of n from scalars, before root, or before the loop if they are available there.
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
