package frontend

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"hotloop/loopopt/ir"
)

// typ is what the builder needs to know about a Go type.
type typ struct {
	elem     ir.Elem // of a scalar, or of the scalar elements of a slice or string; otherwise Void
	unsigned bool
	slice    bool
	kind     kind
	of       *shape // of an array or struct, of a slice's elements of such types, or of a pointer's referent
}

// kind classifies a type that is neither a scalar nor a slice.
type kind uint8

const (
	plain kind = iota // a scalar or, if the field slice is set, a slice
	stringKind
	arrayKind
	structKind
	pointerKind // to an array, or to the type that a shape of refKind describes
	nilKind     // nil without a type from the type checker
	headKind    // only of shapes: a slice, string or pointer as element of a slice
	refKind     // only of shapes: the referent of a pointer that is not to an array
	funcKind    // a function known at compile time: see funcvalue.go
	opaqueKind  // words that are only copied: interfaces and, inside structs, maps and the like
)

// shape is the layout of an array or a struct, identical to the Go compiler's.
type shape struct {
	kind   kind // arrayKind or structKind
	size   int64
	align  int64
	scalar int64   // number of scalars in it
	steps  int64   // loads needed to read all of it, with a loop for a large array counted once
	elem   typ     // of an array
	len    int64   // of an array
	fields []field // of a struct
	leaves []leaf  // its scalars in memory order, if there are at most maxLeaves

	complex   bool       // a complex number
	addresses bool       // it holds addresses, which ordinary stores must not store: the collector would miss them
	refers    types.Type // of refKind: the referent's type, whose typ is computed on demand; of an interface: its type
	to        typ
	found     bool
}

type field struct {
	name  string
	t     typ
	off   int64
	first int // leaf
}

// leaf is a scalar in an array or struct, or a word of a slice, string or pointer in it.
type leaf struct {
	t      typ
	off    int64
	blank  bool // a blank field, which comparisons skip
	in     typ  // the slice, string or pointer that contains it
	word   int64
	opaque bool // an opaque word that may be an address: the collector must see it
}

// isAddress reports whether l is a word of a slice, string or pointer, or may be an address.
func (l *leaf) isAddress() bool { return l.opaque || l.in != typ{} }

// These constants limit arrays and structs.
const (
	maxLeaves  = 64       // scalars in an array or struct held in SSA values
	maxLoads   = 16       // scalars in an array that is copied without a loop
	maxObject  = 1 << 30  // bytes in an array that a pointer refers to: addresses have 32-bit offsets
	maxSteps   = 1 << 10  // loads and stores that copy a struct
	maxFrame   = 32 << 10 // bytes of all arrays and structs in memory
	maxInTable = 1 << 20  // bytes in a package-level table
)

// ir returns the scalar's type in the IR, which has no signedness.
func (t typ) ir() ir.Type { return ir.Scalar(t.elem) }

// isScalar reports whether one value holds a t.
func (t typ) isScalar() bool { return !t.slice && t.kind == plain }

// isAggregate reports whether t is an array, a struct or an opaque value.
func (t typ) isAggregate() bool {
	return t.kind == arrayKind || t.kind == structKind || t.kind == opaqueKind
}

// isHeader reports whether t is a slice, a string or a pointer, that is, an address with a length and capacity
// where present.
func (t typ) isHeader() bool { return t.slice || t.kind == stringKind || t.kind == pointerKind }

// hasAddresses reports whether a value of type t is or holds an address.
func (t typ) hasAddresses() bool { return t.isHeader() || t.isAggregate() && t.of.addresses }

// isLarge reports whether t holds addresses and has too many scalars to be held in SSA values.
func (t typ) isLarge() bool { return t.isAggregate() && t.of.addresses && t.of.leaves == nil }

