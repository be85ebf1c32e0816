// Package scalar holds the passes of the pipeline that look at a function without being asked to by metadata: cleaning
// up (simplify, cse, dce), bringing loops into canonical form (rotate, lcssa, canonicalLoops), moving and
// removing what is invariant or proved (licm, checkelim), and preparing memory accesses (sroa, rebase, loadmerge,
// ptrinduction).
//
// Each pass takes a function and says whether it changed. A comment in front of it shows before and after, and says
// when it is legal and when it pays. The order is that of loopopt/pipeline.go. Transformations call some of them to
// clean up behind themselves. Start with simplify.go and cse.go. What a value is worth by itself is for package fold.
package scalar
