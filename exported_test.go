package hotloop_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// published are the packages whose exported identifiers are for users of the module, beside the root.
var published = []string{"hotlooptest", "live", "analyzer"}

// wellKnown are methods of interfaces of the standard library, by which other packages call them.
var wellKnown = []string{"Error", "String", "Unwrap", "Is", "As", "Len", "Less", "Swap", "Push", "Pop", "Read", "Write", "Close",
	"Set", "Format", "Import", "ImportFrom", "MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText", "Open", "Name",
	"Size", "Mode", "ModTime", "IsDir", "Sys", "Stat", "Visit", "Enabled", "Handle", "WithAttrs", "WithGroup", "Int63", "Seed",
	"Uint64"}

// exportedName is an exported identifier of a package, and what it takes to be used.
type exportedName struct {
	dir, typ, name string   // typ is that of a field or method
	group          int      // of the constants declared together; 0: none
	mentions       []string // types of the package that its declaration names
	isType         bool
}

func (e exportedName) String() string {
	if e.typ != "" {
		return e.dir + "." + e.typ + "." + e.name
	}
	return e.dir + "." + e.name
}

// exports is what the sources say about exported identifiers and their users.
type exports struct {
	names  []exportedName
	groups int
	// Who uses an identifier: packages by dir.name, and the members of all types by name alone.
	users, members map[string]map[string]bool
	unkeyed        map[string]bool // structs of other packages that literals without keys fill, by dir.name
	methods        map[string]bool // of interfaces
	reflected      map[string]bool // folders whose fields reflection or templates may see
	suites         map[string]bool // folders of kernels, embedded as text
}

// TestExported checks that exported identifiers outside the root and internal packages have a user in another package.
// testdata/exported.txt lists the exceptions with their reasons. The test reads sources without their types: a member
// counts as used if another package selects a member of this name.
func TestExported(t *testing.T) {
	text, err := os.ReadFile("testdata/exported.txt")
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]bool{}
	for _, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		name, why, _ := strings.Cut(line, " ")
		if strings.TrimSpace(why) == "" {
			t.Errorf("testdata/exported.txt: %s has no reason", name)
		}
		allowed[name] = true
	}
	x := readExports(t, ".")
	met := map[string]bool{}
	for _, e := range x.unused() {
		switch pkg := e[:strings.Index(e, ".")] + ".*"; {
		case allowed[e]:
			met[e] = true
		case allowed[pkg]:
			met[pkg] = true
		default:
			t.Errorf("%s is exported, and no other package uses it", e)
		}
	}
	for _, e := range slices.Sorted(maps.Keys(allowed)) {
		if met[e] {
			continue
		}
		t.Errorf("testdata/exported.txt: %s is used, or is not exported any more", e)
	}
	if len(x.names) < 1000 {
		t.Errorf("found only %d exported identifiers", len(x.names))
	}
}

// TestExportedFinds checks the check, on a package of each kind.
func TestExportedFinds(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a/a.go": "package a\ntype Used struct{ Read, Unread int }\ntype Lonely int\ntype Returned int\n" +
			"func F() Returned { return 0 }\nfunc G() {}\nconst (\n\tOne = iota\n\tTwo\n)\nconst Three = 3\n" +
			"func (Used) Called() {}\nfunc (Used) Silent() {}\nfunc (Used) String() string { return \"\" }\n",
		"b/b.go":          "package b\nimport \"hotloop/a\"\nfunc f(u a.Used) int { a.F(); u.Called(); return u.Read + a.One }\n",
		"a/a_test.go":     "package a\nfunc g() { G(); _ = Lonely(0) }\n",
		"internal/c/c.go": "package c\nfunc Unused() {}\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := "a.G a.Lonely a.Three a.Used.Silent a.Used.Unread"
	if got := strings.Join(readExports(t, dir).unused(), " "); got != want {
		t.Errorf("unused: %s, want %s", got, want)
	}
}

