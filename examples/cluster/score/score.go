// Package score computes the score of customers by a logistic model. The text of this file is the default kernel of the
// job named score.
package score

import "math"

// Table is a block of customers. Score is computed.
type Table struct {
	Age, Income, Debt, Visits []float32
	Score                     []float32
}

// Fill makes the rows from first on. A row depends on its number and the seed only, so every worker has the rows of every
// shard. Fill stands for reading columns from storage.
func Fill(seed, first uint32, t *Table) {
	age, income := t.Age, t.Income[:len(t.Age)]
	debt, visits := t.Debt[:len(t.Age)], t.Visits[:len(t.Age)]
	for i := range age {
		row := first + uint32(i)
		h := mix(row*0x9e3779b9 + seed)
		g := mix(h + row)
		age[i] = 18 + float32(float32(h>>16)*(62.0/65536))
		income[i] = float32(h&0xffff) * (9.0 / 65536)
		debt[i] = float32(g>>16) * (4.0 / 65536)
		visits[i] = float32(g & 0xffff >> 10)
	}
}

// mix is the hash function lowbias32 of Chris Wellons.
func mix(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	return x ^ x>>16
}

// lanes is the number of partial sums. The order of additions is part of the text, so that vector code keeps it, and
// results are the same on every processor.
const lanes = 16

// Aggregate computes the scores of t. It adds the rows with a score above one half to counts[0], the scores to sums[0]
// and their squares to sums[1].
//
// The conversions of products forbid the Go compiler for arm64 to fuse them with the sums.
func Aggregate(t *Table, counts []int64, sums []float64) {
	age, income := t.Age, t.Income[:len(t.Age)]
	debt, visits, score := t.Debt[:len(t.Age)], t.Visits[:len(t.Age)], t.Score[:len(t.Age)]
	for i := range age {
		z := float32(-1.25)
		z += float32(0.021 * age[i])
		z -= float32(0.64 * income[i])
		z += float32(1.1 * debt[i])
		z += float32(0.045 * visits[i])
		score[i] = 1 / (1 + float32(math.Exp(float64(-z))))
	}
	var likely int64
	for _, s := range score {
		if s > 0.5 {
			likely++
		}
	}
	counts[0] += likely
	var sum, squares [lanes]float64
	n := len(score) &^ (lanes - 1)
	for i := 0; i < n; i += lanes {
		for k, s := range score[i:][:lanes] {
			x := float64(s)
			sum[k] += x
			squares[k] += float64(x * x)
		}
	}
	for k, s := range score[n:] {
		x := float64(s)
		sum[k] += x
		squares[k] += float64(x * x)
	}
	for k := range lanes {
		sums[0] += sum[k]
		sums[1] += squares[k]
	}
}
