//go:build !(goexperiment.simd && go1.27)

package goasm

import (
	"unsafe"

	"github.com/parquet-go/bitpack"
	"github.com/parquet-go/parquet-go/bloom"
	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/sparse"

	"hotloop/bench/goasm/kernels"
)

const parquetPeer = "parquet-go"

// With the experiment simd, bitpack 1.1.0 is written for the archsimd of Go 1.26, which Go 1.27 has changed.
func init() {
	var split bytestreamsplit.Encoding
	also(kernels.SplitBytes, parquetPeer, func(dst []byte, src []uint32) { split.EncodeInt32(dst, signed(src)) })
	also(kernels.JoinBytes, parquetPeer, func(dst []uint32, src []byte) { split.DecodeInt32(signed(dst), src) })
	also(kernels.GatherField, parquetPeer, func(dst []uint32, src []kernels.Pair) {
		if len(src) > 0 {
			sparse.GatherUint32(dst, sparse.UnsafeUint32Array(unsafe.Pointer(&src[0].Value), len(src), unsafe.Sizeof(src[0])))
		}
	})
	also(kernels.Unpack7, parquetPeer, func(dst []uint32, src []byte) { bitpack.Unpack(dst, src, 7) })
	also(kernels.Unpack3, parquetPeer, func(dst []uint32, src []byte) { bitpack.Unpack(dst, src, 3) })
	also(kernels.BloomInsert, parquetPeer, func(filter [][8]uint32, hashes []uint64) {
		blocks := unsafe.Slice((*bloom.Block)(unsafe.Pointer(unsafe.SliceData(filter))), len(filter))
		bloom.SplitBlockFilter(blocks).InsertBulk(hashes)
	})
}