// readExports reads the sources below root.
func readExports(t *testing.T, root string) *exports {
	x := &exports{users: map[string]map[string]bool{}, members: map[string]map[string]bool{}, unkeyed: map[string]bool{},
		methods: map[string]bool{}, reflected: map[string]bool{}, suites: map[string]bool{}}
	for _, m := range wellKnown {
		x.methods[m] = true
	}
	fset := token.NewFileSet()
	nested := "" // the folder of the module within
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, name)
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if n := d.Name(); n == "testdata" || rel != "." && n[0] == '.' {
				return filepath.SkipDir
			}
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil && rel != "." {
				nested = rel
			}
			return nil
		}
		if !strings.HasSuffix(rel, ".go") {
			return nil
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := path.Dir(rel)
		x.uses(dir, f)
		if nested == "" || !strings.HasPrefix(dir+"/", nested+"/") {
			x.declares(dir, rel, f)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// uses notes what f uses of other packages.
func (x *exports) uses(dir string, f *ast.File) {
	by := dir
	if strings.HasSuffix(f.Name.Name, "_test") {
		by += "_test"
	}
	note := func(m map[string]map[string]bool, name string) {
		if m[name] == nil {
			m[name] = map[string]bool{}
		}
		m[name][by] = true
	}
	imports := map[string]string{}
	for _, i := range f.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		own, ok := strings.CutPrefix(p, "hotloop/")
		if !ok {
			continue
		}
		name := path.Base(own)
		if i.Name != nil {
			name = i.Name.Name
		}
		imports[name] = own
	}
	for _, g := range f.Comments {
		for _, c := range g.List {
			if list, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
				for _, p := range strings.Fields(list) {
					if d := path.Dir(p); d != "." && strings.HasSuffix(p, ".go") {
						x.suites[path.Join(dir, d)] = true
					}
				}
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && imports[id.Name] != "" {
				note(x.users, imports[id.Name]+"."+n.Sel.Name)
			}
			note(x.members, n.Sel.Name)
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok {
				note(x.members, id.Name)
			}
		case *ast.CompositeLit:
			if s, ok := n.Type.(*ast.SelectorExpr); ok && len(n.Elts) > 0 {
				if id, ok := s.X.(*ast.Ident); ok && imports[id.Name] != "" {
					if _, keyed := n.Elts[0].(*ast.KeyValueExpr); !keyed {
						x.unkeyed[imports[id.Name]+"."+s.Sel.Name] = true
					}
				}
			}
			if elem, ok := n.Type.(*ast.ArrayType); ok { // rows without a type
				if s, ok := elem.Elt.(*ast.SelectorExpr); ok {
					if id, ok := s.X.(*ast.Ident); ok && imports[id.Name] != "" {
						x.unkeyed[imports[id.Name]+"."+s.Sel.Name] = true
					}
				}
			}
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				for _, id := range m.Names {
					x.methods[id.Name] = true
				}
			}
		}
		return true
	})
}

// declares notes what f exports.
func (x *exports) declares(dir, file string, f *ast.File) {
	if !strings.HasSuffix(file, "_test.go") {
		for _, i := range f.Imports {
			switch i.Path.Value {
			case `"reflect"`, `"encoding/json"`, `"encoding/gob"`, `"text/template"`, `"html/template"`:
				x.reflected[dir] = true
			}
		}
	}
	parts := strings.Split(dir, "/")
	if dir == "." || f.Name.Name == "main" || strings.HasSuffix(file, "_test.go") || ast.IsGenerated(f) ||
		slices.Contains(published, parts[0]) || slices.ContainsFunc(parts, func(p string) bool {
		return p == "internal" || p == "examples" || p == "oracle"
	}) {
		return
	}
	add := func(e exportedName) {
		if e.dir = dir; token.IsExported(e.name) {
			x.names = append(x.names, e)
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			e := exportedName{name: d.Name.Name, mentions: typeNames(d.Type)}
			if d.Recv != nil {
				e.typ = strings.Join(typeNames(d.Recv)[:1], "")
			}
			add(e)
		case *ast.GenDecl:
			group := 0
			if d.Tok == token.CONST && d.Lparen.IsValid() {
				x.groups++
				group = x.groups
			}
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for _, id := range s.Names {
						add(exportedName{name: id.Name, group: group, mentions: typeNames(s.Type)})
					}
				case *ast.TypeSpec:
					e := exportedName{name: s.Name.Name, isType: true}
					st, ok := s.Type.(*ast.StructType)
					if !ok {
						e.mentions = typeNames(s.Type)
					}
					add(e)
					if !ok || parts[0] == "bench" || slices.ContainsFunc(st.Fields.List, func(f *ast.Field) bool { return f.Tag != nil }) {
						continue
					}
					for _, fd := range st.Fields.List {
						for _, id := range fd.Names {
							add(exportedName{typ: s.Name.Name, name: id.Name, mentions: typeNames(fd.Type)})
						}
					}
				}
			}
		}
	}
}

// typeNames returns the identifiers in a type.
func typeNames(n ast.Node) (names []string) {
	if n == nil {
		return nil
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			names = append(names, typeNames(n.Type)...)
			return false
		case *ast.SelectorExpr:
			return false // of another package
		case *ast.Ident:
			names = append(names, n.Name)
		}
		return true
	})
	return names
}

// unused returns the exported identifiers without a user in another package. A type is used where something used has
// it in its declaration, and constants that are declared together are used together.
func (x *exports) unused() []string {
	used := map[string]bool{}
	groups := map[int]bool{}
	elsewhere := func(users map[string]bool, dir string) bool {
		return len(users) > 1 || len(users) == 1 && !users[dir]
	}
	for again := true; again; {
		again = false
		for _, e := range x.names {
			name := e.String()
			if used[name] {
				continue
			}
			hit := e.group > 0 && groups[e.group] || used["type "+name]
			if e.typ == "" {
				hit = hit || elsewhere(x.users[name], e.dir)
			} else {
				hit = hit || x.methods[e.name] || elsewhere(x.members[e.name], e.dir) || x.reflected[e.dir] ||
					x.unkeyed[e.dir+"."+e.typ]
			}
			if !hit && !x.suites[e.dir] {
				continue
			}
			used[name], again = true, true
			if e.group > 0 {
				groups[e.group] = true
			}
			for _, m := range e.mentions {
				used["type "+e.dir+"."+m] = true
			}
		}
	}
	var list []string
	for _, e := range x.names {
		if name := e.String(); !used[name] {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}
