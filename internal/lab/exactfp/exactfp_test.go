package exactfp

import (
	"strings"
	"testing"

	"hotloop/internal/lab/source"
)

// TestDecl checks the rewritten form of each kind of operand.
func TestDecl(t *testing.T) {
	cases := []struct{ in, want string }{
		{"y[i] += a * x[i]", "y[i] += float32(a * x[i])"},
		{"y[i] = a*a*x[i] + a", "y[i] = float32(float32(a*a)*x[i]) + a"},
		{"y[i] = a / x[i] * (a*a - a)", "y[i] = float32(float32(a / x[i]) * (float32(a*a) - a))"},
		{"y[i] *= a", "y[i] = float32(y[i] * (a))"},
		{"y[i*2] /= a*a + 1", "y[i*2] = float32(y[i*2] / (float32(a*a) + 1))"},
		{"y[i] = a + 2.0*3.0", "y[i] = a + 2.0*3.0"},
		{"i *= 3", "i *= 3"},
		{"m := mine(a) * mine(a); y[i] = float32(m)", "m := mine(mine(a) * mine(a)); y[i] = float32(m)"},
	}
	for _, c := range cases {
		decl := "type mine float32\n\n"
		if !strings.Contains(c.in, "mine") {
			decl = "" // Extract omits declarations that the function does not use
		}
		text := "package p\n\n" + decl + "func F(a float32, i int, x, y []float32) {\n\t" + c.in + "\n}\n"
		f, err := source.Load("p.go", text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Func("F"); err != nil {
			t.Fatal(err)
		}
		got, err := Extract(f, "p", "F")
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.Replace(text, c.in, c.want, 1); got != want {
			t.Errorf("%s\nbecame\n%s\nwant\n%s", c.in, got, want)
		}
	}
}

// TestRefused checks the errors for code that cannot be rewritten.
func TestRefused(t *testing.T) {
	f, err := source.Load("p.go", "package p\n\nfunc g() int { return 0 }\n\nfunc F(y []float64) { y[g()] *= 2 }\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Extract(f, "p", "F"); err == nil || !strings.Contains(err.Error(), "call on its left side") {
		t.Fatalf("got %v", err)
	}
}

// TestGeneric checks that products of type parameters that may be floats are wrapped.
func TestGeneric(t *testing.T) {
	const text = "package p\n\ntype number interface{ ~int32 | ~float64 }\n\nfunc F[T number, I ~int](x []T, a T, i I) " +
		"{\n\tx[i*2] = a*a + a\n}\n"
	f, err := source.Load("p.go", text)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Extract(f, "p", "F")
	if want := strings.Replace(text, "a*a", "T(a*a)", 1); err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}
