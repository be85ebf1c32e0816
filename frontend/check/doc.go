// Package check type-checks a function and everything that it reaches, and rejects what is outside the subset
// of Go that kernels support. Its result, a Kernel, is the input of SSA construction. A Kernel is immutable and
// is cached for later builds.
//
//	check.go      Kernel, the cache, the order of the work
//	quick.go      the types of ordinary kernels, without go/types; info.go: the types found by either checker
//	importer.go   the packages that a kernel may import: math, math/bits, cmp
//	limits.go     rejects what would take the type checker too long, before it runs
//	scan.go       one walk over the syntax of each function: the subset, the variables that change or need memory,
//	              the calls
//	foreign.go    names from packages that kernels cannot use, and what to write instead
//	settled.go    whether a variable keeps its initial value, and whether a predeclared name is Go's own
//	functions.go  the functions of a source, and how they depend on other files
package check
