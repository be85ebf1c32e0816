package arm64test

import (
	"math/bits"
	"math/rand/v2"

	"hotloop/asm/arm64"
)

// randImm returns a legal immediate.
func randImm(r *rand.Rand, info *arm64.OpInfo, size uint8) int64 {
	width := 8 * int(size)
	elem := int(info.Elem)
	lane := func() int { return r.IntN(16 / elem) }
	switch info.Imm {
	case arm64.ImmAdd:
		return [...]int64{0, 1, 4095, 4096, 4095 << 12, int64(r.IntN(4096)), int64(r.IntN(4096)) << 12}[r.IntN(7)]
	case arm64.ImmLogical:
		return BitMask(r, width)
	case arm64.ImmWide:
		return arm64.Wide(uint16(r.IntN(1<<16)), 16*r.IntN(width/16))
	case arm64.ImmLSL, arm64.ImmLSR, arm64.ImmEXTR, arm64.ImmShift:
		return int64([...]int{0, 1, width - 1, r.IntN(width)}[r.IntN(4)])
	case arm64.ImmBFX, arm64.ImmBFI:
		lsb := r.IntN(width)
		return arm64.Pair(lsb, 1+r.IntN(width-lsb))
	case arm64.ImmExtend:
		return int64(r.IntN(5))
	case arm64.ImmCCMP:
		return arm64.Pair(r.IntN(32), r.IntN(16))
	case arm64.ImmNZCV, arm64.Imm4:
		return int64(r.IntN(16))
	case arm64.ImmBit:
		return int64(r.IntN(64))
	case arm64.Imm16:
		return int64(r.IntN(1 << 16))
	case arm64.Imm7:
		return int64(r.IntN(128))
	case arm64.ImmPrefetch:
		return int64(r.IntN(32))
	case arm64.ImmFP8, arm64.ImmFP8Vec:
		return int64(r.IntN(256))
	case arm64.ImmVecMove:
		return VecConst(r, elem)
	case arm64.ImmVecLogical:
		return int64(r.IntN(256)) << (8 * r.IntN(elem))
	case arm64.ImmVecSHL:
		return int64(r.IntN(8 * elem))
	case arm64.ImmVecSHR:
		return int64(1 + r.IntN(8*elem))
	case arm64.ImmLane, arm64.ImmLaneHLM, arm64.ImmLaneMem:
		return int64(lane())
	case arm64.ImmLanes:
		return arm64.Pair(lane(), lane())
	case arm64.ImmRotate:
		return int64(90 * r.IntN(4))
	case arm64.ImmRotateAdd:
		return int64(90 + 180*r.IntN(2))
	case arm64.ImmEXT:
		return int64(r.IntN(int(size)))
	}
	return 0
}

// BitMask returns a random logical immediate of width bits.
func BitMask(r *rand.Rand, width int) int64 {
	elem := 2 << r.IntN(bits.Len(uint(width))-1)
	ones := uint64(1)<<(1+r.IntN(elem-1)) - 1
	if n := r.IntN(elem); n > 0 {
		ones = (ones<<n | ones>>(elem-n)) & (1<<elem - 1)
	}
	for ; elem < width; elem *= 2 {
		ones |= ones << elem
	}
	return int64(ones)
}

// VecConst returns a random constant that MOVI can make of an element of elem bytes.
func VecConst(r *rand.Rand, elem int) int64 {
	b := int64(r.IntN(256))
	switch elem {
	case 8:
		v := int64(0)
		for i := range 8 {
			if b>>i&1 != 0 {
				v |= 0xff << (8 * i)
			}
		}
		return v
	case 4:
		switch r.IntN(3) {
		case 0:
			return b<<8 | 0xff
		case 1:
			return b<<16 | 0xffff
		}
	}
	return b << (8 * r.IntN(elem))
}
