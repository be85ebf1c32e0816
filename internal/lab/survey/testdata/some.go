package some

import (
	"encoding/binary"
	"math/bits"
	"sort"
)

type number interface{ ~int32 | ~float64 }

const (
	zero = iota
	first
	second
)

const (
	mask    = 7
	longest = binary.MaxVarintLen64
)

var table = [...]uint8{3, 1, 4, 1, 5, 9, 2, 6}

type pair struct{ a, b int32 }

type vector []float64

type counter struct{ n int }

func sum[T number](x []T) (s T) {
	for _, v := range x {
		s += v
	}
	return s
}

func look(x []uint8) (n int) {
	for _, v := range x {
		n += int(table[v&mask]) * second
	}
	return n
}

func pairs(p []pair, by int32) {
	for i := range p {
		p[i].a += by * first
		p[i].b = double(p[i].b)
	}
}

func double(x int32) int32 { return 2 * x }

func ones(x []uint64) (n int) {
	for _, v := range x {
		n += bits.OnesCount64(v)
	}
	return n
}

func Kings(x []int) (n int) {
	K := 0
	for _, v := range x {
		K += v
	}
	return K
}

func (v vector) scale(by float64) {
	for i := range v {
		v[i] *= by
	}
}

func (c *counter) count(x []int) {
	for range x {
		c.n++
	}
}

func keys(m map[int]int) (n int) {
	for k := range m {
		n += k
	}
	return n
}

func sorted(x []int) (n int) {
	for range x {
		sort.Ints(x)
	}
	return n
}

func noLoop(x int) int { return x + 1 }
