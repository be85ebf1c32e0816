package goasm

import (
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/bitutil"
	"github.com/apache/arrow-go/v18/arrow/math"
	"github.com/apache/arrow-go/v18/arrow/memory"
	keysearch "github.com/dgraph-io/ristretto/v2/z/simd"
	"github.com/kelindar/bitmap"
	kelindar "github.com/kelindar/simd"
	"github.com/segmentio/asm/slices"
	"github.com/tphakala/simd/f16"
	"github.com/tphakala/simd/f32"
	"github.com/tphakala/simd/i16"
	"github.com/tphakala/simd/i32"
	"github.com/tphakala/simd/i8"

	"hotloop/bench/goasm/kernels"
)

const (
	bitmapPeer = "kelindar/bitmap"
)

func (s *suite) integers() {
	of(s, kernels.AddU8).by(segmentioPeer, slices.SumUint8)
	of(s, kernels.AddU16).by(segmentioPeer, slices.SumUint16)
	of(s, kernels.AddU32).by(segmentioPeer, slices.SumUint32)
	of(s, kernels.AddU64).by(segmentioPeer, slices.SumUint64)
	of(s, kernels.SumI32).by(tphakalaPeer, i32.Sum).by(kelindarPeer, kelindar.SumInt32s)
	of(s, kernels.SumI64).by(kelindarPeer, kelindar.SumInt64s).by(arrowPeer, arrowSumI64())
	of(s, kernels.MinU8).by(kelindarPeer, kelindar.MinUint8s)
	of(s, kernels.MaxI16).by(kelindarPeer, kelindar.MaxInt16s)
	of(s, kernels.MulI16).by(kelindarPeer, into(kelindar.MulInt16s))
	of(s, kernels.MulI64).by(kelindarPeer, into(kelindar.MulInt64s))
	of(s, kernels.MinMaxI32).by(tphakalaPeer, i32.MinMax)
	of(s, kernels.MinMaxI8).by(tphakalaPeer, i8.MinMax)
	of(s, kernels.AddSaturateI8).by(tphakalaPeer, i8.AddSaturate)
	of(s, kernels.DotI8).by(tphakalaPeer, i8.DotProduct)
	of(s, kernels.DotI16).by(tphakalaPeer, i16.DotProduct)
	of(s, kernels.DotU8)
	of(s, kernels.SquaredDistanceU8)
	of(s, kernels.DotF32U8)
	of(s, kernels.SquaredDistanceF32U8)
	of(s, kernels.Hamming32)
	of(s, kernels.HammingBits)
	of(s, kernels.SADI8).by(tphakalaPeer, i8.SAD)
	of(s, kernels.QuantizeI8).by(tphakalaPeer, i8.Quantize)
	of(s, kernels.DequantizeI8).by(tphakalaPeer, i8.Dequantize)
	of(s, kernels.WidenI8).by(tphakalaPeer, i8.ToInt16)
	of(s, kernels.MulQ15).by(tphakalaPeer, i16.MulQ15)
	of(s, kernels.ScaleQ31).by(tphakalaPeer, i32.ScaleQ31)
	of(s, kernels.MaxAbsI16).by(tphakalaPeer, i16.MaxAbs)
	of(s, kernels.ButterflyI32).by(tphakalaPeer, i32.Butterfly)
	of(s, kernels.PCMToFloat).by(tphakalaPeer, f32.Int16ToFloat32Scale)
	of(s, kernels.FloatToPCM).by(tphakalaPeer, f32.Float32ToInt16Scale)
	of(s, kernels.HalfToFloat).by(tphakalaPeer, f16.ToFloat32Slice)
}

func (s *suite) columns() {
	of(s, kernels.SearchKeys).by("ristretto", keysearch.Search)
	of(s, kernels.BitmapAnd).by(arrowPeer, func(out, a, b []byte) {
		bitutil.BitmapAnd(a, b, 0, 0, out, 0, int64(8*len(out)))
	})
	of(s, kernels.BitmapNot).by(arrowPeer, func(out, a []byte) { bitutil.InvertBitmap(a, 0, 8*len(out), out, 0) })
	of(s, kernels.BitmapAndInPlace).by(bitmapPeer, func(a, b []uint64) {
		set := bitmap.Bitmap(a)
		set.And(bitmap.Bitmap(b))
	})
	of(s, kernels.BitmapCount).by(bitmapPeer, func(a []uint64) int { return bitmap.Bitmap(a).Count() })
	of(s, kernels.BitmapMax).by(bitmapPeer, func(a []uint64) uint32 { m, _ := bitmap.Bitmap(a).Max(); return m })
	of(s, kernels.SplitBytes)
	of(s, kernels.JoinBytes)
	of(s, kernels.GatherField)
	of(s, kernels.Unpack7)
	of(s, kernels.Unpack3)
	of(s, kernels.BloomInsert)
}

// arrowArray hands out an array of the memory of a slice, the same one as long as the slice is the same: programs make
// them once.
func arrowArray[E, A any](t arrow.DataType, size int, make func(arrow.ArrayData) A) func(x []E) A {
	var last []E
	var a A
	first := true
	return func(x []E) A {
		if first || unsafe.SliceData(x) != unsafe.SliceData(last) || len(x) != len(last) {
			raw := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), size*len(x))
			a = make(array.NewData(t, len(x), []*memory.Buffer{nil, memory.NewBufferBytes(raw)}, nil, 0, 0))
			last, first = x, false
		}
		return a
	}
}

func arrowSum64() func([]float64) float64 {
	of := arrowArray[float64](arrow.PrimitiveTypes.Float64, 8, func(d arrow.ArrayData) *array.Float64 {
		return array.NewFloat64Data(d.(*array.Data))
	})
	return func(x []float64) float64 { return math.Float64.Sum(of(x)) }
}

func arrowSumI64() func([]int64) int64 {
	of := arrowArray[int64](arrow.PrimitiveTypes.Int64, 8, func(d arrow.ArrayData) *array.Int64 {
		return array.NewInt64Data(d.(*array.Data))
	})
	return func(x []int64) int64 { return math.Int64.Sum(of(x)) }
}

// bytesOf is the memory of a slice.
func bytesOf[E uint16 | uint32 | uint64](x []E) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), len(x)*int(unsafe.Sizeof(E(0))))
}

// signed takes words for signed ones.
func signed(x []uint32) []int32 {
	return unsafe.Slice((*int32)(unsafe.Pointer(unsafe.SliceData(x))), len(x))
}

// complexes takes pairs of numbers for complex ones.
func complexes(x []float32) []complex64 {
	return unsafe.Slice((*complex64)(unsafe.Pointer(unsafe.SliceData(x))), len(x)/2)
}
