package directive

import (
	"go/ast"
	"go/constant"
	goparser "go/parser"
	"go/token"
	"math"
	"strconv"
)

// maxConstDepth bounds chains of constant declarations, which may be cyclic.
const maxConstDepth = 32

// constant returns the value of an expression of numbers and constants of the package. C programs use macros in
// pragmas in this way: unroll(2*COUNT). The expression is not type-checked, because no code mentions it.
func (p *parser) constant(text string) (string, bool) {
	e, err := goparser.ParseExpr(text)
	if err != nil {
		return "", false
	}
	if v := p.fold(e, maxConstDepth); v != nil && v.Kind() == constant.Int {
		if n, exact := constant.Int64Val(v); exact && n >= math.MinInt32 && n <= math.MaxInt32 {
			return strconv.FormatInt(n, 10), true
		}
	}
	return "", false
}

func (p *parser) isConstant(text string) bool {
	_, ok := p.constant(text)
	return ok
}

// fold computes an integer expression. It returns nil for any other expression.
func (p *parser) fold(e ast.Expr, depth int) constant.Value {
	if depth == 0 {
		return nil
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.INT {
			return constant.MakeFromLiteral(e.Value, e.Kind, 0)
		}
	case *ast.Ident:
		if d := p.declared(e.Name); d != nil {
			return p.fold(d, depth-1)
		}
	case *ast.ParenExpr:
		return p.fold(e.X, depth)
	case *ast.UnaryExpr:
		if x := p.fold(e.X, depth); x != nil && (e.Op == token.SUB || e.Op == token.ADD || e.Op == token.XOR) {
			return constant.UnaryOp(e.Op, x, 0)
		}
	case *ast.BinaryExpr:
		x, y := p.fold(e.X, depth), p.fold(e.Y, depth)
		if x == nil || y == nil {
			return nil
		}
		switch e.Op {
		case token.ADD, token.SUB, token.MUL, token.AND, token.OR, token.XOR, token.AND_NOT:
			return constant.BinaryOp(x, e.Op, y)
		case token.QUO, token.REM:
			if constant.Sign(y) == 0 {
				return nil
			}
			op := e.Op
			if op == token.QUO {
				op = token.QUO_ASSIGN // integer division
			}
			return constant.BinaryOp(x, op, y)
		case token.SHL, token.SHR:
			if n, ok := constant.Uint64Val(y); ok && n < 64 {
				return constant.Shift(x, e.Op, uint(n))
			}
		}
	}
	return nil
}

// declared returns the expression in the declaration of a constant of the package, or nil if there is none.
func (p *parser) declared(name string) ast.Expr {
	if p.pkg == nil {
		return nil
	}
	for _, d := range p.pkg.Decls[name] {
		g, ok := d.Node.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v, ok := s.(*ast.ValueSpec)
			for i := 0; ok && i < len(v.Names) && i < len(v.Values); i++ {
				if v.Names[i].Name == name {
					return v.Values[i]
				}
			}
		}
	}
	return nil
}
