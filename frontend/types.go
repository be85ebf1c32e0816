package frontend

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"hotloop/frontend/check"
	"hotloop/loopopt/ir"
)

// typ is what the builder needs to know of a Go type.
type typ struct {
	elem     ir.Elem // of the scalar, or of the elements of a slice or string if they are scalars; otherwise Void
	unsigned bool
	slice    bool
	kind     kind
	of       *shape // of an array or struct, a slice's elements that are such, or the array that a pointer refers to
}

// kind is what a type is if it is neither a scalar nor a slice.
type kind uint8

const (
	plain kind = iota // a scalar, or, as the field slice says, a slice
	stringKind
	arrayKind
	structKind
	pointerKind // to an array
	nilKind     // of nil where the type checker gives it no type
)

// shape is the layout of an array or a struct, as gc has it.
type shape struct {
	kind   kind // arrayKind or structKind
	size   int64
	align  int64
	scalar int64   // number of scalars in it
	steps  int64   // loads that it takes to read all of it, with a loop for a large array counted once
	elem   typ     // of an array
	len    int64   // of an array
	fields []field // of a struct
	leaves []leaf  // its scalars in the order of memory, if there are at most maxLeaves
}

type field struct {
	name  string
	t     typ
	off   int64
	first int // leaf
}

// leaf is a scalar inside an array or a struct.
type leaf struct {
	t     typ
	off   int64
	blank bool // of a field called _, which comparisons skip
}

// Limits on arrays and structs.
const (
	maxLeaves  = 64       // scalars in an array or struct that dissolves into values
	maxLoads   = 16       // scalars in an array that is copied by loads and stores instead of a loop
	maxObject  = 1 << 30  // bytes in an array that a pointer refers to: addresses have 32-bit offsets
	maxSteps   = 1 << 10  // loads and stores that copy a struct
	maxFrame   = 32 << 10 // bytes of all arrays and structs in memory
	maxInTable = 1 << 20  // bytes in a package-level table
)

// ir is the type of the scalar in the IR, which does not know signs.
func (t typ) ir() ir.Type { return ir.Scalar(t.elem) }

// isScalar says whether one value holds t.
func (t typ) isScalar() bool { return !t.slice && t.kind == plain }

// isAggregate says whether t is an array or a struct.
func (t typ) isAggregate() bool { return t.kind == arrayKind || t.kind == structKind }

// item is the type of what indexing a value of type t gives.
func (t typ) item() typ {
	switch {
	case t.slice && t.of != nil:
		return typ{kind: t.of.kind, of: t.of}
	case t.kind == arrayKind, t.kind == pointerKind:
		return t.of.elem
	}
	t.slice, t.kind = false, plain
	return t
}

// indexable says whether t has elements.
func (t typ) indexable() bool {
	return t.slice || t.kind == stringKind || t.kind == arrayKind || t.kind == pointerKind
}

// size is the number of bytes of an element of memory that holds a scalar, an array or a struct.
func (t typ) size() int64 {
	if t.of != nil {
		return t.of.size
	}
	return int64(t.elem.Size())
}

// parts is the number of values that a variable of type t consists of.
func (t typ) parts() int {
	switch {
	case t.slice:
		return 3
	case t.kind == stringKind, t.kind == pointerKind:
		return 2
	case t.isAggregate():
		return len(t.of.leaves)
	}
	return 1
}

var (
	tInt  = typ{elem: ir.I64}
	tBool = typ{elem: ir.Bool}
	tByte = typ{elem: ir.I8, unsigned: true}

	tString = typ{elem: ir.I8, unsigned: true, kind: stringKind}
)

// basicTypes has the scalar of each basic type by its kind. int, uint and uintptr are 64 bits wide on all targets. A
// constant that is still untyped where a value is needed has its default type.
var basicTypes = [...]typ{
	types.Bool: tBool, types.UntypedBool: tBool,
	types.Int: tInt, types.Int8: {elem: ir.I8}, types.Int16: {elem: ir.I16}, types.Int32: {elem: ir.I32},
	types.Int64: tInt,
	types.Uint:  {elem: ir.I64, unsigned: true}, types.Uint8: tByte,
	types.Uint16: {elem: ir.I16, unsigned: true}, types.Uint32: {elem: ir.I32, unsigned: true},
	types.Uint64: {elem: ir.I64, unsigned: true}, types.Uintptr: {elem: ir.I64, unsigned: true},
	types.Float32: {elem: ir.F32}, types.Float64: {elem: ir.F64},
	types.UntypedInt: tInt, types.UntypedRune: {elem: ir.I32}, types.UntypedFloat: {elem: ir.F64},
	types.UntypedNil: {},
}

