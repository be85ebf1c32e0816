package frontend

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const settledText = `package p

import "math"

var gain = 1.5
var lut = [4]float64{1, 2, 3, 4}
var tab = []float64{1, 2, 3, 4}
var conf = struct{ a, b float64 }{1, 2}

type vec [4]float64

func (v *vec) put(x float64) { v[0] = x }
func (v vec) at(i int) float64 { return v[i] }

var moved = vec{1, 2, 3, 4}

type inner struct{ a float64 }

func (x *inner) set(a float64) { x.a = a }
func (x inner) get() float64   { return x.a }

type outer struct {
	inner
	b float64
}

var base = outer{inner{1}, 2}
var row = []inner{{1}, {2}}

func at(i int) *inner { return &row[i] }

func At(y []float64)   { y[0] = at(len(y) & 1).a }
func Base(y []float64) { y[0] = base.a }

var some = [4]float64{1, 2, 3, 4}

func anything[T any](x T) float64 {
	if _, ok := any(x).(int); ok {
		some[:][0] = 2
	}
	return some[1]
}

func Anything(y []float64) { y[0] = anything(y[1]) }

func Gain(y []float64)  { y[0] = gain + math.Sqrt(2) }
func Lut(y []float64)   { y[0] = lut[len(y)&3] }
func Tab(y []float64)   { y[0] = tab[len(y)&3] }
func Conf(y []float64)  { y[0] = conf.a }
func Moved(y []float64) { y[0] = moved[len(y)&3] }
`

