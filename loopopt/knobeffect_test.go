package loopopt_test

import (
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/loopopt/config"
)

// knobEffect is a kernel whose result depends on a knob.
type knobEffect struct {
	knob   string
	more   string // other knobs required for the effect
	src    string
	values [2]knobValue
}

// knobValue is a value of the knob, with a text that occurs in the remarks, or in the remaining loops, with this
// value but not with the other one.
type knobValue struct{ value, want string }

var knobEffects = []knobEffect{
	{"unroll.disable", "", scalarLoop, [2]knobValue{{"0", "loop unrolled (count=4)"}, {"1", ""}}},
	{"unroll.disable", "", requestedLoop, [2]knobValue{{"0", "loop unrolled (count=2)"}, {"1", "warning: loop not unrolled"}}},
	{"unroll.count", "", scalarLoop, [2]knobValue{{"0", "loop unrolled (count=4)"}, {"3", "loop unrolled (count=3)"}}},
	{"unroll.max-count", "", scalarLoop, [2]knobValue{{"8", "loop unrolled (count=4)"}, {"2", "loop unrolled (count=2)"}}},
	{"unroll.max-count", "", longLoop, [2]knobValue{{"100", "loop unrolled (count=30)"}, {"7", "loop unrolled (count=6)"}}},
	{"unroll.runtime", "", scalarLoop, [2]knobValue{{"1", "loop unrolled (count=4)"}, {"0", ""}}},
	{"unroll.runtime-count", "", scalarLoop, [2]knobValue{{"2", "loop unrolled (count=2)"}, {"8", "loop unrolled (count=8)"}}},
	{"unroll.runtime-threshold", "", scalarLoop, [2]knobValue{{"64", "loop unrolled (count=4)"}, {"12", "loop unrolled (count=2)"}}},
	{"unroll.epilog", "", scalarLoop, [2]knobValue{{"1", "for.body: unroll.disable"}, {"0", "prologue: unroll.disable"}}},
	{"unroll.remainder", "", scalarLoop, [2]knobValue{{"0", "max_trip_count=3"}, {"1", ""}}},
	{"unroll.backedge-size", "unroll.runtime-threshold=12", scalarLoop, [2]knobValue{{"0", "loop unrolled (count=2)"}, {"4", "loop unrolled (count=4)"}}},
	{"unroll.full-max-count", "", longLoop, [2]knobValue{{"16", "loop unrolled (count=30)"}, {"60", "loop completely unrolled (count=60)"}}},
	{"unroll.full-max-count", "", shortLoop, [2]knobValue{{"3", "loop completely unrolled by its upper bound (count=3)"}, {"2", ""}}},
	{"unroll.full-max-count", "", `func k(y []int32) (s int32) { for i := range 5 { s = (s ^ y[i]) * 3 }; return }`,
		[2]knobValue{{"5", "loop completely unrolled (count=5)"}, {"4", "loop unrolled (count=4)"}}},
	{"unroll.full-max-count", "", `func k(y, x, w []float32) {
	if len(w) < 5 || len(x) < len(y)+5 { return }
	for i := range y { for j := range 5 { y[i] += x[i+j] * w[j] } }
}`, [2]knobValue{{"5", "loop completely unrolled (count=5)"}, {"4", "outer loop vectorized"}}},
	{"unroll.full-max-count", "", `func k(y, x []float32) {
	for i := range y { var t [5]float32; for j := range 5 { t[j] = x[5*i+j] }; y[i] = t[0]*t[1] + t[2]*t[3] - t[4] }
}`, [2]knobValue{{"5", "loop completely unrolled (count=5)"}, {"4", "outer loop not vectorized"}}},
	{"unroll.partial-threshold", "", longLoop, [2]knobValue{{"150", "loop unrolled (count=30)"}, {"30", "loop unrolled (count=6)"}}},
	{"unroll.allow-partial", "", longLoop, [2]knobValue{{"1", "loop unrolled (count=30)"}, {"0", ""}}},
	{"unroll.threshold", "unroll.full-max-count=60", longLoop, [2]knobValue{{"0", "completely unrolled (count=60)"}, {"100", "loop unrolled (count=30)"}}},
	{"unroll.threshold-aggressive", "unroll.full-max-count=60", longLoop, [2]knobValue{{"300", "completely unrolled (count=60)"}, {"100", "loop unrolled (count=30)"}}},
	{"unroll.pragma-threshold", "", strings.Replace(longLoop, "vectorize.enable=0", "unroll.full", 1),
		[2]knobValue{{"16384", "completely unrolled (count=60)"}, {"50", "warning: loop not unrolled: write unroll.count=4 instead of unroll.full; the loop has too many iterations"}}},
	{"unroll.allow-remainder", "", strings.ReplaceAll(longLoop, "60", "61"), [2]knobValue{{"1", "loop unrolled (count=4)"}, {"0", ""}}},
	{"unroll.allow-remainder", "", requestedLoop, [2]knobValue{{"1", "loop unrolled (count=2)"}, {"0", "loop unrolled (count=2 tests=kept)"}}},
	{"unroll.allow-remainder", "", jammedLoop, [2]knobValue{{"1", "loop unrolled and jammed (count=4)"}, {"0", "warning: loop not unrolled and jammed: remove the option or knob that forbids it; an option or a knob forbids it"}}},
	{"unroll.allow-remainder", "", rowSums, [2]knobValue{{"1", "loop unrolled and jammed (count=4)"}, {"0", ""}}},
	{"unroll.allow-remainder", "", matrixProduct, [2]knobValue{{"1", "loop unrolled and jammed (count=2)"}, {"0", ""}}},
	{"unroll.allow-remainder", "", `func k(y, a, x []int32) {
	if len(y) < 900 || len(a) < 9 || len(x) < 100 { return }
	//loop:unroll_and_jam.count=4
	for i := range 9 { for j := range 100 { y[i*100+j] += a[i] * x[j] } }
}`, [2]knobValue{{"1", "loop unrolled and jammed (count=4)"}, {"0", "loop unrolled and jammed (count=3)"}}},
	{"unroll.allow-expensive-trip-count", "", strings.Replace(scalarLoop, "i := range y", "i := 0; i < len(y); i += 3", 1),
		[2]knobValue{{"0", ""}, {"1", "loop unrolled (count=4)"}}},
	{"unroll.flat-trip-count", "peel.allow=0", strings.Replace(scalarLoop, "enable=0", "enable=0 estimated_trip_count=6", 1),
		[2]knobValue{{"5", "loop unrolled (count=4)"}, {"10", "vectorize.enable=0 estimated_trip_count=6"}}},
	{"unroll.upper-bound", "", shortLoop, [2]knobValue{{"0", ""}, {"1", "loop completely unrolled by its upper bound (count=3)"}}},
	{"unroll.max-upper-bound", "unroll.upper-bound", shortLoop, [2]knobValue{{"3", "loop completely unrolled by its upper bound (count=3)"}, {"2", ""}}},
	{"unroll.full-nest-depth", "", `func k(y []int32) {
	//loop:unroll.disable
	for i := range y {
		//loop:vectorize.enable=0
		for j := range 8 { y[i] = y[i]*3 + int32(j) }
	}
}`, [2]knobValue{{"2", "loop completely unrolled (count=8)"}, {"1", "k.go:6:3: remark: loop unrolled (count=4)"}}},
	{"unroll.multi-exit", "", searchLoop, [2]knobValue{{"0", ""}, {"1", "loop unrolled (count=4)"}}},
	{"unroll.multi-exit", "unroll.other-exit-predictable", secondSearchLoop, [2]knobValue{{"0", ""}, {"1", "loop unrolled (count=4)"}}},
	{"unroll.other-exit-predictable", "", searchLoop, [2]knobValue{{"0", ""}, {"1", "loop unrolled (count=4)"}}},
	{"unroll.analyze-iterations", "unroll.threshold=70", foldingLoop, [2]knobValue{{"8", "completely unrolled (count=8)"}, {"7", "loop unrolled (count=4)"}}},
	{"unroll.boost", "unroll.threshold=70", foldingLoop, [2]knobValue{{"400", "completely unrolled (count=8)"}, {"100", "loop unrolled (count=4)"}}},

	{"peel.allow", "", peelingLoop, [2]knobValue{{"1", "loop peeled (count=3)"}, {"0", ""}}},
	{"peel.allow", "peel.count=2", scalarLoop, [2]knobValue{{"1", "loop peeled (count=2)"}, {"0", ""}}},
	{"peel.max-count", "", peelingLoop, [2]knobValue{{"3", "loop peeled (count=3)"}, {"2", "loop peeled (count=2)"}}},
	{"peel.threshold", "", peelingLoop, [2]knobValue{{"100", "loop peeled (count=3)"}, {"10", "loop peeled (count=1)"}}},
	{"peel.count", "", scalarLoop, [2]knobValue{{"0", ""}, {"2", "loop peeled (count=2)"}}},
	{"peel.force-count", "peel.allow=0", scalarLoop, [2]knobValue{{"0", ""}, {"2", "loop peeled (count=2)"}}},
	{"peel.max-branches", "", `func k(g []int32, y int32) (x int32) {
	for i := range g { if g[i] > 4 { g[i] = x }; x = y }
	return
}`, [2]knobValue{{"32", "loop peeled (count=1)"}, {"0", ""}}},
	{"peel.disable-advanced", "", `func k(g []int32, y int32) (x int32) {
	for i := range g { if g[i] == 7 { return x + 1 }; g[i] = x; x = y }
	return
}`, [2]knobValue{{"0", "loop peeled (count=1)"}, {"1", ""}}},
	{"peel.nests", "", `func k(g, h []int32, y int32) (x int32) {
	for i := range g { for j := range h { h[j] += x }; g[i] = x; x = y }
	return
}`, [2]knobValue{{"0", ""}, {"1", "loop peeled (count=1)"}}},

	{"jam.allow", "", rowSums, [2]knobValue{{"1", "loop unrolled and jammed (count=4)"}, {"0", ""}}},
	{"jam.threshold", "", rowSums, [2]knobValue{{"100", "loop unrolled and jammed (count=4)"}, {"5", ""}}},
	{"jam.max-count", "", rowSums, [2]knobValue{{"4", "loop unrolled and jammed (count=4)"}, {"2", "loop unrolled and jammed (count=2)"}}},
	{"jam.enable", "", rowSums, [2]knobValue{{"1", "loop unrolled and jammed (count=4)"}, {"0", ""}}},
	{"jam.enable", "", jammedLoop, [2]knobValue{{"1", "loop unrolled and jammed (count=4)"}, {"0", "warning: loop not unrolled and jammed"}}},
	{"jam.count", "", plainNest, [2]knobValue{{"0", ""}, {"3", "loop unrolled and jammed (count=3)"}}},
	{"jam.count", "", strings.Replace(jammedLoop, "enable", "count=2", 1), [2]knobValue{{"0", "loop unrolled and jammed (count=2)"}, {"3", "loop unrolled and jammed (count=3)"}}},
	{"jam.allow", "jam.count=3", plainNest, [2]knobValue{{"1", "loop unrolled and jammed (count=3)"}, {"0", ""}}},
	{"jam.count", "", jammedLoop, [2]knobValue{{"0", "loop unrolled and jammed (count=4)"}, {"3", "loop unrolled and jammed (count=3)"}}},
	{"jam.max-count", "", jammedLoop, [2]knobValue{{"4", "loop unrolled and jammed (count=4)"}, {"2", "loop unrolled and jammed (count=2)"}}},
	{"jam.pragma-threshold", "", jammedLoop, [2]knobValue{{"1024", "loop unrolled and jammed (count=4)"}, {"20", "warning: loop not unrolled and jammed: move parts of the loop's body into separate loops; the code would become too large"}}},
	{"jam.threshold", "", matrixProduct, [2]knobValue{{"100", "loop unrolled and jammed (count=2)"}, {"20", ""}}},
	{"jam.min-percent", "", matrixProduct, [2]knobValue{{"1", "loop unrolled and jammed (count=2)"}, {"100", ""}}},

	{"interchange.allow", "", `func k(x []int32, n, m int) (s int32) {
	for j := 0; j < m; j++ { for i := 0; i < n; i++ { s += x[i*m+j] } }
	return
}`, [2]knobValue{{"1", "loops interchanged"}, {"0", ""}}},
	{"commoning.allow", "", carryingLoop, [2]knobValue{{"1", "[commoning]"}, {"0", ""}}},
	{"commoning.max-distance", "", carryingLoop, [2]knobValue{{"2", "[commoning]"}, {"1", ""}}},
	{"fuse.peel-max-count", "", `func k(y, z []int32) {
	if len(y) < 34 || len(z) < 34 { return }
	//loop:fuse.enable
	for i := range 34 { y[i] += 3 }
	for i := range 32 { z[i] = y[i] * 5 }
}`, [2]knobValue{{"2", "loops fused"}, {"1", "warning: loops not fused"}}},
	{"windows.allow", "", `func k(y []uint16, x []uint16, idx []uint16) {
	//loop:vectorize.enable vectorize.gathers=window
	for i := range y { y[i] = x[idx[i]] }
}`, [2]knobValue{{"1", "windows=1"}, {"0", ""}}},
	{"flatten.enable", "", `func k(y []int32, n, m int) {
	for i := range n { for j := range m { y[i*m+j]++ } }
}`, [2]knobValue{{"0", "k.go:3:21: remark: loop vectorized"}, {"1", "loops flattened"}}},
}

