package frontend

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"hotloop/frontend/check"
	"hotloop/frontend/syntax"
	"hotloop/loopopt/ir"
)

// fewInputs is the number of parameters that lists on the stack have room for.
const fewInputs = 8

// inputs returns the parameters of a function, with a method's receiver first. The caller provides the list's
// memory.
func inputs(sig *types.Signature, list []*types.Var) []*types.Var {
	if sig.Recv() != nil {
		list = append(list, sig.Recv())
	}
	for i := range sig.Params().Len() {
		list = append(list, sig.Params().At(i))
	}
	return list
}

// parameters declares the parameters. Bound parameters are constants and not parameters of the kernel.
func (b *builder) parameters(sig *types.Signature, res *Result) {
	used, arg := 0, 0
	list := inputs(sig, make([]*types.Var, 0, fewInputs))
	b.f.Params, b.origins = slices.Grow(b.f.Params, len(list)), slices.Grow(b.origins, len(list))
	for _, p := range list {
		t := b.typeOf(p.Type(), p.Pos())
		if p == sig.Recv() && b.opts.Receiver != ReceiverPassed {
			b.broughtAlong(p, t)
			continue
		}
		if x, ok := b.opts.Bind[p.Name()]; ok && p.Name() != "" && p.Name() != "_" {
			used++
			v := b.bound(p, t, x, res)
			b.declare(p, val{t: t, v: v})
			continue
		}
		if t.isFunc() {
			b.Refuse(p.Pos(), "parameter "+p.Name()+", a function that is not known when the kernel is compiled",
				"a kernel for each function, one that calls it by name")
			t = tInt
		}
		if b.tooManyParts(p, t) {
			t = tInt
		}
		x := b.passed(p.Name(), Origin{Arg: arg, Via: -1}, t, p)
		arg++
		if p.Name() == "" || p.Name() == "_" {
			continue
		}
		b.declare(p, x)
	}
	if used < len(b.opts.Bind) {
		for name := range b.opts.Bind {
			found := false
			for _, p := range inputs(sig, make([]*types.Var, 0, fewInputs)) {
				found = found || p.Name() == name
			}
			if !found {
				b.Errorf(b.k.Fn.Name.Pos(), "found a value bound to %s, which is no parameter of %s", name, b.k.Name)
			}
		}
	}
}

// tooManyParts refuses a parameter with too many parts.
func (b *builder) tooManyParts(p *types.Var, t typ) bool {
	if !t.isAggregate() || t.of.scalar <= maxLeaves {
		return false
	}
	b.Refuse(p.Pos(), "a parameter of type "+b.typeName(p.Type())+", which has more than "+fmt.Sprint(maxLeaves)+" parts",
		"a pointer to it")
	return true
}

// broughtAlong declares the receiver of a method value.
func (b *builder) broughtAlong(p *types.Var, t typ) {
	b.parted = true
	at := Origin{Arg: FromFunc, Via: -1}
	if (t.kind == pointerKind) != (b.opts.Receiver == ReceiverPointer) {
		b.Errorf(p.Pos(), "found a receiver of type %s, where the program has another one", b.typeName(p.Type()))
		return
	}
	if b.opts.Receiver == ReceiverCopy {
		b.f.Params = append(b.f.Params, ir.Param{Name: "receiver", Kind: ir.ParamArrayPtr, Elem: ir.I8, Size: 1,
			Pos: ir.Pos(p.Pos())})
		b.origins = append(b.origins, at)
		at = Origin{Via: len(b.f.Params) - 1}
	}
	if b.tooManyParts(p, t) || b.broken() {
		return
	}
	if x := b.passed(p.Name(), at, t, p); p.Name() != "" && p.Name() != "_" {
		b.declare(p, x)
	}
}

