package slp

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/scalar"
	"hotloop/loopopt/tti"
)

const (
	// minPackLoads is the minimum number of scalar loads in a block that SLP examines: two lanes of two operands.
	minPackLoads = 4
	// maxPackBlock is the maximum number of values in a block that SLP examines, because each packing renumbers
	// them.
	maxPackBlock = 1 << 12
	// minSummed is the minimum number of adjacent elements whose sum is vectorized. With fewer, the shuffles and
	// additions that reduce a vector take as long as the additions that they replace.
	minSummed = 8
	// packSlack is the minimum number of micro-operations that vectors must save. Vectors wait for constants and
	// shuffles that scalars do not need, and a sum of micro-operations does not include this.
	packSlack = 2
)

// SLP packs isomorphic expressions of straight-line code into vectors (superword-level parallelism, Larsen and
// Amarasinghe 2000). Its seeds are the operands of a chain of operations (LLVM's horizontal reductions), the
// values of adjacent stores (slpstores.go) and loop-carried scalars (slpcarried.go).
//
// Before, in mode exact:
//
//	s := ((a[0]+a[1])+a[2])+a[3]; t := ((a[4]+a[5])+a[6])+a[7]; u := …; w := …; y := ((s+t)+u)+w
//
// After:
//
//	v := ((a[0,4,8,12]+a[1,5,9,13])+a[2,6,10,14])+a[3,7,11,15]; y := ((v.0+v.1)+v.2)+v.3
//
// Loads of nearby addresses become vector loads of the memory from the first to the last of them. Shuffles or
// structure load instructions extract the lanes (slploads.go). If the chain may be reassociated, its operands are
// sorted by address, vectors of them are combined, and the lanes of the last vector are reduced: the sum of a[0]
// to a[31] becomes the sum of two vectors, reduced.
//
// Legal if nothing is stored between the loads of a memory region. The region is loaded at the last of these loads,
// after all their checks; everything between two elements of an object is part of the object. Each lane executes
// the operations of its scalars in their order. Chains are reassociated for integers, min and max, and for floats
// with reassoc.
// Pays if the removed operations take more micro-operations than the vectors, shuffles and extractions.
// Reads disable_nonforced; leaves nothing.
// Remarks: isomorphic expressions vectorized.
func SLP(f *ir.Func, opt *config.Options) bool {
	if opt.NoVectorize || opt.Knobs.NoSLP {
		return false
	}
	changed := false
	var loops *analysis.LoopInfo
	for _, b := range f.Blocks {
		loads := 0
		for _, v := range b.Walk() {
			if v.Op == ir.OpLoad && !v.Type.IsVector() && !v.Header() {
				loads++
			}
		}
		if loads < minPackLoads || len(b.Values) > maxPackBlock {
			continue
		}
		if loops == nil {
			loops = analysis.FindLoops(f, f.Dominators())
		}
		l := loops.Of(b)
		if l != nil && l.Header.Loop.Has("disable_nonforced") {
			continue
		}
		s := packer{f: f, b: b, loop: l, t: opt.Target, remarks: opt.Remarks, inner: map[*ir.Value]bool{}}
		s.number()
		if s.carriedValues() {
			changed, loops = true, nil // adds blocks on the exits
		}
		changed = s.stores() || changed
		for _, v := range slices.Backward(slices.Clone(b.Values)) { // a chain follows the chains that it contains
			if v.Block == b && s.chain(v) {
				changed = true
				s.number()
			}
		}
	}
	if changed {
		f.ElimCopies()
		f.RemoveDead()
	}
	return changed
}

// packer looks for isomorphic expressions in a block.
type packer struct {
	f       *ir.Func
	b       *ir.Block
	loop    *analysis.Loop // the innermost loop that contains b, or nil
	t       tti.Info
	remarks *remark.Sink
	inner   map[*ir.Value]bool // chain links already visited
	*tables
}

