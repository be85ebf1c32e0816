package cprint

import (
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"strings"
)

// A Type is a C type: a name, and array dimensions.
type Type struct {
	Base string // "float", "struct point"
	Dims string // "[3][4]", or empty
}

// Declare declares a variable of the type. Without a name it returns the type itself, as for sizeof.
func (t Type) Declare(name string) string {
	if name == "" {
		return t.Base + t.Dims
	}
	return t.Base + " " + name + t.Dims
}

// Pointer declares a pointer to the type.
func (t Type) Pointer(name string) string {
	if t.Dims != "" {
		return t.Base + " (*" + name + ")" + t.Dims
	}
	return t.Base + " *" + name
}

// row returns the element type of an array.
func (t Type) row() Type {
	_, rest, _ := strings.Cut(t.Dims, "]")
	return Type{t.Base, rest}
}

// out returns the type behind the pointer through which one of several results is stored. For an array it is the
// element type.
func (t Type) out() Type {
	if t.Dims != "" {
		return t.row()
	}
	return t
}

// returned returns the C result type for the type. C functions cannot return arrays, so these are wrapped.
func (t Type) returned() string {
	if t.Dims == "" {
		return t.Base
	}
	return "struct go_" + t.word()
}

// word returns the type as part of an identifier.
func (t Type) word() string {
	s := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(t.Base, "struct "), "_t"), " ", "")
	return s + strings.ReplaceAll(strings.TrimSuffix(strings.ReplaceAll(t.Dims, "[", "_"), "]"), "]", "")
}

// wrapper defines the struct that wraps an array result.
func (p *Printer) wrapper(t Type) {
	if t.Dims != "" {
		p.structs.add(t.returned(), t.returned()+" {\n\t"+t.Declare("at")+";\n};")
	}
}

// zero returns the initializer of a variable that starts as zero.
func zero(t Type) string {
	switch {
	case t.Dims != "" || strings.HasPrefix(t.Base, "struct "):
		return "{0}"
	case t.Base == "bool":
		return "false"
	}
	return "0"
}

// kindOf returns how values of type t are passed.
func kindOf(t types.Type) Kind {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return Slice
	case *types.Pointer:
		return Pointer
	case *types.Array:
		return Array
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return Slice
		}
	}
	return Scalar
}

func isBasic(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString == 0
}

// bytes is the type of the elements of a string.
var bytes = types.NewNamed(types.NewTypeName(0, nil, "bytes of a string", nil), types.Typ[types.Uint8], nil)

// elemOf returns the element type of a slice, string, array or pointer to an array, the target of other pointers, and
// t itself for other types.
func elemOf(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Pointer:
		if a, ok := u.Elem().Underlying().(*types.Array); ok {
			return a.Elem()
		}
		return u.Elem()
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return bytes
		}
	}
	return t
}

// arrayLen returns the length of an array, or of the array behind a pointer.
func arrayLen(t types.Type) (n int64, ok bool) {
	if ptr, isPtr := t.Underlying().(*types.Pointer); isPtr {
		t = ptr.Elem()
	}
	a, ok := t.Underlying().(*types.Array)
	if !ok {
		return 0, false
	}
	return a.Len(), true
}

// ctype returns the C type of a scalar or struct.
func (p *printer) ctype(n ast.Node, t types.Type) string {
	ct := p.typeOf(n, t)
	if ct.Dims != "" {
		p.fail(n, "type %s in this place", t)
	}
	return ct.Base
}

// typeOf returns the C type of a scalar, a struct, or an array of them.
func (p *printer) typeOf(n ast.Node, t types.Type) Type {
	if t == bytes {
		return Type{Base: "const uint8_t"}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if c, ok := ctypes[u.Kind()]; ok {
			return Type{Base: c}
		}
	case *types.Array:
		if u.Len() == 0 {
			p.fail(n, "an array without elements")
		}
		e := p.typeOf(n, u.Elem())
		return Type{e.Base, fmt.Sprintf("[%d]%s", u.Len(), e.Dims)}
	case *types.Struct:
		return Type{Base: "struct " + p.structName(n, t, u)}
	}
	p.fail(n, "type %s", t)
	return Type{}
}

var notInNames = regexp.MustCompile("[^A-Za-z0-9_]")

