package ir

import (
	"math"
	"math/bits"
)

// The evaluators of the op table compute one lane of each elementwise operation. The constant folder and the
// interpreter use them, so they define the operations. Generated code must agree bit for bit, except for the
// payload and sign of a NaN that arithmetic produces.
//
// Lanes are canonical on entry and on return (see Truncate). Every product is converted explicitly: the Go spec
// lets a compiler fuse x*y + z but not across a conversion, and these bodies may be inlined next to an
// addition.

func f32(b uint64) float32        { return math.Float32frombits(uint32(b)) }
func f64(b uint64) float64        { return math.Float64frombits(b) }
func bitsOf32(x float32) uint64   { return uint64(math.Float32bits(x)) }
func bitsOf64(x float64) uint64   { return math.Float64bits(x) }
func sx(e Elem, b uint64) int64   { return SignExtend(e, b) }
func cut(e Elem, n uint64) uint64 { return Truncate(e, n) }
func cutS(e Elem, n int64) uint64 { return Truncate(e, uint64(n)) }
func signBit(e Elem) uint64       { return 1 << (e.Bits() - 1) }

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// wide returns a float lane as a float64, which represents every float32.
func wide(e Elem, b uint64) float64 {
	if e == F32 {
		return float64(f32(b))
	}
	return f64(b)
}

// narrow rounds x to a lane of kind e.
func narrow(e Elem, x float64) uint64 {
	if e == F32 {
		return bitsOf32(float32(x))
	}
	return bitsOf64(x)
}

func evalAdd(res, _ Elem, a, b, _ uint64) uint64 {
	switch res {
	case F32:
		return bitsOf32(f32(a) + f32(b))
	case F64:
		return bitsOf64(f64(a) + f64(b))
	}
	return cut(res, a+b)
}

func evalSub(res, _ Elem, a, b, _ uint64) uint64 {
	switch res {
	case F32:
		return bitsOf32(f32(a) - f32(b))
	case F64:
		return bitsOf64(f64(a) - f64(b))
	}
	return cut(res, a-b)
}

func evalMul(res, _ Elem, a, b, _ uint64) uint64 {
	switch res {
	case F32:
		return bitsOf32(float32(f32(a) * f32(b)))
	case F64:
		return bitsOf64(float64(f64(a) * f64(b)))
	}
	return cut(res, a*b)
}

func evalDiv(res, _ Elem, a, b, _ uint64) uint64 {
	if res == F32 {
		return bitsOf32(float32(f32(a) / f32(b)))
	}
	return bitsOf64(float64(f64(a) / f64(b)))
}

// Division by zero is outside the operation's domain (FlagPartial), but an evaluator must not panic.

func evalDivS(res, _ Elem, a, b, _ uint64) uint64 {
	x, y := sx(res, a), sx(res, b)
	if y == 0 {
		return 0
	}
	if y == -1 { // Go's own x / -1 wraps too; written out because narrow kinds wrap at their width
		return cutS(res, -x)
	}
	return cutS(res, x/y)
}

func evalDivU(_, _ Elem, a, b, _ uint64) uint64 {
	if b == 0 {
		return 0
	}
	return a / b
}

func evalRemS(res, _ Elem, a, b, _ uint64) uint64 {
	x, y := sx(res, a), sx(res, b)
	if y == 0 || y == -1 {
		return 0
	}
	return cutS(res, x%y)
}

func evalRemU(_, _ Elem, a, b, _ uint64) uint64 {
	if b == 0 {
		return 0
	}
	return a % b
}

func evalMulHiS(res, _ Elem, a, b, _ uint64) uint64 {
	if res != I64 {
		return cutS(res, sx(res, a)*sx(res, b)>>res.Bits())
	}
	// The signed high half is the unsigned one minus b if a is negative and minus a if b is negative.
	hi, _ := bits.Mul64(a, b)
	return hi - (uint64(int64(a)>>63) & b) - (uint64(int64(b)>>63) & a)
}

func evalMulHiU(res, _ Elem, a, b, _ uint64) uint64 {
	if res != I64 {
		return cut(res, a*b>>res.Bits())
	}
	hi, _ := bits.Mul64(a, b)
	return hi
}

func evalNeg(res, _ Elem, a, _, _ uint64) uint64 {
	if res.IsFloat() {
		return a ^ signBit(res)
	}
	return cut(res, -a)
}

func evalAbs(res, _ Elem, a, _, _ uint64) uint64 {
	if res.IsFloat() {
		return a &^ signBit(res)
	}
	if sx(res, a) < 0 {
		return cut(res, -a)
	}
	return a
}

// In f32, the square root computed in float64 and rounded to float32 is correctly rounded: 53 bits are more
// than 2*24 + 2, so double rounding is harmless (Figueroa 1995).
func evalSqrt(res, _ Elem, a, _, _ uint64) uint64 { return narrow(res, math.Sqrt(wide(res, a))) }

