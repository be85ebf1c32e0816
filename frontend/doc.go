// Package frontend compiles Go source to hotloop's SSA. It parses with go/parser, checks types (partly with
// go/types), and reads the loop directives. It builds an ir.Func of the named function, with all calls inlined.
//
// Only the named function and its callees must be in the supported subset (the loop DSL). The rest of the source
// may be any Go code and is not even type-checked.
//
// The work is split among packages. Package syntax parses and indexes the source. Package directive reads the loop
// directives. Package check type-checks and refuses code outside the subset. This package builds SSA from what
// they accept. Package oracle has tests that compare results with the Go compiler. The files:
//
//	source.go     Build, its options, and the names of package syntax that callers need
//	build.go      the builder, from the checked function to finished SSA
//	params.go     parameters and the requested func type; result.go: results
//	ssa.go        from variables to values (Braun et al. 2013); constant.go: constants and zero values
//	types.go      Go types and their layout; generics.go: type arguments, from the func type or a call
//	described.go  types of other packages, known by reflection
//	place.go      variables, fields and elements; nil.go: nil checks
//	addressstore.go   stores of slices, strings and pointers
//	pointer.go    pointers, receivers, and values behind a parameter
//	complex.go    complex numbers
//	array.go      arrays and structs in memory, and slices of them that outlive them
//	global.go     package-level variables, as constants or in place
//	stmt.go loop.go assign.go goto.go rangestring.go typeswitch.go   statements
//	expr.go arith.go conv.go call.go slice.go complit.go     expressions
//	strings.go    comparisons of strings; view.go: conversions between strings and []byte
//	funcvalue.go  function literals and other function values; rangefunc.go: ranges over functions
//	mathfn.go     functions of math; bits.go: of math/bits and cmp; copy.go: copy and clear as loops
//	made.go alloc.go   requests for objects that Go makes; unsafe.go: memory accessed with other types
//	fuse.go       x*y + z to FMA where allowed; fusable.go: where the Go compiler may fuse
//	broken.go     how building continues after an error
//
// # Order of evaluation
//
// A kernel panics where the code of the Go compiler panics, after the same stores. The Go spec leaves much of that
// order open, so this package follows the compiler's walk phase. Calls, &&, || and slice expressions are computed
// before the rest of the enclosing expression (hoist). An assignment is computed in four steps. It first computes
// such operands of its right side. Then it computes the subscripts on its left that are more than a variable or an
// element (keepIndexes), then the right side, and finally the index check on its left. A tuple assignment computes
// ahead of the first store only those operands that the stores could change (assignTuple).
//
// The Go compiler treats a variable that a function literal captures as memory if the variable is assigned to and
// the literal is not inlined. Here all calls are inlined, so such a variable is never memory. If several operands
// of a tuple assignment fail, another operand may therefore panic first than in the Go compiler's code.
//
// # Arrays, structs, and package-level variables
//
// A struct or array is a list of scalars, its leaves, and each leaf is an SSA value unless memory is needed.
// Memory is needed for a variable index, a slice, a pointer through which the kernel indexes such arrays, or too
// many leaves. The array is then an ir.Local, which its declaration fills with zeros. Slices, strings and pointers
// in it stay SSA values. A package-level variable with a constant initial value that nothing changes is a
// constant; arrays and slices become an ir.Table. check/settled.go decides what is known about code outside the
// source. A variable passed with WithGlobal is a parameter at a fixed address.
//
// # Pointers, methods and other packages
//
// Slices, strings, pointers and numbers that are reached from a parameter through fields alone, and that nothing
// in the kernel may store to (check/stores.go), are parameters themselves (pointer.go, Origin). The runtime loads
// them when the kernel is called. Other slices, strings and pointers in memory are loaded where they are used. The
// optimizer knows that no store changes them (ir.Value.Kept). In a kernel that stores addresses, it knows only
// that no store of data changes them (addressstore.go).
//
// A struct that is passed or returned is one parameter or result per part. A method is a function whose receiver
// is the first parameter. Package check reads the bodies of called methods and of called functions of other
// packages (check/imports.go). It finds them by types, in rounds.
//
// # Fusing
//
// Where the mode allows contraction, x*y + z becomes an FMA here, once, by a fixed rule (fuse.go). No later stage
// fuses or splits. Vector code, tails, the interpreter and all targets therefore round identically.
package frontend