// structName defines the struct type and returns its tag: the type's name, with a number if two files of kernels have
// different types of one name.
func (p *printer) structName(n ast.Node, t types.Type, u *types.Struct) string {
	if u.NumFields() == 0 {
		p.fail(n, "a struct without fields")
	}
	base := "unnamed"
	if named, ok := types.Unalias(t).(*types.Named); ok {
		base = notInNames.ReplaceAllString(named.Obj().Name(), "u")
	}
	var fields strings.Builder
	for i := range u.NumFields() {
		fields.WriteString("\t" + p.typeOf(n, u.Field(i).Type()).Declare(fieldName(u, i)) + ";\n")
	}
	for i := 1; ; i++ {
		name := base
		if i > 1 {
			name = fmt.Sprintf("%s_%d", base, i)
		}
		text := "struct " + name + " {\n" + fields.String() + "};"
		if old, ok := p.structs.text[name]; ok && old != text || strings.HasPrefix(name, "go_") {
			continue
		}
		p.structs.add(name, text)
		return name
	}
}

// fieldName returns the C name of field i of a struct.
func fieldName(u *types.Struct, i int) string {
	name := notInNames.ReplaceAllString(u.Field(i).Name(), "u")
	switch {
	case name == "_":
		return fmt.Sprintf("blank%d_", i)
	case keywords[name]:
		return name + "_"
	}
	return name
}

var ctypes = map[types.BasicKind]string{
	types.Bool: "bool", types.UntypedBool: "bool",
	types.Int: "int64_t", types.Int8: "int8_t", types.Int16: "int16_t", types.Int32: "int32_t", types.Int64: "int64_t",
	types.Uint: "uint64_t", types.Uint8: "uint8_t", types.Uint16: "uint16_t", types.Uint32: "uint32_t",
	types.Uint64: "uint64_t", types.Uintptr: "uint64_t",
	types.Float32: "float", types.Float64: "double",
	types.Complex64: "float _Complex", types.Complex128: "double _Complex", types.UntypedComplex: "double _Complex",
	types.UntypedInt: "int64_t", types.UntypedRune: "int32_t", types.UntypedFloat: "double",
}

// isComplex reports whether t is a complex type.
func isComplex(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsComplex != 0
}

// complexOf defines the function that creates a complex number of C type ct from its parts, and returns its name.
func (p *printer) complexOf(ct string) string {
	part, _, _ := strings.Cut(ct, " ")
	name := "go_complex_" + part
	return p.helper(name, fmt.Sprintf("static inline %s %s(%s re, %s im) {\n\t%[1]s c;\n\t__real__ c = re;\n\t"+
		"__imag__ c = im;\n\treturn c;\n}", ct, name, part, part))
}

// product defines the function that multiplies complex numbers of C type ct, and returns its name. C's own operator
// recovers infinities from NaN results, which Go's does not.
func (p *printer) product(ct string) string {
	of := p.complexOf(ct)
	name := strings.Replace(of, "complex", "product", 1)
	return p.helper(name, fmt.Sprintf("static inline %s %s(%[1]s a, %[1]s b) {\n\treturn %[3]s(__real__ a * __real__ b - "+
		"__imag__ a * __imag__ b, __real__ a * __imag__ b + __imag__ a * __real__ b);\n}", ct, name, of))
}

// equal compares two values of type t.
func (p *printer) equal(n ast.Node, t types.Type, a, b string) string {
	switch u := t.Underlying().(type) {
	case *types.Array:
		ct := p.typeOf(n, t)
		row := ct.row()
		body := fmt.Sprintf("static inline bool go_eq_%s(%s, %s) {\n\tfor (int64_t i = 0; i < %d; i++) {\n\t\tif "+
			"(!(%s)) {\n\t\t\treturn false;\n\t\t}\n\t}\n\treturn true;\n}",
			ct.word(), row.Pointer("a"), row.Pointer("b"), u.Len(), p.equal(n, u.Elem(), "a[i]", "b[i]"))
		return p.helper("go_eq_"+ct.word(), body) + "(" + a + ", " + b + ")"
	case *types.Struct:
		ct := p.typeOf(n, t)
		var same []string
		for i := range u.NumFields() {
			if name := fieldName(u, i); u.Field(i).Name() != "_" {
				same = append(same, p.equal(n, u.Field(i).Type(), "a."+name, "b."+name))
			}
		}
		if len(same) == 0 {
			same = []string{"true"}
		}
		body := fmt.Sprintf("static inline bool go_eq_%s(%s, %s) { return %s; }", ct.word(), ct.Declare("a"),
			ct.Declare("b"), strings.Join(same, " && "))
		return p.helper("go_eq_"+ct.word(), body) + "(" + a + ", " + b + ")"
	}
	return a + " == " + b
}
