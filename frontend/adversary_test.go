package frontend

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"hotloop/frontend/syntax"
)

// No source makes the front end panic or do much more work than its length warrants. Each text is built as K. The
// tests measure the memory that a build allocates, which does not depend on the machine. BenchmarkAdversaries
// measures the time.

// allowance returns the number of bytes that may be allocated for a text of the given length.
func allowance(text int) uint64 { return 64<<20 + 256*uint64(text) }

// allocated returns the number of bytes that this process has allocated so far.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

func rep(n int, f string) string {
	var sb strings.Builder
	for i := range n {
		fmt.Fprintf(&sb, f, i, i+1)
		sb.WriteByte('\n')
	}
	return sb.String()
}

func inK(body string) string {
	return "package p\nfunc K(x []int, n int) (r int) {\n" + body + "\nreturn }\n"
}

// adversaries are texts that double, nest, chain or repeat something. want is the start of the error, or "" if
// there is none.
var adversaries = []struct {
	name, text, want string
}{
	{"parentheses", inK("return " + strings.Repeat("(", 90000) + "n" + strings.Repeat(")", 90000)),
		"code nested more than "},
	{"too many parentheses", inK("return " + strings.Repeat("(", 200000) + "n" + strings.Repeat(")", 200000)),
		"exceeded max nesting depth"},
	{"sum", inK("return n" + strings.Repeat("+n", 80000)), "code nested more than "},
	{"short sum", inK("return n" + strings.Repeat("+n", 900)), ""},
	{"minus", inK("return " + strings.Repeat("- ", 90000) + "n"), "code nested more than "},
	{"blocks", inK(strings.Repeat("{", 90000) + strings.Repeat("}", 90000)), "code nested more than "},
	{"ifs", inK(strings.Repeat("if n > 0 {", 600) + strings.Repeat("}", 600)), ""},
	{"else ifs", inK("if n == 0 {}" + strings.Repeat(" else if n == 1 { r++ }", 20000)), "code nested more than "},
	{"loops", inK(strings.Repeat("for range n { r++\n", 500) + strings.Repeat("}", 500)), ""},
	{"types", "package p\nfunc K(x " + strings.Repeat("[]", 90000) + "int) {}\n", "code nested more than "},
	{"arrays", "package p\nfunc K(x *" + strings.Repeat("[9]", 1500) + "int) {}\n", "type *[9][9]"},
	{"huge array", "package p\nfunc K(x *[1<<40]int) {}\n", "type *[1099511627776]int"},
	{"huge local", inK("var a [1<<40]int8; r = int(a[n])"), "type [1099511627776]int8"},
	{"huge index", inK("a := [...]int8{1<<40: 1}; r = int(a[n])"), "type [1099511627777]int8"},
	{"structs", "package p\n" + rep(60, "type T%d struct { a, b T%d }") + "type T60 struct{ x int }\nfunc K(x []T0) {}\n",
		"a type made of too many others"},
	{"empty structs", "package p\n" + rep(60, "type T%d struct { a, b T%d }") + "type T60 struct{}\nfunc K(x []T0) {}\n",
		"a type made of too many others"},
	{"generic structs", "package p\n" + rep(60, "type T%d[P any] struct { a, b T%d[P] }") +
		"type T60[P any] struct{ x P }\nfunc K(x []T0[int]) {}\n", "a type made of too many others"},
	{"nested instances", "package p\ntype P[T any] struct{ a, b T }\nfunc K(x []" + strings.Repeat("P[", 400) + "int" +
		strings.Repeat("]", 400) + ") {}\n", "a type made of too many others"},
	{"few structs", "package p\n" + rep(5, "type T%d struct { a, b T%d }") +
		"type T5 struct{ x int }\nfunc K(x []T0) int { return x[0].a.b.a.b.a.x }\n", ""},
	{"alias instances", "package p\ntype P[A, B any] struct{}\ntype A0 = int\n" +
		rep(60, "type A%[2]d = P[A%[1]d, A%[1]d]") + "func K(x []A60) {}\n", "a type made of too many others"},
	{"inferred instances",
		"package p\ntype P[A, B any] struct{}\nfunc p[A, B any](a A, b B) (r P[A, B]) { return }\nfunc K(a0 int) {\n" +
			rep(60, "a%[2]d := p(a%[1]d, a%[1]d)") + "_ = a60\n}\n", "a type made of too many others"},
	{"growing arguments", "package p\ntype P[A, B any] struct{}\n" +
		rep(60, "func f%d[T any](x T) { var y P[T, T]; f%d(y) }") + "func f60[T any](x T) {}\nfunc K(x int) { f0(x) }\n",
		"a type argument made of too many others"},
	{"interfaces", "package p\n" + rep(60, "type C%d interface { C%d; ~int | C%[2]d }") +
		"type C60 interface { ~int }\nfunc f[T C0](x T) T { return x }\nfunc K(x int) int { return f(x) }\n",
		"a type made of too many others"},
	{"recursive type", "package p\ntype T struct { a [2]T }\nfunc K(x []T) int { return len(x) }\n",
		"invalid recursive type"},
	{"recursive instance", "package p\ntype T[P any] struct { a [0]T[[2]P] }\nfunc K(x []T[int]) int { return len(x) }\n",
		"invalid recursive type"},
	{"recursive alias", "package p\ntype A = B\ntype B = A\nfunc K(x []A) int { return len(x) }\n",
		"invalid recursive type"},
	{"constant cycle", "package p\nconst a = b\nconst b = a\nfunc K(x []int) int { return a }\n", "initialization cycle"},
	{"import cycle", "package p\nimport \"p\"\nfunc K(x []int) int { return p.X }\n", "p.X of package p"},
	{"huge shift", inK("const c = 1 << 1000000\nreturn c >> 999999"), "invalid operation: invalid shift count"},
	{"shift chain", inK("const a = 1 << 500\nconst b = a << 500\nconst c = b * b * b\nreturn c & 1"),
		"constant shift overflow"},
	{"squares", "package p\n" + rep(300, "const c%d = c%d * c%[2]d") + "const c300 = 3\nfunc K() int { return c0 }\n",
		"constant multiplication overflow"},
	{"float squares", "package p\n" + rep(300, "const c%d = c%d * c%[2]d") +
		"const c300 = 3.7\nfunc K() float64 { return c0 }\n", "constant result is not representable"},
	{"long number", inK("return " + strings.Repeat("9", 1<<20)), "excessively long constant"},
	{"exponent", inK("const c = 1e999999999\nreturn c - c"), "malformed constant"},
	{"small exponent", inK("const c = 1e-999999999\nreturn int(c)"), ""},
	{"strings", "package p\n" + rep(60, "const s%d = s%d + s%[2]d") +
		"const s60 = \"ab\"\nfunc K() int { return len(s0) }\n", "found string constants of more than"},
	{"local strings", inK("const s = \"ab\"\n" + strings.Repeat("{ const s = s + s\n", 60) + "r = len(s)" +
		strings.Repeat("}", 60)), "found string constants of more than"},
	{"string sum", inK("const s = \"" + strings.Repeat("x", 100000) + "\"\nr = len(s" + strings.Repeat("+s", 500) + ")"),
		"found string constants of more than"},
	{"string in groups", "package p\nconst (\n s0 = \"" + strings.Repeat("x", 1000) + "\"\n" +
		rep(2000, "t%d = s0 + \"%d\"") + ")\nfunc K() int { return len(t1999) }\n", "found string constants of more than"},
	{"constants", "package p\n" + rep(60000, "const c%d = c%d") + "const c60000 = 1\nfunc K() int { return c0 }\n",
		"found 12"},
	{"aliases", "package p\n" + rep(60000, "type T%d T%d") + "type T60000 int\nfunc K(x []T0) {}\n", "found 12"},
	{"calls", "package p\n" + rep(3000, "func f%d(n int) int { return f%d(n) }") +
		"func f3000(n int) int { return n }\nfunc K(n int) int { return f0(n) }\n",
		"a chain of more than 500 calls"},
	{"doubling calls", "package p\n" + rep(40, "func f%d(n int) int { return f%d(n) + f%[2]d(n) }") +
		"func f40(n int) int { return n }\nfunc K(n int) int { return f0(n) }\n", "inlining of more than 2000 calls"},
	{"doubling empty calls", "package p\n" + rep(40, "func f%d() { f%d(); f%[2]d() }") + "func f40() {" +
		strings.Repeat("{};", 60000) + "}\nfunc K() { f0() }\n", "a kernel with "},
	{"generic calls", "package p\n" + rep(8, "func f%d[T any](n T) T { return f%d(f%[2]d(n)) }") +
		"func f8[T any](n T) T { return n }\nfunc K(n int) int { return f0(n) }\n", ""},
	{"growing instance", "package p\nfunc f[T any](x []T, n int) int { if n > 0 { return f[[2]T](nil, n-1) }; return 0 " +
		"}\nfunc K(x []int) int { return f(x, 3) }\n", "instantiation cycle"},
	{"statements", inK(strings.Repeat("r++\n", 150000)), "a kernel with "},
	{"many statements", inK(strings.Repeat("r += n\n", 50000)), ""},
	{"variables and branches", inK(rep(10000, "v%[1]d := n; v%[1]d++") + strings.Repeat("if n > 3 { r++ }\n", 5000) +
		rep(10000, "r += v%[1]d")), "a kernel with "},
	{"branches", inK(strings.Repeat("if n > 3 { r++ }\n", 15000)), ""},
	{"loops in a row", inK(strings.Repeat("for range n { r++ }\n", 10000)), ""},
	{"switch", inK("switch n {\n" + rep(20000, "case %[1]d: r++") + "}"), ""},
	{"equal cases", inK("switch {\n" + strings.Repeat("case n == 3: r++\n", 20000) + "}"), ""},
	{"labels", inK(rep(20000, "L%d: for range n { break L%[1]d }")), ""},
	{"functions of one name", "package p\n" + strings.Repeat("func f() {}\n", 3000) + "func K() { f() }\n",
		"f redeclared in this block"},
	{"unreached functions", "package p\n" + rep(50000, "func f%d(x []int) { f%d(x) }") + "func K() {}\n", ""},
	{"promises taken back", inK(strings.Repeat("//pragma:omp simd\nfor range n {\n//pragma:omp ordered\nr++ }\n", 10000)),
		""},
	{"directives", inK(strings.Repeat("//loop:unroll.count=2\nfor range n { r++ }\n", 10000)), ""},
	{"attributes", inK("//loop:" + strings.Repeat("unroll.count=2 ", 100000) + "\nfor range n {}"),
		"found more than 100 attributes"},
	{"followups", inK("//loop:" + strings.Repeat("unroll.followup_all{", 100000) + "\nfor range n {}"),
		"found unroll.followup_all"},
	{"pragmas", inK("//pragma:clang loop " + strings.Repeat("unroll(full) ", 100000) + "\nfor range n {}"),
		"found more than 100 attributes"},
	{"line comments",
		"package p\n//line a.go:1000000\nfunc K(x []int) {\n//line b.go:1\n//loop:unroll.count=2\nfor range x {}\n}\n", ""},
	{"errors", inK(strings.Repeat("go f()\n", 10000)), "a go statement"},
	{"long names", "package p\nfunc " + strings.Repeat("a", 1<<20) + "() {}\n", "found no function K"},
	{"syntax errors", "package p\n" + strings.Repeat("func (\n", 100000), "expected"},
	{"nothing", "", "found no source"},
	{"binary", "package p\x00\xff\xfe\nfunc K() {}\n", "illegal character NUL"},
	{"tuples", inK("v0, v1, v2 := n, n, n\n" + strings.Repeat("v0, v1, v2 = v1, v2, v0\n", 20000) + "r = v0"), ""},
	{"nested indices", inK("return " + strings.Repeat("x[", 600) + "n" + strings.Repeat("]", 600)), ""},
	{"nested calls of min", inK("return " + strings.Repeat("min(n, ", 600) + "n" + strings.Repeat(")", 600)), ""},
	{"nested logic", inK("return x[" + strings.Repeat("min(1, x[", 300) + "n" + strings.Repeat("])", 300) + "]"), ""},
	{"logic", inK("if " + strings.Repeat("(n > 0 && ", 600) + "n > 1" + strings.Repeat(")", 600) + " { r++ }"), ""},
	{"nested hoists", inK("b := n > 0\nb = " + strings.Repeat("b == (b && ", 600) + "b" + strings.Repeat(")", 600)), ""},
	{"copies", inK(strings.Repeat("copy(x, x[1:])\n", 5000)), ""},
	{"large copies", "package p\ntype T struct { a [60]int }\nfunc K(x []T) {\n" + strings.Repeat("x[0] = x[1]\n", 5000) +
		"}\n", "a kernel with "},
}

