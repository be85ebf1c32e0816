package frontend

import (
	"go/types"
	"testing"

	"hotloop/frontend/check"
)

// kernelOf puts a body into the file that the tests of messages share. The body starts in line 6.
func kernelOf(body string) Source {
	return Text("k.go", "package p\n\nimport (\n\"math\"; \"math/bits\"; \"fmt\"; \"unsafe\"; \"sync\")\n"+
		"func K(x, y []float32, n int, p []int32) (r int) {\n"+body+"\nreturn\n}\n"+prelude)
}

const prelude = `
var global int
var table []float32
type T struct{ a, b float32 }
func (t T) M() float32 { return t.a }
func rec(n int) int { if n == 0 { return 0 }; return rec2(n-1) }
func rec2(n int) int { return rec(n) }
func asmfn(n int) int
func gen[E any](e E) E { return e }
func sum(xs ...int) int { return 0 }
func broken() int { return undefinedThing }
func void() {}
func two() (int, int) { return 1, 2 }
var _ = math.Pi
var _ = bits.UintSize
var _ fmt.Stringer
var _ unsafe.Pointer
var _ sync.Mutex
`

// diagnostics lists every message of the front end about code outside the subset and code that causes it.
var diagnostics = []struct{ body, want string }{
	{`go void()`, `k.go:6:1: a go statement is not supported; write the loop alone, with lo and hi parameters, and call the kernel ` +
		`from several goroutines`},
	{`defer void()`, `k.go:6:1: a defer statement is not supported; write the clean-up in the caller`},
	{`select {}`,
		`k.go:6:1: a select statement is not supported; write the loop alone, and do the communication in the caller`},
	{`var c chan int; c <- 1`,
		`k.go:6:7: a channel type is not supported; write a slice parameter
k.go:6:17: a channel send is not supported; write to a slice parameter`},
	{`var c chan int; r = <-c`,
		`k.go:6:7: a channel type is not supported; write a slice parameter
k.go:6:21: a channel receive is not supported; write the data into a slice parameter`},
	{`var m map[int]int; r = m[n]`,
		`k.go:6:7: a map type is not supported; write a table as a slice parameter`},
	{`var e any = n; _ = e`,
		`k.go:6:5: a conversion to an interface is not supported; write a value of a concrete type`},
	{`var e interface{ M() } ; _ = e`,
		`k.go:6:7: an interface type is not supported; write a concrete numeric type`},
	{`var e error; r = len(e.Error())`,
		`k.go:6:22: a call of method Error, which is not declared here, is not supported; write a function of this source that does it`},
	{`f := func() int { return 1 }; f = func() int { return 2 }; r = f()`,
		`k.go:6:1: function variable f, which is assigned to after its declaration, is not supported; write f := func…, and if or switch around calls of several`},
	{`var f func(); f()`,
		`k.go:6:15: a call of a function that is not known when the kernel is compiled is not supported; write a call of a function of this source, or one kernel for each function`},
	{`f := math.Erf; r = int(f(2))`,
		`k.go:6:6: function value Erf of package math is not supported; write a function of this source`},
	{`var e any; switch e.(type) {}`,
		`k.go:6:19: a type switch is not supported; write one function per type`},
	{`var e any; r = e.(int)`,
		`k.go:6:16: a type assertion is not supported; write a concrete numeric type`},
	{`if r > 2 { goto M }; L: r++; M: r--; if r > 0 { goto L }`,
		`k.go:6:22: a loop made by goto statements that another goto enters behind its first statement is not supported; write a for statement with break and continue`},
	{`m := make(map[int]int); _ = m`,
		`k.go:6:11: a map type is not supported; write a table as a slice parameter`},
	{`println(n)`,
		`k.go:6:1: a call of println is not supported; write the value into a slice parameter or a result`},
	{`print(n)`,
		`k.go:6:1: a call of print is not supported; write the value into a slice parameter or a result`},
	{`recover()`,
		`k.go:6:1: a call of recover is not supported; write the recover in the caller`},
	{`type named int; panic(named(n))`,
		`k.go:6:23: a value of type named, whose name would show in an error, a text or a panic, is not supported; write it converted ` +
			`to int`},
	{`global = n`,
		`k.go:6:1: an assignment to package-level variable global is not supported; write to a slice parameter, or ` +
			`hotloop.WithGlobal("global", &global) among the options`},
	{`var mm []map[int]int; _ = mm`,
		`k.go:6:10: a map type is not supported; write a table as a slice parameter`},
	{`r = rec(n)`,
		`k.go:15:31: a recursive call of rec: rec calls rec2 calls rec is not supported; write a loop`},
	{`r = K(x, y, n, p)`,
		`k.go:6:5: a recursive call of K: K calls K is not supported; write a loop`},
	{`r = asmfn(n)`,
		`k.go:6:5: call of asmfn, which has no body, is not supported; write it in Go`},
	{`defer sum(1, 2)`,
		`k.go:6:1: a defer statement is not supported; write the clean-up in the caller`},
	{`r = broken()`,
		`k.go:19:28: undefined: undefinedThing; declare it in the source, or give all files of the package`},
	{`fmt.Println(n)`,
		`k.go:6:1: a call of fmt.Println is not supported; write the message in the caller, and return a number that tells it what to ` +
			`say`},
	{`r = fmt.Limit`,
		`k.go:6:5: fmt.Limit of package fmt is not supported; write it as a parameter`},
	{`var mu sync.Mutex; mu.Lock()`,
		`k.go:6:20: a call of method Lock, which is not declared here, is not supported; write a function of this source that does it`},
	{`x[0] = float32(math.Erf(2))`,
		`k.go:6:16: a call of math.Erf is not supported; write a polynomial, or a table of values as a ` +
			`slice parameter`},
	{`x[0] = float32(math.Sqroot(float64(x[1])))`,
		`k.go:6:21: undefined: math.Sqroot`},
	{`for i := range rangeme { r += i }`,
		`k.go:6:16: undefined: rangeme; declare it in the source, or give all files of the package`},
	{`r = "s"`,
		`k.go:6:5: cannot use "s" (untyped string constant) as int value in assignment`},
	{`r = n + x[0]`,
		`k.go:6:5: invalid operation: n + x[0] (mismatched types int and float32)`},
	{`unused := 1`,
		`k.go:6:1: declared and not used: unused`},
	{`r = n / 0`,
		`k.go:6:9: invalid operation: division by zero`},
	{`break`,
		`k.go:6:1: break not in for, switch, or select statement`},
	{`var i8 int8 = 300; _ = i8`,
		`k.go:6:15: cannot use 300 (untyped int constant) as int8 value in variable declaration (overflows)`},
	{`r = x[-1]`,
		`k.go:6:5: cannot use x[-1] (variable of type float32) as int value in assignment
k.go:6:7: invalid argument: index -1 (constant of type int) must not be negative`},
	{`void := void(); _ = void`,
		`k.go:6:9: void() (no value) used as value`},
	{`a := math.Logb(1); _ = a`,
		`k.go:6:6: a call of math.Logb is not supported; write the exponent taken from ` +
			`math.Float64bits(x)`},
}

