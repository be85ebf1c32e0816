package explain

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/internal/page/pagetest"
	_ "hotloop/isel/all"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var kernelTypes = map[string]reflect.Type{
	"Saxpy":  reflect.TypeFor[func(float32, []float32, []float32)](),
	"Sum":    reflect.TypeFor[func([]float64) float64](),
	"Clip":   reflect.TypeFor[func([]int32, int32, int32) int](),
	"Find":   reflect.TypeFor[func([]byte, byte) int](),
	"Matrix": reflect.TypeFor[func(c, a, b []float64, n int)](),
}

// collect explains a kernel of testdata for a tier.
func collect(t testing.TB, name string, tier cpu.Tier, args func() []any) *Kernel {
	t.Helper()
	text, err := os.ReadFile("testdata/kernels.go")
	if err != nil {
		t.Fatal(err)
	}
	f := cpu.Baseline(tier)
	k, err := Collect(Request{Type: kernelTypes[name], Text: string(text), Name: name, Processor: tier.String(), For: &f, Args: args,
		Options: runtime.Options{FileName: "kernels.go", Fresh: true}, Whole: true, Suggest: true})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestGolden compares the data of three kernels for AVX2 with golden files. Of the SSA they have the sizes of the changes
// only, and of the machine code the hot block.
func TestGolden(t *testing.T) {
	for _, name := range []string{"Saxpy", "Sum", "Clip"} {
		k := collect(t, name, cpu.AVX2, nil)
		for i := range k.Passes {
			n := 0
			for _, h := range k.Passes[i].Hunks {
				n += h.Delete + len(h.Insert)
			}
			k.Passes[i] = Pass{Name: fmt.Sprintf("%s: %d lines", k.Passes[i].Name, n)}
		}
		k.Code.Blocks = slices.DeleteFunc(k.Code.Blocks, func(b Block) bool { return !b.Hot })
		got, err := json.MarshalIndent(k, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, '\n')
		file := "testdata/" + name + ".json"
		if *update {
			if err := os.WriteFile(file, got, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what is collected (%v); -update rewrites it:\n%s", file, err, got)
		}
	}
}

// TestPasses checks that the differences between passes lead to the SSA after the last pass.
func TestPasses(t *testing.T) {
	for name := range kernelTypes {
		k := collect(t, name, cpu.AVX512, nil)
		var text []string
		for _, p := range k.Passes {
			text = apply(text, p.Hunks)
		}
		f, err := ir.Parse(strings.Join(text, "\n"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if err := f.Verify(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func apply(before []string, hunks []Hunk) (after []string) {
	at := 0
	for _, h := range hunks {
		after = append(after, before[at:h.At]...)
		after = append(after, h.Insert...)
		at = h.At + h.Delete
	}
	return append(after, before[at:]...)
}

// TestDiff checks diff on random texts, and that it finds the fewest changed lines of small ones.
func TestDiff(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	text := func() (list []string) {
		for range rng.IntN(12) {
			list = append(list, string(rune('a'+rng.IntN(4))))
		}
		return list
	}
	for range 2000 {
		a, b := text(), text()
		hunks := diff(a, b)
		if got := apply(a, hunks); !slices.Equal(got, b) {
			t.Fatalf("%v to %v: %v by %v", a, b, got, hunks)
		}
		n := 0
		for _, h := range hunks {
			n += h.Delete + len(h.Insert)
		}
		if least := len(a) + len(b) - 2*longestCommon(a, b); n != least {
			t.Fatalf("%v to %v: %d changes where %d are enough: %v", a, b, n, least, hunks)
		}
	}
	long := make([]string, 3*maxEdits)
	for i := range long {
		long[i] = fmt.Sprint(i)
	}
	if got := apply([]string{"x"}, diff([]string{"x"}, long)); !slices.Equal(got, long) {
		t.Error("a large difference is wrong")
	}
}

// longestCommon returns the length of a longest common subsequence, by the definition.
func longestCommon(a, b []string) int {
	n := make([][]int, len(a)+1)
	for i := range n {
		n[i] = make([]int, len(b)+1)
	}
	for i, x := range a {
		for j, y := range b {
			if n[i+1][j+1] = max(n[i][j+1], n[i+1][j]); x == y {
				n[i+1][j+1] = n[i][j] + 1
			}
		}
	}
	return n[len(a)][len(b)]
}

// TestShares compares the shares of versions with what the optimized function executes: of the loop as written the
// interpreter counts the iterations, and of the main loop the vector iterations.
func TestShares(t *testing.T) {
	for _, tier := range []cpu.Tier{cpu.AVX2, cpu.AVX512, cpu.NEON} {
		for n := int64(0); n < 150; n += 3 {
			k := collect(t, "Saxpy", tier, func() []any {
				return []any{float32(2), make([]float32, n), make([]float32, n)}
			})
			p := k.Plans[k.Loops[0].Plan]
			shares := p.SharesOf(n)
			if !k.Code.Measured {
				t.Fatal("nothing was counted")
			}
			scalar, vector := int64(0), int64(-1)
			for _, b := range k.Code.Blocks {
				switch {
				case b.Name == "for.body" && b.Depth > 0:
					scalar = max(scalar, int64(b.Count))
				case b.Name == "vector.body" && vector < 0: // the main loop is the first
					vector = int64(b.Count)
				}
			}
			main := slices.IndexFunc(p.Versions, func(v Version) bool { return v.Name == "main" })
			step := int64(p.Versions[main].VF * p.Versions[main].UF)
			if shares[len(shares)-1] != scalar || shares[main] != vector*step {
				t.Fatalf("%v, %d iterations: shares %v of %+v, but %d scalar iterations and %d vector iterations", tier, n, shares,
					p.Versions, scalar, vector)
			}
		}
	}
}

// TestHot checks that the hot block of a long call is the main loop, of a short call not, and that its instructions have
// lines and costs.
func TestHot(t *testing.T) {
	hot := func(n int) (hot Block, share float64) {
		k := collect(t, "Saxpy", cpu.AVX512, func() []any { return []any{float32(2), make([]float32, n), make([]float32, n)} })
		for _, b := range k.Code.Blocks {
			if share += b.Share; b.Hot {
				hot = b
			}
		}
		return hot, share
	}
	b, all := hot(10000)
	if b.Name != "vector.body" || b.Share < 0.8 || all < 0.999 || all > 1.001 {
		t.Errorf("10,000 iterations: %s has the share %g of %g", b.Name, b.Share, all)
	}
	for _, in := range b.Insts {
		if in.Line == 0 || in.Slots == 0 {
			t.Errorf("%s has no line or no cost", in.Text)
		}
	}
	if b, _ := hot(2); b.Name == "vector.body" {
		t.Error("2 iterations: the vector loop is hot")
	}
}

// TestChange checks that the change that is suggested for a loop does what the page promises.
func TestChange(t *testing.T) {
	k := collect(t, "Sum", cpu.AVX2, nil)
	c := k.Loops[0].Change
	if c == nil || c.Text != "\t//loop:fp reassoc" || c.Then != "vectorized" || c.Vector == 0 || c.Vector >= c.Plain {
		t.Fatalf("the change is %+v", c)
	}
	if c := collect(t, "Saxpy", cpu.AVX2, nil).Loops[0].Change; c != nil {
		t.Errorf("a vectorized loop has the change %+v", c)
	}
}

// TestPage checks the page of all kernels: that it is well-formed, that links lead somewhere, and that nothing is loaded.
func TestPage(t *testing.T) {
	var kernels []*Kernel
	for _, name := range []string{"Saxpy", "Sum", "Clip", "Find", "Matrix"} {
		kernels = append(kernels, collect(t, name, cpu.AVX512, nil))
	}
	kernels = append(kernels, &Kernel{Name: "Send", Position: "kernels.go:1:1", Refused: []string{"kernels.go:1:2: a <channel> type"},
		Sources: []Source{{"kernels.go", "Send", 1, []string{"func Send(c chan int) {", "}"}}}})
	html := write(t, kernels)
	for _, err := range pagetest.Check(html, nil) {
		t.Error(err)
	}
	for _, want := range []string{"//loop:fp reassoc", "Copy line", "Which version runs when", "as written: <code>unroll.count=2",
		"alternatives for the nest", "a &lt;channel&gt; type", "data-copy"} {
		if !strings.Contains(html, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if strings.Contains(html, "ZgotmplZ") {
		t.Error("a template has refused a value")
	}
}

func write(t testing.TB, kernels []*Kernel) string {
	t.Helper()
	p, err := Page(kernels, PageOptions{Title: "test", Index: true})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestSize checks that the page of 50 large kernels stays below 2 MB, by leaving out parts of them, and says so.
func TestSize(t *testing.T) {
	const limit = 2_000_000
	k := collect(t, "Matrix", cpu.AVX512, nil)
	var kernels []*Kernel
	for range 50 {
		kernels = append(kernels, k)
	}
	html := write(t, kernels)
	if len(html) > limit {
		t.Errorf("50 kernels take %d bytes", len(html))
	}
	for _, err := range pagetest.Check(html, nil) {
		t.Error(err)
	}
	big := *k
	rng := rand.New(rand.NewPCG(3, 4))
	noise := make([]string, 20000)
	for i := range noise {
		noise[i] = fmt.Sprintf("%x", []uint64{rng.Uint64(), rng.Uint64(), rng.Uint64(), rng.Uint64()}) // which nothing compresses
	}
	big.Passes = append(slices.Clip(k.Passes), Pass{"noise", []Hunk{{Insert: noise}}})
	html = write(t, []*Kernel{k, &big, &big, &big})
	if n := strings.Count(html, "Left out to keep the page small"); len(html) > limit || n == 0 || n == 4 {
		t.Errorf("%d bytes, %d parts left out", len(html), n)
	}
}

// TestRecords checks the optimization records of a kernel: what clang's readers need of each.
func TestRecords(t *testing.T) {
	var b strings.Builder
	if err := Records(&b, []*Kernel{collect(t, "Sum", cpu.AVX2, nil), collect(t, "Saxpy", cpu.AVX2, nil)}); err != nil {
		t.Fatal(err)
	}
	docs := strings.SplitAfter(b.String(), "...\n")
	if docs[len(docs)-1] != "" || len(docs) < 4 {
		t.Fatalf("%d documents:\n%s", len(docs), b.String())
	}
	for _, d := range docs[:len(docs)-1] {
		for _, want := range []string{"--- !", "\nPass: '", "\nName: '", "\nFunction: '", "\nArgs:\n  - String: '"} {
			if !strings.Contains(d, want) {
				t.Errorf("no %q in\n%s", want, d)
			}
		}
	}
	for _, want := range []string{"--- !Missed\nPass: 'vectorize'\nName: 'FPOrder'\nDebugLoc: { File: 'kernels.go', Line: 12, Column: 2 }\nFunction: 'Sum'\n",
		"--- !Passed\nPass: 'vectorize'\n", "--- !Analysis\n", "  - VF: '8'\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	for in, want := range map[string]string{"it's": "'it''s'", "a\nb": `"a\nb"`, "x: y # z": "'x: y # z'"} {
		if got := scalar(in); got != want {
			t.Errorf("%q is written %s", in, got)
		}
	}
}
