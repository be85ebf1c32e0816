// Package loopopt optimizes the SSA of a kernel. Optimize runs the passes of the pipeline (pipeline.go); one of them is
// the driver of loop transformations. The driver is configured by two tables: the transformations that metadata can
// request (order.go), and the stages in which heuristics look for profitable transformations (stages.go). The order of
// passes and stages is constrained by pairs, each with a reason. A test checks the pairs, and the knob shuffle=N tries
// other orders that satisfy them. Start with these three files.
//
// The parts live in folders. Each may import only those listed above it:
//
//	ir, tti, remark, attrs   the program, target queries, diagnostics, names of attributes
//	analysis                 loop analyses; they change nothing
//	config                   inputs of a run (options, knobs) and its outputs (plans, steps, results)
//	scalar, slp, poll        passes of the pipeline that no attribute controls
//	clone                    copies of loops and of parts of loops
//	legal                    legality for the vectorizer and similar transformations
//	vplan                    plans of vector loops: construction, cost, execution
//	driver                   requests, stages and results: what is tried when, and what is reported
//	loop                     transformations of innermost loops
//	nest                     transformations of loop nests
package loopopt
