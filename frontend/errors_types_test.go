package frontend

import (
	"fmt"
	"strings"
	"testing"
)

// typesOf puts a body into the file that the tests of type messages share. The body starts in line 3.
func typesOf(body string) Source {
	return Text("k.go", "package p\nfunc K(x []float32, n int, p *[4]int32, ts []T, str string) (r int) {\n"+body+
		"\nreturn\n}\n"+typesPrelude)
}

const typesPrelude = `
type T struct{ a, b float32 }
func (t T) M() float32 { return t.a }
type hard struct { s []int }
type node struct { next *node }
var written int
func set() { written = 1; for counts[0] = range 3 {} }
var counts [4]int
var leaked = []float32{1, 2}
func leak() []float32 { return leaked }
var taken [3]int
func take() *int { return &taken[1] }
var computed = [2]float64{1, half()}
func half() float64 { return 0.5 }
var made = make([]int, 3)
var tab = [4]int{1, 2}
var pts = [2]T{{1, 2}, {b: 3}}
var filled [8]int
func init() { for i := range filled { filled[i] = i } }
func store(x []int) { x[0] = 1 }
func big() (a [5000]float64) { return }
func ptr(p *T) float32 { return p.a }
var z complex128
var ptrvar *[4]int
`

// typeDiagnostics lists every message about types and code that causes it.
var typeDiagnostics = []struct{ body, want string }{
	{`var h [200]hard; r = len(h[n].s)`,
		`k.go:3:5: a store of what holds slices or pointers to memory of the kernel's own, or of a large struct or array that has some, is not supported; write to memory that make returns or the caller passes, or one field after the other`},
	{`m, k := 1, 2; q := &m; if n > 0 { q = &k }; r = *q`,
		`k.go:3:15: a pointer to a variable that is kept where others could be is not supported; write the variable itself, or an index`},
	{`m, k := 1, 2; if &m == &k { r = 1 }`,
		`k.go:3:21: a comparison of pointers to variables is not supported; write indices`},
	{`type s struct { x any }; var a, b s; if a == b { r = 1 }`,
		`k.go:3:43: a comparison of what holds slices, pointers or the like, is not supported; write comparisons of its fields`},
	{`type s struct { x map[int]int }; var a s; r = a.x[1]`,
		`k.go:3:19: a map type is not supported; write a table as a slice parameter`},
	{`m := map[int]int{}; r = m[n]`,
		`k.go:3:6: a map type is not supported; write a table as a slice parameter`},
	{`x[0] = ts[0]`,
		`k.go:3:8: cannot use ts[0] (variable of struct type T) as float32 value in assignment`},
	{`r = ts[0] + 1`,
		`k.go:3:5: invalid operation: ts[0] + 1 (mismatched types T and untyped int)`},
	{`a, b := [3]int{}, [4]int{}; if a == b { r = 1 }`,
		`k.go:3:37: invalid operation: a == b (mismatched types [3]int and [4]int)`},
	{`for range n { s := []int{1, 2}; t := s; defer void(t) }`,
		`k.go:3:41: a defer statement is not supported; write the clean-up in the caller
k.go:3:47: undefined: void; declare it in the source, or give all files of the package`},
	{`*p = 3`,
		`k.go:3:6: cannot use 3 (untyped int constant) as [4]int32 value in assignment`},
	{`**p = 3`,
		`k.go:3:2: invalid operation: cannot indirect *p (variable of type [4]int32)`},
	{`p.x = 3`,
		`k.go:3:3: p.x undefined (type *[4]int32 has no field or method x)`},
	{`str[0] = 'x'`,
		`k.go:3:1: cannot assign to str[0] (neither addressable nor a map index expression)`},
	{`s := []rune("abc"); r = len(s)`,
		`k.go:3:6: a conversion of a string to a slice of runes is not supported; write for _, r := range over the string, its len alone, or runes as a parameter`},
	{`r = int("abc"[3])`,
		`k.go:3:15: invalid argument: index 3 out of bounds [0:3]`},
	{`var h [1 << 40]byte; _ = h`,
		`k.go:3:5: type [1099511627776]byte is not supported; write an array of numbers, arrays or structs of such, of at most 1 GiB`},
	{`var h [5000]float64; r = int(h[n])`,
		`k.go:3:5: found 40000 bytes of arrays in K, where 32768 are the limit; write h as a slice parameter instead`},
	{`var a, b [3000]float32; a[n] = 1; b[n] = 2; var c [3000]float32; c[n] = a[n]; r = int(c[0])`,
		`k.go:3:49: found 36096 bytes of arrays in K, where 32768 are the limit; write c as a slice parameter instead`},
	{`a, b := (*[9000]float32)(x), (*[9000]float32)(x[1:]); *a, *b = *b, *a`,
		`k.go:3:68: found 36032 bytes of arrays in K, where 32768 are the limit; write a loop over the elements instead`},
	{`h := big(); r = int(h[n])`,
		`k.go:26:13: found 40000 bytes of arrays in K, where 32768 are the limit; write a as a slice parameter instead`},
	{`str = min(str, "x")`,
		`k.go:3:7: a call of min of strings is not supported; write a loop that compares their bytes`},
	{`str += "x"`,
		`k.go:3:1: a concatenation of strings is not supported; write the bytes into a slice parameter`},
	{`s := str + "x"; r = len(s)`,
		`k.go:3:10: a concatenation of strings is not supported; write the bytes into a slice parameter`},
	{`b := []rune(str); r = len(b)`,
		`k.go:3:6: a conversion of a string to a slice of runes is not supported; write for _, r := range over the string, its len alone, or runes as a parameter`},
	{`s := string(str[0]); r = len(s)`,
		`k.go:3:6: a conversion of a number to a string is not supported; write its bytes appended to a []byte`},
	{`r = written`,
		`k.go:3:5: package-level variable written, which may be changed at k.go:12:14, is not supported; write it as a parameter, or ` +
			`hotloop.WithGlobal("written", &written) among the options`},
	{`written = n`,
		`k.go:3:1: an assignment to package-level variable written is not supported; write to a slice parameter, or ` +
			`hotloop.WithGlobal("written", &written) among the options`},
	{`tab[n] = 1`,
		`k.go:3:1: an assignment to package-level variable tab is not supported; write to a slice parameter, or hotloop.WithGlobal("tab", ` +
			`&tab) among the options`},
	{`pts[n].a = 1`,
		`k.go:3:1: an assignment to package-level variable pts is not supported; write to a slice parameter, or hotloop.WithGlobal("pts", ` +
			`&pts) among the options`},
	{`tab[n]++`,
		`k.go:3:1: an assignment to package-level variable tab is not supported; write to a slice parameter, or hotloop.WithGlobal("tab", ` +
			`&tab) among the options`},
	{`s := tab[:]; s[n] = 1`,
		`k.go:3:14: a store into package-level variable tab is not supported; write to a slice parameter, or return the value`},
	{`store(tab[1:])`,
		`k.go:25:23: a store into package-level variable tab is not supported; write to a slice parameter, or return the value`},
	{`q := &tab; q[n] = 1`,
		`k.go:3:12: a store into package-level variable tab is not supported; write to a slice parameter, or return the value`},
	{`r = counts[n]`,
		`k.go:3:5: package-level variable counts, which may be changed at k.go:12:31, is not supported; write it as a parameter, or ` +
			`hotloop.WithGlobal("counts", &counts) among the options`},
	{`r = int(leaked[n])`,
		`k.go:3:9: package-level variable leaked, which may be changed at k.go:15:32, is not supported; write it as a parameter`},
	{`r = taken[n]`,
		`k.go:3:5: package-level variable taken, which may be changed at k.go:17:28, is not supported; write it as a parameter, or ` +
			`hotloop.WithGlobal("taken", &taken) among the options`},
	{`r = int(computed[n])`,
		`k.go:3:9: package-level variable computed, whose initial value is no constant, is not supported; write it as a parameter, its ` +
			`value as constants, or hotloop.WithGlobal("computed", &computed) among the options`},
	{`r = made[n]`,
		`k.go:3:5: package-level variable made, whose initial value is no constant, is not supported; write it as a parameter, its ` +
			`value as constants`},
	{`r = filled[n]`,
		`k.go:3:5: package-level variable filled, which may be changed at k.go:24:39, is not supported; write it as a parameter, or ` +
			`hotloop.WithGlobal("filled", &filled) among the options`},
	{`r = ptrvar[n]`,
		`k.go:3:5: package-level variable ptrvar, whose initial value is no constant, is not supported; write it as a parameter, its ` +
			`value as constants`},
	{`for a := [2]int{}; a[0] < n; a[0]++ { s := a[:]; s[1]++ }`,
		`k.go:3:44: a slice or pointer of a, which is new in each iteration, is not supported; write the array in front of the loop`},
	{`for a := [2]int{}; a[0] < n; a[0]++ { s := &a; s[1]++ }`,
		`k.go:3:45: a slice or pointer of a, which is new in each iteration, is not supported; write the array in front of the loop`},
	{`var a [4]int; r = a[5]`,
		`k.go:3:21: invalid argument: index 5 out of bounds [0:4]`},
	{`a := [2]int{1, 2, 3}; _ = a`,
		`k.go:3:19: index 2 is out of bounds (>= 2)`},
	{`_ = unsafe.Pointer(&x[0])`,
		`k.go:3:5: undefined: unsafe; declare it in the source, or give all files of the package`},
	{`r = T.a`,
		`k.go:3:7: T.a undefined (type T has no method a)`},
	{`a := [0]int(nil); _ = a`,
		`k.go:3:13: cannot convert nil to type [0]int`},
	{`r = ts[0].c`,
		`k.go:3:11: ts[0].c undefined (type T has no field or method c)`},
	{`var e struct { f func() }; e.f = func() {}; e.f()`,
		`k.go:3:28: a function that is stored where others could be is not supported; write a variable of its own for it
k.go:3:45: a call of the function value f is not supported; write a call of a function of this source`},
	{`type E struct{}; var e []E; _ = e`,
		`k.go:3:22: type []E is not supported; write a struct whose fields are numbers, arrays or structs of such`},
}

