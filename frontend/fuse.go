package frontend

import (
	"slices"

	"hotloop/loopopt/ir"
)

// fuse turns sums of products into FMAs if both operations carry the contract flag. An explicit conversion has
// removed the flag from its product (unfusable), as the Go spec requires. An assignment to a variable does not
// prevent fusing, because the spec allows fusing across statements.
//
// The rule is fixed, so results depend only on the source:
//
//	x*y + z, z + x*y  → FMA(x, y, z)
//	x*y - z           → FMA(x, y, -z)
//	z - x*y           → FMA(-x, y, z)
//	-(x*y) ± z        as z ± with -x for x
//
// Of two products the left one is fused. The product must be in the same block as the sum, so that no
// multiplication moves into a loop. It may have other uses, because the number of operations does not grow. A sum
// of a product with itself (t + t, t - t) stays unchanged: it is exact, and t - t must remain 0.
//
// A loop-carried sum contributes to the loop's critical cycle, the sum of latencies along it. An FMA adds 4 cycles
// from any operand; an addition adds 2 or 3, and a product before it 3 more (Zen 5, Golden Cove). If the sum is on
// the cycle and the product is not, the product is not fused, whichever operand it is. Of two products, the one on
// the cycle is fused. A sum that may be reassociated, on a cycle of additions only, follows the rule above,
// because it is split into several sums anyway. A loop may also carry a sum through memory (carriedInMemory).
func fuse(f *ir.Func) {
	var c *cycles
	sought := false // cycles are computed only if something may be fused
	for _, b := range f.Blocks {
		for i := 0; i < len(b.Values); i++ {
			v := b.Values[i]
			if v.Op != ir.OpAdd && v.Op != ir.OpSub || v.FP&ir.Contract == 0 || v.Args[0] == v.Args[1] {
				continue
			}
			l, r := v.Args[0], v.Args[1]
			ml, negl, okl := product(l, b)
			mr, negr, okr := product(r, b)
			if !okl && !okr {
				continue
			}
			if !sought {
				c, sought = carriedBy(f), true
			}
			if on := c.cycle(v); on != 0 {
				okl, okr = okl && c.of(l) == on, okr && c.of(r) == on
			}
			if okl { // ±x*y ± r
				i += rewrite(b, i, v, ml, negl, r, v.Op == ir.OpSub)
			} else if okr { // l ± (±x*y)
				i += rewrite(b, i, v, mr, negr != (v.Op == ir.OpSub), l, false)
			}
		}
	}
}

// cycles are the floats that loops carry: the strongly connected components of the data-dependence graph. They are
// found by Tarjan's algorithm (Depth-First Search and Linear Graph Algorithms, 1972), starting from the phis of
// loops.
type cycles struct {
	order, low []int32 // by ir.Value.ID: the visit number, from 1; the lowest visit number that the value reaches
	comp       []int32 // by ir.Value.ID: the component, 0 if the value is on no cycle
	open       []*ir.Value
	next       int32
	found      int32
	sum        []bool                  // by component: it consists only of additions, phis and selects
	memory     map[*ir.Value]*ir.Value // what a load reads from the second iteration on
}

// carriedBy finds the cycles of f. It returns nil if there are none.
func carriedBy(f *ir.Func) *cycles {
	var c *cycles
	if memory := carriedInMemory(f); memory != nil {
		c = newCycles(f)
		c.memory = memory
	}
	for i, b := range f.Blocks {
		for _, phi := range b.Phis() {
			if !phi.Type.Elem.IsFloat() {
				continue
			}
			for k, p := range b.Preds {
				// This is a back edge: blocks are made in source order.
				if !slices.Contains(f.Blocks[i:], p) || k >= len(phi.Args) {
					continue
				}
				if c == nil {
					c = newCycles(f)
				}
				if c.order[phi.ID] == 0 {
					c.visit(phi)
				}
			}
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpLoad && c != nil && c.memory[v] != nil && c.order[v.ID] == 0 {
				c.visit(v)
			}
		}
	}
	return c
}

