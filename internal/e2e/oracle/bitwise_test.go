package oracle

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hotloop/bench"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// bitwiseKernels are the functions of kernels/bitwise.go, with an instruction that stands in their code for AVX-512,
// AVX2 and NEON, or one of several; - where none is asked for.
var bitwiseKernels = []struct {
	name                string
	fn                  any
	avx512, avx2, arm64 string
}{
	{"BitOnes", kernels.BitOnes, "vpopcnt|vpshufb", "vpshufb", "cnt v"},
	{"BitOnesSum", kernels.BitOnesSum, "vpopcnt|vpshufb", "vpshufb", "cnt v"},
	{"BitOnesOther", kernels.BitOnesOther, "vpopcnt|vpshufb", "vpshufb", "cnt v"},
	{"BitOnesPositive", kernels.BitOnesPositive, "vpopcnt|vpshufb", "vpshufb", "cnt v"},
	{"BitDigits", kernels.BitDigits, "vpopcnt|vpshufb", "vpshufb", "cnt v"},
	{"BitDigitsFixed", kernels.BitDigitsFixed, "vpopcnt|vpshufb", "vpshufb", "cnt v"},
	{"BitDigitsLow", kernels.BitDigitsLow, "vpopcnt|vpshufb", "vpshufb", "cnt v"},
	{"BitLength", kernels.BitLength, "vplzcnt", "-", "clz v"},
	{"BitLengthSigned", kernels.BitLengthSigned, "vplzcnt", "-", "clz v"},
	{"BitHexDigits", kernels.BitHexDigits, "vplzcnt", "-", "clz v"},
	{"BitBase128", kernels.BitBase128, "vplzcnt", "-", "clz v"},
	{"BitTrailing", kernels.BitTrailing, "vpopcnt|vpshufb", "vpshufb", "rbit v"},
	{"BitTrailingSigned", kernels.BitTrailingSigned, "vpopcnt|vpshufb", "vpshufb", "rbit v"},
	{"BitHeight", kernels.BitHeight, "vpopcnt|vpshufb", "vpshufb", "rbit v"},
	{"BitNormalize", kernels.BitNormalize, "vplzcnt", "-", "clz v"},
	{"BitWalk", kernels.BitWalk, "-", "-", "-"},
	{"BitReverseLoop", kernels.BitReverseLoop, "vpshufb", "vpshufb", "rbit v"},
	{"BitReverseSome", kernels.BitReverseSome, "vpshufb", "vpshufb", "rbit v"},
	{"BitSwar8", kernels.BitSwar8, "vpopcnt|vpshufb", "vpshufb", "cnt v"},
	{"BitSwar16", kernels.BitSwar16, "vpopcnt|vpshufb", "vpshufb", "cnt v"},
	{"BitSwar32", kernels.BitSwar32, "vpopcnt|vpshufb", "vpshufb", "cnt v"},
	{"BitSwarShifts", kernels.BitSwarShifts, "vpopcnt|vpshufb", "vpshufb", "cnt v"},
	{"BitSwar64", kernels.BitSwar64, "vpopcnt|vpshufb", "vpshufb", "cnt v"},
	{"BitSwarAlmost", kernels.BitSwarAlmost, "-", "-", "-"},
	{"BitMirror8", kernels.BitMirror8, "-", "-", "rbit v"},
	{"BitMirror16", kernels.BitMirror16, "vpshufb", "vpshufb", "rbit v"},
	{"BitMirror32", kernels.BitMirror32, "vpshufb", "vpshufb", "rbit v"},
	{"BitMirrorBytes", kernels.BitMirrorBytes, "vpshufb", "vpshufb", "rev64 v"},
}

// TestBitwise compares them with the Go compiler, for every instruction set of the machine, and looks for the
// instructions.
func TestBitwise(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	lengths := []int{0, 1, 2, 7, 16, 17, 31, 33, 64, 65, 129, 300}
	for _, n := range bitwiseKernels {
		typ := reflect.TypeOf(n.fn)
		k := &bench.Kernel{Name: n.name, Type: typ, Args: func(rng *rand.Rand, length int, _ bench.Data) []any {
			return narrowArgs(rng, typ, length, 1)
		}}
		for _, isa := range e2e.ISAs() {
			for _, scalar := range []bool{false, true} {
				c, err := runtime.Compile(typ, kernels.BitwiseSource, n.name,
					runtime.Options{ISA: isa, FPWritten: true, NoVectorize: scalar})
				if err != nil || c.Err() != nil {
					t.Fatal(n.name, isa, err, c.Err())
				}
				if err := bench.CheckAt(k, c.Func().Interface(), bench.FuncReference{Func: n.fn}, "exact", lengths, 7); err != nil {
					t.Errorf("%s, %s, scalar %v: %v", n.name, isa, scalar, err)
				}
				want := map[string]string{"avx512": n.avx512, "avx2": n.avx2, "neon": n.arm64}[isa]
				if scalar || want == "" || want == "-" {
					continue
				}
				var text strings.Builder
				if err := c.Disassemble(&text); err != nil {
					t.Fatal(err)
				}
				if !slices.ContainsFunc(strings.Split(want, "|"), func(w string) bool { return strings.Contains(text.String(), w) }) {
					t.Errorf("%s, %s: no %s in the code", n.name, isa, want)
				}
			}
		}
	}
}
