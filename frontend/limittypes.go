package frontend

import (
	"go/ast"
	"go/token"
)

// The type checker visits what a type is made of once per way that leads there, and names instances by all they are
// made of. A few declarations, each of which mentions the one before twice, would keep it busy for years. So the number of
// visits is estimated first, by names alone.

// typeCosts estimates how often parts of types are visited.
type typeCosts struct {
	specs map[string][]*ast.TypeSpec
	costs map[string]int // 0 for one that is being computed
}

// maxTypeCost bounds the estimate: that many visits take the type checker some hundredths of a second.
const maxTypeCost = 1 << 17

// costlyType finds a type whose check would take too long.
func costlyType(surveys []*survey) token.Pos {
	c := typeCosts{}
	var builders map[string]bool
	for _, v := range surveys {
		for _, n := range v.types {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if c.specs == nil {
					c.specs, c.costs = map[string][]*ast.TypeSpec{}, map[string]int{}
				}
				c.specs[n.Name.Name] = append(c.specs[n.Name.Name], n)
			case *ast.FuncDecl:
				if buildsTypes(n) {
					if builders == nil {
						builders = map[string]bool{}
					}
					builders[n.Name.Name] = true
				}
			}
		}
	}
	total, calls := 0, 0
	for _, v := range surveys {
		for _, n := range v.types {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if total += c.named(n.Name.Name); total > maxTypeCost {
					return n.Pos()
				}
			case *ast.IndexExpr, *ast.IndexListExpr, *ast.ArrayType, *ast.StructType:
				if c.of(n.(ast.Expr)) > maxTypeCost {
					return n.Pos()
				}
			case *ast.CallExpr:
				if id := calledName(n.Fun); id != nil && builders[id.Name] {
					if calls++; calls > maxBuilderCalls {
						return n.Pos()
					}
				}
			}
		}
	}
	return token.NoPos
}

// maxBuilderCalls bounds the calls of generic functions whose result has two or more of their type parameters in it: the
// type of x in x := pair(x0, x0) doubles with each.
const maxBuilderCalls = 14

// buildsTypes says whether a generic function is of that kind.
func buildsTypes(fn *ast.FuncDecl) bool {
	if fn.Type.TypeParams == nil || fn.Type.Results == nil {
		return false
	}
	params := map[string]bool{}
	for _, f := range fn.Type.TypeParams.List {
		for _, n := range f.Names {
			params[n.Name] = true
		}
	}
	for _, r := range fn.Type.Results.List {
		n := 0
		ast.Inspect(r.Type, func(x ast.Node) bool {
			if id, ok := x.(*ast.Ident); ok && params[id.Name] {
				n++
			}
			return true
		})
		if n > 1 {
			return true
		}
	}
	return false
}

func (c *typeCosts) named(name string) int {
	if n, ok := c.costs[name]; ok {
		return max(n, 1)
	}
	specs := c.specs[name]
	if len(specs) == 0 {
		return 1
	}
	c.costs[name] = 0
	n := 1
	for _, s := range specs {
		n = max(n, 1+c.of(s.Type))
	}
	n = min(n, maxTypeCost+1)
	c.costs[name] = n
	return n
}

// of is the cost of a type expression. What is behind a pointer, or the like, is not visited.
func (c *typeCosts) of(e ast.Expr) int {
	n := 1
	add := func(m int) { n = min(n+m, maxTypeCost+1) }
	fields := func(l *ast.FieldList) {
		for _, f := range l.List {
			add(c.of(f.Type) * max(1, len(f.Names)))
		}
	}
	instance := func(x ast.Expr, args ...ast.Expr) {
		sum := 1
		for _, a := range args {
			sum = min(sum+c.of(a), maxTypeCost+1)
		}
		add(c.of(x) * sum)
	}
	switch e := e.(type) {
	case *ast.Ident:
		return c.named(e.Name)
	case *ast.ParenExpr:
		return c.of(e.X)
	case *ast.UnaryExpr:
		return c.of(e.X)
	case *ast.BinaryExpr: // of a union
		add(c.of(e.X))
		add(c.of(e.Y))
	case *ast.ArrayType:
		add(c.of(e.Elt))
	case *ast.StructType:
		fields(e.Fields)
	case *ast.InterfaceType:
		fields(e.Methods)
	case *ast.IndexExpr:
		instance(e.X, e.Index)
	case *ast.IndexListExpr:
		instance(e.X, e.Indices...)
	}
	return n
}
