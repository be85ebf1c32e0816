package cprint

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strconv"
	"strings"
)

// C precedence levels that the printer must distinguish.
const (
	precOr      = 4
	precAnd     = 5
	precBitOr   = 6
	precBitXor  = 7
	precBitAnd  = 8
	precEqual   = 9
	precLess    = 10
	precShift   = 11
	precAdd     = 12
	precMul     = 13
	precUnary   = 14
	precPrimary = 15
	precCond    = 3
)

var binaryPrec = map[token.Token]int{
	token.LOR: precOr, token.LAND: precAnd, token.OR: precBitOr, token.XOR: precBitXor, token.AND: precBitAnd,
	token.AND_NOT: precBitAnd, token.EQL: precEqual, token.NEQ: precEqual, token.LSS: precLess, token.LEQ: precLess,
	token.GTR: precLess, token.GEQ: precLess, token.SHL: precShift, token.SHR: precShift, token.ADD: precAdd,
	token.SUB: precAdd, token.MUL: precMul, token.QUO: precMul, token.REM: precMul,
}

// expr returns e in C. It needs no parentheses where an operand of any precedence is allowed.
func (p *printer) expr(e ast.Expr) string {
	s, _ := p.prec(e)
	return s
}

// operand returns e, in parentheses if it binds weaker than least.
func (p *printer) operand(e ast.Expr, least int) string {
	s, prec := p.prec(e)
	if prec < least {
		return "(" + s + ")"
	}
	return s
}

// prec returns e in C and the precedence of its outermost operator. An array is a C lvalue, which as an operand
// decays to the address of its first element. So is a pointer to an array.
func (p *printer) prec(e ast.Expr) (string, int) {
	if s, ok := p.instead[e]; ok {
		return s, precPrimary
	}
	tv := p.f.Info.Types[e]
	if tv.Value != nil {
		return p.constant(e, tv.Value, tv.Type)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return p.prec(e.X) // the tree has the order; parentheses are added where C needs them
	case *ast.Ident:
		if tv.IsNil() {
			return "0", precPrimary
		}
		o := p.f.Info.Uses[e]
		if o == nil {
			o = p.f.Info.Defs[e]
		}
		if name, ok := p.names[o]; ok {
			return name, precPrimary
		}
		if v, ok := p.globalOf(e); ok {
			return p.global(e, v), precPrimary
		}
		p.fail(e, "%s, which is no local variable", e.Name)
	case *ast.IndexExpr:
		return p.indexed(e.X) + "[" + p.expr(e.Index) + "]", precPrimary
	case *ast.SelectorExpr:
		return p.selector(e), precPrimary
	case *ast.StarExpr:
		if _, ok := arrayLen(p.f.Info.TypeOf(e.X)); ok {
			return p.operand(e.X, precPrimary), precPrimary
		}
		return "(*" + p.operand(e.X, precUnary) + ")", precPrimary
	case *ast.CompositeLit:
		return p.compositeLit(e)
	case *ast.UnaryExpr:
		return p.unary(e)
	case *ast.BinaryExpr:
		if e.Op == token.SHL || e.Op == token.SHR {
			return p.shift(e, e.X, e.Op, e.Y)
		}
		return p.binary(e)
	case *ast.CallExpr:
		return p.call(e)
	}
	p.fail(e, "%T", e)
	return "", 0
}

// indexed returns the operand before an index.
func (p *printer) indexed(e ast.Expr) string {
	switch kindOf(p.f.Info.TypeOf(e)) {
	case Slice:
		if v, ok := p.globalOf(e); ok && !isString(v.Type()) {
			return p.global(e, v)
		}
		return p.slicePtr(e)
	case Array, Pointer:
		return p.operand(e, precPrimary)
	}
	p.fail(e, "an index into %s", p.f.Info.TypeOf(e))
	return ""
}

// selector prints x.f, with intermediate embedded fields.
func (p *printer) selector(e *ast.SelectorExpr) string {
	sel := p.f.Info.Selections[e]
	if sel == nil || sel.Kind() != types.FieldVal {
		p.fail(e, "selector .%s", e.Sel.Name)
	}
	s := p.operand(e.X, precPrimary)
	t := p.f.Info.TypeOf(e.X)
	for _, i := range sel.Index() {
		dot := "."
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			dot, t = "->", ptr.Elem()
		}
		u, ok := t.Underlying().(*types.Struct)
		if !ok {
			p.fail(e, "a field of %s", t)
		}
		s += dot + fieldName(u, i)
		t = u.Field(i).Type()
	}
	return s
}

