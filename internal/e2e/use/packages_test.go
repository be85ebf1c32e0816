package use

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"hotloop/frontend"
	"hotloop/runtime"
)

var (
	packages    = flag.Int("packages", 4, "how many packages TestPackages makes up")
	packageSeed = flag.Uint64("package-seed", 1, "the seed of the packages")
)

// kernelsInPackage is how many variables a package has, each with a kernel that reads it.
const kernelsInPackage = 12

// TestPackages makes up packages that use variables in all forms there are, has the Go compiler run them, and compares
// what kernels of the same packages compute: a kernel is right or refused. Where all uses only read, it must not be
// refused.
func TestPackages(t *testing.T) {
	jit(t)
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("packages cannot be built")
	}
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var imports, calls strings.Builder
	var made []*madePackage
	for i := range *packages {
		p := makePackage(rand.New(rand.NewPCG(*packageSeed, uint64(i))))
		made = append(made, p)
		for name, text := range p.files {
			put(fmt.Sprintf("p%d/%s", i, name), text)
		}
		fmt.Fprintf(&imports, "import p%d \"made/p%d\"\n", i, i)
		fmt.Fprintf(&calls, "\tp%d.Change()\n", i)
		for k := range kernelsInPackage {
			fmt.Fprintf(&calls, "\ty = []float64{1, 2, 3}\n\tp%d.K%d(y)\n\tfmt.Println(y)\n", i, k)
		}
	}
	put("go.mod", "module made\n\ngo 1.24\n")
	put("main.go", "package main\nimport \"fmt\"\n"+imports.String()+"func main() {\n\tvar y []float64\n"+calls.String()+"}\n")
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	accepted, changed := 0, 0
	for i, p := range made {
		src, err := frontend.ReadPackage(os.DirFS(filepath.Join(dir, fmt.Sprintf("p%d", i))))
		if err != nil {
			t.Fatal(err)
		}
		for n := range kernelsInPackage {
			want := lines[i*kernelsInPackage+n]
			k, err := runtime.Compile(reflect.TypeFor[func([]float64)](), "", fmt.Sprintf("K%d", n),
				runtime.Options{World: frontend.WholePackage, Files: src})
			what := fmt.Sprintf("-package-seed %d, p%d.K%d:\n%s", *packageSeed, i, n, p.about[n])
			if err != nil {
				changed++
				if p.reads[n] || !strings.Contains(err.Error(), "which may be changed at") {
					t.Errorf("%s\nrefused: %v", what, err)
				}
				continue
			}
			accepted++
			if p.inTest[n] {
				t.Errorf("%s\nis changed by a test, and accepted", what)
			}
			y := []float64{1, 2, 3}
			k.Func().Interface().(func([]float64))(y)
			if got := fmt.Sprint(y); got != want {
				t.Errorf("%s\ngot %s, the Go compiler has %s", what, got, want)
			}
		}
	}
	if all := *packages * kernelsInPackage; accepted < all/5 || changed < all/5 {
		t.Errorf("of %d kernels %d were accepted and %d refused", all, accepted, changed)
	}
}

// madePackage is a package that was made up.
type madePackage struct {
	files  map[string]string
	about  []string // what was written for each kernel
	reads  []bool   // all its uses only read
	inTest []bool   // some that stores is in a test, which the Go compiler does not run
}

const madeHead = `package made

type P struct {
	x, y float64
	z    [2]float64
}

func (p *P) set(v float64)  { p.x, p.y = v, v; p.z[0] = v }
func (p P) get() float64    { return p.x + p.z[0] }

type O struct {
	P
	w float64
}
`

const madeUtil = `package made

import "iter"

var sink float64
var buf [8]float64
var kept []float64

type holder struct{ s []float64 }
type setter interface{ set(float64) }
type thing struct{ v0, v1 float64 }

func setp(p *float64)             { *p = 7 }
func sets(s []float64)            { s[0] = 7 }
func call(f func(float64))        { f(7) }
func take(x ...any)               { sink += float64(len(x)) }
func id[T any](x T) T             { return x }
func one() chan float64           { c := make(chan float64, 1); c <- 7; return c }
func each(s []float64) iter.Seq[*float64] {
	return func(yield func(*float64) bool) {
		for i := range s {
			if !yield(&s[i]) {
				return
			}
		}
	}
}
`

