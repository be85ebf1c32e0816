// Package upper clears the upper halves of the vector registers. Code that leaves nonzero values in them, as Go's
// package simd does, slows down all SSE code that the thread runs afterwards, because that code must preserve them: a
// sum of products took 2.5 times as long when it was measured beside such a peer.
package upper
