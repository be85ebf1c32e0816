package loopopt_test

import (
	"strings"
	"testing"

	"hotloop/cpu"
)

// attributeEffects are kernels whose result depends on an attribute. Each lists what must and what must not occur in
// the remarks or in the metadata of the remaining loops. Without the attribute, or with a wrong default, one of them
// fails.
var attributeEffects = []struct {
	name, src string
	want, not []string
}{
	{"A06: a loop said to be vectorized is not, even if that is asked for", `func k(y []int32) {
	//loop:isvectorized vectorize.enable unroll.disable
	for i := range y { y[i] += 3 }
}`, []string{"for.body: isvectorized vectorize.enable=1"}, []string{"loop vectorized", "warning"}},
	{"A13: what is asked for is that nothing be left", `func k(y []int32) {
	//loop:vectorize.enable=0 unroll.full
	for i := range y { y[i] += 3 }
}`, []string{"warning: loop not unrolled: let for i := range x or i < n count the iterations, and change neither i nor n in the loop; the number of iterations is not known"}, []string{"loop unrolled (count"}},
	{"A14: disable is stronger than enable", `func k(y []int32) {
	//loop:vectorize.enable=0 unroll.enable unroll.disable
	for i := range y { y[i] += 3 }
}`, []string{"loop not unrolled: remove the directive that forbids it; the loop's metadata forbid it"}, []string{"remark: loop unrolled"}},
	{"A14: no unroll-and-jam either", `func k(y, a, x []int32, n int) {
	//loop:unroll_and_jam.enable unroll.disable
	for i := range n { for j := range n { y[i] += a[i*n+j] * x[j] } }
}`, []string{"loop not unrolled and jammed: remove the directive that forbids it; the loop's metadata forbid it"}, []string{"loop unrolled and jammed"}},
	{"A20: the jammed loop is not unrolled any more, whatever was asked before", `func k(y, a, x []int32, n int) {
	//loop:unroll_and_jam.count=2 unroll.runtime.disable
	for i := range n { for j := range n { y[i] += a[i*n+j] * x[j] } }
}`, []string{"nest: checks.split noalias own.bytes unroll.disable"}, []string{"nest: unroll.runtime.disable"}},
	{"A22: the outer remainder has what its followup says", `func k(y, a, x []int32, n int) {
	//loop:unroll_and_jam.count=2 unroll_and_jam.followup_remainder_outer{peel.disable}
	for i := range n { for j := range n { y[i] += a[i*n+j] * x[j] } }
}`, []string{"nest: peel.disable checks.split noalias own.bytes max_trip_count=1"}, nil},
	{"A22: nothing, by default", `func k(y, a, x []int32, n int) {
	//loop:unroll_and_jam.count=2 peel.disable
	for i := range n { for j := range n { y[i] += a[i*n+j] * x[j] } }
}`, []string{"nest: checks.split noalias own.bytes max_trip_count=1"}, nil},
	{"A30: a loop said to be distributed is not", `func k(a, b, c, d []int32) {
	//loop:isdistributed distribute.enable
	for i := 1; i < len(a); i++ { a[i] = a[i-1] + b[i]; c[i] = d[i] * 3 }
}`, []string{"isdistributed distribute.enable=1"}, []string{"loop distributed", "warning"}},
	{"A33: no heuristics", `func k(y []int32) {
	//loop:disable_nonforced
	for i := range y { y[i] += 3 }
}`, []string{"for.body: disable_nonforced"}, []string{"vectorized", "unrolled"}},
	{"A34: vector code is not for loops thought to be short", `func k(y []int32) {
	//loop:estimated_trip_count=2 peel.disable
	for i := range y { y[i] += 3 }
}`, []string{"loop not vectorized: no change of the source helps with few iterations (if there are usually more, make their number a parameter); the loop has too few iterations"}, []string{"loop vectorized"}},
	{"A34: unrolling corrects the estimate", `func k(y []int32) {
	//loop:estimated_trip_count=22 vectorize.enable=0 unroll.count=4 peel.disable
	for i := range y { y[i] += 3 }
}`, []string{"peel.disable unroll.disable estimated_trip_count=5", "estimated_trip_count=2 max_trip_count=3"}, []string{"estimated_trip_count=22"}},
	{"A38: iterations peeled before count", `func k(g []int32, y, a int32) (x int32) {
	//loop:peeled.count=5
	for i := range g { g[i] = x; x = y; y = a + 1; a = 5 }
	return
}`, []string{"loop peeled (count=2)"}, []string{"loop peeled (count=3)"}},
	{"A42: strips have nothing of what was asked of the loop", `func k(y []int32) {
	//loop:stripmine.size=16 peel.disable unroll.disable
	for i := range y { y[i] += 3 }
}`, []string{"strip: strips"}, []string{"strip: peel.disable"}},
	{"A42: the list travels with the loop that is interchanged", `func k(y []int32, n, m int) {
	//loop:interchange.enable unroll.count=3 vectorize.enable=0
	for i := range n {
		//loop:peel.disable
		for j := range m { y[j*n+i]++ }
	}
}`, []string{"swapped: peel.disable noalias", "loop unrolled (count=3)"}, []string{"loop unrolled (count=4)"}},
	{"M15: what was impossible is tried again when the nest has changed", `func k(y []int32) {
	//loop:vectorize.enable
	for i := range y {
		//loop:unroll.full
		for j := range 40 { y[i] += int32(j*i) }
	}
}`, []string{"loop vectorized"}, []string{"warning"}},
	{"M15: also by a followup that comes later", `func k(y []int32) {
	//loop:vectorize.enable
	for i := range y {
		//loop:unroll.count=4 unroll.followup_unrolled{unroll.full}
		for j := range 8 { y[i] += int32(j*i) }
	}
}`, []string{"loop vectorized"}, []string{"warning"}},
}

func TestAttributes(t *testing.T) {
	for _, c := range attributeEffects {
		o := optimize(t, cpu.AVX2, "eval-each", c.src)
		all := o.remarks + strings.Join(o.loops, "\n") + "\n"
		for _, w := range c.want {
			if !strings.Contains(all, w) {
				t.Errorf("%s: no %q in\n%s", c.name, w, all)
			}
		}
		for _, w := range c.not {
			if strings.Contains(all, w) {
				t.Errorf("%s: %q in\n%s", c.name, w, all)
			}
		}
	}
}
