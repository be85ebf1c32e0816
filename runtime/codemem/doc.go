// Package codemem manages the memory that holds machine code. It allocates, writes and frees ranges, and ensures
// that every core sees new code before it is executed. No mapping is ever writable and executable at the same
// time.
//
//	heap.go            allocation: regions, free ranges, the limit, the kind of memory to use
//	twice.go           the preferred kind: memory that is mapped twice
//	memfd_linux.go     ... from a sealed anonymous file
//	pages.go           the kind where that does not work: anonymous pages that change protection
//	pages_*.go         the system calls for both, and sections for Windows; pages_other.go: no kind on other systems
//	arena.go           the text arena, a range inside the program's own code that the first region is mapped over on
//	                   Linux
//	icache_*.go        making new code visible to all cores
//	hold_linux.go      the signal handler that unblocks the preemption signal after a fault in this memory
//	fault_*.go         the exception handler that makes a fault in this memory one in the text arena, for Windows
//
// It is independent of kernels: package runtime decides what the code is, calls it, and decides when it is no
// longer used.
package codemem
