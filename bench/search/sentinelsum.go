package search

// SentinelSum adds up what comes before the first zero.
//
//loop:extent p unknown
func SentinelSum(p *[1 << 28]int32) (sum int32) {
	for i := 0; p[i] != 0; i++ {
		sum += p[i]
	}
	return sum
}
