package check

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"sync"

	"hotloop/reuse"
)

// typ returns the type that e denotes.
func (c *quick) typ(e ast.Expr) types.Type {
	t := c.typeOrNil(e)
	require(t != nil)
	return t
}

// typeOrNil returns the type that e denotes, or nil if e is not a type.
func (c *quick) typeOrNil(e ast.Expr) types.Type {
	var t types.Type
	c.enters()
	defer c.leaves()
	switch e := e.(type) {
	case *ast.Ident:
		tn, ok := c.lookup(e.Name, false).(*types.TypeName)
		if !ok {
			return nil
		}
		c.enter(e).obj = tn
		t = tn.Type()
		switch u := t.(type) {
		case *types.Basic, *types.TypeParam:
		case *types.Named:
			require(!types.IsInterface(u)) // error
		default: // aliases, interfaces
			decline()
		}
	case *ast.ParenExpr:
		t = c.typeOrNil(e.X)
	case *ast.StarExpr:
		if u := c.typeOrNil(e.X); u != nil {
			t = types.NewPointer(u)
		}
	case *ast.ArrayType:
		if e.Len == nil {
			t = sliceOf(c.typ(e.Elt))
		} else {
			n := c.arrayLength(e.Len)
			t = types.NewArray(c.typ(e.Elt), n)
		}
	case *ast.StructType:
		t = c.structType(e)
	}
	if t == nil {
		return nil
	}
	x := c.enter(e)
	x.Type, x.mode = t, typeExpr
	return t
}

// basicSlices holds the slice types of basic types, by kind.
type basicSlices [types.UnsafePointer]*types.Slice

var slicesMade reuse.Once[*basicSlices]

func newSlices() *basicSlices {
	s := new(basicSlices)
	for k := range s {
		s[k] = types.NewSlice(types.Typ[k])
	}
	return s
}

// sliceOf returns the type of slices of t.
func sliceOf(t types.Type) types.Type {
	if b, ok := t.(*types.Basic); ok && b.Kind() < types.UnsafePointer && b == types.Typ[b.Kind()] {
		return slicesMade.Get(newSlices)[b.Kind()]
	}
	return types.NewSlice(t)
}

// arrayLength returns the length of an array type.
func (c *quick) arrayLength(e ast.Expr) int64 {
	var x operand
	c.expr(&x, e)
	require(x.mode == constant_ && (isUntyped(x.typ) || isInteger(x.typ)))
	v := constant.ToInt(x.val)
	n, ok := constant.Int64Val(v)
	require(v.Kind() == constant.Int && ok && n >= 0)
	return n
}

// structType returns a struct type with plain fields.
func (c *quick) structType(e *ast.StructType) types.Type {
	var fields []*types.Var
	for _, f := range e.Fields.List {
		require(len(f.Names) > 0 && f.Tag == nil)
		t := c.typ(f.Type)
		for _, n := range f.Names {
			for _, g := range fields {
				require(n.Name == "_" || g.Name() != n.Name)
			}
			require(len(fields) < maxLocals)
			v := types.NewField(n.Pos(), c.pkg, n.Name, t, false)
			c.define(n, v)
			fields = append(fields, v)
		}
	}
	return types.NewStruct(fields, nil)
}

// typeDecl declares a package-level type.
func (c *quick) typeDecl(s *ast.TypeSpec) {
	c.limits() // types may double repeatedly
	require(s.TypeParams == nil && !s.Assign.IsValid() && len(c.k.Pkg.Methods) == 0)
	t := c.typ(s.Type)
	tn := types.NewTypeName(s.Name.Pos(), c.pkg, s.Name.Name, nil)
	_, isParam := t.(*types.TypeParam)
	require(!isParam)
	types.NewNamed(tn, t.Underlying(), nil)
	c.insert(s.Name, tn)
}

// typeParams declares the type parameters of a function. Their constraints must be unions of basic types.
func (c *quick) typeParams(l *ast.FieldList) (list []*types.TypeParam) {
	for _, f := range l.List {
		for _, n := range f.Names {
			require(n.Name != "_")
			var u union
			c.terms(f.Type, &u)
			tn := types.NewTypeName(n.Pos(), c.pkg, n.Name, nil)
			list = append(list, types.NewTypeParam(tn, u.constraint()))
			c.define(n, tn)
		}
	}
	for _, p := range list { // only now, because constraints cannot mention them
		c.declare(p.Obj().Name(), p.Obj(), true)
	}
	return list
}

