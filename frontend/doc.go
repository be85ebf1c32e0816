// Package frontend turns Go source into hotloop's SSA: it parses with go/parser, checks with go/types, builds an
// ir.Func of the named function with everything it calls inlined, and reads the loop directives.
//
// Only the named function and what it calls must be in the subset (the loop DSL); the rest of the source may be any Go
// and is not even type-checked.
//
// The files, in the order of the work:
//
//	source.go     Build and Check, the cache; world.go: what is handed in; packagefs.go: a package from its folder
//	functions.go  which functions there are, and what of their meaning stands in other files
//	parse.go      parsing, the index of declarations, what the kernel reaches
//	importer.go   the packages a kernel may import: math, math/bits, cmp
//	check.go      type checking of what is reached; which errors count; foreign.go: what comes
//	              from packages that kernels do not have; limits.go, limittypes.go: what would take it too long
//	scan.go       one walk over the syntax: refuses what is not in the subset, finds the variables that change
//	directive.go  //loop: and //pragma: comments; attrs.go, pragma*.go: their vocabulary; promise.go: what
//	              takes a pragma's promise back; extent.go: //loop:extent
//	build.go      the function, its parameters; signature.go: the func type asked for; ssa.go: variables to values
//	types.go      Go types and their layout; place.go: variables, fields and elements; array.go: what lives in memory
//	scantypes.go  which variables need memory; escape.go: slices of them that live too long; nil.go: nil checks
//	table.go      package-level variables as constants; written.go, usefinder.go: what may change them; global.go: those used in place
//	settled.go    what other files of the package could change or declare
//	generics.go   type arguments, from the func type asked for or from a call
//	stmt.go loop.go range.go assign.go     statements
//	expr.go arith.go conv.go call.go mathfn.go slice.go strings.go complit.go     expressions
//	copy.go       copy and clear as loops; bits.go, cmpfn.go: functions of math/bits and cmp; stdhint.go: what is not there
//	fuse.go       x*y + z to FMA where allowed
//	errors.go     ErrorList; broken.go: how building goes on after an error
//
// # Order of evaluation
//
// A kernel panics where the code of Go's own compiler (gc) panics, with the same stores done before. The Go spec leaves
// much of that order open, so this package follows gc's walk phase: calls, &&, || and slice expressions are computed
// before the rest of the expression that holds them (hoist). An assignment computes those of its right side first, then the
// subscripts on its left that are more than a variable or an element (keepIndexes), then its right side, and then it checks
// the index on its left; of a tuple assignment only those operands are computed ahead of the first store that the
// stores could change (assignTuple).
//
// # Arrays, structs, and variables of the package
//
// A struct or array is a list of scalars, its leaves, and each leaf a value, unless something asks for memory: an index
// that varies, a slice, an address, or too many leaves. Then it is an ir.Local, which its declaration fills with zeros. A
// package-level variable that starts as a constant and that nothing changes is a constant, arrays and slices an ir.Table; settled.go
// decides what is known of code outside the source. One that the caller hands over is a parameter at a fixed address.
//
// # Fusing
//
// Where the mode allows contraction, x*y + z becomes an FMA once, here, by a fixed rule (fuse.go). No later stage fuses
// or splits, so vector code, tails, the interpreter and all targets round alike.
package frontend
