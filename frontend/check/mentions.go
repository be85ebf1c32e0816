package check

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"hotloop/frontend/syntax"
)

// A package-level variable is constant if every mention of it provably only reads it. A mention is followed
// outwards, from the name through fields, elements, slices and addresses, to the destination of its value. Only
// the type of the variable is known there, because code that the kernel does not call is not type-checked.

// effect is what a mention may do to a variable.
type effect int

const (
	reads   effect = iota
	aliases        // memory shared with it escapes to where it may be modified
	changes        // it is modified
)

// effectOf returns the effect of m, a mention of a variable of type t in the files of p, or of a package that
// imports p.
func (k *Kernel) effectOf(m syntax.Mention, p *syntax.Package, t types.Type) effect {
	for i := 1; i < len(m.Path); i++ {
		e := m.Path[i-1]
		switch n := m.Path[i].(type) {
		case *ast.ParenExpr:
			continue
		case *ast.SelectorExpr:
			f := k.fieldOf(t, n.Sel.Name)
			if f == nil {
				if k.takesCopy(t, n.Sel.Name) {
					return reads
				}
				return aliases
			}
			t = f
			continue
		case *ast.StarExpr:
			if t = pointee(t); t == nil {
				return aliases
			}
			continue
		case *ast.UnaryExpr:
			if n.Op != token.AND {
				return reads
			}
			t = types.NewPointer(t)
			continue
		case *ast.IndexExpr:
			if n.X != e || isString(t) {
				return reads // a number
			}
			if t = elementOf(t); t == nil {
				return aliases
			}
			continue
		case *ast.SliceExpr:
			if n.X != e || isString(t) {
				return reads
			}
			elem := elementOf(t)
			if elem == nil {
				return aliases
			}
			t = types.NewSlice(elem)
			continue
		case *ast.BinaryExpr:
			return reads
		case *ast.IncDecStmt:
			return changes
		case *ast.AssignStmt:
			if x, ok := e.(ast.Expr); ok && slices.Contains(n.Lhs, x) {
				return changes
			}
		case *ast.RangeStmt:
			if n.X != e {
				return changes
			}
			if n.Value == nil {
				return reads
			}
			return passedOn(elementOf(t), isString(t))
		case *ast.KeyValueExpr:
			if n.Key == e {
				return reads // a field name, or a comparable value
			}
		case *ast.CallExpr:
			if name := builtinCalled(n, m, p); name != "" && n.Fun != e {
				return argumentOf(name, n, e, t)
			}
		}
		break
	}
	return passedOn(t, false)
}

// argumentOf returns the effect of a call of the predeclared function or type called name on argument e, of
// type t.
func argumentOf(name string, call *ast.CallExpr, e ast.Node, t types.Type) effect {
	first := len(call.Args) > 0 && call.Args[0] == e
	switch name {
	case "len", "cap", "print", "println":
		return reads
	case "string": // of bytes or runes: a copy
		return reads
	case "copy":
		if !first {
			return passedOn(elementOf(t), isString(t))
		}
	case "append":
		if !first && call.Ellipsis.IsValid() && call.Args[len(call.Args)-1] == e {
			return passedOn(elementOf(t), isString(t))
		}
	}
	return passedOn(t, false)
}

// builtinCalled returns the name of the predeclared function or type that a call refers to, or "" if it calls,
// or may call, anything else.
func builtinCalled(call *ast.CallExpr, m syntax.Mention, p *syntax.Package) string {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok || m.Outside || id.Obj != nil || len(p.Decls[id.Name]) > 0 || p.Changes().Tests[id.Name] {
		return ""
	}
	return id.Name
}

// passedOn returns the effect of passing on a value of type t, which is nil if unknown; ok means that it is
// harmless.
func passedOn(t types.Type, ok bool) effect {
	if ok || t != nil && !sharesMemory(t, 0) {
		return reads
	}
	return aliases
}

// sharesMemory reports whether a copy of a value of type t gives access to memory that the value refers to and
// that can be modified.
func sharesMemory(t types.Type, depth int) bool {
	if depth > maxInvalid {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.Invalid || u.Kind() == types.UnsafePointer
	case *types.Array:
		return sharesMemory(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if sharesMemory(f.Type(), depth+1) {
				return true
			}
		}
		return false
	case *types.Interface, *types.Signature, *types.Chan:
		return false // non-constant values, except nil and errors, which nothing modifies
	}
	return true
}

// isString reports whether t is a string type.
func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// pointee returns the type that t points to, or nil if t is not a pointer type.
func pointee(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return nil
}

