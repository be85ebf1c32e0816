package arm

import (
	"math/bits"

	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// LookupPeriod is the number of entries of es bytes that a register holds of a table of n, which it repeats.
func (a *ISA) LookupPeriod(es, n int) int { return min(n, 16/es) }

// lookup lowers a Lookup: TBL picks bytes from up to two registers, of which TBX replaces those that it finds in the
// next two. Larger elements are picked byte by byte.
func (l selector) lookup(v *ir.Value) (lower.Rep, bool) {
	es := v.Type.Elem.Size()
	n, bytes := l.T.Layout(v.Type, es)
	if v.Args[1].Type.Size() != 16 || bytes != 16 {
		return lower.Rep{}, false
	}
	var tables []mach.Reg
	for _, t := range v.Args[1:] {
		tables = append(tables, l.Part(t, 0))
	}
	within := l.IndexBits(v.Args[0]) <= bits.TrailingZeros(uint(v.AuxInt))
	out := lower.Rep{Parts: l.NewParts(n)}
	it := ir.Vec(ir.IntElem(es), 16/es)
	for i := range out.Parts {
		index := l.Wrap(it, l.Part(v.Args[0], i))
		if !within {
			index = l.Op(ir.OpAnd, it, index, l.Lit(it, v.AuxInt-1))
		}
		out.Parts[i] = l.lookupBytes(tables, l.Part(l.byteIndex(index, es), 0))
	}
	return out, true
}

// byteIndex is the number of every byte of the elements that a small index picks.
func (l selector) byteIndex(index *ir.Value, es int) *ir.Value {
	t := index.Type
	switch es {
	case 1:
		return index
	case 2:
		return l.Op(ir.OpAdd, t, l.Op(ir.OpMul, t, index, l.Lit(t, 0x0202)), l.Lit(t, 0x0100))
	case 4:
		return l.Op(ir.OpAdd, t, l.Op(ir.OpMul, t, index, l.Lit(t, 0x04040404)), l.Lit(t, 0x03020100))
	}
	first := l.Op(ir.OpShl, t, index, l.Lit(t, 3))
	for n := int64(8); n < 64; n *= 2 {
		first = l.Op(ir.OpOr, t, first, l.Op(ir.OpShl, t, first, l.Lit(t, n)))
	}
	return l.Op(ir.OpAdd, t, first, l.Lit(t, 0x0706050403020100))
}

// lookupBytes picks bytes of tables side by side.
func (l selector) lookupBytes(tables []mach.Reg, index mach.Reg) mach.Reg {
	if len(tables) == 1 {
		return l.ins(arm64.VTBL1, 16, tables[0], index)
	}
	r := l.ins(l.listOf(arm64.VTBL2, tables[:2]), 16, tables[0], tables[1], index)
	back := l.VecConst(lower.SplatBytes(ir.I8, 32, 16))
	for k := 2; k < len(tables); k += 2 {
		index = l.ins(arm64.VSUBB, 16, index, back)
		r = l.ins(l.listOf(arm64.VTBX2, tables[k:k+2]), 16, r, tables[k], tables[k+1], index)
	}
	return r
}
