package suites

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"hotloop/bench"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// provable is, for kernels of the suite core that index one slice by the length of another, the statement in front of
// their loops that lets every check be proved before the loop.
//
// BenchmarkChecks compares the two forms. On Sapphire Rapids the checks take 1.01 times as long for 100 elements and
// 1.00 for 1000 and 10000, in the geometric mean of 14 kernels, no kernel more than 1.05.
var provable = map[string]string{
	"saxpy": "x = x[:len(y)]", "axpy": "y = y[:len(x)]", "dot": "y = y[:len(x)]", "scale_offset": "dst = dst[:len(src)]",
	"relu": "dst = dst[:len(src)]", "clamp_i16": "dst = dst[:len(src)]", "pcm16": "dst = dst[:len(src)]",
	"l2dist": "b = b[:len(a)]", "sad_u8": "b = b[:len(a)]", "cond_add": "y = y[:len(x)]",
	"reverse": "dst = dst[:len(src)]", "complex_mul": "a, b = a[:len(dst)], b[:len(dst)]",
	"lookup": "dst, table = dst[:len(src)], table[:256]", "gray": "rgba = rgba[:4*len(dst)]",
}

// withProof is the kernel's text with the statement.
func withProof(k *bench.Kernel) string {
	at := strings.Index(k.Text, "\nfunc "+k.Func)
	at += strings.Index(k.Text[at:], "{\n") + 2
	return k.Text[:at] + "\t" + provable[k.Name] + "\n" + k.Text[at:]
}

// fast lets sums of floats be vectorized too.
func fast(k *bench.Kernel) runtime.Options {
	return runtime.Options{FileName: k.File, FP: ir.FPFast, FPWritten: true}
}

// limits counts the checks that vector code of a kernel has to stop for or to test.
func limits(t testing.TB, k *bench.Kernel, text string) int {
	n := 0
	w := &runtime.Watch{Plan: func(p config.Considered) {
		n += len(p.Plan.Legal.IterationBounds)
		for _, r := range p.Plan.Recipes {
			if strings.HasPrefix(r.String(), "SIDE-EXIT") {
				n++
			}
		}
	}}
	if _, err := runtime.Inspect(k.Type, text, k.Func, fast(k), w); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestProvable: the statements do what they are for.
func TestProvable(t *testing.T) {
	for _, k := range bench.Core() {
		if provable[k.Name] == "" {
			continue
		}
		if as, proved := limits(t, k, k.Text), limits(t, k, withProof(k)); as == 0 || proved >= as {
			t.Errorf("%s: vector code has %d limits and tests, %d with %q", k.Name, as, proved, provable[k.Name])
		}
	}
}

// BenchmarkChecks compares loops whose checks cannot be proved with the same loops behind a statement that lets them
// be: checked/proved is how many times as long the former take, the two in turns, the fastest batch of each.
//
//	go test -run '^$' -bench Checks -benchtime 1x .
func BenchmarkChecks(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		product, count := 1.0, 0
		for _, k := range bench.Core() {
			if provable[k.Name] == "" {
				continue
			}
			b.Run(fmt.Sprintf("n=%d/%s", n, k.Name), func(b *testing.B) {
				args := k.Args(rand.New(rand.NewPCG(1, 1)), n, bench.Steady)
				var calls [2]func(int)
				for i, text := range []string{k.Text, withProof(k)} {
					c, err := runtime.Compile(k.Type, text, k.Func, fast(k))
					if err != nil {
						b.Fatal(err)
					}
					if c.Err() != nil {
						b.Skip(c.Err())
					}
					calls[i] = k.Bind(c.Func().Interface(), args)
				}
				reps := 1 + 200_000/(n+50)
				best := [2]time.Duration{math.MaxInt64, math.MaxInt64}
				for turn := range 200 {
					for step := range calls {
						i := (turn + step) % 2
						calls[i](1 + reps/4)
						start := time.Now()
						calls[i](reps)
						best[i] = min(best[i], time.Since(start))
					}
				}
				ratio := float64(best[0]) / float64(best[1])
				b.ReportMetric(float64(best[0].Nanoseconds())/float64(reps), "ns/call")
				b.ReportMetric(ratio, "checked/proved")
				b.ReportMetric(0, "ns/op")
				product, count = product*ratio, count+1
			})
		}
		if count > 0 {
			b.Run(fmt.Sprintf("n=%d/geometric_mean", n), func(b *testing.B) {
				b.ReportMetric(math.Pow(product, 1/float64(count)), "checked/proved")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
