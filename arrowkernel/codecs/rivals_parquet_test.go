//go:build !(goexperiment.simd && go1.27)

package codecs_test

import (
	"unsafe"

	"github.com/parquet-go/bitpack"
	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/delta"
)

// With the experiment simd, bitpack 1.1.0 is written for the archsimd of Go 1.26, which Go 1.27 has changed.
func init() {
	const peer = "parquet-go"
	for name, width := range map[string]uint{"unpack 1 bit": 1, "unpack 3 bits": 3, "unpack 5 bits": 5, "unpack 7 bits": 7, "unpack 8 bits": 8,
		"unpack 10 bits": 10, "unpack 12 bits": 12, "unpack 16 bits": 16, "unpack 20 bits": 20} {
		also(peer, name, func(dst []uint32, packed []byte) { bitpack.Unpack(dst, padded(packed), width) })
	}
	also(peer, "unpack 18 bits, any width", func(dst []uint32, packed []byte, width uint) { bitpack.Unpack(dst, padded(packed), width) })
	for name, width := range map[string]uint{"pack 4 bits": 4, "pack 8 bits": 8, "pack 12 bits": 12} {
		also(peer, name, func(packed []byte, src []uint32) { bitpack.Pack(packed, src, width) })
	}
	var split bytestreamsplit.Encoding
	also(peer, "split bytes, float32", func(dst []byte, src []uint32) { split.EncodeInt32(dst, as[int32](src)) })
	also(peer, "join bytes, float32", func(dst []uint32, src []byte) { split.DecodeInt32(as[int32](dst), src) })
	also(peer, "split bytes, float64", func(dst []byte, src []uint64) { split.EncodeInt64(dst, as[int64](src)) })
	also(peer, "join bytes, float64", func(dst []uint64, src []byte) { split.DecodeInt64(as[int64](dst), src) })
	var packed delta.BinaryPackedEncoding
	also(peer, "delta, whole page", func(dst []int32, page []byte) int {
		out, err := packed.DecodeInt32(dst[:0], page[:len(page)-16])
		if err != nil {
			panic(err)
		}
		return len(out)
	})
}

// padded returns a slice with the bytes behind it that bitpack reads. The rows have them.
func padded(b []byte) []byte { return unsafe.Slice(unsafe.SliceData(b), len(b)+bitpack.PaddingInt32) }

// as returns numbers as those of another type of the same size.
func as[T, S int32 | int64 | uint32 | uint64](s []S) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}
