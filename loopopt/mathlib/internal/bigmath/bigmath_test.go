package bigmath

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

const testPrec = 200

func near(t *testing.T, what string, x, got, want *big.Float) {
	t.Helper()
	d := sub(testPrec, got, want)
	if d.Sign() != 0 && exponent(d) > exponent(want)-testPrec+10 {
		t.Errorf("%s at %v: got %.40g, want %.40g", what, x, got, want)
	}
}

// TestConstants compares with the digits that tables give (OEIS A000796, A002162).
func TestConstants(t *testing.T) {
	for _, c := range []struct {
		got  *big.Float
		want string
	}{
		{Pi(200), "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798"},
		{Ln2(200), "0.69314718055994530941723212145817656807550013436025525412068000949339362196969471560586332699641868754"},
	} {
		want, _, err := big.ParseFloat(c.want, 10, 200, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "constant", want, c.got, want)
	}
}

// TestIdentities ties the functions to each other, at arguments of all sizes, and to package math for the gross value.
func TestIdentities(t *testing.T) {
	const p = testPrec + 20
	r := rand.New(rand.NewPCG(1, 2))
	one := fromInt(p, 1)
	for range 300 {
		f := math.Ldexp(1+r.Float64(), r.IntN(30)-20)
		if r.IntN(2) == 0 {
			f = -f
		}
		x := newFloat(53).SetFloat64(f)
		y := newFloat(53).SetFloat64(r.Float64())
		wide := uint(300)
		sum := add(wide, x, y)

		s, c := Sin(p, x), Cos(p, x)
		near(t, "sin²+cos²", x, add(p, mul(p, s, s), mul(p, c, c)), one)
		near(t, "sin/cos", x, Tan(p, x), quo(p, s, c))
		near(t, "sin(x+y)", x, add(p+60, mul(p+60, Sin(p+60, x), Cos(p+60, y)), mul(p+60, Cos(p+60, x), Sin(p+60, y))),
			Sin(p, sum))
		g, _ := s.Float64()
		if math.Abs(g-math.Sin(f)) > 1e-12 {
			t.Errorf("sin %g: %g", f, g)
		}
		a := Atan(p+20, x)
		near(t, "tan(atan)", x, Tan(p, a), x)
		if math.Abs(f) < 1 {
			near(t, "sin(asin)", x, Sin(p, Asin(p+20, x)), x)
			near(t, "cos(acos)", x, Cos(p, Acos(p+20+uint(-exponent(x)), x)), x)
		}
		ax := newFloat(53).Abs(x)
		near(t, "exp(log)", x, Exp(p, Log(p+20, ax)), ax)
		near(t, "log1p", x, Log1p(p, ax), Log(p, add(wide, ax, one)))
		if math.Abs(f) < 200 {
			near(t, "exp(x+y)", x, mul(p, Exp(p, x), Exp(p, y)), Exp(p, sum))
			near(t, "log(exp)", x, Log(p, Exp(p+40, x)), x)
			near(t, "expm1", x, Log1p(p, Expm1(p+300, x)), x)
			sh, ch := Sinh(p+600, x), Cosh(p+600, x)
			near(t, "cosh²-sinh²", x, sub(p+600, mul(p+600, ch, ch), mul(p+600, sh, sh)), one)
			near(t, "tanh", x, Tanh(p, x), quo(p, sh, ch))
		}
		b := Cbrt(p, x)
		near(t, "cbrt³", x, mul(p, b, mul(p, b, b)), x)
		near(t, "pow", x, Pow(p, ax, fromInt(p, 3)), mul(p, ax, mul(p, ax, ax)))
		near(t, "exp2(log2)", x, Exp2(p, Log2(p+20, ax)), ax)
		near(t, "atan2", x, Tan(p, Atan2(p+30, y, x)), quo(p, y, x))
	}
	for n := -1074; n < 1024; n++ { // arguments of Exp that leave nothing, or almost nothing, after reduction
		near(t, "exp2", fromInt(p, int64(n)), add(p, Exp2(110, fromInt(53, int64(n))), newFloat(p)), scale(one, n))
		near(t, "exp2", fromInt(p, int64(n)), Exp2(p, fromInt(53, int64(n))), scale(one, n))
	}
	// Exact derivations far out: double angles of the largest float64, and functions of tiny numbers.
	x := newFloat(53).SetFloat64(math.MaxFloat64)
	s, c := Sin(p, x), Cos(p, x)
	near(t, "sin 2x", x, scale(mul(p, s, c), 1), Sin(p, scale(x, 1)))
	tiny := newFloat(53).SetFloat64(math.SmallestNonzeroFloat64)
	for name, fn := range map[string]func(uint, *big.Float) *big.Float{
		"sin": Sin, "tan": Tan, "atan": Atan, "expm1": Expm1, "log1p": Log1p, "sinh": Sinh, "tanh": Tanh, "asin": Asin} {
		near(t, name, tiny, fn(p, tiny), tiny)
	}
}
