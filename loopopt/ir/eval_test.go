package ir

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// lanesOf returns interesting lanes of each kind.
func lanesOf(e Elem) []uint64 {
	switch e {
	case Bool:
		return []uint64{0, 1}
	case F32:
		var s []uint64
		for _, x := range []float32{0, 1, 1.5, 2.5, -2.5, 0.1, -3, 7, 16777215, 16777216, 3e9, 1e30, math.MaxFloat32,
			math.SmallestNonzeroFloat32, 1.1754942e-38, float32(math.Inf(1))} {
			s = append(s, bitsOf32(x), bitsOf32(-x))
		}
		return append(s, 1<<31, 0x7fc00000, 0xff800001)
	case F64:
		var s []uint64
		for _, x := range []float64{0, 1, 1.5, 2.5, -2.5, 0.1, -3, 7, 16777217, 1<<53 + 2, 3e9, 9.3e18, 1e300, 1e-310,
			math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1)} {
			s = append(s, bitsOf64(x), bitsOf64(-x))
		}
		return append(s, 1<<63, 0x7ff8000000000000, 0xfff0000000000001)
	}
	top := uint64(1) << (e.Bits() - 1)
	s := []uint64{0, 1, 2, 3, 5, 7, 8, 15, 31, 63, 64, 65, top - 1, top, top + 1, ^uint64(0), ^uint64(0) - 1,
		0xa5a5a5a5a5a5a5a5, 0x0123456789abcdef, 100}
	for i := range s {
		s[i] = Truncate(e, s[i])
	}
	return s
}

type (
	signed   interface{ int8 | int16 | int32 | int64 }
	unsigned interface {
		uint8 | uint16 | uint32 | uint64
	}
	float interface{ float32 | float64 }
)

// exactRef defines the operations on numbers of w bits whose exact results have more bits.
func exactRef(op Op, w int, signed, unsigned [2]*big.Int) *big.Int {
	x, y := signed[0], signed[1]
	one := big.NewInt(1)
	least := new(big.Int).Neg(new(big.Int).Lsh(one, uint(w-1)))
	most := new(big.Int).Sub(new(big.Int).Lsh(one, uint(w-1)), one)
	switch op {
	case OpAddSatU, OpSubSatU, OpAbsDiffU, OpHalfSumU, OpAverageU:
		x, y = unsigned[0], unsigned[1]
		least, most = new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, uint(w)), one)
	}
	z := new(big.Int)
	switch op {
	case OpAddSatS, OpAddSatU, OpHalfSumS, OpHalfSumU, OpAverageS, OpAverageU:
		z.Add(x, y)
	case OpSubSatS, OpSubSatU, OpAbsDiffS, OpAbsDiffU:
		z.Sub(x, y)
	case OpMulRound:
		z.Mul(x, y)
		z.Add(z, new(big.Int).Lsh(one, uint(w-2)))
		return z.Rsh(z, uint(w-1))
	}
	switch op {
	case OpAbsDiffS, OpAbsDiffU:
		return z.Abs(z)
	case OpHalfSumS, OpHalfSumU:
		return z.Rsh(z, 1)
	case OpAverageS, OpAverageU:
		return z.Rsh(z.Add(z, one), 1)
	}
	if z.Cmp(least) < 0 {
		return least
	} else if z.Cmp(most) > 0 {
		return most
	}
	return z
}

