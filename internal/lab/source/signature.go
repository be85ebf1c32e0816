package source

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"

	"hotloop/frontend/check"
)

// SignatureType returns the run-time type of a signature, with a method's receiver as the first parameter. It serves
// to compile a kernel for inspection. It also handles parameters that ReflectType does not, such as pointers to
// structs that contain slices. Types that kernels only pass along, such as maps and interfaces, become any type of
// that kind.
func SignatureType(sig *types.Signature) (reflect.Type, error) {
	if sig.TypeParams().Len() > 0 {
		return nil, missingTypes("the function", sig)
	}
	var in, out []reflect.Type
	add := func(list *[]reflect.Type, v *types.Var) error {
		t, err := structure(v.Type(), nil)
		if err != nil {
			return fmt.Errorf("%s: %w", v.Name(), err)
		}
		*list = append(*list, t)
		return nil
	}
	if sig.Recv() != nil {
		if err := add(&in, sig.Recv()); err != nil {
			return nil, err
		}
	}
	for v := range sig.Params().Variables() {
		if err := add(&in, v); err != nil {
			return nil, err
		}
	}
	for v := range sig.Results().Variables() {
		if err := add(&out, v); err != nil {
			return nil, err
		}
	}
	return reflect.FuncOf(in, out, false), nil
}

// structure returns a type with the structure of t. Package reflect cannot create recursive types; around holds the
// named types that contain t.
func structure(t types.Type, around []*types.Named) (reflect.Type, error) {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if slices.Contains(around, n) {
			return nil, fmt.Errorf("type %s refers to itself, which cannot be made up", t)
		}
		around = append(slices.Clip(around), n)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch u.Kind() {
		case types.String:
			return reflect.TypeFor[string](), nil
		case types.Invalid: // of a package without available source: what pointers and slices refer to is not accessed
			return reflect.TypeFor[byte](), nil
		case types.Complex64:
			return reflect.TypeFor[complex64](), nil
		case types.Complex128:
			return reflect.TypeFor[complex128](), nil
		}
		if rt := basics[u.Kind()]; rt != nil {
			return rt, nil
		}
	case *types.Slice:
		e, err := structure(u.Elem(), around)
		if err != nil {
			return nil, err
		}
		return reflect.SliceOf(e), nil
	case *types.Pointer:
		e, err := structure(u.Elem(), around)
		if err != nil {
			return nil, err
		}
		return reflect.PointerTo(e), nil
	case *types.Array:
		e, err := structure(u.Elem(), around)
		if err != nil {
			return nil, err
		}
		if u.Len() >= 0 && u.Len() <= maxArray && (e.Size() == 0 || u.Len() <= int64(maxArray/e.Size())) {
			return reflect.ArrayOf(int(u.Len()), e), nil
		}
	case *types.Struct:
		fields, names := make([]reflect.StructField, u.NumFields()), check.FieldNames(u)
		for i := range fields {
			ft, err := structure(u.Field(i).Type(), around)
			if err != nil {
				return nil, err
			}
			fields[i] = reflect.StructField{Name: names[i], Type: ft}
		}
		return reflect.StructOf(fields), nil
	case *types.Map:
		return reflect.TypeFor[map[int]int](), nil
	case *types.Chan:
		return reflect.TypeFor[chan int](), nil
	case *types.Signature:
		return reflect.TypeFor[func()](), nil
	case *types.Interface:
		switch {
		case types.Identical(u, types.Universe.Lookup("error").Type().Underlying()):
			return reflect.TypeFor[error](), nil
		case u.NumMethods() == 0:
			return reflect.TypeFor[any](), nil
		}
	}
	return nil, fmt.Errorf("arguments of type %s cannot be made up", t)
}
