package arm64

import (
	"math"
	"math/bits"
)

// IsAddImm reports whether v is an immediate of ADD, SUB and CMP: 12 bits, or 12 bits shifted left by 12 (C6.2,
// ADD (immediate)).
func IsAddImm(v int64) bool { return v&^0xfff == 0 || v&^0xfff000 == 0 }

// IsLogicalImm reports whether v is an immediate of AND, ORR, EOR and TST of the given size, 4 or 8 bytes. At 4
// bytes, the upper half of v must be the zero or sign extension of the lower half.
func IsLogicalImm(size int, v int64) bool {
	_, ok := logicalImm(size, v)
	return ok
}

// logicalImm returns N:immr:imms of a bit mask. A bit mask repeats an element of 2, 4, ... 64 bits, which is a
// run of ones rotated right by immr. imms holds the length of the run minus one and, above that, inverted, the
// size of the element (DecodeBitMasks in the shared pseudocode).
func logicalImm(size int, v int64) (field uint32, ok bool) {
	x := uint64(v)
	if size == 4 {
		if v != int64(int32(v)) && x != uint64(uint32(v)) {
			return 0, false
		}
		x = x&math.MaxUint32 | x<<32
	}
	if x == 0 || x == math.MaxUint64 {
		return 0, false
	}
	// Rotate so that a run begins at bit 0. If v is a bit mask, the run and the zeros above it are then as long
	// as an element.
	first := bits.TrailingZeros64(x &^ (x << 1)) // a one with a zero below it
	if x&1 != 0 && x>>63 != 0 {
		// Bit 0 may be in the middle of a run that wraps; look for one that begins above it.
		first = bits.TrailingZeros64(x &^ (x<<1 | 1))
	}
	y := bits.RotateLeft64(x, -first)
	ones := bits.TrailingZeros64(^y)
	width := ones + bits.TrailingZeros64(y>>ones)
	if y>>ones == 0 {
		width = 64
	}
	if width&(width-1) != 0 || bits.RotateLeft64(y, width) != y {
		return 0, false
	}
	immr := uint32(-first & (width - 1))
	imms := uint32(-2*width)&0x3f | uint32(ones-1)
	n := uint32(width >> 6)
	return n<<12 | immr<<6 | imms, true
}

// FPImm8 returns the 8-bit immediate of an FMOV of f, if there is one: a sign, a mantissa of 16 to 31, and a
// power of two from -7 to 0 (VFPExpandImm). Zero has no such immediate; MOVI makes it.
func FPImm8(f float64) (imm int64, ok bool) {
	b := math.Float64bits(f)
	exp := int64(b>>52&0x7ff) - 1023
	if b&(1<<48-1) != 0 || exp < -3 || exp > 4 {
		return 0, false
	}
	// The upper bit of the exponent field is inverted: 1 to 4 are 000 to 011, -3 to 0 are 100 to 111.
	return int64(b>>63)<<7 | (exp-1)&7<<4 | int64(b>>48&15), true
}

// FPImm8Value returns the number that FMOV expands the 8-bit immediate imm to.
func FPImm8Value(imm int64) float64 {
	exp := (imm>>4&7^4)&7 - 3
	b := uint64(imm>>7&1)<<63 | uint64(exp+1023)<<52 | uint64(imm&15)<<48
	return math.Float64frombits(b)
}

// IsVecMoveImm reports whether MOVI can set elements of 1, 2, 4 or 8 bytes to v. If so, MVNI can set elements of
// 2 and 4 bytes to ^v.
func IsVecMoveImm(elem int, v int64) bool {
	_, _, ok := vecMoveImm(elem, v)
	return ok
}

// vecMoveImm returns cmode and the 8-bit immediate of MOVI (C7.2, AdvSIMDExpandImm in the shared pseudocode). The
// caller sets the op bit.
func vecMoveImm(elem int, v int64) (cmode, imm8 uint32, ok bool) {
	if cmode, imm8, ok = vecLogicalImm(elem, v); ok {
		return cmode, imm8, true
	}
	switch elem {
	case 1:
		return 0xe, uint32(v) & 0xff, v >= -128 && v <= 255
	case 4: // ones shifted in
		switch x := uint32(v); {
		case !fits(v, 32):
		case x&^0xff00 == 0xff:
			return 0xc, x >> 8, true
		case x&^0xff0000 == 0xffff:
			return 0xd, x >> 16, true
		}
	case 8: // bytes of zeros or ones
		for i := range 8 {
			switch b := uint64(v) >> (8 * i) & 0xff; b {
			case 0:
			case 0xff:
				imm8 |= 1 << i
			default:
				return 0, 0, false
			}
		}
		return 0xe, imm8, true
	}
	return 0, 0, false
}

