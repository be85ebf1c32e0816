// Package pkg is ordinary Go, some of which is in the subset.
package pkg

import (
	"math/big"
	"slices"
)

var lut = []float32{1, 2, 3, 4}

// Curve takes max from another file.
func Curve(y []float32) {
	for i := range y {
		y[i] = max(y[i], 1)
	}
}

// Look uses a table that another file changes.
func Look(y []float32) {
	for i := range y {
		y[i] *= lut[i&3]
	}
}

// Digits has a parameter of a package that kernels do not have.
func Digits(t big.Int) int { return t.BitLen() }

// Total ranges over what is sorted.
func Total(x []int) (n int) {
	for _, v := range slices.Sorted(slices.Values(x)) {
		n += v
	}
	return n
}
