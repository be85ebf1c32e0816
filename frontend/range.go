package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/loopopt/ir"
)

// rangeOver is what a range statement runs over: the type of its counter, the number of iterations, and where the
// elements are.
type rangeOver struct {
	t     typ
	limit *ir.Value
	items place
	// ptr is the pointer to the array that items is, if it is used as one: looked at with each element.
	ptr *val
}

// rangeOperand computes the range expression once. It says false if that was refused.
func (b *builder) rangeOperand(s *ast.RangeStmt) (r rangeOver, ok bool) {
	t := b.goType(s.X)
	if t == nil || t == types.Typ[types.Invalid] { // as of what a package returns that is not given
		b.top(s.X)
		b.wrong(s.X.Pos())
		return r, false
	}
	if instead := notRanged(t); instead != "" {
		b.refuse(s.X.Pos(), "a range over "+b.typeName(t), instead)
		return r, false
	}
	r.t = tInt
	if _, isBasic := t.Underlying().(*types.Basic); isBasic {
		r.t = b.typeOf(b.countType(s, t), s.X.Pos())
		b.hoist(s.X, true)
		r.limit = b.operandOf(s.X, r.t)
		if !r.t.elem.IsInt() || !r.t.isScalar() || r.limit == nil {
			b.wrong(s.X.Pos())
			return r, false
		}
		return r, true
	}
	over := b.typeOf(t, s.X.Pos())
	if !over.indexable() {
		b.wrong(s.X.Pos())
		return r, false
	}
	if over.kind == arrayKind || over.kind == pointerKind {
		r.limit = b.int(over.of.len)
		if s.Value == nil && !hasCall(s.X) {
			return r, true // the length alone is asked for: nothing is computed
		}
	}
	switch over.kind {
	case arrayKind:
		b.hoist(s.X, false)
		r.items = b.locate(s.X)
		if r.items.mem == nil && r.items.t.kind == arrayKind {
			x := b.get(r.items)
			if s.Value != nil {
				r.items.mem = b.spill(x, s.X.Pos())
			}
		} else if s.Value != nil && b.mayStore(s.Body) {
			// The loop runs over the array as it was.
			x := b.snapshot(val{t: over, mem: r.items.mem}, s.X.Pos())
			r.items.mem = x.mem
		}
	case pointerKind:
		x := b.top(s.X)
		r.ptr = &x
		r.items = place{t: typ{kind: arrayKind, of: over.of}, mem: &address{base: x.v}}
	default:
		x := b.top(s.X)
		if x.len == nil {
			b.wrong(s.X.Pos())
			return r, false
		}
		r.limit = x.len
		r.items = place{t: x.t, x: &x}
	}
	return r, true
}

// element is the element number i; it is in range.
func (r *rangeOver) element(b *builder, i *ir.Value, pos token.Pos) val {
	if r.ptr != nil {
		b.checkNil(*r.ptr, pos)
	}
	return b.get(b.item(r.items, i, pos))
}

// mayStore says whether a loop's body may change an array that the loop runs over.
func (b *builder) mayStore(body *ast.BlockStmt) bool {
	stores := false
	target := func(e ast.Expr) {
		// Whole variables may be arrays.
		if id, ok := ast.Unparen(e).(*ast.Ident); !ok || id.Name != "_" {
			stores = true
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, l := range n.Lhs {
					if _, isVar := ast.Unparen(l).(*ast.Ident); !isVar || n.Tok == token.ASSIGN {
						target(l)
					}
				}
			}
		case *ast.IncDecStmt:
			if _, isVar := ast.Unparen(n.X).(*ast.Ident); !isVar {
				target(n.X)
			}
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				stores = true
			}
		case *ast.CallExpr:
			stores = stores || !b.isHarmlessCall(n)
		}
		return !stores
	})
	return stores
}

// isHarmlessCall: conversions, min, max, len and cap, and what a package's name stands in front of, store nothing.
func (b *builder) isHarmlessCall(c *ast.CallExpr) bool {
	fun := ast.Unparen(c.Fun)
	tv := b.info.Types[fun]
	switch f := fun.(type) {
	case *ast.Ident:
		if !tv.IsBuiltin() {
			break
		}
		switch f.Name {
		case "min", "max", "len", "cap":
			return true
		}
	case *ast.SelectorExpr:
		if id, ok := f.X.(*ast.Ident); ok {
			_, isPkg := b.info.Uses[id].(*types.PkgName)
			return isPkg
		}
	}
	return tv.IsType()
}

// hasCall says whether computing e calls a function: then it is computed even if only its length is asked for.
func hasCall(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		_, isCall := n.(*ast.CallExpr)
		found = found || isCall
		return !found
	})
	return found
}