// vecLogicalImm returns cmode and the 8-bit immediate of the forms that ORR and BIC also have: one byte within an
// element of 2 or 4.
func vecLogicalImm(elem int, v int64) (cmode, imm8 uint32, ok bool) {
	if elem != 2 && elem != 4 || !fits(v, 8*elem) {
		return 0, 0, false
	}
	x := uint64(v) & (1<<(8*elem) - 1)
	if elem == 2 {
		cmode = 8
	}
	for i := range elem {
		if x&^(0xff<<(8*i)) == 0 {
			return cmode | uint32(2*i), uint32(x >> (8 * i)), true
		}
	}
	return 0, 0, false
}

// fits reports whether v fits in the given number of bits, signed or unsigned.
func fits(v int64, bits int) bool { return v>>bits == 0 || v>>(bits-1) == -1 }

// immField returns the immediate's bits, shifted into place. idx is 1 at the larger size of the Op.
func immField(in *Inst, e *encoding, idx int) (field uint32, ok bool) {
	v := uint64(in.Imm)
	elem := uint64(e.elem)
	width := uint64(32) << idx // of general registers
	a, b := v&0xff, v>>8&0xff
	switch e.imm {
	case ImmAdd:
		if v&^0xfff == 0 {
			return uint32(v) << 10, true
		}
		return 1<<22 | uint32(v>>2), v&^0xfff000 == 0
	case ImmLogical:
		field, ok = logicalImm(4<<idx, in.Imm)
		return field << 10, ok
	case ImmWide:
		return uint32(v&0xffff)<<5 | uint32(v>>16)<<21, v>>16 < 2<<idx
	case ImmLSL:
		return uint32(-v&(width-1))<<16 | uint32(width-1-v)<<10, v < width
	case ImmLSR:
		return uint32(v) << 16, v < width
	case ImmEXTR, ImmShift:
		return uint32(v) << 10, v < width
	case ImmBFX:
		return uint32(a)<<16 | uint32(a+b-1)<<10, v>>16 == 0 && b > 0 && a+b <= width
	case ImmBFI:
		return uint32(-a&(width-1))<<16 | uint32(b-1)<<10, v>>16 == 0 && b > 0 && a+b <= width
	case ImmExtend:
		return uint32(v) << 10, v <= 4
	case ImmNZCV:
		return uint32(v), v <= 15
	case ImmCCMP:
		return uint32(a)<<16 | uint32(b), v>>16 == 0 && a <= 31 && b <= 15
	case ImmBit:
		return uint32(v)>>5<<31 | uint32(v)&31<<19, v <= 63
	case Imm16:
		return uint32(v) << 5, v <= 0xffff
	case Imm7:
		return uint32(v) << 5, v <= 127
	case Imm4:
		return uint32(v) << 8, v <= 15
	case ImmPrefetch:
		return uint32(v), v <= 31
	case ImmFP8:
		return uint32(v) << 13, v <= 255
	case ImmFP8Vec:
		return splitImm8(uint32(v)), v <= 255
	case ImmVecSHL: // immh:immb is the element's width in bits plus the amount
		return uint32(8*elem+v) << 16, v < 8*elem
	case ImmVecSHR: // twice the element's width in bits minus the amount
		return uint32(16*elem-v) << 16, v-1 < 8*elem
	case ImmEXT:
		return uint32(v) << 11, v < 8<<idx
	case ImmZeroFP, ImmZero, ImmVL16:
		return 0, v == 0
	case ImmRotate:
		return uint32(v/90) << 11, v%90 == 0 && v <= 270
	case ImmRotateAdd:
		return uint32(v/180) << 12, v == 90 || v == 270
	case ImmVecMove:
		cmode, imm8, ok := vecMoveImm(int(elem), in.Imm)
		return cmode<<12 | splitImm8(imm8), ok
	case ImmVecLogical:
		cmode, imm8, ok := vecLogicalImm(int(elem), in.Imm)
		return cmode<<12 | splitImm8(imm8), ok
	}
	return laneField(v, elem, e.imm)
}

// splitImm8 puts the upper three bits at 16 and the lower five at 5, the layout of modified immediates (C4.1.97).
func splitImm8(v uint32) uint32 { return v>>5<<16 | v&31<<5 }

// laneField encodes a lane number of elements of elem bytes.
func laneField(v, elem uint64, kind ImmKind) (field uint32, ok bool) {
	lanes := 16 / max(elem, 1)
	switch kind {
	case ImmLane: // imm5 is the lane above a one bit that marks the element size
		return uint32(v*2*elem+elem) << 16, v < lanes
	case ImmLanes: // imm4 holds the other lane
		a, b := v&0xff, v>>8
		return uint32(a*2*elem+elem)<<16 | uint32(b*elem)<<11, a < lanes && b < lanes
	case ImmLaneHLM: // H bit 11, L bit 21, M bit 20; smaller elements use more of them
		switch n := uint32(v); elem {
		case 2:
			return n>>2<<11 | n>>1&1<<21 | n&1<<20, v < lanes
		case 4:
			return n>>1<<11 | n&1<<21, v < lanes
		default:
			return n << 11, v < lanes
		}
	case ImmLaneMem: // Q:S:size
		n := uint32(v * elem)
		return n>>3<<30 | n&7<<10, v < lanes
	}
	return 0, false
}
