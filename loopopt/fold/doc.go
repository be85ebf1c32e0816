// Package fold simplifies values: what is known is computed (Func), widths shrink to what the result needs (narrow,
// WideProducts) and signs go where nothing is negative (Unsigned). It looks at a value and at what its operands say of
// themselves, and leaves blocks, memory and loops alone.
//
// Start with fold.go. Its families of rules have files of their own: bits, carry, bound, float, range.
package fold