// passed returns the parameter at a location. Each part of a struct or array is a parameter of its own.
func (b *builder) passed(name string, at Origin, t typ, p *types.Var) val {
	if !t.isAggregate() {
		n := len(b.f.Params)
		r := b.paramOf(name, t, p.Pos())
		r.Unknown = t.kind == pointerKind && t.of.kind == arrayKind && b.fn.Unknown[p]
		b.f.Params = append(b.f.Params, r)
		b.origins = append(b.origins, at)
		return b.argument(n, t, p.Pos())
	}
	b.parted = true
	x := val{t: t, leaves: make([]*ir.Value, 0, len(t.of.leaves))}
	part := func(name string, off int64, t typ) {
		y := b.passed(name, at.plus(off), t, p)
		if t.isAggregate() {
			x.leaves = append(x.leaves, y.leaves...)
		} else {
			x.leaves = append(x.leaves, y.leafValues()...)
		}
	}
	switch t.kind {
	case structKind:
		for _, f := range t.of.fields {
			part(name+"_"+f.name, f.off, f.t)
		}
	case arrayKind:
		for i := range t.of.len {
			part(fmt.Sprintf("%s_%d", name, i), i*t.of.elem.size(), t.of.elem)
		}
	default:
		for _, l := range t.of.leaves {
			name := fmt.Sprintf("%s_%d", name, l.off)
			if l.opaque {
				x.leaves = append(x.leaves, b.passedWord(name, at.plus(l.off), p.Pos()))
			} else {
				part(name, l.off, l.t)
			}
		}
	}
	return x
}

// passedWord returns an opaque word as a parameter. For the collector it is an address.
func (b *builder) passedWord(name string, at Origin, pos token.Pos) *ir.Value {
	b.f.Params = append(b.f.Params, ir.Param{Name: name, Kind: ir.ParamArrayPtr, Elem: ir.I8, Size: 1, Pos: ir.Pos(pos)})
	b.origins = append(b.origins, at)
	p := b.f.Arg(ir.OpArgPtr, len(b.f.Params)-1)
	return b.f.Entry().New(ir.OpBitcast, ir.TI64, ir.Pos(pos), p)
}

// argument returns the value of parameter n.
func (b *builder) argument(n int, t typ, pos token.Pos) val {
	switch {
	case t.slice:
		return val{t: t, v: b.f.Arg(ir.OpArgPtr, n), len: b.f.Arg(ir.OpArgLen, n), cap: b.f.Arg(ir.OpArgCap, n)}
	case t.kind == stringKind:
		return val{t: t, v: b.f.Arg(ir.OpArgPtr, n), len: b.f.Arg(ir.OpArgLen, n)}
	case t.kind == pointerKind:
		p := b.f.Arg(ir.OpArgPtr, n)
		return val{t: t, v: p, nonNil: b.isNonNil(b.f.Entry(), p, pos)}
	}
	return val{t: t, v: b.f.Arg(ir.OpArg, n)}
}

// paramOf returns the IR parameter of type t. Its kind determines how many argument words it takes.
func (b *builder) paramOf(name string, t typ, pos token.Pos) ir.Param {
	r := ir.Param{Name: name, Elem: t.elem, Size: t.elem.Size(), Sign: t.elem.IsInt() && !t.unsigned, Pos: ir.Pos(pos)}
	switch {
	case t.slice:
		r.Kind = ir.ParamSlice
		r.Size = int(t.item().size())
	case t.kind == stringKind:
		r.Kind = ir.ParamString
	case t.kind == pointerKind:
		r.Kind = ir.ParamArrayPtr
		to, ok := b.target(t)
		r.Unknown = t.isUnsafePointer()
		if !ok { // the referent is unused, or its type is refused
			return r
		}
		each := to
		if to.of != nil && to.isAggregate() {
			each = to.of.innermost()
		}
		size := each.size()
		if each.hasAddresses() {
			each = typ{}
		}
		r.Elem, r.Size, r.Len = each.elem, int(size), 0
		r.Sign = each.elem.IsInt() && !each.unsigned
		if size > 0 {
			r.Len = int(to.size() / size)
		}
	}
	return r
}

