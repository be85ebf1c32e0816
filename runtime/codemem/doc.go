// Package codemem manages the memory that holds machine code. It allocates, writes and frees ranges, and ensures
// that every core sees new code before it is executed. No mapping is ever writable and executable at the same
// time.
//
//	heap.go            allocation: regions, free ranges, the limit, the kind of memory to use
//	memfd_linux.go     the preferred kind: two mappings of a sealed anonymous file
//	pages_linux.go     the kind where memfds do not work: anonymous pages that change protection;
//	                   pages_other.go: none on other systems
//	arena_linux.go     the text arena, a range inside the program's own code that the first region is mapped over
//	icache_*.go        making new code visible to all cores
//	hold_linux.go      the signal handler that unblocks the preemption signal after a fault in this memory
//
// It is independent of kernels: package runtime decides what the code is, calls it, and decides when it is no
// longer used.
package codemem
