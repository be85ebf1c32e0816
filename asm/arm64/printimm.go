package arm64

import "strconv"

// barriers are the named domains and types of DMB and DSB.
var barriers = [16]string{1: "oshld", 2: "oshst", 3: "osh", 5: "nshld", 6: "nshst", 7: "nsh", 9: "ishld", 10: "ishst",
	11: "ish", 13: "ld", 14: "st", 15: "sy"}

// imm prints the immediate, unless it is part of another operand.
func (p *printer) imm() {
	v := p.in.Imm
	switch p.info.Imm {
	case ImmNone, ImmLane, ImmLanes, ImmLaneHLM, ImmLaneMem:
		return
	}
	p.next()
	switch p.info.Imm {
	case ImmAdd:
		if v>>12 != 0 {
			p.num(v >> 12)
			p.str(", lsl #12")
			return
		}
		p.num(v)
	case ImmLogical:
		if p.in.OpSize() == 4 {
			v &= 1<<32 - 1
		}
		p.hex(uint64(v))
	case ImmWide:
		p.num(v & 0xffff)
		if v>>16 != 0 {
			p.str(", lsl ")
			p.num(v >> 16 * 16)
		}
	case ImmBFX, ImmBFI, ImmCCMP:
		p.num(v & 0xff)
		p.next()
		p.num(v >> 8)
	case ImmShift, ImmExtend:
		p.str(p.info.Mod.String())
		p.str(" ")
		p.num(v)
	case Imm4:
		if v >= 0 && v < 16 && barriers[v] != "" {
			p.str(barriers[v])
			return
		}
		p.num(v)
	case ImmPrefetch:
		p.prefetch(v)
	case ImmFP8, ImmFP8Vec:
		p.dst = strconv.AppendFloat(append(p.dst, '#'), FPImm8Value(v), 'f', 8, 64)
	case ImmVecMove, ImmVecLogical:
		p.vecImm(v)
	case ImmZeroFP:
		p.str("#0.0")
	case ImmVL16:
		p.str("vl16")
	case ImmZero:
		p.str("#0")
	default:
		p.num(v)
	}
}

func (p *printer) hex(v uint64) {
	p.str("#0x")
	p.dst = strconv.AppendUint(p.dst, v, 16)
}

// prefetch prints the operation of a PRFM (C6.2, PRFM (immediate)).
func (p *printer) prefetch(v int64) {
	kind, level, policy := v>>3&3, v>>1&3, v&1
	if v < 0 || v > 31 || kind == 3 || level == 3 {
		p.num(v)
		return
	}
	p.str([...]string{"pld", "pli", "pst"}[kind])
	p.str([...]string{"l1", "l2", "l3"}[level])
	p.str([...]string{"keep", "strm"}[policy])
}

// vecImm prints the constant of a MOVI as encoded: eight bits and a shift, which shifts in ones if it is MSL.
func (p *printer) vecImm(v int64) {
	elem := int(p.info.Elem)
	cmode, imm8, ok := vecMoveImm(elem, v)
	switch {
	case elem == 8:
		p.hex(uint64(v))
	case !ok:
		p.num(v)
	default:
		p.num(int64(imm8))
		switch {
		case cmode == 0xc || cmode == 0xd:
			p.str(", msl ")
			p.num(int64(cmode-0xb) * 8)
		case elem > 1 && cmode&6 != 0:
			p.str(", lsl ")
			p.num(int64(cmode&6) * 4)
		}
	}
}