// intRef defines the integer operations in plain Go; ok is false where the table leaves the result undefined.
func intRef[S signed, U unsigned](op Op, ua, ub uint64) (want U, ok bool) {
	a, b := U(ua), U(ub)
	s, t := S(a), S(b)
	w := bits.Len64(uint64(^U(0)))
	product := func(x, y *big.Int) U {
		z := new(big.Int).Mul(x, y)
		z.Rsh(z, uint(w)) // rounds towards minus infinity, as the high half does
		z.And(z, new(big.Int).SetUint64(uint64(^U(0))))
		return U(z.Uint64())
	}
	switch op {
	case OpAdd:
		return a + b, true
	case OpSub:
		return a - b, true
	case OpMul:
		return a * b, true
	case OpDivS:
		if b == 0 {
			return 0, false
		}
		return U(s / t), true
	case OpDivU:
		if b == 0 {
			return 0, false
		}
		return a / b, true
	case OpRemS:
		if b == 0 {
			return 0, false
		}
		return U(s % t), true
	case OpRemU:
		if b == 0 {
			return 0, false
		}
		return a % b, true
	case OpMulHiS:
		return product(big.NewInt(int64(s)), big.NewInt(int64(t))), true
	case OpMulHiU:
		return product(new(big.Int).SetUint64(uint64(a)), new(big.Int).SetUint64(uint64(b))), true
	case OpMulRound, OpAddSatS, OpAddSatU, OpSubSatS, OpSubSatU, OpAbsDiffS, OpAbsDiffU, OpHalfSumS, OpHalfSumU, OpAverageS, OpAverageU:
		signed := [2]*big.Int{big.NewInt(int64(s)), big.NewInt(int64(t))}
		unsigned := [2]*big.Int{new(big.Int).SetUint64(uint64(a)), new(big.Int).SetUint64(uint64(b))}
		z := exactRef(op, w, signed, unsigned)
		z.And(z, new(big.Int).SetUint64(uint64(^U(0)))) // two's complement, of negative numbers too
		return U(z.Uint64()), true
	case OpNeg:
		return -a, true
	case OpAbs:
		if s < 0 {
			return U(-s), true
		}
		return a, true
	case OpMinS:
		return U(min(s, t)), true
	case OpMaxS:
		return U(max(s, t)), true
	case OpMinU:
		return min(a, b), true
	case OpMaxU:
		return max(a, b), true
	case OpAnd:
		return a & b, true
	case OpOr:
		return a | b, true
	case OpXor:
		return a ^ b, true
	case OpNot:
		return ^a, true
	case OpAndNot:
		return a &^ b, true
	case OpShl:
		return a << b, true
	case OpShrS:
		return U(s >> b), true
	case OpShrU:
		return a >> b, true
	case OpRotL:
		n := int(uint64(b) % uint64(w))
		r := a
		for range n {
			r = r<<1 | r>>(w-1)
		}
		return r, true
	case OpMultiShift:
		r := U(0)
		for bit := range w {
			from := (int(b>>(bit&^7)&0xff) + bit&7) % w
			r |= a >> from & 1 << bit
		}
		return r, true
	case OpPopCount:
		n := 0
		for x := a; x != 0; x &= x - 1 {
			n++
		}
		return U(n), true
	case OpByteSwap:
		r := U(0)
		for k := 0; k < w; k += 8 {
			r |= a >> k & 0xff << (w - 8 - k)
		}
		return r, true
	case OpBitReverse:
		r := U(0)
		for k := range w {
			r |= a >> k & 1 << (w - 1 - k)
		}
		return r, true
	case OpLeadingZeros:
		n := 0
		for ; n < w && a>>(w-1-n)&1 == 0; n++ {
		}
		return U(n), true
	case OpTrailingZeros:
		n := 0
		for ; n < w && a>>n&1 == 0; n++ {
		}
		return U(n), true
	case OpEq:
		return U(truth(a == b)), true
	case OpNe:
		return U(truth(a != b)), true
	case OpLtS:
		return U(truth(s < t)), true
	case OpLeS:
		return U(truth(s <= t)), true
	case OpLtU:
		return U(truth(a < b)), true
	case OpLeU:
		return U(truth(a <= b)), true
	}
	return 0, false
}

// floatRef defines the float operations in plain Go; comparisons give 0 or 1.
func floatRef[F float](op Op, a, b F) (F, bool) {
	t := func(x bool) F { return F(truth(x)) }
	switch op {
	case OpAdd:
		return a + b, true
	case OpSub:
		return a - b, true
	case OpMul:
		return a * b, true
	case OpDiv:
		return a / b, true
	case OpNeg:
		return -a, true
	case OpAbs:
		return F(math.Abs(float64(a))), true
	case OpSqrt:
		return F(math.Sqrt(float64(a))), true
	case OpFloor:
		return F(math.Floor(float64(a))), true
	case OpCeil:
		return F(math.Ceil(float64(a))), true
	case OpTrunc:
		return F(math.Trunc(float64(a))), true
	case OpRoundEven:
		return F(math.RoundToEven(float64(a))), true
	case OpMin:
		return min(a, b), true
	case OpMax:
		return max(a, b), true
	case OpMinNum:
		if a < b {
			return a, true
		}
		return b, true
	case OpMaxNum:
		if a > b {
			return a, true
		}
		return b, true
	case OpCopysign:
		return F(math.Copysign(float64(a), float64(b))), true
	case OpEq:
		return t(a == b), true
	case OpNe:
		return t(a != b), true
	case OpLt:
		return t(a < b), true
	case OpLe:
		return t(a <= b), true
	}
	return 0, false
}

