package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A kernel must mean what the Go compiler made of the same text, which saw all of the package. What follows decides whether the files given
// settle it: ARCHITECTURE.md, "What hotloop does not see".

// readonlyDirective above the declaration of a package-level variable promises that nothing changes it.
const readonlyDirective = "//hotloop:readonly"

// unsettled says why the initial value of package-level variable o may not be its value, and what to write; "" if it is.
func (k *kernel) unsettled(o *types.Var, w World) (why, instead string) {
	c := k.pkg.changes()
	if by := c.elsewise[o.Name()]; by != "" {
		return "which " + by + " makes another than its declaration does", "it as a parameter"
	}
	if w == TextOnly || k.isReadonly(o) {
		return "", ""
	}
	switch exported := o.Exported() && k.types.Name() != "main"; {
	case w == PartOfPackage:
		why, instead = "which another file of package "+k.types.Name()+" may change", ", or hotloop.Package with all files of the package"
	case exported:
		why = "which other packages may change"
	case types.Identical(o.Type(), types.Typ[types.String]):
		why = "which the linker's flag -X may change"
	case c.bodiless.IsValid():
		why = "which the assembly of the function at " + position(k.pkg.fset.Position(c.bodiless)) + " may change"
	default:
		return "", ""
	}
	return why, readonlyDirective + " above its declaration, hotloop.Global(\"" + o.Name() + "\", &" + o.Name() + ")" + instead
}

// isReadonly says whether the declaration of o carries the directive.
func (k *kernel) isReadonly(o *types.Var) bool {
	for _, d := range k.pkg.decls[o.Name()] {
		g, ok := d.node.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if slices.ContainsFunc(v.Names, func(n *ast.Ident) bool { return n.Name == o.Name() }) {
				return saysReadonly(g.Doc) || saysReadonly(v.Doc) || saysReadonly(v.Comment)
			}
		}
	}
	return false
}

func saysReadonly(g *ast.CommentGroup) bool {
	return g != nil && slices.ContainsFunc(g.List, func(c *ast.Comment) bool {
		rest, ok := strings.CutPrefix(c.Text, readonlyDirective)
		return ok && strings.TrimLeft(rest, " \t") != rest || ok && rest == ""
	})
}

// Functions that Go has had for less long than it has had packages which declare functions of these names.
var lateBuiltins = []string{"min", "max", "clear"}

// predeclared are the names of Go's own that the functions of the kernel, and the variables and types they mention, use, with the first place
// of each.
func (k *kernel) predeclared() map[string]token.Pos {
	used := map[string]token.Pos{}
	for id, o := range k.info.Uses {
		if o == nil || o.Parent() != types.Universe || !k.reached(id.Pos()) {
			continue
		}
		if p, ok := used[id.Name]; !ok || id.Pos() < p {
			used[id.Name] = id.Pos()
		}
	}
	return used
}

// reached says whether pos is in a function of the kernel, or in a declaration of something else that it may use.
func (k *kernel) reached(pos token.Pos) bool {
	if k.inside(pos) {
		return true
	}
	for _, d := range k.pkg.order {
		if g, ok := d.node.(*ast.GenDecl); ok && g.Pos() <= pos && pos <= g.End() {
			return true
		}
	}
	return false
}

// names refuses the predeclared functions that may well not be Go's, and lists the others that nothing settles.
func (b *builder) names(res *Result) {
	w := b.opts.World
	if w == TextOnly {
		return
	}
	used := b.k.predeclared()
	for name, pos := range used {
		o := types.Universe.Lookup(name)
		_, isFunc := o.(*types.Builtin)
		inTests := w == WholePackage && b.k.pkg.changes().tests[name]
		switch {
		case w == WholePackage && !inTests, b.k.pkg.provesBuiltin(name):
		case inTests:
			b.refuse(pos, name+", which a test of the package declares", "another name in the test")
		case !isFunc:
		case slices.Contains(lateBuiltins, name):
			instead := "hotloop.Package with all files of the package among the options"
			if name != "clear" {
				instead += ", or const _ = " + name + "(0, 1) in this file, which compiles only if " + name + " is Go's own,"
			}
			b.refuse(pos, name+", which another file of package "+b.k.types.Name()+" may declare", instead)
		default:
			res.Assumed = append(res.Assumed, name)
		}
	}
	slices.Sort(res.Assumed)
}

// provesBuiltin says whether the source has a package-level constant that is a call of the function: it has none that Go compiles unless the
// function is Go's own.
func (p *pkg) provesBuiltin(name string) bool {
	for _, d := range p.order {
		g, ok := d.node.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			for _, x := range s.(*ast.ValueSpec).Values {
				if callsConstantly(x, name) {
					return true
				}
			}
		}
	}
	return false
}

// callsConstantly says whether constant expression x is, or is an operation on, a call of the function: not where a call might stand for its
// type alone, as in unsafe.Sizeof(max(a, b)).
func callsConstantly(x ast.Expr, name string) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.UnaryExpr:
		return callsConstantly(x.X, name)
	case *ast.BinaryExpr:
		return callsConstantly(x.X, name) || callsConstantly(x.Y, name)
	case *ast.CallExpr:
		id, ok := ast.Unparen(x.Fun).(*ast.Ident)
		return ok && id.Name == name
	}
	return false
}

// Assumption is something that a kernel takes for granted of files which are not part of its source.
type Assumption struct {
	Pos  token.Position
	Name string
	Msg  string
	// Refused: Accelerate leaves the Go function in place unless the source settles this.
	Refused bool
}

// Assumptions lists what the kernel called name takes for granted if src is only a part of its package, in the order of the source: package-
// level variables that other files could change, and predeclared names that they could declare.
func Assumptions(src Source, name string) ([]Assumption, error) {
	p, err := load(src)
	if err != nil {
		return nil, err
	}
	k, err := p.kernel(name)
	if err != nil {
		return nil, err
	}
	var list []Assumption
	add := func(pos token.Pos, name, msg string, refused bool) {
		list = append(list, Assumption{p.fset.Position(pos), name, msg, refused})
	}
	for name, pos := range k.predeclared() {
		switch _, isFunc := types.Universe.Lookup(name).(*types.Builtin); {
		case isFunc && p.provesBuiltin(name):
		case slices.Contains(lateBuiltins, name):
			add(pos, name, name+" is Go's own, and not a function of another file", true)
		default:
			add(pos, name, "no other file declares "+name, false)
		}
	}
	seen := map[types.Object]bool{}
	for id, o := range k.info.Uses {
		v, ok := o.(*types.Var)
		if !ok || v.Parent() != k.types.Scope() || !k.inside(id.Pos()) || seen[v] {
			continue
		}
		seen[v] = true
		if why, _ := k.unsettled(v, PartOfPackage); why != "" {
			add(id.Pos(), v.Name(), "package-level variable "+v.Name()+", "+why+", keeps its initial value", true)
		}
	}
	slices.SortFunc(list, func(x, y Assumption) int {
		if x.Pos.Filename != y.Pos.Filename {
			return strings.Compare(x.Pos.Filename, y.Pos.Filename)
		}
		return x.Pos.Offset - y.Pos.Offset
	})
	return list, nil
}
