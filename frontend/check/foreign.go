package check

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"hotloop/frontend/syntax"
	"hotloop/reuse"
)

// The type checker knows nothing about packages that kernels cannot use: their names have no valid type, nor do
// expressions made of them. Messages name the cause.

// foreign returns the path of the package that a selector refers to, or "" if kernels can use that package.
func (k *Kernel) foreign(e *ast.SelectorExpr) string {
	id, ok := e.X.(*ast.Ident)
	if !ok {
		return ""
	}
	p, ok := k.Info.Use(id).(*types.PkgName)
	if !ok {
		return ""
	}
	path := p.Imported().Path()
	if path == "unsafe" || StdPackages()[path] != nil {
		return ""
	}
	if src := k.Sourced(p.Imported()); src != nil && (!src.Partial || p.Imported().Scope().Lookup(e.Sel.Name) != nil) {
		return ""
	}
	return path
}

// cause is a use of a package that kernels cannot use.
type cause struct {
	sel    *ast.SelectorExpr
	call   *ast.CallExpr // the call of sel, if it is a function that is called
	inType bool
}

// foreignCause returns the first such use in the function that contains pos. If there is none, it looks in the
// kernel's other functions, and then in declarations that it mentions. sel is nil if there is none.
func (k *Kernel) foreignCause(pos token.Pos) (first cause) {
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
	for _, fi := range k.Funcs {
		if fi.Decl.Pos() <= pos && pos <= fi.Decl.End() {
			look(fi.Decl, 3)
		} else {
			look(fi.Decl, 2)
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

// RefuseForeign reports a use of a package that kernels cannot use, as the cause of the error at pos. It
// returns false if there is no such use.
func (k *Kernel) RefuseForeign(r *syntax.Reports, pos token.Pos) bool {
	c := k.foreignCause(pos)
	if c.sel == nil {
		return false
	}
	path := k.foreign(c.sel)
	switch {
	case c.call != nil:
		r.Refuse(c.call.Pos(), "a call of "+path+"."+c.sel.Sel.Name, HintFor(path, c.sel.Sel.Name))
	case path == "strings" && c.sel.Sel.Name == "Builder", path == "bytes" && c.sel.Sel.Name == "Buffer":
		r.Refuse(c.sel.Pos(), path+"."+c.sel.Sel.Name+"",
			"a []byte that append adds to, and string(b) in the end")
	case c.inType:
		r.Refuse(c.sel.Pos(), path+"."+c.sel.Sel.Name+"",
			"numbers, or slices, arrays and structs of such")
	default:
		r.Refuse(c.sel.Pos(), types.ExprString(c.sel)+" of package "+path, "it as a parameter")
	}
	return true
}

// typeErrors reports the type errors in the kernel's code. If names come from a package unknown to the type
// checker, its errors may be consequences of that and thus false. Then only that use and undeclared names are
// reported. Errors in a function that was already rejected are not reported either: its types may be unknown,
// and the Go compiler may accept it.
func (k *Kernel) typeErrors(errs []types.Error, r *syntax.Reports) {
	doubtful, told := k.importsForeign(), false
	refused := k.refusedIn(r.Errs)
	for _, te := range errs {
		if name, ok := strings.CutPrefix(te.Msg, "undefined: "); !(ok && token.IsIdentifier(name)) &&
			refused[k.functionAt(te.Pos)] && !strings.Contains(te.Msg, "cycle") {
			continue
		}
		if !k.matters(te.Pos) && !strings.HasSuffix(te.Msg, "redeclared in this block") {
			continue
		}
		if strings.HasPrefix(te.Msg, "undefined: ") && strings.Contains(te.Msg, ".") && !k.inside(te.Pos) {
			continue // of a package, in a declaration; its uses are reported where they occur
		}
		if k.partlyKnown(te.Msg) {
			if told = told || k.RefuseForeign(r, te.Pos); told {
				doubtful = true
				continue
			}
		}
		if doubtful && !strings.HasPrefix(te.Msg, "undefined: ") {
			if told {
				continue
			}
			if told = k.RefuseForeign(r, te.Pos); told {
				continue
			}
			doubtful = false
		}
		r.Errorf(te.Pos, "%s", k.advised(te.Msg))
	}
}

// functionAt returns the function of the kernel that contains pos, or nil.
func (k *Kernel) functionAt(pos token.Pos) *ast.FuncDecl {
	for _, fi := range k.Funcs {
		if fi.Decl.Pos() <= pos && pos <= fi.Decl.End() {
			return fi.Decl
		}
	}
	return nil
}

// refusedIn returns the functions that contain errors.
func (k *Kernel) refusedIn(list syntax.ErrorList) map[*ast.FuncDecl]bool {
	in := map[*ast.FuncDecl]bool{}
	for _, e := range list {
		for _, fi := range k.Funcs {
			from, to := k.Pkg.Fset.Position(fi.Decl.Pos()), k.Pkg.Fset.Position(fi.Decl.End())
			if from.Filename == e.Pos.Filename && from.Line <= e.Pos.Line && e.Pos.Line <= to.Line {
				in[fi.Decl] = true
			}
		}
	}
	return in
}

// partlyKnown reports whether a message of the type checker is about a name missing from a partially known
// package.
func (k *Kernel) partlyKnown(msg string) bool {
	of, ok := strings.CutPrefix(msg, "undefined: ")
	pkg, _, ok2 := strings.Cut(of, ".")
	if !ok || !ok2 {
		return false
	}
	for p, src := range k.imports.sources {
		if src.Partial && p.Name() == pkg {
			return true
		}
	}
	return false
}

// importsForeign reports whether the kernel may mention a package that kernels cannot use.
func (k *Kernel) importsForeign() bool {
	for _, f := range k.files {
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				for _, s := range g.Specs {
					path, _ := strconv.Unquote(s.(*ast.ImportSpec).Path.Value)
					if path != "unsafe" && StdPackages()[path] == nil && !k.isSource(path) {
						return true
					}
				}
			}
		}
	}
	return false
}

// selectorsOf records the selectors in a type.
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

// IsInvalid reports whether t is, or contains, an invalid type.
func IsInvalid(t types.Type) bool { return invalidIn(t, 0) }

// invalidIn reports whether t contains an invalid type. depth bounds the recursion for recursive types.
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

// maxInvalid bounds the recursion of IsInvalid; declared types are rejected by name.
const maxInvalid = 16

// stdHints lists what to write instead of standard functions that kernels cannot use. Each line is the
// replacement, a colon and the functions.
const stdHints = `
math.Log(x + math.Sqrt(x*x-1)): math.Acosh
math.Log(x + math.Sqrt(x*x+1)): math.Asinh
math.Log((1+x)/(1-x)) / 2: math.Atanh
frac * math.Exp2(float64(exp)): math.Ldexp
the exponent taken from math.Float64bits(x): math.Ilogb math.Logb
math.Pow(10, float64(n)): math.Pow10
x - y*math.RoundToEven(x/y): math.Remainder
math.Float64frombits(math.Float64bits(x) + 1): math.Nextafter
math.Float32frombits(math.Float32bits(x) + 1): math.Nextafter32
a polynomial, or a table of values as a slice parameter: math.Erf math.Erfc math.Erfcinv math.Erfinv math.Gamma
a polynomial, or a table of values as a slice parameter: math.Lgamma math.J0 math.J1 math.Jn math.Y0 math.Y1 math.Yn
if x == zero { x = y }: cmp.Or
the panic in the caller, or panic("text"): log.Fatal log.Fatalf log.Panic
`

// stdHint returns the table, by function.
func stdHint() map[string]string {
	return stdHintMade.Get(func() map[string]string {
		m := map[string]string{}
		for _, line := range strings.Split(strings.TrimSpace(stdHints), "\n") {
			i := strings.LastIndex(line, ": ")
			for _, name := range strings.Fields(line[i+2:]) {
				m[name] = line[:i]
			}
		}
		return m
	})
}

var stdHintMade reuse.Once[map[string]string]

// HintFor returns what to write instead of function name of the package at path.
func HintFor(path, name string) string {
	if h := stdHint()[path+"."+name]; h != "" {
		return h
	}
	switch path {
	case "fmt", "errors":
		return "the message in the caller, and return a number that tells it what to say"
	case "slices", "sort", "bytes", "strings", "maps":
		return "a loop"
	}
	if StdPackages()[path] == nil {
		return "the computation out, or use package math, math/bits or cmp"
	}
	return "the computation out"
}