// TestEvalAgainstGo compares every elementwise operation of one or two arguments of one kind with Go, for all
// pairs of lanes.
func TestEvalAgainstGo(t *testing.T) {
	tested := map[Op]bool{}
	for op := OpInvalid + 1; op < NumOps; op++ {
		info := op.Info()
		if !op.Is(FlagElementwise) || info.Arity > 2 || info.Rule == RuleConv || op.Is(FlagMath) {
			continue // functions of package mathlib: TestMathOps
		}
		for e := I8; e <= F64; e++ {
			res := e
			if op.IsCompare() {
				res = Bool
			}
			for _, a := range lanesOf(e) {
				for _, b := range lanesOf(e) {
					want, ok := uint64(0), false
					var x float64 // of a float result
					switch e {
					case I8:
						var u uint8
						u, ok = intRef[int8, uint8](op, a, b)
						want = uint64(u)
					case I16:
						var u uint16
						u, ok = intRef[int16, uint16](op, a, b)
						want = uint64(u)
					case I32:
						var u uint32
						u, ok = intRef[int32, uint32](op, a, b)
						want = uint64(u)
					case I64:
						want, ok = intRef[int64, uint64](op, a, b)
					case F32:
						var y float32
						y, ok = floatRef(op, f32(a), f32(b))
						want, x = bitsOf32(y), float64(y)
					case F64:
						x, ok = floatRef(op, f64(a), f64(b))
						want = bitsOf64(x)
					}
					if !ok {
						continue
					}
					if e.IsFloat() && res == Bool {
						want = uint64(x)
					}
					tested[op] = true
					got := info.Eval(res, e, a, b, 0)
					if got != want && !(res.IsFloat() && x != x && wide(res, got) != wide(res, got)) {
						t.Fatalf("%s %s of %#x, %#x: %#x, want %#x", op, e, a, b, got, want)
					}
				}
			}
		}
		if !tested[op] {
			t.Errorf("%s has no reference", op)
		}
	}
}

func TestEvalBools(t *testing.T) {
	for _, a := range []uint64{0, 1} {
		for _, b := range []uint64{0, 1} {
			x, y := a != 0, b != 0
			for op, want := range map[Op]bool{OpAnd: x && y, OpOr: x || y, OpXor: x != y, OpAndNot: x && !y, OpNot: !x,
				OpEq: x == y, OpNe: x != y} {
				if got := op.Info().Eval(Bool, Bool, a, b, 0); got != truth(want) {
					t.Errorf("%s %t %t: %d", op, x, y, got)
				}
			}
		}
		if got := OpZExt.Info().Eval(I32, Bool, a, 0, 0); got != a {
			t.Errorf("ZExt %d: %d", a, got)
		}
		if got := OpSelect.Info().Eval(I32, Bool, a, 5, 6); got != 6-a {
			t.Errorf("Select %d: %d", a, got)
		}
	}
}

func TestEvalConversions(t *testing.T) {
	check := func(op Op, res, arg Elem, a, want uint64) {
		t.Helper()
		got := op.Info().Eval(res, arg, a, 0, 0)
		if got != want && !(res.IsFloat() && wide(res, got) != wide(res, got) && wide(res, want) != wide(res, want)) {
			t.Errorf("%s %s <- %s of %#x: %#x, want %#x", op, res, arg, a, got, want)
		}
	}
	for arg := I8; arg <= I64; arg++ {
		for _, a := range lanesOf(arg) {
			n := SignExtend(arg, a)
			for res := I8; res <= I64; res++ {
				switch {
				case res > arg:
					check(OpSExt, res, arg, a, Truncate(res, uint64(n)))
					check(OpZExt, res, arg, a, a)
				case res < arg:
					check(OpTruncI, res, arg, a, Truncate(res, a))
				}
			}
			check(OpSIToF, F32, arg, a, bitsOf32(roundF32(new(big.Float).SetInt64(n))))
			check(OpUIToF, F32, arg, a, bitsOf32(roundF32(new(big.Float).SetUint64(a))))
			x, _ := new(big.Float).SetInt64(n).Float64()
			check(OpSIToF, F64, arg, a, bitsOf64(x))
			x, _ = new(big.Float).SetUint64(a).Float64()
			check(OpUIToF, F64, arg, a, bitsOf64(x))
		}
	}
	for _, a := range lanesOf(F32) {
		check(OpFExt, F64, F32, a, bitsOf64(float64(f32(a))))
		check(OpBitcast, I32, F32, a, a)
	}
	for _, a := range lanesOf(F64) {
		check(OpFTrunc, F32, F64, a, bitsOf32(float32(f64(a))))
		check(OpBitcast, I64, F64, a, a)
	}
}

