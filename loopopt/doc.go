// Package loopopt optimizes the SSA of a kernel: Optimize runs the passes of the pipeline (pipeline.go), one of which
// is the driver of loop transformations. What the driver knows of transformations are two tables: the transformations
// that metadata can ask for (order.go), and the stages in which heuristics look for what pays (stages.go). Passes and
// stages have an order, with reasons, that a test checks and the knob shuffle=N tries out. Start with these three
// files.
//
// The parts live in folders, each of which may import those above it only:
//
//	ir, tti, remark, attrs   the program, questions about the target, what is told, names of attributes
//	analysis                 what is known of loops; changes nothing
//	config                   what a run is told (options, knobs) and tells (plans, steps, verdicts)
//	scalar, slp, poll        passes of the pipeline that ask for no attributes
//	clone                    copies of loops and of parts of them
//	legal                    what the vectorizer and its like may do to a loop
//	vplan                    plans of vector loops: built, priced, carried out
//	driver                   requests, stages, outcomes, verdicts: what is tried when, and what is said of it
//	loop                     transformations of innermost loops
//	nest                     transformations of nests of loops
package loopopt