// Kernels of knobEffects.
const (
	scalarLoop = `func k(y []int32) {
	//loop:vectorize.enable=0
	for i := range y { y[i] += 3 }
}`
	longLoop = `func k(y []int32) {
	if len(y) < 60 { return }
	//loop:vectorize.enable=0
	for i := range 60 { y[i] += 3 }
}`
	carryingLoop = `func k(a []float64) (s float64) {
	for i := 0; i < len(a)-2; i++ { s = s*0.5 + (a[i] - a[i+2]) }
	return
}`
	requestedLoop = `func k(y []int32) {
	//loop:vectorize.enable=0 unroll.count=2
	for i := range y { y[i] += 3 }
}`
	shortLoop = `func k(y []int32, n uint) {
	//loop:vectorize.enable=0
	for i := range int(n & 3) { y[i] += 3 }
}`
	searchLoop = `func k(y []int32, x int32) int {
	//loop:vectorize.enable=0
	for i, v := range y { if v == x { return i } }
	return -1
}`
	secondSearchLoop = `func k(y []int32, x int32) int {
	//loop:vectorize.enable=0
	for i, v := range y { if v == x { return i }; if v*v == x { return 2*i } }
	return -1
}`
	foldingLoop = `var tab = [8]int32{0, 3, 0, 0, 1, 0, 0, 2}
func k(y []int32, x int32) {
	if len(y) < 8 { return }
	//loop:vectorize.enable=0
	for i := range 8 {
		t := tab[i] * x
		y[i] += t; y[i] ^= t << 1; y[i] += t*t; y[i] ^= t >> 1; y[i] += t*t*t; y[i] -= t &^ 3; y[i] *= t | 1; y[i] += t << 3
		if t > 3 && tab[i] > 1 { y[i] -= t / 3; y[i] ^= t + x; y[i] *= t*t - x; y[i] += t; y[i] ^= 77; y[i] -= t*5; y[i] += x*x }
	}
}`
	peelingLoop = `func k(g []int32, y, a int32) (x int32) {
	for i := range g { g[i] = x; x = y; y = a + 1; a = 5 }
	return
}`
	rowSums = `func k(y, a, x []float32, n int) {
	for i := range n { s := float32(0); for j := range n { s += a[i*n+j] * x[j] }; y[i] = s }
}`
	matrixProduct = `func k(c, a, b []float32, n int) {
	for i := range n { for j := range n { s := c[i*n+j]; for l := range n { s += a[i*n+l] * b[l*n+j] }; c[i*n+j] = s } }
}`
	plainNest = `func k(y, a, x []int32, n int) {
	for i := range n { for j := range n { y[i*n+j] += a[i] * x[j] } }
}`
	jammedLoop = `func k(y, a, x []int32, n int) {
	//loop:unroll_and_jam.enable
	for i := range n {
		for j := range n { y[i] += a[i*n+j] * x[j] }
	}
}`
)

