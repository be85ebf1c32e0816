package check

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"iter"
)

// Info holds the types of a kernel's expressions and names: either what go/types recorded, in maps, or what the
// quick checker found (quick.go), in a list indexed by position.
type Info struct {
	maps *types.Info

	spans   []span
	few     [2]span // storage for spans, if there are no more
	index   []int32 // by position, with the declarations concatenated: index of an entry plus one, or 0
	entries []entry
}

// span is the extent of a declaration.
type span struct {
	from, to token.Pos
	first    int // the index of its first position
}

// entry describes an expression.
type entry struct {
	e ast.Expr
	TypeAndValue
	obj     types.Object // the object that a name declares or refers to
	defines bool
	shifted bool // an untyped constant shifted by a variable count: its type must become an integer type
}

// TypeAndValue holds the type of an expression, and its value if it is constant.
type TypeAndValue struct {
	Type  types.Type
	Value constant.Value
	mode  mode
}

// IsType reports whether the expression is a type.
func (tv TypeAndValue) IsType() bool { return tv.mode == typeExpr }

// IsBuiltin reports whether the expression is a predeclared function.
func (tv TypeAndValue) IsBuiltin() bool { return tv.mode == builtin }

// mode is the kind of an expression.
type mode uint8

const (
	noValue  mode = iota // a call of a function without results
	builtin              // a predeclared function
	typeExpr             // a type
	constant_
	variable // assignable
	value    // any other value
)

// TypeAndValue returns what is known about expression e, or the zero value.
func (in *Info) TypeAndValue(e ast.Expr) TypeAndValue {
	if in.maps == nil {
		if x := in.find(e); x != nil {
			return x.TypeAndValue
		}
		return TypeAndValue{}
	}
	tv := in.maps.Types[e]
	m := value
	switch {
	case tv.IsType():
		m = typeExpr
	case tv.IsBuiltin():
		m = builtin
	}
	return TypeAndValue{tv.Type, tv.Value, m}
}

// Type returns the type of expression e, or nil.
func (in *Info) Type(e ast.Expr) types.Type {
	if in.maps == nil {
		if x := in.find(e); x != nil {
			return x.Type
		}
		return nil
	}
	return in.maps.Types[e].Type
}

// Value returns the value of constant expression e, or nil.
func (in *Info) Value(e ast.Expr) constant.Value { return in.TypeAndValue(e).Value }

// IsType reports whether e is a type.
func (in *Info) IsType(e ast.Expr) bool { return in.TypeAndValue(e).IsType() }

// setType changes the type of e.
func (in *Info) setType(e ast.Expr, t types.Type) {
	if in.maps == nil {
		in.find(e).Type = t
		return
	}
	tv := in.maps.Types[e]
	tv.Type = t
	in.maps.Types[e] = tv
}

// Def returns the object that a name declares, or nil.
func (in *Info) Def(id *ast.Ident) types.Object {
	if in.maps == nil {
		if x := in.find(id); x != nil && x.defines {
			return x.obj
		}
		return nil
	}
	return in.maps.Defs[id]
}

// Use returns the object that a name refers to, or nil if it declares one.
func (in *Info) Use(id *ast.Ident) types.Object {
	if in.maps == nil {
		if x := in.find(id); x != nil && !x.defines {
			return x.obj
		}
		return nil
	}
	return in.maps.Uses[id]
}

// Object returns the object that a name declares or refers to, or nil.
func (in *Info) Object(id *ast.Ident) types.Object {
	if o := in.Def(id); o != nil {
		return o
	}
	return in.Use(id)
}

// Implicit returns the variable of a clause of a type switch, or nil.
func (in *Info) Implicit(n ast.Node) types.Object {
	if in.maps == nil {
		return nil
	}
	return in.maps.Implicits[n]
}

// TypeArgs returns the type arguments of the generic function that id refers to, or nil.
func (in *Info) TypeArgs(id *ast.Ident) *types.TypeList {
	if in.maps == nil {
		return nil
	}
	return in.maps.Instances[id].TypeArgs
}

// uses iterates over the names that refer to objects, with these objects, in any order.
func (in *Info) uses() iter.Seq2[*ast.Ident, types.Object] {
	return func(yield func(*ast.Ident, types.Object) bool) {
		if in.maps != nil {
			for id, o := range in.maps.Uses {
				if !yield(id, o) {
					return
				}
			}
			return
		}
		for i := range in.entries {
			x := &in.entries[i]
			if id, ok := x.e.(*ast.Ident); ok && x.obj != nil && !x.defines && !yield(id, x.obj) {
				return
			}
		}
	}
}

// Initial capacity for entries: kernels have an expression in every four or five bytes.
const (
	bytesPerExpr = 4
	mostAtFirst  = 256
)

// declared makes room for the entries of a declaration.
func (in *Info) declared(n ast.Node) {
	size := int(n.End() - n.Pos())
	if in.entries == nil {
		in.entries = make([]entry, 0, min(size/bytesPerExpr+1, mostAtFirst))
	}
	if in.spans == nil {
		in.spans = in.few[:0]
	}
	in.spans = append(in.spans, span{n.Pos(), n.End(), len(in.index)})
	in.index = append(in.index, make([]int32, size)...)
}

// slot returns the element of the index for e, or nil.
func (in *Info) slot(e ast.Expr) *int32 {
	p := placeOf(e)
	for i := range in.spans {
		if s := &in.spans[i]; s.from <= p && p < s.to {
			return &in.index[s.first+int(p-s.from)]
		}
	}
	return nil
}

// find returns the entry of e, or nil.
func (in *Info) find(e ast.Expr) *entry {
	if s := in.slot(e); s != nil && *s > 0 {
		if x := &in.entries[*s-1]; x.e == e {
			return x
		}
	}
	return nil
}

// placeOf returns a position that no other expression of the source shares: that of its operator, its bracket
// or its only token. For x.f it is the position before f, which is that of the dot or of a space.
func placeOf(e ast.Expr) token.Pos {
	switch e := e.(type) {
	case *ast.Ident:
		return e.NamePos
	case *ast.BasicLit:
		return e.ValuePos
	case *ast.CompositeLit:
		return e.Lbrace
	case *ast.ParenExpr:
		return e.Lparen
	case *ast.SelectorExpr:
		return e.Sel.NamePos - 1
	case *ast.IndexExpr:
		return e.Lbrack
	case *ast.SliceExpr:
		return e.Lbrack
	case *ast.CallExpr:
		return e.Lparen
	case *ast.StarExpr:
		return e.Star
	case *ast.UnaryExpr:
		return e.OpPos
	case *ast.BinaryExpr:
		return e.OpPos
	case *ast.ArrayType:
		return e.Lbrack
	case *ast.StructType:
		return e.Struct
	}
	return token.NoPos
}