// tables are indexed by value ID and describe the values at the most recent call of number. They are attached to
// the function's memory.
type tables struct {
	at     []int32  // position of the value in the block
	writes []int32  // of loads: number of preceding writes and polls
	shapes []uint64 // equal for expressions with the same operations on the same kinds of operands; 0: no shape
}

// Release does nothing: the next user clears the tables.
func (t *tables) Release() {}

// Bytes returns the size of the tables.
func (t *tables) Bytes() int { return 4*len(t.at) + 4*len(t.writes) + 8*len(t.shapes) }

// resize makes the tables n zeros long.
func (t *tables) resize(n int) {
	t.at, t.writes, t.shapes = zeros(t.at, n), zeros(t.writes, n), zeros(t.shapes, n)
}

// zeros returns a table of n zeros, reusing the memory of t if it is large enough.
func zeros[T any](t []T, n int) []T {
	if cap(t) < n {
		return make([]T, n, n+n/4)
	}
	clear(t[:n])
	return t[:n]
}

// number computes the positions and shapes of the block's values.
func (s *packer) number() {
	s.f.Spend(len(s.b.Values) * ir.StepsPerLook)
	s.tables = ir.Attached[tables](s.f)
	s.resize(s.f.NumValues())
	writes := int32(0)
	for i, v := range s.b.Values {
		s.at[v.ID] = int32(i)
		if v.Op.HasAny(ir.FlagWrites) || v.Op.Yields() {
			writes++
		}
		h := uint64(v.Type.Elem) + 1
		switch {
		case v.Op == ir.OpLoad && !v.Type.IsVector() && !v.Header():
			s.writes[v.ID] = writes
			h += 1 << 8
		case laneOp(v):
			h += uint64(v.Op) << 16
			for _, a := range v.Args {
				k := s.shape(a)
				if !v.Op.HasAny(ir.FlagCommutative) {
					h *= 0x9e3779b97f4a7c15
				}
				h += k * k * 0xbf58476d1ce4e5b9
			}
			h ^= h >> 29
		default:
			continue
		}
		s.shapes[v.ID] = h
	}
}

// place returns the position of v in the block, or 0 if v was created after numbering.
func (s *packer) place(v *ir.Value) int32 {
	if int(v.ID) < len(s.at) {
		return s.at[v.ID]
	}
	return 0
}

// writesBefore returns the number of writes and polls before a load.
func (s *packer) writesBefore(v *ir.Value) int32 {
	if int(v.ID) < len(s.writes) {
		return s.writes[v.ID]
	}
	return 0
}

// shape returns the shape of v, which need not be a value of the block.
func (s *packer) shape(v *ir.Value) uint64 {
	if int(v.ID) < len(s.shapes) && s.shapes[v.ID] != 0 {
		return s.shapes[v.ID]
	}
	if v.IsConst() {
		return uint64(v.Type.Elem)<<4 + 3
	}
	return uint64(v.Type.Elem)<<4 + 5
}

// laneOp reports whether v is a scalar operation that vectors execute lane by lane.
func laneOp(v *ir.Value) bool {
	return !v.Type.IsVector() && v.Op.HasAny(ir.FlagElementwise) &&
		!v.Op.HasAny(ir.FlagPartial|ir.FlagAux|ir.FlagMath) && len(v.Args) > 0 &&
		v.Type.Elem != ir.Ptr && v.Args[0].Type.Elem != ir.Ptr
}

// chain packs the operands of the chain of operations that ends in root.
func (s *packer) chain(root *ir.Value) bool {
	if !chains(root) || s.inner[root] {
		return false
	}
	var leaves []*ir.Value
	regroup := regroups(root)
	if regroup {
		s.leaves(root, &leaves)
	} else {
		leaves = s.inOrder(root)
	}
	if len(leaves) < 2 {
		return false
	}
	if regroup {
		return s.fold(root, leaves)
	}
	return s.lanesOf(root, leaves)
}

