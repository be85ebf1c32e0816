package source

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

type rec struct {
	A int32
	B [2]int8
}

// line reads the args line of a function with the given parameters.
func line(t *testing.T, params, args string) (ArgsLine, error) {
	t.Helper()
	f, err := Load("k.go", "package k\n\ntype Rec struct { A int32; B [2]int8 }\n\n// F does nothing.\n// args: "+args+
		"\nfunc F("+params+") {}\n")
	if err != nil {
		t.Fatal(err)
	}
	return f.ArgsLine("F")
}

// TestArgsLine checks the arguments for each kind of word.
func TestArgsLine(t *testing.T) {
	type (
		i32 = []int32
		u8  = []uint8
		f64 = []float64
	)
	m := Maker{Rand: rand.New(rand.NewPCG(1, 2)), Usual: func(e reflect.Value) { setInt(e, 7) },
		Text: func(n int) string { return strings.Repeat("t", n) }}
	for _, c := range []struct {
		typ                reflect.Type
		params, args, want string
	}{
		{reflect.TypeFor[func(a, b, c int, d float32, e, f bool, g uint8)](),
			"a, b, c int, d float32, e, f bool, g uint8", "n s c 1e-3 0 2*n -1", "10 3 2 0.001 false true 255"},
		{reflect.TypeFor[func(a int, b float64)](), "a int, b float64", "2*(n/4)+1 n/4", "5 2"},
		{reflect.TypeFor[func(a i32, s string, p *[3]int32, q [2]uint8)](), "a []int32, s string, p *[3]int32, q [2]uint8",
			"[n/5] [n-8] [] []", "[7 7] tt &[7 7 7] [7 7]"},
		{reflect.TypeFor[func(a, b i32, c []bool)](), "a, b []int32, c []bool", "[3]%1 [3]=-2 [2]=0.5",
			"[0 0 0] [-2 -2 -2] [true true]"},
		{reflect.TypeFor[func(a i32, b f64)](), "a []int32, b []float64", "[4]step3 [4]step2", "[0 3 6 9] [0 2 4 6]"},
		{reflect.TypeFor[func(a u8, b string)](), "a []byte, b string", "[2]'_' [2]'|'", "[32 32] \n\n"},
		{reflect.TypeFor[func(r []rec, x *[2][2]int8)](), "r []Rec, x *[2][2]int8", "[2]step1 []step1",
			"[{0 [1 2]} {3 [4 5]}] &[[0 1] [2 3]]"},
		// At this length the divisor is 0, and the slice length is negative.
		{reflect.TypeFor[func(a int, b, c i32)](), "a int, b, c []int32", "8/(n-10) [n-11] [2]%(n-10)", "0 [] [0 0]"},
	} {
		l, err := line(t, c.params, c.args)
		if err != nil {
			t.Error(err)
			continue
		}
		var got []string
		for _, a := range m.Make(l, c.typ, 10) {
			got = append(got, strings.ReplaceAll(fmt.Sprintf("%v", a), "&{", "{"))
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%s: %q, want %q", c.args, g, c.want)
		}
	}
}

// TestArgsLineDrawn checks random values: bounds, order, and that both bounds are reached.
func TestArgsLineDrawn(t *testing.T) {
	l, err := line(t, "a []int32, b []int32, c []int16, d []float64, e []int32, f []uint64, g []byte",
		"[n]%5 [n]sorted%100 [n]perm [n]~-2,2 [n]~10,12 [n]* [n]'ab_'")
	if err != nil {
		t.Fatal(err)
	}
	typ := reflect.TypeFor[func(a, b []int32, c []int16, d []float64, e []int32, f []uint64, g []byte)]()
	for _, even := range []bool{false, true} {
		m := Maker{Rand: rand.New(rand.NewPCG(1, 2)), Even: even}
		args := m.Make(l, typ, 1000)
		seen := map[string]int{}
		a, b, c, d := args[0].([]int32), args[1].([]int32), args[2].([]int16), args[3].([]float64)
		for i := range 1000 {
			seen[fmt.Sprint("%", a[i])]++
			seen[fmt.Sprint("perm", c[i])]++
			seen[fmt.Sprint("~", args[4].([]int32)[i])]++
			seen[fmt.Sprint("'", string(args[6].([]byte)[i]))]++
			if i > 0 && b[i] < b[i-1] || b[i] < 0 || b[i] >= 100 {
				t.Errorf("sorted: %d follows %d", b[i], b[max(i-1, 0)])
			}
			if d[i] < -2 || d[i] > 2 || even && d[i] != float64(int(d[i]*4))/4 {
				t.Errorf("~: %v", d[i])
			}
			if args[5].([]uint64)[i]>>60 != 0 {
				seen["*"]++
			}
		}
		if len(seen) != 5+1000+3+3+1 {
			t.Errorf("%d different values", len(seen))
		}
	}
}

// TestArgsLineErrors checks the positions of errors.
func TestArgsLineErrors(t *testing.T) {
	for _, c := range []struct{ params, args, want string }{
		{"a, b int", "n", `k.go:6:11: 1 words for the 2 parameters of F`},
		{"a int", "n  s", `k.go:6:13: "s" is one word too many for the 1 parameters of F`},
		{"a, b int", "n [n]", `k.go:6:12: "[n]" for parameter b of F: a int is a number`},
		{"a []int", "n", `a []int is written [LEN]`},
		{"a []int", "[n", `a ] is missing`},
		{"a []int", "[]", `needs a length`},
		{"a *[4]int", "[4]", `has its own length`},
		{"a []int", "[n]+", `"+" says nothing of elements`},
		{"a []int", "[n]~1", `~ is followed by LO,HI`},
		{"a []byte", "[n]'ab", `a ' is missing`},
		{"a int", "n+", `"n+" is no expression`},
		{"a int", "m", `undefined: m`},
		{"a int", `"n"`, `is no constant number`},
		{"a []int", "[n]%(1/0)", `division by zero`},
	} {
		if _, err := line(t, c.params, c.args); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.args, err, c.want)
		}
	}
	// Only the last line of the comment counts, and it is optional.
	f, err := Load("k.go", "package k\n\n// args: [\n// F does nothing.\nfunc F(a int) {}\n\nfunc G(a int) {}\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"F", "G"} {
		if l, err := f.ArgsLine(name); l != nil || err != nil {
			t.Errorf("%s: %v, %v", name, l, err)
		}
	}
}