// bound returns the constant that parameter p is bound to.
func (b *builder) bound(p *types.Var, t typ, x any, res *Result) *ir.Value {
	c, ok := x.(constant.Value)
	if !ok {
		switch r := reflect.ValueOf(x); {
		case !r.IsValid():
			c = constant.MakeUnknown()
		case r.CanInt():
			c = constant.MakeInt64(r.Int())
		case r.CanUint():
			c = constant.MakeUint64(r.Uint())
		case r.CanFloat():
			switch {
			case t.elem == ir.F32 && t.isScalar() && r.Kind() == reflect.Float32:
				return b.f.Const(t.ir(), uint64(float32Bits(r))) // preserves a signaling NaN
			case t.elem.IsFloat() && t.isScalar():
				return b.f.ConstFloat(t.ir(), r.Float()) // NaN, infinities and -0 have no constant.Value
			}
			c = constant.MakeFloat64(r.Float())
		case r.Kind() == reflect.Bool:
			c = constant.MakeBool(r.Bool())
		default:
			c = constant.MakeUnknown()
		}
	}
	v := (*ir.Value)(nil)
	if t.isScalar() {
		v = b.constant(c, t)
	}
	if v == nil {
		b.Errorf(p.Pos(), "found %v bound to %s, which is of type %s", x, p.Name(), p.Type())
		return b.f.ConstInt(ir.TI64, 0)
	}
	if res.Bound == nil {
		res.Bound = map[string]string{}
	}
	res.Bound[p.Name()] = c.String()
	return v
}

// float32Bits returns the bits of a bound float32 of any named type.
func float32Bits(v reflect.Value) uint32 {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return *(*uint32)(p.UnsafePointer())
}

// matchType compares the requested func type with the source.
func (b *builder) matchType(sig *types.Signature) {
	want := b.opts.Type
	if want == nil {
		return
	}
	var params []*types.Var
	for _, p := range inputs(sig, make([]*types.Var, 0, fewInputs)) {
		if p == sig.Recv() && b.opts.Receiver != ReceiverPassed {
			continue // not in the func type
		}
		if _, isBound := b.opts.Bind[p.Name()]; !isBound || p.Name() == "" || p.Name() == "_" {
			params = append(params, p)
		}
	}
	ok := want.Kind() == reflect.Func && want.NumIn() == len(params) && want.NumOut() == sig.Results().Len()
	differ := ""
	if ok {
		for i, p := range params {
			ok = ok && b.sameType(p.Type(), want.In(i), &differ)
			b.notShadowed(p, want.In(i))
		}
		for i := range sig.Results().Len() {
			ok = ok && b.sameType(sig.Results().At(i).Type(), want.Out(i), &differ)
			b.notShadowed(sig.Results().At(i), want.Out(i))
		}
	}
	if !ok {
		b.Errorf(b.k.Fn.Name.Pos(), "found %s of type %s, where %s was asked for%s", b.k.Name,
			types.TypeString(sig, func(p *types.Package) string { return p.Name() }), want, differ)
	}
}

// matchEntry refuses a function that the program declares at another position, because its source is not the
// program's. Only the files of a whole package have the file names that the compiler saw.
func (b *builder) matchEntry() {
	file, line, ok := strings.Cut(b.opts.Entry, ":")
	if !ok || b.opts.World < syntax.WholePackage {
		return
	}
	at, _ := strconv.Atoi(line)
	from, to := b.Fset.Position(b.k.Fn.Pos()), b.Fset.Position(b.k.Fn.End())
	if path.Base(filepath.ToSlash(from.Filename)) != file || at < from.Line || to.Line < at {
		b.Refuse(b.k.Fn.Name.Pos(), b.k.Name+", which the program has at "+b.opts.Entry,
			"hotloop.WithPackage with the files that the program was built from")
	}
}

// notShadowed refuses a parameter or result whose type is predeclared in the source but declared in the program. A
// file that is not part of the source declares a type of that name.
func (b *builder) notShadowed(p *types.Var, r reflect.Type) {
	if b.opts.World == syntax.TextOnly {
		return
	}
	if name := shadowed(p.Type(), r); name != "" {
		b.Refuse(p.Pos(), "type "+name+", which another file of package "+b.k.Types.Name()+" declares",
			"hotloop.WithPackage with all files of the package among the options")
	}
}

// shadowed returns the name of a predeclared type in t for which the program's type r has a declared type, or "".
func shadowed(t types.Type, r reflect.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if r.PkgPath() != "" {
			return t.Name()
		}
	case *types.Slice:
		if r.Kind() == reflect.Slice {
			return shadowed(t.Elem(), r.Elem())
		}
	case *types.Pointer:
		if r.Kind() == reflect.Pointer {
			return shadowed(t.Elem(), r.Elem())
		}
	case *types.Array:
		if r.Kind() == reflect.Array {
			return shadowed(t.Elem(), r.Elem())
		}
	}
	return ""
}

