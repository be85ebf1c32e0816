package scalar

import (
	"math"
	"slices"

	"hotloop/loopopt/ir"
)

// MergeLoads replaces byte loads that the program combines into an integer by one load of the integer.
//
// Before:
//
//	w = uint32(p[i]) | uint32(p[i+1])<<8 | uint32(p[i+2])<<16 | uint32(p[i+3])<<24
//
//	w = uint32(p[i])<<24 | uint32(p[i+1])<<16 | uint32(p[i+2])<<8 | uint32(p[i+3])
//
// After:
//
//	w = the 32 bits at p[i]
//	w = ByteSwap(the 32 bits at p[i])
//
// Legal if all loads are in one block and nothing is written between the first and the last of them. The load that
// replaces them takes the place of the last one, after all checks, and reads exactly the same bytes. Parts may be
// bytes or larger, the lowest at the lowest address, as targets are little-endian; bytes may also be in reverse order.
// Objects of unknown extent are left out, as their accesses are of one size.
// Pays always: other uses of the parts keep their loads, and gathering an integer is cheaper than gathering its
// bytes. In a loop, no two of three bytes are merged: left alone they form a structure, which vector code loads
// without a gather.
// Reads nothing; leaves nothing.
// Remarks: none.
func MergeLoads(f *ir.Func) bool {
	changed := false
	triples := map[*ir.Value]bool{} // sums within those of three bytes
	for _, b := range f.Blocks {
		for i := len(b.Values) - 1; i >= 0; i-- {
			v := b.Values[i]
			if joinsParts(v) && ofTriple(v) {
				for _, a := range v.Args {
					triples[a] = true
				}
			}
			if joinsParts(v) && !triples[v] && mergeLoads(f, v) {
				changed = true
				i = len(b.Values) // a value has been inserted
			}
		}
	}
	if changed {
		f.ElimCopies()
		f.RemoveDead()
	}
	return changed
}

// joinsParts reports whether v is the root of a bitwise OR of parts.
func joinsParts(v *ir.Value) bool {
	return v.Op == ir.OpOr && !v.Type.IsVector() && v.Type.Elem.IsInt() && v.Type.Elem.Size() > 1
}

// ofTriple reports whether v consists of three consecutive bytes of an array of 3-byte structures that the loop walks:
// the index is a multiple of three, or advances by three.
func ofTriple(v *ir.Value) bool {
	var parts []loadedPart
	if !collectParts(v, &parts, true) || len(parts) != 3 {
		return false
	}
	slices.SortFunc(parts, func(a, b loadedPart) int { return int(a.addr - b.addr) })
	for k, p := range parts {
		if p.load.Type.Elem != ir.I8 || p.addr != parts[0].addr+int64(k) || p.root != parts[0].root ||
			p.load.Args[0] != parts[0].load.Args[0] {
			return false
		}
	}
	x, base := parts[0].root.X, parts[0].load.Args[0]
	if x == nil && base.Op == ir.OpPtrAdd { // of a slice of the iteration's own
		x = base.Args[1]
	}
	return x != nil && parts[0].root.Y == nil && (x.Op == ir.OpPhi || x.Op == ir.OpMul && x.Args[1].IsConstInt(3))
}

// loadedPart is a part of an integer: the value of load, shifted left by shift bits.
type loadedPart struct {
	load  *ir.Value
	shift int
	root  Sum   // of the index, without its constant term
	addr  int64 // its byte offset from base and root
}

// maxParts is the number of bytes of the largest integer.
const maxParts = 8

