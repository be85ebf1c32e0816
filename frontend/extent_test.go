package frontend

import (
	"strings"
	"testing"
)

// TestExtent looks at what //loop:extent makes of parameters, of functions that are called too.
func TestExtent(t *testing.T) {
	for _, d := range []struct{ src, want, err string }{
		{"//loop:extent p unknown\nfunc K(p *[1 << 30]byte) byte { return p[0] }", "p", ""},
		{"func K(n int, p *[8]int32) (s int32) {\n//loop:extent p unknown\nfor i := range n { s += p[i] }\nreturn }", "p", ""},
		{"//loop:extent q unknown\n//loop:extent p unknown\nfunc K(p, q *[8][2]int32) int32 { return p[0][1] + q[1][0] }", "p q", ""},
		// What a function says of its parameter holds for the memory, and in the whole kernel.
		{"func K(p, q *[8]int32) int32 { return f(q) }\n\n//loop:extent x unknown\nfunc f(x *[8]int32) int32 { return x[0] }", "q", ""},
		{"func K(p, q *[8]int32, c bool) int32 { x := p\nif c { x = q }\nreturn f(x) }\n\n//loop:extent x unknown\nfunc f(x *[8]int32) int32 { return x[0] }", "p q", ""},
		{"func K(p *[8]int32) int32 { var a [8]int32\na[p[0]&7] = 1\nreturn f(&a) }\n\n//loop:extent x unknown\nfunc f(x *[8]int32) int32 { return x[0] }", "", ""},
		{"func K(p *[8]int32) int32 { return p[0] }\n\n//loop:extent x unknown\nfunc g(x *[8]int32) int32 { return x[0] }", "", ""},

		{"//loop:extent n unknown\nfunc K(n int) int { return n }", "", "k.go:3:8: found extent of n, of type int; write the name of a parameter that is a pointer to an array instead"},
		{"//loop:extent s unknown\nfunc K(s string) int { return len(s) }", "", "k.go:3:8: found extent of s, a string, which knows its length; write the name of a pointer to an array instead"},
		{"//loop:extent x unknown\nfunc K(x [4]int32) int32 { return x[0] }", "", "k.go:3:8: found extent of x, of type [4]int32; write the name of a parameter that is a pointer to an array instead"},
		{"//loop:extent K unknown\nfunc K(p *[8]int32) int32 { return p[0] }", "", "k.go:3:8: found extent of K, which is no parameter; write the name of a parameter instead"},
		{"//loop:extent p long\nfunc K(p *[8]int32) int32 { return p[0] }", "", "k.go:3:8: found a malformed extent; write extent PARAMETER unknown instead"},
		{"//loop:extent p unknown unknown\nfunc K(p *[8]int32) int32 { return p[0] }", "", "k.go:3:8: found a malformed extent; write extent PARAMETER unknown instead"},
	} {
		res, err := Build(Text("k.go", "package k\n\n"+d.src+"\n"), "K", Options{})
		if d.err != "" {
			if err == nil || !strings.HasPrefix(err.Error(), d.err) {
				t.Errorf("%s:\ngot  %v\nwant %s", d.src, err, d.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", d.src, err)
			continue
		}
		var unknown []string
		for _, p := range res.Func.Params {
			if p.Unknown {
				unknown = append(unknown, p.Name)
			}
		}
		if got := strings.Join(unknown, " "); got != d.want {
			t.Errorf("%s: of unknown extent are %q, want %q", d.src, got, d.want)
		}
	}
}
