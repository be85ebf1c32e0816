package x86

import (
	"math/bits"
	"math/rand"
	"testing"
)

// TestAffine compares products with the matrices of tables with the tables.
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
			for x := range 256 { // emulates VGF2P8AFFINEQB
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

// TestClassesOf emulates the instructions for tables of runs and of classes, and compares the results with the
// tables.
func TestClassesOf(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	found := map[classBy]int{}
	excepted := 0
	for range 4000 {
		data := randomRuns(r)
		c := classesOf(data, false)
		if c == nil {
			continue
		}
		found[c.by]++
		for x, want := range data {
			got := c.d[0]
			if c.by != classOne {
				got = shuffled(c.d, byte(c.class(x)))
			}
			if c.add {
				got += byte(x)
			}
			if c.other >= 0 {
				low := byte(x)
				if !c.upperIsOther {
					low &= 15
				}
				if shuffled(c.low, low)&shuffled(c.high, byte(x)>>4) == 0 {
					got = byte(c.other)
				}
			}
			if got != want {
				t.Fatalf("%d entries %v, %+v: entry %d is %d, want %d", len(data), data, *c, x, got, want)
			}
		}
		if c.other >= 0 {
			excepted++
		}
	}
	for by := classOne; by <= classRowMore; by++ {
		if found[by] == 0 {
			t.Errorf("no table has classes made in way %d", by)
		}
	}
	if excepted == 0 {
		t.Error("no table has entries that are not meant")
	}
}

// shuffled is VPSHUFB of one byte.
func shuffled(table [16]byte, by byte) byte {
	if by >= 128 {
		return 0
	}
	return table[by&15]
}

// randomRuns returns a table of a few increasing or constant runs, with one other number in between.
func randomRuns(r *rand.Rand) []byte {
	data := make([]byte, 32<<r.Intn(4))
	other := [...]byte{0, 0xff, 7}[r.Intn(3)]
	for i := range data {
		data[i] = other
	}
	aligned := r.Intn(2) == 0
	slope := byte(r.Intn(2))
	for range 1 + r.Intn(5) {
		from, n := r.Intn(len(data)), 1+r.Intn(30)
		if aligned {
			from &^= 15
		}
		if r.Intn(3) == 0 {
			n = len(data)
		}
		start := byte(r.Intn(256))
		for i := from; i < min(len(data), from+n); i++ {
			data[i] = start + slope*byte(i-from)
		}
	}
	if r.Intn(2) == 0 {
		data[r.Intn(len(data))] = byte(r.Intn(256))
	}
	return data
}
