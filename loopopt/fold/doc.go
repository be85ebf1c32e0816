// Package fold simplifies values: what is known is computed (Fold), what a value equals is replaced by that, as rules say
// (rules.go, package rules), widths shrink to what the result needs (narrow, WideProducts) and signs go where nothing is
// negative (Unsigned). It looks at a value and at what its operands say of themselves, and leaves blocks, memory and loops
// alone.
//
// Start with fold.go. Identities are rules; what asks more than a pattern can say has a file of its own.
package fold
