// Package mathlib holds the transcendental functions that kernels call.
//
// They are written in the kernel language: scalars, read-only tables, and the few functions of math and math/bits
// that are machine instructions. The same text is compiled by the Go compiler (to evaluate them for the constant
// folder and the interpreter) and by this compiler, as scalar and as vector code. Results have the same bits
// everywhere:
//
//   - Every fusion is an explicit math.FMA (fma32 for float32). Every other product that a sum might absorb is
//     converted, as in float64(x*y), and Go forbids fusing across a conversion.
//   - There is no division by an integer that could be zero, no shift by a computed count without a bound, and no
//     conversion of a float that might not fit, outside the slow paths.
//
// # Fast and slow
//
// A function is either total and straight-line (Exp, Log): selects produce all special values, and the function is
// vectorized as it is. Or it has three parts, here for Sin:
//
//	sinFast(x)    straight-line; right for every x that is not slow, and of no effect but a wrong value for the others
//	sinIsSlow(x)  straight-line
//	sinSlow(x)    any code, for the rare arguments
//	Sin(x)        if sinIsSlow(x) { return sinSlow(x) }; return sinFast(x)
//
// Vector code runs sinFast on all lanes and, if any lane is slow, replaces the slow lanes one by one. An if statement
// in straight-line code only chooses between values.
//
// # Accuracy
//
// A result is the correctly rounded one or a neighbor of it, everywhere, including subnormal results. ACCURACY.md
// lists the largest errors found; the tests check it. Special values are those of package math.
//
// # float32
//
// ExpF32 and so on compute in float64 arithmetic, with polynomials of just sufficient accuracy: the result differs
// from the exact value by at most 0.5001 units in the last place of float32. ExpF32Approx and so on use only float32
// arithmetic (except for PowF32Approx), for code that may be approximate. Their errors, below two and a half units,
// are listed too. The functions that kernels use less, from Log10 to Hypot, have only the float64 form; rounded to
// float32 it is as accurate as the others.
//
// # Method
//
// Arguments are reduced by subtracting multiples of ln 2 or π/2 given in two or three parts (Cody and Waite, Software
// Manual for the Elementary Functions, 1980), with FMA where the products are not exact; huge arguments of
// trigonometric functions by the method of Payne and Hanek (Radian reduction for trigonometric functions, 1983). On the
// reduced interval there is a minimax polynomial from internal/remez (Muller, Elementary Functions, 3rd edition,
// chapters 3 and 4), summed in pairs over the square of the argument, which halves the latency. The leading terms are
// added last, as an exact sum of two doubles where that pays. Integers between floats and exponents are moved by adding
// 1.5·2^52, since not every vector instruction set converts 64-bit integers.
package mathlib

//go:generate go run ./internal/remez -o zcoef.go