// TestKnobEffects checks that two values of every knob differ in the way that its description states. The interpreter
// runs the kernel before and after every pass.
func TestKnobEffects(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range knobEffects {
		seen[e.knob] = true
		for i, v := range e.values {
			knobs := e.knob + "=" + v.value
			if e.more != "" {
				knobs += "," + e.more
			}
			o := optimize(t, cpu.AVX2, "eval-each,"+knobs, e.src)
			all := o.remarks + strings.Join(o.loops, "\n")
			if !strings.Contains(all, v.want) {
				t.Errorf("%s: no %q in\n%s", knobs, v.want, all)
			}
			if other := e.values[1-i].want; other != "" && strings.Contains(all, other) {
				t.Errorf("%s: %q as with %s=%s in\n%s", knobs, other, e.knob, e.values[1-i].value, all)
			}
		}
	}
	for _, name := range config.KnobNames() {
		if !seen[name] {
			t.Errorf("no kernel shows what %s does", name)
		}
	}
}

// TestChildLoops checks that the loops inside copies of an unrolled loop are visited again, each separately (LLVM's
// unroll-revisit-child-loops, which is not a knob here).
func TestChildLoops(t *testing.T) {
	o := optimize(t, cpu.AVX2, "eval-each", `func k(y, x []int32, n int) {
		//loop:unroll.full
		for i := range 3 { for j := range n { y[i*n+j] += x[j] } }
	}`)
	n := 0
	for _, l := range o.loops {
		if strings.Contains(l, "vectorize.body") && !strings.Contains(l, "vectorize.epilogue") {
			n++
		}
	}
	if n != 3 {
		t.Errorf("%d of 3 inner loops are vectorized:\n%s", n, strings.Join(o.loops, "\n"))
	}
}
