// Package verify compares two Go functions of one type on generated arguments. It implements Verify and Bench of
// package hotlooptest, and the project's tests use its random numbers.
//
//	random.go    lengths, integers and numbers, drawn from distributions that favor edge cases
//	memory.go    the memory that arguments refer to: discovered, copied, compared
//	generate.go  arguments of any type
//	verify.go    the comparison, and the minimization of counterexamples
//	print.go     arguments as Go source
//	measure.go   timing two functions alternately
package verify

import (
	"math"
	"math/rand/v2"
	"reflect"
)

// Shape describes the kernel that argument sets are for, by the iterations per vector iteration of its loops.
type Shape struct {
	Steps []int
	Small bool // numbers must be small: no infinities, NaNs or other extreme values
}

// maxLength limits lengths. Nests of kernels iterate over them once, or a few dozen times.
const maxLength = 1100

// Length draws the length for argument set number set: near multiples of the kernel's vector steps, or any.
func (s Shape) Length(r *rand.Rand, set int) int {
	switch {
	case set == 0:
		return r.IntN(2)
	case set == 1:
		return 1 + r.IntN(9)
	case len(s.Steps) > 0 && set%4 != 3:
		step := s.Steps[r.IntN(len(s.Steps))]
		n := step*(1+r.IntN(2)) + r.IntN(3) - 1
		if r.IntN(3) == 0 {
			n = r.IntN(2*step + 2)
		}
		return min(max(n, 0), maxLength)
	}
	return r.IntN(140)
}

// Integer returns the bits of an integer parameter, which may be a length, an index, a stride, a count, or any
// word. Arbitrary words are rare, because loops that count up to one take too long.
func Integer(r *rand.Rand, t reflect.Type, n, style int) uint64 {
	v := uint64(0)
	switch r.IntN(12) {
	case 0, 1, 2:
		v = uint64(n)
	case 3:
		v = uint64(n - 1)
	case 4:
		v = uint64(n / 2)
	case 5:
		v = uint64(r.IntN(n + 1))
	case 6:
		v = uint64(n + r.IntN(3) - 1)
	case 7, 8, 9:
		v = uint64(1 + r.IntN(8))
	case 10:
		v = uint64(r.IntN(300) - 20)
	default:
		v = Scalar(r, t, style)
	}
	return v & (^uint64(0) >> (64 - 8*t.Size()))
}

// IsInteger reports whether t is an integer type.
func IsInteger(t reflect.Type) bool {
	return t.Kind() >= reflect.Int && t.Kind() <= reflect.Uintptr
}

var specials64 = []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0, 1e300, -1e300, 5e-324,
	2e-308,
	-3e-310, math.MaxFloat64, 1 << 31, -1 << 31, 1 << 63, -1 << 63, 1 << 53, 0.5, -0.5, 1.5, 2.5, 0.49999999999999994}
var specials32 = []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)),
	float32(math.Copysign(0, -1)), 0,
	1e38, -1e38, 1e-45, 1e-38, -3e-40, math.MaxFloat32, 1 << 31, 1 << 24, 0.5, -1.5, 2.5}

// Scalar returns the bits of a number of type t. Style 0 gives small integers, 1 small numbers and few special values,
// 2 small numbers and many special values, 3 any number, and 4 small numbers.
func Scalar(r *rand.Rand, t reflect.Type, style int) uint64 {
	special := style == 2 && r.IntN(4) == 0 || style == 1 && r.IntN(40) == 0
	switch t.Kind() {
	case reflect.Bool:
		return uint64(r.IntN(2))
	case reflect.Float32:
		switch {
		case style == 0:
			return uint64(math.Float32bits(float32(r.IntN(17) - 8)))
		case special:
			return uint64(math.Float32bits(specials32[r.IntN(len(specials32))]))
		case style == 3:
			return uint64(math.Float32bits(float32(math.Ldexp(r.Float64()-0.5, r.IntN(80)-40))))
		}
		return uint64(math.Float32bits(float32(r.IntN(400)-200) / 8))
	case reflect.Float64:
		switch {
		case style == 0:
			return math.Float64bits(float64(r.IntN(17) - 8))
		case special:
			return math.Float64bits(specials64[r.IntN(len(specials64))])
		case style == 3:
			return math.Float64bits(math.Ldexp(r.Float64()-0.5, r.IntN(200)-100))
		}
		return math.Float64bits(float64(r.IntN(400)-200) / 8)
	}
	bits := int(t.Size()) * 8
	mask := ^uint64(0) >> (64 - bits)
	switch {
	case style == 3:
		return r.Uint64() & mask
	case special:
		top := uint64(1) << (bits - 1)
		return []uint64{0, mask, top, top - 1, top + 1, 1}[r.IntN(6)] & mask
	}
	return uint64(int64(r.IntN(40)-12)) & mask
}
