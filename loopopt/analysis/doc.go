// Package analysis answers questions about functions: which loops there are, how values evolve over iterations,
// how often loops run, and which memory they touch. It modifies a function only on request (SCEV.Expand).
//
//	loopinfo   natural loops
//	expr       the expressions of scalar evolution, hash-consed
//	scev       from values to expressions
//	ranges     value ranges
//	guards     facts from dominating conditions
//	tripcount  trip counts, and how long checks hold
//	expand     from expressions back to values
//	induction  header phis: inductions, reductions, recurrences
//	autonomous header phis that are affine self-recurrences
//	alias      memory accesses and their bases
//	depend     dependences between accesses of one loop
//	reuse      values that a register can hold instead of memory
//	nestdep    dependences between accesses of a nest
//	nestbound  bounds of expressions over a nest
//	predicates what a run-time test before a nest would establish
//	partition  the parts into which a loop can be distributed
//
// The results for small functions are in testdata (golden_test.go).
//
// Every result is a snapshot that becomes stale when the function changes.
package analysis
