package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
)

// holder is the variable that holds what e denotes: x of x, x.f, x[i] with an array x. It is nil for what is found
// through a slice or a pointer. Where a type parameter may be an array, it is taken for one.
func (k *kernel) holder(e ast.Expr) *ast.Ident { return holderOf(e, k.isArray) }

// holder is holder in the instance of the function that is being built.
func (b *builder) holder(e ast.Expr) *ast.Ident {
	return holderOf(e, func(e ast.Expr) bool {
		t := b.goType(e)
		if t == nil {
			return false
		}
		_, ok := t.Underlying().(*types.Array)
		return ok
	})
}

func holderOf(e ast.Expr, isArray func(ast.Expr) bool) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			if !isArray(x.X) {
				return nil
			}
			e = x.X
		case *ast.Ident:
			return x
		default:
			return nil
		}
	}
}

// isArray says whether e is an array, or of a type parameter that might be one.
func (k *kernel) isArray(e ast.Expr) bool {
	t := k.info.Types[e].Type
	if t == nil {
		return false
	}
	switch types.Unalias(t).Underlying().(type) {
	case *types.Array:
		return true
	case *types.Interface: // the constraint of a type parameter
		return true
	}
	return false
}

// scanTypes notes the variables that must be in memory: arrays with an element that a variable chooses, and what is sliced
// or has its address taken.
func (k *kernel) scanTypes(fi *funcInfo, n ast.Node) {
	inMemory := func(e ast.Expr) {
		id := k.holder(e)
		if id == nil {
			return
		}
		if o := k.info.Uses[id]; o != nil {
			if fi.inMemory == nil {
				fi.inMemory = map[types.Object]bool{}
			}
			fi.inMemory[o] = true
		}
	}
	taken := func(e ast.Expr) {
		inMemory(e)
		if id := k.holder(e); id != nil {
			if fi.addressTaken == nil {
				fi.addressTaken = map[types.Object]bool{}
			}
			fi.addressTaken[k.info.Uses[id]] = true
		}
	}
	switch n := n.(type) {
	case *ast.IndexExpr:
		if k.info.Types[n.Index].Value == nil && k.isArray(n.X) {
			inMemory(n.X)
		}
	case *ast.SliceExpr:
		if k.isArray(n.X) {
			taken(n.X)
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			taken(n.X)
		}
	case *ast.ForStmt:
		if a, ok := n.Init.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
			for _, l := range a.Lhs {
				if id, ok := l.(*ast.Ident); ok {
					if fi.perIteration == nil {
						fi.perIteration = map[types.Object]bool{}
					}
					fi.perIteration[k.info.Defs[id]] = true
				}
			}
		}
	case *ast.RangeStmt:
		if n.Value != nil && k.isArray(n.X) {
			inMemory(n.X)
		}
	}
}
