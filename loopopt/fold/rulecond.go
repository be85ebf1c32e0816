package fold

import (
	"math"

	"hotloop/loopopt/ir"
	"hotloop/reuse"
)

// A condition is what else must hold for a rule to apply.
type condition struct {
	name  string
	holds func(m *match, args []node) bool
	not   bool
	args  []node
}

func evaluatesToTrue(m *match, args []node) bool { return m.eval(&args[0], ir.I64) != 0 }

var conditionsMade reuse.Once[map[string]func(*match, []node) bool]

// conditions returns the conditions by name; loopopt/rules/README.md lists them.
func conditions() map[string]func(*match, []node) bool { return conditionsMade.Get(makeConditions) }

func makeConditions() map[string]func(*match, []node) bool {
	of := func(f func(m *match, x *ir.Value) bool) func(*match, []node) bool {
		return func(m *match, args []node) bool { return f(m, m.names[args[0].name]) }
	}
	two := func(f func(x, y *ir.Value) bool) func(*match, []node) bool {
		return func(m *match, args []node) bool { return f(m.names[args[0].name], m.names[args[1].name]) }
	}
	may := func(fp ir.FPFlags) func(*match, []node) bool {
		return func(m *match, _ []node) bool { return m.fp&fp == fp }
	}
	return map[string]func(*match, []node) bool{
		// Types.
		"same":     two(func(x, y *ir.Value) bool { return x.Type == y.Type }),
		"narrower": two(func(x, y *ir.Value) bool { return x.Type.Elem.Bits() < y.Type.Elem.Bits() }),
		"bool":     of(func(_ *match, x *ir.Value) bool { return x.Type.Elem == ir.Bool }),
		"int":      of(func(_ *match, x *ir.Value) bool { return x.Type.Elem.IsInt() }),
		// Form: what is cheaper, not what is right.
		"once":  of(func(_ *match, x *ir.Value) bool { return x.Uses == 1 }),
		"near":  of(func(m *match, x *ir.Value) bool { return x.Uses == 1 || x.Block == m.v.Block }),
		"const": of(func(_ *match, x *ir.Value) bool { return x.IsConst() }),
		// Not a scalar that may be an index: analyses look for sums.
		"noindex": of(func(_ *match, x *ir.Value) bool { return x.Type != ir.TI64 }),
		// Values.
		"atmost": func(m *match, args []node) bool { return most(m.names[args[0].name]) <= m.eval(&args[1], ir.I64) },
		"below":  func(m *match, args []node) bool { return most(m.names[args[0].name]) < m.eval(&args[1], ir.I64) },
		"within": func(m *match, args []node) bool {
			return ir.MayBits(m.names[args[0].name], maskDepth)&^m.eval(&args[1], ir.I64) == 0
		},
		"disjoint": two(func(x, y *ir.Value) bool { return ir.MayBits(x, maskDepth)&ir.MayBits(y, maskDepth) == 0 }),
		"lowU":     of(func(m *match, x *ir.Value) bool { return m.isLow(x, ir.UnsignedBits) }),
		"lowS":     of(func(m *match, x *ir.Value) bool { return m.isLow(x, ir.SignedBits) }),
		// Floats.
		"nsz":     may(ir.NSZ),
		"arcp":    may(ir.ARcp),
		"fast":    may(ir.FPFast),
		"notzero": of(func(_ *match, x *ir.Value) bool { return neverNegativeZero(x, 0) }),
		"single":  of(func(m *match, x *ir.Value) bool { return m.isSingle(x) }),
		"whole":   of(func(_ *match, x *ir.Value) bool { return isWhole(x) }),
		"short":   of(func(_ *match, x *ir.Value) bool { return isShort(x) }),
		"rounded": of(func(m *match, x *ir.Value) bool { return m.isRounded(x) }),
		"less": two(func(x, y *ir.Value) bool { // no zeros of different signs, no NaNs
			return x == y || ir.OpLt.Info().Eval(ir.Bool, x.Type.Elem, uint64(x.AuxInt), uint64(y.AuxInt), 0) != 0
		}),
		"small": of(func(_ *match, x *ir.Value) bool { return isSmall(x) }),
		// A power of two whose reciprocal is a normal number, or any such number.
		"reciprocal": of(func(m *match, x *ir.Value) bool { return hasReciprocal(x, m.fp&ir.ARcp != 0) }),
	}
}

// most returns a bound of x as an unsigned number.
func most(x *ir.Value) uint64 { return min(ir.UnsignedMost(x), 1<<ir.UnsignedBits(x, maskDepth)-1) }

// isLow reports whether lanes of the root hold x, and can compute it.
func (m *match) isLow(x *ir.Value, bits func(*ir.Value, int) int) bool {
	w := m.v.Type.Elem.Bits()
	return bits(x, maxNarrowDepth) <= w && narrows(x, w, w, maxNarrowDepth, unshared)
}

// isSingle reports whether a float of 64 bits is known to be one of 32: it was extended, is a constant, or a short
// integer.
func (m *match) isSingle(x *ir.Value) bool { return x.Op == ir.OpFExt || m.singleConst(x) != nil }

func (m *match) singleConst(x *ir.Value) *ir.Value {
	if !x.IsConst() {
		return nil
	}
	n := foldConstOp(m.f, ir.OpFTrunc, x.Type.WithElem(ir.F32), x)
	if foldConstOp(m.f, ir.OpFExt, x.Type, n).AuxInt != x.AuxInt {
		return nil
	}
	return n
}

