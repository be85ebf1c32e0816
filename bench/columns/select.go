package columns

// Filter writes the numbers of the rows whose value lies between lo and hi, and returns how many there are.
func Filter(sel []int32, x []int32, lo, hi int32) int {
	n := 0
	for i, v := range x {
		if v >= lo && v <= hi {
			sel[n] = int32(i)
			n++
		}
	}
	return n
}

// CompressBytes keeps the values whose byte is not zero.
func CompressBytes(out, x []float64, keep []uint8) int {
	n := 0
	for i, v := range x {
		if keep[i] != 0 {
			out[n] = v
			n++
		}
	}
	return n
}

// CompressBits keeps the values whose bit is set.
func CompressBits(out, x []int32, bits []uint64) int {
	n := 0
	for i, v := range x {
		if bits[i>>6]>>(uint(i)&63)&1 != 0 {
			out[n] = v
			n++
		}
	}
	return n
}

// Both is a condition on each of two columns, as bytes.
func Both(mask []uint8, a []int32, x int32, b []float64, y float64) {
	for i := range mask {
		m := uint8(0)
		if a[i] > x && b[i] < y {
			m = 1
		}
		mask[i] = m
	}
}

// CountWhere counts the rows in a range of prices and dates.
func CountWhere(price []float64, date []int32, lo, hi float64, from, to int32) int {
	n := 0
	for i, p := range price {
		if p >= lo && p < hi && date[i] >= from && date[i] < to {
			n++
		}
	}
	return n
}

// Runs writes where runs of equal values begin, and returns how many there are.
func Runs(starts []int32, x []int32) int {
	n := 0
	for i := range x {
		if i == 0 || x[i] != x[i-1] {
			starts[n] = int32(i)
			n++
		}
	}
	return n
}
