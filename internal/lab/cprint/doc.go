// Package cprint prints kernels as C99, in the form in which a C programmer would have written the same loop.
//
//	func Saxpy(a float32, x, y []float32) {
//		for i := range y {
//			y[i] += a * x[i]
//		}
//	}
//
// becomes
//
//	void Saxpy(float a, float *x, int64_t x_len, float *y, int64_t y_len) {
//		for (int64_t i = 0; i < y_len; i++) {
//			y[i] += a * x[i];
//		}
//	}
//
// Signatures: a slice becomes a pointer and an int64_t length, without restrict, since Go's slices may overlap. A
// string becomes the same, of const bytes. A pointer stays a pointer; one to an array becomes a pointer to its first
// element or row. A scalar stays a scalar. Complex numbers are those of C, except that their product is Go's. A
// single result is returned; several results are stored through pointers at the end of the parameter list.
//
// Structs become structs of the same layout. Arrays become arrays, copied by memcpy or memmove. Package-level
// variables that nothing changes become static const. For a generic function, the instance that the file has chosen
// is printed.
//
// Preserved from Go: integers of fixed width that wrap around (compile with -fwrapv; results that C would promote are
// cast back), shift counts of any size, single evaluation of range expressions and of the right sides of a parallel
// assignment, and the scope of names.
//
// Not preserved, because C programs do not pay for it either: bounds checks, capacities, nil checks, checks for
// division by zero and for negative shift counts, the defined value of MinInt / -1 and of out-of-range conversions.
//
// The builtins min and max become small inline functions. For floats they are a < b ? a : b only under -ffast-math,
// and otherwise have Go's results for NaN and signed zeros.
package cprint