// isRounded reports whether rounding x to 32 bits leaves nothing to do in 64: lanes of a choice that stay wide would be
// kept beside their narrow copies.
func (m *match) isRounded(x *ir.Value) bool {
	if x.Op == ir.OpSelect {
		return m.isSingle(x) || x.Uses == 1 && m.isRounded(x.Args[1]) && m.isRounded(x.Args[2])
	}
	if m.isSingle(x) || !narrowsExactly(x.Op) {
		return m.isSingle(x)
	}
	for _, a := range x.Args {
		if !m.isSingle(a) {
			return false
		}
	}
	return true
}

// narrowsExactly reports whether op on numbers of 32 bits, done in 64 and rounded, is op in 32.
func narrowsExactly(op ir.Op) bool {
	switch op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpSqrt, ir.OpAbs, ir.OpNeg, ir.OpFloor, ir.OpCeil, ir.OpTrunc,
		ir.OpRoundEven, ir.OpMin, ir.OpMax, ir.OpMinNum, ir.OpMaxNum, ir.OpCopysign:
		return true
	}
	return false
}

// smallBound is the magnitude that bounds may have of sums that f32 numbers hold exactly up to 2^24, of which one part
// is a short integer.
const smallBound = 1 << 22

// isSmall reports whether v is a constant of f64 that is a bound of such sums, and a number of f32.
func isSmall(v *ir.Value) bool {
	if !v.IsConst() {
		return false
	}
	x := math.Float64frombits(uint64(v.AuxInt))
	return math.Abs(x) <= smallBound && float64(float32(x)) == x
}

// isWhole reports whether v is a whole number, an infinity or a NaN.
func isWhole(v *ir.Value) bool {
	switch v.Op {
	case ir.OpFloor, ir.OpCeil, ir.OpTrunc, ir.OpRoundEven, ir.OpSIToF, ir.OpUIToF:
		return true
	}
	return false
}

// shortDepth bounds the look for how many bits an integer has.
const shortDepth = 4

// isShort reports whether v is an integer of 16 bits, made a float.
func isShort(v *ir.Value) bool {
	if v.IsConst() {
		x := math.Float64frombits(uint64(v.AuxInt))
		return math.Abs(x) <= 1<<15 && x == math.Trunc(x)
	}
	switch v.Op {
	case ir.OpSIToF:
		return ir.SignedBits(v.Args[0], shortDepth) <= 16
	case ir.OpUIToF:
		return ir.UnsignedBits(v.Args[0], shortDepth) <= 16
	}
	return false
}

// single returns x in 32 bits.
func (m *match) single(x *ir.Value) *ir.Value {
	switch {
	case x.Op == ir.OpFExt:
		return x.Args[0]
	case x.IsConst():
		return foldConstOp(m.f, ir.OpFTrunc, x.Type.WithElem(ir.F32), x)
	}
	return x.Block.InsertBefore(x, x.Op, x.Type.WithElem(ir.F32), x.Pos, x.Args...)
}

func foldConstOp(f *ir.Func, op ir.Op, t ir.Type, x *ir.Value) *ir.Value {
	return f.Const(t, op.Info().Eval(t.Elem, x.Type.Elem, uint64(x.AuxInt), 0, 0))
}

// hasReciprocal reports whether multiplying by the reciprocal of c is dividing by c: of a power of two, x/8 and x*0.125
// are the same number, rounded once. (gc does so too.) The reciprocal must be a normal number, since subnormal operands
// are slow. Any reciprocal may be as good: that product is rounded twice.
func hasReciprocal(c *ir.Value, any bool) bool {
	var r, least, most float64
	switch c.Type.Elem {
	case ir.F32:
		r, least, most = 1/float64(math.Float32frombits(uint32(c.AuxInt))), 0x1p-126, math.MaxFloat32
	case ir.F64:
		r, least, most = 1/math.Float64frombits(uint64(c.AuxInt)), 0x1p-1022, math.MaxFloat64
	}
	fraction, _ := math.Frexp(r)
	return (math.Abs(fraction) == 0.5 || any) && math.Abs(r) >= least && math.Abs(r) <= most
}

// neverNegativeZero reports whether v, the result of an operation, is no lane's -0: then v + 0 is v. A sum is -0 only if
// both of its operands are (IEEE 754, 6.3, rounding to nearest). NaNs need no look: that of a result is quiet, which
// the sum would keep.
func neverNegativeZero(v *ir.Value, depth int) bool {
	switch v.Op {
	case ir.OpSIToF, ir.OpUIToF:
		return true
	case ir.OpExtract:
		return depth < 8 && neverNegativeZero(v.Args[0], depth+1)
	case ir.OpAdd:
		return depth < 8 && (notNegativeZero(v.Args[1], depth) || notNegativeZero(v.Args[0], depth))
	}
	return false
}

// notNegativeZero is the same for an operand of a sum.
func notNegativeZero(v *ir.Value, depth int) bool {
	if v.IsConst() {
		return uint64(v.AuxInt) != 1<<(v.Type.Elem.Bits()-1) // -0 has the sign bit only
	}
	return v.Op == ir.OpAbs || neverNegativeZero(v, depth+1)
}
