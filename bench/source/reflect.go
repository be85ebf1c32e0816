package source

import (
	"fmt"
	"go/types"
	"reflect"
)

// ReflectType returns the run-time type of a signature whose parameters and results are scalars and slices of
// scalars. Named types become the types they are made of.
func ReflectType(sig *types.Signature) (reflect.Type, error) {
	if sig.TypeParams().Len() > 0 {
		return nil, fmt.Errorf("type parameters are not supported here: instantiate the function in the file")
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
	out, err := list(sig.Results())
	if err != nil {
		return nil, err
	}
	return reflect.FuncOf(in, out, false), nil
}

func reflectOf(t types.Type) (reflect.Type, error) {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		e, err := reflectOf(u.Elem())
		if err != nil {
			return nil, err
		}
		if e.Kind() == reflect.Slice {
			break
		}
		return reflect.SliceOf(e), nil
	case *types.Basic:
		if rt, ok := basics[u.Kind()]; ok {
			return rt, nil
		}
	}
	return nil, fmt.Errorf("arguments of type %s cannot be made up", t)
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
