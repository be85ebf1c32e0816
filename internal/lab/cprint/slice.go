package cprint

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strconv"
	"strings"
)

// slicePtr returns the C pointer of a slice-typed expression.
func (p *printer) slicePtr(e ast.Expr) string {
	ptr, _ := p.slice(e)
	return ptr
}

// slice returns the pointer and length of a slice or string: a variable, a part of one or of an array, or a literal.
func (p *printer) slice(e ast.Expr) (ptr, length string) {
	e = ast.Unparen(e)
	tv := p.f.Info.Types[e]
	t := tv.Type
	switch {
	case tv.IsNil():
		return "0", "0"
	case tv.Value != nil && tv.Value.Kind() == constant.String:
		s := constant.StringVal(tv.Value)
		return "((const uint8_t *)" + quote(s) + ")", strconv.Itoa(len(s))
	case kindOf(t) != Slice:
		p.fail(e, "an operand of type %s", t)
	}
	switch e := e.(type) {
	case *ast.Ident:
		if v, ok := p.globalOf(e); ok {
			return p.globalSlice(e, v)
		}
		name := p.expr(e)
		return name, name + "_len"
	case *ast.CompositeLit:
		n := p.literalLen(e)
		if n == 0 {
			return "0", "0"
		}
		s, _ := p.compositeLit(e)
		return s, strconv.FormatInt(n, 10)
	case *ast.CallExpr:
		if p.f.Info.Types[e.Fun].IsType() && len(e.Args) == 1 && isString(t) == isString(p.f.Info.TypeOf(e.Args[0])) {
			return p.slice(e.Args[0])
		}
	case *ast.SliceExpr:
		return p.sliceExpr(e)
	}
	p.fail(e, "a slice made by %T", e)
	return "", ""
}

// globalSlice returns the pointer and length of a package-level slice or string.
func (p *printer) globalSlice(e ast.Expr, v *types.Var) (ptr, length string) {
	init := p.initial(v)
	if isString(v.Type()) {
		p.unchanged(e, v)
		if init == nil {
			return "0", "0"
		}
		return p.slice(init)
	}
	lit, _ := init.(*ast.CompositeLit)
	return "((" + p.typeOf(e, elemOf(v.Type())).Pointer("") + ")" + p.global(e, v) + ")",
		strconv.FormatInt(p.literalLen(lit), 10)
}

// sliceExpr prints x[low:high] and x[low:high:max]. C has no capacities.
func (p *printer) sliceExpr(e *ast.SliceExpr) (ptr, length string) {
	if n, ok := arrayLen(p.f.Info.TypeOf(e.X)); ok {
		ptr, length = p.address(e.X), strconv.FormatInt(n, 10)
		if strings.HasPrefix(ptr, "(") && e.Low == nil {
			ptr = "(" + ptr + ")"
		}
	} else {
		ptr, length = p.slice(e.X)
	}
	for _, b := range []ast.Expr{e.Low, e.High, e.Max} {
		if b != nil && strings.Contains(p.expr(b), "[") {
			p.fail(e, "slice bounds taken from memory")
		}
	}
	if e.High != nil {
		length = p.operand(e.High, precAdd)
	}
	if e.Low != nil {
		low := p.operand(e.Low, precMul)
		ptr, length = "("+ptr+" + "+low+")", length+" - "+low
	}
	return ptr, length
}

// quote prints a C string.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteString("\\" + string(rune(c)))
		case c < ' ' || c > '~' || c == '?': // no trigraphs; three octal digits are self-delimiting
			b.WriteString(octal(c))
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + `"`
}

func octal(c byte) string {
	return "\\" + string([]byte{'0' + c>>6, '0' + c>>3&7, '0' + c&7})
}