// basic is the typ of a scalar Go type.
func basic(t types.Type) (typ, bool) {
	if t == nil {
		return typ{}, false
	}
	if b, ok := t.Underlying().(*types.Basic); ok && int(b.Kind()) < len(basicTypes) {
		x := basicTypes[b.Kind()]
		return x, x.elem != ir.Void
	}
	return typ{}, false
}

// typeOf is the typ of t; if kernels cannot have such values it says so and gives int.
func (b *builder) typeOf(t types.Type, pos token.Pos) typ {
	x, ok := b.typIf(t)
	switch {
	case t == nil:
		b.wrong(pos)
	case !ok:
		b.refuseType(b.subst(t), pos)
	}
	return x
}

// typIf is the typ of t; if kernels cannot have such values it gives int and says false.
func (b *builder) typIf(t types.Type) (x typ, ok bool) {
	if t == nil {
		return tInt, false
	}
	t = b.subst(t)
	if x, ok = basic(t); !ok {
		x, ok = b.compound(t)
	}
	if !ok {
		return tInt, false
	}
	return x, true
}

// quietType is the typ of t, and int for a type that kernels do not have.
func (b *builder) quietType(t types.Type) typ {
	x, _ := b.typIf(t)
	return x
}

// compound is the typ of a type that is no scalar; it says false if kernels do not have it. Elements of slices must
// have a size: lengths of memory are counted in elements.
func (b *builder) compound(t types.Type) (typ, bool) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return tString, u.Info()&types.IsString != 0
	case *types.Slice:
		if x, ok := basic(u.Elem()); ok {
			x.slice = true
			return x, true
		}
		s := b.shapeOf(u.Elem())
		return typ{slice: true, of: s}, s != nil && s.size > 0
	case *types.Array, *types.Struct:
		if s := b.shapeOf(u); s != nil {
			return typ{kind: s.kind, of: s}, true
		}
	case *types.Pointer:
		if a, ok := u.Elem().Underlying().(*types.Array); ok {
			s := b.shapeOf(a)
			return typ{kind: pointerKind, of: s}, s != nil
		}
	}
	return typ{}, false
}

// shapeOf is the layout of t, or nil if t is no array or struct that kernels have. Types of one underlying type share
// it.
func (b *builder) shapeOf(t types.Type) *shape {
	u := t.Underlying()
	if s, ok := b.shapes[u]; ok {
		return s
	}
	s := b.newShape(u)
	if b.shapes == nil {
		b.shapes, b.sameShapes = map[types.Type]*shape{}, map[string]*shape{}
	}
	if s != nil {
		if same := b.sameShapes[s.key()]; same != nil {
			s = same
		} else {
			b.sameShapes[s.key()] = s
		}
	}
	b.shapes[u] = s
	return s
}

// key is the same for shapes of identical types. Two types are identical if their elements or fields are; the shapes
// of those are shared already, so their addresses serve as names.
func (s *shape) key() string {
	of := func(t typ) string { return fmt.Sprintf("%d %t %p", t.elem, t.unsigned, t.of) }
	if s.kind == arrayKind {
		return fmt.Sprintf("[%d]%s", s.len, of(s.elem))
	}
	var sb strings.Builder
	for _, f := range s.fields {
		fmt.Fprintf(&sb, "%s %s;", f.name, of(f.t))
	}
	return sb.String()
}

// newShape lays u out as gc does: kernels share memory with Go code.
func (b *builder) newShape(u types.Type) *shape {
	s := &shape{}
	switch u := u.(type) {
	case *types.Array:
		s.kind, s.len = arrayKind, u.Len()
		ok := false
		if s.elem, ok = b.memberType(u.Elem()); !ok || s.len < 0 || s.len > maxObject {
			return nil
		}
		s.align = s.elem.align()
		if each := s.elem.size(); each > 0 && s.len > maxObject/each {
			return nil
		}
		s.size = s.elem.size() * s.len
		s.scalar = s.elem.scalars() * s.len
		if s.steps = s.scalar; s.scalar > maxLoads {
			s.steps = 1
			if each := s.innermost(); each.of != nil {
				s.steps = each.of.steps
			}
		}
	case *types.Struct:
		s.kind, s.align = structKind, 1
		// Laid out here and not by go/types, which would lay out the type of a field once per field that has it:
		// nests of structs would take time exponential in their depth.
		end, off := int64(0), int64(0)
		for i := range u.NumFields() {
			v := u.Field(i)
			t, ok := b.memberType(v.Type())
			if !ok {
				return nil
			}
			off = (end + t.align() - 1) &^ (t.align() - 1)
			end = off + t.size()
			s.fields = append(s.fields, field{name: v.Name(), t: t, off: off, first: int(s.scalar)})
			s.align = max(s.align, t.align())
			s.scalar += t.scalars()
			if s.steps++; t.of != nil {
				s.steps += t.of.steps - 1
			}
		}
		if off > 0 && end == off {
			end++ // gc gives a last field without size a byte, so that its address is inside
		}
		s.size = (end + s.align - 1) &^ (s.align - 1)
	default:
		return nil
	}
	if s.size > maxObject || s.steps > maxSteps {
		return nil
	}
	if s.scalar <= maxLeaves {
		s.addLeaves()
	}
	return s
}

