// Package ahead puts the functions of many packages into one Go module of generated assembly, as hotloop gen writes it,
// for tests and measurements of that code.
package ahead

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"hotloop/internal/gen"
)

// A Package is one of the module.
type Package struct {
	Name    string // of its folder, which is unique
	Dir     string // of the source
	Kernels []gen.Kernel
	Refused []string   // why functions are not kernels
	Stays   []gen.Note // why kernels are Go code on some instruction sets
}

// Packages returns the packages in folders and below, without tests and generated oracles.
func Packages(folders ...string) ([]*Package, error) {
	var list []*Package
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			if name := d.Name(); path != folder && (name == "testdata" || name == "oracle" || name[0] == '.') {
				return filepath.SkipDir
			}
			if len(sources(path)) > 0 {
				p := &Package{Name: filepath.Base(path), Dir: path}
				for i := 2; slices.ContainsFunc(list, func(q *Package) bool { return q.Name == p.Name }); i++ {
					p.Name = filepath.Base(path) + strconv.Itoa(i)
				}
				list = append(list, p)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// sources returns the Go files of a directory, without tests.
func sources(dir string) []string {
	list, _ := filepath.Glob(filepath.Join(dir, "*.go")) // the pattern is well-formed
	return slices.DeleteFunc(list, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
}

// Options are the options of a module.
type Options struct {
	gen.Options
	Tests bool // with the tests that hotloop gen writes
}

// Write writes the module to a directory. Every exported function and method is a kernel. Each package has a variable
// Kernels, with the functions that callers use and the Go functions. The main package of the module refers to them all.
func Write(dir string, packages []*Package, o Options) error {
	text := strings.Builder{}
	text.WriteString("package main\n\nimport (\n")
	for _, p := range packages {
		fmt.Fprintf(&text, "\t%s %q\n", alias(p), Module+"/"+p.Name)
	}
	text.WriteString(")\n\nfunc main() {\n")
	for _, p := range packages {
		if err := p.write(filepath.Join(dir, p.Name), o); err != nil {
			return err
		}
		fmt.Fprintf(&text, "\tprintln(%q, len(%s.Kernels))\n", p.Name, alias(p))
	}
	text.WriteString("}\n")
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(text.String()), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "go.mod"), []byte(GoMod(Module)), 0o666)
}

// Module is the path of the module.
const Module = "ahead"

// alias returns a name for imports of the package.
func alias(p *Package) string { return "p" + p.Name }

// write writes the package to a directory.
func (p *Package) write(dir string, o Options) error {
	marked, err := os.MkdirTemp("", "hotloop-ahead-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(marked)
	all, err := mark(p.Dir, marked, func(string) bool { return true })
	if err != nil {
		return err
	}
	o.Out = dir
	made, err := gen.Generate(marked, o.Options)
	if err != nil {
		var accepted []string
		for _, name := range all {
			if _, err := mark(p.Dir, marked, func(n string) bool { return n == name }); err != nil {
				return err
			}
			one := o.Options
			one.All = true // or the function might be no error, but without a gain
			if _, err := gen.Generate(marked, one); err != nil {
				p.Refused = append(p.Refused, strings.ReplaceAll(err.Error(), marked, p.Dir))
			} else {
				accepted = append(accepted, name)
			}
		}
		if _, err := mark(p.Dir, marked, func(n string) bool { return slices.Contains(accepted, n) }); err != nil {
			return err
		}
		if made, err = gen.Generate(marked, o.Options); err != nil {
			return err
		}
	}
	for _, n := range made.Notes {
		p.Stays = append(p.Stays, gen.Note{Pos: strings.ReplaceAll(n.Pos, marked, p.Dir), Text: strings.ReplaceAll(n.Text, marked, p.Dir)})
	}
	p.Kernels = made.Kernels
	if !o.Tests {
		maps.DeleteFunc(made.Files, func(name, _ string) bool { return strings.HasSuffix(name, "_test.go") })
	}
	made.Files["kernels.go"] = p.table()
	return made.Write()
}

// table returns the file with the variable Kernels.
func (p *Package) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nvar Kernels = map[string][2]any{\n", p.Clause())
	for _, k := range p.Kernels {
		fmt.Fprintf(&b, "\t%q: {%s, %s},\n", k.Call, k.Call, k.Plain)
	}
	b.WriteString("}\n")
	return b.String()
}

// Clause returns the name that the package clause gives.
func (p *Package) Clause() string {
	f, err := parser.ParseFile(token.NewFileSet(), sources(p.Dir)[0], nil, parser.PackageClauseOnly)
	if err != nil {
		return filepath.Base(p.Dir) // as reported when the package was read
	}
	return f.Name.Name
}

// mark copies the files of a package with a mark above the functions that want accepts. It returns the functions that
// could be marked.
func mark(from, to string, want func(name string) bool) (all []string, err error) {
	for _, file := range sources(from) {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		var out strings.Builder
		at := 0
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil || !fn.Name.IsExported() || ofGenericType(fn) {
				continue
			}
			name := fn.Name.Name
			if fn.Recv != nil {
				name = receiver(fn) + "." + name
			}
			all = append(all, name)
			if !want(name) {
				continue
			}
			pos := fset.Position(fn.Type.Func).Offset
			fmt.Fprintf(&out, "%s//hotloop:kernel %s\n", text[at:pos], fn.Name.Name)
			at = pos
		}
		out.Write(text[at:])
		if err := os.WriteFile(filepath.Join(to, filepath.Base(file)), []byte(out.String()), 0o666); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// receiver returns the name of the type of a method.
func receiver(fn *ast.FuncDecl) string {
	t := ast.Unparen(fn.Recv.List[0].Type)
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// ofGenericType reports whether fn is a method of a generic type, which cannot be a kernel.
func ofGenericType(fn *ast.FuncDecl) bool { return fn.Recv != nil && receiver(fn) == "" }

// GoMod returns the go.mod file of a module with generated assembly.
func GoMod(module string) string {
	version := "v0.36.0"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "golang.org/x/sys" {
				version = m.Version
			}
		}
	}
	return fmt.Sprintf("module %s\n\ngo 1.23\n\nrequire golang.org/x/sys %s\n", module, version)
}

// Go returns a go command that works on such a module, with more variables of the environment.
func Go(dir string, env []string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GO111MODULE=on", "CGO_ENABLED=0", "PWD="+dir, "GONOSUMDB=*",
		"GONOSUMCHECK=1")
	cmd.Env = append(cmd.Env, env...)
	return cmd
}