// TestEvalHalfToF compares all halves with the values that their exponent and 10-bit fraction define.
func TestEvalHalfToF(t *testing.T) {
	for h := range uint64(1 << 16) {
		exp, frac := int(h>>10&31), float64(h&1023)
		want := math.Ldexp(1+frac/1024, exp-15)
		switch {
		case exp == 0:
			want = math.Ldexp(frac/1024, -14)
		case exp == 31 && frac == 0:
			want = math.Inf(1)
		}
		if h>>15 != 0 {
			want = -want
		}
		wantBits := bitsOf32(float32(want))
		if exp == 31 && frac != 0 {
			wantBits = h>>15<<31 | 0x7fc00000 | h&1023<<13
		}
		if got := OpHalfToF.Info().Eval(F32, I16, h, 0, 0); got != wantBits {
			t.Fatalf("%#x: %#x, want %#x", h, got, wantBits)
		}
	}
}

// TestEvalFToHalf compares converted floats with the nearest of all halves: floats that are halves, and the
// numbers around the midpoints between two halves.
func TestEvalFToHalf(t *testing.T) {
	up, down := OpHalfToF.Info().Eval, OpFToHalf.Info().Eval
	check := func(x, want uint64) {
		t.Helper()
		for _, sign := range []uint64{0, 0x8000} {
			if got := down(I16, F32, x|sign<<16, 0, 0); got != want|sign {
				t.Fatalf("%#x: %#x, want %#x", x|sign<<16, got, want|sign)
			}
		}
	}
	for h := range uint64(0x7c00) {
		x, y := up(F32, I16, h, 0, 0), up(F32, I16, h+1, 0, 0)
		if h+1 == 0x7c00 {
			y = bitsOf32(65536) // the successor of the largest half, if there were one
		}
		middle := bitsOf32((f32(x) + f32(y)) / 2)
		check(x, h)
		check(x+1, h)
		check(middle-1, h)
		check(middle, h+h&1)
		check(middle+1, h+1)
	}
	for _, c := range [][2]uint64{{0x7f7fffff, 0x7c00}, {0x7f800000, 0x7c00}, {0x7f800001, 0x7e00}, {0x7fc00000, 0x7e00},
		{0x7fffffff, 0x7fff}, {0x7fa02000, 0x7f01}, {1, 0}, {0x33000000, 0}, {0x33000001, 1}} {
		check(c[0], c[1])
	}
}

// TestFToSI tests both lowerings of an out-of-range conversion, whatever this machine does.
func TestFToSI(t *testing.T) {
	for _, c := range []struct {
		x        float64
		res      Elem
		plain    uint64
		saturate uint64
	}{
		{math.NaN(), I32, 1 << 31, 0},
		{math.NaN(), I64, 1 << 63, 0},
		{1e10, I32, 1 << 31, 1<<31 - 1},
		{-1e10, I32, 1 << 31, 1 << 31},
		{math.Inf(1), I64, 1 << 63, 1<<63 - 1},
		{1 << 63, I64, 1 << 63, 1<<63 - 1},
		{math.MinInt32 - 0.9, I32, 1 << 31, 1 << 31},
		{math.MaxInt32 + 0.9, I32, math.MaxInt32, math.MaxInt32},
		{-1.9, I32, 0xffffffff, 0xffffffff},
		{-1.9, I64, math.MaxUint64, math.MaxUint64},
	} {
		if got := (Semantics{}).FToSI(c.res, F64, bitsOf64(c.x)); got != c.plain {
			t.Errorf("%g to %s: %#x, want %#x", c.x, c.res, got, c.plain)
		}
		if got := (Semantics{Saturate: true}).FToSI(c.res, F64, bitsOf64(c.x)); got != c.saturate {
			t.Errorf("%g to %s saturating: %#x, want %#x", c.x, c.res, got, c.saturate)
		}
	}
}

func roundF32(x *big.Float) float32 {
	y, _ := x.Float32()
	return y
}