// address returns the address of e, or e if it is a pointer, as an operand for a pointer parameter to non-const.
// Values that the printer declares const are still not changed.
func (p *printer) address(e ast.Expr) string {
	s, prec := p.prec(e)
	if kindOf(p.f.Info.TypeOf(e)) == Scalar {
		s, prec = "&"+p.operand(e, precPrimary), precUnary
	}
	for x := ast.Unparen(e); ; {
		if v, ok := p.globalOf(x); ok && kindOf(v.Type()) != Pointer {
			if prec < precUnary {
				s = "(" + s + ")"
			}
			return "(" + p.typeOf(e, elemOf(p.f.Info.TypeOf(e))).Pointer("") + ")" + s
		}
		switch y := x.(type) {
		case *ast.IndexExpr:
			x = ast.Unparen(y.X)
		case *ast.SelectorExpr:
			x = ast.Unparen(y.X)
		case *ast.UnaryExpr:
			x = ast.Unparen(y.X)
		default:
			return s
		}
	}
}

func (p *printer) unary(e *ast.UnaryExpr) (string, int) {
	if e.Op == token.AND {
		if lit, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok && kindOf(p.f.Info.TypeOf(lit)) != Array {
			p.fail(e, "the address of a composite literal")
		}
		if k := kindOf(p.f.Info.TypeOf(e.X)); k != Array && k != Scalar {
			p.fail(e, "the address of a %s", p.f.Info.TypeOf(e.X))
		}
		return p.address(e.X), precUnary
	}
	op := map[token.Token]string{token.SUB: "-", token.ADD: "+", token.XOR: "~", token.NOT: "!"}[e.Op]
	if op == "" {
		p.fail(e, "operator %s", e.Op)
	}
	x := p.operand(e.X, precUnary)
	if strings.HasPrefix(x, op) {
		x = "(" + x + ")" // not "--"
	}
	if e.Op == token.NOT {
		return op + x, precUnary
	}
	return p.narrow(e, p.f.Info.TypeOf(e), op+x), precUnary
}

func (p *printer) binary(e *ast.BinaryExpr) (string, int) {
	prec := binaryPrec[e.Op]
	// Binary operators are left-associative in both languages. Where Go and C rank operators differently, or gcc
	// warns about missing parentheses, both operands get parentheses unless they are unary.
	left, right := prec, prec+1
	op := e.Op.String()
	switch e.Op {
	case token.AND, token.OR, token.XOR:
		left, right = precUnary, precUnary
		if b, ok := ast.Unparen(e.X).(*ast.BinaryExpr); ok && b.Op == e.Op && !p.isNarrow(p.f.Info.TypeOf(e)) {
			left = prec
		}
	case token.AND_NOT:
		left, right, op = precUnary, precUnary, "& ~"
	case token.LOR:
		left, right = precEqual, precEqual
		if b, ok := ast.Unparen(e.X).(*ast.BinaryExpr); ok && b.Op == e.Op {
			left = prec
		}
	case token.LAND:
		right = precAnd + 1
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		left, right = precShift, precShift
		if t := p.f.Info.TypeOf(e.X); (e.Op == token.EQL || e.Op == token.NEQ) && !isBasic(t) && kindOf(t) != Pointer &&
			!p.f.Info.Types[e.X].IsNil() {
			return p.equality(e, t)
		}
	}
	if t := p.f.Info.TypeOf(e); e.Op == token.MUL && isComplex(t) {
		return p.product(p.ctype(e, t)) + "(" + p.expr(e.X) + ", " + p.expr(e.Y) + ")", precPrimary
	}
	s := p.operand(e.X, left) + " " + op + " " + p.operand(e.Y, right)
	if e.Op == token.AND_NOT {
		s = strings.Replace(s, "& ~ ", "& ~", 1)
	}
	switch e.Op {
	case token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.AND, token.OR, token.XOR, token.AND_NOT:
		if t := p.f.Info.TypeOf(e); p.isNarrow(t) {
			return p.narrow(e, t, "("+s+")"), precUnary
		}
	}
	return s, prec
}

// equality prints == and != of structs and arrays.
func (p *printer) equality(e *ast.BinaryExpr, t types.Type) (string, int) {
	if kindOf(t) == Slice {
		p.fail(e, "a comparison of %s", t)
	}
	side := func(e ast.Expr) string {
		if kindOf(t) == Array {
			return p.address(e)
		}
		return p.expr(e)
	}
	s := p.equal(e, t, side(e.X), side(e.Y))
	if e.Op == token.NEQ {
		return "!" + s, precUnary
	}
	return s, precPrimary
}

