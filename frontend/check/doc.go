// Package check type-checks a function with all that it reaches, and refuses what is not in the subset of Go that
// kernels are written in. Its result, a Kernel, is what the SSA is built from; it does not change once made, and is
// kept for later builds.
//
//	check.go      Kernel, the cache, the order of the work
//	quick.go      the types of ordinary kernels, without go/types; info.go: what is known of types, and by whom
//	importer.go   the packages that a kernel may import: math, math/bits, cmp
//	limits.go     what would take the type checker too long is refused before it runs
//	scan.go       one walk over the syntax of each function: the subset, the variables that change or need memory,
//	              the calls
//	foreign.go    what comes from packages that kernels do not have, and what to write instead
//	settled.go    whether the initial value of a variable is its value, and whether a predeclared name is Go's own
//	functions.go  which functions a source has, and what of their meaning stands in other files
package check
