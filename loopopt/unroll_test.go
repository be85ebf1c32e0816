package loopopt_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/internal/irtest"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
	"hotloop/loopopt/remark"
)

// restructured are kernels with one loop or nest that requests unrolling or peeling.
var restructured = []struct {
	name, knobs, src string
	want             string // in the remarks
	loops            int    // left after the driver; -1 is not compared
}{
	{"full", "", `func k(y []int32) {
	if len(y) < 6 { return }
	//loop:unroll.full
	for i := range 6 { y[i] += int32(i) }
}`, "loop completely unrolled (count=6)", 0},
	{"full of many", "", `func k(y []int32) {
	//loop:unroll.full vectorize.enable=0
	for i := range 100 { y[i] += int32(i) }
}`, "loop completely unrolled (count=100)", 0},
	{"full with a second exit", "", `func k(y []int32, x int32) int {
	//loop:unroll.full
	for i := range 5 { if y[i] == x { return i }; y[i]++ }
	return -1
}`, "loop completely unrolled (count=5)", 0},
	{"full from a known middle exit", "", `func k(y []int32, n int) (s int32) {
	//loop:unroll.full
	for i := 0; i < n; i++ { s += y[i]; if i == 3 { break }; y[i] = s }
	return
}`, "loop completely unrolled (count=4)", 0},
	{"enable a long constant loop", "", `func k(y []int32, x []int32) {
	//loop:unroll.enable
	for i := range 40 { y[i] ^= x[i] }
}`, "loop completely unrolled (count=40)", 0},
	{"count", "", `func k(y []int32) {
	//loop:unroll.count=3
	for i := range y { y[i]++ }
}`, "loop unrolled (count=3)", 2},
	{"sums in parts", "", `func k(y, x []int32) {
	s, t, u := int32(1), int32(-1), int32(3)
	//loop:unroll.count=6 vectorize.enable=0
	for _, v := range x { s += v*v; t ^= v; u *= v|1 }
	if len(y) > 2 { y[0], y[1], y[2] = s, t, u }
}`, "loop unrolled (count=6 accumulators=2)", 2}, // 12 registers
	{"sums in parts behind a prologue", "unroll.epilog=0", `func k(x []int32) (s int32, t int32) {
	//loop:unroll.count=3 vectorize.enable=0
	for _, v := range x { s -= v; t |= v }
	return
}`, "loop unrolled (count=3 accumulators=3 remainder=prologue)", 2},
	{"sums in parts without a remainder", "", `func k(y []int32) {
	if len(y) < 12 { return }
	s := int32(1)
	//loop:unroll.count=6 vectorize.enable=0
	for i := range 12 { s += y[i] }
	y[0] = s
}`, "loop unrolled (count=6 accumulators=4)", 1},
	{"a sum that is seen in between", "", `func k(y, x []int32) {
	s := int32(1)
	//loop:unroll.count=6 vectorize.enable=0
	for i := range y { s += x[i]; y[i] = s }
}`, "loop unrolled (count=6)", -1},
	{"count of a prologue", "unroll.epilog=0", `func k(y []int32) {
	//loop:unroll.count=3
	for i := range y { y[i]++ }
}`, "loop unrolled (count=3 remainder=prologue)", 2},
	{"count of a prologue by a power of two", "unroll.epilog=0", `func k(y []int32) (s int32) {
	//loop:unroll.count=8
	for i, v := range y { s = s*3 + v; y[i] = s }
	return
}`, "loop unrolled (count=8 remainder=prologue)", 2},
	{"count with an unrolled remainder", "unroll.remainder", `func k(y []int32) (s int32) {
	//loop:unroll.count=4
	for i, v := range y { s = s*3 + v; y[i] = s }
	return
}`, "loop unrolled (count=4)", 1},
	{"count with an unrolled prologue", "unroll.remainder,unroll.epilog=0", `func k(y []int32, x int32) int {
	//loop:unroll.count=5
	for i, v := range y { if v == x { return i }; y[i] = x }
	return -1
}`, "loop unrolled (count=5 remainder=prologue)", 1},
	{"count with two exits", "", `func k(y []int32, x int32) int {
	//loop:unroll.count=4
	for i, v := range y { if v == x { return i }; if v < -x { break }; y[i] += v }
	return -1
}`, "loop unrolled (count=4)", 2},
	{"count that divides a constant", "", `func k(y []int32) {
	if len(y) < 20 { return }
	//loop:unroll.count=5
	for i := range 20 { y[i] += int32(i) }
}`, "loop unrolled (count=5)", 1},
	{"count that leaves a constant remainder", "", `func k(y []int32) {
	if len(y) < 23 { return }
	//loop:unroll.count=4
	for i := range 23 { y[i] += int32(i) }
}`, "loop unrolled (count=4)", 1},
	{"count without a remainder", "unroll.allow-remainder=0", `func k(y []int32) (s int32) {
	if len(y) < 23 { return }
	//loop:unroll.count=4
	for i := range 23 { s += y[i]; y[i] = s }
	return
}`, "loop unrolled (count=4)", 1},
	{"count above the trip count", "", `func k(y []int32) {
	//loop:unroll.count=8
	for i := range 5 { y[i] += int32(i) }
}`, "loop completely unrolled (count=5); unroll.count=8 met in part", 0},
	{"count of a multiple", "", `func k(y []int32, n int) {
	n = 4 * min(max(n, 0), len(y)/4)
	//loop:unroll.count=2
	for i := 0; i < n; i++ { y[i] += int32(i) }
}`, "loop unrolled (count=2)", -1},
	{"count of a loop without a trip count", "", `func k(n uint32) (s int32) {
	n &= 1023
	if n == 0 { return }
	//loop:unroll.count=4
	for n != 1 { if n&1 == 0 { n >>= 1 } else { n = 3*n + 1 }; s++ }
	return
}`, "loop unrolled (count=4 tests=kept)", 1},
	{"upper bound", "", `func k(y []int32, n uint) {
	//loop:unroll.enable
	for i := range int(n & 7) { y[i] += int32(i) }
}`, "loop completely unrolled by its upper bound (count=7)", 0},
	{"full by the upper bound", "", `func k(y []int32, n uint) {
	//loop:unroll.full
	for i := range int(n & 7) { y[i] += int32(i) }
}`, "loop completely unrolled by its upper bound (count=7)", 0},
	{"an outer loop", "", `func k(y, x []int32) {
	//loop:unroll.count=2
	for i := range y { for j := range x { y[i] += x[j] * int32(i) } }
}`, "loop unrolled (count=2)", -1},
	{"an outer loop completely", "", `func k(y, x []int32) {
	//loop:unroll.full
	for i := range 3 { for j := range x { y[i] += x[j] * int32(i+1) } }
}`, "loop completely unrolled (count=3)", -1},
	{"an outer loop left from the inner one", "", `func k(y, x []int32) int {
	//loop:unroll.count=3
outer:
	for i := range y { for j := range x { if x[j] == y[i] { continue outer }; if x[j] > 9 { return i }; y[i] ^= x[j] } }
	return -1
}`, "loop unrolled (count=3)", -1},
	{"simulation: half of it folds", "", `var tab = [8]int32{0, 3, 0, 0, 1, 0, 0, 2}
func k(y []int32, x int32) {
	if len(y) < 8 { return }
	//loop:vectorize.enable=0
	for i := range 8 {
		t := tab[i] * x
		y[i] += t; y[i] ^= t << 1; y[i] += t*t; y[i] ^= t >> 1; y[i] += t*t*t; y[i] -= t &^ 3; y[i] *= t | 1; y[i] += t << 3
		if t > 3 && tab[i] > 1 { y[i] -= t / 3; y[i] ^= t + x; y[i] *= t*t - x; y[i] += t; y[i] ^= 77; y[i] -= t*5; y[i] += x*x }
	}
}`, "loop completely unrolled (count=8)", 0},

	{"peel: a value that is invariant after three iterations", "", `func k(g []int32, y, a int32) (x int32) {
	if len(g) < 9 { return }
	//loop:unroll.disable
	for i := range g { g[i] = x; x = y; y = a + 1; a = 5 }
	return
}`, "loop peeled (count=3)", 1},
	{"peel: invariant, of an argument", "", `func k(g []int32, y, a, b int32) (x int32) {
	if len(g) < 9 { return }
	//loop:unroll.disable
	for i := range g { g[i] += x; x = y * 3; y = a + b; a = b }
	return
}`, "loop peeled (count=3)", 1},
	{"peel: a condition", "", `func k(y, x []int32) (s int32) {
	x = x[:min(len(x), len(y))]
	//loop:unroll.disable
	for i := range x { if i < 2 { y[i] = 7 } else { s = s*3 + x[i]; y[i] = s } }
	return
}`, "loop peeled (count=2)", 1},
	{"peel: a condition from an argument", "", `func k(y []int32, a, b int) (s int32) {
	if a < 0 || b > len(y) { return }
	//loop:unroll.disable
	for i := a; i < b; i++ { if i == a { y[i] = 7 } else { s = s*3 + y[i]; y[i] = s } }
	return
}`, "loop peeled (count=1)", 1},
	{"peel: a condition of a loop down", "", `func k(y []int32) (s int32) {
	//loop:unroll.disable
	for i := 20; i >= 0; i-- { if i > 18 || i == 17 { s += 7 } else if len(y) > 30 { s = s*3 + y[i]; y[i] = s } }
	return
}`, "loop peeled (count=4)", 1},
	{"peel: a condition that steps over its bound", "", `func k(y []int32) (s int32) {
	//loop:peel.count=1 unroll.disable
	for i := 0; i < len(y); i += 2 { if i == 5 { s = 7 } else { s = s*3 + y[i]; y[i] = s } }
	return
}`, "loop peeled (count=1)", 1},
	{"peel: a narrow counter", "", `func k(y []int32, n uint8) (s int32) {
	if len(y) < 256 { for i := int8(-100); i < 100; i++ { if i < -98 { s += 7 } else { s = s*3 + int32(i); s ^= s >> 1 } } }
	return
}`, "loop peeled (count=2)", -1},
	{"peel: a value that follows the counter", "", `func k(y, x []int32) {
	if len(y) == 0 || len(x) < len(y) { return }
	p := len(y) - 1
	//loop:unroll.disable
	for i := range y { y[i] = x[i] - x[p]; p = i }
}`, "loop peeled (count=1)", 1},
	{"unroll and reroll", "", `func k(y []int32) {
	//loop:unroll.count=4 unroll.followup_unrolled{reroll.enable}
	for i := range y { if y[i] > 3 { y[i] = y[i]*5 + 1 } }
}`, "loop unrolled (count=4); loop rerolled (copies=4)", -1},
	{"unroll and reroll a sum", "", `func k(y []int32) (s int32) {
	s = 5
	//loop:unroll.count=3 unroll.followup_unrolled{reroll.enable}
	for i := range y { s += y[i] * 3 }
	return
}`, "loop unrolled (count=3 accumulators=3); loop rerolled (copies=3)", -1},
	{"unroll and reroll a recurrence", "", `func k(y []int32) (s int32) {
	//loop:unroll.count=4 unroll.followup_unrolled{reroll.enable}
	for i := range y { s = s*3 + y[i] }
	return
}`, "loop unrolled (count=4); loop rerolled (copies=4)", -1},
	{"reroll sums that are joined", "", `func k(x []int32) (s int32) {
	t := int32(2)
	//loop:reroll.enable
	for i := 0; i+2 <= len(x); i += 2 { t += x[i+1]; s += x[i] }
	return s + t
}`, "loop rerolled (copies=2)", -1},
	{"reroll bytes of words", "", `func k(x, y []int8) {
	//loop:reroll.enable
	for i := range len(x) / 2 { x[2*i] = y[2*i]; x[2*i+1] = y[2*i+1] }
}`, "loop rerolled (copies=2)", -1},
	{"reroll a sum under a condition", "", `func k(x []int32) (s int32) {
	//loop:reroll.enable
	for i := 0; i+2 <= len(x); i += 2 { if x[i] > 2 { s += x[i] }; if x[i+1] > 2 { s += x[i+1] } }
	return
}`, "loop rerolled (copies=2)", -1},
	{"peel by count", "", `func k(y, x []int32) {
	//loop:peel.count=2 unroll.disable
	for i := range y { y[i] = x[i] - 1 }
}`, "loop peeled (count=2)", 2},
	{"peel by count, two exits", "", `func k(y []int32, x int32) int {
	//loop:peel.count=3 unroll.disable
	for i, v := range y { if v == x { return i }; if v < -x { break }; y[i] += v }
	return -1
}`, "loop peeled (count=3)", 1},
	{"peel all there is", "", `func k(y []int32) {
	//loop:peel.count=7
	for i := range 5 { y[i]++ }
}`, "loop peeled completely (count=5); peel.count=7 met in part", 0},
	{"peel by option", "peel.count=2", `func k(y []int32) { for i := range y { y[i]++ } }`, "loop peeled (count=2)", -1},
	{"peel by the estimated trip count", "", `func k(y []int32) {
	//loop:estimated_trip_count=3 unroll.disable
	for i := range y { y[i]++ }
}`, "loop peeled (count=3)", 1},
	{"peel a nest", "", `func k(y, x []int32) {
	//loop:peel.count=1
	for i := range y { for j := range x { if i == 0 { y[i] = x[j] } else { y[i] ^= x[j] + y[i-1] } } }
}`, "loop peeled (count=1)", -1},
	{"peel and unroll", "", `func k(y []int32) (s int32) {
	//loop:peel.count=1 unroll.count=4
	for i := range y { if i == 0 { s = 3 }; s = s*5 + y[i]; y[i] = s }
	return
}`, "loop peeled (count=1); loop unrolled (count=4)", 2},
	{"unroll and peel", "", `func k(y []int32) (s int32) {
	//loop:unroll.count=4 peel.count=1
	for i := range y { s = s*5 + y[i]; y[i] = s }
	return
}`, "loop unrolled (count=4); loop peeled (count=1)", 2},
	{"peel last", "", `func k(y, x []int32) (s int32) {
	n := min(len(y), len(x))
	//loop:unroll.disable
	for i := range n { if i == n-1 { y[i] = 7 } else { s = s*3 + x[i+1]; y[i] = s } }
	return
}`, "last iterations peeled (count=1)", 1},
	{"peel last: the neighbour", "", `func k(y []int32) (s int32) {
	//loop:unroll.disable
	for i := range y { s = s*3 + y[i]; if i+1 < len(y) { s += y[i+1] }; y[i] = s }
	return
}`, "last iterations peeled (count=1)", 1},
	{"peel last by count", "", `func k(y, x []int32) int {
	//loop:peel.last=3 unroll.disable
	for i := range y { if x[i] == 3 { return i }; y[i] = x[i] - 1 }
	return -1
}`, "last iterations peeled (count=3)", 1},
	{"peel last of a constant loop", "", `func k(y []int32) {
	//loop:peel.last=4 unroll.disable
	for i := range 3 { y[i]++ }
}`, "last iterations peeled; peel.last=4 met in part", 0},
	{"peel first and last", "", `func k(y []int32) (s int32) {
	//loop:peel.count=1 peel.last=1 unroll.disable
	for i := 0; i < len(y); i++ { if i == 0 { s++ }; s = s*3 + y[i]; if i == len(y)-1 { s-- }; y[i] = s }
	return
}`, "loop peeled (count=1); last iterations peeled (count=1)", 1},
	{"peel last of a loop by steps", "", `func k(y []int32) (s int32) {
	//loop:peel.last=1 unroll.disable
	for i := 1; i < len(y); i += 3 { s = s*3 + y[i]; y[i] = s }
	return
}`, "last iterations peeled (count=1)", 1},
	{"peel for alignment", "", `func k(y, x []int32) {
	n := min(len(y), len(x))
	//loop:peel.align=32 unroll.disable
	for i := range n { y[i] += x[i] }
}`, "loop peeled for alignment (bytes=32)", 2},
	{"peel for alignment, then the first", "", `func k(y []int16, n int) {
	//loop:peel.align=64 peel.count=1 unroll.disable
	for i := 3; i < min(n, len(y)); i++ { y[i] ^= int16(i) }
}`, "loop peeled for alignment (bytes=64); loop peeled (count=1)", 2},
}

