package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
)

// After something was refused, building goes on, in order to find what else is wrong. What was refused has no value,
// and of a type that kernels do not have, or that comes from a package that is not given, no value can be made. So
// from then on the values of each expression are brought to the number and the types that its type says (conform),
// with int in place of types that kernels do not have: the code that takes them never sees anything else.

// wrong notes something at pos that has no value that kernels could have. As a rule more is known about it elsewhere;
// if nothing is refused in the end, build says what it was.
func (b *builder) wrong(pos token.Pos) {
	if !b.invalid.IsValid() {
		b.invalid = pos
	}
}

// broken says whether the kernel will be refused.
func (b *builder) broken() bool { return len(b.Errs) > 0 || b.invalid.IsValid() }

// conform makes of the values of e as many as its type says, each of its type.
func (b *builder) conform(e ast.Expr, xs []val) []val {
	tuple, ok := b.info.Types[e].Type.(*types.Tuple)
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

// conformTo is x if it is a value of the Go type t, else the zero value of that.
func (b *builder) conformTo(t types.Type, x val) val {
	if x.t.kind == nilKind {
		return x
	}
	if want := b.quietType(t); x.t != want {
		return b.zero(want)
	}
	return x
}
