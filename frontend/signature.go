package frontend

import (
	"go/types"
	"reflect"
)

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
		b.errorf(b.k.fn.Name.Pos(), "found %s of type %s, where %s was asked for", b.k.name,
			types.TypeString(sig, func(p *types.Package) string { return p.Name() }), want)
	}
}

// notShadowed refuses a parameter or result whose type is Go's own by the source, and another one in the program: some file that is not part of
// the source declares a type of that name.
func (b *builder) notShadowed(p *types.Var, r reflect.Type) {
	if b.opts.World == TextOnly {
		return
	}
	if name := shadowed(p.Type(), r); name != "" {
		b.refuse(p.Pos(), "type "+name+", which another file of package "+b.k.types.Name()+" declares",
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

// sameType says whether the two have one representation: names do not matter, since the caller's named types and those
// of the source are of different packages. Fields of structs must be of the same types in the same order, which puts them
// at the same offsets.
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
