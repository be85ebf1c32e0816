package x86

import (
	"math/bits"
	"math/rand"
	"testing"
)

// TestAffine compares products with the matrices that tables are with the tables.
func TestAffine(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for n := 1; n <= 256; n *= 2 {
		for range 50 {
			columns, first := r.Uint64(), byte(r.Intn(256))
			data := make([]byte, n)
			for i := range data {
				data[i] = first
				for j := range 8 {
					if i>>j&1 != 0 {
						data[i] ^= byte(columns >> (8 * j))
					}
				}
			}
			matrix, c, ok := affine(data)
			if !ok {
				t.Fatalf("%d entries: %v are not affine", n, data)
			}
			for x := range 256 { // as VGF2P8AFFINEQB does it
				got := c
				for i := range 8 {
					row := byte(matrix >> (8 * (7 - i)))
					got ^= byte(bits.OnesCount8(row&byte(x))&1) << i
				}
				if want := data[x%n]; got != want {
					t.Fatalf("%d entries: entry %d is %d, want %d", n, x, got, want)
				}
			}
			if n > 2 {
				data[n-1] ^= 1 << r.Intn(8)
				if _, _, ok := affine(data); ok {
					t.Fatalf("%d entries: %v are taken for affine", n, data)
				}
			}
		}
	}
	for _, n := range []int{0, 3, 512} {
		if _, _, ok := affine(make([]byte, n)); ok {
			t.Errorf("%d entries are affine", n)
		}
	}
}
