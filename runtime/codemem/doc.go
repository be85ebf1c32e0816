// Package codemem is the memory that machine code lies in. It hands out ranges of it, writes them, frees them, and
// keeps what is written from being executed before every core sees it. No mapping is ever writable and executable at
// once.
//
//	heap.go            allocation: regions, free ranges, the limit, which kind of memory to use
//	memfd_linux.go     the kind that is tried first: two mappings of a sealed file without a name
//	pages_linux.go     the kind where memfds do not serve: pages that change their rights; pages_other.go: none
//	                   elsewhere
//	arena_linux.go     the text arena, a range inside the program's own code over which the first region is mapped
//	icache_*.go        making new code visible to all cores
//	hold_linux.go      the signal handler that unblocks the preemption signal after a fault in this memory
//
// It knows nothing of kernels: package runtime says what the code is, calls it, and decides when it is no longer used.
package codemem
