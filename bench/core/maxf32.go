package core

import "math"

// MaxF32 returns the largest element, NaN if there is one.
func MaxF32(x []float32) float32 {
	m := float32(-math.MaxFloat32)
	for _, v := range x {
		m = max(m, v)
	}
	return m
}