// TestWhatChangesVariables checks which code in another file prevents a variable from being a constant.
func TestWhatChangesVariables(t *testing.T) {
	for _, c := range []struct{ kernel, code string }{
		{"Gain", "func f() { gain = 2 }"},
		{"Gain", "func f() { gain += 2 }"},
		{"Gain", "func f() { gain++ }"},
		{"Gain", "func f() { (gain) = 2 }"},
		{"Gain", "func g() (float64, int) { return 1, 2 }\nfunc f() (x int) { gain, x = g(); return }"},
		{"Gain", "func f(c chan float64) { select { case gain = <-c: } }"},
		{"Gain", "func f(c chan float64) { for gain = range c {} }"},
		{"Gain", "func f(x []float64) { for _, gain = range x {} }"},
		{"Gain", "func f() func() { return func() { gain = 2 } }"},
		{"Gain", "var f = func() { gain = 2 }"},
		{"Gain", "func init() { defer func() { gain = 2 }() }"},
		{"Gain", "var p = &gain"},
		{"Gain", "var a, p = 1, &gain"},
		{"Gain", "func set(x *float64) { *x = 2 }\nfunc f() { set(&gain) }"},
		{"Gain", "func f() *float64 { return &(gain) }"},
		{"Gain", "var list = []*float64{&gain}"},
		{"Gain", "var m = map[string]*float64{\"a\": &gain}"},
		{"Gain", "func f() { { x := gain; gain = x + 1 } }"},
		{"Gain", "func f() { if gain := 2.0; gain > 1 { _ = gain }; gain = 3 }"},
		{"Gain", "//go:linkname gain other.gain"},
		{"Lut", "func f() { lut[0]++ }"},
		{"Lut", "func f() { lut[1] = 2 }"},
		{"Lut", "func f(i int) { lut[i&3], _ = 2, 3 }"},
		{"Lut", "func f() { lut = [4]float64{} }"},
		{"Lut", "func f(x []float64) { copy(lut[:], x) }"},
		{"Lut", "func f() { clear(lut[:]) }"},
		{"Lut", "var view = lut[1:]"},
		{"Lut", "var p = &lut"},
		{"Lut", "var p = &lut[2]"},
		{"Lut", "func f(x float64) { lut[:][1] = x }"},
		{"Lut", "func f(x float64) { (lut[1:3])[:1][0] += x }"},
		{"Lut", "func f(x []float64) { for _, lut[:2][1] = range x {} }"},
		{"Lut", "func f(c chan float64) { lut[:2][1] = <-c }"},
		{"Lut", "func f() { (&lut)[1] = 3 }"},
		{"Lut", "func f() { *(&lut[1]) = 3 }"},
		{"Lut", "func f() { for i, p := 0, &lut; i < 2; i++ { p[i] = 3 } }"},
		{"Lut", "func f() iter.Seq[*float64] { return func(yield func(*float64) bool) { yield(&lut[0]) } }"},
		{"Lut", "type t struct{ s []float64 }\nfunc f() t { return t{s: lut[:]} }"},
		{"Lut", "func f() [1][]float64 { return [...][]float64{lut[:]} }"},
		{"Lut", "func f[T any](x T) T { return x }\nfunc g() { f(&lut)[0] = 1 }"},
		{"Lut", "func f() { clear(([]float64)(lut[:])) }"},
		{"Lut", "func f() { switch p := any(&lut[0]).(type) { case *float64: *p = 1 } }"},
		{"Lut", "func f(m map[string][]float64) { m[\"a\"] = lut[1:] }"},
		{"Lut", "func f(c chan []float64) { c <- lut[:] }"},
		{"Lut", "func f() { defer func(x []float64) { x[0] = 1 }(lut[:]) }"},
		{"Lut", "func f() { lut := lut[:]; lut[0] = 1 }"},
		{"Lut", "func f(x []float64) { for lut[0] = range 3.0 {}; for _, lut[1] = range x {} }"},
		{"Tab", "func f() { tab[0] = 2 }"},
		{"Tab", "func f() { tab = nil }"},
		{"Tab", "func f() { x := tab; x[0] = 2 }"},
		{"Tab", "func f() []float64 { return tab }"},
		{"Tab", "func f() { clear(tab) }"},
		{"Tab", "func f() { _ = append(tab[:1], 9) }"},
		{"Tab", "func f() { tab[:2:3][1]-- }"},
		{"Tab", "func f() { for _, x := range [][]float64{tab} { x[0] = 1 } }"},
		{"Tab", "func f() { copy(tab, tab[1:]) }"},
		{"Tab", "func f() (x []float64) { return append(tab[:2], 9, 8) }"},
		{"Tab", "func f() { type t []float64; t(tab)[0] = 1 }"},
		{"Tab", "func copy(x, y []float64) { y[0] = 9 }\nfunc f(x []float64) { copy(x, tab) }"},
		{"Tab", "func len(y []float64) int { y[0] = 9; return 0 }\nvar n = len(tab)"},
		{"Conf", "func f() { conf.a = 2 }"},
		{"Conf", "func f() { conf.b++ }"},
		{"Conf", "var p = &conf.a"},
		{"Moved", "func f() { moved.put(1) }"},
		{"Moved", "var f = moved.put"},
		{"Moved", "var f = (moved).put"},
		{"Moved", "func f() { g := moved.put; g(2) }"},
		{"Moved", "func call(f func(float64)) { f(2) }\nfunc f() { call((&moved).put) }"},
		{"Conf", "func f() { p := &conf; p.a = 3 }"},
		{"Conf", "func f() { (&conf).b = 3 }"},
		{"Conf", "func f() *struct{ a, b float64 } { return &conf }"},
		{"Base", "func f() { base.set(3) }"},
		{"Base", "func f(c func(float64)) func(float64) { return base.set }"},
		{"Base", "func f() { base.inner.set(3) }"},
		{"Base", "func f() { base.a = 3 }"},
		{"Base", "func f() { base.inner.a++ }"},
		{"Base", "func (x *inner) also() { x.a = 3 }\nfunc f() { base.also() }"},
		{"At", "func f() { at(1).a = 3 }"},
		{"At", "func f() *inner { return at(0) }"},
		{"At", "func init() { for i := range 2 { at(i).set(3) } }"},
		{"At", "var f = at"},
		{"Anything", "func f() { anything[int](0) }"},
		{"Moved", "func f() { (*vec).put(&moved, 1) }"},
	} {
		src := Source{{Name: "k.go", Text: settledText}, {Name: "o.go", Text: "package p\n" + c.code + "\n"}}
		for w := TextOnly; w <= WholePackage; w++ {
			_, err := Build(src, c.kernel, Options{World: w})
			if err == nil || !strings.Contains(err.Error(), "package-level variable") {
				t.Errorf("%s beside %q: error %v", c.kernel, c.code, err)
			}
		}
		src[1].Kind = TestFile
		if _, err := Build(src, c.kernel, Options{World: WholePackage}); err == nil {
			t.Errorf("%s beside %q in a test: no error", c.kernel, c.code)
		}
	}
	for _, c := range []struct{ kernel, code string }{
		{"Gain", "func f() { gain := 2.0; gain++; _ = gain }"},
		{"Gain", "func f(gain float64) { gain = 2 }"},
		{"Gain", "func f() (gain float64) { gain = 2; return }"},
		{"Gain", "type t struct{ gain float64 }\nfunc (x *t) f() { x.gain = 2 }\nvar v = t{gain: 3}"},
		{"Gain", "func f(x []float64) { for _, gain := range x { _ = gain } }"},
		{"Gain", "func f() float64 { return 2 * gain }"},
		{"Lut", "func f() (s float64) { for _, x := range lut { s += x }; x := lut; x[0] = 2; return s + lut[1] }"},
		{"Tab", "func f() (s float64) { for _, x := range tab[1:] { s += x }; return s + tab[0] + float64(len(tab)) }"},
		{"Tab", "func f(x []float64) { copy(x, tab) }"},
		{"Conf", "func f() float64 { return conf.a }"},
		{"Base", "func f() float64 { return base.a + base.inner.a + base.get() }"},
		{"Base", "func f() float64 { x := base; x.set(3); x.a = 4; return base.inner.get() }"},
		{"Base", "func f() bool { return base == outer{} && any(base) != nil }"},
		{"At", "func f() *inner { at := func(i int) *inner { return nil }; return at(0) }"},
		{"At", "type t struct{ at int }\nfunc f(x t) int { return x.at }"},
		{"Tab", "func f(s []float64) []float64 { return append(s, tab[1:]...) }"},
		{"Tab", "func f() []float64 { t := [4]float64{tab[0]: 1}; return t[:] }"},
		{"Lut", "func f() float64 { return lut[:2][1] + (&lut)[2] + *&lut[1] + float64(len(lut[:2]) + cap(lut[:1])) }"},
		{"Lut", "func f() [4]float64 { var m = map[[4]float64]int{lut: 1}; return [...][4]float64{lut}[m[lut]] }"},
		{"Lut", "func f(c chan [4]float64) { for i, x := range &lut { _, _ = i, x }; c <- lut }"},
		{"Lut", "func f() { lut: for { break lut } }"},
		{"Moved", "var f = moved.at"}, // a copy
	} {
		src := Source{{Name: "k.go", Text: settledText}, {Name: "o.go", Text: "package p\n" + c.code + "\n"}}
		if _, err := Build(src, c.kernel, Options{World: WholePackage}); err != nil {
			t.Errorf("%s beside %q: %v", c.kernel, c.code, err)
		}
		if _, err := Build(src, c.kernel, Options{World: PartOfPackage}); err == nil {
			t.Errorf("%s in a part of its package: no error", c.kernel)
		}
	}
}

