// Package narrow has loops written by hand with simd/archsimd, in vectors of 256 bits. It is empty unless
// GOEXPERIMENT=simd is set.
package narrow
