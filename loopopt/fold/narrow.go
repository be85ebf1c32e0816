package fold

import "hotloop/loopopt/ir"

// narrow does arithmetic whose result is cut down in smaller lanes of vectors, where their low bits do not depend on
// the ones dropped. Go programs widen bytes to compute with them; vectors of the narrow type hold two or four times as
// many.
//
// Before:
//
//	t = uint8((uint32(a)*uint32(c) + uint32(b)*uint32(d) + 128) >> 8)
//
// After:
//
//	t = uint8((uint16(a)*uint16(c) + uint16(b)*uint16(d) + 128) >> 8)
//
// Legal where the bits kept come out the same: sums and products carry upwards only; a shift to the right needs that
// many bits more, or a value that fits; quotients and remainders by constants need operands that fit.
// Pays if all leaves are extensions, constants or invariants, which cost nothing in the narrow type, and nothing but
// what is narrowed as well uses what is in between. Scalars are narrowed to 32 bits, which cost what 64 do, so that a
// loop is priced as its vectors will be.
func narrow(f *ir.Func, v *ir.Value, shared narrowUses) *ir.Value {
	x := v.Args[0]
	if v.Type.Elem == ir.Bool || !narrowOp(x) {
		return nil
	}
	keep := v.Type.Elem.Bits()
	for w := leastNarrow(v); w < x.Type.Elem.Bits(); w *= 2 {
		if !shared.narrows(x, w, keep, maxNarrowDepth) {
			continue
		}
		n := narrower{f: f, at: v, e: ir.IntElem(w / 8)}
		if y := n.make(x, keep); w == keep {
			return y
		} else {
			return v.Rewrite(ir.OpTruncI, y)
		}
	}
	return nil
}

// narrowCompare compares lanes of sums, products and so on where smaller ones hold what is compared.
//
// Before:
//
//	int(a) + int(b) + int(c) < 300
//
// After:
//
//	uint16(a) + uint16(b) + uint16(c) < 300
//
// Legal where the lanes hold both sides, as compareIn says: they come out the same, and so does their order.
// Only vectors are: the comparisons of scalar loops keep the form that analyses look for.
func narrowCompare(f *ir.Func, v *ir.Value, shared narrowUses) *ir.Value {
	if !narrowOp(v.Args[0]) && !narrowOp(v.Args[1]) {
		return nil
	}
	for w := 8; w < v.Args[0].Type.Elem.Bits(); w *= 2 {
		op, ok := compareIn(v, w)
		if !ok || !shared.narrows(v.Args[0], w, w, maxNarrowDepth) || !shared.narrows(v.Args[1], w, w, maxNarrowDepth) {
			continue
		}
		n := narrower{f: f, at: v, e: ir.IntElem(w / 8)}
		return v.Rewrite(op, n.make(v.Args[0], w), n.make(v.Args[1], w))
	}
	return nil
}

// compareIn is the comparison that has the result of v in w bits, if these hold what is compared: as signed numbers, or
// as ones that are not negative.
func compareIn(v *ir.Value, w int) (op ir.Op, ok bool) {
	hold := func(bits func(*ir.Value, int) int) bool {
		return bits(v.Args[0], maxNarrowDepth) <= w && bits(v.Args[1], maxNarrowDepth) <= w
	}
	signed := v.Op == ir.OpLtS || v.Op == ir.OpLeS
	switch {
	case (signed || v.Op == ir.OpEq || v.Op == ir.OpNe) && hold(ir.SignedBits):
		return v.Op, true
	case !hold(ir.UnsignedBits):
		return v.Op, false
	case v.Op == ir.OpLtS:
		return ir.OpLtU, true
	case v.Op == ir.OpLeS:
		return ir.OpLeU, true
	}
	return v.Op, true
}

// mayNarrow says whether the arguments of v may be computed in fewer bits: those of a truncation, or of a comparison,
// whose lanes are to hold them.
func mayNarrow(v *ir.Value) bool {
	if v.Op == ir.OpTruncI {
		return v.Type.Elem != ir.Bool && narrowOp(v.Args[0])
	}
	return v.Op.IsCompare() && v.Args[0].Type.Elem.IsInt() && (narrowOp(v.Args[0]) || narrowOp(v.Args[1]))
}