func TestAdversaries(t *testing.T) {
	for _, d := range adversaries {
		t.Run(strings.ReplaceAll(d.name, " ", "-"), func(t *testing.T) {
			had := allocated()
			res, err := Build(Text("k.go", d.text), "K", Options{Fresh: true})
			if n := allocated() - had; n > allowance(len(d.text)) {
				t.Errorf("%d bytes were allocated for a text of %d", n, len(d.text))
			}
			switch {
			case err == nil && d.want != "":
				t.Errorf("got no error, want %s", d.want)
			case err == nil:
				if err := res.Func.Verify(); err != nil {
					t.Error(err)
				}
			default:
				list, ok := err.(ErrorList)
				if !ok || len(list) == 0 || len(list) > syntax.MaxErrors+1 {
					t.Fatalf("%T: %v", err, err)
				}
				if d.want == "" || !strings.HasPrefix(list[0].Msg, d.want) {
					t.Errorf("got %.200s, want %s", err, d.want)
				}
			}
		})
	}
}

// BenchmarkAdversaries measures how long the front end takes for each text.
func BenchmarkAdversaries(b *testing.B) {
	for _, d := range adversaries {
		b.Run(strings.ReplaceAll(d.name, " ", "-"), func(b *testing.B) {
			b.SetBytes(int64(len(d.text)))
			for b.Loop() {
				Build(Text("k.go", d.text), "K", Options{Fresh: true})
			}
		})
	}
}