// kindOf the variables and of what is made of them: the type, how it is initialized, what follows from it by one step,
// and the statements that store to and read one. E stands for the expression; & in front of a step or statement
// says that it must be addressable. A step has the kind that it leads to behind the blank.
type madeKind struct {
	decl          string
	steps         []string
	stores, reads []string
}

var madeKinds = map[string]madeKind{
	"num": {"float64 = 1.5", []string{"(E) num", "&(&E) pnum"},
		[]string{"&E = 7", "&E += 3", "&E++", "&for _, E = range []float64{7, 8} {}", "&select { case E = <-one(): }",
			"&E, sink = 7, 1", "&setp(&E)", "&func() { E = 7 }()", "&defer func() { E -= 2 }()", "&p := &E; *p = 7",
			"&ps := []*float64{&E}; *ps[0] = 7", "&switch p := any(&E).(type) { case *float64: *p = 7 }"},
		[]string{"sink += E", "if E > 1 { sink++ }", "v := E; v++; sink = v", "take(E)", "_ = map[float64]int{E: 1}",
			"switch E { case 1: sink++ }", "buf[int(E)&3] = E", "V := thing{v0: E}; V.v0++; take(V)"}},
	"vec": {"[4]float64 = [4]float64{1, 2, 3, 4}", []string{"(E) vec", "E[1] num", "&E[:] sl", "&E[1:3] sl", "&(&E) pvec"},
		[]string{"&E = [4]float64{}", "&E[1] = 7", "&for i := range E { E[i] = 7 }", "&for i, p := 0, &E; i < 2; i++ { p[i] = 7 }"},
		[]string{"v := E; v[0] = 9; take(v)", "for _, v := range E { sink += v }", "take(E == [4]float64{}, len(E))",
			"take([...][4]float64{E})", "_ = map[[4]float64]int{E: 1}", "&for i := range E[:2] { sink += E[i] }"}},
	"sl": {"[]float64 = []float64{1, 2, 3, 4}", []string{"(E) sl", "@E[1] num", "E[:2] sl", "E[:2:2] sl", "@(&E[0]) pnum"},
		[]string{"E[0] = 7", "clear(E)", "copy(E, []float64{7, 8})", "kept = append(E[:1], 9)", "sets(E)", "s := E; s[0] = 7",
			"for i := range E { E[i] = 7 }", "h := holder{E}; h.s[1] = 7", "a := [1][]float64{E}; a[0][0] = 7",
			"c := make(chan []float64, 1); c <- E; (<-c)[0] = 7", "id(E)[1] = 7", "for p := range each(E) { *p = 7 }",
			"switch s := any(E).(type) { case []float64: s[0] = 7 }", "m := map[int][]float64{1: E}; m[1][0] = 7",
			"defer clear(E)", "for _, s := range [][]float64{E} { s[0] = 7 }", "f := sets; f(E)"},
		[]string{"for _, v := range E { sink += v }", "take(len(E), cap(E))", "copy(buf[:], E)", "kept = append(kept, E...)",
			"for i := range E { sink += E[i] }", "take(E == nil)"}},
	"pnum": {"", []string{"@(*E) num"}, []string{"*E = 7", "setp(E)", "p := E; *p = 7"}, []string{"sink += *E"}},
	"pvec": {"", []string{"@E[1] num", "@(*E) vec", "E[:] sl"}, []string{"E[1] = 7", "for i := range E { E[i] = 7 }", "take(func() { E[0] = 7 }); E[1]++"},
		[]string{"for _, v := range E { sink += v }", "take(len(E))", "v := *E; v[0] = 9; take(v)"}},
	"P": {"P = P{1, 2, [2]float64{3, 4}}", []string{"(E) P", "E.x num", "E.z[1] num", "&E.z[:] sl", "&(&E) pP", "E.get() val"},
		[]string{"&E.set(7)", "&f := E.set; f(7)", "&call(E.set)", "&(*P).set(&E, 7)", "&E = P{}", "&E.x--", "&q := &E; q.y = 7; q.x = 7",
			"&var s setter = &E; s.set(7)", "&defer E.set(7)", "&E.z[0], E.x = 7, 8"},
		[]string{"v := E; v.set(9); take(v)", "sink += E.get()", "f := E.get; sink += f()", "take(E == P{})", "sink += P.get(E)"}},
	"pP": {"", []string{"@E.x num", "@(*E) P", "E.z[:] sl", "E.get() val"}, []string{"E.set(7)", "E.x = 7", "*E = P{}", "q := E; q.set(7)", "call(E.set)"},
		[]string{"sink += E.y", "sink += E.get()", "v := *E; v.set(9); take(v)"}},
	"row": {"[]P = []P{{x: 1, z: [2]float64{5, 6}}, {x: 2, y: 3}}", []string{"(E) row", "@E[1] P", "E[:2] row", "@(&E[0]) pP"},
		[]string{"E[0].set(7); E[1].set(7)", "for i := range E { E[i].x = 7 }", "clear(E)", "r := E; r[0].set(7); r[1].x = 7",
			"id(E)[0] = P{}"},
		[]string{"for _, v := range E { v.set(9); take(v) }", "take(len(E), E[0].get())"}},
	"ring": {"[2]P = [2]P{{x: 1, z: [2]float64{5, 6}}, {x: 2, y: 3}}", []string{"(E) ring", "E[1] P", "&E[:] row"},
		[]string{"&E[0].set(7)", "&E[1] = P{}; E[0].x = 7", "&E = [2]P{}"},
		[]string{"for _, v := range E { v.set(9); take(v) }", "v := E; v[0].set(9); take(v)"}},
	"O": {"O = O{P{x: 1, y: 2, z: [2]float64{3, 4}}, 5}", []string{"E.P P", "E.x num", "E.w num", "&E.z[:] sl", "E.get() val"},
		[]string{"&E.set(7)", "&f := E.set; f(7)", "&E.x = 7", "&E = O{}", "&call((&E).set)", "&var s setter = &E; s.set(7)"},
		[]string{"v := E; v.set(9); take(v)", "sink += E.get() + E.w", "f := E.get; sink += f()", "take(E == O{})"}},
	"val": {"", nil, nil, []string{"sink += E", "take(E)"}},
}

