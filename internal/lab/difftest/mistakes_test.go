package difftest

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hotloop/runtime"
)

// A mistake is a former bug of the frontend, as edits of its source that restore it. Each edit lists the present and
// the former code.
type mistake struct {
	name, feature string      // kernels that have this feature find it
	edits         [][3]string // file, present code, former code
}

// Elements of a variable that is not in memory were stored to a copy, and nothing reported that.
var unnoticed = [][3]string{
	{"place.go", `panic("an element of a variable that does not live in memory")`, `b.int(0)`},
	{"place.go", `case p.copied && !b.broken():`, `case false:`},
	{"pointer.go", `if p.copied && !b.broken() {`, `if false {`},
	{"slice.go", `if p.copied && !b.broken() {`, `if false {`},
}

var mistakes = []mistake{
	{"stores beside slices", "variable in memory", slices.Concat(unnoticed, [][3]string{
		{"array.go", `|| t.of.leaves == nil {`, `|| t.of.addresses || t.of.leaves == nil {`}})},
	{"stores by receivers", "variable in memory", slices.Concat(unnoticed, [][3]string{
		{"array.go", `|| b.fn.AddressTaken[o] && t.hasArray(b.k.Indexed))`, `)`}})},
	{"results that iterators change", "range over function", [][3]string{
		{"rangefunc.go", `if r.Name() == "" {`, `if true {`}, {"rangefunc.go", `if results.At(i).Name() == "" {`, `if i >= 0 {`}}},
	{"subscripts of op-assign", "operand fails", [][3]string{{"assign.go", "b.keepIndexes(lhs)\n", "\n"}}},
	{"captured operands", "operand fails", [][3]string{{"check/scan.go", "note(&fi.Captured, o)", "note(&fi.AddressTaken, o)"}}},
	{"fields that append stores", "elements appended", [][3]string{
		{"check/stores.go", `case "make":`, `case "append", "make":`}, {"check/stores.go", `case "append", "copy", "clear":`, `case "copy", "clear":`},
		{"check/stores.go", "s.addresses = true\n\t\t\t}", "s.addresses, s.headers = true, s.headers || id.Name == \"append\"\n\t\t\t}"}}},
	{"variables of an outer call", "range over function", [][3]string{{"funcvalue.go", "old != nil && old != v {", "old != nil && false {"}}},
}

// ofFeature returns kernels that have a feature.
func ofFeature(m *Machine, feature string, count int) (ids []int) {
	for id := 0; len(ids) < count; id++ {
		if c, err := m.Generate(id); err == nil && slices.Contains(c.Features, feature) {
			ids = append(ids, id)
		}
	}
	return ids
}

// TestMemory compares with the Go compiler: kernels whose variables are in memory, whose iterators change results,
// whose operands panic, and that append to memory that other views read.
func TestMemory(t *testing.T) {
	m, tools := machine(t), toolchain(t)
	m.ISAs = m.ISAs[:1]
	count := 60
	if testing.Short() {
		count = 10
	}
	for _, feature := range []string{"variable in memory", "range over function", "operand fails", "elements appended"} {
		t.Run(feature, func(t *testing.T) {
			err := m.Batch(tools, ofFeature(m, feature, count), func(int) {}, func(mm *Mismatch) {
				f := m.Handle(mm, tools, "", false)
				t.Fatalf("%s\nculprit: %s\n%s", f.What, f.Culprit, f.Text)
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

var restore = flag.Bool("mistakes", false, "restore former bugs and check that random kernels find them")

// TestMistakes restores former bugs of the frontend, one at a time, in a copy of this program. TestMemory of the copy
// must find each.
func TestMistakes(t *testing.T) {
	if !*restore {
		t.Skip("builds the compiler six times: run it by go test ./internal/lab/difftest -run Mistakes -mistakes")
	}
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	toolchain(t)
	for _, m := range mistakes {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			program := m.build(t)
			out, err := exec.Command(program, "-test.run", "^TestMemory$/^"+strings.ReplaceAll(m.feature, " ", "_")+"$").CombinedOutput()
			if err == nil || !strings.Contains(string(out), "culprit: frontend") {
				t.Errorf("not found: %v\n%s", err, out)
			}
		})
	}
}

// build builds the copy with the edited files in place of the originals.
func (m *mistake) build(t *testing.T) (program string) {
	frontend, err := filepath.Abs("../../../frontend")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	replace := map[string]string{}
	for _, e := range m.edits {
		path := filepath.Join(frontend, filepath.FromSlash(e[0]))
		from := path
		if replace[path] != "" {
			from = replace[path]
		}
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), e[1]); n != 1 {
			t.Fatalf("%s holds %q %d times", e[0], e[1], n)
		}
		replace[path] = filepath.Join(dir, strings.ReplaceAll(e[0], "/", "_"))
		if err := os.WriteFile(replace[path], []byte(strings.Replace(string(text), e[1], e[2], 1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	program = filepath.Join(dir, "difftest.test")
	if out, err := exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay", list, "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}
