package check

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"hotloop/frontend/directive"
	"hotloop/frontend/syntax"
)

// A kernel must mean what the Go compiler made of the same text, which saw all of the package. What follows decides
// whether the files given settle it. What hotloop does not see is not assumed. syntax.World says what it sees: TextOnly
// (the text is a program), PartOfPackage, or WholePackage, with the files, build lines and tags that this program was
// built from; WholePlugin if that is not its main package.
//
//   - Variables. With the whole package, all mentions of a variable are in its syntax: one that does not provably only
//     read it may change it (mentions.go), in tests and assembly too. Refused is what other packages may change: an
//     exported variable, a string (by the linker's -X), and what //go:embed and //go:linkname name. With a part of the
//     package, only //hotloop:readonly makes a constant.
//   - Variables in place. Global makes one a parameter that nobody passes, at a constant address (ir.Param.Addr). All
//     that is known of it is its size: it may overlap with slices and others of its kind. Neither data nor heap moves;
//     the code holds the pointer, and the key of the cache has it. Slices are not handed over so: their memory must be
//     alive while a kernel runs, and the collector sees only what the argument block holds.
//   - Functions. Packages may declare functions by the names of Go's own. So those must be proved: by the whole package,
//     by a package-level constant made with it, since no call of another function is a constant, or by a type that is
//     passed. What the program knows is no proof against a declaration: of an inlined max(a, b) behind if a > b no
//     instruction may be left. It is one for append, which calls the runtime. For len, cap, copy and panic, which nobody
//     declares, the program is asked all the same (runtime/names.go).
//   - Types. A type in the signature is compared with the function's, name and all. Others, and true, false, nil and
//     iota, are taken for Go's.

// Unsettled says why the initial value of package-level variable o may not be its value, and what to write; "" if it
// is. InPlace is what to write for it to be used in place, "" if it cannot be.
func (k *Kernel) Unsettled(o *types.Var, w syntax.World, inPlace string) (why, instead string) {
	c := k.declaring(o).Changes()
	if by := c.Elsewise[o.Name()]; by != "" {
		return "which " + by + " makes another than its declaration does", "it as a parameter"
	}
	if w == syntax.TextOnly || k.isReadonly(o) {
		return "", ""
	}
	if o.Pkg() != k.Types {
		return "which other code of the program may change",
			directive.Readonly + " above its declaration, or it as a parameter"
	}
	ways := []string{directive.Readonly + " above its declaration"}
	if inPlace != "" {
		ways = append(ways, inPlace)
	}
	switch exported := o.Exported() && (w == syntax.WholePlugin || k.Types.Name() != "main"); {
	case w == syntax.PartOfPackage:
		why = "which another file of package " + k.Types.Name() + " may change"
		ways = append(ways, "hotloop.WithPackage with all files of the package")
	case exported:
		why = "which other packages may change"
	case types.Identical(o.Type(), types.Typ[types.String]):
		why = "which the linker's flag -X may change"
	case c.Bodiless.IsValid():
		why = "which the assembly of the function at " + syntax.Position(k.Pkg.Fset.Position(c.Bodiless)) +
			" may change"
	default:
		return "", ""
	}
	if last := len(ways) - 1; last > 0 {
		ways[last] = "or " + ways[last]
	}
	return why, strings.Join(ways, ", ")
}

// isReadonly says whether the declaration of o carries the directive.
func (k *Kernel) isReadonly(o *types.Var) bool {
	g, v, _ := k.declaring(o).Variable(o.Name())
	return v != nil && (directive.Says(g.Doc, directive.Readonly) || directive.Says(v.Doc, directive.Readonly) || directive.Says(v.Comment, directive.Readonly))
}

// unprovable are the predeclared functions that the program's code does not tell from functions of these names: packages
// declare min, max and clear, which are younger than they, and an inlined real or new may leave no instruction.
var unprovable = []string{"min", "max", "clear", "real", "imag", "complex", "new"}

// proofs are constants that only the predeclared functions make.
var proofs = map[string]string{"min": "min(0, 1)", "max": "max(0, 1)", "real": "real(0)", "imag": "imag(0)",
	"complex": "complex(0, 0)"}

