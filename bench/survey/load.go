package survey

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"hotloop/bench/source"
	"hotloop/frontend"
)

// pkg is a package in one configuration.
type pkg struct {
	dir       string
	source    frontend.Source // its files, and one with methods as functions for each that has some
	functions []*Function
	checked   *checked // the types, found at first need
}

// Function is a function with a loop.
type Function struct {
	pkg     *pkg
	name    string
	pos     token.Position
	Method  bool // made of a method
	numeric bool // see Config.Numeric
}

// String says where the function is, and which it is.
func (f *Function) String() string { return fmt.Sprintf("%s: %s", f.pos, f.name) }

// configurations choose the files of a package: those for this machine, and those for one that has no assembly, where
// loops are written in Go.
func configurations() []build.Context {
	own, plain := build.Default, build.Default
	own.CgoEnabled, plain.CgoEnabled = false, false
	plain.GOARCH = "mips64le"
	plain.BuildTags = []string{"purego", "noasm", "appengine"}
	return []build.Context{own, plain}
}

// load reads the package in dir, in each configuration. A function that is in several is in the first.
func load(dir string) (pkgs []*pkg) {
	seen := map[string]bool{}
	for _, ctx := range configurations() {
		found, err := ctx.ImportDir(dir, 0)
		if err != nil {
			continue // no Go files, or several packages
		}
		p := &pkg{dir: dir}
		size := 0
		for _, name := range found.GoFiles {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				continue
			}
			size += len(text)
			p.add(filepath.Join(dir, name), string(text), seen)
		}
		if len(p.functions) > 0 {
			pkgs = append(pkgs, p)
		}
	}
	return pkgs
}

// add takes a file into the package.
func (p *pkg) add(path, text string, seen map[string]bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
	if err != nil {
		return
	}
	p.source = append(p.source, frontend.File{Name: path, Text: text})
	at := func(pos token.Pos) int { return fset.Position(pos).Offset }
	var methods strings.Builder
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || !source.HasLoop(fn) {
			continue
		}
		f := &Function{pkg: p, name: fn.Name.Name, pos: fset.Position(fn.Pos()), Method: fn.Recv != nil,
			numeric: numeric(fn)}
		if f.Method {
			head, name := asFunction(fn, func(n ast.Node) string { return text[at(n.Pos()):at(n.End())] })
			if head == "" {
				continue
			}
			f.name = name
			fmt.Fprintf(&methods, "%s%s\n\n", head, text[at(fn.Type.Params.Opening)+1:at(fn.End())])
		}
		if key := f.String(); !seen[key] && f.name != "_" && f.name != "init" {
			seen[key] = true
			p.functions = append(p.functions, f)
		}
	}
	if methods.Len() == 0 {
		return
	}
	var head strings.Builder
	fmt.Fprintf(&head, "package %s\n\n", file.Name.Name)
	for _, s := range file.Imports {
		fmt.Fprintf(&head, "import %s\n", text[at(s.Pos()):at(s.End())])
	}
	p.source = append(p.source, frontend.File{Name: path + " (methods)", Text: head.String() + methods.String()})
}

// asFunction is the beginning of a function that does what a method does, up to the method's parameters: of
// func (m *T) F(x int) it is func Method_T_F(m *T, , and a receiver that has no name is left out. Methods of generic
// types have none.
func asFunction(fn *ast.FuncDecl, text func(ast.Node) string) (head, name string) {
	recv := fn.Recv.List[0]
	id, ok := recv.Type.(*ast.Ident)
	if star, isStar := recv.Type.(*ast.StarExpr); isStar {
		id, ok = star.X.(*ast.Ident)
	}
	if !ok {
		return "", ""
	}
	self := ""
	if len(recv.Names) > 0 && recv.Names[0].Name != "_" {
		self = fmt.Sprintf("%s %s, ", recv.Names[0].Name, text(recv.Type))
	}
	// Parameters have names, or all of them have none.
	if list := fn.Type.Params.List; len(list) > 0 && len(list[0].Names) == 0 {
		return "", ""
	}
	name = fmt.Sprintf("Method_%s_%s", id.Name, fn.Name.Name)
	return fmt.Sprintf("func %s(%s", name, self), name
}
