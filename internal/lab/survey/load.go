package survey

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"unicode"

	"hotloop/frontend"
	"hotloop/frontend/check"
	"hotloop/frontend/syntax"
	"hotloop/internal/lab/source"
)

// pkg is a package in one configuration.
type pkg struct {
	dir       string
	module    module
	clause    string          // its name
	tags      []string        // of the configuration
	source    frontend.Source // its files
	functions []*Function
	checked   *checked // the types, computed on demand
}

// Function is a function with a loop.
type Function struct {
	pkg     *pkg
	name    string // T.F or (*T).F for a method
	pos     token.Position
	Method  bool
	numeric bool // see Config.Numeric
	// plain is the function in a build without assembly, if that contains it too.
	plain *Function
}

// Load reads the package in dir and returns its functions with loops.
func Load(dir string) (list []*Function) {
	for _, p := range load(dir) {
		list = append(list, p.functions...)
	}
	return list
}

// Name returns the function's name, for a method T.F or (*T).F.
func (f *Function) Name() string { return f.name }

// Position returns the position of the function.
func (f *Function) Position() token.Position { return f.pos }

// Numeric reports whether one of its innermost loops computes with elements.
func (f *Function) Numeric() bool { return f.numeric }

// Source returns the text of its package, and of the packages of the same module that this imports.
func (f *Function) Source() frontend.Source { return f.pkg.source }

// String returns the position and name of the function.
func (f *Function) String() string { return fmt.Sprintf("%s: %s", f.pos, f.name) }

// configurations returns the build contexts that select the files of a package: those for this machine, and those for
// a machine without assembly, where loops are written in Go.
func configurations() []build.Context {
	own, plain := build.Default, build.Default
	own.CgoEnabled, plain.CgoEnabled = false, false
	plain.GOARCH = "mips64le"
	plain.BuildTags = []string{"purego", "noasm", "appengine"}
	return []build.Context{own, plain}
}

// load reads the package in dir, in each configuration. A function that is in several belongs to the first.
func load(dir string) (pkgs []*pkg) {
	seen := map[string]*Function{}
	for _, ctx := range configurations() {
		found, err := ctx.ImportDir(dir, 0)
		if err != nil {
			continue // no Go files, or several packages
		}
		p := &pkg{dir: dir, module: moduleOf(dir), clause: found.Name, tags: ctx.BuildTags}
		for _, name := range found.GoFiles {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				continue
			}
			p.add(filepath.Join(dir, name), string(text), seen)
		}
		if len(seen) > 0 {
			p.addImports(dir, found, ctx, map[string]bool{})
		}
		if len(p.functions) > 0 {
			pkgs = append(pkgs, p)
		}
	}
	return pkgs
}

// add adds a file to the package.
func (p *pkg) add(path, text string, seen map[string]*Function) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
	if err != nil {
		return
	}
	p.source = append(p.source, frontend.File{Name: path, Text: text})
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || !source.HasLoop(fn) {
			continue
		}
		f := &Function{pkg: p, name: fn.Name.Name, pos: fset.Position(fn.Pos()), Method: fn.Recv != nil,
			numeric: numeric(fn)}
		if f.Method {
			f.name = check.Receiver(fn) + "." + f.name
		}
		key := f.String()
		switch first := seen[key]; {
		case first != nil:
			first.plain = f
		case fn.Name.Name != "_" && f.name != "init":
			seen[key] = f
			p.functions = append(p.functions, f)
		}
	}
}

// addImports adds the packages of the same module that a package imports, directly or indirectly.
func (p *pkg) addImports(dir string, of *build.Package, ctx build.Context, seen map[string]bool) {
	for _, path := range of.Imports {
		rest, ok := strings.CutPrefix(path, p.module.path+"/")
		if !ok && !seen[path] {
			seen[path] = true
			p.source = append(p.source, typesOf(path, ctx)...)
		}
		if !ok || p.module.path == "" || seen[path] {
			continue
		}
		seen[path] = true
		in := filepath.Join(p.module.root, rest)
		found, err := ctx.ImportDir(in, 0)
		if err != nil {
			continue
		}
		for _, name := range found.GoFiles {
			if text, err := os.ReadFile(filepath.Join(in, name)); err == nil {
				p.source = append(p.source, frontend.File{Name: filepath.Join(in, name), Text: string(text), Import: path})
			}
		}
		p.addImports(in, found, ctx, seen)
	}
}

// typesOf returns the declarations of types and constants of a standard package that kernels do not know. In a
// program the func type of a Go function reveals almost as much of them.
func typesOf(path string, ctx build.Context) (list []frontend.File) {
	if check.StdPackages()[path] != nil || check.IsStandard(path) || path == "unsafe" || path == "C" {
		return nil
	}
	key := ctx.GOARCH + " " + path
	if known, ok := standardTypes[key]; ok {
		return known
	}
	defer func() { standardTypes[key] = list }()
	found, err := ctx.Import(path, "", 0)
	if err != nil || !found.Goroot {
		return nil
	}
	for _, name := range found.GoFiles {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, filepath.Join(found.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		var text strings.Builder
		fmt.Fprintf(&text, "package %s\n", file.Name.Name)
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok != token.VAR {
				_ = printer.Fprint(&text, fset, g)
				text.WriteByte('\n')
			}
		}
		list = append(list, frontend.File{Name: path + "/" + name, Text: text.String(), Kind: syntax.PartialFile, Import: path})
	}
	return list
}

// standardTypes caches the results of typesOf.
var standardTypes = map[string][]frontend.File{}

// module is a module's directory and path; both are empty for a package outside any module.
type module struct{ root, path string }

// moduleOf returns the module that contains a directory. It uses go.mod or, for code older than modules, the place in
// the module cache.
func moduleOf(dir string) module {
	for d := dir; ; d = filepath.Dir(d) {
		text, err := os.ReadFile(filepath.Join(d, "go.mod"))
		if err == nil {
			for line := range strings.Lines(string(text)) {
				if p, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
					return module{d, strings.Trim(strings.TrimSpace(p), `"`)}
				}
			}
		}
		if name, _, ok := strings.Cut(filepath.Base(d), "@v"); ok {
			if rel, ok := strings.CutPrefix(filepath.Dir(d), cacheDir()+string(filepath.Separator)); ok {
				return module{d, unescaped(filepath.ToSlash(rel) + "/" + name)}
			}
		}
		if d == filepath.Dir(d) {
			return module{}
		}
	}
}

// cacheDir is the go command's module cache.
var cacheDir = sync.OnceValue(func() string {
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		return filepath.Join(build.Default.GOPATH, "pkg", "mod")
	}
	return strings.TrimSpace(string(out))
})

// unescaped returns the path for a spelling in the cache, with X for !x.
func unescaped(path string) string {
	var b strings.Builder
	up := false
	for _, c := range path {
		switch {
		case c == '!':
			up = true
		case up:
			b.WriteRune(unicode.ToUpper(c))
			up = false
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}