// fmaExact returns a*b + c by exact arithmetic, for finite arguments.
func fmaExact(a, b, c float32) float32 {
	x := new(big.Float).SetPrec(700).SetFloat64(float64(a))
	x.Mul(x, new(big.Float).SetPrec(700).SetFloat64(float64(b)))
	x.Add(x, new(big.Float).SetPrec(700).SetFloat64(float64(c)))
	if x.Sign() == 0 {
		return float32(float64(a)*float64(b) + float64(c)) // the sign of an exact zero
	}
	return roundF32(x)
}

func TestFMA32(t *testing.T) {
	check := func(a, b, c float32) {
		t.Helper()
		got, want := fma32(a, b, c), fmaExact(a, b, c)
		if math.Float32bits(got) != math.Float32bits(want) {
			t.Errorf("%g*%g + %g: %g, want %g", a, b, c, got, want)
		}
	}
	var finite []float32
	for _, b := range lanesOf(F32) {
		if x := f32(b); x-x == 0 {
			finite = append(finite, x)
		}
	}
	finite = append(finite, 1+0x1p-23, 1-0x1p-24, 0x1p-24, 0x1p-48, 0x1p-126, 0x1.fffffep-127, 0x1p-149)
	for _, a := range finite {
		for _, b := range finite {
			for _, c := range finite {
				check(a, b, c)
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		near := func(bits uint32) float32 { // a random float of about that size and either sign
			return math.Float32frombits(bits ^ uint32(r.Uint64())&0x807fffff + uint32(r.IntN(8))<<23)
		}
		check(near(0x39000000), near(0x39000000), near(0x3f000000))
	}
	// Sums that float64 rounds to the midpoint of two float32, but which lie above or below it. Adding in
	// float64 and rounding twice gets these wrong, so they show that the check can detect it.
	above := [2]float32{1 + 0x1p-12, 1 - 0x1p-12 + 0x1p-24} // product 1 + 2^-36
	below := [2]float32{1 + 0x1p-23, 1 - 0x1p-23}           // product 1 - 2^-46
	for sign := float32(1); sign >= -1; sign -= 2 {
		for _, scale := range []float32{1, 0x1p50, 0x1p-50} {
			for _, x := range []struct {
				p [2]float32
				c float32
			}{{above, 1}, {below, 1 + 0x1p-23}} {
				a, b, c := sign*scale*0x1p-24*x.p[0], x.p[1], sign*scale*x.c
				check(a, b, c)
				if float32(float64(float64(a)*float64(b))+float64(c)) == fmaExact(a, b, c) {
					t.Errorf("%g*%g + %g is no hard case", a, b, c)
				}
			}
		}
	}
	for _, x := range []float32{float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())} {
		for _, y := range []float32{0, 1, x} {
			got, want := fma32(x, y, 1), float32(math.FMA(float64(x), float64(y), 1))
			if got != want && (got == got || want == want) {
				t.Errorf("%g*%g + 1: %g, want %g", x, y, got, want)
			}
		}
	}
}

// TestOpTable checks that every row of the table is complete and that evaluators return canonical lanes.
func TestOpTable(t *testing.T) {
	seen := map[string]Op{}
	for op := OpInvalid + 1; op < NumOps; op++ {
		info := op.Info()
		if info.name == "" || info.doc == "" {
			t.Errorf("op %d has no name or no meaning", op)
		}
		if o, ok := seen[info.name]; ok {
			t.Errorf("%s is the name of ops %d and %d", info.name, o, op)
		}
		seen[info.name] = op
		if got, ok := OpByName(info.name); !ok || got != op {
			t.Errorf("OpByName(%s) = %v", info.name, got)
		}
		if (info.Eval != nil) != (op.Is(FlagElementwise) || op.Is(FlagReduce)) {
			t.Errorf("%s: evaluator and flags disagree", op)
		}
		if !op.Is(FlagElementwise) || info.Arity > 2 || info.Rule == RuleConv || op.IsCompare() {
			continue
		}
		for e := I8; e <= I64; e++ {
			if info.Rule == RuleFloat || info.Rule == RuleF32 || info.Rule == RuleF64 {
				continue
			}
			for _, a := range lanesOf(e) {
				for _, b := range lanesOf(e) {
					if got := info.Eval(e, e, a, b, 0); got != Truncate(e, got) {
						t.Errorf("%s %s of %#x, %#x gives %#x, which is not canonical", op, e, a, b, got)
					}
				}
			}
		}
	}
	if s := fmt.Sprint(NumOps); s != "Invalid" {
		t.Errorf("an unknown op prints as %s", s)
	}
}
