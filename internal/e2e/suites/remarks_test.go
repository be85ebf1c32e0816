package suites

import (
	"fmt"
	"strings"
	"testing"

	"hotloop/bench"
	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/internal/e2e"
	"hotloop/internal/explain"
	"hotloop/internal/lab/gen"
	"hotloop/internal/vet"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/runtime"
)

// TestRemarksOfSuites checks what is said of the loops of all suites: see checkRemarks. It does what a remark proposes
// to the source, and wants another outcome.
func TestRemarksOfSuites(t *testing.T) {
	if e2e.Sampled() {
		t.Skip("what is compiled is the same everywhere, says TestCodeDigest")
	}
	t.Setenv("HOTLOOP", "") // TestSuites and TestInnermost verify these compilations
	tried := map[string]int{}
	for _, suite := range bench.Suites {
		for _, k := range bench.Suite(suite) {
			for _, tier := range []cpu.Tier{cpu.AVX2, cpu.AVX512} {
				features := cpu.Baseline(tier)
				w := &runtime.Watch{For: &features}
				kern, err := runtime.Inspect(k.Type, k.Text, k.Func, runtime.Options{}, w)
				if err != nil {
					t.Fatalf("%s: %v", k.Name, err)
				}
				f := checkRemarks(t, fmt.Sprintf("%s %v", k.Name, tier), k.Text, k.Func, kern.Remarks(), features)
				for i, l := range f.Loops {
					directive := proposed[remark.Reason(l.Reason)]
					if l.Became != "scalar" || directive == "" || tier == cpu.AVX2 && testing.Short() {
						continue
					}
					tried[directive]++
					text := above(k.Text, l.Position, directive)
					g, err := vet.Look(frontend.Text("kernel.go", text), frontend.Function{Name: k.Func}, vet.Options{For: &features})
					if err != nil {
						t.Fatalf("%s: %v", k.Name, err)
					}
					if i < len(g.Loops) && g.Loops[i].Became == l.Became && g.Loops[i].Reason == l.Reason {
						t.Errorf("%s, %v: with %s the loop at %s is still scalar: %s", k.Name, tier, directive, l.Position, l.Reason)
					}
				}
			}
		}
	}
	for why, directive := range proposed {
		if tried[directive] == 0 && why != remark.UnknownDependence {
			t.Errorf("no loop stays scalar for %s: no test of whether %s helps", why, directive)
		}
	}
}

// TestRemarksOfRandom checks what is said of random kernels without directives.
func TestRemarksOfRandom(t *testing.T) {
	if e2e.Sampled() {
		t.Skip("what is compiled is the same everywhere, says TestCodeDigest")
	}
	count := uint64(300)
	if testing.Short() {
		count = 60
	}
	features := cpu.Baseline(cpu.AVX2)
	looked := 0
	for seed := range count {
		k := gen.New(seed, gen.Options{})
		text := withoutDirectives(k.Text)
		f := vet.Options{For: &features}
		if g, err := vet.Look(frontend.Text("kernel.go", text), frontend.Function{Name: "K"}, f); err == nil && g.Native {
			looked++
			checkRemarks(t, fmt.Sprintf("seed %d", seed), text, "K", nil, features)
		}
	}
	if looked < int(count)/3 {
		t.Errorf("%d of %d random kernels were looked at", looked, count)
	}
}

// proposed are the directives that reasons propose.
var proposed = map[remark.Reason]string{
	remark.FPOrder:           "//loop:fp reassoc",
	remark.FPFlags:           "//loop:fp fast",
	remark.NotProfitable:     "//loop:vectorize.enable",
	remark.UnknownDependence: "//loop:ivdep",
}

// checkRemarks checks that each innermost loop that stays scalar has one reason, that nothing is said twice, and that
// no remark is about a directive in a text that has none.
func checkRemarks(t *testing.T, name, text, fn string, remarks []remark.Remark, features cpu.Features) vet.Function {
	t.Helper()
	f, err := vet.Look(frontend.Text("kernel.go", text), frontend.Function{Name: fn}, vet.Options{For: &features})
	if err != nil || !f.Native {
		t.Fatalf("%s: %v %v", name, err, f.Errors)
	}
	for _, l := range f.Loops {
		if l.Became == "scalar" && l.Reason == "" {
			t.Errorf("%s: the loop at %s stays scalar, and has no reason", name, l.Position)
		}
	}
	said := map[string]bool{}
	reasons := map[ir.Pos]int{}
	for _, r := range remarks {
		line := r.String()
		if said[line] {
			t.Errorf("%s: said twice: %s", name, line)
		}
		said[line] = true
		if r.Kind == remark.Missed && r.Pass == "vectorize" && r.Reason != remark.None {
			reasons[r.Pos]++
		}
		directed := strings.Contains(text, "//loop:") || strings.Contains(text, "//pragma:")
		if !directed && (r.Asked || strings.Contains(line, "from the directive") || strings.Contains(line, "remove the directive")) {
			t.Errorf("%s: there is no directive: %s", name, line)
		}
	}
	for pos, n := range reasons {
		if n > 1 {
			t.Errorf("%s: the loop at %d has %d reasons", name, pos, n)
		}
	}
	return f
}

// above inserts a line above the one of a place.
func above(text, place, line string) string {
	_, n, _ := explain.SplitPlace(place)
	lines := strings.SplitAfter(text, "\n")
	return strings.Join(lines[:n-1], "") + line + "\n" + strings.Join(lines[n-1:], "")
}

// withoutDirectives is text without the lines that are directives.
func withoutDirectives(text string) string {
	var kept []string
	for _, line := range strings.Split(text, "\n") {
		if s := strings.TrimSpace(line); !strings.HasPrefix(s, "//loop:") && !strings.HasPrefix(s, "//pragma:") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}
