package codecs_test

import (
	"bytes"
	"io"
	"unsafe"

	_ "github.com/apache/arrow-go/v18/parquet/file" // links what is below
)

// The decoders of arrow-go are in internal packages. These are its variables and functions by their names in the program.

//go:linkname arrowUnpack github.com/apache/arrow-go/v18/parquet/internal/utils.unpack32
var arrowUnpack func(in io.Reader, out []uint32, width int) (int, error)

//go:linkname arrowJoin4 github.com/apache/arrow-go/v18/parquet/internal/encoding.decodeByteStreamSplitBatchWidth4InByteOrder
var arrowJoin4 func(data []byte, n, stride int, out []byte)

//go:linkname arrowJoin8 github.com/apache/arrow-go/v18/parquet/internal/encoding.decodeByteStreamSplitBatchWidth8InByteOrder
var arrowJoin8 func(data []byte, n, stride int, out []byte)

//go:linkname arrowSplit4 github.com/apache/arrow-go/v18/parquet/internal/encoding.encodeByteStreamSplitWidth4Impl
var arrowSplit4 func(data, in []byte)

//go:linkname arrowSplit8 github.com/apache/arrow-go/v18/parquet/internal/encoding.encodeByteStreamSplitWidth8Impl
var arrowSplit8 func(data, in []byte)

//go:linkname arrowGather32 github.com/apache/arrow-go/v18/parquet/internal/utils.dictionaryGather32
var arrowGather32 func(dictionary, output, indices unsafe.Pointer, n int)

//go:linkname arrowGather64 github.com/apache/arrow-go/v18/parquet/internal/utils.dictionaryGather64
var arrowGather64 func(dictionary, output, indices unsafe.Pointer, n int)

//go:linkname arrowBools github.com/apache/arrow-go/v18/parquet/internal/utils.byteToBoolFunc
var arrowBools func(in []byte, out []bool)

//go:linkname arrowTranspose github.com/apache/arrow-go/v18/internal/utils.TransposeInt32Int32
var arrowTranspose func(src, dst, table []int32)

//go:linkname arrowBounds32 github.com/apache/arrow-go/v18/internal/utils.GetMinMaxInt32
func arrowBounds32(v []int32) (least, most int32)

//go:linkname arrowBounds64 github.com/apache/arrow-go/v18/internal/utils.GetMinMaxInt64
func arrowBounds64(v []int64) (least, most int64)

func init() {
	const peer = "arrow-go"
	for name, width := range map[string]int{"unpack 1 bit": 1, "unpack 3 bits": 3, "unpack 5 bits": 5, "unpack 7 bits": 7, "unpack 8 bits": 8,
		"unpack 10 bits": 10, "unpack 12 bits": 12, "unpack 16 bits": 16, "unpack 20 bits": 20} {
		also(peer, name, func(dst []uint32, packed []byte) { arrowUnpackAll(dst, packed, width) })
	}
	also(peer, "unpack 18 bits, any width", func(dst []uint32, packed []byte, width uint) { arrowUnpackAll(dst, packed, int(width)) })
	also(peer, "split bytes, float32", func(dst []byte, src []uint32) { arrowSplit4(dst, bytesOf(src)) })
	also(peer, "join bytes, float32", func(dst []uint32, src []byte) { arrowJoin4(src, len(dst), len(dst), bytesOf(dst)) })
	also(peer, "split bytes, float64", func(dst []byte, src []uint64) { arrowSplit8(dst, bytesOf(src)) })
	also(peer, "join bytes, float64", func(dst []uint64, src []byte) { arrowJoin8(src, len(dst), len(dst), bytesOf(dst)) })
	if arrowGather32 != nil { // with AVX2; CopyDictionary needs checked indices
		also(peer, "dictionary, 4 bytes", func(dst, dictionary []uint32, indices []int32) {
			arrowGather32(unsafe.Pointer(&dictionary[0]), unsafe.Pointer(&dst[0]), unsafe.Pointer(&indices[0]), len(dst))
		})
		also(peer, "dictionary, 8 bytes", func(dst, dictionary []uint64, indices []int32) {
			arrowGather64(unsafe.Pointer(&dictionary[0]), unsafe.Pointer(&dst[0]), unsafe.Pointer(&indices[0]), len(dst))
		})
	}
	also(peer, "transpose dictionary", func(dst, src, table []int32) { arrowTranspose(src, dst, table) })
	also(peer, "bools of a bitmap", func(dst []bool, bitmap []byte) { arrowBools(bitmap, dst) })
	also(peer, "min and max, int32", arrowBounds32)
	also(peer, "min and max, int64", arrowBounds64)
}

// arrowUnpackAll decodes all of dst. The time includes the copy that arrow-go makes of what it reads.
func arrowUnpackAll(dst []uint32, packed []byte, width int) {
	if n, err := arrowUnpack(bytes.NewReader(packed), dst, width); err != nil || n != len(dst) {
		panic("arrow-go has not decoded all")
	}
}
