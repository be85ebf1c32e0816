package hotloop_test

import (
	"reflect"
	"testing"

	"hotloop/bench"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// BenchmarkCompile measures source to callable for every kernel of the core suite, with nothing cached: neither the
// kernel nor the parsed and checked source.
func BenchmarkCompile(b *testing.B) {
	for _, k := range bench.Suite("core") {
		b.Run(k.Name, func(b *testing.B) {
			phases := map[string]float64{}
			b.ReportAllocs()
			for range b.N {
				c, err := runtime.Compile(reflect.TypeOf(k.Plain), k.Text, k.Func, runtime.Options{FP: ir.FPFast, FPWritten: true, Fresh: true})
				if err != nil {
					b.Fatal(err)
				}
				if c.Err() != nil {
					b.Fatal(c.Err())
				}
				for _, p := range c.Stats().Phases {
					phases[p.Name] += float64(p.Time.Nanoseconds()) / 1e3
				}
			}
			for name, t := range phases {
				b.ReportMetric(t/float64(b.N), name+"-µs")
			}
		})
	}
}
