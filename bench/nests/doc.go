// Package nests is the benchmark suite nests: what the 30 programs of PolyBench/C compute (Pouchet and Yuki,
// "PolyBench/C: the Polyhedral Benchmark suite", version 4.2), written as a Go programmer would write it.
//
// Matrices are flat slices by rows, with their sizes as arguments: a compiler knows neither the sizes nor whether
// arrays overlap. Every kernel is there for float32 and float64.
package nests
