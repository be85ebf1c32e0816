// Package scalar holds the passes of the pipeline that run on a function without being requested by metadata. They
// clean up (simplify, cse, dce), bring loops into canonical form (rotate, lcssa, canonicalLoops), move or remove what
// is invariant or proved (licm, checkelim), and prepare memory accesses (sroa, canonical addresses, loadmerge,
// ptrinduction).
//
// Each pass takes a function and reports whether it changed. The comment on a pass shows the code before and after,
// and states when the pass is legal and when it pays. The order is that of loopopt/pipeline.go. Transformations call
// some of the passes to clean up after themselves. Start with simplifycfg.go and cse.go. Simplifications of single
// values belong to package fold.
package scalar
