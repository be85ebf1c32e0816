package bench

import (
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"hotloop/internal/lab/source"
)

const fileText = `package audio

import "fmt"

type sample int16

// Fade scales samples down over n steps.
func Fade(x []sample, gain float32, n int) int {
	for i := range n {
		x[i] = sample(float32(x[i]) * gain * float32(n-i) / float32(n))
	}
	return n
}

// Worst-case neighbours: nothing a kernel could contain.
func Print(x []sample) { fmt.Println(x) }

func Blend(dst, a, b []float64, t float64) {
	for i := range dst {
		dst[i] = a[i]*t + b[i]*(1-t)
	}
}

func Never(x []uint8, n int) { _ = x[len(x)+n] }
`

func runSession(t *testing.T, s *Session) (rows []*Row, notices string, wrong int) {
	t.Helper()
	var b strings.Builder
	s.Notice = func(text string) { b.WriteString(text + "\n") }
	s.Plan, s.Quick, s.Seed = Plan{Batch: 20 * time.Microsecond, Repeats: 3}, true, 1
	wrong, err := s.Run(func(r *Row) { rows = append(rows, r) })
	if err != nil {
		t.Fatal(err)
	}
	return rows, b.String(), wrong
}

// measured reports whether the row has a time for our code and a ratio for each peer. The values depend on the
// machine.
func measured(r *Row, ours string, peers ...string) bool {
	_, ok := r.NS[ours]
	for _, p := range peers {
		_, ran := r.NS[p]
		_, compared := r.Ratio[p]
		ok = ok && ran && compared
	}
	return ok
}

// TestSession runs two kernels with peer the Go compiler and a fake compiler that reports the first as vectorized.
func TestSession(t *testing.T) {
	kernels := []*Kernel{Core()[0], Core()[2]}
	e := &fake{null: NewNull(kernels), stays: map[string]bool{kernels[1].Func: true}}
	s := &Session{Engine: e, Kernels: kernels, Modes: []string{"exact", "fast"}, ISAs: []string{"avx2"},
		Lengths: []int{64, 4096}, Peers: []string{"go"}}
	rows, notices, wrong := runSession(t, s)
	if wrong != 0 || len(rows) != 8 || notices != "" {
		t.Fatalf("%d wrong, %d rows, notices %q", wrong, len(rows), notices)
	}
	for _, r := range rows {
		if !measured(r, "hotloop", "go") || r.CompileUS != 200 || r.CodeBytes != 512 || r.Phases["parse"] != 50 {
			t.Errorf("%+v", r)
		}
		// The compiler's report counts, whatever the speed.
		if want := r.Kernel == kernels[0].Name; r.Vectorized != want || r.Pays && !want {
			t.Errorf("%s n=%d: vectorized %v, pays %v, at %g times scalar code", r.Kernel, r.N, r.Vectorized, r.Pays,
				r.ScalarRatio)
		}
	}
	scalar := 0
	for _, r := range e.requests {
		if r.ISA != "avx2" {
			t.Errorf("request %+v", r)
		}
		if r.NoVec {
			scalar++
		}
	}
	if scalar != 4 {
		t.Errorf("scalar code was asked for %d times, not for each kernel in each mode", scalar)
	}
}

// TestSessionOwn checks that our scalar code is timed at all lengths, and our AVX2 code next to that for AVX-512.
func TestSessionOwn(t *testing.T) {
	kernels := Core()[:1]
	s := &Session{Engine: &fake{null: NewNull(kernels)}, Kernels: kernels, Modes: []string{"go"},
		ISAs: []string{"avx512", "avx2"}, Lengths: []int{64, 4096}, Own: true}
	rows, _, wrong := runSession(t, s)
	if wrong != 0 || len(rows) != 4 {
		t.Fatalf("%d wrong, %d rows", wrong, len(rows))
	}
	for _, r := range rows {
		if r.ScalarRatio == 0 || r.ScalarRatio != r.Ratio[OwnScalar] || (r.AVX2Ratio > 0) != (r.ISA == "avx512") {
			t.Errorf("%s n=%d: %+v", r.ISA, r.N, r.Times)
		}
		if r.StrictRatio != 0 { // this engine generates the same code for all modes
			t.Errorf("%s n=%d: the stricter mode has been timed", r.ISA, r.N)
		}
	}
	row := &Row{}
	row.fill([]Timing{{Name: "hotloop", NS: 10, Empty: 2}, {Name: "gcc", NS: 7, Empty: 3}, {Name: "clang", NS: 9, Empty: 1}})
	if row.Better != "gcc" || row.BetterRatio != 0.5 {
		t.Errorf("the better one is %s, %v", row.Better, row.BetterRatio)
	}
}