// Rounding to an integral value is exact in both widths.

func evalFloor(res, _ Elem, a, _, _ uint64) uint64 { return narrow(res, math.Floor(wide(res, a))) }
func evalCeil(res, _ Elem, a, _, _ uint64) uint64  { return narrow(res, math.Ceil(wide(res, a))) }
func evalTrunc(res, _ Elem, a, _, _ uint64) uint64 { return narrow(res, math.Trunc(wide(res, a))) }
func evalRoundEven(res, _ Elem, a, _, _ uint64) uint64 {
	return narrow(res, math.RoundToEven(wide(res, a)))
}

func evalFMA(res, _ Elem, a, b, c uint64) uint64 {
	if res == F32 {
		return bitsOf32(fma32(f32(a), f32(b), f32(c)))
	}
	return bitsOf64(math.FMA(f64(a), f64(b), f64(c)))
}

// fma32 returns a*b + c rounded once. The product is exact in float64 and can neither overflow nor be subnormal
// (2^-298 … 2^256), so only the sum rounds. Rounding the sum to odd preserves on which side of every float32
// midpoint the exact sum lies, so that the rounding to float32 gives the correctly rounded result (Boldo and
// Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008).
func fma32(a, b, c float32) float32 {
	p, z := float64(float64(a)*float64(b)), float64(c)
	s := p + z
	if math.IsInf(s, 0) || s != s {
		return float32(s)
	}
	// Knuth's two-sum: s + e equals p + z exactly.
	bb := s - p
	e := (p - (s - bb)) + (z - bb)
	if e != 0 {
		if n := math.Float64bits(s); n&1 == 0 {
			if (e > 0) == (s > 0) {
				n++
			} else {
				n--
			}
			s = math.Float64frombits(n)
		}
	}
	return float32(s)
}

func evalMin(res, _ Elem, a, b, _ uint64) uint64 {
	switch x, y := wide(res, a), wide(res, b); {
	case x != x:
		return a
	case y != y:
		return b
	case x == 0 && y == 0:
		return a | b // -0 if either is
	case x < y:
		return a
	}
	return b
}

func evalMax(res, _ Elem, a, b, _ uint64) uint64 {
	switch x, y := wide(res, a), wide(res, b); {
	case x != x:
		return a
	case y != y:
		return b
	case x == 0 && y == 0:
		return a & b // -0 only if both are
	case x > y:
		return a
	}
	return b
}

func evalMinS(res, _ Elem, a, b, _ uint64) uint64 {
	if sx(res, a) < sx(res, b) {
		return a
	}
	return b
}

func evalMaxS(res, _ Elem, a, b, _ uint64) uint64 {
	if sx(res, a) > sx(res, b) {
		return a
	}
	return b
}

func evalMinU(_, _ Elem, a, b, _ uint64) uint64 { return min(a, b) }
func evalMaxU(_, _ Elem, a, b, _ uint64) uint64 { return max(a, b) }

func evalMinNum(res, _ Elem, a, b, _ uint64) uint64 {
	if wide(res, a) < wide(res, b) {
		return a
	}
	return b
}

func evalMaxNum(res, _ Elem, a, b, _ uint64) uint64 {
	if wide(res, b) < wide(res, a) {
		return a
	}
	return b
}

func evalCopysign(res, _ Elem, a, b, _ uint64) uint64 {
	s := signBit(res)
	return a&^s | b&s
}

func evalAnd(_, _ Elem, a, b, _ uint64) uint64    { return a & b }
func evalOr(_, _ Elem, a, b, _ uint64) uint64     { return a | b }
func evalXor(_, _ Elem, a, b, _ uint64) uint64    { return a ^ b }
func evalNot(res, _ Elem, a, _, _ uint64) uint64  { return cut(res, ^a) }
func evalAndNot(_, _ Elem, a, b, _ uint64) uint64 { return a &^ b }

// Go's shifts by 64 or more give 0 (or the sign), so only narrower widths need care: left shifts cut the bits
// above the width, and right shifts of canonical lanes shift in zeros (or the sign).

func evalShl(res, _ Elem, a, b, _ uint64) uint64  { return cut(res, a<<b) }
func evalShrS(res, _ Elem, a, b, _ uint64) uint64 { return cutS(res, sx(res, a)>>b) }
func evalShrU(_, _ Elem, a, b, _ uint64) uint64   { return a >> b }

func evalRotL(res, _ Elem, a, b, _ uint64) uint64 {
	w := uint64(res.Bits())
	n := b % w
	return cut(res, a<<n|a>>(w-n))
}

func evalMultiShift(res, _ Elem, a, b, _ uint64) uint64 {
	w := uint64(res.Bits())
	r := uint64(0)
	for at := uint64(0); at < w; at += 8 {
		n := (b >> at) % w
		r |= (a>>n | a<<(w-n)) & 0xff << at
	}
	return r
}

