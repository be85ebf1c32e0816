package check

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// operand describes an expression.
type operand struct {
	mode mode
	typ  types.Type
	val  constant.Value
	e    ast.Expr
	fn   types.Object // if it is a predeclared function
}

func (x *operand) isNil() bool { return x.typ == types.Typ[types.UntypedNil] }

// expr checks an expression that must be a single value.
func (c *quick) expr(x *operand, e ast.Expr) {
	c.elem(x, e, nil)
}

// elem is expr for an element of a composite literal; t is the element type.
func (c *quick) elem(x *operand, e ast.Expr, t types.Type) {
	c.raw(x, e, t)
	require(x.mode >= constant_)
	if _, ok := x.typ.(*types.Tuple); ok {
		decline()
	}
	if _, ok := x.typ.(*types.Signature); ok {
		decline()
	}
}

// raw checks an expression, a type, or anything else that can be called.
func (c *quick) raw(x *operand, e ast.Expr, elem types.Type) {
	*x = operand{e: e}
	c.enters()
	switch e := e.(type) {
	case *ast.Ident:
		c.ident(x, e)
	case *ast.BasicLit:
		c.literal(x, e)
	case *ast.ParenExpr:
		c.raw(x, e.X, nil)
		require(x.mode != builtin)
	case *ast.SelectorExpr:
		c.selector(x, e)
	case *ast.IndexExpr:
		c.indexExpr(x, e)
	case *ast.SliceExpr:
		c.sliceExpr(x, e)
	case *ast.CallExpr:
		c.call(x, e)
		c.noteCall(e)
	case *ast.StarExpr:
		c.raw(x, e.X, nil)
		if x.mode == typeExpr {
			x.typ = types.NewPointer(x.typ)
			break
		}
		require(x.mode >= constant_)
		p, ok := x.typ.Underlying().(*types.Pointer)
		require(ok)
		x.mode, x.typ = variable, p.Elem()
	case *ast.UnaryExpr:
		if c.unary(x, e); e.Op == token.AND {
			c.note(e)
		}
	case *ast.BinaryExpr:
		if c.binary(x, e.X, e.Y, e.Op); e.Op == token.SHL || e.Op == token.SHR {
			c.note(e)
		}
	case *ast.CompositeLit:
		c.compositeLit(x, e, elem)
	case *ast.ArrayType, *ast.StructType:
		x.mode, x.typ = typeExpr, c.typ(e)
		c.leaves()
		return
	default:
		decline()
	}
	c.leaves()
	x.e = e
	n := c.enter(e)
	n.TypeAndValue = TypeAndValue{x.typ, nil, x.mode}
	switch x.mode {
	case constant_:
		n.Value = x.val
	case noValue:
		n.Type = (*types.Tuple)(nil)
	}
}

// ident checks a name.
func (c *quick) ident(x *operand, e *ast.Ident) {
	require(e.Name != "_")
	o := c.lookup(e.Name, true)
	c.enter(e).obj = o
	x.typ = o.Type()
	switch o := o.(type) {
	case *types.Const:
		x.mode, x.val = constant_, o.Val()
		if o.Parent() == types.Universe && o.Name() == "iota" {
			require(c.iota >= 0)
			x.val = constant.MakeInt64(c.iota)
		}
	case *types.Var:
		x.mode = variable
	case *types.Func:
		require(o.Signature().TypeParams() == nil)
		x.mode = value
	case *types.TypeName:
		x.typ, x.mode = c.typ(e), typeExpr
	case *types.Builtin:
		x.mode, x.fn = builtin, o
	case *types.Nil:
		x.mode = value
	default:
		decline()
	}
}

// literal checks a literal.
func (c *quick) literal(x *operand, e *ast.BasicLit) {
	kind := types.UntypedInt
	switch e.Kind {
	case token.INT:
	case token.FLOAT:
		kind = types.UntypedFloat
	case token.CHAR:
		kind = types.UntypedRune
	case token.STRING:
		kind = types.UntypedString
	default:
		decline()
	}
	require(len(e.Value) < maxLiteral || e.Kind == token.STRING)
	x.mode, x.typ, x.val = constant_, types.Typ[kind], literal(e)
	c.inRange(x)
}

