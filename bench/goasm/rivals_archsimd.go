//go:build goexperiment.simd && !go1.27 && amd64

package goasm

import (
	"simd/archsimd"

	"hotloop/bench/goasm/bysimd/narrow"
	"hotloop/bench/goasm/bysimd/wide"
	"hotloop/bench/goasm/kernels"
)

func init() {
	if archsimd.X86.AVX512() {
		also(kernels.Add32, widePeer, wide.Add32)
		also(kernels.Axpy32, widePeer, wide.Axpy32)
		also(kernels.Relu32, widePeer, wide.Relu32)
		also(kernels.Clamp32, widePeer, wide.Clamp32)
		also(kernels.Sum32, widePeer, wide.Sum32)
		also(kernels.Dot32, widePeer, wide.Dot32)
		also(kernels.SquaredDistance32, widePeer, wide.SquaredDistance32)
		also(kernels.Max32, widePeer, wide.Max32)
		also(kernels.Dot64, widePeer, wide.Dot64)
		also(kernels.Xor, widePeer, wide.Xor)
		also(kernels.AddU8, widePeer, wide.AddU8)
		also(kernels.AddSaturateI8, widePeer, wide.AddSaturateI8)
		also(kernels.SumI32, widePeer, wide.SumI32)
		also(kernels.MaxI16, widePeer, wide.MaxI16)
		also(kernels.CountByte, widePeer, wide.CountByte)
		also(kernels.IndexByte, widePeer, wide.IndexByte)
		also(kernels.GalMul, widePeer, wide.GalMul)
		also(kernels.DotI16, widePeer, wide.DotI16)
	}
	if archsimd.X86.AVX2() && archsimd.X86.FMA() {
		also(kernels.Add32, narrowPeer, narrow.Add32)
		also(kernels.Axpy32, narrowPeer, narrow.Axpy32)
		also(kernels.Relu32, narrowPeer, narrow.Relu32)
		also(kernels.Clamp32, narrowPeer, narrow.Clamp32)
		also(kernels.Sum32, narrowPeer, narrow.Sum32)
		also(kernels.Dot32, narrowPeer, narrow.Dot32)
		also(kernels.SquaredDistance32, narrowPeer, narrow.SquaredDistance32)
		also(kernels.Max32, narrowPeer, narrow.Max32)
		also(kernels.Dot64, narrowPeer, narrow.Dot64)
		also(kernels.Xor, narrowPeer, narrow.Xor)
		also(kernels.AddU8, narrowPeer, narrow.AddU8)
		also(kernels.AddSaturateI8, narrowPeer, narrow.AddSaturateI8)
		also(kernels.SumI32, narrowPeer, narrow.SumI32)
		also(kernels.MaxI16, narrowPeer, narrow.MaxI16)
		also(kernels.CountByte, narrowPeer, narrow.CountByte)
		also(kernels.IndexByte, narrowPeer, narrow.IndexByte)
		also(kernels.GalMul, narrowPeer, narrow.GalMul)
		also(kernels.DotI16, narrowPeer, narrow.DotI16)
	}
}