func evalByteSwap(res, _ Elem, a, _, _ uint64) uint64 {
	return bits.ReverseBytes64(a) >> (64 - res.Bits())
}

func evalBitReverse(res, _ Elem, a, _, _ uint64) uint64 {
	return bits.Reverse64(a) >> (64 - res.Bits())
}

func evalPopCount(_, _ Elem, a, _, _ uint64) uint64 { return uint64(bits.OnesCount64(a)) }

func evalLeadingZeros(res, _ Elem, a, _, _ uint64) uint64 {
	return uint64(bits.LeadingZeros64(a) - (64 - res.Bits()))
}

func evalTrailingZeros(res, _ Elem, a, _, _ uint64) uint64 {
	return uint64(min(bits.TrailingZeros64(a), res.Bits()))
}

func evalEq(_, arg Elem, a, b, _ uint64) uint64 {
	if arg.IsFloat() {
		return truth(wide(arg, a) == wide(arg, b))
	}
	return truth(a == b)
}

func evalNe(_, arg Elem, a, b, _ uint64) uint64 {
	if arg.IsFloat() {
		return truth(wide(arg, a) != wide(arg, b))
	}
	return truth(a != b)
}

func evalLt(_, arg Elem, a, b, _ uint64) uint64  { return truth(wide(arg, a) < wide(arg, b)) }
func evalLe(_, arg Elem, a, b, _ uint64) uint64  { return truth(wide(arg, a) <= wide(arg, b)) }
func evalLtS(_, arg Elem, a, b, _ uint64) uint64 { return truth(sx(arg, a) < sx(arg, b)) }
func evalLeS(_, arg Elem, a, b, _ uint64) uint64 { return truth(sx(arg, a) <= sx(arg, b)) }
func evalLtU(_, _ Elem, a, b, _ uint64) uint64   { return truth(a < b) }
func evalLeU(_, _ Elem, a, b, _ uint64) uint64   { return truth(a <= b) }

func evalSelect(_, _ Elem, a, b, c uint64) uint64 {
	if a != 0 {
		return b
	}
	return c
}

func evalSExt(res, arg Elem, a, _, _ uint64) uint64 { return cutS(res, sx(arg, a)) }
func evalZExt(_, _ Elem, a, _, _ uint64) uint64     { return a }
func evalTruncI(res, _ Elem, a, _, _ uint64) uint64 { return cut(res, a) }
func evalBitcast(_, _ Elem, a, _, _ uint64) uint64  { return a }
func evalFExt(_, _ Elem, a, _, _ uint64) uint64     { return bitsOf64(float64(f32(a))) }
func evalFTrunc(_, _ Elem, a, _, _ uint64) uint64   { return bitsOf32(float32(f64(a))) }

// evalHalfToF moves the fraction into place and adjusts the exponent by integer addition. A subnormal half is
// its fraction in units of 2^-24.
func evalHalfToF(_, _ Elem, a, _, _ uint64) uint64 {
	sign, rest := a&0x8000<<16, a&0x7fff
	switch {
	case rest < 0x400:
		return sign | bitsOf32(float32(rest)/(1<<24))
	case rest < 0x7c00:
		return sign | (rest<<13 + 112<<23)
	case rest == 0x7c00:
		return sign | 0x7f800000
	}
	return sign | 0x7fc00000 | rest&0x3ff<<13
}

// evalFToHalf rounds subnormal results by an addition: the sum's last place is that of the half. Magnitudes of
// 65520 and above become infinity.
func evalFToHalf(_, _ Elem, a, _, _ uint64) uint64 {
	sign, rest := a>>16&0x8000, a&0x7fffffff
	switch {
	case rest > 0x7f800000:
		return sign | 0x7e00 | rest>>13&0x3ff
	case rest >= 0x477ff000:
		return sign | 0x7c00
	case rest < 113<<23: // units of 2^-24, the spacing of floats in [1/2, 1)
		return sign | (bitsOf32(f32(rest)+0.5) - bitsOf32(0.5))
	}
	return sign | (rest-112<<23+0xfff+rest>>13&1)>>13
}

// Integers are converted to f32 directly; going through float64 would round twice.

func evalSIToF(res, arg Elem, a, _, _ uint64) uint64 {
	n := sx(arg, a)
	if res == F32 {
		return bitsOf32(float32(n))
	}
	return bitsOf64(float64(n))
}

func evalUIToF(res, _ Elem, a, _, _ uint64) uint64 {
	if res == F32 {
		return bitsOf32(float32(a))
	}
	return bitsOf64(float64(a))
}

// evalFToSI converts as the Go compiler that built this program does. Evaluators for other targets use their
// Semantics.
func evalFToSI(res, arg Elem, a, _, _ uint64) uint64 { return DefaultSemantics().FToSI(res, arg, a) }
