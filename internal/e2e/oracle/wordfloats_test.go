package oracle

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// TestWordsToFloats converts integers of 64 bits, which AVX2 has no vector instruction for: all powers of two and what
// lies beside them and halfway between floats, and random words of every length.
func TestWordsToFloats(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	var words []uint64
	for e := range 64 {
		for _, d := range []int{1, 11, 12, 24, 25, 29, 40, 53, 54} {
			for _, off := range []uint64{0, 1, 2, 3} {
				w := uint64(1)<<e + uint64(1)<<max(e-d, 0)
				words = append(words, w+off, w-off, -w-off, -w+off, w|w>>24+off, w|w>>23-off)
			}
		}
	}
	words = append(words, 0, math.MaxInt64, 1<<63, math.MaxUint64)
	rng := rand.New(rand.NewPCG(8, 64))
	for range 20000 {
		words = append(words, rng.Uint64()>>rng.IntN(64), -(rng.Uint64() >> rng.IntN(64)),
			rng.Uint64()>>rng.IntN(64)&^(1<<rng.IntN(64)-1))
	}
	signed, f32, f64 := make([]int64, len(words)), make([]float32, len(words)), make([]float64, len(words))
	for i, w := range words {
		signed[i] = int64(w)
	}
	for name, fn := range map[string]any{"SignedToF64": kernels.SignedToF64, "UnsignedToF64": kernels.UnsignedToF64,
		"SignedToF32": kernels.SignedToF32, "UnsignedToF32": kernels.UnsignedToF32} {
		for _, isa := range e2e.ISAs() {
			text := strings.ReplaceAll(kernels.WordFloatsSource, "\tfor i := range min",
				"\t//loop:vectorize.enable vectorize.width=8\n\tfor i := range min")
			c, err := runtime.Compile(reflect.TypeOf(fn), text, name, runtime.Options{ISA: isa, FPWritten: true})
			if err != nil || c.Err() != nil || !c.Stats().Vectorized {
				t.Fatal(name, isa, err, c.Err())
			}
			switch f := c.Func().Interface().(type) {
			case func([]float64, []int64):
				f(f64, signed)
			case func([]float64, []uint64):
				f(f64, words)
			case func([]float32, []int64):
				f(f32, signed)
			case func([]float32, []uint64):
				f(f32, words)
			}
			for i, w := range words {
				var got, want float64
				switch name {
				case "SignedToF64":
					got, want = f64[i], float64(int64(w))
				case "UnsignedToF64":
					got, want = f64[i], float64(w)
				case "SignedToF32":
					got, want = float64(f32[i]), float64(float32(int64(w)))
				case "UnsignedToF32":
					got, want = float64(f32[i]), float64(float32(w))
				}
				if got != want {
					t.Fatalf("%s, %s: %#x becomes %v, not %v", name, isa, w, got, want)
				}
			}
		}
	}
}
