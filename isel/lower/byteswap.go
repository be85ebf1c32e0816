package lower

import "hotloop/loopopt/ir"

// An expression of shifts by whole bytes, joined by or, permutes the bytes of each lane:
//
//	x<<24 | x>>24 | x<<8&0xff0000 | x>>8&0xff00
//
// It becomes one byte permutation of a register if all its operations except the last are deferred.

// byteSources holds, for each byte of a lane, lowest first, the index of its source byte; -1 is a zero byte.
type byteSources [8]int8

// swapDepth bounds the depth of the search in such an expression. swapOps is the minimum number of operations for
// which a permutation pays, since it needs a register for its pattern.
const (
	swapDepth = 6
	swapOps   = 3
)

// byteOrder finds the value whose bytes make up x, and their order. An x that neither shifts nor masks nor joins
// is that value itself. ops counts the operations.
func (l *Lowerer) byteOrder(x *ir.Value, root bool, depth int, ops *int) (from *ir.Value, b byteSources, ok bool) {
	es := x.Type.Elem.Size()
	base := func() (*ir.Value, byteSources, bool) {
		for i := range b {
			b[i] = int8(i)
		}
		return x, b, true
	}
	if depth == 0 || !root && !l.IsDeferred(x) {
		return base()
	}
	*ops++
	switch x.Op {
	case ir.OpOr:
		v, p, ok1 := l.byteOrder(x.Args[0], false, depth-1, ops)
		w, q, ok2 := l.byteOrder(x.Args[1], false, depth-1, ops)
		if !ok1 || !ok2 || v != w {
			return nil, b, false
		}
		for i := range es {
			if p[i] >= 0 && q[i] >= 0 {
				return nil, b, false
			}
			b[i] = max(p[i], q[i])
		}
		return v, b, true
	case ir.OpShl, ir.OpShrU, ir.OpRotL, ir.OpAnd:
		if !x.Args[1].IsConst() {
			break
		}
		v, p, ok := l.byteOrder(x.Args[0], false, depth-1, ops)
		c := uint64(x.Args[1].AuxInt)
		if x.Op == ir.OpAnd {
			for i := range es {
				switch c >> (8 * i) & 0xff {
				case 0:
					p[i] = -1
				case 0xff:
				default:
					return nil, b, false
				}
			}
			return v, p, ok
		}
		if c%8 != 0 || c >= uint64(8*es) {
			return nil, b, false
		}
		n := int(c / 8)
		for i := range es {
			at := i - n // index of the source byte
			if x.Op == ir.OpShrU {
				at = i + n
			}
			if x.Op == ir.OpRotL {
				at = (at + es) % es
			}
			b[i] = -1
			if at >= 0 && at < es {
				b[i] = p[at]
			}
		}
		return v, b, ok
	}
	*ops--
	return base()
}

// swappedBytes lowers v as a byte permutation if it is one.
func (l *Lowerer) swappedBytes(v *ir.Value) (Rep, bool) {
	es := v.Type.Elem.Size()
	if v.Op != ir.OpOr && v.Op != ir.OpRotL || !v.Type.IsVector() || !v.Type.Elem.IsInt() || es == 1 {
		return Rep{}, false
	}
	ops := 0
	x, b, ok := l.byteOrder(v, true, swapDepth, &ops)
	if !ok || ops < swapOps || x == v || x.Type != v.Type {
		return Rep{}, false
	}
	for i := range es {
		if b[i] < 0 {
			return Rep{}, false
		}
	}
	n, bytes := l.T.Layout(v.Type, es)
	sel := make([]int, bytes)
	for i := range sel {
		sel[i] = i/es*es + int(b[i%es])
	}
	out := Rep{Parts: l.NewParts(n), Esize: uint8(es)}
	for i := range out.Parts {
		out.Parts[i] = l.sel.Permute(1, bytes, l.Rep(x).Parts[i:i+1:i+1], sel)
	}
	return out, true
}
