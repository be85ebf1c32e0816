// Package wide has loops written by hand with simd/archsimd, in vectors of 512 bits. It is empty unless
// GOEXPERIMENT=simd is set.
package wide
