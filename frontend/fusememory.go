package frontend

import (
	"slices"

	"hotloop/loopopt/ir"
)

// carriedInMemory finds the floats that an innermost loop leaves at a place which is the same in all iterations, and loads there
// again: x[i] of
//
//	for j := 0; j < i; j++ { x[i] -= l[i][j] * x[j] }
//
// Only where the loop reads other places of that memory too. Then loops around it are recurrences as a rule, and sums of
// their iterations wait for one another: s118 of TSVC and PolyBench's trisolv. Where it does not, as in products of matrices, the
// loops may be interchanged or jammed, and what counts is the number of operations.
func carriedInMemory(f *ir.Func) (memory map[*ir.Value]*ir.Value) {
	place := make(map[*ir.Block]int, len(f.Blocks))
	for i, b := range f.Blocks {
		place[b] = i
	}
	// Blocks are made in the order of the source: a back edge comes from behind. next is where the next loop begins.
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

// memoryLoop is a loop, whose blocks are consecutive.
type memoryLoop struct {
	place map[*ir.Block]int // of the function
	first int
	body  []*ir.Block
}

// memoryPlace is what an expression of the source names, as long as its operands stay the same.
type memoryPlace struct {
	base, index *ir.Value
	scale, off  int32
}

func placeOf(v *ir.Value) memoryPlace { return memoryPlace{v.Args[0], v.Args[1], v.Scale, v.Off} }

// carried is what loads of the loop find that was stored in the iteration before.
func (l *memoryLoop) carried() map[*ir.Value]*ir.Value {
	loads := map[memoryPlace][]*ir.Value{}
	read := map[*ir.Value]int{} // different places of a memory
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
		if read[memoryOf(s)] < 2 || len(loads[p]) == 0 || !l.invariant(p.base, 0) || !l.invariant(p.index, 0) {
			continue
		}
		for _, v := range loads[p] {
			carried[v] = s.Args[2]
		}
		delete(loads, p)
	}
	return carried
}

// memoryOf is the pointer that the address of an access is computed from.
func memoryOf(v *ir.Value) *ir.Value {
	p := v.Args[0]
	for p.Op == ir.OpPtrAdd {
		p = p.Args[0]
	}
	return p
}

// invariant says whether v is the same in all iterations.
func (l *memoryLoop) invariant(v *ir.Value, depth int) bool {
	if k, ok := l.place[v.Block]; ok && (k < l.first || k >= l.first+len(l.body)) || v.IsConst() {
		return true
	}
	if depth > 8 || v.Op != ir.OpPtrAdd && !v.Op.HasAny(ir.FlagElementwise) {
		return false
	}
	return !slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return !l.invariant(a, depth+1) })
}
