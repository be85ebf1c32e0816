// Package features holds the table of features to what the compiler does. Every row of rows.txt has kernels in
// testdata/features, compiled for all instruction sets: what they show of the row (see claim_test.go) must be there,
// and must not be there without the directive or knob, or in a kernel that stands against it. Where this machine can
// run the code, what it computes is compared with the Go compiler. FEATURES.md is made from all that.
package features

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/loopopt/remark"
	"hotloop/runtime"
)

func TestMain(m *testing.M) { e2e.VerifyEach(m) }

// sections are the letters of the rows and how many there are of each.
var sections = []struct {
	letter, title string
	rows          int
}{
	{"M", "The model of metadata", 18}, {"A", "Attributes", 42}, {"T", "Transformations", 32}, {"E", "Exits", 25},
	{"V", "Plans and outer loops", 13}, {"P", "Pragmas", 19}, {"O", "Options of unrolling and peeling", 47},
	{"N", "Beyond", 26}, {"C", "Chains", 41}, {"I", "Idioms", 16},
}

// row is a line of rows.txt: an ID, what it is, and for rows that do not apply "none:" and the reason.
type row struct{ id, what, none string }

func readRows(t *testing.T) (rows []row) {
	data, err := os.ReadFile("rows.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(data), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		id, what, _ := strings.Cut(line, " ")
		what, none, _ := strings.Cut(strings.TrimSpace(what), " none: ")
		rows = append(rows, row{id, strings.TrimSpace(what), none})
	}
	return rows
}

// TestRows: every row is there once, and has claims or a reason to have none.
func TestRows(t *testing.T) {
	kernels, err := readKernels()
	if err != nil {
		t.Fatal(err)
	}
	claimed := map[string]int{}
	for _, k := range kernels {
		for _, c := range k.claims {
			for _, id := range c.rows {
				claimed[id]++
			}
		}
	}
	seen := map[string]bool{}
	for _, r := range readRows(t) {
		switch {
		case seen[r.id]:
			t.Errorf("%s is there twice", r.id)
		case claimed[r.id] == 0 && r.none == "":
			t.Errorf("%s (%s): no kernel shows it", r.id, r.what)
		case claimed[r.id] > 0 && r.none != "":
			t.Errorf("%s has kernels, and a reason to have none", r.id)
		case r.what == "":
			t.Errorf("%s says nothing", r.id)
		}
		seen[r.id] = true
		delete(claimed, r.id)
	}
	for id := range claimed {
		t.Errorf("kernels show %s, which is no row", id)
	}
	for _, s := range sections {
		for i := 1; i <= s.rows; i++ {
			if id := fmt.Sprintf("%s%02d", s.letter, i); !seen[id] {
				t.Errorf("%s has no row", id)
			}
		}
	}
	if !seen["N21b"] {
		t.Error("N21b has no row")
	}
}

// TestEvidence compiles each claim's kernel for every instruction set and looks for the evidence, and for its absence
// where it must not be.
func TestEvidence(t *testing.T) {
	if e2e.Sampled() {
		t.Skip("what is compiled is the same everywhere, says TestCodeDigest")
	}
	each(t, func(t *testing.T, c *claim) {
		if len(c.evidence) == 0 {
			t.Error("no evidence")
		}
		told := map[string]bool{}
		for _, isa := range c.isas() {
			v, err := c.look(isa)
			if err != nil {
				t.Fatalf("%s: %v", isa, err)
			}
			missing, miss := v.missing(c, isa)
			if r, ok := c.refused[isa]; ok {
				if !miss {
					t.Errorf("%s shows it all the same: %s", isa, r.why)
				}
				if r.reason != "" && !v.shows(evidence{key: "remark", text: ":" + r.reason + "]"}) &&
					!v.shows(evidence{key: "warning", text: ":" + r.reason + "]"}) {
					t.Errorf("%s: no remark with the reason %s among\n%v\n%v", isa, r.reason, v.lines["remark"], v.lines["warning"])
				}
				if r.reason != "" && !remark.Reason(r.reason).Known() {
					t.Errorf("%s is no reason", r.reason)
				}
				continue
			}
			if miss {
				if what, _, _ := strings.Cut(missing, "\n"); told[what] {
					missing = what // once is enough
				} else {
					told[what] = true
				}
				t.Errorf("%s: not there: %s", isa, missing)
				continue
			}
			against, how, err := c.against(isa)
			if err != nil {
				t.Fatalf("%s: %s: %v", isa, how, err)
			}
			if against == nil {
				continue
			}
			if _, miss := against.missing(c, isa); !miss {
				t.Errorf("%s: the evidence is there %s, too", isa, how)
			}
		}
	})
}

