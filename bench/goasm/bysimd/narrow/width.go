//go:build goexperiment.simd && !go1.27 && amd64

package narrow

import "simd/archsimd"

// The vectors are of 256 bits.
type (
	f32 = archsimd.Float32x8
	f64 = archsimd.Float64x4
	u8  = archsimd.Uint8x32
	i8  = archsimd.Int8x32
	i16 = archsimd.Int16x16
	i32 = archsimd.Int32x8
)

func loadF32(s []float32) f32     { return archsimd.LoadFloat32x8Slice(s) }
func loadPartF32(s []float32) f32 { return archsimd.LoadFloat32x8SlicePart(s) }
func splatF32(x float32) f32      { return archsimd.BroadcastFloat32x8(x) }

func loadF64(s []float64) f64     { return archsimd.LoadFloat64x4Slice(s) }
func loadPartF64(s []float64) f64 { return archsimd.LoadFloat64x4SlicePart(s) }
func splatF64(x float64) f64      { return archsimd.BroadcastFloat64x4(x) }

func loadU8(s []uint8) u8     { return archsimd.LoadUint8x32Slice(s) }
func loadPartU8(s []uint8) u8 { return archsimd.LoadUint8x32SlicePart(s) }
func splatU8(x uint8) u8      { return archsimd.BroadcastUint8x32(x) }

func loadI8(s []int8) i8     { return archsimd.LoadInt8x32Slice(s) }
func loadPartI8(s []int8) i8 { return archsimd.LoadInt8x32SlicePart(s) }
func splatI8(x int8) i8      { return archsimd.BroadcastInt8x32(x) }

func loadI16(s []int16) i16     { return archsimd.LoadInt16x16Slice(s) }
func loadPartI16(s []int16) i16 { return archsimd.LoadInt16x16SlicePart(s) }
func splatI16(x int16) i16      { return archsimd.BroadcastInt16x16(x) }

func loadI32(s []int32) i32     { return archsimd.LoadInt32x8Slice(s) }
func loadPartI32(s []int32) i32 { return archsimd.LoadInt32x8SlicePart(s) }
func splatI32(x int32) i32      { return archsimd.BroadcastInt32x8(x) }

// sumF32 and its like make one number of a vector.
func sumF32(v f32) float32 { return sum256F32(v) }
func sumF64(v f64) float64 { return sum256F64(v) }
func sumI32(v i32) int32   { return sum256I32(v) }
func maxF32(v f32) float32 { return max256F32(v) }
func maxI16(v i16) int16   { return max256I16(v) }

// nibbles repeats a table of 16 bytes.
func nibbles(t *[16]byte) u8 {
	x := archsimd.LoadUint8x16(t)
	var y u8
	return y.SetLo(x).SetHi(x)
}

// halves are the lower and the upper four bits of bytes.
func halves(x, mask u8) (low, high i8) {
	high = x.AsUint16x16().ShiftAllRight(4).AsUint8x32().And(mask).AsInt8x32()
	return x.And(mask).AsInt8x32(), high
}
