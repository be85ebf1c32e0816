package frontend

import (
	"fmt"
	"strings"
	"testing"

	"hotloop/frontend/syntax"
)

// checkAll builds every function of src that can be a kernel, and collects the messages.
func checkAll(src Source, opts Options) (warns []Warning, err error) {
	list, err := Functions(src)
	if err != nil {
		return nil, err
	}
	opts.AnyInstance = true
	var errs ErrorList
	for _, f := range list {
		if f.Err != nil {
			errs = append(errs, f.Err.(ErrorList)...)
			continue
		}
		res, err := Build(src, f.Name, opts)
		if err != nil {
			errs = append(errs, err.(ErrorList)...)
			continue
		}
		warns = append(warns, res.Warnings...)
	}
	if len(errs) > 0 {
		return warns, syntax.SortErrors(errs)
	}
	return warns, nil
}

func TestFunctions(t *testing.T) {
	src := Source{{Name: "a.go", Text: `package p

type T struct{ x []int }

// Scale is a method.
//
//hotloop:kernel
func (t *T) Scale() {}

func (T) Len() int { return 0 }

func (t *G[P]) Get() {}

//hotloop:kernel
func A(x []int) { go A(x) }

//hotloop:kernels
func B(s string) { go B(s) }
func C()
func init() {}
func _(x []int) {}

//loop:unroll.disable unroll.count=2
func D(x []int8) {
//loop:ivdep

for range x {}
}
`}, {Name: "b.go", Text: "package p\n\ntype G[P any] struct{}\n\nfunc E[T ~int](x []T) {}\n"}}
	list, err := Functions(src)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range list {
		got = append(got, fmt.Sprintf("%s %s %t %v", syntax.Position(f.Pos), f.Name, f.Marked, f.Err))
	}
	want := []string{
		"a.go:8:13 (*T).Scale true <nil>",
		"a.go:10:10 T.Len false <nil>",
		"a.go:12:16 (*G).Get false <nil>",
		"a.go:15:6 A true <nil>",
		"a.go:18:6 B false <nil>",
		"a.go:19:6 C false a.go:19:6: function C without a body is not supported; write it in Go",
		"a.go:20:6 init false a.go:20:6: function init, which nothing can call, is not supported; write a function with another name",
		"a.go:21:6 _ false a.go:21:6: function _, which nothing can call, is not supported; write a function with another name",
		"a.go:24:6 D false <nil>",
		"b.go:5:6 E false <nil>",
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
	warns, err := checkAll(src, Options{})
	if got, want := fmt.Sprint(warns), "[a.go:23:23: unroll.count=2 contradicts unroll.disable a.go:25:1: this "+
		"directive applies to nothing: it must stand directly above a for statement or a function]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := fmt.Sprint(err), "a.go:15:19: a go statement is not supported; write the loop alone, with lo and hi "+
		"parameters, and call the kernel from several goroutines"; !strings.Contains(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestMessages checks that messages about unsupported Go name the code that was found, and nothing that the user
// has not written.
func TestMessages(t *testing.T) {
	for _, d := range []struct{ src, want string }{
		{"import \"math/big\"\nfunc K(t big.Int) int { return t.BitLen() }",
			"k.go:3:10: math/big.Int is not supported; write numbers, or slices, arrays and structs " +
				"of such"},
		{"import \"math/big\"\nfunc K(t *big.Int) int { n := 0; for range t.BitLen() { n++ }; return n }",
			"k.go:3:11: math/big.Int is not supported; write numbers, or slices, arrays and structs " +
				"of such"},
		{"func K(x []int, f func(int) int) { for i := range x { x[i] = f(i) } }",
			"k.go:2:17: parameter f, a function that is not known when the kernel is compiled, is not supported; write a kernel for each " +
				"function, one that calls it by name"},
		{"func K(x []int) func() { return func() { x[0]++ } }",
			"k.go:2:17: a function as result of the kernel is not supported; write what it computes as result"},
		{"import \"sort\"\nfunc K(x []int) { sort.Ints(x) }",
			"k.go:3:19: a call of sort.Ints is not supported; write the sorting in the caller"},
		{"import \"math/rand\"\nfunc K(x []int) { for i := range x { x[i] = rand.Int() } }",
			"k.go:3:45: a call of math/rand.Int is not supported; write the computation out, or use package math, math/bits or cmp"},
		{"import \"sort\"\ntype I interface{ sort.Interface }\nfunc K(x []int, h I) { x[0] = h.Len() }",
			"k.go:4:31: a call of method Len, which is not declared here, is not supported; write a function of this source that does it"},
		{"import \"sync\"\ntype T struct{ sync.Mutex; x int }\nfunc K(x []T) { x[0].Lock() }",
			"k.go:3:16: sync.Mutex is not supported; write numbers, or slices, arrays and structs " +
				"of such"},
		{"import \"fmt\"\nfunc K(x []int) int { panic(fmt.Sprint(x)) }",
			"k.go:3:40: a value of type []int in an error, a text or a panic, is not supported; write numbers, strings and errors"},
		{"import \"fmt\"\nfunc K(x []int) int { fmt.Print(x); return 1 }",
			"k.go:3:23: a call of fmt.Print is not supported; write the message in the caller, and return a number that tells it what " +
				"to say"},
		{"import \"hash\"\nfunc K[H hash.Hash](x []int, h H) { x[0] = h.Size() }",
			"k.go:3:10: hash.Hash is not supported; write numbers, or slices, arrays and structs " +
				"of such"},
		{"import \"hash\"\ntype C[T any] struct{ x T }\nfunc K(x []int, c *C[hash.Hash]) {}",
			"k.go:4:22: hash.Hash is not supported; write numbers, or slices, arrays and structs " +
				"of such"},
		{"import \"os\"\nfunc K(x []int) { a := os.Args; for i := range a { x[i] = i } }",
			"k.go:3:24: os.Args of package os is not supported; write it as a parameter"},
		{"func K(x []int) { x[0] = f(x[0]) }\nfunc f(x int) int { return x }\nfunc f(x int) int { return -x }",
			"k.go:4:6: f redeclared in this block"},
		{"func K(x []int) {}\nfunc K(x []int) { x[0]++ }",
			"k.go:3:6: function K again, which is also at k.go:2:6, is not supported; write the files of one package only"},
		{"import \"os\"\nfunc K(x []int) { x[0] = len(os.Args) }",
			"k.go:3:30: os.Args of package os is not supported; write it as a parameter"},
		{"type neg int\nfunc (neg) Error() string { return \"\" }\nvar errNeg neg = 1\nfunc K(x []int) error { if x[0] < 0 " +
			"{ return errNeg }; return nil }",
			"k.go:5:39: a conversion to an interface is not supported; write a value of a concrete type"},
		{"func K(e, f error) bool { return e == f }",
			"k.go:2:36: a comparison of values of interface types is not supported; write a comparison with nil, or of numbers"},
		{"import \"fmt\"\ntype N int\nfunc (N) String() string { return \"n\" }\nfunc K(n N) error { return fmt.Errorf(\"%v\", n) }",
			"k.go:5:45: a value of type N, which may have a method for its text in an error, a text or a panic, is not supported; write it converted to int"},
		{"import \"fmt\"\nfunc K(x []int, s string) error { return fmt.Errorf(s, x[0]) }",
			"k.go:3:42: a call of fmt.Errorf whose format is no constant is not supported; write a constant format"},
		{"import \"fmt\"\nfunc K(x []int) { panic(fmt.Sprintf(\"%v\", x)) }",
			"k.go:3:43: a value of type []int in an error, a text or a panic, is not supported; write numbers, strings and errors"},
		{"func K(x []int) { x[0] = offset }",
			"k.go:2:26: undefined: offset; declare it in the source, or give all files of the package"},
	} {
		_, err := Build(Text("k.go", "package p\n"+d.src+"\n"), "K", Options{})
		if got := fmt.Sprint(err); got != d.want {
			t.Errorf("%s\ngot  %s\nwant %s", d.src, got, d.want)
		}
	}
}

// TestFilesGiven gives two files in one text, and one file twice.
func TestFilesGiven(t *testing.T) {
	const a = "package p\n\nfunc K(x []int) {}\n"
	for _, d := range []struct {
		src  Source
		want string
	}{
		{Text("k.go", a+"package p\n\nimport \"math\"\n\nfunc F() float64 { return math.Pi }\n"),
			"k.go:4:1: found a second package clause, as where two files are joined; write them as files of their own instead"},
		{Source{{Name: "dir/k.go", Text: a}, {Name: "./dir/k.go", Text: a}},
			"./dir/k.go:1:1: found the text of dir/k.go again; write each file once instead"},
	} {
		if _, err := Build(d.src, "K", Options{}); fmt.Sprint(err) != d.want {
			t.Errorf("got  %v\nwant %s", err, d.want)
		}
	}
}

// TestOutside lists what a kernel takes from other files of its package.
func TestOutside(t *testing.T) {
	src := Source{
		{Name: "a.go", Text: "package p\n\nvar gain = []float64{1, 2}\n\nfunc K(x []float64) {\n\tfor i := range x " +
			"{\n\t\tx[i] = max(x[i], 0) * half(x[i])\n\t}\n}\n" +
			"\nfunc G(x []float64) float64 { g := gain[:]; return x[0] * g[0] }\n"},
		{Name: "b.go", Text: "package p\n\nfunc max(a, b float64) float64 {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn " +
			"b\n}\n\nfunc half(x float64) float64 { return x / 2 }\n" +
			"\nfunc set(g float64) { gain[0] = g }\n"},
	}
	for name, want := range map[string]string{
		"K": "[a.go:7:10: max is what b.go:3:6 declares; alone, this file means Go's own: give hotloop both files]",
		"G": "[a.go:11:36: gain, declared in a.go, may be changed at b.go:12:23; give hotloop both files]",
	} {
		warns, err := Outside(src, name)
		if got := fmt.Sprint(warns); err != nil || got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if warns, err := Outside(src[:1], name); name == "G" && (err != nil || len(warns) > 0) {
			t.Errorf("one file: %v %v", warns, err)
		}
	}
}
