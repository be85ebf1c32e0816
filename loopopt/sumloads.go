package loopopt

import (
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// minSummed is the number of neighbours from which a sum of them is one of vectors: below, the shuffles and additions that
// fold a vector take as long as the additions that they replace.
const minSummed = 8

// sumloads sums neighbours in memory as vectors, in straight-line code: what LLVM calls a horizontal reduction in its SLP
// vectorizer.
//
// Before:
//
//	s := a[0] + a[1] + a[2] + a[3] + a[4] + a[5] + a[6] + a[7]
//
// After:
//
//	s := sum(a[0:8])
//
// Legal for integers, and for floats with reassoc, if nothing is stored between the loads. The vector is loaded where the
// last of its elements was, behind all their checks.
// Pays if the loads and additions that are left out take more micro-operations than those of vectors.
// Reads nothing; leaves nothing.
// Remarks: none.
func (p *pipe) sumloads() bool {
	if p.opt.NoVectorize {
		return false
	}
	changed := false
	for _, b := range p.f.Blocks {
		loads := 0
		for _, v := range b.Values {
			if v.Op == ir.OpLoad && v.Uses == 1 && !v.Type.IsVector() {
				loads++
			}
		}
		if loads < minSummed {
			continue
		}
		s := blockSums{b: b, t: p.opt.Target, at: map[*ir.Value]int{}}
		for i, v := range b.Values {
			s.at[v] = i
		}
		for _, v := range slices.Backward(slices.Clone(b.Values)) { // a sum comes behind those that are part of it
			if s.vectorize(v) {
				changed = true
				clear(s.at)
				for i, v := range b.Values {
					s.at[v] = i
				}
			}
		}
	}
	if changed {
		p.f.ElimCopies()
		p.f.RemoveDead()
	}
	return changed
}

// blockSums looks for sums in a block.
type blockSums struct {
	b     *ir.Block
	t     tti.Info
	at    map[*ir.Value]int // places of values in the block
	inner map[*ir.Value]bool
}

// sumRun is a number of neighbours in memory that are added.
type sumRun []memberLoad

// memberLoad is a load from a constant distance of a pointer and an index.
type memberLoad struct {
	load, base, index *ir.Value
	off               int64
}

// vectorize turns the sum that ends in root into one of vectors, if it is one.
func (s *blockSums) vectorize(root *ir.Value) bool {
	if root.Op != ir.OpAdd || root.Type.IsVector() || root.Type.Elem.IsFloat() && root.FP&ir.Reassoc == 0 || s.inner[root] {
		return false
	}
	var leaves []*ir.Value
	s.leaves(root, &leaves)
	if len(leaves) < minSummed {
		return false
	}
	runs, rest := s.runs(root, leaves)
	var sum *ir.Value
	for _, r := range runs {
		if v := s.vectors(root, r); v != nil {
			sum = s.plus(root, sum, v)
			continue
		}
		for _, m := range r {
			rest = append(rest, m.load)
		}
	}
	if sum == nil {
		return false
	}
	for _, v := range rest {
		sum = s.plus(root, sum, v)
	}
	root.CopyOf(sum)
	return true
}

// leaves collects the addends of v, a sum in the block, and notes the sums that are part of it.
func (s *blockSums) leaves(v *ir.Value, leaves *[]*ir.Value) {
	for _, a := range v.Args {
		if a.Op == ir.OpAdd && a.Block == s.b && a.Uses == 1 && a.Type == v.Type && (!a.Type.Elem.IsFloat() || a.FP&ir.Reassoc != 0) {
			if s.inner == nil {
				s.inner = map[*ir.Value]bool{}
			}
			s.inner[a] = true
			s.leaves(a, leaves)
			continue
		}
		*leaves = append(*leaves, a)
	}
}

// runs puts leaves that lie one behind the other together, and gives those that do not.
func (s *blockSums) runs(root *ir.Value, leaves []*ir.Value) (runs []sumRun, rest []*ir.Value) {
	size := int64(root.Type.Elem.Size())
	var all []memberLoad
	for _, v := range leaves {
		if v.Op != ir.OpLoad || v.Block != s.b || v.Uses != 1 || v.Type != root.Type {
			rest = append(rest, v)
			continue
		}
		m := memberLoad{load: v, base: v.Args[0], off: int64(v.Off)}
		var c int64
		m.index, c = splitIndex(v.Args[1])
		m.off += c * int64(v.Scale)
		for m.base.Op == ir.OpPtrAdd && m.base.Args[1].IsConst() {
			m.off += m.base.Args[1].Int()*int64(m.base.Scale) + int64(m.base.Off)
			m.base = m.base.Args[0]
		}
		all = append(all, m)
	}
	slices.SortStableFunc(all, func(a, b memberLoad) int {
		for _, d := range []int64{int64(a.base.ID) - int64(b.base.ID), indexID(a) - indexID(b), a.off - b.off} {
			if d != 0 {
				return int(max(min(d, 1), -1))
			}
		}
		return 0
	})
	for _, m := range all {
		if n := len(runs); n > 0 {
			last := runs[n-1][len(runs[n-1])-1]
			if last.base == m.base && last.index == m.index && last.off+size == m.off && last.load.Scale == m.load.Scale {
				runs[n-1] = append(runs[n-1], m)
				continue
			}
		}
		runs = append(runs, sumRun{m})
	}
	return runs, rest
}

func indexID(m memberLoad) int64 {
	if m.index == nil {
		return -1
	}
	return int64(m.index.ID)
}

// vectors is the sum of r by vectors, in front of root, or nil if that does not pay or is not possible. What does not fill
// a vector is added one by one.
func (s *blockSums) vectors(root *ir.Value, r sumRun) *ir.Value {
	elem := root.Type.Elem
	lanes := s.t.PreferBytes() / elem.Size()
	for lanes > len(r) {
		lanes /= 2
	}
	if len(r) < minSummed || lanes < 4 || !s.quiet(r) {
		return nil
	}
	t := ir.Vec(elem, lanes)
	n := len(r) / lanes
	fold, add := s.t.Cost(ir.OpReduceAdd, root.Type, t), s.t.Cost(ir.OpAdd, t, t)
	if !fold.Legal || !add.Legal || fold.Uops+float32(n)+float32(n-1)*add.Uops >= float32(n*lanes-1) {
		return nil
	}
	var sum *ir.Value
	for k := 0; k < n; k++ {
		part := r[k*lanes:][:lanes]
		last := part[0].load
		for _, m := range part {
			if s.at[m.load] > s.at[last] {
				last = m.load
			}
		}
		first := part[0].load
		// The address is that of the first element, which is there by then: its load stands in front.
		v := s.b.InsertBefore(last, ir.OpLoad, t, first.Pos, first.Args...)
		v.Scale, v.Off = first.Scale, first.Off
		if sum == nil {
			sum = v
			continue
		}
		sum = s.b.InsertBefore(root, ir.OpAdd, t, root.Pos, sum, v)
		sum.FP = root.FP
	}
	sum = s.b.InsertBefore(root, ir.OpReduceAdd, root.Type, root.Pos, sum)
	sum.FP = root.FP
	for _, m := range r[n*lanes:] {
		sum = s.plus(root, sum, m.load)
	}
	return sum
}

// plus adds b to a, which may be nil, in front of root.
func (s *blockSums) plus(root, a, b *ir.Value) *ir.Value {
	if a == nil {
		return b
	}
	v := s.b.InsertBefore(root, ir.OpAdd, root.Type, root.Pos, a, b)
	v.FP = root.FP
	return v
}

// quiet says whether nothing is written between the first of the loads of r in the block and the last.
func (s *blockSums) quiet(r sumRun) bool {
	first, last := s.at[r[0].load], s.at[r[0].load]
	for _, m := range r {
		first, last = min(first, s.at[m.load]), max(last, s.at[m.load])
	}
	for _, v := range s.b.Values[first:last] {
		if v.Op.HasAny(ir.FlagWrites) || v.Op == ir.OpPoll {
			return false
		}
	}
	return true
}
