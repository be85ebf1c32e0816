package loopopt_test

import (
	"fmt"
	"math/rand"
	"os"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/remark"
)

// TestAskedOfFlatNests checks that every request in the golden file of flat matrices is served, for each target.
func TestAskedOfFlatNests(t *testing.T) {
	data, err := os.ReadFile("../internal/e2e/golden/testdata/golden/chain_flat.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), "-- in.go --\n")
	text, _, _ = strings.Cut(text, "\n-- ")
	for _, c := range []struct{ fn, says string }{
		{"Transposed", "loops interchanged"}, {"Product", "loops interchanged"},
		{"Eliminated", "loop unrolled and jammed (count=2)"}, {"Paths", "loops interchanged"},
		{"Striped", "loops interchanged"}, {"Sums", "loop completely unrolled (count=4)"},
	} {
		for _, tier := range []cpu.Tier{cpu.AVX512, cpu.AVX2, cpu.NEON} {
			res, err := frontend.Build(frontend.Text("k.go", text), c.fn, frontend.Options{})
			if err != nil {
				t.Fatal(err)
			}
			sink := &remark.Sink{}
			knobs, _ := config.ParseKnobs("verify-each")
			if _, err := loopopt.Optimize(res.Func, config.Options{Remarks: sink, Knobs: knobs,
				Target: isel.TargetFor(cpu.Features{Tier: tier, Tuning: cpu.Tuning{VectorBits: 256}})}); err != nil {
				t.Fatal(err)
			}
			var all strings.Builder
			sink.Print(&all)
			if s := all.String(); !strings.Contains(s, c.says) || strings.Contains(s, "warning") {
				t.Errorf("%s for %s: want %q and no warning:\n%s", c.fn, tier, c.says, s)
			}
		}
	}
}

// askNest writes a nest over flat matrices, in an iteration of an outer loop, that requests tiles, stripes,
// interchange or jam. It covers rows and columns that depend on the outer loop, overlapping rows, and triangles.
func askNest(seed int64) string {
	s := &bodies{Rand: rand.New(rand.NewSource(seed))}
	s.WriteString("package k\n\nfunc k(a, b, c, d []int32, m, n int) (s int32) {\n\tfor k := 0; k < m; k++ {\n")
	s.WriteString("\t\t//" + s.pick("pragma:omp tile sizes(2,3)", "pragma:omp tile sizes(4,4)", "pragma:omp stripe sizes(3)",
		"loop:interchange.enable", "loop:unroll_and_jam.count=3", "loop:distribute.enable distribute.followup_all{interchange.enable}",
		"loop:stripmine.size=3 stripmine.followup_inner{interchange.enable}") + "\n")
	s.WriteString("\t\tfor i := " + s.pick("0", "0", "k", "k+1") + "; i < " + s.pick("m", "n", "m") + "; i++ {\n")
	row := s.pick("m", "n", "n", "n-1", "16")
	if s.Intn(4) == 0 {
		fmt.Fprintf(s, "\t\t\ta[i*%s+k] ^= a[k*%s+k]\n", row, row)
	}
	s.WriteString("\t\t\tfor j := " + s.pick("0", "0", "k", "k+1", "i") + "; j < " + s.pick("n", "m", "n", "2*i+1", "min(n, 3*i-2)") + "; j++ {\n")
	at := func() string {
		return fmt.Sprintf(s.pick("i*%s+j", "i*%s+j", "i*%s+k", "k*%s+j", "j*%s+i", "k*%s+k"), row)
	}
	x, to := s.pick("a", "a", "b"), fmt.Sprintf(s.pick("i*%s+j", "i*%s+j", "j*%s+i"), row)
	fmt.Fprintf(s, "\t\t\t\t%s[%s] %s %s[%s]*3 %s %s[%s]\n", x, to,
		s.pick("=", "+=", "-="), s.pick("a", "b", "c"), at(), s.pick("+", "-", "^"), s.pick("a", "b", "d"), at())
	for _, y := range []string{"c", "d", "c"}[:s.Intn(8)/2%4] { // what was stored is used
		fmt.Fprintf(s, "\t\t\t\t%s[%s] %s %s[%s]*5\n", y, s.pick(to, to, at()), s.pick("=", "+=", "^="), x, s.pick(to, to, at()))
	}
	s.WriteString("\t\t\t}\n\t\t}\n\t}\n\treturn\n}\n")
	return s.String()
}

// TestAskedNests compares the optimized nests with the frontend's SSA, in the interpreter.
func TestAskedNests(t *testing.T) {
	compareNests(t, askNest, "loops interchanged", 12)
}
