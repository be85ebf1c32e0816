package frontend

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"io"
	"reflect"
	"strings"
	"unsafe"

	"hotloop/frontend/check"
	"hotloop/frontend/syntax"
	"hotloop/loopopt/ir"
)

// A package-level variable passed with WithGlobal is memory at a fixed address: package variables are in the
// program's data, and other objects behind such a pointer are on the heap. It becomes an implicit parameter
// (ir.Param.Addr), so it may alias slices and other such variables.

// With Options.Symbols, all variables are used in place that are not constants of the kernel.

// handedOver reports whether o is such a variable.
func (b *builder) handedOver(o types.Object) bool {
	v, ok := o.(*types.Var)
	if !ok || v.Parent() != b.k.Types.Scope() {
		return false
	}
	if b.opts.Symbols {
		why, _ := b.k.Unsettled(v, b.opts.World, "")
		return (why != "" || b.k.Changes(v) != "") && b.hasSymbol(v)
	}
	return len(b.opts.Globals) > 0 && b.opts.Globals[v.Name()] != nil
}

// inPlaceOf is what to write for variable o to be used in place, "" if it cannot be.
func (b *builder) inPlaceOf(id *ast.Ident, o *types.Var) string {
	switch t := o.Type().Underlying().(type) {
	case *types.Array, *types.Struct, *types.Interface:
	case *types.Basic:
		if t.Info()&(types.IsNumeric|types.IsBoolean) == 0 {
			return ""
		}
	default:
		return ""
	}
	if o.Pkg() != b.k.Types || b.opts.Symbols {
		return ""
	}
	return "hotloop.WithGlobal(\"" + id.Name + "\", &" + id.Name + ") among the options"
}

// inPlace returns the place of a variable passed with WithGlobal. All uses share one address, whose parameter is
// made at the first use.
func (b *builder) inPlace(e *ast.Ident, o *types.Var) place {
	t := b.typeOf(o.Type(), e.Pos())
	if m, ok := b.placed[o]; ok {
		return place{t: t, mem: m, pos: e.Pos()}
	}
	if b.opts.Symbols {
		b.parted = true
		return b.variableIn(e, o, t, unsafe.Pointer(&atSymbol), Origin{Arg: FromSymbol, Via: -1})
	}
	return b.variableAt(e, o, t, b.opts.Globals[o.Name()])
}

// variableAt returns the place of variable o of type t, which pointer points to.
func (b *builder) variableAt(e *ast.Ident, o *types.Var, t typ, pointer any) place {
	p := reflect.ValueOf(pointer)
	differ := ""
	switch {
	case p.Kind() != reflect.Pointer || p.IsNil():
		b.Errorf(e.Pos(), "found a %T bound to variable %s; write a pointer to the variable instead", pointer, e.Name)
		return b.zeroPlace(t, e.Pos())
	case !b.sameType(o.Type(), p.Type().Elem(), &differ):
		b.Errorf(e.Pos(), "found variable %s of type %s, which is bound to a pointer to %s%s", e.Name,
			b.typeName(o.Type()), p.Type().Elem(), differ)
		return b.zeroPlace(t, e.Pos())
	case !t.isScalar() && !t.isAggregate():
		b.Refuse(e.Pos(), "package-level variable "+e.Name+" of type "+b.typeName(o.Type())+" in place",
			"it as a parameter")
		return b.zeroPlace(t, e.Pos())
	}
	return b.variableIn(e, o, t, p.UnsafePointer(), Origin{Arg: -1, Via: -1})
}

// variableIn returns the place of variable o at a fixed address, which becomes a parameter.
func (b *builder) variableIn(e *ast.Ident, o *types.Var, t typ, addr unsafe.Pointer, from Origin) place {
	each := t
	if t.of != nil {
		each = t.of.innermost()
	}
	r := ir.Param{Name: e.Name, Kind: ir.ParamArrayPtr, Addr: addr, Pos: ir.Pos(o.Pos()),
		Elem: each.elem, Size: int(each.size()), Sign: each.elem.IsInt() && !each.unsigned}
	if each.size() > 0 {
		r.Len = int(t.size() / each.size())
	}
	b.f.Params = append(b.f.Params, r)
	b.origins = append(b.origins, from)
	m := &address{base: b.f.Arg(ir.OpArgPtr, len(b.f.Params)-1)}
	if b.placed == nil {
		b.placed = map[*types.Var]*address{}
	}
	b.placed[o] = m
	return place{t: t, mem: m, pos: e.Pos()}
}

// hasSymbol reports whether code can use variable o in place by its symbol.
func (b *builder) hasSymbol(o *types.Var) bool {
	if !b.opts.Symbols || o.Pkg() != b.k.Types {
		return false
	}
	t := b.quietType(o.Type())
	return t.isScalar() || t.isAggregate()
}

