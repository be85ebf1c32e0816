package ir

import (
	"hotloop/reuse"
	"math"
	"runtime"
	"strconv"
)

// Semantics is what the Go spec leaves to the implementation. A kernel must do what the Go function it replaces does,
// so the record describes the gc that builds this program; a test may describe another one.
type Semantics struct {
	Arch    string // GOARCH
	IntSize int    // bytes of int, uint and uintptr: 4 or 8

	// Saturate says what FToSI makes of a value out of range. If false, the integer indefinite of x86: MinInt of the
	// result's width, for NaN too. If true, the nearest integer there is, and 0 for NaN (arm64 and others).
	Saturate bool

	// Uint64 and Uint32 say how a float becomes a uint64 and a uint32. Narrower integers, signed or not, are the low
	// bits of the conversion to i32.
	Uint64, Uint32 UintConv

	// Fuses says that the compiler computes some sums of products with one rounding (arm64, and amd64 from GOAMD64=v3
	// on). Which ones, nothing but its own code tells; the operations of a kernel do not depend on it.
	Fuses bool
}

// UintConv is a way in which a compiler turns floats into unsigned integers of n bits.
type UintConv uint8

// The ways. Let C be 1 << (n-1).
const (
	// UintSaturate is 0 for NaN and what is below, the largest unsigned integer for what is above.
	UintSaturate UintConv = iota
	// UintTruncate is the low bits of the conversion to i64.
	UintTruncate
	// UintXor is x < C ? FToSI(x) : FToSI(x-C) ^ C, with an FToSI of n bits.
	UintXor
	// UintOr is the same with | for ^: what is too large gives C where FToSI gives MinInt.
	UintOr
	// UintClamp is UintOr, but 0 for x < 0.
	UintClamp

	numUintConvs
)

var uintConvNames = [numUintConvs]string{"saturate", "truncate", "xor", "or", "clamp"}

func (u UintConv) String() string { return uintConvNames[u] }

// FToSI converts the float lane a of kind arg to a signed integer of kind res.
func (s Semantics) FToSI(res, arg Elem, a uint64) uint64 {
	x := wide(arg, a)
	limit := math.Ldexp(1, res.Bits()-1)
	// The bounds hold for the truncated value: in i32 a float64 may lie between MinInt32-1 and MinInt32.
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

// FToUI converts the float lane a of kind arg to an unsigned integer of kind res. The IR has no such operation: it
// states what the operations that stand for a Go conversion must amount to.
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

// DefaultSemantics is what the gc that built this program does. It is probed at the first call.
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

// probePoints tell all ways of conversion apart.
var probePoints = []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, -1e10, 1e10, 6e9, 1e30, -1e30, 1e19}

// pickConv finds the way that agrees with gc. None does only on a machine for which there is no native code; the
// first is then as good as any.
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

// The probes compute at run time: what a compiler folds need not be what its code does.

//go:noinline
func probeInt64(x float64) int64 { return int64(x) }

//go:noinline
func probeUint64(x float64) uint64 { return uint64(x) }

//go:noinline
func probeUint32(x float64) uint32 { return uint32(x) }

//go:noinline
func probeSum(x, y, z float64) float64 { return x*y + z }