// predeclared are the names of Go's own that the functions of the kernel, and the variables and types they mention,
// use, with the first place of each.
func (k *Kernel) predeclared() map[string]token.Pos {
	used := map[string]token.Pos{}
	for id, o := range k.Info.Uses() {
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
func (k *Kernel) reached(pos token.Pos) bool {
	if k.inside(pos) {
		return true
	}
	for _, d := range k.Pkg.Order {
		if g, ok := d.Node.(*ast.GenDecl); ok && g.Pos() <= pos && pos <= g.End() {
			return true
		}
	}
	return false
}

// Assumed refuses the predeclared functions that may well not be Go's, and lists the others that nothing settles.
func (k *Kernel) Assumed(r *syntax.Reports, w syntax.World) (names []string) {
	if w == syntax.TextOnly {
		return nil
	}
	used := k.predeclared()
	for name, pos := range used {
		o := types.Universe.Lookup(name)
		_, isFunc := o.(*types.Builtin)
		inTests := w >= syntax.WholePackage && k.Pkg.Changes().Tests[name]
		switch {
		case w >= syntax.WholePackage && !inTests, provesBuiltin(k.Pkg, name):
		case inTests:
			r.Refuse(pos, name+", which a test of the package declares", "another name in the test")
		case !isFunc:
		case name == "make" || name == "new" && k.takesType(name):
			// An argument is a type.
		case slices.Contains(unprovable, name):
			instead := "hotloop.WithPackage with all files of the package among the options"
			if by := proofs[name]; by != "" {
				instead += ", or const _ = " + by + " in this file, which compiles only if " + name + " is Go's own,"
			}
			r.Refuse(pos, name+", which another file of package "+k.Types.Name()+" may declare", instead)
		default:
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// takesType reports whether the kernel calls the function called name with a type, which none that is declared takes.
func (k *Kernel) takesType(name string) (found bool) {
	for _, fi := range k.Funcs {
		ast.Inspect(fi.Decl, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 0 {
				id, ok := ast.Unparen(call.Fun).(*ast.Ident)
				found = found || ok && id.Name == name && k.Info.IsType(call.Args[0])
			}
			return !found
		})
	}
	return found
}

// provesBuiltin says whether the source has a package-level constant that is a call of the function: it has none that
// Go compiles unless the function is Go's own.
func provesBuiltin(p *syntax.Package, name string) bool {
	for _, d := range p.Order {
		g, ok := d.Node.(*ast.GenDecl)
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

// callsConstantly says whether constant expression x is, or is an operation on, a call of the function: not where a
// call might stand for its type alone, as in unsafe.Sizeof(max(a, b)).
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

// Changes finds a place that may change package-level variable o, or "". All of the source counts, also functions that
// this kernel does not call.
func (k *Kernel) Changes(o *types.Var) string {
	if all := k.changed(o); len(all) > 0 {
		return syntax.Position(k.Pkg.Fset.Position(all[0]))
	}
	return k.declaring(o).Changes().Unseen(o.Name())
}

// declaring is the source of the package that o is a variable of.
func (k *Kernel) declaring(o *types.Var) *syntax.Package { return k.Sourced(o.Pkg()) }

// changed lists the places in Go files that may change it. Other packages see what is exported, behind a selector.
func (k *Kernel) changed(o *types.Var) (all []token.Pos) {
	note := func(p *syntax.Package, mentions []syntax.Mention) {
		for _, m := range mentions {
			if e := k.effectOf(m, p, o.Type()); e == changes || e == aliases && !k.confined(m.Pos) {
				all = append(all, m.Pos)
			}
		}
	}
	own := k.declaring(o)
	note(own, own.Mentions(o.Name()))
	if o.Pkg() != k.Types && o.Exported() {
		for _, p := range slices.Concat([]*syntax.Package{k.Pkg}, slices.Collect(maps.Values(k.imports.sources))) {
			if p != own {
				note(p, p.MentionsOutside(o.Name()))
			}
		}
		slices.Sort(all)
	}
	return all
}

// inside says whether pos is in a function that the kernel consists of.
func (k *Kernel) inside(pos token.Pos) bool {
	for _, fi := range k.Funcs {
		if fi.Decl.Pos() <= pos && pos <= fi.Decl.End() {
			return true
		}
	}
	return false
}
