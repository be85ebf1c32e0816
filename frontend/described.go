package frontend

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"hotloop/frontend/check"
	"hotloop/frontend/syntax"
)

// The requested func type leads to the types of its parameters, and those lead to further types in any package.
// Reflection knows their fields, so such types need no source. Reflection does not reveal methods and other
// declarations of their packages. The packages are therefore marked as partial.

// withTypes adds to src the types of other packages that func type t leads to, if src imports those packages and
// has no files of them.
func withTypes(src Source, t reflect.Type) Source {
	if t == nil || t.Kind() != reflect.Func {
		return src
	}
	if !slices.ContainsFunc(src, func(f syntax.File) bool { return strings.Contains(f.Text, "import") }) {
		return src
	}
	d := &describer{src: src, packages: map[string]*described{}, seen: map[reflect.Type]bool{}}
	for i := range t.NumIn() {
		d.text(t.In(i), "")
	}
	for i := range t.NumOut() {
		d.text(t.Out(i), "")
	}
	if len(d.packages) == 0 || d.tooMany {
		return src
	}
	src = slices.Clone(src)
	for _, path := range d.order {
		p := d.packages[path]
		var b strings.Builder
		fmt.Fprintf(&b, "package %s\n", p.name)
		for _, i := range p.imports {
			fmt.Fprintf(&b, "import %q\n", i)
		}
		b.WriteString(p.decls.String())
		src = append(src, File{Name: path + " (by reflection)", Text: b.String(), Kind: syntax.PartialFile, Import: path})
	}
	return src
}

// maxDescribed bounds the number of described types, because some types lead to half of a program. Beyond it, the
// packages count as unknown.
const maxDescribed = 200

// describer writes declarations of types.
type describer struct {
	src      Source
	packages map[string]*described
	order    []string // package paths, in the order in which they were found
	seen     map[reflect.Type]bool
	tooMany  bool
}

// described is a package with some known types.
type described struct {
	name    string
	imports []string
	decls   strings.Builder
	known   map[string]reflect.Type
}

// text returns the type expression for t as written in the package at path in. It also writes the declarations
// that the expression needs. For the kernel's own package, "", only the types that t leads to matter.
func (d *describer) text(t reflect.Type, in string) string {
	switch {
	case d.tooMany:
		return "int"
	case t.Kind() == reflect.UnsafePointer:
		if in != "" {
			d.imports(in, "unsafe")
		}
		return "unsafe.Pointer"
	case t.PkgPath() != "":
		return d.named(t, in)
	case t.Name() != "":
		return t.Name() // predeclared
	}
	return d.literal(t, in)
}

// literal returns the type expression of t's underlying type. For types that kernels treat as opaque, it keeps
// only the kind and the method names.
func (d *describer) literal(t reflect.Type, in string) string {
	switch t.Kind() {
	case reflect.Slice:
		return "[]" + d.text(t.Elem(), in)
	case reflect.Array:
		return "[" + strconv.Itoa(t.Len()) + "]" + d.text(t.Elem(), in)
	case reflect.Pointer:
		return "*" + d.text(t.Elem(), in)
	case reflect.Struct:
		var b strings.Builder
		b.WriteString("struct {\n")
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.Anonymous {
				b.WriteString(f.Name + " ")
			}
			b.WriteString(d.text(f.Type, in) + "\n")
		}
		return b.String() + "}"
	case reflect.Interface:
		var b strings.Builder
		b.WriteString("interface {\n")
		for i := range t.NumMethod() {
			b.WriteString(t.Method(i).Name + "()\n")
		}
		return b.String() + "}"
	case reflect.Map:
		return "map[int]int"
	case reflect.Chan:
		return "chan int"
	case reflect.Func:
		return "func()"
	}
	return t.Kind().String()
}

// named returns the name of a declared type as the package at path in writes it.
func (d *describer) named(t reflect.Type, in string) string {
	path := t.PkgPath()
	pkg, name, _ := strings.Cut(t.String(), ".")
	if in == "" && d.packages[path] == nil && !d.imported(path) {
		// The source declares it or does not use it, but it may lead to types that the source lacks.
		if !d.seen[t] && len(d.seen) < maxDescribed {
			d.seen[t] = true
			d.literal(t, "")
		}
		return "int"
	}
	if strings.Contains(name, "[") { // an instance of a generic type, whose declaration is unknown
		d.tooMany = true
		return "int"
	}
	if in != "" && in != path {
		d.imports(in, path)
	}
	if !d.given(path) {
		d.declare(t, path, pkg, name)
	}
	if in == path {
		return name
	}
	return pkg + "." + name
}

// declare writes the declaration of t, once.
func (d *describer) declare(t reflect.Type, path, pkg, name string) {
	p := d.packages[path]
	if p == nil {
		p = &described{name: pkg, known: map[string]reflect.Type{}}
		d.packages[path] = p
		d.order = append(d.order, path)
	}
	if known := p.known[name]; known != nil {
		d.tooMany = d.tooMany || known != t // declared in two functions
		return
	}
	p.known[name] = t
	d.seen[t] = true
	if len(d.seen) > maxDescribed {
		d.tooMany = true
		return
	}
	text := d.literal(t, path)
	fmt.Fprintf(&p.decls, "type %s %s\n", name, text)
}

// imports makes the package at path in import another package.
func (d *describer) imports(in, path string) {
	if p := d.packages[in]; !slices.Contains(p.imports, path) {
		p.imports = append(p.imports, path)
	}
}

// imported reports whether the kernel's own files import the package at path and nothing is known about it.
func (d *describer) imported(path string) bool {
	quoted := strconv.Quote(path)
	return !d.given(path) && slices.ContainsFunc(d.src, func(f File) bool {
		return f.Import == "" && f.Kind == GoFile && strings.Contains(f.Text, quoted)
	})
}

// given reports whether the source provides the types of the package at path.
func (d *describer) given(path string) bool {
	return check.IsStandard(path) || slices.ContainsFunc(d.src, func(f File) bool { return f.Import == path })
}
