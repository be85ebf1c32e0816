package scalar

import (
	"math"
	"math/bits"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// CanonicalAddresses canonicalizes addresses: it counts accesses from the start of an object, where an iteration takes
// a slice of its own.
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
// Pays because all that is known of an access, how it walks and what it may overlap, starts from an object and an
// index. A pointer that an outer loop computes stays, as the inner one knows it, unless the nest is deep enough to be
// tiled: there a row that is cut out of a matrix, in b[k*n : k*n+n], is to be seen as what b[k*n+j] is.
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

// tiledDepth is how deep the innermost loop of a nest is that may become tiles.
const tiledDepth = 3

// ownPointer says whether the loop l, or one around it in a deep nest, computes p.
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

// placeInLocal says whether p is a place in a local array that does not change: of a slice of it, p[1:] say. Only from
// its start are the accesses to a local known to sroa.
func placeInLocal(p *ir.Value) bool {
	return p.Op == ir.OpPtrAdd && p.Args[0].Op == ir.OpLocalPtr && p.Args[1].IsConst()
}

// indexSums are the sums of indexes that blocks have been given, so that what is loaded and stored stays one place.
type indexSums map[indexSum]*ir.Value

type indexSum struct {
	b    *ir.Block
	x, y *ir.Value
}

// canonicalAddress takes one sum out of the base of v. False if the two indexes are not of sizes that go together.
func canonicalAddress(f *ir.Func, v *ir.Value, sums *indexSums) bool {
	p, at := v.Args[0], v.Args[1]
	off := int64(p.Off) + int64(v.Off)
	index, scale := p.Args[1], p.Scale
	switch big, small := max(p.Scale, v.Scale), min(p.Scale, v.Scale); {
	case index.IsConst() && index.Int() == int64(int32(index.Int())):
		off += index.Int() * int64(scale)
		index, scale = at, v.Scale
	case v.AccessType().IsVector() && int(p.Scale)%v.AccessType().Elem.Size() != 0:
		return false // as of words in bytes
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
