// Package cprint prints kernels as C99, as a C programmer would have written the same loop.
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
// Signatures: a slice becomes a pointer and an int64_t length, without restrict, for Go's slices may overlap; so does a
// string, of const bytes. A pointer stays one; to an array, it becomes a pointer to its first element or row. A scalar stays
// itself; complex numbers are C's, but for their product, which is Go's. One result is returned; several leave through pointers at the end of the parameter list.
//
// Structs become structs of the same layout, arrays arrays, copied by memcpy or memmove; package-level variables that
// nothing changes become static const. Of a generic function the instance is printed that the file has chosen.
//
// Kept from Go: integers of fixed width that wrap around (compile with -fwrapv; what C would promote is cast back),
// shift counts of any size, one evaluation of range expressions and of the right sides of a parallel assignment, the
// scope of names.
//
// Not kept, because the C programmer would not pay for it either: bounds checks, capacities, the checks for nil, for
// division by zero and for a negative shift count, the defined value of MinInt / -1 and of conversions out of range.
//
// The built-in min and max become a small inline function. For floats it is a < b ? a : b under -ffast-math only, and
// otherwise has Go's results for NaN and zeros of both signs.
package cprint