// TestWhatDeclarationsSettle checks the effects of code at the variable's declaration and in its package.
func TestWhatDeclarationsSettle(t *testing.T) {
	const kernel = "func K(y []float64) int { y[0] = float64(v); return len(y) }\n"
	for _, c := range []struct{ decl, more, want string }{
		{"var v = 1.5", "", ""},
		{"var v float64", "", ""},
		{"var v float64\nvar w = 2.5", "func f() { w++ }", ""},
		{"var v, w = 1.5, 2.5", "func f() { w++ }", ""},
		{"func two() (float64, float64) { return 1, 2 }\nvar v, w = two()", "", "whose initial value is no constant"},
		{"func one() float64 { return 1 }\nvar v = one()", "", "whose initial value is no constant"},
		{"import _ \"embed\"\n//go:embed x\nvar v float64", "", "which //go:embed makes another"},
		{"import _ \"embed\"\n//go:embed x\n\n// More.\n\nvar v float64", "", "which //go:embed makes another"},
		{"import _ \"unsafe\"\n//go:linkname v other.v\nvar v float64", "", "which //go:linkname makes another"},
		{"var v = 1.5", "func asm()", "which the assembly of the function at o.go:2:1 may change"},
		{"var v = 1.5 //hotloop:readonly", "func asm()", ""},
		{"//hotloop:readonly\nvar v = 1.5", "func asm()", ""},
		{"//hotloop:readonly by all\nvar (\n\tu = 2\n\tv = 1.5\n)", "func asm()", ""},
		{"//hotloop:readonlyish\nvar v = 1.5", "func asm()", "assembly"},
		{"//hotloop:readonly\nvar v = 1.5", "func f() { v = 2 }", "which may be changed at o.go:2:12"},
	} {
		src := Source{{Name: "k.go", Text: "package p\n" + c.decl + "\n" + kernel},
			{Name: "o.go", Text: "package p\n" + c.more + "\n"}}
		_, err := Build(src, "K", Options{World: WholePackage})
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%q beside %q: got %v, want %q", c.decl, c.more, got, c.want)
		}
	}
	for _, c := range []struct {
		decl, use string
		want      []string // of what is proposed
	}{
		{"var v = 1.5", "v", []string{"//hotloop:readonly", "WithGlobal", "WithPackage"}},
		{"var v = [2]float64{1, 2}", "v[0]", []string{"//hotloop:readonly", "WithGlobal", "WithPackage"}},
		{"var v = []float64{1, 2}", "v[0]", []string{"//hotloop:readonly", "WithPackage"}},
		{"func one() float64 { return 1 }\nvar v = one()", "v", []string{"WithGlobal"}},
		{"var v = make([]float64, 2)", "v[0]", nil},
		{"var v *[2]float64", "v[0]", nil},
		{"var v = 1.5\nfunc f() { v++ }", "v", []string{"WithGlobal"}},
		{"var v = []float64{1}\nvar w = v", "v[0]", nil},
	} {
		text := "package p\n" + c.decl + "\nfunc K(y []float64) { y[0] = " + c.use + " }\n"
		_, err := Build(Text("k.go", text), "K", Options{World: PartOfPackage, Type: reflect.TypeFor[func([]float64)]()})
		for _, way := range []string{"//hotloop:readonly", "WithGlobal", "WithPackage"} {
			if got := strings.Contains(fmt.Sprint(err), way); got != slices.Contains(c.want, way) {
				t.Errorf("%q: %s is proposed: %t: %v", c.decl, way, got, err)
			}
		}
	}
	for _, c := range []struct{ pkg, asm, want string }{
		{"p", "TEXT ·f(SB),0,$0\n\tMOVQ $1, ·V(SB)\n", "which may be changed at f.s:2:1"},
		{"main", "TEXT ·f(SB),0,$0\n\tMOVQ $1, ·V(SB)\n", "which may be changed at f.s:2:1"},
		{"p", "TEXT ·f(SB),0,$0\n\tMOVQ $1, ·Vx(SB)\n", "which other packages may change"},
		{"main", "TEXT ·f(SB),0,$0\n\tMOVQ $1, ·Vx(SB)\n", "<nil>"},
	} {
		src := Source{{Name: "f.s", Text: c.asm, Kind: AssemblyFile},
			{Name: "k.go", Text: "package " + c.pkg + "\nvar V = 1.5\nfunc f()\nfunc K(y []float64) { y[0] = V }\n"}}
		_, err := Build(src, "K", Options{World: WholePackage})
		if got := fmt.Sprint(err); !strings.Contains(got, c.want) {
			t.Errorf("package %s: got %s, want %s", c.pkg, got, c.want)
		}
	}
	main := Text("k.go", "package main\nvar V = 1.5\nfunc K(y []float64) { y[0] = V }\n")
	if _, err := Build(main, "K", Options{World: WholePackage}); err != nil {
		t.Errorf("an exported variable of the program's main package: %v", err)
	}
	if _, err := Build(main, "K", Options{World: WholePlugin}); err == nil ||
		!strings.Contains(err.Error(), "which other packages may change") {
		t.Errorf("an exported variable of a plugin: %v", err)
	}
	src := Source{{Name: "k.go", Text: "package main\nvar V = 1.5\nfunc K(y []float64) { y[0] = V }\n"},
		{Name: "k_test.go", Text: "package main_test\nimport \"main\"\nfunc f() { main.V = 2 }\n", Kind: TestFile}}
	if _, err := Build(src, "K", Options{World: WholePackage}); err == nil ||
		!strings.Contains(err.Error(), "k_test.go:3:12") {
		t.Errorf("an external test: %v", err)
	}
}

