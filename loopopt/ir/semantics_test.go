package ir

import (
	"math"
	"testing"
)

// TestDefaultSemantics checks that the probed record predicts every conversion of the Go compiler, at every
// edge.
func TestDefaultSemantics(t *testing.T) {
	s := DefaultSemantics()
	t.Logf("%+v", s)
	xs := append([]float64{0, math.Copysign(0, -1), 0.5, -0.5, 0.99, -0.99, 1, 1.5, -1.5, 127, 128, 255.5, 256, 65535.9,
		math.MaxInt32, math.MaxInt32 + 0.5, math.MaxInt32 + 1, math.MinInt32, math.MinInt32 - 0.5, math.MinInt32 - 1,
		math.MaxUint32, math.MaxUint32 + 0.9, math.MaxUint32 + 1, 1 << 53, 1<<63 - 1024, 1 << 63, 1<<63 + 4096,
		-(1 << 63), -(1<<63 + 4096), 1<<64 - 4096, 1 << 64, 1 << 65}, probePoints...)
	for _, x := range xs {
		y := float32(x)
		a, b := bitsOf64(x), bitsOf32(y)
		for _, c := range []struct {
			name      string
			got, want uint64
		}{
			{"f64 to i64", s.FToSI(I64, F64, a), uint64(int64(x))},
			{"f32 to i64", s.FToSI(I64, F32, b), uint64(int64(y))},
			{"f64 to i32", s.FToSI(I32, F64, a), uint64(uint32(int32(x)))},
			{"f32 to i32", s.FToSI(I32, F32, b), uint64(uint32(int32(y)))},
			{"f64 to int8", cut(I8, s.FToSI(I32, F64, a)), uint64(uint8(int8(x)))},
			{"f32 to int16", cut(I16, s.FToSI(I32, F32, b)), uint64(uint16(int16(y)))},
			{"f64 to u64", s.FToUI(I64, F64, a), uint64(x)},
			{"f32 to u64", s.FToUI(I64, F32, b), uint64(y)},
			{"f64 to u32", s.FToUI(I32, F64, a), uint64(uint32(x))},
			{"f32 to u32", s.FToUI(I32, F32, b), uint64(uint32(y))},
			{"f64 to u16", s.FToUI(I16, F64, a), uint64(uint16(x))},
			{"f32 to u8", s.FToUI(I8, F32, b), uint64(uint8(y))},
		} {
			if c.got != c.want {
				t.Errorf("%s of %g: %#x, the Go compiler gives %#x", c.name, x, c.got, c.want)
			}
		}
	}
}
