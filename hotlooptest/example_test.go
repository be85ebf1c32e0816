package hotlooptest_test

import (
	"testing"

	"hotloop"
	"hotloop/hotlooptest"
)

// A test that a kernel does what its function does, for indices within the table.
func ExampleVerify() {
	var t testing.TB // a test's
	_ = func() {
		hotlooptest.Verify(t, vGather, hotloop.Accelerate(vGather, verifyText),
			hotlooptest.Count(1000),
			hotlooptest.Fix(func(y, x *[]float64, idx *[]int32) {
				*idx = (*idx)[:min(len(*idx), len(*y))]
				for i := range *idx {
					(*idx)[i] = int32(uint32((*idx)[i]) % uint32(max(1, len(*x))))
				}
			}))
	}
}

// A benchmark that reports how many times as fast a kernel is.
func ExampleBench() {
	var b *testing.B // a benchmark's
	_ = func() {
		y, x := make([]float32, 1000), make([]float32, 1000)
		hotlooptest.Bench(b, vSaxpy, hotloop.Accelerate(vSaxpy, verifyText), y, x, 2)
	}
}
