package frontend

import (
	"go/token"
	"go/types"

	"hotloop/loopopt/ir"
)

// extent reads what follows //loop:extent: the name of a parameter, and "unknown". The parameter is a pointer to an array of
// which there may be less than its type says, as of a C string: [1<<30]byte says how far the program may look, not how far
// it does. The compiler then reads what the program reads, and what lies in the same page.
//
// A slice or string knows its length; there is nothing to doubt, and the directive is a mistake.
func (p *directiveParser) extent(at token.Pos) {
	p.space()
	param := p.name()
	p.space()
	if word := p.name(); param == "" || word != "unknown" || p.i < len(p.text) {
		p.fail(at, "found a malformed extent; write extent PARAMETER unknown instead")
		return
	}
	for _, f := range p.fn.decl.Type.Params.List {
		for _, n := range f.Names {
			if n.Name == param {
				p.doubt(at, p.info.Defs[n], param)
				return
			}
		}
	}
	p.fail(at, "found extent of %s, which is no parameter; write the name of a parameter instead", param)
}

// doubt notes that the parameter o is of unknown extent.
func (p *directiveParser) doubt(at token.Pos, o types.Object, name string) {
	if o == nil {
		return // the type checker has complained
	}
	switch t := o.Type().Underlying().(type) {
	case *types.Slice, *types.Basic:
		if b, ok := t.(*types.Basic); !ok || b.Info()&types.IsString != 0 {
			p.fail(at, "found extent of %s, a %s, which knows its length; write the name of a pointer to an array instead", name, o.Type())
			return
		}
	case *types.Pointer:
		if _, ok := t.Elem().Underlying().(*types.Array); ok {
			if p.fn.unknown == nil {
				p.fn.unknown = map[types.Object]bool{}
			}
			p.fn.unknown[o] = true
			return
		}
	}
	p.fail(at, "found extent of %s, of type %s; write the name of a parameter that is a pointer to an array instead", name, o.Type())
}

// passUnknown notes that x, the argument for a parameter of an inlined function, is of unknown extent there. The directive
// speaks of memory, not of a name: it holds in the whole kernel.
func (b *builder) passUnknown(x val) {
	root := x.v.Root()
	for i := range b.f.Params {
		if p := &b.f.Params[i]; p.Kind == ir.ParamArrayPtr && (root.Op != ir.OpArgPtr || root.AuxInt == int64(i)) {
			p.Unknown = p.Unknown || root.Op != ir.OpLocalPtr && root.Op != ir.OpTablePtr
		}
	}
}