// mergeLoads replaces v by one load, if its parts are loaded from adjacent places.
func mergeLoads(f *ir.Func, v *ir.Value) bool {
	var parts []loadedPart
	if !collectParts(v, &parts, false) || len(parts) < 2 {
		return false
	}
	slices.SortFunc(parts, func(a, b loadedPart) int { return a.shift - b.shift })
	low := parts[0]
	if low.shift != 0 || low.load.Args[0].Root().Op != ir.OpArgPtr || f.HasUnknownExtent(low.load.Args[0]) {
		return false
	}
	bits := 0
	swap := parts[1].addr < low.addr
	for _, p := range parts {
		l := p.load
		at := low.addr + int64(bits/8)
		if swap {
			at = low.addr - int64(bits/8)
		}
		if p.shift != bits || p.addr != at || p.root != low.root || l.Scale != low.load.Scale ||
			l.Args[0] != low.load.Args[0] || l.Block != v.Block || swap && l.Type.Elem != ir.I8 {
			return false
		}
		bits += l.Type.Elem.Bits()
	}
	if swap {
		low = parts[len(parts)-1]
	}
	if bits > v.Type.Elem.Bits() || bits != 16 && bits != 32 && bits != 64 {
		return false
	}
	last := undisturbed(v.Block, parts)
	if last == nil {
		return false
	}
	t := ir.Type{Elem: ir.IntElem(bits / 8), Lanes: v.Type.Lanes}
	w := v.Block.InsertBefore(last, ir.OpLoad, t, v.Pos, low.load.Args[0], low.load.Args[1])
	w.Scale, w.Off, w.Groups = low.load.Scale, low.load.Off, low.load.Groups
	for _, p := range parts {
		w.Stand(p.load)
	}
	if swap {
		w = v.Block.InsertBefore(last, ir.OpByteSwap, t, v.Pos, w)
	}
	if t == v.Type {
		v.CopyOf(w)
	} else {
		v.Rewrite(ir.OpZExt, w)
	}
	return true
}

// collectParts finds the parts of v; signed ones too if signed is set. It returns false if v has other operands, or
// parts with other uses.
func collectParts(v *ir.Value, parts *[]loadedPart, signed bool) bool {
	for _, a := range v.Args {
		if a.Op == ir.OpOr && a.Uses == 1 && a.Block == v.Block {
			if !collectParts(a, parts, signed) {
				return false
			}
			continue
		}
		shift := 0
		if a.Op == ir.OpShl && a.Uses == 1 && a.Args[1].IsConst() {
			if n := a.Args[1].Int(); n > 0 && n < int64(a.Type.Elem.Bits()) {
				shift, a = int(n), a.Args[0]
			}
		}
		if a.Op != ir.OpZExt && (a.Op != ir.OpSExt || !signed) || a.Uses != 1 {
			return false
		}
		l := a.Args[0]
		if l.Op != ir.OpLoad || l.Uses != 1 || !l.Type.Elem.IsInt() || len(*parts) == maxParts {
			return false
		}
		root, c := SplitSum(l.Args[1])
		if c > math.MaxInt32 || c < math.MinInt32 {
			return false
		}
		*parts = append(*parts, loadedPart{l, shift, root, c*int64(l.Scale) + int64(l.Off)})
	}
	return true
}

// SplitIndex splits an index into a value and the sum of the constants added to it. The value of a constant is nil.
func SplitIndex(x *ir.Value) (root *ir.Value, c int64) {
	for {
		switch {
		case x.IsConst():
			return nil, c + x.Int()
		case x.Op == ir.OpAdd && x.Args[1].IsConst():
			x, c = x.Args[0], c+x.Args[1].Int()
		case x.Op == ir.OpAdd && x.Args[0].IsConst():
			x, c = x.Args[1], c+x.Args[0].Int()
		default:
			return x, c
		}
	}
}

// Sum is the sum of two values, or one value if Y is nil, or zero if both are nil.
type Sum struct{ X, Y *ir.Value }

// ID returns a number by which sums are ordered.
func (s Sum) ID() int64 {
	id := int64(-1)
	for _, v := range []*ir.Value{s.X, s.Y} {
		if v != nil {
			id = id<<32 + int64(v.ID)
		}
	}
	return id
}

// SplitSum is like SplitIndex for sums of two values, wherever the constant was added: x + (y + 1) and (x + y) + 2
// are 1 apart.
func SplitSum(x *ir.Value) (s Sum, c int64) {
	root, c := SplitIndex(x)
	if root == nil || root.Op != ir.OpAdd {
		return Sum{X: root}, c
	}
	y, d := SplitIndex(root.Args[0])
	z, e := SplitIndex(root.Args[1])
	switch {
	case y == nil || z == nil:
		return Sum{X: root}, c
	case y.ID > z.ID:
		y, z = z, y
	}
	return Sum{y, z}, c + d + e
}

// undisturbed returns the last of the loads of parts in their block, or nil if something is written between them.
func undisturbed(b *ir.Block, parts []loadedPart) (last *ir.Value) {
	seen := 0
	for _, w := range b.Walk() {
		switch {
		case slices.ContainsFunc(parts, func(p loadedPart) bool { return p.load == w }):
			if seen++; seen == len(parts) {
				return w
			}
		case seen > 0 && (w.Op.HasAny(ir.FlagWrites) || w.Op.HasAny(ir.FlagEffect) && w.Op != ir.OpCheck):
			return nil
		}
	}
	return nil
}
