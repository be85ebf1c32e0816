package suites

import (
	"reflect"
	"strings"
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
				c, err := runtime.Compile(reflect.TypeOf(k.Plain), k.Text, k.Func,
					runtime.Options{FP: ir.FPFast, FPWritten: true, Fresh: true})
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

// BenchmarkCompileTSVC compiles the 151 loops of TSVC for float32 in each round, with nothing cached, and reports how
// the least CPU times of the loops are distributed: some twenty rounds (-benchtime 20x) make them steady.
func BenchmarkCompileTSVC(b *testing.B) {
	engine := bench.Linked()
	for _, mode := range []string{"go", "fast"} {
		b.Run(mode, func(b *testing.B) {
			var rows []*bench.Row
			for round := range b.N {
				i := 0
				for _, k := range bench.TSVC() {
					if strings.HasSuffix(k.Name, "_f64") {
						continue
					}
					req := bench.Request{Type: k.Type, File: k.File, Text: k.Text, Func: k.Func, Mode: mode}
					c, err := bench.CompileTime(engine, req, 1)
					if err != nil {
						b.Fatal(err)
					}
					us := float64(c.Time.Nanoseconds()) / 1e3
					if round == 0 {
						rows = append(rows, &bench.Row{Kernel: k.Name, Made: bench.Made{CompileUS: us}})
					}
					rows[i].CompileUS = min(rows[i].CompileUS, us)
					i++
				}
			}
			l := bench.NewLatency(rows)
			b.ReportMetric(l.Median, "median-µs")
			b.ReportMetric(l.P90, "p90-µs")
			b.ReportMetric(l.Max, "max-µs")
			b.Logf("slowest of %d: %s", l.Kernels, strings.Join(l.Slowest, ", "))
		})
	}
}
