// Package names has kernels whose parameters have names that mean something in assembly.
package names

// Registers has the names of registers of both architectures.
func Registers(dst []float64, g, X0, F1, R8, V3 float64, AX, SP, LR, ZR, CX int) (sum float64) {
	for i := range dst {
		dst[i] += g*X0 - F1*R8 + V3 + float64(AX+SP-LR*ZR^CX)
		sum += float64(i)
	}
	return sum
}

// Operands has the names of other operands and of Go's pseudo-registers.
func Operands(x []int32, EQ, FP, SB, PC, NZCV, PLDL1KEEP, SPSel, CurrentEL int32) {
	for i := range x {
		x[i] = x[i]*EQ + FP - SB&PC ^ NZCV + PLDL1KEEP - SPSel*CurrentEL
	}
}

// Results has the names of results.
func Results(ret []int, ret1 int, _ int, N, A int) (p0, retu int) {
	for i, v := range ret {
		p0 += v*ret1 + N
		retu ^= v + i + A
	}
	return p0, retu
}
