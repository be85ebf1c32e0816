package escape

type Counts struct{ N int }

func Digits(b []byte) (n int) {
	for _, c := range b {
		if '0' <= c && c <= '9' {
			n++
		}
	}
	return n
}

func Count(b []byte, c *Counts) {
	for range b {
		c.N++
	}
}
