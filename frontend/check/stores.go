package check

import (
	"go/ast"
	"go/types"
)

// stores describes what a kernel may store to, by field name and by type. Anything else keeps the value that it
// had when the kernel was called. It uses names because several types may share a structure, and the same
// memory.
type stores struct {
	fields map[string]bool
	kinds  map[types.BasicKind]bool // kinds of numbers stored through pointers
	all    bool                     // stores through a type parameter
	// addresses: slices, strings, pointers and the like are stored; headers: they are also stored through
	// pointers and to elements, whose locations have no name.
	addresses, headers bool
	retyped            bool // package unsafe gives memory other types
	// indexed holds the lengths of arrays behind pointers whose elements are addressed in memory (inMemory).
	indexed map[int64]bool
}

// anyLength stands for unknown array lengths.
const anyLength = -1

// Stored reports whether the kernel may store to a field that is reached through a pointer.
func (k *Kernel) Stored(f *types.Var) bool {
	if k.stores.all || k.stores.fields[f.Name()] {
		return true
	}
	if k.stores.headers && holdsAddresses(f.Type(), 0) {
		return true
	}
	b, ok := f.Type().Underlying().(*types.Basic)
	return ok && k.stores.kinds[b.Kind()]
}

// Indexed reports whether the elements of an array of n elements behind a pointer are addressed in memory: they
// are indexed by a variable or sliced.
func (k *Kernel) Indexed(n int64) bool {
	return n > 0 && (k.stores.indexed[n] || k.stores.indexed[anyLength] || k.stores.retyped)
}

// StoresAddresses reports whether the kernel may store slices, strings, pointers and the like to memory.
func (k *Kernel) StoresAddresses() bool { return k.stores.addresses && !k.stores.retyped }

// Retypes reports whether the kernel uses package unsafe, so that memory may have several types.
func (k *Kernel) Retypes() bool { return k.stores.retyped }

// holdsAddresses reports whether a value of type t is or contains a slice, a string, a pointer or the like.
func holdsAddresses(t types.Type, depth int) bool {
	if depth > maxInvalid {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0 || u.Kind() == types.UnsafePointer
	case *types.Array:
		return holdsAddresses(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if holdsAddresses(f.Type(), depth+1) {
				return true
			}
		}
		return false
	}
	return true
}

// assigned records a store to e.
func (s *stores) assigned(k *Kernel, e ast.Expr) {
	s.to(k, e)
	e = ast.Unparen(e)
	t := k.Info.Type(e)
	if _, isVariable := e.(*ast.Ident); isVariable || t == nil || !holdsAddresses(t, 0) {
		return
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return // covered by all
	}
	s.addresses = true
	if _, isField := e.(*ast.SelectorExpr); !isField {
		s.headers = true
	}
}

// to records a store to e, or that its address is taken.
func (s *stores) to(k *Kernel, e ast.Expr) {
	for {
		e = ast.Unparen(e)
		switch x := e.(type) {
		case *ast.Ident:
			return // only variables; variables in memory that others share have no name
		case *ast.SelectorExpr:
			s.field(x.Sel.Name)
			s.whole(k.Info.Type(x), 0)
			return
		case *ast.IndexExpr:
			s.whole(k.Info.Type(x), 0)
			if !k.isArray(x.X) {
				return
			}
			e = x.X
		case *ast.StarExpr:
			t := k.Info.Type(x)
			if t != nil {
				if b, ok := t.Underlying().(*types.Basic); ok {
					if s.kinds == nil {
						s.kinds = map[types.BasicKind]bool{}
					}
					s.kinds[b.Kind()] = true
				}
			}
			s.whole(t, 0)
			return
		default:
			return
		}
	}
}

func (s *stores) field(name string) {
	if s.fields == nil {
		s.fields = map[string]bool{}
	}
	s.fields[name] = true
}

// whole records that all fields of a value of type t are stored.
func (s *stores) whole(t types.Type, depth int) {
	if t == nil || s.all {
		return
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok || depth > maxInvalid {
		s.all = true
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		s.whole(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			s.field(f.Name())
			s.whole(f.Type(), depth+1)
		}
	}
}

// byCall records what copy, clear and append store, and that make allocates memory for addresses.
func (s *stores) byCall(k *Kernel, call *ast.CallExpr) {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok || len(call.Args) == 0 {
		return
	}
	switch id.Name {
	case "make":
		if t := k.Info.Type(call.Args[0]); t != nil {
			if u, ok := t.Underlying().(*types.Slice); ok && holdsAddresses(u.Elem(), 0) {
				s.addresses = true
			}
		}
		return
	case "append", "copy", "clear":
	default:
		return
	}
	if t := k.Info.Type(call.Args[0]); t != nil {
		if u, ok := t.Underlying().(*types.Slice); ok {
			s.whole(u.Elem(), 0)
			if holdsAddresses(u.Elem(), 0) {
				s.addresses, s.headers = true, true
			}
		} else if _, ok := types.Unalias(t).(*types.TypeParam); ok {
			s.all = true
		}
	}
}