// atSymbol stands for the addresses of such variables.
var atSymbol [8]byte

// checkGlobals reports names passed with WithGlobal that are not package-level variables.
func (b *builder) checkGlobals() {
	for name := range b.opts.Globals {
		if _, v, _ := b.k.Pkg.Variable(name); v == nil {
			b.Errorf(b.k.Fn.Name.Pos(), "found a variable bound as %s, which the source of %s does not declare; "+
				"write the name of a package-level variable, and hotloop.WithFile for the file that declares it, instead",
				name, b.k.Name)
		}
	}
}

// A package-level variable is a constant of the kernel if its initial value is constant and nothing in the source
// changes it. Arrays and slices become read-only tables. check/settled.go decides which code outside the source
// may change it. This does not apply to variables passed with WithGlobal.

// sourcedVariable reports whether o is a package-level variable of a package whose complete source is given.
func (b *builder) sourcedVariable(o *types.Var) bool {
	if o.Pkg() == nil || o.Parent() != o.Pkg().Scope() {
		return false
	}
	src := b.k.Sourced(o.Pkg())
	return src != nil && !src.Partial
}

// global returns the place of a package-level variable. It tests, in the order in which a message is most helpful,
// whether the variable is changed here, may be changed elsewhere, and has a constant value.
func (b *builder) global(e *ast.Ident, o *types.Var) place {
	if b.handedOver(o) {
		return b.inPlace(e, o)
	}
	t := b.typeOf(o.Type(), e.Pos())
	if len(b.Errs) > 0 && t == tInt && !types.Identical(o.Type().Underlying(), types.Typ[types.Int]) {
		return b.zeroPlace(t, e.Pos())
	}
	if x, ok := b.globals[o]; ok {
		return place{t: t, x: &x, mem: x.mem, pos: e.Pos()}
	}
	inPlace := b.inPlaceOf(e, o)
	orInPlace := ""
	if inPlace != "" {
		orInPlace = ", or " + inPlace
	}
	if at := b.k.Changes(o); at != "" {
		b.Refuse(e.Pos(), "package-level variable "+e.Name+", which may be changed at "+at, "it as a parameter"+orInPlace)
		return b.zeroPlace(t, e.Pos())
	}
	if err := b.initialError(o, t); err != nil {
		return b.variableAt(e, o, t, err)
	}
	x, ok := b.initial(o, t)
	if !ok && b.hasSymbol(o) {
		return b.inPlace(e, o)
	}
	if !ok {
		b.Refuse(e.Pos(), "package-level variable "+e.Name+", whose initial value is no constant",
			"it as a parameter, its value as constants"+orInPlace)
		return b.zeroPlace(t, e.Pos())
	}
	if why, instead := b.k.Unsettled(o, b.opts.World, inPlace); why != "" {
		b.Refuse(e.Pos(), "package-level variable "+e.Name+", "+why, instead)
		return b.zeroPlace(t, e.Pos())
	}
	if b.globals == nil {
		b.globals = map[*types.Var]val{}
	}
	b.globals[o] = x
	return place{t: t, x: &x, mem: x.mem, pos: e.Pos()}
}