// shift prints x<<y and x>>y. Go defines every count: beyond the width a left shift gives zero, a right shift the
// sign.
func (p *printer) shift(n ast.Node, x ast.Expr, tok token.Token, y ast.Expr) (string, int) {
	t := p.f.Info.TypeOf(x)
	if e, ok := n.(ast.Expr); ok {
		t = p.f.Info.TypeOf(e) // an untyped constant on the left takes its type from the context
	}
	width, signed := intWidth(t)
	if width == 0 {
		p.fail(n, "a shift of %s", t)
	}
	xs := p.operand(x, precUnary)
	if p.f.Info.Types[x].Value != nil {
		xs = "(" + p.ctype(n, t) + ")" + xs
	}
	op := " << "
	if tok == token.SHR {
		op = " >> "
	}
	finish := func(s string, prec int) (string, int) {
		if p.isNarrow(t) && tok == token.SHL {
			return p.narrow(n, t, "("+s+")"), precUnary
		}
		return s, prec
	}
	most := -1 // the maximum count, if known
	if v := p.f.Info.Types[y].Value; v != nil {
		c, ok := constant.Int64Val(constant.ToInt(v))
		if !ok || c > int64(width) {
			c = int64(width)
		}
		if c < int64(width) {
			return finish(xs+op+strconv.FormatInt(c, 10), precShift)
		}
		if tok == token.SHR && signed {
			return xs + op + strconv.Itoa(width-1), precShift
		}
		return "0", precPrimary
	}
	if b, ok := ast.Unparen(y).(*ast.BinaryExpr); ok && b.Op == token.AND {
		if v := p.f.Info.Types[b.Y].Value; v != nil {
			if c, ok := constant.Int64Val(constant.ToInt(v)); ok && c < int64(width) {
				most = int(c)
			}
		}
	}
	if most >= 0 {
		return finish(xs+op+p.operand(y, precUnary), precShift)
	}
	ys, w := p.operand(y, precShift), strconv.Itoa(width)
	if tok == token.SHR && signed {
		return xs + op + "(" + ys + " < " + w + " ? " + ys + " : " + strconv.Itoa(width-1) + ")", precShift
	}
	s, _ := finish(xs+op+p.operand(y, precUnary), precShift)
	return "(" + ys + " < " + w + " ? " + s + " : 0)", precPrimary
}

// narrow casts s back to a type that C has promoted to int.
func (p *printer) narrow(n ast.Node, t types.Type, s string) string {
	if p.isNarrow(t) {
		return "(" + p.ctype(n, t) + ")" + s
	}
	return s
}

func (p *printer) isNarrow(t types.Type) bool {
	w, _ := intWidth(t)
	return w == 8 || w == 16
}

// intWidth returns the width of an integer type and whether it is signed; 0 for other types.
func intWidth(t types.Type) (width int, signed bool) {
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 {
		return 0, false
	}
	switch b.Kind() {
	case types.Int8, types.Uint8:
		width = 8
	case types.Int16, types.Uint16:
		width = 16
	case types.Int32, types.Uint32, types.UntypedRune:
		width = 32
	default:
		width = 64
	}
	return width, b.Info()&types.IsUnsigned == 0
}

// constant prints a constant of type t. Values that fit in int are printed unchanged; C converts them to the type of
// a wider operand.
func (p *printer) constant(n ast.Node, v constant.Value, t types.Type) (string, int) {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		p.fail(n, "a constant of type %s", t)
	}
	switch {
	case b.Info()&types.IsBoolean != 0:
		return strconv.FormatBool(constant.BoolVal(v)), precPrimary
	case b.Info()&types.IsFloat != 0:
		return floatConst(v, b.Kind() == types.Float32)
	case b.Info()&types.IsComplex != 0:
		v, single := constant.ToComplex(v), b.Kind() == types.Complex64
		re, _ := floatConst(constant.Real(v), single)
		im, _ := floatConst(constant.Imag(v), single)
		return p.complexOf(p.ctype(n, t)) + "(" + re + ", " + im + ")", precPrimary
	case b.Info()&types.IsUnsigned != 0:
		u, _ := constant.Uint64Val(constant.ToInt(v))
		s := strconv.FormatUint(u, 10)
		if w, _ := intWidth(t); w >= 32 {
			s += "u"
		}
		return s, precPrimary
	case b.Info()&types.IsInteger != 0:
		i, _ := constant.Int64Val(constant.ToInt(v))
		switch {
		case i == math.MinInt64:
			return "INT64_MIN", precPrimary
		case i == math.MinInt32:
			return "INT32_MIN", precPrimary
		case i < 0:
			return strconv.FormatInt(i, 10), precUnary
		}
		return strconv.FormatInt(i, 10), precPrimary
	}
	p.fail(n, "a constant of type %s", t)
	return "", 0
}

// floatConst prints the shortest decimal that reads back as the same float.
func floatConst(v constant.Value, single bool) (string, int) {
	bitSize, suffix := 64, ""
	var f float64
	if single {
		f32, _ := constant.Float32Val(constant.ToFloat(v))
		f, bitSize, suffix = float64(f32), 32, "f"
	} else {
		f, _ = constant.Float64Val(constant.ToFloat(v))
	}
	s := strconv.FormatFloat(f, 'g', -1, bitSize)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	if f < 0 {
		return s + suffix, precUnary
	}
	return s + suffix, precPrimary
}