// memberType is the typ of an element or a field: a scalar, an array or a struct.
func (b *builder) memberType(t types.Type) (typ, bool) {
	if x, ok := basic(t); ok {
		return x, true
	}
	if s := b.shapeOf(t); s != nil {
		return typ{kind: s.kind, of: s}, true
	}
	return typ{}, false
}

// align is what gc aligns t to.
func (t typ) align() int64 {
	if t.of != nil {
		return t.of.align
	}
	return int64(t.elem.Size())
}

// scalars is how many scalars t consists of, with those of arrays in it.
func (t typ) scalars() int64 {
	if t.of != nil {
		return t.of.scalar
	}
	return 1
}

// addLeaves lists the scalars with their offsets, in the order of memory.
func (s *shape) addLeaves() {
	add := func(t typ, off int64, blank bool) {
		if t.of == nil {
			s.leaves = append(s.leaves, leaf{t: t, off: off, blank: blank})
			return
		}
		for _, l := range t.of.leaves {
			s.leaves = append(s.leaves, leaf{t: l.t, off: off + l.off, blank: blank || l.blank})
		}
	}
	for _, f := range s.fields {
		add(f.t, f.off, f.name == "_")
	}
	if s.kind == arrayKind {
		for i := range s.len {
			add(s.elem, i*s.elem.size(), false)
		}
	}
}

// field finds the field of a struct by its name; through embedded structs, path by path, as the type checker found it.
func (s *shape) field(index []int) (t typ, off int64, first int) {
	t = typ{kind: structKind, of: s}
	for _, i := range index {
		f := &t.of.fields[i]
		t, off, first = f.t, off+f.off, first+f.first
	}
	return t, off, first
}

// typeName is t as messages show it: without the name of the kernel's own package.
func (b *builder) typeName(t types.Type) string {
	return types.TypeString(b.subst(t), func(p *types.Package) string {
		if p == b.k.Types {
			return ""
		}
		return p.Name()
	})
}

// refuseType reports a type that kernels do not have, with the nearest that they have.
func (b *builder) refuseType(t types.Type, pos token.Pos) {
	if check.IsInvalid(t) {
		b.wrong(pos)
		return
	}
	instead := "a numeric type or a slice of one"
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsComplex != 0 {
			instead = "real and imaginary part as two floats"
		}
	case *types.Slice:
		switch e := u.Elem().Underlying().(type) {
		case *types.Slice:
			instead = "one flat slice and a row length"
		case *types.Struct:
			instead = "a struct whose fields are numbers, arrays or structs of such"
		case *types.Basic:
			switch {
			case e.Info()&types.IsString != 0:
				instead = "all bytes in one slice, and where each string begins in another"
			case e.Info()&types.IsComplex != 0:
				instead = "a slice of structs with real and imaginary part as two floats"
			}
		case *types.Pointer:
			instead = "a slice of what the pointers point to, and indices"
		case *types.Interface, *types.Map, *types.Chan, *types.Signature:
			instead = "a slice of numbers, or of structs or arrays of such"
		}
	case *types.Array:
		instead = "an array of numbers, arrays or structs of such, of at most 1 GiB"
	case *types.Pointer:
		instead = "a slice, a pointer to an array, or a result"
		if _, ok := u.Elem().Underlying().(*types.Struct); ok {
			instead = "a slice of such structs and an index"
		}
	case *types.Map:
		instead = "a table as a slice parameter"
	case *types.Struct:
		instead = "a struct whose fields are numbers, arrays or structs of such"
	case *types.Interface:
		instead = "a concrete numeric type"
		if types.Identical(t, types.Universe.Lookup("error").Type()) {
			instead = "a number that says what went wrong as the result"
		}
	case *types.Signature:
		instead = "a named function in the same source and a call of it"
	}
	b.Refuse(pos, "type "+b.typeName(t), instead)
}

// goType is the Go type of e with type parameters replaced, or nil.
func (b *builder) goType(e ast.Expr) types.Type {
	t := b.info.Types[e].Type
	if t == nil {
		if id, ok := e.(*ast.Ident); ok {
			if o := b.info.ObjectOf(id); o != nil {
				t = o.Type()
			}
		}
	}
	if t == nil {
		return nil
	}
	return b.subst(t)
}
