// Package wide has loops written by hand with simd/archsimd, in vectors of 512 bits. It is empty without GOEXPERIMENT=simd.
package wide