// TestSlower checks the thresholds of 5% and 4 ns.
func TestSlower(t *testing.T) {
	for _, c := range []struct {
		ours, other float64
		want        bool
	}{{100, 100, false}, {106, 100, true}, {105, 100, false}, {14, 10, false}, {14.1, 10, true}, {1000, 960, false}, {9, 0, false}} {
		r := &Row{Times: Times{NS: map[string]float64{"ours": c.ours, "other": c.other}}}
		if got := r.Slower("ours", "other"); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestSessionReports checks that a mismatch and a refusal become rows with errors, and that the rest is measured.
func TestSessionReports(t *testing.T) {
	kernels := []*Kernel{Core()[0], Core()[1], Core()[2]}
	e := &fake{null: NewNull(kernels[2:]), funcs: map[string]any{"Saxpy": func(a float32, x, y []float32) {}}}
	s := &Session{Engine: e, Kernels: kernels, Modes: []string{"fast"}, ISAs: []string{"avx2"}, Lengths: []int{100}}
	rows, _, wrong := runSession(t, s)
	if wrong != 2 || len(rows) != 3 {
		t.Fatalf("%d wrong, %d rows", wrong, len(rows))
	}
	if !strings.HasPrefix(rows[0].Error, "differs from the Go compiler: n=1,") || rows[1].Error == "" || rows[2].Error != "" {
		t.Errorf("%q, %q, %q", rows[0].Error, rows[1].Error, rows[2].Error)
	}
}

// TestSessionC runs the whole suite against the available C compilers: their results must agree with the Go
// compiler's.
func TestSessionC(t *testing.T) {
	if testing.Short() {
		t.Skip("builds C programs")
	}
	kernels := Core()
	s := &Session{Engine: NewNull(kernels), Kernels: kernels, Modes: []string{"exact"}, ISAs: []string{"null"},
		Lengths: []int{1000},
		Peers:   []string{"clang", "gcc"}}
	rows, notices, wrong := runSession(t, s)
	if wrong != 0 {
		t.Fatalf("%d wrong", wrong)
	}
	if strings.Contains(notices, "no clang found") && strings.Contains(notices, "no gcc found") {
		t.Skip("no C compiler: " + notices)
	}
	for l := range strings.Lines(notices) {
		if !strings.Contains(l, "found; going on without") {
			t.Error(l)
		}
	}
	for _, r := range rows {
		if len(r.Ratio) == 0 || len(r.NetRatio) != len(r.Ratio) {
			t.Errorf("%s has no peer: %+v", r.Kernel, r)
		}
	}
}

// TestFileKernel measures a function of a file that is not linked in. The Go compiler's build in a child process is
// the reference and a peer.
func TestFileKernel(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a Go program")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	k, err := FileKernel("audio.go", fileText, "Fade", "")
	if err != nil {
		t.Fatal(err)
	}
	fade := func(x []int16, gain float32, n int) int {
		for i := range n {
			x[i] = int16(float32(float32(float32(x[i])*gain)*float32(n-i)) / float32(n))
		}
		return n
	}
	e := &fake{funcs: map[string]any{"Fade": fade}}
	s := &Session{Engine: e, Kernels: []*Kernel{k}, Modes: []string{"exact"}, ISAs: []string{"avx2"}, Lengths: []int{1000},
		Peers: []string{"go", "gcc"}}
	rows, notices, wrong := runSession(t, s)
	if wrong != 0 || len(rows) != 1 || !measured(rows[0], "hotloop", "go") {
		t.Fatalf("%d wrong, %+v\n%s", wrong, rows, notices)
	}
	if !strings.Contains(notices, "made-up arguments have lengths n, integers n") {
		t.Error(notices)
	}

	// An error in the last element is found, by the child.
	e.funcs["Fade"] = func(x []int16, gain float32, n int) int {
		fade(x, gain, n)
		if n > 30 {
			x[n-1]++
		}
		return n
	}
	s.Engine = e
	rows, _, wrong = runSession(t, s)
	if wrong != 1 || !strings.Contains(rows[0].Error, "element 30 of argument 0") {
		t.Fatalf("%d wrong, %+v", wrong, rows[0])
	}
}

// TestFileKernelReferee checks that the interpreter is the reference where there is no Go compiler, and that a notice
// says so.
func TestFileKernelReferee(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	k, err := FileKernel("audio.go", fileText, "Blend", "")
	if err != nil {
		t.Fatal(err)
	}
	blend := func(dst, a, b []float64, t float64) {
		for i := range dst {
			dst[i] = float64(a[i]*t) + float64(b[i]*(1-t))
		}
	}
	f := &fake{funcs: map[string]any{"Blend": blend}, reference: blend}
	s := &Session{Engine: fakeReferee{f}, Kernels: []*Kernel{k}, Modes: []string{"exact"}, ISAs: []string{"avx2"},
		Lengths: []int{100},
		Peers:   []string{"go", "clang", "gcc"}}
	_, notices, wrong := runSession(t, s)
	if wrong != 0 || !strings.Contains(notices, "interpreter instead") || !strings.Contains(notices, "no clang found") {
		t.Errorf("%d wrong, notices: %s", wrong, notices)
	}
}

// TestFileKernels checks that the functions of a file that can be measured alone become kernels, and that the others
// have a reason.
func TestFileKernels(t *testing.T) {
	const text = `package p

func helper(x []int32) int32 { return x[0] }

func alone(x []int32) int32 { return helper(x) }

// tiny is called, but described.
// args: [n]%3
func tiny(x []uint8) uint8 { return x[0] }

// Big calls it.
// args: [n]%7 [2*n]=1.5 n
func Big(x []uint8, y []float32, k int) { x[0] = tiny(x) }

func Map(m map[int]int) {}

// Off has one word too many.
// args: [n] 3
func Off(x []int32) {}

func Generic[T any](x []T) {}

type num int

func (num) Method(x []int32) {}

func unused() { undefined() }
`
	all, err := FileKernels("p.go", text, func(name string) bool { return name != "unused" })
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"alone", "tiny", "Big", "Map: m: arguments of type map[int]int cannot be made up",
		`Off: p.go:18:14: "3" is one word too many`}
	if len(all) != len(want) {
		t.Fatalf("%d kernels, want %d", len(all), len(want))
	}
	for i, k := range all {
		got := k.Name
		if k.Refused != nil {
			got += ": " + strings.TrimPrefix(k.Refused.Error(), k.Name+": ")
		}
		if !strings.HasPrefix(got, want[i]) {
			t.Errorf("%s, want %s", got, want[i])
		}
	}
	for i, data := range []Data{Steady, Whole, Special} {
		args := all[2].Args(rand.New(rand.NewPCG(1, 1)), 10, data)
		x, y := args[0].([]uint8), args[1].([]float32)
		if len(x) != 10 || slices.Max(x) > 6 || len(y) != 20 || y[i] != 1.5 || args[2] != 10 {
			t.Errorf("%s: %v", data, args)
		}
	}
	if w := all[2].Work(10); w.Elems != 10 || w.Load != 10+80 {
		t.Errorf("%+v", w)
	}
	// The refusal of one function does not exclude the others.
	s := &Session{Engine: &fake{}, Kernels: all[3:], Modes: []string{"go"}, ISAs: []string{"avx2"}, Lengths: []int{8}}
	if rows, _, wrong := runSession(t, s); wrong != 2 || len(rows) != 2 || !strings.Contains(rows[1].Error, "p.go:18:14") {
		t.Errorf("%d wrong, %+v", wrong, rows)
	}
}

// TestPackageKernels checks that a function whose type is declared in another file becomes a kernel of both files,
// with original positions.
func TestPackageKernels(t *testing.T) {
	a := "package p\n\nimport \"math\"\n\n// Roots takes roots.\n// args: [n]~1,4\nfunc Roots(x []num) {\n\tfor i := range x {\n" +
		"\t\tx[i] = num(math.Sqrt(float64(x[i])))\n\t}\n}\n\n// Bad has no length.\n// args: [n\nfunc Bad(x []num) {}\n"
	b := "package p\n\nimport (\n\t\"math\"\n)\n\ntype num float32\n\nfunc Abs(x []num) { x[0] = num(math.Abs(float64(x[0]))) }\n"
	all, err := PackageKernels([]string{"a.go", "b.go"}, []string{a, b}, func(string) bool { return true })
	if err != nil || len(all) != 3 {
		t.Fatal(all, err)
	}
	roots, bad, abs := all[0], all[1], all[2]
	if roots.Refused != nil || !roots.Described || roots.Suite != "a.go" || abs.Refused != nil {
		t.Errorf("%+v\n%+v", roots, abs)
	}
	if _, err := roots.Source(); err != nil {
		t.Error(err)
	}
	if bad.Refused == nil {
		t.Error("a line that lacks a bracket is taken")
	}
	joined, err := source.Join([]string{"a.go", "b.go"}, []string{a, b})
	if err != nil {
		t.Fatal(err)
	}
	f, err := source.Load("p", joined)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.ArgsLine("Bad"); err == nil || !strings.HasPrefix(err.Error(), "a.go:14:10: ") {
		t.Errorf("the place is %v", err)
	}
}

// TestFileKernelErrors checks the reasons for functions that cannot be measured.
func TestFileKernelErrors(t *testing.T) {
	for fn, want := range map[string]string{"Print": "undefined: fmt.Println", "Nothing": "no function Nothing"} {
		if _, err := FileKernel("audio.go", fileText, fn, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", fn, err, want)
		}
	}
	k, err := FileKernel("audio.go", fileText, "Never", "")
	if err != nil {
		t.Fatal(err)
	}
	name, err := k.Settle(FuncReference{func(x []uint8, n int) { _ = x[len(x)+n] }}, 10)
	if err != nil || name != "" {
		t.Errorf("settled on %q, %v", name, err)
	}
}
