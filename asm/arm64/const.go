package arm64

// MaxMovConst is the maximum number of instructions that materialize a constant.
const MaxMovConst = 4

// AppendMovConst appends to dst the shortest sequence that sets general register r of the given size, 4 or 8
// bytes, to v. The sequence is one of MOVZ, MOVN and ORR of a bit mask, then a MOVK for each 16-bit quarter that
// differs. At 4 bytes, the upper half of v is ignored.
func AppendMovConst(dst []Inst, r Reg, size int, v int64) []Inst {
	p := planMov(size, uint64(v))
	switch p.first {
	case MOVZ, MOVN:
		dst = append(dst, New(p.first, size, r).WithImm(p.imm))
	default:
		dst = append(dst, New(ORRI, size, r, ZR).WithImm(p.imm))
	}
	for i := range size / 2 {
		if p.keep>>i&1 != 0 {
			dst = append(dst, New(MOVK, size, r).WithImm(Wide(uint16(v>>(16*i)), 16*i)))
		}
	}
	return dst
}

// A movPlan is the first instruction of a sequence and the quarters that MOVK sets after it.
type movPlan struct {
	first Op // MOVZ, MOVN or ORRI
	imm   int64
	keep  uint8
}

func planMov(size int, v uint64) movPlan {
	quarters := size / 2
	if size == 4 {
		v &= 1<<32 - 1
	}
	zeros, ones := 0, 0
	for i := range quarters {
		switch uint16(v >> (16 * i)) {
		case 0:
			zeros++
		case 0xffff:
			ones++
		}
	}
	if max(zeros, ones) < quarters-1 {
		if IsLogicalImm(size, int64(v)) {
			return movPlan{first: ORRI, imm: int64(v)}
		}
		if max(zeros, ones) < quarters-2 {
			if p, ok := maskAndMOVK(v); ok {
				return p
			}
		}
	}
	// Quarters equal to the fill of the first instruction, zeros or ones, need no MOVK.
	p := movPlan{first: MOVZ}
	fill := uint16(0)
	if ones > zeros {
		p.first, fill = MOVN, 0xffff
	}
	first := -1
	for i := range quarters {
		if uint16(v>>(16*i)) == fill {
			continue
		}
		if first < 0 {
			first = i
		} else {
			p.keep |= 1 << i
		}
	}
	first = max(first, 0)
	p.imm = Wide(uint16(v>>(16*first))^fill, 16*first)
	return p
}

// maskAndMOVK looks for a bit mask that equals v in all but one quarter. A bit mask repeats or is a single run,
// so that quarter equals another one or is all zeros or all ones.
func maskAndMOVK(v uint64) (movPlan, bool) {
	for i := range 4 {
		rest := v &^ (0xffff << (16 * i))
		for _, q := range [...]uint64{0, 0xffff, v >> (16 * (i ^ 1)) & 0xffff, v >> (16 * (i ^ 2)) & 0xffff} {
			if m := rest | q<<(16*i); IsLogicalImm(8, int64(m)) {
				return movPlan{first: ORRI, imm: int64(m), keep: 1 << i}, true
			}
		}
	}
	return movPlan{}, false
}
