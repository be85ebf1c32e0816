package source

import (
	"fmt"
	"go/types"
	"reflect"

	"hotloop/frontend/check"
)

// ReflectType returns the run-time type of a signature whose parameters and results kernels may have: scalars,
// strings, pointers to arrays, slices, and the arrays and structs these may contain. Named types become their
// underlying types. Fields of structs keep their order and layout, but get names that package reflect can set.
func ReflectType(sig *types.Signature) (reflect.Type, error) {
	if sig.TypeParams().Len() > 0 {
		return nil, missingTypes("the function", sig)
	}
	list := func(t *types.Tuple) (out []reflect.Type, err error) {
		for i := range t.Len() {
			rt, err := reflectOf(t.At(i).Type())
			if err != nil {
				return nil, fmt.Errorf("%s: %w", t.At(i).Name(), err)
			}
			out = append(out, rt)
		}
		return out, nil
	}
	in, err := list(sig.Params())
	if err != nil {
		return nil, err
	}
	var out []reflect.Type
	for v := range sig.Results().Variables() {
		t, err := resultOf(v.Type())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.Name(), err)
		}
		out = append(out, t)
	}
	return reflect.FuncOf(in, out, false), nil
}

// resultOf returns the type of a result: a parameter type, a pointer to data, data, or error.
func resultOf(t types.Type) (reflect.Type, error) {
	if types.Identical(t, types.Universe.Lookup("error").Type()) {
		return reflect.TypeFor[error](), nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		if e := dataOf(p.Elem()); e != nil {
			return reflect.PointerTo(e), nil
		}
	}
	if d := dataOf(t); d != nil {
		return d, nil
	}
	return reflectOf(t)
}

// reflectOf returns the type of a parameter.
func reflectOf(t types.Type) (reflect.Type, error) {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		if e := partsOf(u.Elem()); e != nil {
			return reflect.SliceOf(e), nil
		}
	case *types.Pointer:
		switch u.Elem().Underlying().(type) {
		case *types.Array, *types.Struct:
			if e := partsOf(u.Elem()); e != nil {
				return reflect.PointerTo(e), nil
			}
		}
	case *types.Basic:
		if u.Kind() == types.String {
			return reflect.TypeFor[string](), nil
		}
		if rt := dataOf(t); rt != nil {
			return rt, nil
		}
	case *types.Array, *types.Struct:
		if rt := dataOf(t); rt != nil {
			return rt, nil
		}
	}
	return nil, fmt.Errorf("arguments of type %s cannot be made up", t)
}

// maxArray bounds generated arrays, in bytes; larger ones are not kernel data.
const maxArray = 1 << 30

// dataOf returns the type of data in memory: scalars, and arrays and structs of them. For other types it returns nil.
func dataOf(t types.Type) reflect.Type { return typeOf(t, false) }

// partsOf returns the type of what parameters refer to: data, and slices of data, alone or inside data.
func partsOf(t types.Type) reflect.Type { return typeOf(t, true) }

func typeOf(t types.Type, slices bool) reflect.Type {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basics[u.Kind()]
	case *types.Slice:
		if e := dataOf(u.Elem()); e != nil && slices {
			return reflect.SliceOf(e)
		}
	case *types.Array:
		e := typeOf(u.Elem(), slices)
		if e == nil || u.Len() < 0 || e.Size() > 0 && u.Len() > int64(maxArray/e.Size()) || u.Len() > maxArray {
			return nil
		}
		return reflect.ArrayOf(int(u.Len()), e)
	case *types.Struct:
		fields := make([]reflect.StructField, u.NumFields())
		names := check.FieldNames(u)
		for i := range fields {
			ft := typeOf(u.Field(i).Type(), slices)
			if ft == nil {
				return nil
			}
			fields[i] = reflect.StructField{Name: names[i], Type: ft}
		}
		return reflect.StructOf(fields)
	}
	return nil
}

var basics = map[types.BasicKind]reflect.Type{
	types.Bool:    reflect.TypeFor[bool](),
	types.Int:     reflect.TypeFor[int](),
	types.Int8:    reflect.TypeFor[int8](),
	types.Int16:   reflect.TypeFor[int16](),
	types.Int32:   reflect.TypeFor[int32](),
	types.Int64:   reflect.TypeFor[int64](),
	types.Uint:    reflect.TypeFor[uint](),
	types.Uint8:   reflect.TypeFor[uint8](),
	types.Uint16:  reflect.TypeFor[uint16](),
	types.Uint32:  reflect.TypeFor[uint32](),
	types.Uint64:  reflect.TypeFor[uint64](),
	types.Uintptr: reflect.TypeFor[uintptr](),
	types.Float32: reflect.TypeFor[float32](),
	types.Float64: reflect.TypeFor[float64](),
}
