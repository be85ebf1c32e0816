//go:build goexperiment.simd && !go1.27 && amd64

package codecs_test

import "simd/archsimd"

// The archsimd of Go 1.26. That of Go 1.27 has other names.
func init() {
	const peer = "archsimd"
	if !archsimd.X86.AVX512() {
		missing[peer] = "the processor has no AVX-512"
		return
	}
	also(peer, "bitmap and", func(dst, x, y []byte) {
		i := 0
		for ; i+64 <= len(dst); i += 64 {
			archsimd.LoadUint8x64Slice(x[i:]).And(archsimd.LoadUint8x64Slice(y[i:])).StoreSlice(dst[i:])
		}
		for ; i < len(dst); i++ {
			dst[i] = x[i] & y[i]
		}
	})
	also(peer, "min and max, int32", func(x []int32) (least, most int32) {
		lo, hi := archsimd.BroadcastInt32x16(1<<31-1), archsimd.BroadcastInt32x16(-1<<31)
		i := 0
		for ; i+16 <= len(x); i += 16 {
			v := archsimd.LoadInt32x16Slice(x[i:])
			lo, hi = lo.Min(v), hi.Max(v)
		}
		var a, b [16]int32
		lo.Store(&a)
		hi.Store(&b)
		least, most = a[0], b[0]
		for k := range a {
			least, most = min(least, a[k]), max(most, b[k])
		}
		for _, v := range x[i:] {
			least, most = min(least, v), max(most, v)
		}
		return least, most
	})
	also(peer, "min and max, int64", func(x []int64) (least, most int64) {
		lo, hi := archsimd.BroadcastInt64x8(1<<63-1), archsimd.BroadcastInt64x8(-1<<63)
		i := 0
		for ; i+8 <= len(x); i += 8 {
			v := archsimd.LoadInt64x8Slice(x[i:])
			lo, hi = lo.Min(v), hi.Max(v)
		}
		var a, b [8]int64
		lo.Store(&a)
		hi.Store(&b)
		least, most = a[0], b[0]
		for k := range a {
			least, most = min(least, a[k]), max(most, b[k])
		}
		for _, v := range x[i:] {
			least, most = min(least, v), max(most, v)
		}
		return least, most
	})
	also(peer, "differences", func(dst, src []int32) int32 {
		least := archsimd.BroadcastInt32x16(1<<31 - 1)
		i := 0
		for ; i+16 <= len(dst); i += 16 {
			d := archsimd.LoadInt32x16Slice(src[i+1:]).Sub(archsimd.LoadInt32x16Slice(src[i:]))
			d.StoreSlice(dst[i:])
			least = least.Min(d)
		}
		var a [16]int32
		least.Store(&a)
		m := a[0]
		for _, v := range a {
			m = min(m, v)
		}
		for ; i < len(dst); i++ {
			dst[i] = src[i+1] - src[i]
			m = min(m, dst[i])
		}
		return m
	})
}
