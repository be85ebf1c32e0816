package goasm

import (
	"github.com/grailbio/base/simd"
	"github.com/weaviate/weaviate/adapters/repos/db/vector/hnsw/distancer/asm"
	"golang.org/x/sys/cpu"

	"hotloop/bench/goasm/kernels"
)

const (
	weaviatePeer = "weaviate"
	grailPeer    = "grailbio"
)

// Weaviate chooses between its routines once, by what the processor has.
func init() {
	if cpu.X86.HasAVX512 {
		also(kernels.Dot32, weaviatePeer, asm.DotAVX512)
		also(kernels.SquaredDistance32, weaviatePeer, asm.L2AVX512)
		also(kernels.Hamming32, weaviatePeer, asm.HammingAVX512)
		also(kernels.HammingBits, weaviatePeer, asm.HammingBitwiseAVX512)
	} else if cpu.X86.HasAVX2 {
		also(kernels.Dot32, weaviatePeer, asm.DotAVX256)
		also(kernels.SquaredDistance32, weaviatePeer, asm.L2AVX256)
		also(kernels.Hamming32, weaviatePeer, asm.HammingAVX256)
		also(kernels.HammingBits, weaviatePeer, asm.HammingBitwiseAVX256)
	}
	if cpu.X86.HasAVX2 {
		also(kernels.DotU8, weaviatePeer, asm.DotByteAVX256)
		also(kernels.SquaredDistanceU8, weaviatePeer, asm.L2ByteAVX256)
		also(kernels.DotF32U8, weaviatePeer, asm.DotFloatByteAVX256)
		also(kernels.SquaredDistanceF32U8, weaviatePeer, asm.L2FloatByteAVX256)
	}
}

// The package simd of grailbio/base compiles on amd64 only.
func init() {
	also(kernels.CountTwo, grailPeer, simd.Count2Bytes)
	also(kernels.CountMasked, grailPeer, simd.MaskThenCountByte)
	also(kernels.FirstUnequal, grailPeer, func(a, b []byte) int { return simd.FirstUnequal8(a, b, 0) })
	also(kernels.FirstGreater, grailPeer, func(b []byte, c byte) int { return simd.FirstGreater8(b, c, 0) })
	also(kernels.IndexU16, grailPeer, simd.IndexU16)
	also(kernels.Fill, grailPeer, simd.Memset8)
	also(kernels.Xor, grailPeer, simd.Xor)
	also(kernels.AndNot, grailPeer, simd.Invmask)
	also(kernels.SubtractFrom, grailPeer, simd.SubtractFromConst8)
	also(kernels.ReverseBytes, grailPeer, simd.Reverse8)
	also(kernels.ReverseI16, grailPeer, simd.ReverseI16)
	also(kernels.InterleaveBytes, grailPeer, simd.Interleave8)
	also(kernels.Popcount, grailPeer, simd.Popcnt)
	also(kernels.SumBytes, grailPeer, simd.Accumulate8)
	also(kernels.SumGreater, grailPeer, simd.Accumulate8Greater)
	also(kernels.BitPlane, grailPeer, func(dst, src []byte, k uint) { simd.BitFromEveryByte(dst, src, int(k)) })

	var last [16]byte // whose table is at hand: programs make it once
	nibbles := simd.MakeNibbleLookupTable(last)
	table := func(t *[16]byte) *simd.NibbleLookupTable {
		if *t != last {
			last, nibbles = *t, simd.MakeNibbleLookupTable(*t)
		}
		return &nibbles
	}
	also(kernels.NibblesPacked, grailPeer, func(dst, src []byte, t *[16]byte) {
		simd.PackedNibbleLookup(dst, src, table(t))
	})
	also(kernels.NibblesUnpacked, grailPeer, func(dst, src []byte, t *[16]byte) {
		simd.UnpackedNibbleLookup(dst, src, table(t))
	})
	also(kernels.NibblesInSet, grailPeer, func(src []byte, t *[16]byte) int {
		return simd.CountNibblesInSet(src, table(t))
	})
}