// chains reports whether v's operation can form a chain.
func chains(v *ir.Value) bool {
	if v.Type.IsVector() || v.Type.IsMask() {
		return false
	}
	switch v.Op {
	case ir.OpAdd, ir.OpMul, ir.OpMin, ir.OpMax, ir.OpMinNum, ir.OpMaxNum, ir.OpMinS, ir.OpMaxS, ir.OpMinU, ir.OpMaxU,
		ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpSub:
		return v.Type.Elem.IsInt() || v.Type.Elem.IsFloat()
	}
	return false
}

// regroups reports whether the operands of a chain of v may be combined in any order.
func regroups(v *ir.Value) bool {
	switch v.Op {
	case ir.OpSub, ir.OpMinNum, ir.OpMaxNum: // MinNum and MaxNum keep the second operand if one is NaN
		return false
	case ir.OpAdd, ir.OpMul:
		return !v.Type.Elem.IsFloat() || v.FP&ir.Reassoc != 0
	}
	return true
}

// links reports whether v is a link of root's chain and has no other user.
func (s *packer) links(v, root *ir.Value) bool {
	return v.Op == root.Op && v.Block == s.b && v.Uses == 1 && v.Type == root.Type && v.FP == root.FP
}

// leaves collects the operands of v's chain, in any order, and records its links.
func (s *packer) leaves(v *ir.Value, leaves *[]*ir.Value) {
	for _, a := range v.Args {
		if s.links(a, v) {
			s.inner[a] = true
			s.leaves(a, leaves)
			continue
		}
		*leaves = s.f.AppendValue(*leaves, a)
	}
}

// inOrder returns the operands of root's chain in program order. The chain starts at the first operand that has
// the shape of its last one. In (((a+b)+c)+d) + ((e+f)+g)+h, a sum of sums, that is the first of two sums of
// four.
func (s *packer) inOrder(root *ir.Value) (leaves []*ir.Value) {
	for v := root; ; {
		x, y := v.Args[0], v.Args[1]
		if !s.links(x, root) && s.links(y, root) && v.Op.HasAny(ir.FlagCommutative) {
			x, y = y, x
		}
		leaves = s.f.AppendValue(leaves, y)
		if !s.links(x, root) || laneOp(leaves[0]) && s.shape(x) == s.shape(leaves[0]) {
			leaves = s.f.AppendValue(leaves, x)
			break
		}
		s.inner[x] = true
		v = x
	}
	slices.Reverse(leaves)
	return leaves
}

// sameShape groups leaves by shape and keeps their order.
func (s *packer) sameShape(leaves []*ir.Value) (groups [][]*ir.Value) {
	shapes := make([]uint64, 0, 16) // on the stack
	groups = make([][]*ir.Value, 0, 8)
	for _, v := range leaves {
		h := s.shape(v)
		k := slices.Index(shapes, h)
		if k < 0 {
			k = len(shapes)
			shapes, groups = append(shapes, h), append(groups, nil)
		}
		groups[k] = s.f.AppendValue(groups[k], v)
	}
	return groups
}

// lanesOf packs leaves of equal shape into vectors and combines all leaves in their order.
func (s *packer) lanesOf(root *ir.Value, leaves []*ir.Value) bool {
	lane := map[*ir.Value]*ir.Value{}
	for _, g := range s.sameShape(leaves) {
		if laneOp(g[0]) {
			s.pack(root, g, s.maxLanes(root.Type), lane)
		}
	}
	if len(lane) == 0 {
		return false
	}
	var acc *ir.Value
	for _, v := range leaves {
		if x := lane[v]; x != nil {
			v = x
		}
		acc = s.join(root, acc, v)
	}
	root.CopyOf(acc)
	return true
}

// maxLanes returns the number of lanes of type t in a register of the preferred size.
func (s *packer) maxLanes(t ir.Type) int { return s.t.PreferBytes() / t.Elem.Size() }

