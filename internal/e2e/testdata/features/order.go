package features

// Bits and bytes in another order, as programs move them by shifts.

// BigEndian puts words together from bytes, the most significant one first.
//
//	args line times=1,4
//	row I13
//	counter none the instruction is what the row says
//	asm.avx512 vpshufb
//	asm.avx2 vpshufb
//	asm.neon rev32
func BigEndian(d []uint32, s []byte) {
	for i := range d {
		d[i] = uint32(s[4*i])<<24 | uint32(s[4*i+1])<<16 | uint32(s[4*i+2])<<8 | uint32(s[4*i+3])
	}
}

// LittleEndian does so in any order.
//
//	args line times=1,4
//	row I13
//	counter none the instruction is what the row says
//	plan WIDEN-LOAD
//	no plan GROUP-LOAD
//	no plan Shl
func LittleEndian(d []uint32, s []byte) {
	for i := range d {
		d[i] = uint32(s[4*i+2])<<16 | uint32(s[4*i]) | uint32(s[4*i+3])<<24 | uint32(s[4*i+1])<<8
	}
}

// SwapBytes turns words around.
//
//	args line
//	row I13
//	counter none the instruction is what the row says
//	plan ByteSwap
//	asm.avx512 vpshufb
//	asm.avx2 vpshufb
//	asm.neon rev32
func SwapBytes(d []uint32) {
	for i, x := range d {
		x = x>>8&0x00ff00ff | x&0x00ff00ff<<8
		d[i] = x>>16 | x<<16
	}
}

// Rotated is a rotation of two shifts.
//
//	args line
//	row I14
//	counter none the instruction is what the row says
//	plan RotL
//	asm.avx512 vprold
//	asm.neon sri
func Rotated(d []uint32) {
	for i, x := range d {
		d[i] = x<<7 ^ x>>25
	}
}

// Ones counts by sums of fields.
//
//	args line
//	row I15
//	counter none the instruction is what the row says
//	plan PopCount
//	asm.avx2 vpshufb
//	asm.neon cnt
func Ones(d []uint32) {
	for i, x := range d {
		x -= x >> 1 & 0x55555555
		x = x&0x33333333 + x>>2&0x33333333
		x = (x + x>>4) & 0x0f0f0f0f
		d[i] = x * 0x01010101 >> 24
	}
}

// UpperLetters is a comparison of two.
//
//	args line
//	row I16
//	counter none the instruction is what the row says
//	plan LtU
//	no plan LeU
func UpperLetters(d, s []byte) {
	for i, c := range s[:min(len(s), len(d))] {
		if c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		d[i] = c
	}
}

// MemberByMember moves the second half of each structure by its first, one member after the other: what is stored stands
// between the loads. On AVX2 a store cannot leave out what is between.
//
//	args line
//	row N53
//	on avx2
//	counter none the instruction is what the row says
//	asm.avx2 vaddpd xmm
func MemberByMember(p []float64) {
	for i := 0; i+3 < len(p); i += 4 {
		p[i+2] += p[i]
		p[i+3] += p[i+1]
	}
}

// UpdateHalves stores to the second half of each structure, whose first half it loads: the structures that are stored begin
// where those that are loaded do, so that no masked store reaches into the next iteration's.
//
//	args line
//	row N54
//	on avx512
//	counter none the place is what the row says
//	plan GROUP-STORE ... member 2]
//	plan GROUP-STORE ... member 3]
//	no plan GROUP-STORE ... member 0]
func UpdateHalves(p, t []float64) {
	for i := 0; i+3 < len(p); i += 4 {
		p[i+2] += t[int(p[i])&7]
		p[i+3] += t[int(p[i+1])&7]
	}
}
