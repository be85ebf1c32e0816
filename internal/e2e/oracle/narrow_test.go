package oracle

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"hotloop/bench"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// narrowKernels are the functions of kernels/narrow.go, with how many elements of the second argument go with one of
// the first.
var narrowKernels = []struct {
	name string
	fn   any
	per  int
}{
	{"SatAddI8", kernels.SatAddI8, 1}, {"SatSubI8", kernels.SatSubI8, 1}, {"SatAddI16", kernels.SatAddI16, 1},
	{"SatSubI16", kernels.SatSubI16, 1}, {"SatAlmostI16", kernels.SatAlmostI16, 1},
	{"SatSubU8", kernels.SatSubU8, 1}, {"SatSubU16", kernels.SatSubU16, 1}, {"SatWideU16", kernels.SatWideU16, 1},
	{"LoadWords", kernels.LoadWords, 2}, {"LoadDoubles", kernels.LoadDoubles, 8},
	{"LoadOverlapping", kernels.LoadOverlapping, 2}, {"LoadInPlace", kernels.LoadInPlace, 1},
	{"LoadBigEndian", kernels.LoadBigEndian, 4},
	{"BestAt", kernels.BestAt, 1}, {"BestFrom", kernels.BestFrom, 1}, {"BestDown", kernels.BestDown, 1},
	{"BestStored", kernels.BestStored, 1},
	{"Doubled", kernels.Doubled, 1}, {"DoubledWide", kernels.DoubledWide, 1}, {"Clamp32", kernels.Clamp32, 1},
	{"ClampOther", kernels.ClampOther, 1}, {"Cut8", kernels.Cut8, 1}, {"AlignDown", kernels.AlignDown, 1},
	{"AlignSigned", kernels.AlignSigned, 1}, {"Rotations", kernels.Rotations, 1}, {"RotHash", kernels.RotHash, 1},
	{"LoadBigWords", kernels.LoadBigWords, 16}, {"SwapWords", kernels.SwapWords, 1},
	{"Rows16", kernels.Rows16, 16}, {"Rows8", kernels.Rows8, 1},
	{"OrderedInverse", kernels.OrderedInverse, 1}, {"OrderedMinus", kernels.OrderedMinus, 1},
	{"OrderedStored", kernels.OrderedStored, 1}, {"OrderedChecked", kernels.OrderedChecked, 1},
	{"OrderedZeros", kernels.OrderedZeros, 1},
	{"WideTimesI16", kernels.WideTimesI16, 1}, {"WideTimesI8", kernels.WideTimesI8, 1},
	{"WideTimesMixed", kernels.WideTimesMixed, 1}, {"WideHighU32", kernels.WideHighU32, 1},
	{"WideSignedTimes", kernels.WideSignedTimes, 1}, {"WideBlend", kernels.WideBlend, 1},
	{"WideDifferences", kernels.WideDifferences, 1}, {"BoundRoundedI16", kernels.BoundRoundedI16, 1},
	{"BoundRoundedI32", kernels.BoundRoundedI32, 1}, {"BoundShiftedU16", kernels.BoundShiftedU16, 1},
	{"BoundUnsigned", kernels.BoundUnsigned, 1}, {"BoundUnsignedRounded", kernels.BoundUnsignedRounded, 1},
	{"BoundBytes", kernels.BoundBytes, 1}, {"BoundI8", kernels.BoundI8, 1}, {"BoundAlmost", kernels.BoundAlmost, 1},
	{"HalfSums", kernels.HalfSums, 1}, {"HalfSumsU8", kernels.HalfSumsU8, 1}, {"HalfSumsI32", kernels.HalfSumsI32, 1},
	{"HalfPairs", kernels.HalfPairs, 2}, {"SwapU32", kernels.SwapU32, 1}, {"SwapU16", kernels.SwapU16, 1},
	{"SwapU64", kernels.SwapU64, 1}, {"SwapAlmost", kernels.SwapAlmost, 1}, {"SwapTwice", kernels.SwapTwice, 1},
	{"SideBySide", kernels.SideBySide, 1},
}

// TestNarrow compares them with the Go compiler, for every instruction set of the machine.
func TestNarrow(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	lengths := []int{0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 100, 129, 257, 600}
	for _, n := range narrowKernels {
		typ := reflect.TypeOf(n.fn)
		k := &bench.Kernel{Name: n.name, Type: typ, Args: func(rng *rand.Rand, length int, _ bench.Data) []any {
			return narrowArgs(rng, typ, length, n.per)
		}}
		for _, isa := range e2e.ISAs() {
			for _, scalar := range []bool{false, true} {
				c, err := runtime.Compile(typ, kernels.NarrowSource, n.name,
					runtime.Options{ISA: isa, FPWritten: true, NoVectorize: scalar})
				if err != nil || c.Err() != nil {
					t.Fatal(n.name, isa, err, c.Err())
				}
				if err := bench.CheckAt(k, c.Func().Interface(), bench.FuncReference{Func: n.fn}, "exact", lengths, 7); err != nil {
					t.Errorf("%s, %s, scalar %v: %v", n.name, isa, scalar, err)
				}
			}
		}
	}
}

// narrowArgs makes up arguments: slices of integers of all values and of few, one per element of the first slice and
// per in the others; scalars around the length, and some that are large.
func narrowArgs(rng *rand.Rand, typ reflect.Type, length, per int) []any {
	var args []any
	few := rng.IntN(2) == 0
	for i := range typ.NumIn() {
		v := reflect.New(typ.In(i)).Elem()
		if v.CanInt() {
			v.SetInt(int64([]int{0, length / 2, length - 1, length, -1, 11, -1 << 63, 0x5555555580008080, -32768}[rng.IntN(9)]))
			args = append(args, v.Interface())
			continue
		}
		n := length
		if i > 0 {
			n *= per
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for j := range n {
			bits := rng.Uint64()
			if few {
				bits %= 4
			}
			switch e := v.Index(j); {
			case e.CanFloat():
				e.SetFloat(float64(int8(bits)))
			case e.CanInt():
				e.Set(reflect.ValueOf(int64(bits)).Convert(e.Type()))
			default:
				e.Set(reflect.ValueOf(bits).Convert(e.Type()))
			}
		}
		args = append(args, v.Interface())
	}
	return args
}
