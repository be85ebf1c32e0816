package kernels

import "math"

// The kernels of TestRegions: loops with conditions, under which there is enough to do to branch round it. The first
// parameter holds the conditions, a bit for each; its elements are -1 to 7. Products are
// converted, so that gc fuses nothing on arm64.

func RegionUpdate(m []int32, a, b, c, d []float32) {
	for i := range a {
		if m[i]&1 != 0 {
			a[i] += float32(c[i] * d[i])
			b[i] += float32(c[i] * c[i])
		}
	}
}

func RegionNested(m []int32, a, b, c, d []float32) {
	for i := range a {
		if m[i]&1 != 0 {
			if b[i] > a[i] {
				c[i] += float32(d[i] * b[i])
			}
			a[i] = d[i]
		}
	}
}

func RegionArms(m []int32, a, b, c, d []int32) {
	for i := range a {
		if m[i]&1 != 0 {
			a[i] = b[i]*c[i] + d[i]
			d[i] = a[i] - b[i]
		} else {
			b[i] = a[i] ^ d[i]
			c[i] = b[i]<<3 + a[i]
		}
	}
}

func RegionSum(m []int32, a, b []int32, c []int32) (s, p int32) {
	p = 1
	for i := range a {
		if m[i]&1 != 0 {
			s += a[i] * b[i]
			if m[i]&2 != 0 {
				p ^= a[i] + b[i]*c[i]
			}
		}
	}
	return s, p
}

func RegionDivide(m []int32, a, b, c []int32) {
	for i := range a {
		if m[i]&1 != 0 && b[i] != 0 {
			a[i] = c[i] / b[i]
			c[i] = a[i] % 7
		}
	}
}

// RegionPanics divides by what may be zero, where a condition holds.
func RegionPanics(m []int32, a, b, c []int32) {
	for i := range a {
		t := c[i]
		if m[i]&1 != 0 {
			t = c[i]/b[i] + a[i]*3
		}
		a[i] = t
	}
}

func RegionGather(m []int32, a []float64, index []int32, table []float64) {
	for i := range a {
		if m[i]&1 != 0 {
			a[i] += float64(table[index[i]] * table[m[i]])
		}
	}
}

func RegionChoose(m []int32, a, b, c []float64) {
	for i := range a {
		x := a[i]
		if m[i]&1 != 0 {
			x = float64(b[i]*c[i]) + x
			if m[i]&2 != 0 {
				x = x/c[i] - b[i]
				b[i] = x
			}
		} else if m[i]&4 != 0 {
			x = math.Sqrt(c[i])
		}
		c[i] = x
	}
}

func RegionConstant(m []int32, a, b, c []float32) {
	for i := range a {
		x := float32(7)
		if m[i] < 0 {
			x = b[i]/c[i] + a[i]
		}
		a[i] = x
	}
}

func RegionSwitch(m []int32, a, b, c, d []float32) {
	for i := range a {
		switch m[i] {
		case 0:
			a[i] += float32(b[i] * c[i])
			b[i] = d[i]
		case 1, 2:
			c[i] = a[i]/d[i] + b[i]
		case 3:
			d[i] = a[i] * a[i]
		}
	}
}

func RegionShift(m []int32, a, b, c, d []float32) {
	for i := 0; i < len(a)-1; i++ {
		if m[i]&1 != 0 {
			continue
		}
		if m[i]&2 != 0 {
			a[i] += float32(c[i] * d[i])
		}
		b[i+1] = c[i] + float32(d[i]*a[i])
	}
}

// RegionMath has loops of its own for sines of large numbers.
func RegionMath(m []int32, a, b []float64) {
	for i := range a {
		if m[i]&1 != 0 {
			a[i] = math.Sin(b[i]*1e9) * b[i]
		}
	}
}

func RegionBytes(m []int32, a, b, c []uint8) {
	for i := range a {
		if c[i] > 100 {
			a[i] = b[i]*3 + c[i]
			b[i] = a[i] ^ c[i]>>1
		}
	}
}

func RegionMixed(m []int32, a []float64, b []int16, c []float32) {
	for i := range a {
		if m[i]&1 != 0 {
			a[i] += float64(float64(c[i]) * a[i])
			b[i] = int16(m[i]) * b[i]
		}
	}
}

func RegionCount(m []int32, a, b, c []int64) (n int) {
	for i := range a {
		if m[i]&1 != 0 {
			a[i] += b[i] - c[i]
			b[i] = c[i]
			n++
		}
	}
	return n
}

