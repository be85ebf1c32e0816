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

// A kernel must do what the compiled Go function does, and the Go compiler has seen the whole package. The
// following decides whether the given files determine that; nothing is assumed about what hotloop does not see.
// syntax.World describes what it sees: TextOnly (the text is a program), PartOfPackage, or WholePackage, with
// the files, build constraints and tags from which this program was built; WholePlugin if that is not its main
// package.
//
//   - Variables. With the whole package, all mentions of a variable are visible: one that does not provably only read it
//     may change it (mentions.go), also in tests and assembly. Rejected is what other packages may change: an exported
//     variable, a string (by the linker's -X), and what //go:embed and //go:linkname name. With a part of the package,
//     only //hotloop:readonly makes a variable constant.
//   - Variables in place. Global makes a variable a parameter that no caller passes, at a constant address
//     (ir.Param.Addr). Only its size is known: it may overlap slices and other such variables. Neither data nor heap
//     moves; the code contains the pointer, and the cache key includes it. Slices are not accessed like this: their
//     memory must be alive while a kernel runs, and the collector sees only what the argument block holds.
//   - Functions. Packages may redeclare predeclared functions, so those must be proved: by the whole package, by a
//     package-level constant made with one (no call of another function is constant), or by a type argument. The compiled
//     program cannot disprove a redeclaration: an inlined max(a, b) after if a > b may leave no instruction. It can for
//     append, which calls the runtime, or a variable made with it does (AppendProof). len, cap, copy and panic are practically never redeclared; the program is
//     consulted about them anyway (runtime/names.go).
//   - Types. The types of the signature are compared with the function's, including names. Others, and true, false, nil
//     and iota, are taken to be Go's.

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

// isReadonly reports whether the declaration of o carries the directive.
func (k *Kernel) isReadonly(o *types.Var) bool {
	g, v, _ := k.declaring(o).Variable(o.Name())
	return v != nil && (directive.Says(g.Doc, directive.Readonly) || directive.Says(v.Doc, directive.Readonly) || directive.Says(v.Comment, directive.Readonly))
}

// unprovable lists the predeclared functions for which the program's code does not rule out a redeclaration.
// Packages declare min, max and clear, which were added to Go late; an inlined real or new may leave no
// instruction.
var unprovable = []string{"min", "max", "clear", "real", "imag", "complex", "new"}

// proofs lists constant expressions that only the predeclared functions can form.
var proofs = map[string]string{"min": "min(0, 1)", "max": "max(0, 1)", "real": "real(0)", "imag": "imag(0)",
	"complex": "complex(0, 0)"}

// AppendProof is an expression that only the predeclared append can form: no parameter of a function takes a string for
// its last arguments.
const AppendProof = `append([]byte(nil), ""...)`

// predeclared returns the predeclared names used by the functions of the kernel, and by the variables and types
// that they mention, with the first position of each.
func (k *Kernel) predeclared() map[string]token.Pos {
	used := map[string]token.Pos{}
	for id, o := range k.Info.uses() {
		if o == nil || o.Parent() != types.Universe || !k.reached(id.Pos()) {
			continue
		}
		if p, ok := used[id.Name]; !ok || id.Pos() < p {
			used[id.Name] = id.Pos()
		}
	}
	return used
}

// reached reports whether pos is in a function of the kernel, or in another declaration that it may use.
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

// Assumed rejects predeclared functions that may be redeclared, and returns the others that are not proved to
// be Go's.
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
				instead += ", or const _ = " + by + " in this file, which compiles only if " + name + " is Go's own"
			}
			r.Refuse(pos, name+", which another file of package "+k.Types.Name()+" may declare", instead)
		default:
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// takesType reports whether the kernel calls the function called name with a type, which no declared function
// accepts.
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

// provesBuiltin reports whether the source has a package-level constant that calls the function, or a package-level
// variable that is append of a string. Go compiles it only if the function is the predeclared one.
func provesBuiltin(p *syntax.Package, name string) bool {
	proves := callsConstantly
	tok := token.CONST
	if name == "append" {
		proves, tok = appendsText, token.VAR
	}
	for _, d := range p.Order {
		g, ok := d.Node.(*ast.GenDecl)
		if !ok || g.Tok != tok {
			continue
		}
		for _, s := range g.Specs {
			for _, x := range s.(*ast.ValueSpec).Values {
				if proves(x, name) {
					return true
				}
			}
		}
	}
	return false
}

// appendsText reports whether x is a call of append with the bytes of a string literal.
func appendsText(x ast.Expr, name string) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok || !call.Ellipsis.IsValid() || len(call.Args) != 2 {
		return false
	}
	id, isName := ast.Unparen(call.Fun).(*ast.Ident)
	text, isText := call.Args[1].(*ast.BasicLit)
	return isName && id.Name == name && isText && text.Kind == token.STRING
}

// callsConstantly reports whether constant expression x is, or operates on, a call of the function. Calls that
// may only provide a type, as in unsafe.Sizeof(max(a, b)), do not count.
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

// Changes returns a position that may modify package-level variable o, or "". It considers the whole source,
// including functions that this kernel does not call.
func (k *Kernel) Changes(o *types.Var) string {
	if all := k.changed(o); len(all) > 0 {
		return syntax.Position(k.Pkg.Fset.Position(all[0]))
	}
	return k.declaring(o).Changes().Unseen(o.Name())
}

// declaring returns the source of the package that declares o.
func (k *Kernel) declaring(o *types.Var) *syntax.Package { return k.Sourced(o.Pkg()) }

// changed returns the positions in Go files that may modify o. Other packages see exported variables, through a
// selector.
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

// inside reports whether pos is in a function of the kernel.
func (k *Kernel) inside(pos token.Pos) bool {
	for _, fi := range k.Funcs {
		if fi.Decl.Pos() <= pos && pos <= fi.Decl.End() {
			return true
		}
	}
	return false
}
