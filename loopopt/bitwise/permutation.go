package bitwise

import "hotloop/loopopt/ir"

// permuted is x if v is x with its bits in an order that the IR has operations for, and these.
//
// Swapping neighbouring fields of k bits, k a power of two, moves bit i to bit i^k. Swaps one after the other move it to
// i^(k+m+…), in whatever order they are done, and every operation here is that of a set of such k: all of them reverse
// the bits, those from 8 on the bytes, those below 8 the bits of each byte.
func permuted(v *ir.Value) (x *ir.Value, ops []ir.Op) {
	w := v.Type.Elem.Bits()
	all := w - 1
	x, set := swaps(v)
	switch {
	case v.Op == ir.OpRotL && v.Args[0] == x: // as good
	case set == all:
		return x, []ir.Op{ir.OpBitReverse}
	case v.Op == ir.OpByteSwap:
	case w > 8 && set == 7:
		return x, []ir.Op{ir.OpBitReverse, ir.OpByteSwap}
	case w > 8 && set == all&^7:
		return x, []ir.Op{ir.OpByteSwap}
	}
	return nil, nil
}

// maxSwaps bounds the swaps that are looked at one behind the other.
const maxSwaps = 16

// swaps is the value that v has the bits of, and the set of fields that were swapped on the way.
func swaps(v *ir.Value) (x *ir.Value, set int) {
	x = v
	for range maxSwaps {
		u, k := swap(x)
		if k == 0 {
			break
		}
		x, set = u, set^k
	}
	return x, set
}

// swap is u and k if v is u with its neighbouring fields of k bits swapped. Of ByteSwap and BitReverse, k is a set.
func swap(v *ir.Value) (u *ir.Value, k int) {
	w := v.Type.Elem.Bits()
	switch v.Op {
	case ir.OpRotL:
		if v.Args[1].IsConstInt(int64(w / 2)) {
			return v.Args[0], w / 2
		}
	case ir.OpByteSwap:
		return v.Args[0], (w - 1) &^ 7
	case ir.OpBitReverse:
		return v.Args[0], w - 1
	case ir.OpOr, ir.OpXor, ir.OpAdd:
		up, down := v.Args[0], v.Args[1]
		for range 2 {
			a, n, left := moved(up)
			b, m, right := moved(down)
			if a != nil && a == b && n == m && left && !right {
				return a, n
			}
			up, down = down, up
		}
	}
	return nil, 0
}

// moved is u and k if v is the lower of each two neighbouring fields of k bits of u in the place of the upper (left), or
// the upper in the place of the lower.
func moved(v *ir.Value) (u *ir.Value, k int, left bool) {
	shift := v // the shift in it
	switch v.Op {
	case ir.OpAnd:
		shift = v.Args[0]
	case ir.OpShl, ir.OpShrU:
	default:
		return nil, 0, false
	}
	w := v.Type.Elem.Bits()
	if shift.Op != ir.OpShl && shift.Op != ir.OpShrU || !shift.Args[1].IsConst() {
		return nil, 0, false
	}
	n := shift.Args[1].Int()
	if n <= 0 || 2*n > int64(w) || n&(n-1) != 0 {
		return nil, 0, false
	}
	k, left = int(n), shift.Op == ir.OpShl
	u = shift.Args[0]
	low := alternating(w, k)
	switch {
	case v.Op == ir.OpAnd: // behind the shift
		want := low
		if left {
			want = low << k
		}
		if maskIs(v, want) {
			return u, k, left
		}
	case u.Op == ir.OpAnd: // in front of it
		want := low << k
		if left {
			want = low
		}
		if maskIs(u, want) {
			return u.Args[0], k, left
		}
		if 2*k == w {
			return u, k, left
		}
	case 2*k == w: // the shift leaves nothing else
		return u, k, left
	}
	return nil, 0, false
}

// maskIs says whether v, an And, is one with that constant.
func maskIs(v *ir.Value, mask uint64) bool {
	return v.Args[1].IsConst() && ir.Truncate(v.Type.Elem, uint64(v.Args[1].AuxInt)) == mask
}