// TestSideEffectsOfNamesakes checks that a function of the source with the name of a predeclared function is not
// treated as free of side effects.
func TestSideEffectsOfNamesakes(t *testing.T) {
	const text = "package p\nfunc max(x *[4]int, i int) int { x[i&3] = 9; return i }\n" +
		"func K(y []int) (s int) { var a [4]int; for i, v := range a { s += v + max(&a, i+1) }; return s }\n"
	res, err := Build(Text("k.go", text), "K", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(res.Func.Locals); n != 2 {
		t.Errorf("%d arrays in memory, want a and the copy that the loop runs over:\n%s", n, res.Func)
	}
}

// TestReadPackage checks which files belong to the package of this program.
func TestReadPackage(t *testing.T) {
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"a.go": "package p\n", "b_test.go": "package p\n", "c.s": "", "d.txt": "x", "_e.go": "package q\n",
		".f.go":    "package q\n",
		"sub/g.go": "package sub\n", "h_plan9.go": "package p\n", "i_wasm.go": "package p\n",
		"j_plan9_test.go": "package p\n",
		"plan9.go":        "package p\n", "k.go": "// Copyright\n\n//go:build ignore\n\npackage main\n",
		"l.go": "//go:build !ignore && go1.1\n\npackage p\n",
		"m.go": "//go:build neverset\npackage p\n", "n.go": "//go:build !neverset\npackage p\n",
		"o.go": "/* a\n//go:build ignore\n*/\npackage p\n",
		"q.go": "package p\n\n//go:build ignore\n", "r_unix.go": "package p\n", "s.go": "//go:build go1.999\npackage p\n",
		"t.go": "//go:build plan9 || wasm\npackage p\n",
		"u.go": "// +build ignore\n\npackage main\n", "v.go": "// +build !ignore\n\npackage p\n",
		"w.go": "\ufeff//go:build ignore\n\npackage main\n", "x.go": "\ufeffpackage p\n",
		"y.go": "// +build ignore\n\n//go:build !ignore\n\npackage p\n", "z.go": "package documentation\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	src, err := ReadPackage(files)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range src {
		got = append(got, fmt.Sprintf("%s:%d", f.Name, f.Kind))
	}
	if s := strings.Join(got, " "); s != "a.go:0 b_test.go:1 c.s:2 l.go:0 n.go:0 o.go:0 plan9.go:0 q.go:0 r_unix.go:0 "+
		"v.go:0 x.go:0 y.go:0" {
		t.Errorf("got %s", s)
	}
	for _, bad := range []fstest.MapFS{{}, {"a_test.go": {}}, {"a.go": {Data: []byte("//go:build a b\npackage p\n")}}} {
		if _, err := ReadPackage(bad); err == nil {
			t.Errorf("no error for %v", bad)
		}
	}
}

