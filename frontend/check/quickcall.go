package check

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// call checks a call or a conversion.
func (c *quick) call(x *operand, e *ast.CallExpr) {
	require(!e.Ellipsis.IsValid())
	var fun operand
	c.raw(&fun, e.Fun, nil)
	switch fun.mode {
	case typeExpr:
		require(len(e.Args) == 1)
		c.expr(x, e.Args[0])
		c.conversion(x, fun.typ)
		return
	case builtin:
		c.predeclared(x, e, fun.fn.Name())
		c.called = c.called || x.mode != constant_
		return
	}
	sig, ok := fun.typ.(*types.Signature)
	require(ok && fun.mode == value && !sig.Variadic() && sig.TypeParams() == nil && sig.Params().Len() == len(e.Args))
	for i, a := range e.Args {
		c.expr(x, a)
		c.assignment(x, sig.Params().At(i).Type())
	}
	c.called = true
	*x = operand{mode: value}
	switch r := sig.Results(); r.Len() {
	case 0:
		x.mode = noValue
	case 1:
		x.typ = r.At(0).Type()
	default:
		x.typ = r
	}
}

// conversion checks a conversion to type t.
func (c *quick) conversion(x *operand, t types.Type) {
	isConst := x.mode == constant_
	basic := c.under(t)
	switch {
	case isConst && basic != nil:
		x.val = represent(x.val, basic)
		require(x.val != nil)
	case isConst && unionOf(t) != nil:
		terms := unionOf(t)
		for i := range terms.Len() {
			require(represent(x.val, terms.Term(i).Type().(*types.Basic)) != nil)
		}
		x.mode = value
	case isUntyped(x.typ):
		require(!isConst && all(x.typ, types.IsInteger) && all(t, types.IsInteger)) // a shift
		x.mode = value
	default:
		const number = types.IsInteger | types.IsFloat
		require(all(x.typ, number) && all(t, number) || types.ConvertibleTo(x.typ, t))
		x.mode = value
	}
	if isUntyped(x.typ) {
		final := t
		if isConst && basic == nil {
			final = types.Default(x.typ)
		}
		c.retype(x.e, final, true)
	}
	x.typ = t
}

// predeclared checks a call of a predeclared function.
func (c *quick) predeclared(x *operand, e *ast.CallExpr, name string) {
	n := len(e.Args)
	switch name {
	case "len", "cap":
		require(n == 1)
		c.length(x, e.Args[0], name)
	case "min", "max":
		require(n > 0)
		c.extreme(x, e, name)
	case "copy":
		require(n == 2)
		var y operand
		c.expr(x, e.Args[0])
		c.expr(&y, e.Args[1])
		require(identical(elemOf(x.typ), elemOf(y.typ)))
		*x = operand{mode: value, typ: types.Typ[types.Int]}
	case "clear":
		require(n == 1)
		c.expr(x, e.Args[0])
		elemOf(x.typ)
		*x = operand{mode: noValue}
	case "append":
		require(n > 0)
		c.expr(x, e.Args[0])
		t := x.typ
		for _, a := range e.Args[1:] {
			c.expr(x, a)
			c.assignment(x, elemOf(t))
		}
		elemOf(t)
		*x = operand{mode: value, typ: t}
	case "make":
		require(n == 2 || n == 3)
		t := c.typ(e.Args[0])
		elemOf(t)
		size := c.indexed(e.Args[1], -1)
		if n == 3 {
			most := c.indexed(e.Args[2], -1)
			require(size < 0 || most < 0 || size <= most)
		}
		*x = operand{mode: value, typ: t}
	case "panic":
		require(n == 1)
		c.expr(x, e.Args[0])
		c.assignment(x, nil)
		*x = operand{mode: noValue}
	default:
		decline()
	}
}

// length checks len and cap.
func (c *quick) length(x *operand, e ast.Expr, name string) {
	outer := c.called
	c.called = false
	c.expr(x, e)
	inside := c.called
	c.called = outer
	y := operand{mode: value, typ: types.Typ[types.Int]}
	if a, _ := arrayIn(x.typ); a != nil {
		if !inside {
			y.mode, y.val = constant_, constant.MakeInt64(a.Len())
		}
	} else if is(x.typ, types.IsString) {
		require(name == "len")
		if x.mode == constant_ {
			y.mode, y.val = constant_, constant.MakeInt64(int64(len(constant.StringVal(x.val))))
		}
	} else {
		elemOf(x.typ)
	}
	*x = y
}

