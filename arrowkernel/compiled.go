package arrowkernel

import (
	"context"
	_ "embed"
	"sync"
	"unsafe"

	"hotloop"
)

//go:embed kernels.go
var kernelSource string

// accelerate compiles a function of kernels.go at its first call.
func accelerate[F any](f F) F { return lazily(f, kernelSource) }

// lazily compiles a function of a source text at its first call.
func lazily[F any](f F, source string) F {
	k := hotloop.Accelerate(f, source, hotloop.Lazy())
	lazyKernels.Lock()
	lazyKernels.wait = append(lazyKernels.wait, k.Wait)
	lazyKernels.Unlock()
	return k.Func
}

// lazyKernels has the functions that compile kernels, for tests.
var lazyKernels struct {
	sync.Mutex
	wait []func(context.Context) error
}

var (
	packBytesFast   = accelerate(packBytes)
	unpackBytesFast = accelerate(unpackBytes)
	shiftBitsFast   = accelerate(shiftBits)
	andBytesFast    = accelerate(andBytes)
	selectedFast    = accelerate(selected)

	lengths32 = accelerate(lengths[int32])
	lengths64 = accelerate(lengths[int64])
	starts32  = accelerate(startsWith[int32])
	starts64  = accelerate(startsWith[int64])

	fill8  = accelerate(fill[uint8])
	fill16 = accelerate(fill[uint16])
	fill32 = accelerate(fill[uint32])
	fill64 = accelerate(fill[uint64])
)

// unpackBits makes bytes, 0 or 1, of len(dst) bits from offset on. scratch has the size of dst.
func unpackBits(dst, bits []byte, offset int, scratch []byte) {
	bits, shift := bits[offset/8:], uint(offset%8)
	whole := len(dst) / 8
	if shift == 0 {
		unpackBytesFast(dst[:8*whole], bits[:whole])
	} else if whole > 0 {
		shiftBitsFast(scratch[:whole], bits[:whole+1], shift)
		unpackBytesFast(dst[:8*whole], scratch[:whole])
	}
	for i := 8 * whole; i < len(dst); i++ {
		at := i + int(shift)
		dst[i] = bits[at/8] >> (at % 8) & 1
	}
}

// packBits stores bytes, 0 or 1, in a bitmap from offset on, and keeps the other bits.
func packBits(bits []byte, offset int, src []byte) {
	for len(src) > 0 && offset%8 != 0 {
		setBit(bits, offset, src[0])
		src, offset = src[1:], offset+1
	}
	whole := len(src) / 8
	packBytesFast(bits[offset/8:offset/8+whole], src[:8*whole])
	for i := 8 * whole; i < len(src); i++ {
		setBit(bits, offset+i, src[i])
	}
}

func setBit(bits []byte, at int, v byte) {
	bits[at/8] = bits[at/8]&^(1<<(at%8)) | v<<(at%8)
}

// asBools returns bytes that are 0 or 1 as bools.
func asBools(b []byte) []bool {
	return unsafe.Slice((*bool)(unsafe.Pointer(unsafe.SliceData(b))), len(b))
}

// broadcast fills n elements of dst with a value of the kind.
func broadcast(k kind, dst, value []byte, n int) {
	switch k.size() {
	case 1:
		fill8(dst[:n], value[0])
	case 2:
		fill16(view[uint16](dst, 0, n), view[uint16](value, 0, 1)[0])
	case 4:
		fill32(view[uint32](dst, 0, n), view[uint32](value, 0, 1)[0])
	case 8:
		fill64(view[uint64](dst, 0, n), view[uint64](value, 0, 1)[0])
	}
}
