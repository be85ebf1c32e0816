// Package portable has loops written by hand with package simd of Go 1.27. It is empty without that release and
// GOEXPERIMENT=simd.
package portable