// literal returns the value of a literal. Short decimal fractions are built from two integers, which is much
// faster, above all for whole numbers.
func literal(e *ast.BasicLit) constant.Value {
	if e.Kind != token.FLOAT || len(e.Value) > maxPlain {
		return constant.MakeFromLiteral(e.Value, e.Kind, 0)
	}
	n, unit, point := int64(0), int64(1), false
	for _, r := range e.Value {
		switch {
		case r == '.':
			point = true
		case r < '0' || r > '9':
			return constant.MakeFromLiteral(e.Value, e.Kind, 0)
		default:
			n = 10*n + int64(r-'0')
			if point {
				unit *= 10
			}
		}
	}
	if n%unit == 0 {
		return constant.ToFloat(constant.MakeInt64(n / unit))
	}
	return constant.BinaryOp(constant.MakeInt64(n), token.QUO, constant.MakeInt64(unit))
}

// maxPlain bounds the length of such a literal, so that its digits fit an int64.
const maxPlain = 18

// maxLiteral bounds the number of digits of numbers.
const maxLiteral = 100

// selector checks a field of a struct, or a name of math or math/bits.
func (c *quick) selector(x *operand, e *ast.SelectorExpr) {
	if id, ok := e.X.(*ast.Ident); ok {
		if p, ok := c.lookup(id.Name, true).(*types.PkgName); ok {
			c.enter(id).obj = p
			o := p.Imported().Scope().Lookup(e.Sel.Name)
			require(o != nil)
			c.enter(e.Sel).obj = o
			x.typ = o.Type()
			switch o := o.(type) {
			case *types.Const:
				x.mode, x.val = constant_, o.Val()
			case *types.Func:
				x.mode = value
			default:
				decline()
			}
			return
		}
	}
	c.expr(x, e.X)
	t := x.typ
	_, isPointer := t.(*types.Pointer)
	if isPointer {
		t, x.mode = t.(*types.Pointer).Elem(), variable
	}
	st, ok := t.Underlying().(*types.Struct)
	require(ok && e.Sel.Name != "_")
	f := c.field(st, e.Sel)
	x.typ = f.Type()
	if x.mode != variable {
		x.mode = value
	}
}

// field returns the field called name.
func (c *quick) field(st *types.Struct, name *ast.Ident) *types.Var {
	for f := range st.Fields() {
		if f.Name() == name.Name {
			c.enter(name).obj = f
			return f
		}
	}
	decline()
	return nil
}

// unary checks a unary operation.
func (c *quick) unary(x *operand, e *ast.UnaryExpr) {
	if e.Op == token.AND {
		c.expr(x, e.X)
		_, isLit := ast.Unparen(e.X).(*ast.CompositeLit)
		require(isLit || x.mode == variable)
		x.mode, x.typ = value, types.NewPointer(x.typ)
		return
	}
	c.expr(x, e.X)
	switch e.Op {
	case token.ADD, token.SUB:
		require(all(x.typ, types.IsNumeric))
	case token.XOR:
		require(all(x.typ, types.IsInteger))
	case token.NOT:
		require(all(x.typ, types.IsBoolean))
	default:
		decline()
	}
	if x.mode != constant_ {
		x.mode = value
		return
	}
	bits := uint(0)
	if is(x.typ, types.IsUnsigned) {
		bits = uint(8 * sizes.Sizeof(x.typ))
	}
	x.val = constant.UnaryOp(e.Op, x.val, bits)
	c.inRange(x)
}

func isComparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// binary checks a binary operation.
func (c *quick) binary(x *operand, left, right ast.Expr, op token.Token) {
	var y operand
	c.expr(x, left)
	c.expr(&y, right)
	if op == token.SHL || op == token.SHR {
		c.shift(x, &y, op)
		return
	}
	c.match(x, &y)
	if isComparison(op) {
		c.comparison(x, &y, op)
		return
	}
	require(identical(x.typ, y.typ))
	of := types.IsNumeric
	switch op {
	case token.ADD:
		of = types.IsNumeric | types.IsString
	case token.SUB, token.MUL, token.QUO:
	case token.REM, token.AND, token.OR, token.XOR, token.AND_NOT:
		of = types.IsInteger
	case token.LAND, token.LOR:
		of = types.IsBoolean
	default:
		decline()
	}
	require(all(x.typ, of))
	if op == token.QUO || op == token.REM {
		require(y.mode != constant_ || x.mode != constant_ && !all(x.typ, types.IsInteger) || constant.Sign(y.val) != 0)
		require(!all(x.typ, types.IsComplex))
	}
	if x.mode != constant_ || y.mode != constant_ {
		x.mode = value
		return
	}
	if op == token.QUO && isInteger(x.typ) {
		op = token.QUO_ASSIGN // integer division
	}
	if x.val.Kind() == constant.String {
		c.limits() // strings may double repeatedly
	}
	x.val = constant.BinaryOp(x.val, op, y.val)
	c.inRange(x)
}