// narrowsFor says whether v can have its arguments in lanes of w bits, and how many of these matter to it.
func narrowsFor(v *ir.Value, w int, shared func(x *ir.Value, w int) bool) (keep int, ok bool) {
	keep = w
	if v.Op == ir.OpTruncI {
		keep = v.Type.Elem.Bits()
	} else if _, ok := compareIn(v, w); !ok {
		return 0, false
	}
	for _, a := range v.Args {
		if !narrows(a, w, keep, maxNarrowDepth, shared) {
			return 0, false
		}
	}
	return keep, true
}

// leastNarrow is the smallest number of bits to compute what v truncates or compares in.
func leastNarrow(v *ir.Value) int {
	switch {
	case v.Type.IsVector():
		return leastLanes(v)
	case v.Op.IsCompare():
		return v.Args[0].Type.Elem.Bits()
	}
	return max(v.Type.Elem.Bits(), 32)
}

// leastLanes is that of lanes.
func leastLanes(v *ir.Value) int {
	if v.Op.IsCompare() {
		return 8
	}
	return v.Type.Elem.Bits()
}

// narrowUses says of values of several uses in how many bits all of them are content with their lowest ones: those of
// expressions that are narrowed, each of which makes the value anew, which becomes one again.
type narrowUses map[*ir.Value]int

// sharedNarrow finds the values of several uses in blocks that may be narrowed. It takes all of them to be so at first,
// and takes back what something else uses until nothing changes. Lanes are of at least so many bits as least says.
func sharedNarrow(blocks []*ir.Block, least func(v *ir.Value) int) (shared narrowUses) {
	roots := make([]*ir.Value, 0, 8)
	for _, b := range blocks {
		for _, v := range b.Walk() {
			if v.Op != ir.OpTruncI && !v.Op.IsCompare() {
				continue
			}
			if w := v.Args[0].Type.Elem.Bits(); mayNarrow(v) && least(v) < w {
				roots = append(roots, v)
			}
		}
	}
	if len(roots) < 2 {
		return nil
	}
	type use struct {
		n, w  int // how many uses are in expressions narrowed to w bits
		mixed bool
	}
	barred := map[*ir.Value]bool{}
	for range maxNarrowRounds {
		uses := map[*ir.Value]*use{}
		any := func(x *ir.Value, w int) bool { return !barred[x] }
		for _, v := range roots {
			for w := least(v); w < v.Args[0].Type.Elem.Bits(); w *= 2 {
				if _, ok := narrowsFor(v, w, any); !ok {
					continue
				}
				var count func(x *ir.Value)
				count = func(x *ir.Value) {
					if !narrowOp(x) {
						return
					}
					if x.Uses > 1 {
						u := uses[x]
						if u == nil {
							u = &use{w: w}
							uses[x] = u
						}
						u.n++
						u.mixed = u.mixed || u.w != w
						if u.n > 1 {
							return // its own arguments are counted
						}
					}
					for _, a := range x.Args {
						count(a)
					}
				}
				for _, x := range v.Args {
					count(x)
				}
				break
			}
		}
		shared = narrowUses{}
		again := false
		for x, u := range uses {
			if u.mixed || u.n < int(x.Uses) {
				barred[x], again = true, true
			} else {
				shared[x] = u.w
			}
		}
		if !again {
			return shared
		}
	}
	return nil
}

// maxNarrowRounds bounds how often sharedNarrow takes something back.
const maxNarrowRounds = 8

// narrows says whether lanes of w bits can hold x so that the lowest keep bits are right, and nothing else uses what it
// is computed from.
func (s narrowUses) narrows(x *ir.Value, w, keep, depth int) bool {
	return narrows(x, w, keep, depth, func(x *ir.Value, w int) bool { return s[x] == w })
}

