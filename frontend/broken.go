package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/frontend/check"
)

// Building continues after an error in order to find further errors. A refused expression has no value. A type
// that kernels do not support, or that comes from a package without source, has no values at all. From the first
// error on, conform therefore adjusts the values of each expression to the number and types that the expression's
// type prescribes. It uses int in place of unsupported types. Code that consumes values never sees a mismatch.

// wrong records that what is at pos has no value that kernels support. Usually another check reports a more
// specific error. If nothing is refused in the end, buildSSA reports this position.
func (b *builder) wrong(pos token.Pos) {
	if !b.invalid.IsValid() {
		b.invalid = pos
	}
}

// broken reports whether the kernel will be refused.
func (b *builder) broken() bool { return len(b.Errs) > 0 || b.invalid.IsValid() }

// conform adjusts the values of e to the number and types that e's type prescribes.
func (b *builder) conform(e ast.Expr, xs []val) []val {
	tuple, ok := b.info.Type(e).(*types.Tuple)
	if !ok {
		if len(xs) != 1 {
			xs = []val{b.zero(tInt)}
		}
		xs[0] = b.conformTo(b.goType(e), xs[0])
		return xs
	}
	out := make([]val, tuple.Len())
	for i := range out {
		t := tuple.At(i).Type()
		if out[i] = b.zero(b.quietType(t)); i < len(xs) {
			out[i] = b.conformTo(t, xs[i])
		}
	}
	return out
}

// conformTo returns x if it is a value of the Go type t, and the zero value of t otherwise.
func (b *builder) conformTo(t types.Type, x val) val {
	if x.t.kind == nilKind {
		return x
	}
	if want := b.quietType(t); x.t != want {
		return b.zero(want)
	}
	return x
}

// refuseType reports a type that kernels do not support and suggests the nearest supported one.
func (b *builder) refuseType(t types.Type, pos token.Pos) {
	if check.IsInvalid(t) {
		b.wrong(pos)
		return
	}
	if hasUnknown(t, 0) && b.k.RefuseForeign(&b.Reports, pos) {
		return
	}
	instead := "a numeric type or a slice of one"
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsComplex != 0 {
			instead = "real and imaginary part as two floats"
		}
	case *types.Slice:
		switch e := u.Elem().Underlying().(type) {
		case *types.Slice:
			instead = "one flat slice and a row length"
		case *types.Struct:
			instead = "a struct whose fields are numbers, arrays or structs of such"
		case *types.Basic:
			switch {
			case e.Info()&types.IsComplex != 0:
				instead = "a slice of structs with real and imaginary part as two floats"
			}
		case *types.Pointer:
			instead = "a slice of what the pointers point to, and indices"
		case *types.Interface, *types.Map, *types.Chan, *types.Signature:
			instead = "a slice of numbers, or of structs or arrays of such"
		}
	case *types.Array:
		instead = "an array of numbers, arrays or structs of such, of at most 1 GiB"
	case *types.Pointer:
		instead = "a slice, a pointer to an array, or a result"
		if _, ok := u.Elem().Underlying().(*types.Struct); ok {
			instead = "a slice of such structs and an index"
		}
	case *types.Map:
		instead = "a table as a slice parameter"
	case *types.Struct:
		instead = "a struct whose fields are numbers, arrays or structs of such"
	case *types.Interface: // a constraint
		instead = "a concrete numeric type"
	case *types.Signature:
		instead = "a named function in the same source and a call of it"
	}
	b.Refuse(pos, "type "+b.typeName(t), instead)
}

// hasUnknown reports whether t contains a field whose type the checker does not know.
func hasUnknown(t types.Type, depth int) bool {
	if depth > maxUnknown || check.IsInvalid(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return hasUnknown(u.Elem(), depth+1)
	case *types.Array:
		return hasUnknown(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if hasUnknown(f.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// maxUnknown bounds the depth that hasUnknown searches.
const maxUnknown = 8