// hasArray reports whether t is or holds an array whose length satisfies of.
func (t typ) hasArray(of func(n int64) bool) bool {
	if t.kind == arrayKind {
		return of(t.of.len) || t.of.elem.hasArray(of)
	}
	return t.kind == structKind && slices.ContainsFunc(t.of.fields, func(f field) bool { return f.t.hasArray(of) })
}

// some is the condition for hasArray under which a variable may index the elements.
func some(n int64) bool { return n > 0 }

// item returns the type of an element of t.
func (t typ) item() typ {
	switch {
	case t.slice && t.of != nil && t.of.kind == headKind:
		return t.of.elem
	case t.slice && t.of != nil:
		return typ{kind: t.of.kind, of: t.of}
	case t.isArrayOrPointer():
		return t.of.elem
	}
	t.slice, t.kind = false, plain
	return t
}

// indexable reports whether t has elements.
func (t typ) indexable() bool {
	return t.slice || t.kind == stringKind || t.isArrayOrPointer()
}

// isArrayOrPointer reports whether t is an array or a pointer to one.
func (t typ) isArrayOrPointer() bool {
	return t.kind == arrayKind || t.kind == pointerKind && t.of.kind == arrayKind
}

// size returns the number of bytes of a value of type t in memory.
func (t typ) size() int64 {
	switch {
	case t.isHeader():
		return wordSize * t.words()
	case t.of != nil:
		return t.of.size
	}
	return int64(t.elem.Size())
}

const wordSize = 8

// words returns the number of words of a slice, string or pointer in memory.
func (t typ) words() int64 {
	switch {
	case t.slice:
		return 3
	case t.kind == stringKind:
		return 2
	}
	return 1
}

// parts returns the number of SSA values that a variable of type t consists of.
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

	tString  = typ{elem: ir.I8, unsigned: true, kind: stringKind}
	tAddress = typ{elem: ir.Ptr} // a word of a larger value
)

// basicTypes maps the kind of a basic type to its scalar. int, uint and uintptr are 64 bits wide on all targets.
// An untyped constant has its default type where a value is needed.
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

// basic returns the typ of a scalar Go type.
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

// typeOf returns the typ of t. It reports an error and returns int for an unsupported type.
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

// typIf returns the typ of t. For an unsupported type it returns int and false.
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

// quietType returns the typ of t, and int for an unsupported type.
func (b *builder) quietType(t types.Type) typ {
	x, _ := b.typIf(t)
	return x
}

// compound returns the typ of a type that is not a scalar. It reports false if kernels do not support it. Elements
// of slices must have a size, because the length of memory is counted in elements.
func (b *builder) compound(t types.Type) (typ, bool) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if s := complexOf(u); s != nil {
			return typ{kind: structKind, of: s}, true
		}
		if u.Kind() == types.UnsafePointer {
			return typ{kind: pointerKind, of: b.refTo(u)}, true
		}
		return tString, u.Info()&types.IsString != 0
	case *types.Slice:
		if x, ok := basic(u.Elem()); ok {
			x.slice = true
			return x, true
		}
		s := b.shapeOf(u.Elem())
		if s == nil {
			s = b.headOf(u.Elem())
		}
		return typ{slice: true, of: s}, s != nil && s.size > 0
	case *types.Array, *types.Struct:
		if s := b.shapeOf(u); s != nil {
			return typ{kind: s.kind, of: s}, true
		}
	case *types.Interface:
		if !u.IsMethodSet() {
			return typ{}, false
		}
		return typ{kind: opaqueKind, of: b.interfaceOf(u)}, true
	case *types.Signature:
		return typ{kind: funcKind}, true
	case *types.Pointer:
		if a, ok := u.Elem().Underlying().(*types.Array); ok {
			s := b.shapeOf(a)
			return typ{kind: pointerKind, of: s}, s != nil
		}
		switch e := u.Elem().Underlying().(type) {
		case *types.Struct, *types.Slice, *types.Pointer:
		case *types.Basic:
			if _, ok := basic(e); !ok {
				return typ{}, false
			}
		default:
			return typ{}, false
		}
		return typ{kind: pointerKind, of: b.refTo(u.Elem())}, true
	}
	return typ{}, false
}