// madeWalk is an expression that leads somewhere from a variable.
type madeWalk struct {
	expr, kind  string
	addressable bool
}

// walk goes some steps from the variable; only to what a store can reach, if stores is set.
func (w madeWalk) walk(r *rand.Rand, n int) madeWalk {
	for range n {
		steps := madeKinds[w.kind].steps
		if len(steps) == 0 {
			break
		}
		step, wants := strings.CutPrefix(steps[r.IntN(len(steps))], "&")
		if wants && !w.addressable {
			continue
		}
		step, gives := strings.CutPrefix(step, "@")
		i := strings.LastIndexByte(step, ' ')
		expr, kind := step[:i], step[i+1:]
		pointer := strings.HasPrefix(kind, "p") // values, as slices made of arrays are
		w = madeWalk{strings.ReplaceAll(expr, "E", w.expr), kind, gives || w.addressable && kind != "val" && !pointer &&
			(kind != "sl" && kind != "row" || strings.HasPrefix(expr, "("))}
	}
	return w
}

// statement is one that stores to where w leads, or reads it; "" if there is none.
func (w madeWalk) statement(r *rand.Rand, store bool) string {
	list := madeKinds[w.kind].reads
	if store {
		list = madeKinds[w.kind].stores
	}
	var fit []string
	for _, s := range list {
		if s, wants := strings.CutPrefix(s, "&"); !wants || w.addressable {
			fit = append(fit, s)
		}
	}
	if len(fit) == 0 {
		return ""
	}
	// E alone is the expression: names have no letter E besides.
	return strings.ReplaceAll(fit[r.IntN(len(fit))], "E", w.expr)
}

