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
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
	"hotloop/loopopt/remark"
)

// Types of counters.
const (
	allTypes      = "int int64 uint uint64 uintptr int32 uint32 int16 uint16 int8 uint8"
	wideTypes     = "int int64 uint uint64 uintptr"
	unsignedTypes = "uint uint64 uintptr uint32 uint16 uint8"
)

// counterLoops are loops whose counters have the type T, and how many checks they keep.
var counterLoops = []struct {
	name, types string
	checks      int
	src         string
}{
	{"up", allTypes, 0, "func k(a []uint32) { for i := T(0); i < T(len(a)); i++ { a[i] += 3 } }"},
	{"sum", allTypes, 0, "func k(a []uint32) (s uint32) { for i := T(0); i < T(len(a)); i++ { s += a[i] }\nreturn }"},
	{"another slice", allTypes, 1, "func k(a, b []uint32) { for i := T(0); i < T(len(a)); i++ { a[i] += b[i] } }"},
	{"not equal", wideTypes + " uint32 uint16 uint8", 0, "func k(a []uint32) { for i := T(0); i != T(len(a)); i++ { a[i] += 3 } }"},
	{"a variable", allTypes, 0, "func k(a []uint32) { n := T(len(a)); for i := T(0); i < n; i++ { a[i] += 3 } }"},
	{"an argument", allTypes, 1, "func k(a []uint32, n T) { for i := T(0); i < n; i++ { a[i] += 3 } }"},
	{"at most", allTypes, 0, "func k(a []uint32, n T) { if n > T(len(a)) { return }\n for i := T(0); i < n; i++ { a[i] += 3 } }"},
	{"from an argument", unsignedTypes, 0, "func k(a []uint32, m T) { for i := m; i < T(len(a)); i++ { a[i] += 3 } }"},
	{"range", allTypes, 0, "func k(a []uint32) { for i := range T(len(a)) { a[i] += 3 } }"},
	{"while", allTypes, 0, "func k(a []uint32) { i := T(0); for i < T(len(a)) { a[i] += 3; i++ } }"},
	{"arrays", allTypes, 1, "func k(a, b *[100]uint32) { for i := T(0); i < 100; i++ { a[i] += b[99-i] } }"},
	{"resliced", allTypes, 0, "func k(a, b []uint32) { b = b[:len(a)]; for i := T(0); i < T(len(a)); i++ { a[i] += b[i] } }"},
	{"fours", wideTypes, 0, "func k(a []uint32) { for i := T(0); i+4 <= T(len(a)); i += 4 { a[i] += 3; a[i+1] += 4; a[i+2] += 5; a[i+3] += 6 } }"},
	{"fours, last below", wideTypes, 0, "func k(a []uint32) { for i := T(0); i+3 < T(len(a)); i += 4 { a[i] += 3; a[i+1] += 4; a[i+2] += 5; a[i+3] += 6 } }"},
	{"four neighbours", wideTypes, 0, "func k(a []uint32) (s uint32) { for i := T(0); i+4 <= T(len(a)); i++ { s += a[i] ^ a[i+1]+a[i+2] ^ a[i+3] }\nreturn }"},
	{"halves", wideTypes + " uint32 uint16 uint8", 0, "func k(a []uint32) { for i := T(0); i < T(len(a))/2; i++ { a[2*i] += 3; a[2*i+1] += 4 } }"},
	{"down", allTypes, 0, "func k(a []uint32) { for i := T(len(a)); i > 0; i-- { a[i-1] += 3 } }"},
	{"down, sum", allTypes, 0, "func k(a []uint32) (s uint32) { for i := T(len(a)); i > 0; i-- { s += a[i-1] }\nreturn }"},
	{"down, not equal", wideTypes + " uint32 uint16 uint8", 0, "func k(a []uint32) { for i := T(len(a)); i != 0; i-- { a[i-1] += 3 } }"},
	{"down before", allTypes, 0, "func k(a []uint32) { for i := T(len(a)); i > 0; { i--; a[i] += 3 } }"},
	{"down before, not equal", wideTypes + " uint32 uint16 uint8", 0, "func k(a []uint32) { for i := T(len(a)); i != 0; { i--; a[i] += 3 } }"},
	{"down to 0", "int int64", 0, "func k(a []uint32) { for i := T(len(a)) - 1; i >= 0; i-- { a[i] += 3 } }"},
	{"down until it wraps", unsignedTypes, 0, "func k(a []uint32) { for i := T(len(a)) - 1; i < T(len(a)); i-- { a[i] += 3 } }"},
	{"down until it wraps, sum", unsignedTypes, 0, "func k(a []uint32) (s uint32) { for i := T(len(a)) - 1; i < T(len(a)); i-- { s += a[i] }\nreturn }"},
	{"mirrored", allTypes, 0, "func k(o, a []uint32) { n := T(len(a)); if T(len(o)) < n { return }\n for i := T(0); i < n; i++ { o[i] = a[n-1-i] } }"},
	{"minimum", allTypes, 0, "func k(o, a, b []uint32) { n := T(min(len(o), len(a), len(b))); for i := T(0); i < n; i++ { o[i] = a[i]+b[i] } }"},
	{"minimum by tests", unsignedTypes + " int int32", 0, "func k(o, a, b []uint32) { n := T(len(o)); if T(len(a)) < n { n = T(len(a)) }\n if T(len(b)) < n { n = T(len(b)) }\n for i := T(0); i < n; i++ { o[i] = a[i]+b[i] } }"},
	{"minimum of counters", allTypes, 0, "func k(o, a, b []uint32) { n := min(T(len(o)), T(len(a)), T(len(b))); for i := T(0); i < n; i++ { o[i] = a[i]+b[i] } }"},
	{"two bounds", allTypes, 0, "func k(o, a []uint32) { for i := T(0); i < T(len(o)) && i < T(len(a)); i++ { o[i] += a[i] } }"},
	{"neighbours", wideTypes, 0, "func k(o, a []uint32) { if len(a) < 3 || len(o) < len(a) { return }\n for i := T(1); i < T(len(a))-1; i++ { o[i] = a[i-1]+a[i]+a[i+1] } }"},
	{"converted", wideTypes, 0, "func k(a []uint32) { for i := T(0); int(i) < len(a); i++ { a[i] += 3 } }"},
	{"rows", allTypes, 0, "func k(a [][]uint32) { for y := T(0); y < T(len(a)); y++ { r := a[y]; for x := T(0); x < T(len(r)); x++ { r[x] += 3 } } }"},
	{"rows that are cut", wideTypes, 2, "func k(a []uint32, w, h T) { for y := T(0); y < h; y++ { r := a[y*w : y*w+w]; for x := T(0); x < T(len(r)); x++ { r[x] += 3 } } }"},
	{"rows by products", wideTypes, 1, "func k(a []uint32, w, h T) { for y := T(0); y < h; y++ { for x := T(0); x < w; x++ { a[y*w+x] += 3 } } }"},
	{"an argument, not equal", unsignedTypes, 1, "func k(a []uint32, n T) { for i := T(0); i != n; i++ { a[i] += 3 } }"},
}

