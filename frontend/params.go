package frontend

import (
	"go/constant"
	"go/token"
	"go/types"
	"reflect"

	"hotloop/frontend/syntax"
	"hotloop/loopopt/ir"
)

// parameters declares the parameters; bound ones are constants and not parameters of the kernel.
func (b *builder) parameters(sig *types.Signature, res *Result) {
	used := 0
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		t := b.typeOf(p.Type(), p.Pos())
		if t.isAggregate() {
			instead := "a pointer to the array"
			if t.kind == structKind {
				instead = "one parameter per field, or a slice of such structs"
			}
			b.Refuse(p.Pos(), "a parameter of type "+b.typeName(p.Type()), instead)
			t = tInt
		}
		if x, ok := b.opts.Bind[p.Name()]; ok && p.Name() != "" && p.Name() != "_" {
			used++
			v := b.bound(p, t, x, res)
			b.declare(p, val{t: t, v: v})
			continue
		}
		n := len(b.f.Params)
		b.f.Params = append(b.f.Params, b.param(p, t))
		if p.Name() == "" || p.Name() == "_" {
			continue
		}
		b.declare(p, b.argument(n, t, p.Pos()))
	}
	if used < len(b.opts.Bind) {
		for name := range b.opts.Bind {
			found := false
			for i := range sig.Params().Len() {
				found = found || sig.Params().At(i).Name() == name
			}
			if !found {
				b.Errorf(b.k.Fn.Name.Pos(), "found a value bound to %s, which is no parameter of %s", name, b.k.Name)
			}
		}
	}
}

// argument is the value of parameter n.
func (b *builder) argument(n int, t typ, pos token.Pos) val {
	switch {
	case t.slice:
		return val{t: t, v: b.f.Arg(ir.OpArgPtr, n), len: b.f.Arg(ir.OpArgLen, n), cap: b.f.Arg(ir.OpArgCap, n)}
	case t.kind == stringKind:
		return val{t: t, v: b.f.Arg(ir.OpArgPtr, n), len: b.f.Arg(ir.OpArgLen, n)}
	case t.kind == pointerKind:
		p := b.f.Arg(ir.OpArgPtr, n)
		bits := b.cur.New(ir.OpBitcast, ir.TI64, ir.Pos(pos), p)
		return val{t: t, v: p, nonNil: b.cur.New(ir.OpNe, ir.TBool, ir.Pos(pos), bits, b.int(0))}
	}
	return val{t: t, v: b.f.Arg(ir.OpArg, n)}
}

// param is the IR's parameter for p. Its kind decides how many words of the call it takes.
func (b *builder) param(p *types.Var, t typ) ir.Param {
	r := ir.Param{Name: p.Name(), Elem: t.elem, Size: t.elem.Size(), Sign: t.elem.IsInt() && !t.unsigned,
		Pos: ir.Pos(p.Pos())}
	switch {
	case t.slice:
		r.Kind = ir.ParamSlice
		r.Size = int(t.item().size())
	case t.kind == stringKind:
		r.Kind = ir.ParamString
	case t.kind == pointerKind:
		r.Kind, r.Unknown = ir.ParamArrayPtr, b.fn.Unknown[p]
		each := t.of.innermost()
		r.Elem, r.Size, r.Len = each.elem, int(each.size()), 0
		r.Sign = each.elem.IsInt() && !each.unsigned
		if each.size() > 0 {
			r.Len = int(t.of.size / each.size())
		}
	}
	return r
}

// bound is the constant that parameter p has.
func (b *builder) bound(p *types.Var, t typ, x any, res *Result) *ir.Value {
	c, ok := x.(constant.Value)
	if !ok {
		switch r := reflect.ValueOf(x); {
		case !r.IsValid():
			c = constant.MakeUnknown()
		case r.CanInt():
			c = constant.MakeInt64(r.Int())
		case r.CanUint():
			c = constant.MakeUint64(r.Uint())
		case r.CanFloat():
			switch {
			case t.elem == ir.F32 && t.isScalar() && r.Kind() == reflect.Float32:
				return b.f.Const(t.ir(), uint64(float32Bits(r))) // a signalling NaN stays one
			case t.elem.IsFloat() && t.isScalar():
				return b.f.ConstFloat(t.ir(), r.Float()) // NaN, infinities and -0 have no constant.Value
			}
			c = constant.MakeFloat64(r.Float())
		case r.Kind() == reflect.Bool:
			c = constant.MakeBool(r.Bool())
		default:
			c = constant.MakeUnknown()
		}
	}
	v := (*ir.Value)(nil)
	if t.isScalar() {
		v = b.constant(c, t)
	}
	if v == nil {
		b.Errorf(p.Pos(), "found %v bound to %s, which is of type %s", x, p.Name(), p.Type())
		return b.f.ConstInt(ir.TI64, 0)
	}
	if res.Bound == nil {
		res.Bound = map[string]string{}
	}
	res.Bound[p.Name()] = c.String()
	return v
}