// TestGivenTwice checks that two functions of the same name are an error.
func TestGivenTwice(t *testing.T) {
	const text = "package p\nfunc two() int { return 2 }\nfunc K() int { return two() }\n"
	_, err := Build(Source{{Name: "k.go", Text: text}, {Name: "old.go", Text: "package p\nfunc two() int { return 1 }\n"}},
		"K", Options{})
	if err == nil || !strings.Contains(err.Error(), "old.go:2:6: two redeclared in this block") {
		t.Errorf("error %v", err)
	}
}

type (
	pair       struct{ B, A int32 }
	nested     struct{ P pair }
	listed     struct{ P []pair }
	derived    pair
	gen[T any] struct{ B, A T }
	embeds     struct {
		pair
		C int32
	}
	private struct{ b, a int32 }
)

// TestFieldsAreThePrograms checks that structs that differ only in field names are different types, however they
// are reached.
func TestFieldsAreThePrograms(t *testing.T) {
	for _, c := range []struct {
		decl, param string
		typ         any
		want        [2]bool // as a text of its own, and as the program's
	}{
		{"type pair struct{ B, A int32 }", "[]pair", func([]pair) {}, [2]bool{true, true}},
		{"type pair struct{ A, B int32 }", "[]pair", func([]pair) {}, [2]bool{}},
		{"type other struct{ B, A int32 }", "[]other", func([]pair) {}, [2]bool{true, false}},
		{"type pair struct{ B int32; A int32 }", "*[2]pair", func(*[2]pair) {}, [2]bool{true, true}},
		{"type pair struct{ A int32; B int32 }", "*[2]pair", func(*[2]pair) {}, [2]bool{}},
		{"type pair struct{ A, B int32 }\ntype nested struct{ P pair }", "*nested", func(*nested) {}, [2]bool{}},
		{"type pair struct{ A, B int32 }\ntype listed struct{ P []pair }", "*listed", func(*listed) {}, [2]bool{}},
		{"type listed struct{ P []struct{ B, A int32 } }", "*listed", func(*listed) {}, [2]bool{true, true}},
		{"type derived struct{ A, B int32 }", "derived", func(derived) {}, [2]bool{}},
		{"type pair struct{ B, A int32 }\ntype derived pair", "derived", func(derived) {}, [2]bool{true, true}},
		{"type gen[T any] struct{ A, B T }", "[]gen[int32]", func([]gen[int32]) {}, [2]bool{}},
		{"type gen[T any] struct{ B, A T }", "[]gen[int32]", func([]gen[int32]) {}, [2]bool{true, true}},
		{"type pair struct{ B, A int32 }\ntype embeds struct { pair; C int32 }", "*embeds", func(*embeds) {},
			[2]bool{true, true}},
		{"type pair struct{ B, A int32 }\ntype embeds struct { C int32; pair }", "*embeds", func(*embeds) {}, [2]bool{}},
		{"type pair struct{ B, A int32 }\ntype embeds struct { pair pair; C int32 }", "*embeds", func(*embeds) {},
			[2]bool{}},
		{"type private struct{ b, a int32 }", "private", func(private) {}, [2]bool{true, true}},
		{"type private struct{ a, b int32 }", "private", func(private) {}, [2]bool{}},
		{"type private struct{ b, a int32 }", "private", func(struct{ B, A int32 }) {}, [2]bool{true, false}},
		{"type private struct{ b, a int32 }", "private", func(struct{ A, B int32 }) {}, [2]bool{}},
	} {
		src := Text("k.go", "package frontend\n"+c.decl+"\nfunc K(x "+c.param+") {}\n")
		for i, w := range []World{TextOnly, WholePackage} {
			if _, err := Build(src, "K", Options{World: w, Type: reflect.TypeOf(c.typ)}); (err == nil) != c.want[i] {
				t.Errorf("%s for %T in world %d: error %v", c.decl, c.typ, w, err)
			}
		}
	}
}

