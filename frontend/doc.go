// Package frontend turns Go source into hotloop's SSA: it parses with go/parser, checks types, in part with go/types,
// and builds an ir.Func of the named function with everything it calls inlined, and reads the loop directives.
//
// Only the named function and what it calls must be in the subset (the loop DSL); the rest of the source may be any Go
// and is not even type-checked.
//
// The work is divided: package syntax parses and indexes, package directive reads the loop directives, package check
// type-checks and refuses what is not in the subset. This package builds the SSA of what they accept; its test-only
// neighbour oracle compares the result with gc, and gen writes random kernels. The files:
//
//	source.go     Build, its options, and the names of package syntax that callers need
//	build.go      the builder, from the checked function to finished SSA
//	params.go     parameters, the func type asked for; result.go: results
//	ssa.go        from variables to values (Braun et al. 2013); constant.go: constants and zero values
//	types.go      Go types and their layout; generics.go: type arguments, from the func type asked for or from a call
//	place.go      variables, fields and elements; nil.go: nil checks
//	addressstore.go   stores of slices, strings and pointers
//	pointer.go    pointers, receivers, and what lies behind a parameter
//	complex.go    complex numbers
//	array.go      what lives in memory, and slices of it that live too long
//	global.go     package-level variables, as constants or in place
//	stmt.go loop.go assign.go goto.go rangestring.go typeswitch.go   statements
//	expr.go arith.go conv.go call.go slice.go complit.go     expressions
//	funcvalue.go  function literals and other function values; rangefunc.go: ranges over functions
//	mathfn.go     functions of math; bits.go: of math/bits and cmp; copy.go: copy and clear as loops
//	made.go alloc.go   what Go makes for a kernel; unsafe.go: memory by other types
//	fuse.go       x*y + z to FMA where allowed; fusable.go: where gc may do so
//	broken.go     how building goes on after an error
//
// # Order of evaluation
//
// A kernel panics where the code of Go's own compiler (gc) panics, with the same stores done before. The Go spec
// leaves much of that order open, so this package follows gc's walk phase: calls, &&, || and slice expressions are
// computed before the rest of the expression that holds them (hoist). An assignment computes those of its right side
// first, then the subscripts on its left that are more than a variable or an element (keepIndexes), then its right
// side, and then it checks the index on its left; of a tuple assignment only those operands are computed ahead of the
// first store that the stores could change (assignTuple). To gc a variable that a function literal captures is memory
// if something assigns to it and the literal is not inlined. Here all calls are inlined, so it never is: where several
// operands of a tuple assignment fail, another one may panic first than in gc's code.
//
// # Arrays, structs, and variables of the package
//
// A struct or array is a list of scalars, its leaves, and each leaf a value, unless something asks for memory: an
// index that varies, a slice, a pointer behind which the kernel indexes such arrays, or too many leaves. Then it is an
// ir.Local, which its declaration fills with zeros; slices, strings and pointers in it stay values. A package-level variable that starts as a constant and that nothing changes is a constant, arrays and
// slices an ir.Table; check/settled.go decides what is known of code outside the source. One that the caller hands
// over is a parameter at a fixed address.
//
// # Pointers, methods and other packages
//
// Slices, strings, pointers and numbers that fields alone lead to from a parameter, and that nothing in the kernel may store
// to (check/stores.go), are parameters themselves (pointer.go, Origin): the runtime loads them when the kernel is called.
// Other slices, strings and pointers in memory are loaded where they are used, by loads of which the optimizer knows that no
// store changes them (ir.Value.Kept), or, in a kernel that stores some, that no store of data does (addressstore.go, which
// says how that is done). A structure that is passed or returned is one
// parameter or result per part. Methods are functions whose receiver comes first; package check reads the bodies of
// those that are called, found by types, round by round, and of functions of other packages likewise (check/imports.go).
//
// # Fusing
//
// Where the mode allows contraction, x*y + z becomes an FMA once, here, by a fixed rule (fuse.go). No later stage fuses
// or splits, so vector code, tails, the interpreter and all targets round alike.
package frontend
