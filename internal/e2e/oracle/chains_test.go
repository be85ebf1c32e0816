package oracle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"hotloop"
	"hotloop/frontend"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// chain is a random expression of float64 over two float32 values: its text, and its value. The value is bad where an
// intermediate result is infinite or NaN. Mode fast promises nothing about these.
type chain struct {
	text string
	eval func(x, y float64, bad *bool) float64
}

// chainDepth is how deep random expressions are.
const chainDepth = 4

// randomChain is an expression, of functions and operators whose error analysis has cases of its own.
func randomChain(rng *rand.Rand, depth int) chain {
	if depth == 0 || rng.IntN(6) == 0 {
		switch rng.IntN(5) {
		case 0, 1:
			return chain{"float64(x)", func(x, _ float64, _ *bool) float64 { return x }}
		case 2:
			return chain{"float64(y)", func(_, y float64, _ *bool) float64 { return y }}
		}
		c := []float64{1, 2, 0.5, 3, -0.1, 1.7, 40, 1e-3, 0x1p-30}[rng.IntN(9)]
		return chain{fmt.Sprint("float64(", c, ")"), func(_, _ float64, _ *bool) float64 { return c }}
	}
	type function struct {
		name string
		f    func(float64) float64
	}
	functions := []function{{"math.Exp", math.Exp}, {"math.Exp2", math.Exp2}, {"math.Log", math.Log},
		{"math.Log2", math.Log2}, {"math.Tanh", math.Tanh}, {"math.Sin", math.Sin}, {"math.Cos", math.Cos},
		{"math.Abs", math.Abs}, {"math.Sqrt", math.Sqrt}, {"-", func(x float64) float64 { return -x }}}
	a := randomChain(rng, depth-1)
	if rng.IntN(2) == 0 {
		f := functions[rng.IntN(len(functions))]
		return chain{f.name + "(" + a.text + ")", func(x, y float64, bad *bool) float64 {
			return finite(f.f(a.eval(x, y, bad)), bad)
		}}
	}
	b := randomChain(rng, depth-1)
	op := []string{"+", "-", "*", "/", "min", "max"}[rng.IntN(6)]
	text := fmt.Sprintf("(%s %s %s)", a.text, op, b.text)
	if len(op) > 1 {
		text = fmt.Sprintf("%s(%s, %s)", op, a.text, b.text)
	}
	return chain{text, func(x, y float64, bad *bool) float64 {
		v, w := a.eval(x, y, bad), b.eval(x, y, bad)
		switch op {
		case "+":
			v += w
		case "-":
			v -= w
		case "*":
			v *= w
		case "/":
			v /= w
		case "min":
			v = min(v, w)
		case "max":
			v = max(v, w)
		}
		return finite(v, bad)
	}}
}

func finite(v float64, bad *bool) float64 {
	*bad = *bad || math.IsNaN(v) || math.IsInf(v, 0)
	return v
}

// TestRandomFloat32Chains: whatever is computed in float32 is within the error that is promised.
func TestRandomFloat32Chains(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	count, least := 4000, 60
	if testing.Short() {
		count, least = 1000, 10
	}
	rng := rand.New(rand.NewPCG(85, 23))
	xs, ys := chainArguments(rng)
	q := make([]float32, len(xs))
	narrowed := 0
	for range count {
		c := randomChain(rng, chainDepth)
		if !strings.Contains(c.text, "math.") {
			continue
		}
		text := "package k\n\nimport \"math\"\n\nfunc K(q, xs, ys []float32) {\n\tfor i := range min(len(q), len(xs), len(ys)) {\n" +
			"\t\tx, y := xs[i], ys[i]\n\t\t_, _ = x, y\n\t\tq[i] = float32(" + c.text + ")\n\t}\n}\n"
		res, err := frontend.Build(frontend.Text("k.go", text), "K", frontend.Options{FP: ir.FPFast})
		if err != nil {
			t.Fatal(c.text, err)
		}
		if strings.Contains(res.Func.String(), "<f64>") {
			continue
		}
		narrowed++
		k, err := hotloop.Compile[func(q, xs, ys []float32)](text, "K", hotloop.FP(hotloop.FPFast),
			hotloop.RequireNative())
		if err != nil {
			t.Fatal(c.text, err)
		}
		k.Func(q, xs, ys)
		k.Close()
		for i := range q {
			bad := false
			want := float32(c.eval(float64(xs[i]), float64(ys[i]), &bad))
			if e := chainError(q[i], want); e > ir.ChainError && !bad && !math.IsInf(float64(want), 0) {
				t.Fatalf("%s of %v and %v is %v, not %v: off by %.2f roundings", c.text, xs[i], ys[i], q[i], want, e*0x1p24)
			}
		}
	}
	t.Logf("%d of %d expressions are computed in float32", narrowed, count)
	if narrowed < least {
		t.Errorf("only %d of %d expressions are computed in float32", narrowed, count)
	}
}

// chainArguments are pairs of numbers, of every exponent and such as functions differ at.
func chainArguments(rng *rand.Rand) (xs, ys []float32) {
	for b := uint64(0); b < 1<<32; b += 4 * shortChainStride {
		x, y := math.Float32frombits(uint32(b)), math.Float32frombits(rng.Uint32())
		usual := float32(rng.NormFloat64() * 20)
		xs, ys = append(xs, x, x, usual, usual), append(ys, y, usual, y, float32(rng.NormFloat64()))
	}
	return xs, ys
}