// extreme checks min and max.
func (c *quick) extreme(x *operand, e *ast.CallExpr, name string) {
	op := token.LSS
	if name == "max" {
		op = token.GTR
	}
	// Check all arguments first: none may get its type from a later one before it has been checked.
	args := make([]operand, len(e.Args))
	for i, a := range e.Args {
		c.expr(&args[i], a)
		require(all(args[i].typ, types.IsOrdered))
	}
	*x = args[0]
	for i := range args[1:] {
		a := &args[i+1]
		c.match(x, a)
		require(identical(x.typ, a.typ))
		if x.mode != constant_ || a.mode != constant_ {
			x.mode = value
		} else if constant.Compare(a.val, op, x.val) {
			*x = *a
		}
	}
	if x.mode != constant_ {
		x.mode = value
		require(!isUntyped(x.typ))
	}
	for i := range args {
		c.retype(args[i].e, x.typ, true)
	}
}

// compositeLit checks the literal of an array, a slice or a struct; t is its type if it is an element without
// one.
func (c *quick) compositeLit(x *operand, e *ast.CompositeLit, t types.Type) {
	if a, ok := e.Type.(*ast.ArrayType); ok && a.Len != nil {
		if _, open := a.Len.(*ast.Ellipsis); open {
			elem := c.typ(a.Elt)
			t = types.NewArray(elem, c.elements(e.Elts, elem, -1))
			n := c.enter(a)
			n.Type, n.mode = t, typeExpr
			x.mode, x.typ = value, t
			return
		}
	}
	if e.Type != nil {
		t = c.typ(e.Type)
	}
	require(t != nil)
	switch u := t.Underlying().(type) {
	case *types.Array:
		c.elements(e.Elts, u.Elem(), u.Len())
	case *types.Slice:
		c.elements(e.Elts, u.Elem(), -1)
	case *types.Struct:
		c.fields(e.Elts, u)
	default:
		decline()
	}
	x.mode, x.typ = value, t
}

// elements checks the elements of an array of that length, or of a slice if it is negative, and returns their
// number.
func (c *quick) elements(list []ast.Expr, t types.Type, length int64) int64 {
	next := int64(0)
	var x operand
	for _, e := range list {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			i := c.indexed(kv.Key, length)
			require(i >= next) // otherwise it may be a duplicate
			next, e = i, kv.Value
		}
		require(length < 0 || next < length)
		next++
		c.elem(&x, e, t)
		c.assignment(&x, t)
	}
	return next
}

// fields checks the elements of a struct literal.
func (c *quick) fields(list []ast.Expr, st *types.Struct) {
	if len(list) == 0 {
		return
	}
	var x operand
	if _, named := list[0].(*ast.KeyValueExpr); !named {
		require(len(list) == st.NumFields())
		for i, e := range list {
			c.expr(&x, e)
			c.assignment(&x, st.Field(i).Type())
		}
		return
	}
	var seen []*types.Var
	for _, e := range list {
		kv, ok := e.(*ast.KeyValueExpr)
		require(ok)
		key, ok := kv.Key.(*ast.Ident)
		require(ok && key.Name != "_" && len(seen) < maxLocals)
		c.expr(&x, kv.Value)
		f := c.field(st, key)
		for _, g := range seen {
			require(f != g)
		}
		seen = append(seen, f)
		c.assignment(&x, f.Type())
	}
}

// assignment checks that x can be assigned to a variable of type t; a nil t stands for the blank identifier.
func (c *quick) assignment(x *operand, t types.Type) {
	require(x.mode >= constant_)
	if isUntyped(x.typ) {
		target := t
		if t == nil {
			require(!x.isNil())
			target = types.Default(x.typ)
		}
		c.convert(x, target)
	}
	if t != nil && !x.isNil() {
		require(identical(x.typ, t) || types.AssignableTo(x.typ, t))
	}
}

// initVar checks that x can initialize a variable of type t and returns the variable's type, which is that of x
// if t is nil.
func (c *quick) initVar(t types.Type, x *operand) types.Type {
	if t == nil {
		require(!x.isNil())
		t = types.Default(x.typ)
	}
	c.assignment(x, t)
	return t
}