func RegionLeaves(m []int32, a, b, c []int32) int {
	for i := range a {
		if m[i] < 0 {
			return i
		}
		if m[i]&1 != 0 {
			a[i] = b[i]*c[i] + a[i]
			c[i] -= a[i]
		}
	}
	return -1
}

func RegionDown(m []int32, a, b, c []int32) {
	for i := len(a) - 1; i >= 0; i-- {
		x := b[i]
		if m[i]&1 != 0 {
			x = a[i]*c[i] + b[i]*7
		}
		a[i] = x
	}
}

// RegionTwice tests one condition twice, with a store between that the second needs.
func RegionTwice(m []int32, a, b, c, d []int32) {
	for i := range a {
		if m[i]&1 != 0 {
			a[i] = b[i]*c[i] + d[i]
		}
		d[i] = a[i] + 1
		if m[i]&1 != 0 {
			b[i] = d[i]*c[i] + a[i]
		}
	}
}

// RegionReload reads back what was stored under a condition, and under its opposite.
func RegionReload(m []int32, a, b, c, d []float32) {
	for i := range a {
		if m[i]&1 != 0 {
			c[i] = float32(d[i]*d[i]) - c[i]
		} else {
			b[i] = float32(d[i]*c[i]) - b[i]
		}
		a[i] = b[i] + float32(c[i]*d[i])
	}
}

// RegionMerge stores to one place in both arms of a branch, not at their ends.
func RegionMerge(m []int32, a, b, c, d []int32) {
	for i := range a {
		if m[i]&1 != 0 {
			c[i] = d[i] * a[i]
			b[i] = c[i] + d[i]
		} else {
			c[i] = d[i] + a[i]
			a[i] = c[i]*b[i] - 3
		}
	}
}

// RegionMergeInner does the same in a branch of a branch, and reads the result.
func RegionMergeInner(m []int32, a, b, c, d []int32) {
	for i := range a {
		if m[i]&2 == 0 {
			if m[i]&1 != 0 {
				c[i] = d[i] * a[i]
				b[i] = c[i] + d[i]
			} else {
				c[i] = d[i] + a[i]
				a[i] = c[i]*b[i] - 3
			}
			d[i] = c[i] ^ b[i]
		}
		a[i] += c[i]
	}
}

// RegionReloadNested stores to one place in three arms and reads it in one of them and behind.
func RegionReloadNested(m []int32, a, b, c, d []int32) {
	for i := range a {
		if m[i]&1 != 0 {
			c[i] = d[i]*d[i] - c[i]
		} else {
			b[i] = d[i]*d[i] - b[i]
			if b[i] > a[i] {
				c[i] += d[i] * a[i]
			} else if m[i]&4 != 0 {
				c[i] = b[i]
			}
		}
		a[i] = b[i] + c[i]*d[i]
	}
}

// RegionOverwritten stores under conditions one after the other.
func RegionOverwritten(m []int32, a, b, c, d []int32) {
	for i := range a {
		if m[i]&1 != 0 {
			a[i] = b[i]*c[i] + 1
		}
		b[i] = a[i] - d[i]
		if m[i]&2 != 0 {
			a[i] += b[i]
			if m[i]&4 != 0 {
				a[i] = c[i] - a[i]
			}
		}
		d[i] = a[i] + b[i]
	}
}

// RegionNeighbour reads the element behind the one that was stored to, and the one before.
func RegionNeighbour(m []int32, a, b, c []int32) {
	for i := 0; i < len(a)-1; i++ {
		x := a[i+1]
		if m[i]&1 != 0 {
			a[i] = b[i]*c[i] + x
			b[i] = a[i] * c[i]
		}
		c[i] = a[i] + a[i+1]
	}
}

// RegionStored overwrites under conditions what the iteration has stored on every way; what lies between may be the
// same memory.
func RegionStored(m []int32, a, b, c []int32) {
	for i := range a {
		a[i] = b[i] - c[i]
		if m[i]&1 != 0 {
			a[i] = 7
		}
		b[i] = a[i] + m[i]
		if m[i]&2 != 0 {
			if c[i] > a[i] {
				a[i] = c[i] + b[i]
			} else {
				c[i]++
			}
		}
	}
}

// RegionStoredPanics may panic between the first store and the second, and at the second.
func RegionStoredPanics(m []int32, a, b, c []int32) {
	for i := range a {
		a[i] = m[i]
		if m[i]&1 != 0 {
			a[i] = b[i] / c[i]
		}
		if m[i]&8 != 0 {
			a[i] += b[m[i]&15]
		}
	}
}
