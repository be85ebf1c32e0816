package source

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
)

// A generic function is a kernel only together with its type arguments. Instantiate chooses them; afterwards
// Signature, Value and Empty refer to that instance.

// Instantiate chooses the type arguments of the named function. The list has one entry for each type parameter, in
// order or as NAME=TYPE, separated by commas. Trailing types that can be inferred may be omitted. For functions
// without type parameters, the list must be empty.
func (f *File) Instantiate(name, list string) error {
	fn, ok := f.Pkg.Scope().Lookup(name).(*types.Func)
	if !ok {
		return fmt.Errorf("%s: no function %s", f.Name, name)
	}
	params := fn.Signature().TypeParams()
	entries := splitTypes(list)
	switch {
	case params.Len() == 0 && len(entries) == 0:
		return nil
	case params.Len() == 0:
		return fmt.Errorf("-inst %s: %s has no type parameters", list, name)
	case len(entries) == 0:
		return missingTypes(name, fn.Signature())
	case len(entries) > params.Len():
		return fmt.Errorf("-inst %s: %d types, but %s has %d type parameters: %s", list, len(entries), name,
			params.Len(), paramNames(params))
	}
	texts := make([]string, params.Len())
	for i, e := range entries {
		if p, t, ok := strings.Cut(e, "="); ok {
			if i = paramIndex(params, strings.TrimSpace(p)); i < 0 {
				return fmt.Errorf("-inst %s: %s has no type parameter %s; it has %s", list, name, strings.TrimSpace(p),
					paramNames(params))
			}
			e = strings.TrimSpace(t)
		}
		if texts[i] != "" {
			return fmt.Errorf("-inst %s: type parameter %s is given twice", list, params.At(i))
		}
		texts[i] = e
	}
	given := len(texts)
	for given > 0 && texts[given-1] == "" {
		given--
	}
	for i, t := range texts[:given] {
		if t == "" {
			return fmt.Errorf("-inst %s: nothing is said of type parameter %s", list, params.At(i))
		}
		if tv, err := types.Eval(f.Fset, f.Pkg, token.NoPos, t); err != nil || !tv.IsType() {
			return fmt.Errorf("-inst %s: %q is no type here", list, t)
		}
	}
	// The type checker infers the rest and checks the constraints.
	expr, err := parser.ParseExpr(name + "[" + strings.Join(texts[:given], ", ") + "]")
	if err != nil {
		return fmt.Errorf("-inst %s: %w", list, err)
	}
	info := &types.Info{Instances: newInstances()}
	err = types.CheckExpr(f.Fset, f.Pkg, token.NoPos, expr, info)
	for _, in := range info.Instances {
		if err == nil && in.TypeArgs.Len() == params.Len() {
			f.targs[fn] = typeList(in.TypeArgs)
			return nil
		}
	}
	var te types.Error
	switch {
	case errors.As(err, &te):
		return fmt.Errorf("-inst %s: %s", list, strings.ReplaceAll(te.Msg, f.Pkg.Path()+".", ""))
	case err != nil:
		return fmt.Errorf("-inst %s: %w", list, err)
	}
	return missingTypes(name, fn.Signature())
}

// missingTypes returns an error that says which types to specify for a generic function.
func missingTypes(name string, sig *types.Signature) error {
	var example []string
	for p := range sig.TypeParams().TypeParams() {
		example = append(example, p.String()+"=TYPE")
	}
	return fmt.Errorf("%s has type parameters %s; choose the types with -inst %s, such as -inst %s=float32",
		name, paramNames(sig.TypeParams()), strings.Join(example, ","), sig.TypeParams().At(0))
}

func paramNames(params *types.TypeParamList) string {
	var names []string
	for p := range params.TypeParams() {
		names = append(names, p.String())
	}
	return strings.Join(names, ", ")
}

func paramIndex(params *types.TypeParamList, name string) int {
	for i := range params.Len() {
		if params.At(i).String() == name {
			return i
		}
	}
	return -1
}

// splitTypes splits at commas outside brackets.
func splitTypes(list string) (out []string) {
	depth, from := 0, 0
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	for i, r := range list {
		switch r {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			depth--
		case ',':
			if depth == 0 {
				add(list[from:i])
				from = i + 1
			}
		}
	}
	add(list[from:])
	return out
}

func typeList(l *types.TypeList) []types.Type {
	var out []types.Type
	for t := range l.Types() {
		out = append(out, t)
	}
	return out
}

// Signature returns the type of the named function; for a generic one, that of the chosen instance.
func (f *File) Signature(name string) (*types.Signature, error) {
	fn, ok := f.Pkg.Scope().Lookup(name).(*types.Func)
	if !ok {
		return nil, fmt.Errorf("%s: no function %s", f.Name, name)
	}
	sig := fn.Signature()
	if sig.TypeParams().Len() == 0 {
		return sig, nil
	}
	if f.targs[fn] == nil {
		return nil, missingTypes(name, sig)
	}
	t, err := types.Instantiate(nil, sig, f.targs[fn], true)
	if err != nil {
		return nil, err
	}
	return t.(*types.Signature), nil
}

// Value returns a Go expression for the named function; for a generic one, for the chosen instance: Sum[float32].
func (f *File) Value(name string) string {
	fn, _ := f.Pkg.Scope().Lookup(name).(*types.Func)
	if fn == nil || len(f.targs[fn]) == 0 {
		return name
	}
	var args []string
	for _, t := range f.targs[fn] {
		args = append(args, types.TypeString(t, func(*types.Package) string { return "" }))
	}
	return name + "[" + strings.Join(args, ", ") + "]"
}

// named calls visit for the declared types that occur in t.
func named(t types.Type, visit func(types.Object)) {
	switch u := t.(type) {
	case *types.Alias:
		visit(u.Obj())
	case *types.Named:
		visit(u.Obj())
		for a := range u.TypeArgs().Types() {
			named(a, visit)
		}
	case *types.Slice:
		named(u.Elem(), visit)
	case *types.Array:
		named(u.Elem(), visit)
	case *types.Pointer:
		named(u.Elem(), visit)
	case *types.Struct:
		for v := range u.Fields() {
			named(v.Type(), visit)
		}
	}
}
