package columns

// GroupSum adds the values of every group.
func GroupSum(sums []float64, group []uint8, x []float64) {
	for i, v := range x {
		sums[group[i]] += v
	}
}

// MinMax is the range of the values that are not null.
func MinMax(x []int32, valid []uint8) (lo, hi int32) {
	lo, hi = 1<<31-1, -1<<31
	for i, v := range x {
		if valid[i] != 0 {
			lo = min(lo, v)
			hi = max(hi, v)
		}
	}
	return lo, hi
}

// Hash hashes keys, by the last step of MurmurHash3.
func Hash(h, keys []uint64, seed uint64) {
	for i, k := range keys {
		k ^= seed
		k ^= k >> 33
		k *= 0xff51afd7ed558ccd
		k ^= k >> 33
		k *= 0xc4ceb9fe1a85ec53
		k ^= k >> 33
		h[i] = k
	}
}