// pack packs leaves into vectors of lanes lanes, or of fewer if that does not pay, and records the lane of each
// leaf.
func (s *packer) pack(root *ir.Value, leaves []*ir.Value, lanes int, lane map[*ir.Value]*ir.Value) {
	for len(leaves) >= 2 && lanes >= 2 {
		lanes = min(lanes, 1<<(bits.Len(uint(len(leaves)))-1))
		if !s.packLanes(root, leaves[:lanes], lane) {
			s.pack(root, leaves[:lanes], lanes/2, lane)
		}
		leaves = leaves[lanes:]
	}
}

// packLanes packs leaves into a vector before root if that pays.
func (s *packer) packLanes(root *ir.Value, leaves []*ir.Value, lane map[*ir.Value]*ir.Value) bool {
	t := s.tree(leaves)
	if t == nil {
		return false
	}
	price, ok := t.price()
	extract := s.t.Cost(ir.OpExtract, root.Type, root.Type.WithLanes(len(leaves)))
	price += extract.Uops * float32(len(leaves))
	if !ok || !extract.Legal || price+packSlack > t.saves(root) {
		return false
	}
	v := t.emit(root)
	for k, w := range leaves {
		x := s.b.InsertBefore(root, ir.OpExtract, w.Type, w.Pos, v)
		x.AuxInt = int64(k)
		lane[w] = x
	}
	s.report(root, len(leaves))
	return true
}

func (s *packer) report(root *ir.Value, lanes int) {
	s.remarks.Passed(s.f, "slp", root.Pos, "isomorphic expressions vectorized",
		remark.Arg{Name: "VF", Value: lanes})
}

// fold combines leaves in the cheapest order: first vectors of leaves of equal shape, then their lanes.
func (s *packer) fold(root *ir.Value, leaves []*ir.Value) bool {
	var rest []*ir.Value
	var acc *ir.Value
	for _, g := range s.sameShape(leaves) {
		least := minSummed
		if laneOp(g[0]) {
			least = minPackLoads
		} else if g[0].Op != ir.OpLoad || g[0].Block != s.b {
			for _, v := range g {
				rest = s.f.AppendValue(rest, v)
			}
			continue
		}
		for _, run := range s.runs(g) {
			v, n := (*ir.Value)(nil), 0
			if len(run) >= least {
				v, n = s.foldRun(root, run)
			}
			if v != nil {
				acc = s.join(root, acc, v)
			}
			for _, v := range run[n:] {
				rest = s.f.AppendValue(rest, v)
			}
		}
	}
	if acc == nil {
		return false
	}
	for _, v := range rest {
		acc = s.join(root, acc, v)
	}
	root.CopyOf(acc)
	return true
}

// runs sorts leaves of equal shape by the address of their first load. It splits them where the object changes or
// the distance is too large for lanes of one vector; leaves that are loads themselves are split unless they are
// adjacent.
func (s *packer) runs(leaves []*ir.Value) (runs [][]*ir.Value) {
	type placed struct {
		v  *ir.Value
		at memberLoad
	}
	var all []placed
	for _, v := range leaves {
		l := s.firstLoad(v, 0)
		if l == nil {
			return [][]*ir.Value{leaves}
		}
		all = append(all, placed{v, memberOf(l)})
	}
	slices.SortStableFunc(all, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.at.base.ID, b.at.base.ID), cmp.Compare(a.at.index.ID(), b.at.index.ID()),
			cmp.Compare(a.at.off, b.at.off))
	})
	for k, x := range all {
		far := int64(8)
		if x.v == x.at.load {
			far = 1
		}
		if k == 0 || !x.at.near(all[k-1].at) || x.at.off-all[k-1].at.off > far*int64(x.at.load.Type.Size()) {
			runs = append(runs, nil)
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], x.v)
	}
	return runs
}

// firstLoad returns the first load in the expression v, or nil if there is none within a few levels.
func (s *packer) firstLoad(v *ir.Value, depth int) *ir.Value {
	if v.Op == ir.OpLoad && v.Block == s.b && !v.Type.IsVector() && !v.Header() {
		return v
	}
	if depth < 8 && v.Block == s.b && laneOp(v) {
		for _, a := range v.Args {
			if l := s.firstLoad(a, depth+1); l != nil {
				return l
			}
		}
	}
	return nil
}

