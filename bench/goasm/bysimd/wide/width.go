//go:build goexperiment.simd && !go1.27 && amd64

package wide

import "simd/archsimd"

// The vectors are of 512 bits.
type (
	f32 = archsimd.Float32x16
	f64 = archsimd.Float64x8
	u8  = archsimd.Uint8x64
	i8  = archsimd.Int8x64
	i16 = archsimd.Int16x32
	i32 = archsimd.Int32x16
)

func loadF32(s []float32) f32     { return archsimd.LoadFloat32x16Slice(s) }
func loadPartF32(s []float32) f32 { return archsimd.LoadFloat32x16SlicePart(s) }
func splatF32(x float32) f32      { return archsimd.BroadcastFloat32x16(x) }

func loadF64(s []float64) f64     { return archsimd.LoadFloat64x8Slice(s) }
func loadPartF64(s []float64) f64 { return archsimd.LoadFloat64x8SlicePart(s) }
func splatF64(x float64) f64      { return archsimd.BroadcastFloat64x8(x) }

func loadU8(s []uint8) u8     { return archsimd.LoadUint8x64Slice(s) }
func loadPartU8(s []uint8) u8 { return archsimd.LoadUint8x64SlicePart(s) }
func splatU8(x uint8) u8      { return archsimd.BroadcastUint8x64(x) }

func loadI8(s []int8) i8     { return archsimd.LoadInt8x64Slice(s) }
func loadPartI8(s []int8) i8 { return archsimd.LoadInt8x64SlicePart(s) }
func splatI8(x int8) i8      { return archsimd.BroadcastInt8x64(x) }

func loadI16(s []int16) i16     { return archsimd.LoadInt16x32Slice(s) }
func loadPartI16(s []int16) i16 { return archsimd.LoadInt16x32SlicePart(s) }
func splatI16(x int16) i16      { return archsimd.BroadcastInt16x32(x) }

func loadI32(s []int32) i32     { return archsimd.LoadInt32x16Slice(s) }
func loadPartI32(s []int32) i32 { return archsimd.LoadInt32x16SlicePart(s) }
func splatI32(x int32) i32      { return archsimd.BroadcastInt32x16(x) }

// sumF32 and its like make one number of a vector.
func sumF32(v f32) float32 { return sum256F32(v.GetLo().Add(v.GetHi())) }
func sumF64(v f64) float64 { return sum256F64(v.GetLo().Add(v.GetHi())) }
func sumI32(v i32) int32   { return sum256I32(v.GetLo().Add(v.GetHi())) }
func maxF32(v f32) float32 { return max256F32(v.GetLo().Max(v.GetHi())) }
func maxI16(v i16) int16   { return max256I16(v.GetLo().Max(v.GetHi())) }

// nibbles repeats a table of 16 bytes.
func nibbles(t *[16]byte) u8 {
	x := archsimd.LoadUint8x16(t)
	var y archsimd.Uint8x32
	var z u8
	y = y.SetLo(x).SetHi(x)
	return z.SetLo(y).SetHi(y)
}

// halves are the lower and the upper four bits of bytes.
func halves(x, mask u8) (low, high i8) {
	high = x.AsUint16x32().ShiftAllRight(4).AsUint8x64().And(mask).AsInt8x64()
	return x.And(mask).AsInt8x64(), high
}
