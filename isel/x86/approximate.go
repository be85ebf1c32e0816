package x86

import (
	"math"

	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Vector quotients and square roots may be approximated if the operation's flags allow it (arcp, afn and nsz for
// quotients; afn for roots). On Intel cores with AVX-512, the division of a vector of 16 floats keeps its unit
// busy for 16 cycles, or 10. VRCP14 and VRSQRT14 return 14 bits, and each Newton step doubles them. The last step
// adds the remainder to the quotient or root itself (Markstein, Computation of elementary functions on the IBM
// RISC System/6000 processor, 1990):
//
//	r ≈ 1/b; q = a*r; q + (a - q*b)*r              r ≈ 1/√a; s = a*r; s + (a - s*s)*(r/2)
//
// The correction in the last step is exact except for its own rounding. The result is therefore within 0.57 ulp,
// and exact if the exact result is a float. Where the remainder is NaN or infinite, the approximation is kept.
// For zeros and infinities, the approximation equals the quotient except for the sign of a zero. A subnormal
// divisor whose reciprocal is too large for a float is treated as zero. RCPPS of AVX2 is not used: it returns 12
// bits, and zero for the largest divisors.

// The class bits of VFPCLASS.
const (
	classNaN  = 0x81 // quiet and signaling
	classZero = 0x06
	classInf  = 0x18
	classPos  = 0x08 // positive infinity
)

// approximations holds the instructions for one float type.
type approximations struct {
	rcp, rsqrt, mul, fma, fnma, class, blend amd64.Op
}

var approximating = map[ir.Elem]*approximations{
	ir.F32: {amd64.VRCP14PS, amd64.VRSQRT14PS, amd64.VMULPS, amd64.VFMADD231PS, amd64.VFNMADD231PS, amd64.VFPCLASSPS,
		amd64.VBLENDMPS},
	ir.F64: {amd64.VRCP14PD, amd64.VRSQRT14PD, amd64.VMULPD, amd64.VFMADD231PD, amd64.VFNMADD231PD, amd64.VFPCLASSPD,
		amd64.VBLENDMPD},
}

// quotient lowers divisions that may be approximated.
func (l selector) quotient(v *ir.Value) (lower.Rep, bool) {
	a, b := v.Args[0], v.Args[1]
	op := approximating[v.Type.Elem]
	if op == nil || !l.T.K || !v.Type.IsVector() {
		return lower.Rep{}, false
	}
	n, bytes := l.T.Layout(v.Type, v.Type.Elem.Size())
	parts := l.NewParts(n)
	for i := range parts {
		x, y := l.Part(a, i), l.Part(b, i)
		r := l.ins(op.rcp, bytes, y)
		if v.Type.Elem == ir.F64 {
			e := l.ins(op.fnma, bytes, l.Part(l.Float(v.Type, 1), i), r, y)
			r = l.keep(op, bytes, e, l.ins(op.fma, bytes, r, r, e), r, classNaN|classInf)
		}
		q := r
		if !isOne(a) {
			q = l.ins(op.mul, bytes, x, r)
		}
		rest := l.ins(op.fnma, bytes, x, q, y)
		parts[i] = l.keep(op, bytes, rest, l.ins(op.fma, bytes, q, rest, r), q, classNaN|classInf)
	}
	return lower.Rep{Parts: parts}, true
}

// isOne reports whether v is the constant 1.
func isOne(v *ir.Value) bool {
	if v.Type.Elem == ir.F32 {
		return v.IsConst() && uint32(v.AuxInt) == math.Float32bits(1)
	}
	return v.IsConst() && uint64(v.AuxInt) == math.Float64bits(1)
}

// root lowers square roots that may be approximated.
func (l selector) root(v *ir.Value) (lower.Rep, bool) {
	op := approximating[v.Type.Elem]
	if op == nil || !l.T.K || !v.Type.IsVector() {
		return lower.Rep{}, false
	}
	n, bytes := l.T.Layout(v.Type, v.Type.Elem.Size())
	half := l.Float(v.Type, 0.5)
	parts := l.NewParts(n)
	for i := range parts {
		x, h := l.Part(v.Args[0], i), l.Part(half, i)
		r := l.ins(op.rsqrt, bytes, x)
		s, r2 := l.ins(op.mul, bytes, x, r), l.ins(op.mul, bytes, r, h)
		if v.Type.Elem == ir.F64 {
			e := l.ins(op.fnma, bytes, h, s, r2)
			s, r2 = l.ins(op.fma, bytes, s, s, e), l.ins(op.fma, bytes, r2, r2, e)
		}
		rest := l.ins(op.fnma, bytes, x, s, s)
		parts[i] = l.keep(op, bytes, x, l.ins(op.fma, bytes, s, rest, r2), x, classZero|classPos)
	}
	return lower.Rep{Parts: parts}, true
}

// keep returns y in lanes where x is in the class, and better in the others.
func (l selector) keep(op *approximations, bytes int, x, better, y mach.Reg, class int64) mach.Reg {
	k := l.insI(op.class, bytes, class, x)
	return l.build(spec{op: op.blend, size: bytes, mask: k}, lower.Reg(better), lower.Reg(y))
}