// TestCounters checks that loops are vectorized, and keep as many checks as is stated, whatever the type of the counter.
func TestCounters(t *testing.T) {
	for _, c := range counterLoops {
		for _, typ := range strings.Fields(c.types) {
			for _, tier := range []cpu.Tier{cpu.AVX2, cpu.AVX512, cpu.NEON} {
				t.Run(fmt.Sprintf("%s/%s/%s", c.name, typ, tier), func(t *testing.T) {
					vectorized, checks, f := counterLoop(t, tier, typ, c.src)
					if !vectorized {
						t.Errorf("not vectorized:\n%s", f)
					}
					if checks != c.checks {
						t.Errorf("%d checks in loops, not %d:\n%s", checks, c.checks, f)
					}
				})
			}
		}
	}
}

// wrappingLoops are loops whose counters may wrap before they end, or fail.
var wrappingLoops = []struct{ types, src string }{
	{"uint uint32 uint16 uint8", "func k(a []uint32) { for i := T(0); i <= T(len(a))-1; i++ { a[i] += 3 } }"},
	{"uint uint32 uint16 uint8", "func k(o, a []uint32) { for i := T(1); i < T(len(a))-1; i++ { o[0] += a[i+1] } }"},
	{"uint32 uint16 uint8 int32 int16 int8", "func k(a []uint32) { for i := T(0); i < T(len(a)); i += 2 { a[i] += 3 } }"},
	{"uint32 uint16 uint8 int32 int16 int8", "func k(a []uint32) { for i := T(0); i+4 <= T(len(a)); i++ { a[i] += a[i+3] } }"},
	{"int32 int16 int8", "func k(a []uint32) { for i := T(0); i != T(len(a)); i++ { a[i] += 3 } }"},
	{"int32 int16 int8", "func k(a []uint32) { for i := T(len(a)) - 1; i >= 0; i-- { a[i] += 3 } }"},
	{"uint", "func k(a []uint32, n T) { for i := n; i > 0; i-- { a[i-1] += 3 } }"},
	{"uint", "func k(a []uint32, n T) { for i := n - 1; i < n; i-- { a[i] += 3 } }"},
	{"int int32", "func k(a []uint32, m T) { for i := m; i < T(len(a)); i++ { a[i] += 3 } }"},
	{"int int32", "func k(a []uint32) { for i := T(len(a)) - 1; i < T(len(a)); i-- { a[i] += 3 } }"},
	{"uint uint8", "func k(a []uint32) { for i := T(len(a)); i > 0; i -= 2 { a[i-1] += 3 } }"},
	{"uint8", "func k(a []uint32) { for i := T(len(a)); i >= 4; i -= 4 { a[i] += 3 } }"},
}

