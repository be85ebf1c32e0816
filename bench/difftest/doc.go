// Package difftest compares machine code with a reference on many calls. The reference is the Go compiler's code, or
// the interpreter where the Go compiler cannot serve. Results, the bytes of all arguments and the memory around them,
// and panics must agree.
//
//	case.go       a kernel made ready: type, text for the reference
//	gc.go         batches of kernels compiled by gc into one child process; driver.go.txt is its main loop
//	args.go       argument sets: lengths, alignment, overlap, special values
//	machine.go    compiling, calling, comparing; report.go: what was exercised
//	attribute.go  which pass is guilty of a mismatch
//	reduce.go     a small kernel that still mismatches; simplify.go: the steps to it, on the syntax tree
//	failure.go    mismatches as files that can be replayed
//	worker.go     batches of kernels; supervise.go: spread over processes, so that a crash costs a kernel and not the
//	              run
package difftest