// elementOf returns the element type of an array, of a slice, or of an array behind a pointer; nil for other
// types.
func elementOf(t types.Type) types.Type {
	if to := pointee(t); to != nil {
		if _, ok := to.Underlying().(*types.Array); !ok {
			return nil
		}
		t = to
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return u.Elem()
	case *types.Slice:
		return u.Elem()
	}
	return nil
}

// fieldOf returns the type of the field called name of a value of type t, or of what t points to. It returns
// nil if the name may be a method or is behind another pointer.
func (k *Kernel) fieldOf(t types.Type, name string) types.Type {
	if to := pointee(t); to != nil {
		t = to
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range s.Fields() {
		if f.Name() == name {
			return f.Type()
		}
	}
	if s.NumFields() == 0 || k.mayBeMethod(t, name, 0) {
		return nil
	}
	o, index, indirect := types.LookupFieldOrMethod(t, false, s.Field(0).Pkg(), name)
	if f, ok := o.(*types.Var); ok && !indirect && len(index) > 1 {
		return f.Type()
	}
	return nil
}

// mayBeMethod reports whether struct type t, or one embedded in it, may have a method called name.
func (k *Kernel) mayBeMethod(t types.Type, name string, depth int) bool {
	if depth > maxInvalid {
		return true
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		src := k.Sourced(n.Obj().Pkg())
		if src == nil || src.Partial || len(src.Methods[name]) > 0 || src.Changes().Tests[name] {
			return true
		}
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		_, isNamed := types.Unalias(t).(*types.Named)
		return !isNamed // an interface or a pointer, about which nothing is known here
	}
	for f := range s.Fields() {
		if f.Embedded() && k.mayBeMethod(f.Type(), name, depth+1) {
			return true
		}
	}
	return false
}

// takesCopy reports whether the method called name of t, or of what t points to, has a value receiver that
// shares no memory with the original.
func (k *Kernel) takesCopy(t types.Type, name string) bool {
	if to := pointee(t); to != nil {
		t = to
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || sharesMemory(t, 0) {
		return false
	}
	src := k.Sourced(n.Obj().Pkg())
	if src == nil {
		return false
	}
	for _, d := range src.Methods[name] {
		if of := Receiver(d.Node.(*ast.FuncDecl)); strings.Trim(of, "(*)") == n.Obj().Name() {
			return of == n.Obj().Name()
		}
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || src.Partial || src.Changes().Tests[name] {
		return false
	}
	promoted := false
	for f := range s.Fields() {
		if f.Embedded() && k.mayBeMethod(f.Type(), name, 0) {
			if promoted = k.takesCopy(f.Type(), name); !promoted {
				return false
			}
		}
	}
	return promoted
}

// confined reports whether the code at pos runs only as a part of the kernel, so that the builder sees
// everything that it does: it is in the kernel itself, or in a function that only the kernel calls. Other
// instances of a generic function may do other things.
func (k *Kernel) confined(pos token.Pos) bool {
	for _, fi := range k.Funcs {
		fn := fi.Decl
		switch {
		case pos < fn.Pos() || fn.End() < pos:
		case fn == k.Fn:
			return fn.Type.TypeParams == nil && (fn.Recv == nil || !isGenericReceiver(fn))
		case fn.Recv != nil || fn.Name.IsExported() || !k.isOwn(fn):
			return false // it may be called through an interface, or by other packages
		default:
			name := fn.Name.Name
			c := k.Pkg.Changes()
			return c.Elsewise[name] == "" && c.Unseen(name) == "" &&
				!slices.ContainsFunc(k.Pkg.Mentions(name), func(m syntax.Mention) bool {
					return fn.Pos() <= m.Pos && m.Pos <= fn.End() || !k.confined(m.Pos)
				})
		}
	}
	return false
}

// isOwn reports whether a function belongs to the kernel's own package.
func (k *Kernel) isOwn(fn *ast.FuncDecl) bool {
	return slices.ContainsFunc(k.Pkg.Decls[fn.Name.Name], func(d *syntax.Decl) bool { return d.Node == fn })
}

// isGenericReceiver reports whether a method belongs to a generic type.
func isGenericReceiver(fn *ast.FuncDecl) bool {
	t := ast.Unparen(fn.Recv.List[0].Type)
	if star, ok := t.(*ast.StarExpr); ok {
		t = ast.Unparen(star.X)
	}
	_, isPlain := t.(*ast.Ident)
	return !isPlain
}
