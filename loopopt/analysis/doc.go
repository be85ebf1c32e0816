// Package analysis answers questions about functions and changes nothing but on request (SCEV.Expand): which loops
// there are, how values develop over their iterations, how often they run, which memory they touch.
//
//	loopinfo   natural loops
//	expr       the expressions of scalar evolution, hash-consed
//	scev       from values to expressions
//	ranges     value ranges
//	guards     what dominating conditions say
//	tripcount  how often loops and checks hold
//	expand     from expressions back to values
//	induction  header phis: inductions, reductions, recurrences
//	autonomous header phis that follow from themselves alone
//	alias      memory accesses and their bases
//	depend     dependences between accesses of one loop
//	reuse      values that a register can hold instead of memory
//	nestdep    dependences between accesses of a nest
//	nestbound  bounds of expressions over a nest
//	predicates what a run-time test in front of a nest would show
//	partition  what a loop can be taken apart into
//
// What each answers for small functions stands in testdata (golden_test.go).
//
// Every result is a snapshot: a change of the function makes it stale.
package analysis
