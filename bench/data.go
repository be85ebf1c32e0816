package bench

import (
	"math"
	"math/rand/v2"
	"reflect"

	"hotloop/internal/lab/source"
)

// Data is the kind of numbers that arguments hold.
type Data int

// The kinds of data. Whole numbers are so small that every sum and product of the suite is exact in any order.
// Relaxed modes must therefore agree on them to the last bit.
const (
	Whole        Data = iota
	WholeSpecial      // whole numbers with NaN, infinities and -0 among them
	AnyFloat          // floats of many sizes, no specials
	Special           // everything: denormals, huge values, NaN, infinities, zeros of both signs
	Steady            // whole numbers, with scalars such that a kernel can run on its own output many times
)

func (d Data) String() string {
	return [...]string{"whole", "whole+special", "any", "special", "steady"}[d]
}

// gen generates arguments.
type gen struct {
	*rand.Rand
	data Data
	n    int
}

// float returns one element. Whole numbers shrink with n to keep sums of squares below 2^24.
func (g gen) float() float64 {
	limit := 8
	if g.n > 200_000 {
		limit = 2
	}
	whole := float64(g.IntN(2*limit+1) - limit)
	switch g.data {
	case Whole, Steady:
		return whole
	case AnyFloat:
		return math.Ldexp(g.Float64()*2-1, g.IntN(40)-20)
	}
	if g.IntN(4) > 0 {
		return whole
	}
	specials := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0}
	if g.data == Special {
		specials = append(specials, 1e-40, -1e-40, 1e-310, math.MaxFloat32, -math.MaxFloat32,
			math.SmallestNonzeroFloat32, 1e300,
			32767.5, -32768.5, 65536, 1<<31, 1<<63, 1-0x1p-24)
	}
	return specials[g.IntN(len(specials))]
}

func (g gen) f32s(n int) []float32 {
	s := make([]float32, n)
	for i := range s {
		s[i] = float32(g.float())
	}
	return s
}

func (g gen) f64s(n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = g.float()
	}
	return s
}

// ints returns integers of the full range of their type.
func ints[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64](g gen, n int) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = T(g.Uint64())
	}
	return s
}

// fill generates an argument for a kernel without a description. Slices and strings have n elements. Integers in
// memory stay between 0 and small, since they may be indexes.
func (g gen) fill(v reflect.Value, n, small int) {
	switch t := v.Type(); t.Kind() {
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, n, n))
		source.Leaves(v, func(e reflect.Value) { g.scalar(e, small) })
	case reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		source.Leaves(v.Elem(), func(e reflect.Value) { g.scalar(e, small) })
	case reflect.String:
		v.SetString(g.text(n))
	default:
		source.Leaves(v, func(e reflect.Value) { g.scalar(e, small) })
	}
}

// text generates a string: mostly a few letters, digits and blanks, so that searches succeed; any bytes if the data
// are special.
func (g gen) text(n int) string {
	const usual = "abcxyz019 ,\n"
	b := make([]byte, n)
	for i := range b {
		if g.data == Special && g.IntN(4) == 0 {
			b[i] = byte(g.Uint32())
		} else {
			b[i] = usual[g.IntN(len(usual))]
		}
	}
	return string(b)
}

// scalar generates one scalar.
func (g gen) scalar(v reflect.Value, small int) {
	switch {
	case v.CanFloat():
		v.SetFloat(g.float())
	case v.CanInt():
		v.SetInt(int64(g.IntN(max(1, min(small, 1<<(v.Type().Bits()-1)-1)))))
	case v.CanUint():
		v.SetUint(uint64(g.IntN(max(1, min(small, 1<<(min(v.Type().Bits(), 62))-1)))))
	case v.Kind() == reflect.Bool:
		v.SetBool(g.IntN(2) == 0)
	}
}
