package kernels

import (
	"math"
)

// Loops that keep the best value so far and where it was, or the last of some values.

type pickElem interface {
	int8 | uint8 | int16 | int32 | uint32 | int64 | uint64 | float32 | float64
}

func PickMax[T pickElem](x []T) (best T, at int) {
	best, at = 1, -1
	for i, v := range x {
		if v > best {
			best, at = v, i
		}
	}
	return
}

func PickMinLast[T pickElem](x []T, from T) (best T, at, other int) {
	best, at, other = from, -1, 77
	for i, v := range x {
		if v <= best {
			best, at, other = v, i, 3*i+5
		}
	}
	return
}

func PickStart[T pickElem](x []T) (T, int) {
	if len(x) == 0 {
		return 0, -1
	}
	best, at := x[0], 0
	for i := 1; i < len(x); i++ {
		if x[i] < best {
			best, at = x[i], i
		}
	}
	return best, at
}

func PickDown[T pickElem](x []T) (best T, at int) {
	for i := len(x) - 1; i >= 0; i-- {
		if best < x[i] {
			best = x[i]
			at = i
		}
	}
	return
}

// PickAlong takes what is beside the best value along, which is loaded and computed when it wins.
func PickAlong[T pickElem](x, y []T) (best, beside T, twice T, found bool) {
	best = 2
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] >= best {
			best = x[i]
			beside = y[i]
			twice = y[i] + y[i]
			found = true
		}
	}
	return
}

func PickIf[T pickElem](x []T, ok []bool) (at int, best T) {
	at = -1
	for i, v := range x {
		if ok[i] && v > best {
			best, at = v, i
		}
	}
	return
}

func PickNested[T pickElem](x, y []T) (at int, best, last T) {
	at = -1
	for i, v := range x {
		if i < len(y) && y[i] > 1 {
			last = v
			if v < best {
				best, at = v, i
			}
		}
	}
	return
}

func PickBoth[T pickElem](x []T) (lo, hi T, atLo, atHi int) {
	for i, v := range x {
		if v < lo {
			lo, atLo = v, i
		}
		if v > hi {
			hi, atHi = v, i
		}
	}
	return
}

func PickAbs(x []float32) (top float32, at int32) {
	at = -3
	for i := range x {
		if v := float32(math.Abs(float64(x[i]))); v > top {
			top, at = v, int32(i)
		}
	}
	return
}

func PickStored[T pickElem](y, x []T) (best T, at int) {
	for i, v := range x {
		if v > best {
			best, at = v, i
		}
		y[i] = v + 1
	}
	return
}

func PickStop[T pickElem](x []T, stop T) (best T, at int) {
	best = 1
	for i, v := range x {
		if v == stop {
			break
		}
		if v >= best {
			best, at = v, i
		}
	}
	return
}

func PickRows[T pickElem](x []T) (best T, row, col int) {
	for r := 0; r+19 <= len(x); r += 19 {
		for c := 0; c < 19; c++ {
			if x[r+c] > best {
				best, row, col = x[r+c], r, c
			}
		}
	}
	return
}

// PickCounted counts how often the best value changes, which lanes do not know.
func PickCounted[T pickElem](x []T) (best T, at, n int) {
	for i, v := range x {
		if v > best {
			best, at = v, i
			n++
		}
	}
	return
}

// PickSeen shows the best value so far.
func PickSeen[T pickElem](y, x []T) (best T, at int) {
	for i, v := range x {
		if v > best {
			best, at = v, i
		}
		y[i] = best
	}
	return
}

func LastIndex[T pickElem](x []T, v T) int {
	at := -1
	for i, e := range x {
		if e == v {
			at = i
		}
	}
	return at
}

func LastValues[T pickElem](x, y []T, v T) (a, b T, some bool, n int32) {
	n = -1
	for i, e := range x {
		switch {
		case e < v:
			a = y[i]
			some = e < a
		case e == v:
			a = e
			n = int32(i) * 2
		}
		if y[i] > e {
			b = a0(y[i], e)
		}
	}
	return
}

func a0[T pickElem](a, b T) T { return a - b }

func LastConstant[T pickElem](x []T, v T) (found int, any bool) {
	for _, e := range x {
		if e == v {
			found = 7
		}
		if e > v {
			any = true
		}
	}
	return
}

func LastStop[T pickElem](y, x []T, v T) (a T, at int) {
	for i, e := range x {
		y[i] = e
		if e == v {
			break
		}
		if e > 1 {
			a, at = e+v, i
		}
	}
	return
}

func FirstMax(x []float32) (top float32) {
	top = -1
	for _, v := range x {
		if v > top {
			top = v
		}
	}
	return
}

func FirstMin(x []float64, from float64) float64 {
	for _, v := range x {
		if v < from {
			from = v
		}
	}
	return from
}

func FirstMinMax(x, y []float32, stop float32) (lo, hi float32) {
	hi = -1
	for i, v := range x {
		if v == stop {
			break
		}
		if v < lo {
			lo = v
		}
		if y[i] > 0 && v > hi {
			hi = v
		}
	}
	return
}

func FirstStored(y, x []float32) (top, low float32) {
	top = -1
	for i, v := range x {
		if v > top {
			top = v
		}
		if y[i] != 0 && v < low {
			low = v
		}
		if -v > top {
			top = -v
		}
		y[i] = v * 2
	}
	return
}

// FirstNaN lets a NaN in, for which the order matters.
func FirstNaN(x []float32) (top float32) {
	for _, v := range x {
		if !(v <= top) {
			top = v
		}
	}
	return
}
