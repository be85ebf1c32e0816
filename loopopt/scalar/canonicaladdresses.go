package scalar

import (
	"math"
	"math/bits"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// CanonicalAddresses canonicalizes addresses: where an iteration takes a slice of its own, accesses are indexed from
// the start of the object.
//
// Before:
//
//	for i := range dst { b := p[8*i : 8*i+8]; dst[i] = b[0] + b[7] }       q = &p[8*i]; q[0], q[7]
//
// After:
//
//	for i := range dst { check(8*i+8 <= cap(p)); …; dst[i] = p[8*i] + p[8*i+7] }
//
// Legal always: an address is the same sum in another order, and sums of addresses wrap alike.
// Pays because analyses describe an access, its stride and what it may alias, by an object and an index. A pointer
// that an outer loop computes stays, since it is invariant in the inner one, unless the nest is deep enough to be
// tiled. There a row that is sliced from a matrix, as b[k*n : k*n+n], must look like the access b[k*n+j].
// Reads nothing; leaves nothing.
// Remarks: none.
func CanonicalAddresses(f *ir.Func) bool {
	var loops *analysis.LoopInfo
	var sums indexSums
	changed := false
	for _, b := range f.Blocks {
		for i := 0; i < len(b.Values); i++ {
			v := b.Values[i]
			if !v.Op.IsMemory() || v.Op != ir.OpLoad && v.Op != ir.OpStore || v.Args[0].Op != ir.OpPtrAdd ||
				f.HasUnknownExtent(v.Args[0]) {
				continue
			}
			for placeInLocal(v.Args[0]) && canonicalAddress(f, v, &sums) {
				changed = true
			}
			if loops == nil {
				loops = analysis.FindLoops(f, f.Dominators())
			}
			for l := loops.Of(b); l != nil && v.Args[0].Op == ir.OpPtrAdd && ownPointer(loops, v.Args[0], l) &&
				canonicalAddress(f, v, &sums); {
				changed = true
			}
		}
	}
	return changed
}

// tiledDepth is the minimum depth of the innermost loop of a nest that may be tiled.
const tiledDepth = 3

// ownPointer reports whether the loop l, or one around it in a deep nest, computes p.
func ownPointer(loops *analysis.LoopInfo, p *ir.Value, l *analysis.Loop) bool {
	of := loops.Of(p.Block)
	if of == l || of == nil || !of.ContainsLoop(l) {
		return of == l
	}
	for of.Parent != nil {
		of = of.Parent
	}
	return slices.ContainsFunc(loops.Loops, func(x *analysis.Loop) bool {
		return x.Depth >= tiledDepth && of.ContainsLoop(x)
	})
}

// placeInLocal reports whether p is a constant place in a local array, as of the slice p[1:]. SROA understands accesses
// to a local only if they start at the local itself.
func placeInLocal(p *ir.Value) bool {
	return p.Op == ir.OpPtrAdd && p.Args[0].Op == ir.OpLocalPtr && p.Args[1].IsConst()
}

// indexSums holds the index sums that blocks already compute, so that loads and stores of one place share an address.
type indexSums map[indexSum]*ir.Value

type indexSum struct {
	b    *ir.Block
	x, y *ir.Value
}

// canonicalAddress moves one sum out of the base of v. It returns false if the two scales are incompatible.
func canonicalAddress(f *ir.Func, v *ir.Value, sums *indexSums) bool {
	p, at := v.Args[0], v.Args[1]
	off := int64(p.Off) + int64(v.Off)
	index, scale := p.Args[1], p.Scale
	switch big, small := max(p.Scale, v.Scale), min(p.Scale, v.Scale); {
	case index.IsConst() && index.Int() == int64(int32(index.Int())):
		off += index.Int() * int64(scale)
		index, scale = at, v.Scale
	case v.AccessType().IsVector() && int(p.Scale)%v.AccessType().Elem.Size() != 0:
		return false // as an index in words and one in bytes
	case at.IsConst() && at.Int() == int64(int32(at.Int())):
		off += at.Int() * int64(v.Scale)
	case small <= 0 || big%small != 0 || bits.OnesCount32(uint32(big/small)) != 1:
		return false
	default:
		ratio := f.ConstInt(ir.TI64, int64(bits.TrailingZeros32(uint32(big/small))))
		if p.Scale > small {
			index = v.Block.InsertBefore(v, ir.OpShl, ir.TI64, v.Pos, index, ratio)
		} else if v.Scale > small {
			at = v.Block.InsertBefore(v, ir.OpShl, ir.TI64, v.Pos, at, ratio)
		}
		if *sums == nil {
			*sums = indexSums{}
		}
		key := indexSum{v.Block, index, at}
		if (*sums)[key] == nil {
			(*sums)[key] = v.Block.InsertBefore(v, ir.OpAdd, ir.TI64, v.Pos, index, at)
		}
		index, scale = (*sums)[key], small
	}
	if off > math.MaxInt32 || off < math.MinInt32 {
		return false
	}
	v.SetArg(0, p.Args[0])
	v.SetArg(1, index)
	v.Scale, v.Off = scale, int32(off)
	return true
}
