package check

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
)

// Untyped constants, and untyped comparisons and shifts, get their type from the operand that they meet. As in
// go/types, the entries of their parts change with them.

// maxUntypedBits bounds untyped integer constants, as in Go's compilers.
const maxUntypedBits = 512

// represent returns constant v converted to basic type t, or nil if t cannot represent it.
func represent(v constant.Value, t *types.Basic) constant.Value {
	switch i := t.Info(); {
	case i&types.IsInteger != 0:
		v = constant.ToInt(v)
		if v.Kind() != constant.Int || t.Kind() != types.UntypedInt && t.Kind() != types.UntypedRune && !fits(v, t) {
			return nil
		}
		return v
	case i&types.IsFloat != 0:
		f := constant.ToFloat(v)
		if f.Kind() != constant.Float {
			return nil
		}
		var r float64
		exact := false
		switch t.Kind() {
		case types.Float32:
			var r32 float32
			r32, exact = constant.Float32Val(f)
			r = float64(r32)
		case types.Float64:
			r, exact = constant.Float64Val(f)
		default:
			return v
		}
		switch {
		case exact:
			return f // most literals: converting a float to a fraction costs more than everything else here
		case math.IsInf(r, 0):
			return nil
		}
		return constant.MakeFloat64(r)
	case i&types.IsString != 0 && v.Kind() == constant.String, i&types.IsBoolean != 0 && v.Kind() == constant.Bool:
		return v
	}
	return nil
}

// fits reports whether t, an integer type, can represent the value.
func fits(v constant.Value, t *types.Basic) bool {
	bits := 8 * int(sizes.Sizeof(t))
	if t.Info()&types.IsUnsigned != 0 {
		return constant.Sign(v) >= 0 && constant.BitLen(v) <= bits
	}
	n, ok := constant.Int64Val(v)
	return ok && n>>(bits-1) == n>>63
}

// inRange declines a constant result that its type cannot represent.
func (c *quick) inRange(x *operand) {
	require(x.val.Kind() != constant.Unknown)
	if !isUntyped(x.typ) {
		x.val = represent(x.val, c.under(x.typ))
		require(x.val != nil)
		return
	}
	require(x.val.Kind() != constant.Int || constant.BitLen(x.val) <= maxUntypedBits)
}

// implicit returns the type that x, which may be untyped, gets where target is expected, and its value if that
// changes.
func (c *quick) implicit(x *operand, target types.Type) (types.Type, constant.Value) {
	if !isUntyped(x.typ) {
		return x.typ, nil
	}
	if isUntyped(target) {
		return larger(x.typ, target), nil
	}
	switch u := target.Underlying().(type) {
	case *types.Basic:
		if x.mode == constant_ {
			v := represent(x.val, u)
			require(v != nil)
			return target, v
		}
		require(x.typ == types.Typ[types.UntypedBool] && u.Info()&types.IsBoolean != 0 ||
			is(x.typ, types.IsNumeric) && u.Info()&types.IsNumeric != 0)
		return target, nil
	case *types.Interface:
		terms := unionOf(target)
		require(terms != nil && !x.isNil())
		for i := range terms.Len() {
			c.implicit(x, terms.Term(i).Type())
		}
		return target, nil
	case *types.Pointer, *types.Slice:
		require(x.isNil())
		return x.typ, nil
	}
	decline()
	return nil, nil
}

// larger returns the common type of two untyped operands.
func larger(t, u types.Type) types.Type {
	if t == u {
		return t
	}
	require(is(t, types.IsNumeric) && is(u, types.IsNumeric))
	if t.(*types.Basic).Kind() > u.(*types.Basic).Kind() {
		return t
	}
	return u
}

// convert converts x, if it is untyped, to target.
func (c *quick) convert(x *operand, target types.Type) {
	t, v := c.implicit(x, target)
	if v != nil {
		x.val = v
		if n := c.find(x.e); n != nil && isUntyped(n.Type) {
			n.Value = v
		}
	}
	if t != x.typ {
		x.typ = t
		c.retype(x.e, t, false)
	}
}

// retype changes the type of e, an untyped expression, and of its parts to t.
func (c *quick) retype(e ast.Expr, t types.Type, final bool) {
	x := c.find(e)
	if x == nil || x.Type == nil || !isUntyped(x.Type) {
		return
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		c.retype(e.X, t, final)
	case *ast.UnaryExpr:
		if x.Value == nil {
			c.retype(e.X, t, final)
		}
	case *ast.BinaryExpr:
		switch {
		case x.Value != nil, isComparison(e.Op):
		case e.Op == token.SHL, e.Op == token.SHR:
			c.retype(e.X, t, final)
		default:
			c.retype(e.X, t, final)
			c.retype(e.Y, t, final)
		}
	}
	if !isUntyped(t) {
		require(!x.shifted || all(t, types.IsInteger))
		if x.Value != nil {
			y := operand{mode: constant_, typ: x.Type, val: x.Value, e: e}
			c.implicit(&y, t)
		}
	}
	x.Type = t
}

// match converts untyped operands to the type of the other operand.
func (c *quick) match(x, y *operand) {
	if !isUntyped(x.typ) && !isUntyped(y.typ) {
		return
	}
	for _, i := range [...]types.BasicInfo{types.IsNumeric, types.IsBoolean, types.IsString} {
		require(all(x.typ, i) == all(y.typ, i))
	}
	switch {
	case x.isNil():
		require(hasNil(y.typ))
		return
	case y.isNil():
		require(hasNil(x.typ))
		return
	}
	c.convert(x, y.typ)
	c.convert(y, x.typ)
}
