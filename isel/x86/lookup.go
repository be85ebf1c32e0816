package x86

import (
	"math/bits"

	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Lookups in tables that are in registers. There are two methods, depending on the permutation instruction:
//
//   - VPERMB and its relatives look up in a whole register, VPERMI2B in two. For more tables, every pair is looked up
//     and one of the results is selected. AVX-512 has these instructions, for bytes with VBMI.
//   - VPSHUFB looks up in 16 bytes, VPERMD in 32. Every table is looked up, and the index bits above those that the
//     instruction uses select one of the results, the lowest bit first. VPSHUFB returns zero where the top bit is set.

// LookupPeriod returns the number of es-byte entries that one register holds of a table of n entries, which it
// repeats.
func (a *ISA) LookupPeriod(es, n int) int {
	switch {
	case a.wideLookup(es) != 0:
		return min(n, 64/es)
	case es >= 4:
		return min(n, 32/es)
	}
	return min(n, 16/es)
}

// wideLookup returns the permutation of a 64-byte register in lanes of es bytes, or 0 if the processor has none.
func (a *ISA) wideLookup(es int) amd64.Op {
	op := byBytes(es, amd64.VPERMB, amd64.VPERMW, amd64.VPERMD, amd64.VPERMQ)
	if a.VectorBytes() < 64 || !a.Has(uint16(op), 64) {
		return 0
	}
	return op
}

// lookup lowers a Lookup whose tables fill registers.
func (l selector) lookup(v *ir.Value) (lower.Rep, bool) {
	es := v.Type.Elem.Size()
	n, size := l.T.Layout(v.Type, es)
	if v.Args[1].Type.Size() != l.T.Bytes {
		return lower.Rep{}, false
	}
	var data []byte
	if es == 1 && len(v.Args) > 2 {
		data = l.TableData(v)
	}
	if matrix, first, ok := affine(data); ok && l.Has(amd64.VGF2P8AFFINEQB, size) {
		out := lower.Rep{Parts: l.NewParts(n)}
		for i := range out.Parts {
			out.Parts[i] = l.insI(amd64.VGF2P8AFFINEQB, size, int64(first), l.Part(v.Args[0], i), l.splat(ir.I64, int64(matrix)))
		}
		return out, true
	}
	x := lookup{l: l, es: es, bytes: size, entries: int(v.AuxInt), op: l.T.Arch.(*ISA).wideLookup(es)}
	x.period = x.entries / (len(v.Args) - 1)
	x.indexBits = l.IndexBits(v.Args[0])
	for _, t := range v.Args[1:] {
		x.tables = append(x.tables, l.Part(t, 0))
	}
	out := lower.Rep{Parts: l.NewParts(n)}
	for i := range out.Parts {
		index := l.Part(v.Args[0], i)
		switch {
		case x.op != 0 && !(es == 1 && x.entries <= 16 && x.indexBits < 8):
			out.Parts[i] = x.wide(index)
		case x.op == 0 && data != nil:
			out.Parts[i] = x.known(index, data)
		default:
			out.Parts[i] = x.narrow(index)
		}
	}
	return out, true
}

// affine represents a table as a product with a bit matrix, plus its first entry, if possible. Such tables are
// products in GF(256), Gray codes, parities and bit permutations. Index bits beyond the table are multiplied by
// zero.
func affine(data []byte) (matrix uint64, first byte, ok bool) {
	if len(data) == 0 || len(data)&(len(data)-1) != 0 || len(data) > 256 {
		return 0, 0, false
	}
	first = data[0]
	for i := range data {
		low := i & -i
		if data[i]^first != data[low]^data[i^low] { // the column of low plus the other columns of i
			return 0, 0, false
		}
	}
	for j := 0; 1<<j < len(data); j++ {
		for i := range 8 { // bit i of the result uses byte 7-i
			matrix |= uint64((data[1<<j]^first)>>i&1) << (8*(7-i) + j)
		}
	}
	return matrix, first, true
}

// lookup is the state of lowering a Lookup: entries of es bytes, period of them in each table, in registers of
// bytes bytes.
type lookup struct {
	l               selector
	es, bytes       int
	entries, period int
	indexBits       int
	tables          []mach.Reg
	op              amd64.Op // result of wideLookup
}

// wide looks up in whole registers. Index lanes beyond the value are undefined, and so are their results.
func (x *lookup) wide(index mach.Reg) mach.Reg {
	l := x.l
	if len(x.tables) == 1 {
		return l.ins(x.op, 64, index, x.tables[0])
	}
	two := byBytes(x.es, amd64.VPERMI2B, amd64.VPERMI2W, amd64.VPERMI2D, amd64.VPERMI2Q)
	answers := make([]mach.Reg, len(x.tables)/2)
	for i := range answers {
		answers[i] = l.ins(two, 64, index, x.tables[2*i], x.tables[2*i+1])
	}
	return x.choose(answers, bits.TrailingZeros(uint(2*x.period)), 64, index)
}

// narrow looks up in 16 or 32 bytes.
func (x *lookup) narrow(index mach.Reg) mach.Reg {
	l, size := x.l, x.bytes
	answers := make([]mach.Reg, len(x.tables))
	bit := bits.TrailingZeros(uint(x.period))
	switch x.es {
	case 1, 2:
		if x.es == 2 { // for both bytes
			index = x.within(index, x.entries)
			index = l.ins(amd64.VPMULLW, size, index, l.splat(ir.I16, 0x0202))
			index = l.ins(amd64.VPADDW, size, index, l.splat(ir.I16, 0x0100))
			bit++
		} else if len(x.tables) == 1 && x.indexBits > 7 {
			index = x.within(index, x.entries)
		}
		low := index
		if x.entries*x.es > 128 || len(x.tables) > 1 && x.es == 1 && x.indexBits > 7 { // the top bit must be clear
			low = l.ins(x.and(), size, index, l.splat(ir.I8, 15))
		}
		for i, t := range x.tables {
			answers[i] = l.ins(amd64.VPSHUFB, size, t, low)
		}
	default:
		size = 32 // the upper lanes of index are undefined
		pick := index
		if x.es == 8 {
			twice := l.insI(amd64.VPSHUFD, size, 0xa0, l.ins(amd64.VPADDQ, size, index, index))
			pick = l.ins(amd64.VPADDD, size, twice, l.splat(ir.I64, 1<<32))
		}
		for i, t := range x.tables {
			answers[i] = l.ins(amd64.VPERMD, size, pick, t)
		}
	}
	return x.choose(answers, bit, size, index)
}

// within returns the index modulo n, a power of two.
func (x *lookup) within(index mach.Reg, n int) mach.Reg {
	if x.indexBits <= bits.TrailingZeros(uint(n)) {
		return index
	}
	return x.l.ins(x.and(), x.bytes, index, x.l.splat(ir.IntElem(x.es), int64(n-1)))
}

// and returns the bitwise and instruction.
func (x *lookup) and() amd64.Op {
	if x.l.T.K {
		return amd64.VPANDD
	}
	return amd64.VPAND
}

// xor returns the bitwise exclusive or instruction.
func (x *lookup) xor() amd64.Op {
	if x.l.T.K {
		return amd64.VPXORD
	}
	return amd64.VPXOR
}

// choose selects one of the results by the index bits from bit upwards, the lowest bit first.
func (x *lookup) choose(answers []mach.Reg, bit, size int, index mach.Reg) mach.Reg {
	l := x.l
	lane := x.es // lane size of the selecting bits; in an index of bytes made from 2-byte lanes, both bytes agree
	if !l.T.K && lane == 2 {
		lane = 1
	}
	for ; len(answers) > 1; bit++ {
		var by mach.Reg
		switch up := int64(8*x.es - 1 - bit); {
		case l.T.K:
			test := byBytes(lane, amd64.VPTESTMB, amd64.VPTESTMW, amd64.VPTESTMD, amd64.VPTESTMQ)
			by = l.ins(test, size, index, l.splat(ir.IntElem(lane), 1<<bit))
		case lane == 8:
			by = l.insI(amd64.VPSLLQI, size, up, index)
		case lane == 4:
			by = l.insI(amd64.VPSLLDI, size, up, index)
		case bit == 7:
			by = index
		default:
			by = l.insI(amd64.VPSLLWI, size, int64(7-bit), index)
		}
		half := make([]mach.Reg, len(answers)/2)
		for i := range half {
			half[i] = x.either(size, by, answers[2*i], answers[2*i+1])
		}
		answers = half
	}
	return answers[0]
}

// either selects b where by is set: a mask register, or the sign of a lane.
func (x *lookup) either(size int, by, a, b mach.Reg) mach.Reg {
	l := x.l
	if l.T.K {
		op := byBytes(x.es, amd64.VPBLENDMB, amd64.VPBLENDMW, amd64.VPBLENDMD, amd64.VPBLENDMQ)
		return l.build(spec{op: op, size: size, mask: by}, lower.Reg(a), lower.Reg(b))
	}
	op := byBytes(x.es, amd64.VPBLENDVB, amd64.VPBLENDVB, amd64.VBLENDVPS, amd64.VBLENDVPD)
	return l.ins(op, size, a, b, by)
}

// splat returns a constant in all lanes of the largest register.
func (l selector) splat(e ir.Elem, n int64) mach.Reg {
	return l.VecConst(lower.SplatBytes(e, uint64(n), l.T.Bytes))
}
