package arrowkernel

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"

	"hotloop"
)

// sourceFile is the name of the user's source in positions.
const sourceFile = "source.go"

// parseOverload reads the signature of a function of src. It refuses what NewScalar does not document; the rest is
// checked when the function is compiled.
func parseOverload(src, name string) (*overload, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, sourceFile, src, parser.SkipObjectResolution)
	var syntax scanner.ErrorList
	if errors.As(err, &syntax) {
		var list hotloop.ErrorList
		for _, e := range syntax {
			list = append(list, &hotloop.SourceError{Pos: e.Pos, Msg: e.Msg})
		}
		return nil, list
	} else if err != nil {
		return nil, err
	}
	base, arguments, _ := strings.Cut(strings.TrimSuffix(name, "]"), "[")
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil || f.Name.Name != base {
			continue
		}
		s := signature{fset: fset, instance: map[string]string{}}
		o, err := s.read(f, arguments)
		if err != nil {
			return nil, err
		}
		o.src, o.name, o.pkg = src, name, file.Name.Name
		return o, nil
	}
	return nil, fmt.Errorf("the source has no function %s", base)
}

// signature reads the parameters of a function.
type signature struct {
	fset     *token.FileSet
	instance map[string]string // types for type parameters
}

func (s signature) errorf(at ast.Node, format string, args ...any) error {
	return hotloop.ErrorList{{Pos: s.fset.Position(at.Pos()), Msg: fmt.Sprintf(format, args...)}}
}

func (s signature) read(f *ast.FuncDecl, arguments string) (*overload, error) {
	if f.Type.TypeParams != nil {
		types := strings.Split(arguments, ",")
		i := 0
		for _, field := range f.Type.TypeParams.List {
			for _, n := range field.Names {
				if i >= len(types) || arguments == "" {
					return nil, s.errorf(n, "%s is generic; name an instance, such as %s[float64]", f.Name.Name, f.Name.Name)
				}
				s.instance[n.Name] = strings.TrimSpace(types[i])
				i++
			}
		}
	}
	o := &overload{}
	for _, field := range f.Type.Params.List {
		k, slice, err := s.typ(field.Type)
		if err != nil {
			return nil, err
		}
		names := field.Names
		if len(names) == 0 {
			names = []*ast.Ident{ast.NewIdent("_")}
		}
		for _, n := range names {
			o.params = append(o.params, param{n.Name, k, slice})
		}
	}
	if len(o.params) == 0 {
		return nil, s.errorf(f.Name, "%s has no parameters", f.Name.Name)
	}
	switch {
	case f.Type.Results.NumFields() == 0: // of slices
		out := o.params[0]
		if !out.slice {
			return nil, s.errorf(f.Type.Params.List[0], "%s has no result; make its first parameter the slice to fill, or return an element", f.Name.Name)
		}
		o.out, o.params, o.slices = out.kind, o.params[1:], true
		for _, p := range o.params {
			if p.slice {
				return o, nil
			}
		}
		return nil, s.errorf(f.Name, "%s has no slice of arguments", f.Name.Name)
	case f.Type.Results.NumFields() == 1: // of elements
		k, slice, err := s.typ(f.Type.Results.List[0].Type)
		if err != nil {
			return nil, err
		}
		for i, p := range o.params {
			if p.slice || slice {
				return nil, s.errorf(f.Type.Params.List[min(i, len(f.Type.Params.List)-1)],
					"%s has a result and slices; use elements, or make the first parameter the slice to fill", f.Name.Name)
			}
		}
		o.out = k
		return o, nil
	}
	return nil, s.errorf(f.Type.Results, "%s has several results; a scalar function has one", f.Name.Name)
}

// typ reads the type of a parameter or result.
func (s signature) typ(e ast.Expr) (k kind, slice bool, err error) {
	if a, ok := e.(*ast.ArrayType); ok && a.Len == nil {
		slice, e = true, a.Elt
	}
	if id, ok := e.(*ast.Ident); ok {
		name := id.Name
		if t, ok := s.instance[name]; ok {
			name = t
		}
		if k, ok := kindNamed(name); ok {
			return k, slice, nil
		}
	}
	return 0, false, s.errorf(e, "columns are numbers of a fixed size and bools; use int64 or another of these, or a slice of it")
}
