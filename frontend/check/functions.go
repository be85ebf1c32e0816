package check

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"hotloop/frontend/directive"
	"hotloop/frontend/syntax"
)

// Function is a function or method of a source.
type Function struct {
	Name   string         // Scale, or (*T).Scale
	Pos    token.Position // of its name
	End    token.Position
	Marked bool  // //hotloop:kernel in its doc comment marks it as a kernel
	Err    error // an ErrorList if it cannot be a kernel whatever its body is, or nil
}

// Functions lists the functions and methods of the source, in its order.
func Functions(src syntax.Source) ([]Function, error) {
	u := load(src)
	if u.err != nil {
		return nil, u.err
	}
	p := u.pkg
	var list []Function
	for _, d := range p.Order {
		fn, ok := d.Node.(*ast.FuncDecl)
		if !ok {
			continue
		}
		f := Function{Name: fn.Name.Name, Pos: p.Fset.Position(fn.Name.Pos()), End: p.Fset.Position(fn.End()),
			Marked: directive.Says(fn.Doc, directive.Kernel)}
		r := &syntax.Reports{Fset: p.Fset}
		if fn.Recv != nil {
			f.Name = Receiver(fn) + "." + f.Name
		}
		switch {
		case fn.Name.Name == "_" || fn.Name.Name == "init":
			r.Refuse(fn.Name.Pos(), "function "+fn.Name.Name+", which nothing can call", "a function with another name")
		case fn.Body == nil:
			r.Refuse(fn.Name.Pos(), "function "+f.Name+" without a body", "it in Go")
		}
		f.Err = r.Err()
		list = append(list, f)
	}
	return list, nil
}

// FormatsItself reports whether package fmt may call a method of t, a declared type, to format it. The type
// checker sees only the methods that are called.
func (k *Kernel) FormatsItself(t types.Type, w syntax.World) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return true
	}
	src := k.Sourced(n.Obj().Pkg())
	if src == nil || w == syntax.PartOfPackage {
		return true
	}
	for _, name := range []string{"Error", "String", "Format", "GoString"} {
		for _, d := range src.Methods[name] {
			if strings.Trim(Receiver(d.Node.(*ast.FuncDecl)), "(*)") == n.Obj().Name() {
				return true
			}
		}
	}
	return false
}

// Receiver returns the receiver type as it appears in a method's name: T or (*T).
func Receiver(fn *ast.FuncDecl) string {
	if len(fn.Recv.List) == 0 {
		return "_"
	}
	t := ast.Unparen(fn.Recv.List[0].Type)
	star, isPointer := t.(*ast.StarExpr)
	if isPointer {
		t = star.X
	}
	name := "_"
	if id := syntax.CalledName(t); id != nil { // T, or T[P] of a generic type
		name = id.Name
	}
	if isPointer {
		return "(*" + name + ")"
	}
	return name
}

// Outside warns about names in a function, and in what it calls, whose meaning would change if one file were
// the whole source: predeclared names that another file redeclares, and package-level variables that another
// file modifies.
func Outside(src syntax.Source, name string) ([]syntax.Warning, error) {
	k, err := Open(src, name)
	if err != nil || len(k.Pkg.Files) < 2 {
		return nil, err
	}
	p := k.Pkg
	r := &syntax.Reports{Fset: p.Fset}
	told := map[types.Object]bool{}
	for id, o := range k.Info.uses() {
		if o.Parent() != k.Types.Scope() || told[o] || !k.inside(id.Pos()) {
			continue
		}
		here, file := p.Fset.Position(id.Pos()), p.Fset.Position(o.Pos())
		switch v, isVar := o.(*types.Var); {
		case types.Universe.Lookup(o.Name()) != nil && file.Filename != here.Filename:
			told[o] = true
			r.Warnf(k.firstUse(o), "%s is what %s declares; alone, this file means Go's own: give hotloop both files",
				o.Name(), syntax.Position(file))
		case isVar:
			for _, at := range k.changed(v) {
				if there := p.Fset.Position(at); there.Filename != file.Filename {
					told[o] = true
					r.Warnf(k.firstUse(o), "%s, declared in %s, may be changed at %s; give hotloop both files",
						o.Name(), filepath.Base(file.Filename), syntax.Position(there))
					break
				}
			}
		}
	}
	syntax.SortWarnings(r.Warns)
	return r.Warns, nil
}

// firstUse returns the first position in the source where the kernel mentions o.
func (k *Kernel) firstUse(o types.Object) (first token.Pos) {
	for id, u := range k.Info.uses() {
		if u == o && k.inside(id.Pos()) && (first == token.NoPos || id.Pos() < first) {
			first = id.Pos()
		}
	}
	return first
}
