package goasm

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	stdbase64 "encoding/base64"
	"encoding/hex"
	"hash/adler32"
	"hash/crc32"
	stdutf8 "unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow/bitutil"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/reedsolomon"
	sha256simd "github.com/minio/sha256-simd"
	"github.com/segmentio/asm/ascii"
	"github.com/segmentio/asm/base64"
	"github.com/segmentio/asm/bswap"
	"github.com/segmentio/asm/mem"
	"github.com/segmentio/asm/utf8"
	"github.com/templexxx/xorsimd"

	"hotloop/bench/goasm/kernels"
)

// The names of the peers.
const (
	stdPeer       = "std"
	segmentioPeer = "segmentio/asm"
	galoisPeer    = "reedsolomon"
	xorPeer       = "xorsimd"
	arrowPeer     = "arrow-go"
)

// text has what works on letters.
func (s *suite) text() {
	of(s, kernels.ValidASCII).by(segmentioPeer, ascii.Valid)
	of(s, kernels.ValidPrint).by(segmentioPeer, ascii.ValidPrint)
	of(s, kernels.EqualFold).by(segmentioPeer, ascii.EqualFold).by(stdPeer, bytes.EqualFold)
	of(s, kernels.ValidUTF8).by(segmentioPeer, utf8.Valid).by(stdPeer, stdutf8.Valid)
	of(s, kernels.ValidUTF8).named("ValidUTF8Mixed").on(mixedText).by(segmentioPeer, utf8.Valid).
		by(stdPeer, stdutf8.Valid)
	of(s, kernels.RuneCount).by(stdPeer, stdutf8.RuneCount)
	of(s, kernels.RuneCount).named("RuneCountMixed").on(mixedText).by(stdPeer, stdutf8.RuneCount)
	of(s, kernels.Base64Encode).
		by(segmentioPeer, func(dst, src []byte) { base64.StdEncoding.Encode(dst, src) }).
		by(stdPeer, func(dst, src []byte) { stdbase64.StdEncoding.Encode(dst, src) })
	of(s, kernels.Base64URLEncode).
		by(segmentioPeer, func(dst, src []byte) { base64.URLEncoding.Encode(dst, src) }).
		by(stdPeer, func(dst, src []byte) { stdbase64.URLEncoding.Encode(dst, src) })
	of(s, kernels.Base64Decode).
		by(segmentioPeer, func(dst, src []byte) int { n, _ := base64.StdEncoding.Decode(dst, src); return n }).
		by(stdPeer, func(dst, src []byte) int { n, _ := stdbase64.StdEncoding.Decode(dst, src); return n })
	of(s, kernels.HexEncode).by(stdPeer, func(dst, src []byte) { hex.Encode(dst, src) })
	of(s, kernels.HexDecode).by(stdPeer, func(dst, src []byte) int { n, _ := hex.Decode(dst, src); return n })
}

// bytes has what works on bytes of any meaning.
func (s *suite) bytes() {
	of(s, kernels.ContainsByte).by(segmentioPeer, mem.ContainsByte).
		by(stdPeer, func(b []byte, c byte) bool { return bytes.IndexByte(b, c) >= 0 })
	of(s, kernels.IndexByte).by(stdPeer, bytes.IndexByte)
	of(s, kernels.CountByte).by(stdPeer, func(b []byte, c byte) int { return bytes.Count(b, []byte{c}) })
	of(s, kernels.CountTwo)
	of(s, kernels.CountMasked)
	of(s, kernels.Equal).by(stdPeer, bytes.Equal)
	of(s, kernels.ConstantTimeEqual).by(stdPeer, subtle.ConstantTimeCompare)
	of(s, kernels.Compare).by(stdPeer, bytes.Compare)
	of(s, kernels.Index).by(stdPeer, bytes.Index)
	of(s, kernels.FirstUnequal)
	of(s, kernels.FirstGreater)
	of(s, kernels.IndexU16)
	of(s, kernels.Fill).by(arrowPeer, memory.Set)
	of(s, kernels.Copy).by(segmentioPeer, mem.Copy).by(stdPeer, func(dst, src []byte) int { return copy(dst, src) })
	of(s, kernels.Xor).by(stdPeer, func(dst, a, b []byte) { subtle.XORBytes(dst, a, b) }).
		by(xorPeer, func(dst, a, b []byte) { xorsimd.Bytes(dst, a, b) })
	of(s, kernels.AndNot)
	of(s, kernels.MaskBytes).by(segmentioPeer, mem.Mask)
	of(s, kernels.BlendBytes).by(segmentioPeer, mem.Blend)
	of(s, kernels.SubtractFrom)
	of(s, kernels.Swap64).by(segmentioPeer, bswap.Swap64)
	of(s, kernels.ReverseBytes)
	of(s, kernels.ReverseI16)
	of(s, kernels.InterleaveBytes)
	of(s, kernels.PairsEqual).by(segmentioPeer, func(a []uint64) int { return mem.CountPair(bytesOf(a), 8) })
	of(s, kernels.FirstPair).by(segmentioPeer, func(a []uint32) int {
		if i := mem.IndexPair(bytesOf(a), 4); i >= 0 && i < 4*len(a) {
			return i / 4
		}
		return -1
	})
	of(s, kernels.Popcount).
		by(arrowPeer, func(b []byte) int { return bitutil.CountSetBits(b, 0, 8*len(b)) })
	of(s, kernels.SumBytes)
	of(s, kernels.SumGreater)
	of(s, kernels.BitPlane)
}

// tables has what looks bytes up.
func (s *suite) tables() {
	var field reedsolomon.LowLevel
	mul := func(in, out []byte) { field.GalMulSlice(galoisFactor, in, out) }
	mulXor := func(in, out []byte) { field.GalMulSliceXor(galoisFactor, in, out) }
	of(s, kernels.GalMul).on(galoisHalves).by(galoisPeer, func(in, out []byte, _, _ *[16]byte) { mul(in, out) })
	of(s, kernels.GalMulXor).on(galoisHalves).by(galoisPeer, func(in, out []byte, _, _ *[16]byte) { mulXor(in, out) })
	of(s, kernels.GalMulRow).on(galoisRow).by(galoisPeer, func(in, out []byte, _ *[256]byte) { mul(in, out) })
	of(s, kernels.GalMulRowXor).on(galoisRow).by(galoisPeer, func(in, out []byte, _ *[256]byte) { mulXor(in, out) })

	of(s, kernels.NibblesPacked)
	of(s, kernels.NibblesUnpacked)
	of(s, kernels.NibblesInSet).on(setTable)
}

// hashes has checksums and digests.
func (s *suite) hashes() {
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	of(s, kernels.CRC32).on(checked(crc32.IEEETable)).
		by(stdPeer, func(crc uint32, _ *[256]uint32, p []byte) uint32 { return crc32.Update(crc, crc32.IEEETable, p) })
	of(s, kernels.CRC32).named("CRC32Castagnoli").on(checked(castagnoli)).
		by(stdPeer, func(crc uint32, _ *[256]uint32, p []byte) uint32 { return crc32.Update(crc, castagnoli, p) })
	of(s, kernels.Adler32).by(stdPeer, adler32.Checksum)
	of(s, kernels.SHA256).by(stdPeer, func(sum *[32]byte, p []byte) { *sum = sha256.Sum256(p) }).
		by("sha256-simd", func(sum *[32]byte, p []byte) { *sum = sha256simd.Sum256(p) })
	of(s, kernels.XXH64).by("xxhash", xxhash.Sum64)
}