func TestDiagnostics(t *testing.T) {
	for _, d := range diagnostics {
		_, err := Build(kernelOf(d.body), "K", Options{})
		if d.want == "" {
			t.Logf("{`%s`,\n`%v`},", d.body, err)
			continue
		}
		if _, ok := err.(ErrorList); !ok || err.Error() != d.want {
			t.Errorf("%s\ngot  %v\nwant %s", d.body, err, d.want)
		}
	}
}

// moreDiagnostics lists messages that diagnostics omits: about library calls, generics, and statements that
// kernels do not support. The bodies go into the same file.
var moreDiagnostics = []struct{ body, want string }{
	{`s := []func(uint) int{bits.Len}; r = s[0](3)`,
		`k.go:6:1: type []func(uint) int is not supported; write a slice of numbers, or of structs or arrays of such
k.go:6:6: type []func(uint) int is not supported; write a slice of numbers, or of structs or arrays of such`},
	{`r = gen`,
		`k.go:6:5: cannot use generic function gen without instantiation`},
	{`r = gen("a")`,
		`k.go:6:5: cannot use gen("a") (value of type string) as int value in assignment`},
	{`pick := func() func(int) int { if n > 1 { return gen[int] }; return func(int) int { return 1 } }; r = pick()(n)`,
		`k.go:6:16: a function that is one of several, as it turns out when the kernel runs, is not supported; write if or switch around calls of each`},
	{`var e error; switch any(e).(type) { case nil: r = 1 }`,
		`k.go:6:21: a type switch is not supported; write one function per type`},
	{`switch y := any(n).(type) { case int, uint: _ = y }`,
		`k.go:6:49: variable y of an interface type is not supported; write a case of one concrete type`},
	{`switch y := any(n).(type) { case string: _ = y; default: _ = y }`,
		`k.go:6:62: variable y of an interface type is not supported; write a case of one concrete type`},
	{`r = int(any(n).(int8))`,
		`k.go:6:9: a type assertion that never holds is not supported; write a type switch`},
	{`_, ok := any(n).(error); _ = ok`,
		`k.go:6:10: a type assertion to an interface is not supported; write a concrete type`},
	{`for k, v := range map[int]int{1: 2} { r += k + v }`,
		`k.go:6:19: a map type is not supported; write a table as a slice parameter`},
	{`var c chan int; for v := range c { r += v }`,
		`k.go:6:7: a channel type is not supported; write a slice parameter`},
	{`var m map[string]int; clear(m)`,
		`k.go:6:7: a map type is not supported; write a table as a slice parameter`},
	{`var m map[string]int; delete(m, "a")`,
		`k.go:6:7: a map type is not supported; write a table as a slice parameter`},
	{`defer func() { recover() }()`,
		`k.go:6:1: a defer statement is not supported; write the clean-up in the caller`},
	{`go func() { r = 1 }()`,
		`k.go:6:1: a go statement is not supported; write the loop alone, with lo and hi parameters, and call the kernel from several ` +
			`goroutines`},
	{`type m map[int]int; var v m; _ = v`,
		`k.go:6:8: a map type is not supported; write a table as a slice parameter`},
	{`var p **int; _ = p`,
		`k.go:6:5: p redeclared in this block`},
	{`var e []any; _ = e`,
		`k.go:6:5: type []any is not supported; write a slice of numbers, or of structs or arrays of such`},
	{`s := "a" + string(rune(n)); _ = s`,
		`k.go:6:10: a concatenation of strings is not supported; write the bytes into a slice parameter
k.go:6:12: a conversion of a number to a string is not supported; write its bytes appended to a []byte`},
	{`r = int(unsafe.Sizeof(n)) + int(*(*int8)(unsafe.Pointer(uintptr(n))))`,
		`k.go:6:42: a conversion of a number to a pointer, which the garbage collector would not see, is not supported; write unsafe.Add with a pointer`},
	{`for i := range func(f func(int) bool) { f(3) } { if i > 1 { goto L }; L: r++ }`,
		`k.go:6:61: a goto statement in the body of a range over a function is not supported; write break or continue`},
	{`L: r++`,
		`k.go:6:1: label L declared and not used`},
	{`for { continue M }`,
		`k.go:6:16: invalid continue label M`},
	{`if n { r = 1 }`,
		`k.go:6:4: non-boolean condition in if statement`},
	{`for i := range 3.5 { _ = i }`,
		`k.go:6:16: cannot range over 3.5 (untyped float constant)`},
	{`panic("a" + string(rune(n)))`,
		`k.go:6:11: a concatenation of strings is not supported; write the bytes into a slice parameter
k.go:6:13: a conversion of a number to a string is not supported; write its bytes appended to a []byte`},
	{`x[0]++; x++`,
		`k.go:6:9: invalid operation: x++ (non-numeric type []float32)`},
	{`_ = x == y`,
		`k.go:6:5: invalid operation: x == y (slice can only be compared to nil)`},
	{`f := func(g any) {}; f(1)`,
		`k.go:6:22: a conversion to an interface is not supported; write a value of a concrete type`},
	{`return 1, 2`,
		`k.go:6:11: too many return values
	have (number, number)
	want (int)`},
	{`switch n { case 1: case 1: }`,
		`k.go:6:25: duplicate case 1 (constant of type int) in expression switch`},
	{`switch { case n > 1: fallthrough; default: fallthrough }`,
		`k.go:6:44: cannot fallthrough final case in switch`},
	{`const c = 1 << 1000; r = c`,
		`k.go:6:13: constant shift overflow`},
	{`r = 1 << -1`,
		`k.go:6:10: invalid operation: negative shift count -1 (untyped int constant)`},
	{`var u uint8 = 256; _ = u`,
		`k.go:6:15: cannot use 256 (untyped int constant) as uint8 value in variable declaration (overflows)`},
	{`copy(x, p)`,
		`k.go:6:6: invalid copy: arguments x (variable of type []float32) and p (variable of type []int32) have different ` +
			`element types float32 and int32`},
	{`clear(n)`,
		`k.go:6:7: invalid argument: cannot clear n (variable of type int): argument must be (or constrained by) map or slice`},
	{`x = x[2:1]`,
		`k.go:6:9: invalid slice indices: 1 < 2`},
	{`_ = x[::3]`,
		`k.go:6:7: middle index required in 3-index slice`},
	{`r = min(1, x[0])`,
		`k.go:6:5: cannot use min(1, x[0]) (value of type float32) as int value in assignment`},
	{`mutual(n)`,
		`k.go:6:1: undefined: mutual; declare it in the source, or give all files of the package`},
}

func TestMoreDiagnostics(t *testing.T) {
	for _, d := range moreDiagnostics {
		_, err := Build(kernelOf(d.body), "K", Options{})
		if _, ok := err.(ErrorList); !ok || err.Error() != d.want {
			t.Errorf("%s\ngot  %v\nwant %s", d.body, err, d.want)
		}
	}
}

// TestHints checks that every function of the packages that kernels may import is supported, or that its message
// says what to write instead.
func TestHints(t *testing.T) {
	for path, p := range check.StdPackages() {
		for _, name := range p.Scope().Names() {
			if _, ok := p.Scope().Lookup(name).(*types.Func); !ok {
				continue
			}
			known, hint := stdFuncs()[path+"."+name] != nil, check.HintFor(path, name)
			if known == (hint != "the computation out") {
				t.Errorf("%s.%s: known %v, hint %q", path, name, known, hint)
			}
		}
	}
}
