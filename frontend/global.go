package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"hotloop/loopopt/ir"
)

// A package-level variable that the caller hands over is memory at an address that does not change: variables of a package lie in its data,
// and what else a pointer in an interface refers to on the heap. It is a parameter that nobody passes (ir.Param.Addr), so that it may
// overlap with slices, and with other such variables.

// handedOver says whether o is such a variable.
func (b *builder) handedOver(o types.Object) bool {
	v, ok := o.(*types.Var)
	return ok && len(b.opts.Globals) > 0 && v.Parent() == b.k.types.Scope() && b.opts.Globals[v.Name()] != nil
}

// inPlaceOf is what to write for a variable to be used in place.
func inPlaceOf(id *ast.Ident) string {
	return "hotloop.Global(\"" + id.Name + "\", &" + id.Name + ") among the options"
}

// inPlace is the place of a variable that was handed over.
func (b *builder) inPlace(e *ast.Ident, o *types.Var) place {
	t := b.typeOf(o.Type(), e.Pos())
	if m, ok := b.placed[o]; ok {
		return place{t: t, mem: m, pos: e.Pos()}
	}
	nothing := func() place {
		x := b.zero(t)
		return place{t: t, x: &x, pos: e.Pos()}
	}
	p := reflect.ValueOf(b.opts.Globals[o.Name()])
	switch {
	case p.Kind() != reflect.Pointer || p.IsNil():
		b.errorf(e.Pos(), "found a %T handed over as variable %s; write a pointer to the variable instead", b.opts.Globals[o.Name()], e.Name)
		return nothing()
	case !sameType(o.Type(), p.Type().Elem()):
		b.errorf(e.Pos(), "found variable %s of type %s, for which a pointer to %s was handed over", e.Name, b.typeName(o.Type()), p.Type().Elem())
		return nothing()
	case !t.isScalar() && !t.isAggregate():
		b.refuse(e.Pos(), "package-level variable "+e.Name+" of type "+b.typeName(o.Type())+" in place", "it as a parameter")
		return nothing()
	}
	each := t
	if t.of != nil {
		each = t.of.innermost()
	}
	r := ir.Param{Name: e.Name, Kind: ir.ParamArrayPtr, Addr: p.UnsafePointer(), Pos: ir.Pos(o.Pos()),
		Elem: each.elem, Size: int(each.size()), Sign: each.elem.IsInt() && !each.unsigned}
	if each.size() > 0 {
		r.Len = int(t.size() / each.size())
	}
	b.f.Params = append(b.f.Params, r)
	m := &address{base: b.f.Arg(ir.OpArgPtr, len(b.f.Params)-1)}
	if b.placed == nil {
		b.placed = map[*types.Var]*address{}
	}
	b.placed[o] = m
	return place{t: t, mem: m, pos: e.Pos()}
}

// checkGlobals reports what was handed over and is no variable.
func (b *builder) checkGlobals() {
	for name := range b.opts.Globals {
		if !b.k.pkg.declaresVar(name) {
			b.errorf(b.k.fn.Name.Pos(), "found a variable handed over as %s, which the source of %s does not declare; "+
				"write the name of a package-level variable, and hotloop.File for the file that declares it, instead", name, b.k.name)
		}
	}
}

// declaresVar says whether name is a package-level variable.
func (p *pkg) declaresVar(name string) bool {
	for _, d := range p.decls[name] {
		if g, ok := d.node.(*ast.GenDecl); ok && g.Tok == token.VAR {
			return true
		}
	}
	return false
}
