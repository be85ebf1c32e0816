// Package tsvc is the benchmark suite tsvc: the 151 loops of the Test Suite for Vectorizing Compilers (Callahan,
// Dongarra and Levine, "Vectorizing Compilers: A Test Suite and Results", Supercomputing 1988; extended by Maleki et
// al., "An Evaluation of Vectorizing Compilers", PACT 2011) under their standard names, written as a Go programmer
// would write what each of them computes.
//
// Arrays are slices: a compiler knows neither their lengths nor whether they overlap. Those of two dimensions have rows
// of 256 elements and any number of rows. Every loop is there for float32 and float64. One call is one sweep, what the
// C suite repeats thousands of times.
package tsvc