// TestCountersKeepChecks checks that checks stay where a counter may wrap before the loop ends.
func TestCountersKeepChecks(t *testing.T) {
	for _, c := range wrappingLoops {
		for _, typ := range strings.Fields(c.types) {
			if _, checks, f := counterLoop(t, cpu.AVX2, typ, c.src); checks == 0 {
				t.Errorf("%s: no checks in the loop:\n%s", typ, f)
			}
		}
	}
}

// counterLoop optimizes k, whose counters have type T, and reports whether the result is vectorized. It counts the checks
// in loops, and prints the SSA, after checkelim.
func counterLoop(t *testing.T, tier cpu.Tier, typ, src string) (vectorized bool, checks int, text string) {
	t.Helper()
	res, err := frontend.Build(frontend.Text("k.go", "package k\n\ntype T = "+typ+"\n\n"+src+"\n"), "k", frontend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	knobs, err := config.ParseKnobs("verify-each")
	if err != nil {
		t.Fatal(err)
	}
	out, err := loopopt.Optimize(res.Func, config.Options{Target: isel.TargetFor(cpu.Baseline(tier)), Remarks: &remark.Sink{}, Knobs: knobs,
		After: func(pass string, f *ir.Func, _ bool) {
			if pass != "checkelim" {
				return
			}
			loops := analysis.FindLoops(f, f.Dominators())
			for v := range ir.Values(f.Blocks) {
				if v.Op == ir.OpCheck && loops.Of(v.Block) != nil {
					checks++
				}
			}
			text = f.String()
		}})
	if err != nil {
		t.Fatal(err)
	}
	return out.Vectorized, checks, text
}

// TestCountersKeepMeaning compares what the loops compute before and after optimization, for lengths about those at which
// narrow counters wrap.
func TestCountersKeepMeaning(t *testing.T) {
	check := func(types, src string) {
		for _, typ := range strings.Fields(types) {
			text := "package k\n\ntype T = " + typ + "\n\n" + src + "\n"
			res, err := frontend.Build(frontend.Text("k.go", text), "k", frontend.Options{})
			if err != nil {
				t.Fatal(err)
			}
			before, err := interp.New(res.Func)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := loopopt.Optimize(res.Func, config.Options{Target: isel.TargetFor(cpu.Baseline(cpu.AVX2)), Remarks: &remark.Sink{}}); err != nil {
				t.Fatal(err)
			}
			after, err := interp.New(res.Func)
			if err != nil {
				t.Fatal(err)
			}
			for i, n := range []int{0, 1, 2, 3, 4, 7, 64, 100, 127, 128, 129, 130, 200, 254, 255, 256, 257, 258, 300, 512} {
				for seed := range uint64(3) {
					args := irtest.Args(res.Func, n, uint64(i)*3+seed)
					if args == nil {
						continue // arrays, and slices of slices
					}
					if err := interp.Compare(before, after, args, interp.Options{MaxSteps: 1 << 14}); err != nil && !errors.Is(err, interp.ErrSteps) {
						t.Fatalf("%s, n=%d: %v\n%s", typ, n, err, src)
					}
				}
			}
		}
	}
	for _, c := range counterLoops {
		check(c.types, c.src)
	}
	for _, c := range wrappingLoops {
		check(c.types, c.src)
	}
}
