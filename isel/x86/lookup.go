package x86

import (
	"math/bits"

	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Lookups in tables that lie in registers. There are two ways, by what picks lanes from a register:
//
//   - VPERMB and the like pick from a whole register, VPERMI2B from two; of twice as many tables, both pairs are asked
//     and one of the answers taken. AVX-512 has these, for bytes with VBMI.
//   - VPSHUFB picks from 16 bytes, VPERMD from 32. Every table is asked, and the bits of the index above those that it
//     takes choose one of the answers, the lowest first. VPSHUFB makes zero where the top bit is set.

// LookupPeriod is the number of entries of es bytes that a register holds of a table of n, which it repeats.
func (a *ISA) LookupPeriod(es, n int) int {
	switch {
	case a.wideLookup(es) != 0:
		return min(n, 64/es)
	case es >= 4:
		return min(n, 32/es)
	}
	return min(n, 16/es)
}

// wideLookup is the permutation of a register of 64 bytes, in lanes of es, if the processor has it.
func (a *ISA) wideLookup(es int) amd64.Op {
	op := map[int]amd64.Op{1: amd64.VPERMB, 2: amd64.VPERMW, 4: amd64.VPERMD, 8: amd64.VPERMQ}[es]
	if a.VectorBytes() < 64 || !a.Has(uint16(op), 64) {
		return 0
	}
	return op
}

// lookup lowers a Lookup whose tables fill registers.
func (l selector) lookup(v *ir.Value) (lower.Rep, bool) {
	es := v.Type.Elem.Size()
	n, bytes := l.T.Layout(v.Type, es)
	if v.Args[1].Type.Size() != l.T.Bytes {
		return lower.Rep{}, false
	}
	x := lookup{l: l, es: es, bytes: bytes, entries: int(v.AuxInt), op: l.T.Arch.(*ISA).wideLookup(es)}
	x.period = x.entries / (len(v.Args) - 1)
	x.indexBits = l.IndexBits(v.Args[0])
	for _, t := range v.Args[1:] {
		x.tables = append(x.tables, l.Part(t, 0))
	}
	out := lower.Rep{Parts: l.NewParts(n)}
	for i := range out.Parts {
		index := l.Part(v.Args[0], i)
		if x.op != 0 && !(es == 1 && x.entries <= 16 && x.indexBits < 8) {
			out.Parts[i] = x.wide(index)
		} else {
			out.Parts[i] = x.narrow(index)
		}
	}
	return out, true
}

// lookup is a Lookup being lowered: of entries of es bytes, a number of which each table has, for registers of so many
// bytes.
type lookup struct {
	l               selector
	es, bytes       int
	entries, period int
	indexBits       int
	tables          []mach.Reg
	op              amd64.Op // of wideLookup
}

// wide picks from whole registers. What lies above the index in its register is junk, and so is what that picks.
func (x *lookup) wide(index mach.Reg) mach.Reg {
	l := x.l
	if len(x.tables) == 1 {
		return l.ins(x.op, 64, index, x.tables[0])
	}
	two := map[int]amd64.Op{1: amd64.VPERMI2B, 2: amd64.VPERMI2W, 4: amd64.VPERMI2D, 8: amd64.VPERMI2Q}[x.es]
	answers := make([]mach.Reg, len(x.tables)/2)
	for i := range answers {
		answers[i] = l.ins(two, 64, index, x.tables[2*i], x.tables[2*i+1])
	}
	return x.choose(answers, bits.TrailingZeros(uint(2*x.period)), 64, index)
}

// narrow picks from 16 bytes, or 32.
func (x *lookup) narrow(index mach.Reg) mach.Reg {
	l, size := x.l, x.bytes
	answers := make([]mach.Reg, len(x.tables))
	bit := bits.TrailingZeros(uint(x.period))
	switch x.es {
	case 1, 2:
		if x.es == 2 { // of both bytes
			index = x.within(index, x.entries)
			index = l.ins(amd64.VPMULLW, size, index, l.splat(ir.I16, 0x0202))
			index = l.ins(amd64.VPADDW, size, index, l.splat(ir.I16, 0x0100))
			bit++
		} else if len(x.tables) == 1 && x.indexBits > 7 {
			index = x.within(index, x.entries)
		}
		low := index
		if x.entries*x.es > 128 || len(x.tables) > 1 && x.es == 1 && x.indexBits > 7 { // not the top bit
			low = l.ins(x.and(), size, index, l.splat(ir.I8, 15))
		}
		for i, t := range x.tables {
			answers[i] = l.ins(amd64.VPSHUFB, size, t, low)
		}
	default:
		size = 32 // what lies above the index is junk
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

// within is the index modulo n, a power of two.
func (x *lookup) within(index mach.Reg, n int) mach.Reg {
	if x.indexBits <= bits.TrailingZeros(uint(n)) {
		return index
	}
	return x.l.ins(x.and(), x.bytes, index, x.l.splat(ir.IntElem(x.es), int64(n-1)))
}

// and is the instruction for it.
func (x *lookup) and() amd64.Op {
	if x.l.T.K {
		return amd64.VPANDD
	}
	return amd64.VPAND
}

// choose takes one of the answers by the bits of the index from bit on, the lowest first.
func (x *lookup) choose(answers []mach.Reg, bit, size int, index mach.Reg) mach.Reg {
	l := x.l
	lane := x.es // whose bits choose: of index made one of bytes, those of both are alike
	if !l.T.K && lane == 2 {
		lane = 1
	}
	for ; len(answers) > 1; bit++ {
		var by mach.Reg
		switch up := int64(8*x.es - 1 - bit); {
		case l.T.K:
			test := map[int]amd64.Op{1: amd64.VPTESTMB, 2: amd64.VPTESTMW, 4: amd64.VPTESTMD, 8: amd64.VPTESTMQ}[lane]
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

// either takes b where by says so: a mask, or the sign of a lane.
func (x *lookup) either(size int, by, a, b mach.Reg) mach.Reg {
	l := x.l
	if l.T.K {
		op := map[int]amd64.Op{1: amd64.VPBLENDMB, 2: amd64.VPBLENDMW, 4: amd64.VPBLENDMD, 8: amd64.VPBLENDMQ}[x.es]
		return l.build(spec{op: op, size: size, mask: by}, lower.Reg(a), lower.Reg(b))
	}
	op := map[int]amd64.Op{1: amd64.VPBLENDVB, 2: amd64.VPBLENDVB, 4: amd64.VBLENDVPS, 8: amd64.VBLENDVPD}[x.es]
	return l.ins(op, size, a, b, by)
}

// splat is a constant in all lanes of the largest register.
func (l selector) splat(e ir.Elem, n int64) mach.Reg {
	return l.VecConst(lower.SplatBytes(e, uint64(n), l.T.Bytes))
}
