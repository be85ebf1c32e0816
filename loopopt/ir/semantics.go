package ir

import (
	"hotloop/reuse"
	"math"
	"runtime"
	"strconv"
)

// Semantics describes what the Go spec leaves to the implementation. A kernel must do what the Go function it
// replaces does, so the default describes the Go compiler that built this program; a test may describe another
// one.
type Semantics struct {
	Arch    string // GOARCH
	IntSize int    // bytes of int, uint and uintptr: 4 or 8

	// Saturate selects the result of FToSI for a value out of range. If false, the result is the integer
	// indefinite value of x86: MinInt of the result's width, also for NaN. If true, it is the nearest
	// representable integer, and 0 for NaN (arm64 and others).
	Saturate bool

	// Uint64 and Uint32 describe the conversion of a float to a uint64 and to a uint32. Narrower integers,
	// signed or not, are the low bits of the conversion to i32.
	Uint64, Uint32 UintConv

	// Fuses reports whether the compiler computes some sums of products with a single rounding (arm64, and
	// amd64 from GOAMD64=v3 on). Which ones cannot be known without its code; the operations of a kernel do not
	// depend on it.
	Fuses bool
}

// UintConv is a method by which a compiler converts floats to unsigned integers of n bits.
type UintConv uint8

// The methods. Let C be 1 << (n-1).
const (
	// UintSaturate gives 0 for NaN and negative values, and the largest unsigned integer for values that are
	// too large.
	UintSaturate UintConv = iota
	// UintTruncate gives the low bits of the conversion to i64.
	UintTruncate
	// UintXor gives x < C ? FToSI(x) : FToSI(x-C) ^ C, with an FToSI of n bits.
	UintXor
	// UintOr is like UintXor with | instead of ^: values that are too large give C where FToSI gives MinInt.
	UintOr
	// UintClamp is like UintOr but gives 0 for x < 0.
	UintClamp

	numUintConvs
)

var uintConvNames = [numUintConvs]string{"saturate", "truncate", "xor", "or", "clamp"}

func (u UintConv) String() string { return uintConvNames[u] }

// FToSI converts the float lane a of kind arg to a signed integer of kind res.
func (s Semantics) FToSI(res, arg Elem, a uint64) uint64 {
	x := wide(arg, a)
	limit := math.Ldexp(1, res.Bits()-1)
	// Compare the truncated value with the bounds: a float64 between MinInt32-1 and MinInt32 converts to i32.
	t := math.Trunc(x)
	switch {
	case t >= -limit && t < limit:
		return cutS(res, int64(t))
	case !s.Saturate:
		return signBit(res)
	case x != x:
		return 0
	case x < 0:
		return signBit(res)
	}
	return signBit(res) - 1
}

// FToUI converts the float lane a of kind arg to an unsigned integer of kind res. The IR has no such operation;
// FToUI specifies the result of the operations that implement a Go conversion.
func (s Semantics) FToUI(res, arg Elem, a uint64) uint64 {
	way := s.Uint64
	switch res {
	case I8, I16:
		return cut(res, s.FToSI(I32, arg, a))
	case I32:
		way = s.Uint32
	}
	x := wide(arg, a)
	c := math.Ldexp(1, res.Bits()-1)
	switch way {
	case UintTruncate:
		return cut(res, s.FToSI(I64, arg, a))
	case UintSaturate:
		switch t := math.Trunc(x); {
		case !(t > 0):
			return 0
		case t < 2*c:
			return uint64(t)
		}
		return cut(res, math.MaxUint64)
	}
	if x < c {
		if way == UintClamp && x < 0 {
			return 0
		}
		return s.FToSI(res, arg, a)
	}
	var high uint64
	if arg == F32 {
		high = bitsOf32(float32(x) - float32(c))
	} else {
		high = bitsOf64(x - c)
	}
	if way == UintXor {
		return s.FToSI(res, arg, high) ^ signBit(res)
	}
	return s.FToSI(res, arg, high) | signBit(res)
}

// DefaultSemantics returns the semantics of the Go compiler that built this program. They are probed on the
// first call.
func DefaultSemantics() Semantics { return defaultSemantics() }

func defaultSemantics() Semantics {
	return defaultSemanticsMade.Get(func() Semantics {
		s := Semantics{Arch: runtime.GOARCH, IntSize: strconv.IntSize / 8}
		s.Saturate = probeInt64(math.Inf(1)) == math.MaxInt64
		s.Uint64 = pickConv(s, I64, func(x float64) uint64 { return probeUint64(x) })
		s.Uint32 = pickConv(s, I32, func(x float64) uint64 { return uint64(probeUint32(x)) })
		s.Fuses = probeSum(1+0x1p-27, 1+0x1p-27, -(1+0x1p-26)) != 0
		return s
	})
}

var defaultSemanticsMade reuse.Once[Semantics]

// probePoints distinguish all conversion methods.
var probePoints = []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, -1e10, 1e10, 6e9, 1e30, -1e30, 1e19}

// pickConv finds the method that agrees with the Go compiler. None agrees only on a machine without native code
// generation, where the choice does not matter.
func pickConv(s Semantics, res Elem, gc func(float64) uint64) UintConv {
next:
	for way := UintConv(0); way < numUintConvs; way++ {
		s.Uint64, s.Uint32 = way, way
		for _, x := range probePoints {
			if s.FToUI(res, F64, bitsOf64(x)) != gc(x) {
				continue next
			}
		}
		return way
	}
	return 0
}

// The probes compute at run time, because constant folding may differ from the generated code.

//go:noinline
func probeInt64(x float64) int64 { return int64(x) }

//go:noinline
func probeUint64(x float64) uint64 { return uint64(x) }

//go:noinline
func probeUint32(x float64) uint32 { return uint32(x) }

//go:noinline
func probeSum(x, y, z float64) float64 { return x*y + z }

// SemanticsOf returns the semantics of the Go compiler for a GOARCH with 64-bit words, amd64 or arm64, without
// fusing: what DefaultSemantics finds there.
func SemanticsOf(arch string) Semantics {
	if arch == "arm64" {
		return Semantics{Arch: arch, IntSize: 8, Saturate: true, Uint64: UintSaturate, Uint32: UintTruncate, Fuses: true}
	}
	return Semantics{Arch: arch, IntSize: 8, Uint64: UintOr, Uint32: UintTruncate}
}
