// Package gen writes kernels as Go assembly, which a Go library ships without needing hotloop: the command hotloop gen.
//
// For a package with functions marked //hotloop:kernel NAME, it writes these files next to the source, or with the Go
// code of the kernels to another directory:
//
//	hotloop_amd64.s    the kernels for AVX2 and AVX-512, and NAME, which jumps to the best one that the machine has
//	hotloop_arm64.s    the kernels for NEON, and NAME
//	hotloop_amd64.go   declarations of the kernels, and the features of the machine
//	hotloop_arm64.go
//	hotloop_asm.go     declarations of NAME, or NAME as a method or generic function that calls the assembly, and one
//	                   function per source position that panics
//	hotloop_noasm.go   NAME for other machines, and for builds with the tags purego, race, msan and asan: calls of the
//	                   Go functions
//	hotloop_*_test.go  tests that compare every kernel with its Go function
//
// The machine code is that of a compilation for the baseline processor of each instruction set, so the files do not
// depend on the machine that writes them. What differs from a kernel of Compile is the frame (emit.GoFrame): arguments
// are read from and results stored to Go's argument frame, polls call a function whose stack check is where the Go
// runtime preempts, and failed checks call Go functions that panic.
package gen
