package lower

import "testing"

// TestMagicU divides numbers around multiples of the divisor and at both ends of the range with the results of
// magicU, for 16-bit divisors and the largest 32-bit ones.
func TestMagicU(t *testing.T) {
	for _, c := range []struct{ w, width uint }{{16, 8}, {16, 16}, {32, 16}, {32, 32}} {
		top := uint64(1)<<c.width - 1
		for i := uint64(3); i < 1<<16; i++ {
			d := i
			if c.width == 32 && i > 1<<15 {
				d = top - (i - 1<<15)
			}
			if d > top || d&(d-1) == 0 {
				continue
			}
			m, s, add := magicU(d, c.w, c.width)
			for _, x := range []uint64{0, 1, d - 1, d, d + 1, top/d*d - 1, top / d * d, top - 1, top, top / 2,
				top/2/d*d - 1} {
				if x > top {
					continue
				}
				q := x * m >> c.w
				if add {
					q = ((x-q)>>1 + q) >> (s - 1)
				} else {
					q >>= s
				}
				if q != x/d {
					t.Fatalf("%d bits in lanes of %d: %d / %d is %d, not %d", c.width, c.w, x, d, x/d, q)
				}
			}
		}
	}
}