// TestRestructured runs them, verifies after every pass, and compares what they compute before and after.
func TestRestructured(t *testing.T) {
	for _, c := range restructured {
		t.Run(c.name, func(t *testing.T) {
			build := func() *ir.Func {
				res, err := frontend.Build(frontend.Text("k.go", "package k\n"+c.src+"\n"), "k", frontend.Options{})
				if err != nil {
					t.Fatal(err)
				}
				return res.Func
			}
			f, orig := build(), build()
			before, err := interp.New(orig)
			if err != nil {
				t.Fatal(err)
			}
			knobs, err := config.ParseKnobs("verify-each," + c.knobs)
			if err != nil {
				t.Fatal(err)
			}
			sink := &remark.Sink{}
			loops, last := 0, ""
			opt := config.Options{Target: isel.TargetFor(cpu.Features{Tier: cpu.AVX512, Tuning: cpu.Tuning{VectorBits: 512}}), Remarks: sink, Knobs: knobs,
				NoVectorize: true,
				After: func(pass string, f *ir.Func, changed bool) {
					if pass == "dce2" {
						loops = strings.Count(f.String(), "!loop(")
					}
					if !changed {
						return
					}
					after, err := interp.New(f)
					if err != nil {
						t.Fatalf("after %s: %v\n%s", pass, err, f)
					}
					for n := range 60 {
						args := irtest.Args(orig, n%31, uint64(n))
						if err := interp.Compare(before, after, args, interp.Options{MaxSteps: 1 << 16}); err != nil && !errors.Is(err, interp.ErrSteps) {
							t.Fatalf("after %s, %v: %v\nbefore:\n%s\nafter:\n%s", pass, args, err, last, f)
						}
					}
					last = f.String()
				}}
			if _, err := loopopt.Optimize(f, opt); err != nil {
				t.Fatal(err)
			}
			all := ""
			for _, r := range sink.Remarks {
				all += fmt.Sprintln(r)
			}
			for _, w := range strings.Split(c.want, "; ") {
				if !strings.Contains(all, w) {
					t.Errorf("no remark %q in:\n%s", w, all)
				}
			}
			if warned, asked := strings.Contains(all, "warning"), strings.Contains(c.want, "met in part"); warned != asked {
				t.Errorf("warned: %v\n%s", warned, all)
			}
			if c.loops >= 0 && loops != c.loops {
				t.Errorf("%d loops left, not %d:\n%s", loops, c.loops, f)
			}
		})
	}
}
