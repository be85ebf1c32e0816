package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// The type checker knows nothing of packages that kernels do not have: what comes from them has no valid type, nor has what is
// made of it. Messages name the cause.

// foreign is the path of the package that a selector takes something from, if it is none of those that kernels have.
func (k *kernel) foreign(e *ast.SelectorExpr) string {
	id, ok := e.X.(*ast.Ident)
	if !ok {
		return ""
	}
	p, ok := k.info.Uses[id].(*types.PkgName)
	if !ok || p.Imported().Path() == "unsafe" || stdPackages()[p.Imported().Path()] != nil {
		return ""
	}
	return p.Imported().Path()
}

// cause is something that a kernel takes from a package that kernels do not have.
type cause struct {
	sel    *ast.SelectorExpr
	call   *ast.CallExpr // of sel, if that is a function called
	inType bool
}

// foreignCause finds the first such thing in the function that pos is in; or in another one of the kernel, or in a declaration that
// it mentions. Its sel is nil if there is none.
func (k *kernel) foreignCause(pos token.Pos) (first cause) {
	rank := 0
	look := func(root ast.Node, here int) {
		inType := map[*ast.SelectorExpr]bool{}
		ast.Inspect(root, func(n ast.Node) bool {
			var c cause
			switch n := n.(type) {
			case *ast.CallExpr:
				c.sel, _ = ast.Unparen(n.Fun).(*ast.SelectorExpr)
				c.call = n
			case *ast.SelectorExpr:
				c.sel = n
			case *ast.Field:
				selectorsOf(n.Type, inType)
			case *ast.ValueSpec:
				selectorsOf(n.Type, inType)
			case *ast.CompositeLit:
				selectorsOf(n.Type, inType)
			case *ast.TypeSpec:
				selectorsOf(n.Type, inType)
			}
			if c.sel == nil || first.sel == c.sel || k.foreign(c.sel) == "" {
				return true
			}
			if here > rank || here == rank && c.sel.Pos() < first.sel.Pos() {
				c.inType = inType[c.sel]
				first, rank = c, here
			}
			return true
		})
	}
	for _, fi := range k.funcs {
		if fi.decl.Pos() <= pos && pos <= fi.decl.End() {
			look(fi.decl, 3)
		} else {
			look(fi.decl, 2)
		}
	}
	for _, f := range k.files {
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok != token.IMPORT && rank < 2 {
				look(g, 1)
			}
		}
	}
	return first
}

// refuseForeign refuses what the kernel takes from a package that kernels do not have.
func (k *kernel) refuseForeign(r *reports, c cause) {
	path := k.foreign(c.sel)
	switch {
	case c.call != nil:
		r.refuse(c.call.Pos(), "a call of "+path+"."+c.sel.Sel.Name, hintFor(path, c.sel.Sel.Name))
	case c.inType:
		r.refuse(c.sel.Pos(), path+"."+c.sel.Sel.Name+", of a package that kernels do not have", "numbers, or slices, arrays and structs of such")
	default:
		r.refuse(c.sel.Pos(), types.ExprString(c.sel)+" of package "+path, "it as a parameter")
	}
}

// typeErrors reports what the type checker found wrong in what the kernel consists of. Where something comes from a package that it knows
// nothing of, what it says may follow from that, and be false: then that is what is reported, and the names that nothing declares.
func (k *kernel) typeErrors(errs []types.Error, r *reports) {
	doubtful, told := k.importsForeign(), false
	for _, te := range errs {
		if !k.matters(te.Pos) && !strings.HasSuffix(te.Msg, "redeclared in this block") {
			continue
		}
		if doubtful && !strings.HasPrefix(te.Msg, "undefined: ") {
			if told {
				continue
			}
			if c := k.foreignCause(te.Pos); c.sel != nil {
				k.refuseForeign(r, c)
				told = true
				continue
			}
			doubtful = false
		}
		r.errorf(te.Pos, "%s", advised(te.Msg))
	}
}

// importsForeign says whether the kernel may mention a package that kernels do not have.
func (k *kernel) importsForeign() bool {
	for _, f := range k.files {
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				for _, s := range g.Specs {
					path, _ := strconv.Unquote(s.(*ast.ImportSpec).Path.Value)
					if path != "unsafe" && stdPackages()[path] == nil {
						return true
					}
				}
			}
		}
	}
	return false
}

// selectorsOf notes the selectors in a type.
func selectorsOf(t ast.Expr, in map[*ast.SelectorExpr]bool) {
	if t == nil {
		return
	}
	ast.Inspect(t, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			in[s] = true
		}
		return true
	})
}

// isInvalid says whether t is, or is made of, something without a valid type.
func isInvalid(t types.Type) bool { return invalidIn(t, 0) }

func invalidIn(t types.Type, depth int) bool {
	if depth > maxInvalid {
		return false
	}
	in := func(t types.Type) bool { return invalidIn(t, depth+1) }
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if in(a) {
				return true
			}
		}
	case *types.Basic:
		return t.Kind() == types.Invalid
	case *types.Slice:
		return in(t.Elem())
	case *types.Array:
		return in(t.Elem())
	case *types.Pointer:
		return in(t.Elem())
	case *types.Chan:
		return in(t.Elem())
	case *types.Map:
		return in(t.Key()) || in(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			if in(v.Type()) {
				return true
			}
		}
	case *types.Signature:
		return in(t.Params()) || in(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if in(f.Type()) {
				return true
			}
		}
	}
	return false
}

// maxInvalid bounds how deep isInvalid looks; types that are declared are refused by their names.
const maxInvalid = 16