// initialError returns the variable that stands for o if o is initialized by errors.New("text"), and nil
// otherwise. This applies only to a program given as text alone, where no other code has the variable. In other
// programs o is the program's own variable, whose address only hotloop.WithGlobal provides.
func (b *builder) initialError(o *types.Var, t typ) *error {
	e, ok := b.initializer(o)
	if !ok || e == nil || !t.isInterface() || b.opts.World != syntax.TextOnly {
		return nil
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || b.info.Value(call.Args[0]) == nil {
		return nil
	}
	text := constant.StringVal(b.info.Value(call.Args[0]))
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	f, ok := b.info.Use(fun.Sel).(*types.Func)
	if !ok || f.FullName() != "errors.New" && (f.FullName() != "fmt.Errorf" || strings.Contains(text, "%")) {
		return nil
	}
	err := errors.New(text)
	return &err
}

// stdVariables are standard library variables that programs do not change. The kernel uses those of this program.
var stdVariables = map[string]any{
	"io.EOF": &io.EOF, "io.ErrUnexpectedEOF": &io.ErrUnexpectedEOF, "io.ErrShortBuffer": &io.ErrShortBuffer,
	"io.ErrShortWrite": &io.ErrShortWrite, "io.ErrNoProgress": &io.ErrNoProgress,
}

// stdVariable returns the place of such a variable of another package. It reports false if o is not one.
func (b *builder) stdVariable(e *ast.Ident, o types.Object) (place, bool) {
	v, ok := o.(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return place{}, false
	}
	p := stdVariables[v.Pkg().Path()+"."+v.Name()]
	if p == nil && !check.IsStandard(v.Pkg().Path()) {
		return place{}, false
	}
	t := b.typeOf(v.Type(), e.Pos())
	if p == nil { // a type that has methods and no data, such as binary.LittleEndian
		x := b.zero(t)
		return place{t: t, x: &x, pos: e.Pos()}, true
	}
	if m, ok := b.placed[v]; ok {
		return place{t: t, mem: m, pos: e.Pos()}, true
	}
	return b.variableAt(e, v, t, p), true
}

// initial returns the initial value of a package-level variable. It reports false if that is not constant.
func (b *builder) initial(o *types.Var, t typ) (val, bool) {
	e, ok := b.initializer(o)
	if !ok {
		return val{}, false
	}
	switch {
	case t.isAggregate() && e == nil:
		if t.of.size > maxInTable {
			return val{}, false
		}
		return b.tableOf(o.Name(), t, make([]byte, t.of.size)), true
	case t.isAggregate():
		if t.of.scalar <= maxLeaves && b.isConstantTree(e) {
			return b.expr(e), true
		}
		data, ok := b.literalData(e, t)
		if !ok {
			return val{}, false
		}
		return b.tableOf(o.Name(), t, data), true
	case t.kind == pointerKind:
		return val{}, false
	case e == nil:
		return b.zero(t), true
	case t.slice:
		return b.initialSlice(o, e, t)
	}
	c := b.info.Value(ast.Unparen(e))
	if c == nil {
		return val{}, false
	}
	if t.kind == stringKind {
		return b.constExpr(e, b.info.TypeAndValue(ast.Unparen(e))), true
	}
	v := b.constant(c, t)
	return val{t: t, v: v}, v != nil
}

// isConstantTree reports whether e is a literal of constants, including strings, and of such literals.
func (b *builder) isConstantTree(e ast.Expr) bool {
	e = ast.Unparen(e)
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return b.info.Value(e) != nil
	}
	t := b.goType(e)
	if t == nil {
		return false
	}
	if _, isStruct := t.Underlying().(*types.Struct); !isStruct {
		return false
	}
	for _, x := range lit.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			x = kv.Value
		}
		if !b.isConstantTree(x) {
			return false
		}
	}
	return true
}

// initialSlice makes a table of the variable's initial slice. It reports false if its elements are not constant.
func (b *builder) initialSlice(o *types.Var, e ast.Expr, t typ) (val, bool) {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return val{}, false
	}
	// A slice literal slices an array whose length is determined by the largest index.
	s, _ := o.Type().Underlying().(*types.Slice)
	n := b.literalLen(lit)
	if n > maxInTable || s == nil {
		return val{}, false
	}
	a := b.typeOf(types.NewArray(s.Elem(), n), e.Pos())
	data, ok := b.literalData(lit, a)
	if !ok || !a.isAggregate() {
		return val{}, false
	}
	return val{t: t, v: b.tableOf(o.Name(), a, data).mem.base, len: b.int(n), cap: b.int(n)}, true
}

// initializer returns the expression that initializes o, or nil if there is none.
func (b *builder) initializer(o *types.Var) (ast.Expr, bool) {
	_, v, i := b.k.Sourced(o.Pkg()).Variable(o.Name())
	switch {
	case v == nil:
		return nil, false
	case len(v.Values) == 0:
		return nil, true
	case len(v.Values) == len(v.Names):
		return v.Values[i], true
	}
	return nil, false
}

// storesToTables refuses stores through slices of package-level variables and of strings.
func (b *builder) storesToTables() {
	if len(b.f.Tables) == 0 {
		return
	}
	derived := b.inTables()
	for _, blk := range b.f.Blocks {
		for _, v := range blk.Values {
			if v.Op.Is(ir.FlagWrites) && derived[v.Args[0].ID] {
				b.Refuse(token.Pos(v.Pos), "a store through a slice or pointer that may be of a package-level variable",
					"to a slice parameter")
			}
		}
	}
}

// inTables reports for each value, by ID, whether it may be an address in a table.
func (b *builder) inTables() []bool {
	is := make([]bool, b.f.NumValues())
	for changed := true; changed; {
		changed = false
		for _, blk := range b.f.Blocks {
			for _, v := range blk.Values {
				if is[v.ID] || v.Type != ir.TPtr {
					continue
				}
				yes := b.isTable(v) != nil
				for _, a := range v.Args {
					yes = yes || is[a.ID]
				}
				if yes {
					is[v.ID], changed = true, true
				}
			}
		}
	}
	return is
}

// constantIndex returns the key of a literal as a number, or otherwise if there is no key.
func constantIndex(c constant.Value, otherwise int64) int64 {
	if c == nil {
		return otherwise
	}
	n, ok := constant.Int64Val(constant.ToInt(c))
	if !ok {
		return otherwise
	}
	return n
}
