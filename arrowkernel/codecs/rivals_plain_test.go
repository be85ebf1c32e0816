//go:build !(goexperiment.simd && !go1.27 && amd64)

package codecs_test

func init() { missing["archsimd"] = "the rows are for Go 1.26 on amd64 with GOEXPERIMENT=simd" }
