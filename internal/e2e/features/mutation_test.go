package features

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"hotloop/internal/e2e"
)

// A mutation makes the compiler do less than its remarks, steps and attributes say. The evidence of the rows must
// notice.
type mutation struct {
	name  string
	rows  string // the pattern of the rows, for -test.run
	file  string
	edits []edit // of one function
}

// An edit replaces part, which the text around it has once, as the function has that text once, by wrong.
type edit struct{ around, part, wrong string }

var mutations = []mutation{
	{"peel one iteration", "T15", "loopopt/loop/peelloop.go", []edit{
		{`clone.CopyIterations(f, l, n, "peeled")`, " n,", " 1,"}}},
	{"peel one of the last iterations", "T17", "loopopt/loop/peelloop.go", []edit{
		{"for done < n &&", "n &&", "1 &&"},
		{`remark.Arg{Name: "count", Value: done}`, "done", "n"},
		{"p.fewer(done, why)", "done", "n"}}},
	{"one accumulator", "T12", "loopopt/loop/unrollchain.go", []edit{
		{"\tu.parts = n\n", "\tu.parts = n\n", "\tu.parts = n\n\treturn\n"}}},
	{"strips of one iteration", "T25", "loopopt/nest/stripmine.go", []edit{
		{"step := d.F.ConstInt(ir.TI64, size)", "size", "1"}}},
	{"split one iteration off", "T26", "loopopt/loop/splitindex.go", []edit{
		{"counts[i] = c.count(pre)", "c.count(pre)", "[]*ir.Value{c.count(pre), d.F.ConstInt(ir.TI64, 1)}[1]"}}},
	{"replace no loads", "T28", "loopopt/loop/commoning.go", []edit{
		{"for i := range c.links {\n\t\tv.carry", "c.links", "c.links[:0]"}}},
	{"no default attributes of vector loops", "A07", "loopopt/loop/vectorize.go", []edit{
		{"vectorized, done, body)", ", done, body", ""}}},
	{"no default attributes of scalar remainders", "A07|A09", "loopopt/loop/vectorize.go", []edit{
		{"\n\t\trest...)", "rest", "rest[:0]"}}},
	{"no warning of partial fulfilment", "M05", "loopopt/driver/result.go", []edit{
		{"a := md.Find(name)\n\tif a == nil {\n\t\treturn\n\t}\n\tpass :=", "a == nil", "true"}}},
	{"ignore the word ordered", "P15", "frontend/directive/pragmaomp.go", []edit{
		{`limits(takesAll, "makes iterations`, "takesAll", "0"}}},
	{"ignore ordered in the body", "P15", "frontend/directive/pragmaomp.go", []edit{
		{"p.takeAround(find(ompBody(), c.name).read(c).takes)",
			"find(ompBody(), c.name).read(c).takes", "0"}}},
}

// mutantVariable is the environment variable that names the mutation at work in a program that has them all.
const mutantVariable = "HOTLOOP_TEST_MUTATION"

// TestMutations builds this test with all mutations in it, and runs it with one after the other: it must fail.
func TestMutations(t *testing.T) {
	if testing.Short() || e2e.Sampled() || os.Getenv(mutantVariable) != "" {
		t.Skip("builds the optimizer again")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	program := buildMutants(t)
	run := func(name, rows string) ([]byte, error) {
		cmd := exec.Command(program, "-test.run", "^TestEvidence$/(^|[+])("+rows+")([+]|$)")
		cmd.Env = append(os.Environ(), mutantVariable+"="+name)
		return cmd.CombinedOutput()
	}
	var rows []string
	for _, m := range mutations {
		rows = append(rows, m.rows)
	}
	if out, err := run("none", strings.Join(rows, "|")); err != nil {
		t.Fatalf("without a mutation: %v\n%s", err, out)
	}
	for _, m := range mutations {
		t.Run(m.name, func(t *testing.T) {
			out, err := run(m.name, m.rows)
			switch {
			case err == nil:
				t.Errorf("the evidence of %s survives it", m.rows)
			case !strings.Contains(string(out), "not there: "):
				t.Errorf("%v, but no evidence is missing:\n%s", err, out)
			}
			t.Logf("%s", out)
		})
	}
}

// buildMutants builds this test from sources whose functions ask the environment which mutation is at work.
func buildMutants(t *testing.T) (program string) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	sources, texts := map[string]string{}, map[string]string{}
	for _, m := range mutations {
		file := m.file
		if texts[file] == "" {
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
			if err != nil {
				t.Fatal(err)
			}
			folder := path.Dir(file)
			sources[file], texts[file] = string(text), string(text)
			texts[folder+"/mutation.go"] = fmt.Sprintf("package %s\n\nimport \"os\"\n\nvar mutation = os.Getenv(%q)\n",
				path.Base(folder), mutantVariable)
		}
		if texts[file], err = m.plant(texts[file], sources[file]); err != nil {
			t.Fatalf("%s: %s: %v", m.name, file, err)
		}
	}
	dir := t.TempDir()
	replace := map[string]string{}
	for file, text := range texts {
		name := filepath.Join(dir, strings.ReplaceAll(file, "/", "_"))
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, filepath.FromSlash(file))] = name
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	program = filepath.Join(dir, "features.test")
	if out, err := exec.Command("go", "test", "-vet=off", "-c", "-overlay", list, "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// plant puts a copy of the function that the edits are in, with them, in front of its body. source is the file without
// mutations.
func (m *mutation) plant(text, source string) (string, error) {
	at := strings.Index(source, m.edits[0].around)
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, m.file, source, parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || at < fset.Position(fn.Pos()).Offset || at >= fset.Position(fn.End()).Offset {
			continue
		}
		from, to := fset.Position(fn.Body.Lbrace).Offset+1, fset.Position(fn.Body.Rbrace).Offset
		head, body := source[fset.Position(fn.Pos()).Offset:from], source[from:to]
		for _, e := range m.edits {
			if n, k := strings.Count(body, e.around), strings.Count(e.around, e.part); n != 1 || k != 1 {
				return "", fmt.Errorf("%s has %q %d times, and that %q %d times", fn.Name, e.around, n, e.part, k)
			}
			body = strings.Replace(body, e.around, strings.Replace(e.around, e.part, e.wrong, 1), 1)
		}
		if fn.Type.Results == nil {
			body += "\treturn\n"
		}
		return strings.Replace(text, head, fmt.Sprintf("%s\n\tif mutation == %q {%s}\n", head, m.name, body), 1), nil
	}
	return "", fmt.Errorf("%q is in no function", m.edits[0].around)
}