// look compiles a claim's kernel.
func (c *claim) look(isa string) (*view, error) {
	text, loops, err := c.kernel.source(c.with, false)
	if err != nil {
		return nil, err
	}
	return look(c.kernel.fn, text, c.kernel.name, c.knobs, c.mode, isa, c.cpu, loops)
}

// against compiles what must not show the claim's evidence.
func (c *claim) against(isa string) (v *view, how string, err error) {
	k, knobs, bare := c.kernel, "", false
	var with []directive
	how = "without directives and knobs"
	kind, rest := "", ""
	if len(c.counter) > 0 {
		kind, how = c.counter[0], "with "+strings.Join(c.counter, " ")
		if len(c.counter) > 1 {
			rest = c.counter[1]
		}
	}
	switch kind {
	case "":
		bare = len(c.with) == 0 && c.knobs == ""
	case "bare":
		bare = true
	case "with":
		with = []directive{{1, rest}}
	case "knobs":
		with, knobs = c.with, rest
	case "mode":
		text, loops, err := k.source(c.with, false)
		if err == nil {
			v, err = look(k.fn, text, k.name, c.knobs, rest, isa, c.cpu, loops)
		}
		return v, how, err
	case "kernel":
		kernels, err := readKernels()
		if err != nil {
			return nil, how, err
		}
		i := slices.IndexFunc(kernels, func(k *kernel) bool { return k.name == rest })
		if i < 0 {
			return nil, how, fmt.Errorf("no kernel %s", rest)
		}
		k, with, knobs = kernels[i], nil, c.knobs
	case "none":
		if rest == "" {
			return nil, how, fmt.Errorf("no reason why nothing stands against it")
		}
		return nil, how, nil
	default:
		return nil, how, fmt.Errorf("unknown kind %q", kind)
	}
	text, loops, err := k.source(with, bare)
	if err != nil {
		return nil, how, err
	}
	if kind == "" && text == k.text && knobs == c.knobs && len(c.with) == 0 {
		return nil, how, fmt.Errorf("nothing stands against it")
	}
	v, err = look(k.fn, text, k.name, knobs, c.mode, isa, "", loops)
	return v, how, err
}

// TestAgainstGC compares every claim's kernel with the Go compiler, on all that this machine can run.
func TestAgainstGC(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	each(t, func(t *testing.T, c *claim) {
		k, err := c.runnable()
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range e2e.Builds() {
			if b.NoVec {
				continue
			}
			switch c.mode {
			case "fast", "granted":
				b.Fp = c.mode
			case "interp":
				b.Fp = "go"
			}
			if e2e.Sampled() {
				b.Every *= 5
			}
			if slices.Contains(c.args, "extent") {
				checkExtent(t, k, b)
				continue
			}
			k.Check(t, b)
		}
	})
}

var slash = regexp.MustCompile(`[^\w.]+`)

// each runs check for every claim, as a subtest named by rows and kernel.
func each(t *testing.T, check func(*testing.T, *claim)) {
	kernels, err := readKernels()
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kernels {
		for i, c := range k.claims {
			if len(c.rows) == 0 {
				continue
			}
			name := slash.ReplaceAllString(strings.Join(c.rows, "+"), "+")
			t.Run(fmt.Sprintf("%s/%s.%d", name, k.name, i+1), func(t *testing.T) {
				t.Parallel()
				check(t, c)
				if t.Failed() {
					t.Logf("%s:%d, directives %v, knobs %q", k.file, c.line, c.with, c.knobs)
				}
			})
		}
	}
}
