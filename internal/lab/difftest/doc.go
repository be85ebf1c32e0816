// Package difftest compares machine code with a reference on many calls. The reference is the Go compiler's code, or
// the interpreter where the Go compiler cannot serve. Results, the bytes of all arguments and the memory around them,
// and panics must agree.
//
//	case.go       a kernel prepared for comparison: type, text for the reference
//	gc.go         batches of kernels, compiled by the Go compiler into one child process; driver.go.txt: its main loop
//	args.go       argument sets: lengths, alignment, overlap, special values
//	machine.go    compiling, calling, comparing; report.go: coverage
//	attribute.go  the pass that causes a mismatch
//	reduce.go     minimizing a kernel that mismatches; simplify.go: its steps, on the syntax tree
//	failure.go    mismatches as files that can be replayed
//	worker.go     batches of kernels; supervise.go: distribution over processes, so that a crash loses one kernel and
//	              not the run
package difftest
