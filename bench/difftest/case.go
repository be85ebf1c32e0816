package difftest

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"regexp"
	"strings"

	"hotloop/bench/exactfp"
	"hotloop/bench/source"
	"hotloop/frontend/gen"
)

// Case is a kernel made ready to be compared.
type Case struct {
	gen.Kernel
	ID   int
	file *source.File
	Type reflect.Type
}

// KernelName is the name of every kernel's function.
const KernelName = "K"

// NewCase checks a kernel. The error is one of types: the text is not Go.
func NewCase(id int, k gen.Kernel) (*Case, error) {
	c := &Case{Kernel: k, ID: id}
	var err error
	if c.file, err = source.Load("k.go", k.Text); err != nil {
		return nil, err
	}
	if _, err = c.file.Func(KernelName); err != nil {
		return nil, err
	}
	if k.Inst != "" {
		if err := c.file.Instantiate(KernelName, "KT="+k.Inst); err != nil {
			return nil, err
		}
	}
	sig, err := c.file.Signature(KernelName)
	if err != nil {
		return nil, err
	}
	c.Type, err = funcType(sig)
	return c, err
}

// funcType is the run-time type of a signature, with named types replaced by what they are made of.
func funcType(sig *types.Signature) (reflect.Type, error) {
	list := func(t *types.Tuple) (out []reflect.Type, err error) {
		for i := range t.Len() {
			rt, err := reflectType(t.At(i).Type())
			if err != nil {
				return nil, err
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

func reflectType(t types.Type) (reflect.Type, error) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if rt := basics[u.Name()]; rt != nil {
			return rt, nil
		}
	case *types.Slice:
		if e, err := reflectType(u.Elem()); err == nil {
			return reflect.SliceOf(e), nil
		}
	case *types.Array:
		if e, err := reflectType(u.Elem()); err == nil {
			return reflect.ArrayOf(int(u.Len()), e), nil
		}
	case *types.Pointer:
		if e, err := reflectType(u.Elem()); err == nil {
			return reflect.PointerTo(e), nil
		}
	case *types.Struct:
		var fields []reflect.StructField
		for i := range u.NumFields() {
			e, err := reflectType(u.Field(i).Type())
			if err != nil {
				return nil, err
			}
			fields = append(fields, reflect.StructField{Name: u.Field(i).Name(), Type: e})
		}
		return reflect.StructOf(fields), nil
	}
	return nil, fmt.Errorf("arguments of type %s cannot be made up", t)
}

var basics = map[string]reflect.Type{
	"bool": reflect.TypeFor[bool](), "string": reflect.TypeFor[string](),
	"int": reflect.TypeFor[int](), "int8": reflect.TypeFor[int8](), "int16": reflect.TypeFor[int16](),
	"int32": reflect.TypeFor[int32](), "int64": reflect.TypeFor[int64](),
	"uint": reflect.TypeFor[uint](), "uint8": reflect.TypeFor[uint8](), "uint16": reflect.TypeFor[uint16](),
	"uint32": reflect.TypeFor[uint32](), "uint64": reflect.TypeFor[uint64](), "uintptr": reflect.TypeFor[uintptr](),
	"float32": reflect.TypeFor[float32](), "float64": reflect.TypeFor[float64](),
}

// topName matches the names a kernel file declares.
var topName = regexp.MustCompile(`\bK(\w*)\b`)

// oracle is the kernel's text for gc, without package clause and imports: products rounded, and the names of its
// declarations made its own, so that many kernels can share a package.
func (c *Case) oracle() (text string, imports []string, err error) {
	decls, imports, err := c.file.Decls(KernelName)
	if err != nil {
		return "", nil, err
	}
	var b strings.Builder
	for _, d := range decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		text, err := exactfp.Decl(c.file, d)
		if err != nil {
			return "", nil, err
		}
		b.WriteString(topName.ReplaceAllString(text, c.prefix()+"$1") + "\n\n")
	}
	return b.String(), imports, nil
}

func (c *Case) prefix() string { return fmt.Sprintf("K%dx", c.ID) }

// value is the expression for the kernel in gc's program.
func (c *Case) value() string {
	if c.Inst != "" {
		return c.prefix() + "[" + c.Inst + "]"
	}
	return c.prefix()
}