func TestTypeDiagnostics(t *testing.T) {
	for _, d := range typeDiagnostics {
		_, err := Build(typesOf(d.body), "K", Options{})
		if d.want == "" {
			t.Errorf("{`%s`,\n`%v`},", d.body, err)
			continue
		}
		if _, ok := err.(ErrorList); !ok || err.Error() != d.want {
			t.Errorf("%s\ngot  %v\nwant %s", d.body, err, d.want)
		}
	}
}

// TestNestedTypes checks that types that grow exponentially by nesting are refused before anything of their size
// is built.
func TestNestedTypes(t *testing.T) {
	for name, c := range map[string]struct {
		levels            int
		first, each, want string
	}{
		"structs": {12, "int32", "struct{ a, b T% }",
			"k.go:16:8: type []T12 is not supported; write a struct whose fields are numbers, arrays or structs of such"},
		"many structs": {100, "int32", "struct{ a, b T% }",
			"k.go:18:6: a type made of too many others is not supported; write fewer levels of types"},
		"arrays": {100, "int32", "[2]T%",
			"k.go:104:8: type []T100 is not supported; write a numeric type or a slice of one"},
		"some arrays": {10, "int32", "[2]T%", ""},
		"nothing": {12, "struct{}", "struct{ a, b T% }",
			"k.go:16:8: type []T12 is not supported; write a struct whose fields are numbers, arrays or structs of such"},
		"wrapping": {100, "float32", "struct{ a T% }", ""},
		"singles":  {100, "float32", "[1]T%", ""},
	} {
		src := "package p\n\ntype T0 " + c.first + "\n"
		for i := range c.levels {
			src += fmt.Sprintf("type T%d %s\n", i+1, strings.ReplaceAll(c.each, "T%", fmt.Sprint("T", i)))
		}
		top := fmt.Sprint("T", c.levels)
		_, err := Build(Text("k.go", src+"func K(x []"+top+") { var a, b "+top+"; if a == b { x[0] = a } }\n"), "K",
			Options{})
		if got := fmt.Sprint(err); got != c.want && !(err == nil && c.want == "") {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

// signatureDiagnostics lists kernels with parameters or results of unsupported types.
var signatureDiagnostics = []struct{ sig, want string }{
	{`(x []map[string]int)`,
		`k.go:3:12: a map type is not supported; write a table as a slice parameter`},
	{`(x []func())`,
		`k.go:3:8: type []func() is not supported; write a slice of numbers, or of structs or arrays of such`},
	{`() map[string]int`,
		`k.go:3:10: a map type is not supported; write a table as a slice parameter`},
	{`() [65]int`,
		`k.go:3:10: a result of more than 64 numbers, [65]int, is not supported; write the data through a pointer parameter`},
	{`(n int) (x []int) { if n > 1 { x = primes[n:] }; return }; var primes = []int{2, 3, 5}; func _()`,
		`k.go:3:56: the address of constant primes as result is not supported; write a number, by which the caller finds it`},
}

func TestSignatureDiagnostics(t *testing.T) {
	for _, d := range signatureDiagnostics {
		_, err := Build(Text("k.go", "package p\ntype T struct{ a float32 }\nfunc K"+d.sig+" { panic(\"\") }\n"), "K",
			Options{})
		if d.want == "" {
			t.Errorf("{`%s`,\n`%v`},", d.sig, err)
			continue
		}
		if _, ok := err.(ErrorList); !ok || err.Error() != d.want {
			t.Errorf("%s\ngot  %v\nwant %s", d.sig, err, d.want)
		}
	}
}
