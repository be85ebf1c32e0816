package features

import "math/bits"

// Sums of narrow numbers in int.

// IntDot multiplies signed bytes.
//
//	args line
//	row I52
//	counter kernel IntProducts
//	plan SUM-PHI...[Add]
//	no plan REDUCE-PHI
//	asm.avx512 vpmaddwd
//	asm.avx2 vpmaddwd
//	none.neon products of words are added to sums of 64 bits two at a time
func IntDot(x, y []int8) (s int) {
	for i := range min(len(x), len(y)) {
		s += int(x[i]) * int(y[i])
	}
	return s
}

// ByteDotSigned has an instruction for bytes of which those of one side are unsigned.
//
//	args line
//	row I57
//	on avx512 neon
//	cpu dot
//	counter kernel IntProducts
//	asm.avx512 vpdpbusd
//	no asm.avx512 vpmovsxbw
//	asm.neon sdot
func ByteDotSigned(x, y []int8) (s int32) {
	for i := range min(len(x), len(y)) {
		s += int32(x[i]) * int32(y[i])
	}
	return s
}

// ByteDotUnsigned has it too.
//
//	args line
//	row I57
//	on avx512 neon
//	cpu dot
//	counter kernel IntProducts
//	asm.avx512 vpdpbusd
//	asm.neon udot
func ByteDotUnsigned(x, y []uint8) (s uint32) {
	for i := range min(len(x), len(y)) {
		s += uint32(x[i]) * uint32(y[i])
	}
	return s
}

// IntDotMixed multiplies bytes by signed ones.
//
//	args line
//	row I52
//	counter none the instruction is what the row says
//	plan SUM-PHI...[Add]
//	asm.avx512 vpmaddwd
//	asm.avx2 vpmaddwd
//	none.neon products of words are added to sums of 64 bits two at a time
func IntDotMixed(x []uint8, y []int8) (s uint64) {
	for i := range min(len(x), len(y)) {
		s += uint64(int32(x[i]) * int32(y[i]))
	}
	return s
}

// IntSum adds words.
//
//	args line
//	row I52
//	counter none the instruction is what the row says
//	plan SUM-PHI...[Add]
//	asm.avx512 vpmaddwd
//	asm.avx2 vpmaddwd
//	asm.neon sadalp
func IntSum(x []int16) (s int) {
	for _, v := range x {
		s += int(v)
	}
	return s
}

// UintSum adds unsigned words: as signed ones, and what these have less.
//
//	args line
//	row I56
//	counter none the instruction is what the row says
//	plan SUM-PHI...[Add]
//	asm.avx512 vpmaddwd
//	asm.avx2 vpmaddwd
//	asm.neon sadalp
func UintSum(x []uint16) (s uint64) {
	for _, v := range x {
		s += uint64(v)
	}
	return s
}

// WordSum adds words in 32 bits.
//
//	args line
//	row I56
//	counter none the instruction is what the row says
//	plan SUM-PHI...[Add]
//	asm.avx512 vpmaddwd
//	asm.avx2 vpmaddwd
//	asm.neon sadalp
func WordSum(x []int16) (s int32) {
	for _, v := range x {
		s += int32(v)
	}
	return s
}

// IntProducts multiplies words, of which 32 bits do not hold the sum of two products.
func IntProducts(x, y []int16) (s int) {
	for i := range min(len(x), len(y)) {
		s += int(x[i]) * int(y[i])
	}
	return s
}

// IntSumIf adds the bytes above a limit: a condition of the narrow number, which is 0 where it does not hold.
//
//	args line
//	row N41
//	counter none the instruction is what the row says
//	plan SUM-PHI...[Add]
//	no plan REDUCE-PHI
//	asm.avx512 vpsadbw
//	asm.avx2 vpsadbw
func IntSumIf(x []uint8, limit uint8) (s int) {
	for _, v := range x {
		if v > limit {
			s += int(v)
		}
	}
	return s
}

// IntDotIf leaves products out.
//
//	args line
//	row N41
//	counter none the instruction is what the row says
//	plan.avx512 SUM-PHI...[Add]
//	plan.avx2 SUM-PHI...[Add]
//	asm.avx512 vpmaddwd
//	asm.avx2 vpmaddwd
func IntDotIf(x, y []int16) (s int32) {
	for i := range min(len(x), len(y)) {
		if x[i] == y[i] {
			continue
		}
		s += int32(x[i]) * int32(y[i])
	}
	return s
}

// IntOnesIf counts the ones of some words.
//
//	args line
//	row N41
//	counter none the instruction is what the row says
//	plan SUM-PHI...[ones, by bytes]
//	no plan REDUCE-PHI
func IntOnesIf(x []uint32, mask uint32) (n int) {
	for _, v := range x {
		if v&mask != 0 {
			n += bits.OnesCount32(v)
		}
	}
	return n
}