// SmallerLanes says, by ID, in which smaller elements narrow will have the vectors of a loop compute values; nil if
// none.
func SmallerLanes(f *ir.Func, body []*ir.Block) (small []ir.Elem) {
	shared := sharedNarrow(body, leastLanes)
	var mark func(x *ir.Value, e ir.Elem)
	mark = func(x *ir.Value, e ir.Elem) {
		ext := x.Op == ir.OpZExt || x.Op == ir.OpSExt
		if !ext && !narrowOp(x) || x.Uses != 1 && shared[x] != e.Bits() {
			return
		}
		if small == nil {
			small = make([]ir.Elem, f.NumValues())
		}
		small[x.ID] = e
		for i := 0; i < len(x.Args) && !ext; i++ {
			mark(x.Args[i], e)
		}
	}
	for _, x := range checkedIndices(body) {
		if small == nil {
			small = make([]ir.Elem, f.NumValues())
		}
		small[x.ID] = ir.I32
	}
	met := fieldUses{}
	fits := func(x *ir.Value, w int) bool { return shared[x] == w }
	for v := range ir.Values(body) {
		if v.Op.IsCompare() && mayNarrow(v) {
			for w := leastLanes(v); w < v.Args[0].Type.Elem.Bits(); w *= 2 {
				if _, ok := narrowsFor(v, w, fits); ok {
					mark(v.Args[0], ir.IntElem(w/8))
					mark(v.Args[1], ir.IntElem(w/8))
					break
				}
			}
			continue
		}
		x, keep, least := narrowRoot(v)
		if x == nil || !narrowOp(x) {
			continue
		}
		for w := least; w < x.Type.Elem.Bits(); w *= 2 {
			if shared.narrows(x, w, keep, maxNarrowDepth) {
				mark(x, ir.IntElem(w/8))
				met.count(x, keep, w)
				break
			}
		}
	}
	for x, e := range met.inFields() {
		if small == nil {
			small = make([]ir.Elem, f.NumValues())
		}
		small[x.ID] = e
	}
	return small
}

// maxNarrowDepth bounds the look into expressions.
const maxNarrowDepth = 8

func narrowOp(x *ir.Value) bool {
	switch x.Op {
	case ir.OpDivU, ir.OpRemU, ir.OpDivS, ir.OpRemS:
		return x.Args[1].IsConst() && x.Args[1].Int() > 0
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpNeg, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot, ir.OpAndNot,
		ir.OpShl, ir.OpShrU,
		ir.OpShrS, ir.OpMinU, ir.OpMaxU, ir.OpMinS, ir.OpMaxS:
		return true
	}
	return false
}

// narrows says whether lanes of w bits can hold x so that the lowest keep bits are right; shared says whether a value of
// several uses may be among what it is computed from.
func narrows(x *ir.Value, w, keep, depth int, shared func(x *ir.Value, w int) bool) bool {
	switch {
	case x.IsConst() || x.Op == ir.OpSplat || x.Op == ir.OpArg:
		return true
	case x.Op == ir.OpZExt || x.Op == ir.OpSExt:
		e := x.Args[0].Type.Elem
		return e != ir.Bool && e.Bits() <= w
	case depth > 0 && isField(x, w, keep):
		return true
	case depth == 0 || !narrowOp(x) || x.Uses != 1 && !shared(x, w):
		return false
	}
	return narrowsArgs(x, w, keep, depth, shared)
}

// narrowsArgs says so of an operation whatever uses it.
func narrowsArgs(x *ir.Value, w, keep, depth int, shared func(x *ir.Value, w int) bool) bool {
	args := func(keep int) bool {
		for _, a := range x.Args {
			if !narrows(a, w, keep, depth-1, shared) {
				return false
			}
		}
		return true
	}
	fits := func(bits func(*ir.Value, int) int) bool {
		for _, a := range x.Args {
			if bits(a, depth) > w {
				return false
			}
		}
		return true
	}
	switch x.Op {
	case ir.OpMul:
		return w > 8 && args(keep) // bytes have no multiplication
	case ir.OpShl, ir.OpShrU, ir.OpShrS:
		c := x.Args[1]
		if !c.IsConst() || uint64(c.AuxInt) >= uint64(w) {
			return false
		}
		n := int(c.AuxInt)
		switch {
		case x.Op == ir.OpShl:
			return args(keep)
		case keep+n <= w:
			return args(keep + n)
		case x.Op == ir.OpShrU:
			return fits(ir.UnsignedBits) && args(w)
		}
		return fits(ir.SignedBits) && args(w)
	case ir.OpMinU, ir.OpMaxU, ir.OpDivU, ir.OpRemU:
		return fits(ir.UnsignedBits) && args(w)
	case ir.OpMinS, ir.OpMaxS, ir.OpDivS, ir.OpRemS:
		return fits(ir.SignedBits) && args(w)
	}
	return args(kept(x, keep))
}