// newCycles prepares the search for cyclic dependences.
func newCycles(f *ir.Func) *cycles {
	n := f.NumValues()
	all := make([]int32, 3*n)
	return &cycles{order: all[:n], low: all[n : 2*n], comp: all[2*n:], sum: make([]bool, 1)}
}

func (c *cycles) visit(v *ir.Value) {
	c.next++
	c.order[v.ID], c.low[v.ID] = c.next, c.next
	c.open = append(c.open, v)
	for _, a := range v.Args {
		c.follow(v, a)
	}
	if a := c.memory[v]; a != nil {
		c.follow(v, a)
	}
	if c.low[v.ID] < c.order[v.ID] {
		return
	}
	at := slices.Index(c.open, v)
	members := c.open[at:]
	c.open = c.open[:at]
	if len(members) == 1 {
		c.comp[v.ID] = -1
		return
	}
	c.found++
	sum := true
	for _, m := range members {
		c.comp[m.ID] = c.found
		switch m.Op {
		case ir.OpPhi, ir.OpSelect, ir.OpAdd, ir.OpSub, ir.OpLoad:
		default:
			sum = false
		}
	}
	c.sum = append(c.sum, sum)
}

// follow visits a, an operand of v.
func (c *cycles) follow(v, a *ir.Value) {
	switch {
	case !a.Type.Elem.IsFloat():
	case c.order[a.ID] == 0:
		c.visit(a)
		c.low[v.ID] = min(c.low[v.ID], c.low[a.ID])
	case c.comp[a.ID] == 0:
		c.low[v.ID] = min(c.low[v.ID], c.order[a.ID])
	}
}

// of returns the cycle that v is on. It is not positive if v is on none.
func (c *cycles) of(v *ir.Value) int32 { return c.comp[v.ID] }

// cycle returns the cycle that sum v is on if the cycle decides what is fused, and 0 otherwise.
func (c *cycles) cycle(v *ir.Value) int32 {
	if c == nil || int(v.ID) >= len(c.comp) {
		return 0
	}
	if n := c.comp[v.ID]; n > 0 && !(c.sum[n] && v.FP&ir.Reassoc != 0) {
		return n
	}
	return 0
}

// product returns the multiplication that v is or negates, and whether it is negated.
func product(v *ir.Value, b *ir.Block) (m *ir.Value, neg, ok bool) {
	if v.Op == ir.OpNeg && v.FP&ir.Contract != 0 && v.Block == b {
		v, neg = v.Args[0], true
	}
	return v, neg, v.Op == ir.OpMul && v.FP&ir.Contract != 0 && v.Block == b
}

// rewrite turns v, at index i, into the FMA of m's factors and z. It returns how many values it inserted before v.
func rewrite(b *ir.Block, i int, v, m *ir.Value, negProduct bool, z *ir.Value, negZ bool) (n int) {
	x, y, fp := m.Args[0], m.Args[1], v.FP&m.FP
	negate := func(a *ir.Value, pos ir.Pos) *ir.Value {
		w := b.Func.NewValue(b, ir.OpNeg, a.Type, pos, a)
		w.FP = fp
		b.InsertAt(i+n, w)
		n++
		return w
	}
	if negProduct {
		x = negate(x, m.Pos)
	}
	if negZ {
		z = negate(z, v.Pos)
	}
	// Reset drops the old arguments. The new arguments stay alive through m, or because they were just made.
	z.Uses++
	v.Reset(ir.OpFMA)
	z.Uses--
	v.AddArgs(x, y, z)
	v.FP = fp
	return n
}

// unfusable removes the contract flag from a product that was converted explicitly.
func unfusable(v *ir.Value) {
	if v.Op == ir.OpNeg {
		v.FP &^= ir.Contract
		v = v.Args[0]
	}
	if v.Op == ir.OpMul {
		v.FP &^= ir.Contract
	}
}