// TestDotImports tests names of dot imports.
func TestDotImports(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"import . \"math\"\nfunc K(y []float64) { f := Sqrt; y[0] = f(y[1]) + Max(y[0], Pi) }", "<nil>"},
		{"import . \"math\"\nimport . \"math/bits\"\nfunc K(y []uint) uint { return uint(Len(y[0])) + h(2) }\n" +
			"func h(x float64) uint { return uint(Floor(x)) }", "<nil>"},
		{"import . \"cmp\"\nfunc K(y []float64) bool { return Less(y[0], y[1]) }", "<nil>"},
		{"import . \"slices\"\nfunc K(y []float64) { Reverse(y) }", "<nil>"},
		{"import . \"sync\"\nfunc K(y []float64) { y[0] = 3 }", "<nil>"},
		{"import . \"sync\"\nfunc K(y []float64) { OnceFunc(nil) }",
			"k.go:3:23: undefined: OnceFunc; declare it in the source, give all files of the package, or import it by name"},
		{"import \"time\"\ntype D struct { time.Duration; N int64 }\nfunc K(y []D) { y[0].Duration += 3 }",
			"k.go:3:17: time.Duration"},
	} {
		_, err := Build(Text("k.go", "package p\n"+c.text+"\n"), "K", Options{World: WholePackage})
		if got := fmt.Sprint(err); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}