// unshared narrows no value of several uses.
func unshared(*ir.Value, int) bool { return false }

// narrower makes narrow values in front of at.
type narrower struct {
	f  *ir.Func
	at *ir.Value
	e  ir.Elem
}

// make is x, of which the lowest keep bits matter.
func (n *narrower) make(x *ir.Value, keep int) *ir.Value {
	t := x.Type.WithElem(n.e)
	add := func(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
		return n.at.Block.InsertBefore(n.at, op, t, x.Pos, args...)
	}
	switch {
	case x.IsConst():
		return n.f.Const(t, uint64(x.AuxInt))
	case x.Op == ir.OpSplat: // loop invariant code motion takes it out again
		return add(ir.OpSplat, t, add(ir.OpTruncI, t.Scalar(), x.Args[0]))
	case x.Op == ir.OpArg:
		return add(ir.OpTruncI, t, x)
	case (x.Op == ir.OpZExt || x.Op == ir.OpSExt) && x.Args[0].Type == t:
		return x.Args[0]
	}
	if isField(x, n.e.Bits(), keep) {
		if y := n.makeField(x, 0, keep); y != nil {
			return y
		}
		return n.f.Const(t, 0)
	}
	args := x.Args
	if x.Op != ir.OpZExt && x.Op != ir.OpSExt {
		args = make([]*ir.Value, len(x.Args))
		for i, a := range x.Args {
			args[i] = n.make(a, below(x, keep, n.e.Bits()))
		}
	}
	return add(x.Op, t, args...)
}

// shortIndex says whether x extends an integer so that 32 bits, taken as signed, hold it.
func shortIndex(x *ir.Value) bool {
	if x.Op != ir.OpSExt && x.Op != ir.OpZExt || x.Type.Elem != ir.I64 {
		return false
	}
	e := x.Args[0].Type.Elem
	return e == ir.I32 && x.Op == ir.OpSExt || e == ir.I8 || e == ir.I16
}

// isLength says whether n is never negative, because it is a constant or the length or capacity of a slice.
func isLength(n *ir.Value) bool {
	return n.Op == ir.OpArgLen || n.Op == ir.OpArgCap || n.IsConst() && n.Int() >= 0
}

// narrowCheck does a vector of bounds checks on 32 bits, of indices that are there in 32 bits, without their extension.
//
// Before:
//
//	SExt(x) <u n
//
// After:
//
//	x <u min(n, 1<<31)
//
// Legal as n is not negative: of the indices in 32 bits, those that are not negative lie below 1<<31 and compare alike,
// and the negative ones lie at or above it and are out of range either way.
func narrowCheck(v *ir.Value) *ir.Value {
	x, n := v.Args[0], v.Args[1].Args[0]
	add := func(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
		return v.Block.InsertBefore(v, op, t, v.Pos, args...)
	}
	t := x.Type.WithElem(ir.I32)
	most := v.Block.Func.ConstInt(ir.TI64, 1<<31)
	// loop invariant code motion takes it out again
	least := add(ir.OpTruncI, t.Scalar(), add(ir.OpMinU, ir.TI64, n, most))
	y := x.Args[0]
	if y.Type.Elem != ir.I32 {
		y = add(x.Op, t, y)
	}
	return v.Rewrite(ir.OpLtU, y, add(ir.OpSplat, t, least))
}

// checkedIndices are the extensions that vector code has no use for because they are only indices and what narrowCheck
// compares.
func checkedIndices(body []*ir.Block) (list []*ir.Value) {
	served := map[*ir.Value]int32{}
	for v := range ir.Values(body) {
		switch {
		case v.Op == ir.OpLtU && shortIndex(v.Args[0]) && isLength(v.Args[1]):
			served[v.Args[0]]++
		case v.Op.IsMemory() && shortIndex(v.Args[1]):
			served[v.Args[1]]++
		case v.Op == ir.OpCheck:
			for _, a := range v.Args[1:] { // what the panic tells
				if shortIndex(a) {
					served[a]++
				}
			}
		}
	}
	for v := range ir.Values(body) {
		if n := served[v]; n > 0 && n == v.Uses {
			list = append(list, v)
		}
	}
	return list
}
