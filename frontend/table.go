package frontend

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"hotloop/loopopt/ir"
)

// A package-level variable is a constant of the kernel if its initial value is one and nothing in the source changes it:
// arrays and slices become read-only tables. settled.go has what may do so outside the source; what was handed over is none of that (global.go).

// global is the place of a package-level variable.
func (b *builder) global(e *ast.Ident, o *types.Var) place {
	if b.handedOver(o) {
		return b.inPlace(e, o)
	}
	t := b.typeOf(o.Type(), e.Pos())
	nothing := func() place {
		x := b.zero(t)
		return place{t: t, x: &x, pos: e.Pos()}
	}
	if len(b.errs) > 0 && t == tInt && !types.Identical(o.Type().Underlying(), types.Typ[types.Int]) {
		return nothing()
	}
	if x, ok := b.globals[o]; ok {
		return place{t: t, x: &x, mem: x.mem, pos: e.Pos()}
	}
	if at := b.k.changes(o.Name(), t.slice); at != "" {
		b.refuse(e.Pos(), "package-level variable "+e.Name+", which may be changed at "+at, "it as a parameter, or "+inPlaceOf(e))
		return nothing()
	}
	if why, instead := b.k.unsettled(o, b.opts.World); why != "" {
		b.refuse(e.Pos(), "package-level variable "+e.Name+", "+why, instead)
		return nothing()
	}
	x, ok := b.initial(o, t)
	if !ok {
		b.refuse(e.Pos(), "package-level variable "+e.Name+", whose initial value is no constant",
			"it as a parameter, its value as constants, or "+inPlaceOf(e))
		return nothing()
	}
	if b.globals == nil {
		b.globals = map[*types.Var]val{}
	}
	b.globals[o] = x
	return place{t: t, x: &x, mem: x.mem, pos: e.Pos()}
}

// initial is the value that a package-level variable has from the beginning; it says false if that is no constant.
func (b *builder) initial(o *types.Var, t typ) (val, bool) {
	e, ok := b.initializer(o)
	if !ok {
		return val{}, false
	}
	switch {
	case t.isAggregate() && e == nil:
		if t.of.size > maxInTable {
			return val{}, false
		}
		return b.tableOf(o.Name(), t, make([]byte, t.of.size)), true
	case t.isAggregate():
		data, ok := b.literalData(e, t)
		if !ok {
			return val{}, false
		}
		return b.tableOf(o.Name(), t, data), true
	case t.kind == pointerKind:
		return val{}, false
	case e == nil:
		return b.zero(t), true
	case t.slice:
		return b.initialSlice(o, e, t)
	}
	c := b.info.Types[ast.Unparen(e)].Value
	if c == nil {
		return val{}, false
	}
	if t.kind == stringKind {
		return b.constExpr(e, b.info.Types[ast.Unparen(e)]), true
	}
	v := b.constant(c, t)
	return val{t: t, v: v}, v != nil
}

func (b *builder) initialSlice(o *types.Var, e ast.Expr, t typ) (val, bool) {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return val{}, false
	}
	// A slice literal is a slice of an array as long as its largest index asks for.
	s, _ := o.Type().Underlying().(*types.Slice)
	n := b.literalLen(lit)
	if n > maxInTable || s == nil {
		return val{}, false
	}
	a := b.typeOf(types.NewArray(s.Elem(), n), e.Pos())
	data, ok := b.literalData(lit, a)
	if !ok || !a.isAggregate() {
		return val{}, false
	}
	return val{t: t, v: b.tableOf(o.Name(), a, data).mem.base, len: b.int(n), cap: b.int(n)}, true
}

// initializer finds the expression that o is declared with; nil if there is none.
func (b *builder) initializer(o *types.Var) (ast.Expr, bool) {
	for _, d := range b.k.pkg.decls[o.Name()] {
		g, ok := d.node.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			for i, n := range v.Names {
				if b.info.Defs[n] != o {
					continue
				}
				switch len(v.Values) {
				case 0:
					return nil, true
				case len(v.Names):
					return v.Values[i], true
				}
				return nil, false
			}
		}
	}
	return nil, false
}

// storesToTables refuses stores through slices of package-level variables and of strings.
func (b *builder) storesToTables() {
	if len(b.f.Tables) == 0 {
		return
	}
	derived := b.inTables()
	for _, blk := range b.f.Blocks {
		for _, v := range blk.Values {
			if v.Op.Is(ir.FlagWrites) && derived[v.Args[0].ID] {
				b.refuse(token.Pos(v.Pos), "a store through a slice or pointer that may be of a package-level variable", "to a slice parameter")
			}
		}
	}
}

// inTables says of each value, by ID, whether it may be an address in a table.
func (b *builder) inTables() []bool {
	is := make([]bool, b.f.NumValues())
	for changed := true; changed; {
		changed = false
		for _, blk := range b.f.Blocks {
			for _, v := range blk.Values {
				if is[v.ID] || v.Type != ir.TPtr {
					continue
				}
				yes := b.isTable(v) != nil
				for _, a := range v.Args {
					yes = yes || is[a.ID]
				}
				if yes {
					is[v.ID], changed = true, true
				}
			}
		}
	}
	return is
}

func constantIndex(c constant.Value, otherwise int64) int64 {
	if c == nil {
		return otherwise
	}
	n, ok := constant.Int64Val(constant.ToInt(c))
	if !ok {
		return otherwise
	}
	return n
}
