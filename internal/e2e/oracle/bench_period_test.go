package oracle

import (
	"fmt"
	"reflect"
	"testing"

	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// BenchmarkPeriods sets loops over rings of several lengths beside the Go compiler's: what the thresholds of
// loopopt/nest/modulostrips.go rest on.
func BenchmarkPeriods(b *testing.B) {
	const n = 4096
	if err := runtime.Available(); err != nil {
		b.Skip(err)
	}
	compiled := func(fn any, name string) any {
		k, err := runtime.Compile(reflect.TypeOf(fn), kernels.PeriodSource, name, runtime.Options{FPWritten: true})
		if err != nil {
			b.Fatal(err)
		}
		return k.Func().Interface()
	}
	modulo := compiled(kernels.RingRead, "RingRead").(func(dst, ring []float32, head int))
	reset := compiled(kernels.RingReadAtLeast, "RingReadAtLeast").(func(dst, ring []float32, head int) int)
	dst := make([]float32, n)
	for _, period := range []int{3, 4, 8, 16, 31, 32, 64, 256, 1000} {
		ring := make([]float32, period)
		run := func(name string, f func()) {
			b.Run(fmt.Sprintf("%s/%d", name, period), func(b *testing.B) {
				for range b.N {
					f()
				}
			})
		}
		run("modulo", func() { modulo(dst, ring, 1) })
		run("modulo-gc", func() { kernels.RingRead(dst, ring, 1) })
		run("reset", func() { reset(dst, ring, 1) })
		run("reset-gc", func() { kernels.RingReadAtLeast(dst, ring, 1) })
	}
}