// union is a union of basic types. Each term is twice the kind, plus one if it has a tilde.
type union struct {
	terms [16]uint8
	n     int
}

// terms adds the terms of e.
func (c *quick) terms(e ast.Expr, to *union) {
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.OR {
		c.enters()
		c.terms(b.X, to)
		c.terms(b.Y, to)
		c.leaves()
		return
	}
	tilde := uint8(0)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.TILDE {
		e, tilde = u.X, 1
	}
	id, ok := e.(*ast.Ident)
	require(ok && to.n < len(to.terms))
	b, ok := c.typ(id).(*types.Basic)
	require(ok && b == types.Typ[b.Kind()] && b.Kind() != types.UnsafePointer)
	for _, t := range to.terms[:to.n] {
		require(t>>1 != uint8(b.Kind())) // no duplicate terms
	}
	to.terms[to.n] = uint8(b.Kind())<<1 | tilde
	to.n++
}

// constraints caches constraints, since creating one takes as long as all other work on a type parameter.
var constraints struct {
	sync.Mutex
	of map[union]*types.Interface
}

// maxConstraints bounds the cache.
const maxConstraints = 64

// constraint returns the interface of the types of a union.
func (u union) constraint() *types.Interface {
	constraints.Lock()
	defer constraints.Unlock()
	if i := constraints.of[u]; i != nil {
		return i
	}
	var terms []*types.Term
	for _, t := range u.terms[:u.n] {
		terms = append(terms, types.NewTerm(t&1 != 0, types.Typ[t>>1]))
	}
	i := types.NewInterfaceType(nil, []types.Type{types.NewUnion(terms)})
	i.MarkImplicit()
	i.Complete()
	if constraints.of == nil {
		constraints.of = map[union]*types.Interface{}
	}
	if len(constraints.of) < maxConstraints {
		constraints.of[u] = i
	}
	return i
}

// unionOf returns the terms of a type parameter, or nil for other types.
func unionOf(t types.Type) *types.Union {
	p, ok := t.(*types.TypeParam)
	if !ok {
		return nil
	}
	return p.Constraint().(*types.Interface).EmbeddedType(0).(*types.Union)
}

// all reports whether t, or each type in a type parameter's constraint, is basic and has one of these
// properties.
func all(t types.Type, of types.BasicInfo) bool {
	if u := unionOf(t); u != nil {
		for i := range u.Len() {
			if u.Term(i).Type().(*types.Basic).Info()&of == 0 {
				return false
			}
		}
		return true
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&of != 0
}

// is reports whether t is basic, not a type parameter, and has one of these properties.
func is(t types.Type, of types.BasicInfo) bool {
	if _, ok := t.(*types.TypeParam); ok {
		return false
	}
	return all(t, of)
}

func isUntyped(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsUntyped != 0
}

func isInteger(t types.Type) bool { return is(t, types.IsInteger) }

// hasNil reports whether nil is a value of t.
func hasNil(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Pointer:
		return true
	}
	return false
}

// under returns the basic type underlying t; nil for other types and for type parameters.
func (c *quick) under(t types.Type) *types.Basic {
	b, _ := t.Underlying().(*types.Basic)
	return b
}

// identical reports whether two types are identical.
func identical(t, u types.Type) bool { return t == u || types.Identical(t, u) }

// elemOf returns the element type of a slice type and declines all other types.
func elemOf(t types.Type) types.Type {
	s, ok := t.Underlying().(*types.Slice)
	require(ok)
	return s.Elem()
}

// arrayIn returns the array type that t is or points to, or nil; indirect reports whether t is a pointer.
func arrayIn(t types.Type) (a *types.Array, indirect bool) {
	u := t.Underlying()
	if p, ok := u.(*types.Pointer); ok {
		u, indirect = p.Elem().Underlying(), true
	}
	a, _ = u.(*types.Array)
	return a, indirect
}