// comparison checks a comparison; its operands match.
func (c *quick) comparison(x, y *operand, op token.Token) {
	switch {
	case x.isNil() || y.isNil():
		require((op == token.EQL || op == token.NEQ) && x.isNil() != y.isNil())
	case op == token.EQL || op == token.NEQ:
		require(identical(x.typ, y.typ) && types.Comparable(x.typ))
	default:
		require(identical(x.typ, y.typ) && all(x.typ, types.IsOrdered))
	}
	if x.mode == constant_ && y.mode == constant_ {
		x.val = constant.MakeBool(constant.Compare(x.val, op, y.val))
	} else {
		x.mode = value
		c.retype(x.e, types.Default(x.typ), true)
		c.retype(y.e, types.Default(y.typ), true)
	}
	x.typ = types.Typ[types.UntypedBool]
}

// maxShift bounds the counts of constant shifts, as in Go's compilers.
const maxShift = 1023 - 1 + 52

// shift checks x << y, and x >> y.
func (c *quick) shift(x, y *operand, op token.Token) {
	var shifted constant.Value
	if x.mode == constant_ {
		shifted = constant.ToInt(x.val)
	}
	require(all(x.typ, types.IsInteger) || isUntyped(x.typ) && shifted != nil && shifted.Kind() == constant.Int)
	if y.mode == constant_ {
		n := constant.ToInt(y.val)
		require(n.Kind() == constant.Int && constant.Sign(n) >= 0)
		if isUntyped(y.typ) {
			require(fits(n, types.Typ[types.Uint]))
		} else {
			require(all(y.typ, types.IsInteger))
		}
	} else {
		require(all(y.typ, types.IsInteger)) // an untyped count remains untyped: see countIsUint
	}
	if x.mode == constant_ && y.mode == constant_ {
		n, ok := constant.Uint64Val(constant.ToInt(y.val))
		require(ok && n <= maxShift)
		if !isInteger(x.typ) {
			x.typ = types.Typ[types.UntypedInt]
		}
		x.val = constant.Shift(shifted, op, uint(n))
		c.inRange(x)
		return
	}
	if x.mode == constant_ && isUntyped(x.typ) {
		c.find(x.e).shifted = true
		x.mode = value
		return
	}
	require(all(x.typ, types.IsInteger))
	x.mode = value
}

// indexExpr checks x[i].
func (c *quick) indexExpr(x *operand, e *ast.IndexExpr) {
	c.expr(x, e.X)
	length := int64(-1)
	a, indirect := arrayIn(x.typ)
	if a != nil {
		length = a.Len()
		x.typ = a.Elem()
		if indirect {
			x.mode = variable
		} else if x.mode != variable {
			x.mode = value
		}
	} else if is(x.typ, types.IsString) {
		if x.mode == constant_ {
			length = int64(len(constant.StringVal(x.val)))
		}
		x.mode, x.typ = value, types.Universe.Lookup("byte").Type()
	} else {
		x.mode, x.typ = variable, elemOf(x.typ)
	}
	c.indexed(e.Index, length)
	if a != nil {
		c.note(e)
	}
}

// indexed checks an index, which must be below limit unless that is negative. It returns its value, or -1 if it
// is not constant.
func (c *quick) indexed(e ast.Expr, limit int64) int64 {
	var x operand
	c.expr(&x, e)
	c.convert(&x, types.Typ[types.Int])
	require(all(x.typ, types.IsInteger))
	if x.mode != constant_ {
		return -1
	}
	n, ok := constant.Int64Val(constant.ToInt(x.val))
	require(ok && n >= 0 && (limit < 0 || n < limit))
	return n
}

// sliceExpr checks x[i:j:k].
func (c *quick) sliceExpr(x *operand, e *ast.SliceExpr) {
	c.expr(x, e.X)
	length := int64(-1)
	if a, indirect := arrayIn(x.typ); a != nil {
		require(indirect || x.mode == variable)
		c.note(e)
		length = a.Len()
		x.typ = types.NewSlice(a.Elem())
	} else if is(x.typ, types.IsString) {
		require(!e.Slice3 && x.mode != constant_)
	} else {
		elemOf(x.typ)
	}
	x.mode = value
	last := int64(0)
	for _, i := range [...]ast.Expr{e.Low, e.High, e.Max} {
		if i == nil {
			continue
		}
		limit := length
		if limit >= 0 {
			limit++
		}
		if n := c.indexed(i, limit); n >= 0 {
			require(n >= last)
			last = n
		}
	}
}
