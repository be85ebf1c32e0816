//go:build goexperiment.simd && go1.27

package goasm

import (
	"hotloop/bench/goasm/bysimd/portable"
	"hotloop/bench/goasm/kernels"
)

func init() {
	also(kernels.Add32, portablePeer, portable.Add32)
	also(kernels.Axpy32, portablePeer, portable.Axpy32)
	also(kernels.Relu32, portablePeer, portable.Relu32)
	also(kernels.Clamp32, portablePeer, portable.Clamp32)
	also(kernels.Sum32, portablePeer, portable.Sum32)
	also(kernels.Dot32, portablePeer, portable.Dot32)
	also(kernels.SquaredDistance32, portablePeer, portable.SquaredDistance32)
	also(kernels.Max32, portablePeer, portable.Max32)
	also(kernels.Dot64, portablePeer, portable.Dot64)
	also(kernels.Xor, portablePeer, portable.Xor)
	also(kernels.AddU8, portablePeer, portable.AddU8)
	also(kernels.AddSaturateI8, portablePeer, portable.AddSaturateI8)
	also(kernels.SumI32, portablePeer, portable.SumI32)
	also(kernels.MaxI16, portablePeer, portable.MaxI16)
	also(kernels.CountByte, portablePeer, portable.CountByte)
}