// sameType reports whether t of the source is the program's type r, as far as memory layout and meaning are
// concerned. The fields of structs must have the same names and types in the same order. The names of declared
// types matter only if the source is that of the program. Otherwise they belong to different packages. If a
// field's name differs, sameType stores that name in differ.
func (b *builder) sameType(t types.Type, r reflect.Type, differ *string) bool {
	c := typePairs{own: b.k.Types, named: b.opts.World != syntax.TextOnly}
	ok := c.same(b.subst(t), r)
	*differ = c.differ
	return ok
}

// typePairs are the pairs of types being compared. Pointers may lead back to them.
type typePairs struct {
	t     []types.Type
	r     []reflect.Type
	own   *types.Package // the kernel's
	named bool           // declared types must have the same names

	differ string // the name of a field that differs
}

// sameName reports whether r has the name of t, if t is a declared type. Type arguments are compared through the
// resulting types.
func (c *typePairs) sameName(t types.Type, r reflect.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return true
	}
	o := n.Obj()
	name, _, _ := strings.Cut(r.Name(), "[")
	return name == o.Name() && (o.Pkg() == nil || o.Pkg() == c.own || o.Pkg().Path() == r.PkgPath())
}

func (c *typePairs) same(t types.Type, r reflect.Type) bool {
	if c.named && !c.sameName(t, r) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.UnsafePointer {
			return r.Kind() == reflect.UnsafePointer
		}
		return u.Kind() != types.Invalid && u.Kind() < types.UntypedBool && reflectKinds[u.Kind()] == r.Kind()
	case *types.Slice:
		return r.Kind() == reflect.Slice && c.behind(u.Elem(), r.Elem())
	case *types.Pointer:
		return r.Kind() == reflect.Pointer && c.behind(u.Elem(), r.Elem())
	case *types.Array:
		return r.Kind() == reflect.Array && u.Len() == int64(r.Len()) && c.same(u.Elem(), r.Elem())
	case *types.Struct:
		if r.Kind() != reflect.Struct || u.NumFields() != r.NumField() {
			return false
		}
		for i := range u.NumFields() {
			f, g := u.Field(i), r.Field(i)
			sameField := f.Name() == g.Name && f.Embedded() == g.Anonymous
			if !c.named && !sameField {
				sameField = check.FieldNames(u)[i] == g.Name
			}
			if !sameField {
				c.differ = fmt.Sprintf("; field %d of a struct is called %s in the source, and %s there", i+1, f.Name(), g.Name)
			}
			if !sameField || !c.same(f.Type(), g.Type) {
				return false
			}
		}
		return true
	case *types.Map:
		return r.Kind() == reflect.Map
	case *types.Chan:
		return r.Kind() == reflect.Chan
	case *types.Signature:
		return r.Kind() == reflect.Func
	case *types.Interface:
		if r.Kind() != reflect.Interface || u.NumMethods() != r.NumMethod() {
			return false
		}
		for i := range u.NumMethods() { // both are sorted by name; other methods make another type
			if u.Method(i).Name() != r.Method(i).Name {
				return false
			}
		}
		return true
	}
	return false
}

// behind compares the referents of slices and pointers. Types that the source does not know are not compared.
func (c *typePairs) behind(t types.Type, r reflect.Type) bool {
	if check.IsInvalid(t) {
		return true
	}
	if _, isNamed := types.Unalias(t).(*types.Named); !isNamed {
		return c.same(t, r)
	}
	for i := range c.t {
		if c.t[i] == t && c.r[i] == r {
			return true
		}
	}
	c.t, c.r = append(c.t, t), append(c.r, r)
	return c.same(t, r)
}

var reflectKinds = [types.UntypedBool]reflect.Kind{
	types.Bool: reflect.Bool, types.Int: reflect.Int, types.Int8: reflect.Int8, types.Int16: reflect.Int16,
	types.Int32: reflect.Int32, types.Int64: reflect.Int64, types.Uint: reflect.Uint, types.Uint8: reflect.Uint8,
	types.Uint16: reflect.Uint16, types.Uint32: reflect.Uint32, types.Uint64: reflect.Uint64,
	types.Uintptr: reflect.Uintptr, types.Float32: reflect.Float32, types.Float64: reflect.Float64,
	types.String: reflect.String, types.Complex64: reflect.Complex64, types.Complex128: reflect.Complex128,
}