// headOf returns the shape of slices, strings and pointers as elements of a slice, and nil for other types.
func (b *builder) headOf(t types.Type) *shape {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Pointer, *types.Basic:
	default:
		return nil
	}
	e, ok := b.memberType(t)
	if !ok || !e.isHeader() {
		return nil
	}
	s := &shape{kind: headKind, size: e.size(), align: wordSize, scalar: e.words(), elem: e, addresses: true}
	if b.shapes == nil {
		b.shapes, b.sameShapes = map[types.Type]*shape{}, map[string]*shape{}
	}
	if same := b.sameShapes[s.key()]; same != nil {
		return same
	}
	b.sameShapes[s.key()] = s
	return s
}

// interfaceOf returns the shape of values of interface type t. Interface types with different methods have
// different shapes, because their values are not interchangeable.
func (b *builder) interfaceOf(t *types.Interface) *shape {
	for _, s := range b.interfaces {
		if types.Identical(s.refers, t) {
			return s
		}
	}
	s := *opaque(2)
	s.refers = t
	b.interfaces = append(b.interfaces, &s)
	return &s
}

// isInterface reports whether t is an interface type.
func (t typ) isInterface() bool { return t.kind == opaqueKind && t.of.refers != nil }

// refTo returns the shape of pointers to t. The layout of t is computed on demand, because t may refer back to the
// pointer.
func (b *builder) refTo(t types.Type) *shape {
	for _, s := range b.refs {
		if types.Identical(s.refers.Underlying(), t.Underlying()) {
			return s
		}
	}
	s := &shape{kind: refKind, refers: t}
	b.refs = append(b.refs, s)
	return s
}

// target returns the type that a pointer of type t refers to. It reports false if kernels do not support it.
func (b *builder) target(t typ) (typ, bool) {
	s := t.of
	if t.isUnsafePointer() {
		return typ{}, false
	}
	if s.kind == arrayKind {
		return typ{kind: arrayKind, of: s}, true
	}
	if !s.found {
		s.found = true
		to, ok := b.typIf(s.refers)
		if ok {
			s.to = to
		}
	}
	return s.to, s.to != typ{}
}