// makePackage makes a package up.
func makePackage(r *rand.Rand) *madePackage {
	p := &madePackage{}
	var kernels, uses, tests, change strings.Builder
	kernels.WriteString(madeHead)
	uses.WriteString("package made\n")
	tests.WriteString("package made\n")
	kinds := []string{"num", "vec", "sl", "P", "row", "ring", "O"}
	for n := range kernelsInPackage {
		kind := kinds[r.IntN(len(kinds))]
		v := madeWalk{fmt.Sprintf("v%d", n), kind, true}
		number := v
		for number = v; number.kind != "num" && number.kind != "val"; {
			number = v.walk(r, 1+r.IntN(5))
		}
		text := fmt.Sprintf("var %s %s\n", v.expr, madeKinds[kind].decl)
		from, reads := v, true
		switch r.IntN(4) {
		case 0: // by a helper
			text += fmt.Sprintf("func K%d(y []float64) {\n\tfor i := range y {\n\t\ty[i] += h%d()\n\t}\n}\n", n, n)
			text += fmt.Sprintf("func h%d() float64 { return %s }\n", n, number.expr)
		case 1: // by a helper that gives a slice or a pointer out, and which other code may call too
			to := v
			for range 20 {
				if to = v.walk(r, 1+r.IntN(3)); to.kind == "pP" || to.kind == "sl" {
					break
				}
			}
			if to.kind == "pP" || to.kind == "sl" {
				by := madeWalk{fmt.Sprintf("at%d()", n), to.kind, false}
				for number = by; number.kind != "num" && number.kind != "val"; {
					number = by.walk(r, 1+r.IntN(5))
				}
				text += fmt.Sprintf("func at%d() %s { return %s }\n", n, map[string]string{"pP": "*P", "sl": "[]float64"}[to.kind], to.expr)
				if from = by; r.IntN(2) == 0 {
					from = v
				} else {
					reads = false // what leaves may be stored through
				}
			}
			fallthrough
		default:
			text += fmt.Sprintf("func K%d(y []float64) {\n\tfor i := range y {\n\t\ty[i] += %s\n\t}\n}\n", n, number.expr)
		}
		kernels.WriteString(text)
		inTest := false
		for u := range 1 + r.IntN(3) {
			store := r.IntN(4) == 0 || from != v && r.IntN(2) == 0
			s := ""
			for s == "" {
				s = from.walk(r, r.IntN(5)).statement(r, store)
			}
			reads = reads && !store
			name := fmt.Sprintf("f%d_%d", n, u)
			to, run := &uses, name+"()"
			var code string
			switch r.IntN(9) {
			case 0:
				code, run = "func init() { "+s+" }", ""
			case 1:
				code, run = "var _ = func() int { "+s+"; return 0 }()", ""
			case 2:
				code, run = "func (t thing) "+name+"() { "+s+" }", "thing{}."+name+"()"
			case 3:
				code, run = "func "+name+"[T any](x T) { "+s+" }", name+"(1)"
			case 4:
				code, run = "func "+name+"() func() { return func() { "+s+" } }", name+"()()"
			case 5:
				code, run = "func "+name+"() { "+s+" }", ""
				to, inTest = &tests, inTest || store
			case 6:
				code = "func " + name + "() {\n\t{ " + v.expr + " := 2.0; " + v.expr + "++; sink = " + v.expr + " }\n\t" + s + "\n}"
			default:
				code = "func " + name + "() { " + s + " }"
			}
			text += code + "\n"
			to.WriteString(code + "\n")
			if run != "" {
				change.WriteString("\t" + run + "\n")
			}
		}
		p.about, p.reads, p.inTest = append(p.about, text), append(p.reads, reads), append(p.inTest, inTest)
	}
	p.files = map[string]string{"k.go": kernels.String(), "util.go": madeUtil, "k_test.go": tests.String(),
		"uses.go": uses.String() + "\nfunc Change() {\n" + change.String() + "}\n"}
	return p
}
