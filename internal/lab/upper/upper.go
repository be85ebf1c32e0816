// Package upper clears the upper halves of the vector registers. Code that leaves numbers in them, as that of Go's package simd
// does, slows down all SSE code that the thread runs afterwards, which has to keep them: a sum of products took 2.5 times as
// long when it was measured beside such a peer.
package upper