// carriedInMemory finds the floats that an innermost loop stores at an invariant address and loads from there
// again, such as x[i] in
//
//	for j := 0; j < i; j++ { x[i] -= l[i][j] * x[j] }
//
// It requires that the loop also reads other elements of the same memory. Then the enclosing loops are usually
// recurrences, and the sums of their iterations wait for one another, as in s118 of TSVC and trisolv of PolyBench.
// Otherwise, as in products of matrices, the loops may be interchanged or jammed, and only the number of
// operations matters.
func carriedInMemory(f *ir.Func) (memory map[*ir.Value]*ir.Value) {
	place := make(map[*ir.Block]int, len(f.Blocks))
	for i, b := range f.Blocks {
		place[b] = i
	}
	// Blocks are made in source order, so a back edge comes from a later block. next is where the next loop
	// starts.
	next := len(f.Blocks)
	for i, b := range slices.Backward(f.Blocks) {
		end := -1
		for _, p := range b.Preds {
			end = max(end, place[p])
		}
		if end < i {
			continue
		}
		innermost := next > end
		next = i
		if !innermost {
			continue
		}
		l := memoryLoop{place: place, first: i, body: f.Blocks[i : end+1]}
		for load, v := range l.carried() {
			if memory == nil {
				memory = map[*ir.Value]*ir.Value{}
			}
			memory[load] = v
		}
	}
	return memory
}

// memoryLoop is a loop whose blocks are consecutive.
type memoryLoop struct {
	place map[*ir.Block]int // the position of each block in the function
	first int
	body  []*ir.Block
}

// memoryPlace identifies the address of an access, as long as its operands do not change.
type memoryPlace struct {
	base, index *ir.Value
	scale, off  int32
}

// placeOf returns the address of a load or store as a key.
func placeOf(v *ir.Value) memoryPlace { return memoryPlace{v.Args[0], v.Args[1], v.Scale, v.Off} }

// storesInPlace reports whether v stores a float to the same address in all iterations.
func (l *memoryLoop) storesInPlace(v *ir.Value) bool {
	return v.Op == ir.OpStore && v.Args[2].Type.Elem.IsFloat() && l.invariant(v.Args[0], 0) && l.invariant(v.Args[1], 0)
}

// carried maps loads of the loop to the values that the previous iteration stored.
func (l *memoryLoop) carried() map[*ir.Value]*ir.Value {
	if !slices.ContainsFunc(l.body, func(b *ir.Block) bool { return slices.ContainsFunc(b.Values, l.storesInPlace) }) {
		return nil
	}
	loads := map[memoryPlace][]*ir.Value{}
	read := map[*ir.Value]int{} // number of distinct places of each memory
	var stores []*ir.Value
	for _, b := range l.body {
		for _, v := range b.Values {
			switch {
			case v.Op == ir.OpLoad && v.Type.Elem.IsFloat():
				p := placeOf(v)
				if loads[p] = append(loads[p], v); len(loads[p]) == 1 {
					read[memoryOf(v)]++
				}
			case v.Op == ir.OpStore && v.Args[2].Type.Elem.IsFloat():
				stores = append(stores, v)
			}
		}
	}
	carried := map[*ir.Value]*ir.Value{}
	for _, s := range stores {
		p := placeOf(s)
		if read[memoryOf(s)] < 2 || len(loads[p]) == 0 || !l.storesInPlace(s) {
			continue
		}
		for _, v := range loads[p] {
			carried[v] = s.Args[2]
		}
		delete(loads, p)
	}
	return carried
}

// memoryOf returns the pointer that the address of an access is computed from.
func memoryOf(v *ir.Value) *ir.Value {
	p := v.Args[0]
	for p.Op == ir.OpPtrAdd {
		p = p.Args[0]
	}
	return p
}

// invariant reports whether v is the same in all iterations.
func (l *memoryLoop) invariant(v *ir.Value, depth int) bool {
	if k, ok := l.place[v.Block]; ok && (k < l.first || k >= l.first+len(l.body)) || v.IsConst() {
		return true
	}
	if depth > 8 || v.Op != ir.OpPtrAdd && !v.Op.HasAny(ir.FlagElementwise) {
		return false
	}
	return !slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !l.invariant(a, depth+1) })
}
