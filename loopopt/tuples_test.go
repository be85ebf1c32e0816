package loopopt_test

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// tupleExpr returns an expression for one member. All members share its shape; signs, places and the order of factors
// are the member's own. Occasionally it has another shape.
func tupleExpr(r, shape *rand.Rand, n, k, depth int) string {
	own := r.Intn(60) == 0
	kind := shape.Intn(10)
	if own {
		kind = r.Intn(10)
	}
	switch {
	case depth == 0:
		kind %= 4
	case depth == 2:
		kind = 5 + kind%5
	}
	at := func(name string) string { return fmt.Sprintf("%s[%d*i+%d]", name, n, r.Intn(n)) }
	switch kind {
	case 0:
		return at("x")
	case 1:
		return at("y")
	case 2:
		return [...]string{"a", "b", "2.5", fmt.Sprintf("w[%d]", r.Intn(4))}[r.Intn(4)]
	case 3:
		return fmt.Sprintf("z[%d*i+%d]", n, k)
	case 4:
		return "w[i]"
	}
	p, q := tupleExpr(r, shape, n, k, depth-1), tupleExpr(r, shape, n, k, depth-1)
	switch {
	case kind == 5:
		return fmt.Sprintf("(%s %c %s)", p, "+-"[r.Intn(2)], q)
	case kind == 6 && r.Intn(2) == 0:
		return fmt.Sprintf("(-%s * %s)", p, q)
	case kind == 7 && r.Intn(2) == 0:
		p, q = q, p
	case kind >= 8:
		return fmt.Sprintf("(%s*%s %c %s)", p, q, "+-"[r.Intn(2)], tupleExpr(r, shape, n, k, depth-1))
	}
	return fmt.Sprintf("(%s * %s)", p, q)
}

// tupleKernel stores structures of two or four floats.
func tupleKernel(seed int64) string {
	r := rand.New(rand.NewSource(seed))
	n, t := 2, "float32"
	switch r.Intn(4) {
	case 0:
		t = "float64"
	case 1:
		n = 4
	}
	var to, from []string
	shape := r.Int63()
	for k := range n {
		to = append(to, fmt.Sprintf("z[%d*i+%d]", n, k))
		from = append(from, tupleExpr(r, rand.New(rand.NewSource(shape)), n, k, 2))
	}
	return fmt.Sprintf("package k\n\nfunc k(z, x, y, w []%s, a, b %s) {\n\tfor i := range len(z) / %d {\n\t\t%s = %s\n\t}\n}\n", t, t, n,
		strings.Join(to, ", "), strings.Join(from, ", "))
}

// TestTuples optimizes kernels that compute structures of floats, many of them in memory order. It compares the
// driver's input and output bit for bit, on numbers of all kinds and overlapping slices.
func TestTuples(t *testing.T) {
	count := int64(80)
	if testing.Short() {
		count = 20
	}
	tuples, signs := 0, 0
	for seed := range count {
		src := tupleKernel(seed)
		for _, mode := range []ir.FPFlags{ir.FPExact, ir.FPGo} {
			for _, tier := range []cpu.Tier{cpu.AVX512, cpu.AVX2, cpu.NEON} {
				res, err := frontend.Build(frontend.Text("k.go", src), "k", frontend.Options{FP: mode, FPWritten: true})
				if err != nil {
					t.Fatalf("%v\n%s", err, src)
				}
				var last *interp.Program
				after := func(pass string, f *ir.Func, changed bool) {
					p, err := interp.New(f)
					if err != nil {
						t.Fatal(err)
					}
					if pass == "driver" {
						if text := f.String(); strings.Contains(text, "vector.body") {
							differ := compareTuples(last, p, src, seed)
							if differ != nil {
								t.Fatalf("seed %d %s %s: %v\n%s\n%s", seed, tier, mode, differ, src, f)
							}
						}
						a, b := countTuples(f)
						tuples, signs = tuples+a, signs+b
					}
					last = p
				}
				knobs, _ := config.ParseKnobs("verify-each")
				target := isel.TargetFor(cpu.Features{Tier: tier, Tuning: cpu.Tuning{VectorBits: 512}})
				if _, err := loopopt.Optimize(res.Func, config.Options{Target: target, Knobs: knobs, After: after}); err != nil {
					t.Fatalf("seed %d %s: %v\n%s", seed, tier, err, src)
				}
			}
		}
	}
	t.Logf("%d kernels compute tuples, %d with signs of their own", tuples, signs)
	if tuples < int(count)/4 || signs < int(count) {
		t.Errorf("%d kernels compute tuples, %d with signs of their own: too few to prove anything", tuples, signs)
	}
}

// countTuples returns 1 for tuples if vectors that were computed with are stored whole. It returns 1 for signs if
// sums and differences, or negated and other values, alternate.
func countTuples(f *ir.Func) (tuples, signs int) {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpStore && v.StoredValue().Type.IsVector() && v.StoredValue().Op.Is(ir.FlagElementwise) {
				tuples = 1
			}
			if v.Op != ir.OpShuffle || !strings.Contains(b.Name, "vector") {
				continue
			}
			switch v.Args[0].Op {
			case ir.OpAdd, ir.OpSub, ir.OpFMA, ir.OpNeg:
				if v.Args[0] != v.Args[1] && v.Args[0].Op.Info().Arity == v.Args[1].Op.Info().Arity {
					signs = 1
				}
			}
		}
	}
	return tuples, signs
}

// compareTuples runs both on slices of several lengths, sometimes of the same memory.
func compareTuples(before, after *interp.Program, src string, seed int64) error {
	r := rand.New(rand.NewSource(seed))
	for n := range 12 {
		length := n * 17 % 150
		var args []any
		if strings.Contains(src, "[]float64") {
			args = floatArgs(r, length, n%4 == 3, func(x float64) float64 { return x })
		} else {
			args = floatArgs(r, length, n%4 == 3, func(x float64) float32 { return float32(x) })
		}
		if err := interp.Compare(before, after, args, interp.Options{MaxSteps: 1 << 18}); err != nil {
			return fmt.Errorf("length %d: %w", length, err)
		}
	}
	return nil
}

// floatArgs returns three slices of similar lengths, a fourth one, and two floats.
func floatArgs[T float32 | float64](r *rand.Rand, length int, overlap bool, of func(float64) T) []any {
	special := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1e-320, 1e-40, 3e38, 1, -1}
	number := func() T {
		if r.Intn(8) == 0 {
			return of(special[r.Intn(len(special))])
		}
		return of((r.Float64() - 0.5) * math.Exp2(float64(r.Intn(20)-10)))
	}
	made := func() []T {
		s := make([]T, length+r.Intn(3))
		for i := range s {
			s[i] = number()
		}
		return s
	}
	z, x, y, w := made(), made(), made(), made()
	if overlap {
		x, y = z[r.Intn(len(z)/2+1):], z
	}
	return []any{z, x, y, w, number(), number()}
}
