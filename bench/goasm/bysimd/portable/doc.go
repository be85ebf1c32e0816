// Package portable has loops written by hand with package simd of Go 1.27. It is empty unless that release builds it with
// GOEXPERIMENT=simd.
package portable
