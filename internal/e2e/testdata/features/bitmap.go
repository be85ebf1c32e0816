package features

// Bitmaps: a bit for each element, as columns have them of what is there.

// SumValid adds up what is there.
//
//	args line
//	row I11
//	counter none the instruction is what the row says
//	plan BIT-TEST
//	no plan GATHER
//	asm.avx512 kmovq
//	asm.avx2 vpcmpeqq
//	asm.neon cmtst
func SumValid(a []int64, valid []uint8) (s int64) {
	for i, x := range a[:min(len(a), 8*len(valid))] {
		if valid[i>>3]&(1<<(i&7)) != 0 {
			s += x
		}
	}
	return s
}

// AddValid leaves alone what is not.
//
//	args line
//	row I11
//	counter none the instruction is what the row says
//	plan BIT-TEST
//	no plan GATHER
func AddValid(d, a, b []int32, valid []uint8) {
	for i := range d[:min(len(d), 8*len(valid))] {
		if valid[i/8]>>(uint(i)%8)&1 == 1 {
			d[i] = a[i] + b[i]
		}
	}
}

// CountNull tests words.
//
//	args line
//	row I11
//	counter none the instruction is what the row says
//	plan BIT-TEST
//	no plan GATHER
func CountNull(a []float64, valid []uint64) (n int) {
	for i, x := range a[:min(len(a), 64*len(valid))] {
		if valid[i>>6]&(1<<(uint(i)&63)) == 0 && x > 1 {
			n++
		}
	}
	return n
}