// float32Bits is the value of a bound float32, of whatever named type.
func float32Bits(v reflect.Value) uint32 {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return *(*uint32)(p.UnsafePointer())
}

// results declares the named results as variables.
func (b *builder) results(sig *types.Signature) {
	for i := range sig.Results().Len() {
		r := sig.Results().At(i)
		t := b.typeOf(r.Type(), r.Pos())
		if !t.isScalar() {
			what := "a result of type " + b.typeName(r.Type())
			if t.slice {
				what = "a slice as result"
			}
			b.Refuse(r.Pos(), what, "the data into a slice parameter")
			t = tInt
		}
		b.f.Results = append(b.f.Results, b.param(r, t))
		if r.Name() != "" {
			resultVar(b, r, t)
		}
	}
}

// resultVar declares a named result, zero at first. A blank one is a variable too: return without operands reads it.
func resultVar(b *builder, r *types.Var, t typ) *variable {
	v := b.newVariable(r, t, true)
	b.write(v, b.zero(t))
	return v
}

// matchType compares the func type asked for with the source.
func (b *builder) matchType(sig *types.Signature) {
	want := b.opts.Type
	if want == nil {
		return
	}
	ok := want.Kind() == reflect.Func && want.NumIn() == len(b.f.Params) && want.NumOut() == len(b.f.Results)
	if ok {
		n := 0
		for i := range sig.Params().Len() {
			p := sig.Params().At(i)
			if _, isBound := b.opts.Bind[p.Name()]; isBound && p.Name() != "" && p.Name() != "_" {
				continue
			}
			ok = ok && sameType(b.subst(p.Type()), want.In(n))
			b.notShadowed(p, want.In(n))
			n++
		}
		for i := range sig.Results().Len() {
			ok = ok && sameType(b.subst(sig.Results().At(i).Type()), want.Out(i))
			b.notShadowed(sig.Results().At(i), want.Out(i))
		}
	}
	if !ok {
		b.Errorf(b.k.Fn.Name.Pos(), "found %s of type %s, where %s was asked for", b.k.Name,
			types.TypeString(sig, func(p *types.Package) string { return p.Name() }), want)
	}
}

// notShadowed refuses a parameter or result whose type is Go's own by the source, and another one in the program:
// some file that is not part of the source declares a type of that name.
func (b *builder) notShadowed(p *types.Var, r reflect.Type) {
	if b.opts.World == syntax.TextOnly {
		return
	}
	if name := shadowed(p.Type(), r); name != "" {
		b.Refuse(p.Pos(), "type "+name+", which another file of package "+b.k.Types.Name()+" declares",
			"hotloop.Package with all files of the package among the options")
	}
}

// shadowed is the name of a predeclared type in t where the program, r, has a declared one; "" if there is none.
func shadowed(t types.Type, r reflect.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if r.PkgPath() != "" {
			return t.Name()
		}
	case *types.Slice:
		if r.Kind() == reflect.Slice {
			return shadowed(t.Elem(), r.Elem())
		}
	case *types.Pointer:
		if r.Kind() == reflect.Pointer {
			return shadowed(t.Elem(), r.Elem())
		}
	case *types.Array:
		if r.Kind() == reflect.Array {
			return shadowed(t.Elem(), r.Elem())
		}
	}
	return ""
}

// sameType says whether the two have one representation: names do not matter, since the caller's named types and
// those of the source are of different packages. Fields of structs must be of the same types in the same order, which
// puts them at the same offsets.
func sameType(t types.Type, r reflect.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() < types.UntypedBool && reflectKinds[u.Kind()] == r.Kind()
	case *types.Slice:
		return r.Kind() == reflect.Slice && sameType(u.Elem(), r.Elem())
	case *types.Pointer:
		return r.Kind() == reflect.Pointer && sameType(u.Elem(), r.Elem())
	case *types.Array:
		return r.Kind() == reflect.Array && u.Len() == int64(r.Len()) && sameType(u.Elem(), r.Elem())
	case *types.Struct:
		if r.Kind() != reflect.Struct || u.NumFields() != r.NumField() {
			return false
		}
		for i := range u.NumFields() {
			if !sameType(u.Field(i).Type(), r.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}

var reflectKinds = [types.UntypedBool]reflect.Kind{
	types.Bool: reflect.Bool, types.Int: reflect.Int, types.Int8: reflect.Int8, types.Int16: reflect.Int16,
	types.Int32: reflect.Int32, types.Int64: reflect.Int64, types.Uint: reflect.Uint, types.Uint8: reflect.Uint8,
	types.Uint16: reflect.Uint16, types.Uint32: reflect.Uint32, types.Uint64: reflect.Uint64,
	types.Uintptr: reflect.Uintptr, types.Float32: reflect.Float32, types.Float64: reflect.Float64,
	types.String: reflect.String,
}