// foldRun reduces the first n leaves with vectors before root. It returns nil if that does not pay.
func (s *packer) foldRun(root *ir.Value, leaves []*ir.Value) (sum *ir.Value, n int) {
	most := min(s.maxLanes(root.Type), 1<<(bits.Len(uint(len(leaves)))-1))
	for lanes := most; lanes >= min(4, most) && lanes > 1; lanes /= 2 {
		t := root.Type.WithLanes(lanes)
		reduce := reductions[root.Op]
		fold, join := s.t.Cost(reduce, root.Type, t), s.t.Cost(root.Op, t, t)
		if !fold.Legal || !join.Legal {
			continue
		}
		parts := len(leaves) / lanes
		saved := float32(parts*lanes-1) * s.t.Cost(root.Op, root.Type, root.Type).Uops
		price := fold.Uops + float32(parts-1)*join.Uops
		trees := make([]*tree, parts)
		ok := true
		for k := range trees {
			trees[k] = s.tree(leaves[k*lanes:][:lanes])
			if ok = trees[k] != nil; !ok {
				break
			}
			p, legal := trees[k].price()
			if ok = legal; !ok {
				break
			}
			price += p
			saved += trees[k].saves(root)
		}
		if !ok || price >= saved {
			continue
		}
		for _, t := range trees {
			sum = s.join(root, sum, t.emit(root))
		}
		v := s.b.InsertBefore(root, reduce, root.Type, root.Pos, sum)
		v.FP = root.FP
		s.report(root, lanes)
		return v, parts * lanes
	}
	return nil, 0
}

// reductions maps an operation to the reduction of a vector's lanes.
var reductions = map[ir.Op]ir.Op{
	ir.OpAdd: ir.OpReduceAdd, ir.OpMul: ir.OpReduceMul, ir.OpAnd: ir.OpReduceAnd, ir.OpOr: ir.OpReduceOr,
	ir.OpXor: ir.OpReduceXor,
	ir.OpMin: ir.OpReduceMin, ir.OpMax: ir.OpReduceMax, ir.OpMinS: ir.OpReduceMinS, ir.OpMaxS: ir.OpReduceMaxS,
	ir.OpMinU: ir.OpReduceMinU, ir.OpMaxU: ir.OpReduceMaxU,
}

// join applies root's operation to a, which may be nil, and b, before root.
func (s *packer) join(root, a, b *ir.Value) *ir.Value {
	if a == nil {
		return b
	}
	v := s.b.InsertBefore(root, root.Op, a.Type, root.Pos, a, b)
	v.FP = root.FP
	return v
}

// memberLoad is a load at a constant offset from a pointer and an index.
type memberLoad struct {
	load, base *ir.Value
	index      scalar.Sum
	off        int64
}

// memberOf decomposes the address of a load.
func memberOf(v *ir.Value) memberLoad {
	m := memberLoad{load: v, base: v.Args[0], off: int64(v.Off)}
	index, c := scalar.SplitSum(v.Args[1])
	if c > math.MaxInt32 || c < math.MinInt32 {
		index, c = scalar.Sum{X: v.Args[1]}, 0
	}
	m.index = index
	m.off += c * int64(v.Scale)
	for m.base.Op == ir.OpPtrAdd && m.base.Args[1].IsConst() {
		m.off += m.base.Args[1].Int()*int64(m.base.Scale) + int64(m.base.Off)
		m.base = m.base.Args[0]
	}
	return m
}

// near reports whether m and n are at a constant distance.
func (m memberLoad) near(n memberLoad) bool {
	return m.base == n.base && m.index == n.index && (m.index == scalar.Sum{} || m.load.Scale == n.load.Scale) &&
		m.load.Type == n.load.Type
}
