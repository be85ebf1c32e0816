package use

import (
	"testing"

	"hotloop"
)

// BenchmarkCall measures an empty kernel through the public API: three slices and two scalars.
func BenchmarkCall(b *testing.B) {
	k, err := hotloop.Compile[func(y, x, z []float32, a float32, n int)](
		"package p\n\nfunc Empty(y, x, z []float32, a float32, n int) {}\n", "Empty", hotloop.RequireNative())
	if err != nil {
		b.Fatal(err)
	}
	x := make([]float32, 64)
	b.ReportAllocs()
	for b.Loop() {
		k.Func(x, x, x, 2, 64)
	}
}