// shapeOf returns the layout of t, or nil if t is not a supported array or struct. Types with the same underlying
// type share it.
func (b *builder) shapeOf(t types.Type) *shape {
	u := t.Underlying()
	if basic, ok := u.(*types.Basic); ok {
		return complexOf(basic)
	}
	if s, ok := b.shapes[u]; ok {
		return s
	}
	if b.shapes == nil {
		b.shapes, b.sameShapes = map[types.Type]*shape{}, map[string]*shape{}
	}
	b.shapes[u] = nil // ends the recursion of a type that refers to itself by a pointer to an array
	s := b.newShape(u)
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

// key returns a string that is the same for shapes of identical types. Two types are identical if their elements
// or fields are. The shapes of those are already shared, so their addresses serve as names.
func (s *shape) key() string {
	of := func(t typ) string { return fmt.Sprintf("%d %t %t %d %p", t.elem, t.unsigned, t.slice, t.kind, t.of) }
	if s.kind == headKind {
		return "head " + of(s.elem)
	}
	if s.kind == arrayKind {
		return fmt.Sprintf("[%d]%s", s.len, of(s.elem))
	}
	var sb strings.Builder
	for _, f := range s.fields {
		fmt.Fprintf(&sb, "%s %s;", f.name, of(f.t))
	}
	return sb.String()
}

// newShape lays out u as the Go compiler does, because kernels share memory with Go code.
func (b *builder) newShape(u types.Type) *shape {
	s := &shape{}
	switch u := u.(type) {
	case *types.Array:
		s.kind, s.len = arrayKind, u.Len()
		ok := false
		if s.elem, ok = b.memberType(u.Elem()); !ok || s.len < 0 || s.len > maxObject {
			return nil
		}
		s.addresses = s.elem.hasAddresses()
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
		// The layout is computed here because go/types would lay out a field's type once per field that has it.
		// Nests of structs would take time exponential in their depth.
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
			s.addresses = s.addresses || t.hasAddresses()
			if s.steps++; t.of != nil && !t.isHeader() {
				s.steps += t.of.steps - 1
			}
		}
		if off > 0 && end == off {
			end++ // as in the Go compiler, a final field without size gets a byte, so that its address is inside
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

// memberType returns the typ of an element or a field.
func (b *builder) memberType(t types.Type) (typ, bool) {
	if x, ok := basic(t); ok {
		return x, true
	}
	if s := b.shapeOf(t); s != nil {
		return typ{kind: s.kind, of: s}, true
	}
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Pointer:
		if x, ok := b.compound(t); ok {
			return x, true
		}
		if _, isSlice := u.(*types.Slice); isSlice {
			return typ{kind: opaqueKind, of: opaque(3)}, true
		}
		return typ{kind: opaqueKind, of: opaque(1)}, true
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return tString, true
		case u.Kind() == types.UnsafePointer:
			return b.compound(t)
		}
	case *types.Map, *types.Chan, *types.Signature:
		return typ{kind: opaqueKind, of: opaque(1)}, true
	case *types.Interface:
		return b.compound(t)
	}
	return typ{}, false
}

// opaque returns the shape of a number of opaque words.
func opaque(words int) *shape { return opaques[words] }

var opaques = func() (list [4]*shape) {
	for n := range list {
		s := &shape{kind: opaqueKind, size: wordSize * int64(n), align: wordSize, scalar: int64(n), steps: int64(n),
			addresses: true}
		for w := range n {
			s.leaves = append(s.leaves, leaf{t: tInt, off: wordSize * int64(w), opaque: n < 3 || w == 0})
		}
		list[n] = s
	}
	return list
}()

// align returns the alignment of t in the Go compiler.
func (t typ) align() int64 {
	if t.isHeader() {
		return wordSize
	}
	if t.of != nil {
		return t.of.align
	}
	return int64(t.elem.Size())
}

// scalars returns the number of scalars of t, including those of its arrays.
func (t typ) scalars() int64 {
	if t.isHeader() {
		return t.words()
	}
	if t.of != nil {
		return t.of.scalar
	}
	return 1
}

// addLeaves lists the scalars with their offsets, in memory order.
func (s *shape) addLeaves() {
	add := func(t typ, off int64, blank bool) {
		switch {
		case t.isHeader():
			for w := range t.words() {
				part := tInt
				if w == 0 {
					part = tAddress
				}
				s.leaves = append(s.leaves, leaf{t: part, off: off + w*wordSize, blank: blank, in: t, word: w})
			}
			return
		case t.of == nil:
			s.leaves = append(s.leaves, leaf{t: t, off: off, blank: blank})
			return
		}
		for _, l := range t.of.leaves {
			l.off, l.blank = off+l.off, blank || l.blank
			s.leaves = append(s.leaves, l)
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

// typeName returns t as messages show it, without the name of the kernel's own package.
func (b *builder) typeName(t types.Type) string {
	return types.TypeString(b.subst(t), func(p *types.Package) string {
		if p == b.k.Types {
			return ""
		}
		return p.Name()
	})
}

// goType returns the Go type of e with type parameters replaced, or nil.
func (b *builder) goType(e ast.Expr) types.Type {
	t := b.info.Type(e)
	if t == nil {
		if id, ok := e.(*ast.Ident); ok {
			if o := b.info.Object(id); o != nil {
				t = o.Type()
			}
		}
	}
	if t == nil {
		return nil
	}
	return b.subst(t)
}
