package frontend

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"hotloop/loopopt/ir"
)

// builder makes the SSA of one kernel.
type builder struct {
	reports
	k    *kernel
	info *types.Info
	opts Options
	f    *ir.Func

	// cur is where values go; nil in code that cannot be reached, which is skipped.
	cur     *ir.Block
	fn      *funcInfo // whose body is being built
	frame   *frame    // of the inlined call being built, nil for the kernel itself
	active  map[*types.Func]bool
	inlined int
	targets *target
	mode    fpMode

	vars    map[*types.Var]*variable
	defs    map[defKey]*ir.Value
	nvars   int32
	sealed  []bool // by block ID
	pending map[ir.ID][]pendingPhi

	// hoisted holds what was computed ahead of the expression it stands in.
	hoisted map[ast.Expr][]val
	invalid token.Pos // of something without a type, as a rule reported by the type checker
}

// val is the value of an expression: of a scalar v alone, of a slice its pointer, length and capacity.
type val struct {
	t   typ
	v   *ir.Value
	len *ir.Value
	cap *ir.Value
}

// typ is what the builder needs to know of a Go type.
type typ struct {
	elem     ir.Elem // of the scalar or the slice's elements; Void is no type
	unsigned bool
	slice    bool
}

func (t typ) ir() ir.Type { return ir.Scalar(t.elem) }

// scalar is the type of a slice's elements.
func (t typ) scalar() typ { t.slice = false; return t }

var (
	tInt  = typ{elem: ir.I64}
	tBool = typ{elem: ir.Bool}
)

var basicTypes = [...]typ{
	types.Bool: tBool, types.UntypedBool: tBool,
	types.Int: tInt, types.Int8: {elem: ir.I8}, types.Int16: {elem: ir.I16}, types.Int32: {elem: ir.I32}, types.Int64: tInt,
	types.Uint: {elem: ir.I64, unsigned: true}, types.Uint8: {elem: ir.I8, unsigned: true},
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
	if t == nil {
		b.invalid = pos
		return tInt
	}
	if x, ok := basic(t); ok {
		return x
	}
	if s, ok := t.Underlying().(*types.Slice); ok {
		if x, ok := basic(s.Elem()); ok {
			x.slice = true
			return x
		}
	}
	b.refuseType(t, pos)
	return tInt
}

func (b *builder) refuseType(t types.Type, pos token.Pos) {
	name := types.TypeString(t, func(p *types.Package) string {
		if p == b.k.types {
			return ""
		}
		return p.Name()
	})
	instead := "a numeric type or a slice of one"
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Kind() == types.Invalid:
			b.invalid = pos
			return
		case u.Info()&types.IsComplex != 0:
			instead = "real and imaginary part as two floats"
		case u.Info()&types.IsString != 0:
			instead = "[]byte"
		}
	case *types.Slice:
		if _, ok := u.Elem().Underlying().(*types.Slice); ok {
			instead = "one flat slice and a row length"
		} else if _, ok := u.Elem().Underlying().(*types.Struct); ok {
			instead = "one slice per field"
		}
	case *types.Array:
		instead = "a slice parameter, or one variable per element"
	case *types.Pointer:
		instead = "a slice parameter or a result"
	case *types.Map:
		instead = "a table as a slice parameter"
	case *types.Struct:
		instead = "one parameter or variable per field"
	case *types.Interface:
		instead = "a concrete numeric type"
	}
	b.refuse(pos, "type "+name, instead)
}

// frame is an inlined call: where its returns go.
type frame struct {
	results []*variable
	end     *ir.Block
}

// build makes the SSA of k.
func (k *kernel) build(opts Options) (*Result, error) {
	obj, _ := k.info.Defs[k.fn.Name].(*types.Func)
	b := &builder{
		reports: reports{fset: k.pkg.fset, warns: append([]Warning(nil), k.warns...)},
		k:       k, info: k.info, opts: opts,
		f:       ir.NewFunc(k.name),
		fn:      k.funcs[obj],
		active:  map[*types.Func]bool{obj: true},
		vars:    make(map[*types.Var]*variable, 16),
		defs:    make(map[defKey]*ir.Value, 32),
		pending: map[ir.ID][]pendingPhi{},
		mode:    fpMode{flags: opts.FP, written: opts.FPWritten},
	}
	if b.fn.fp != nil {
		b.mode = *b.fn.fp
	}
	b.f.FP = b.mode.flags
	fset := k.pkg.fset // and not the syntax trees: a kernel in use keeps the function alive
	b.f.Position = func(p ir.Pos) string { return position(fset.Position(token.Pos(p))) }
	b.cur = b.f.Entry()
	b.seal(b.cur)

	sig := obj.Signature()
	res := &Result{Func: b.f}
	b.parameters(sig, res)
	b.results(sig)
	if len(b.errs) == 0 {
		b.matchType(sig)
	}
	if len(b.errs) == 0 {
		b.stmts(k.fn.Body.List)
		if b.cur != nil {
			b.ret(nil, k.fn.Body.Rbrace)
		}
	}
	if b.invalid.IsValid() && len(b.errs) == 0 {
		b.refuse(b.invalid, "something without a valid type", "code that go vet accepts")
	}
	if err := b.err(); err != nil {
		return nil, err
	}
	b.finish()
	res.Warnings = b.warns
	return res, nil
}

// parameters declares the parameters; bound ones are constants and not parameters of the kernel.
func (b *builder) parameters(sig *types.Signature, res *Result) {
	used := 0
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		t := b.typeOf(p.Type(), p.Pos())
		if x, ok := b.opts.Bind[p.Name()]; ok && p.Name() != "" && p.Name() != "_" {
			used++
			v := b.bound(p, t, x, res)
			b.declare(p, val{t: t, v: v})
			continue
		}
		n := len(b.f.Params)
		b.f.Params = append(b.f.Params, b.param(p, t))
		if p.Name() == "" || p.Name() == "_" {
			continue
		}
		if t.slice {
			b.declare(p, val{t: t, v: b.f.Arg(ir.OpArgPtr, n), len: b.f.Arg(ir.OpArgLen, n), cap: b.f.Arg(ir.OpArgCap, n)})
		} else {
			b.declare(p, val{t: t, v: b.f.Arg(ir.OpArg, n)})
		}
	}
	if used < len(b.opts.Bind) {
		for name := range b.opts.Bind {
			found := false
			for i := range sig.Params().Len() {
				found = found || sig.Params().At(i).Name() == name
			}
			if !found {
				b.errorf(b.k.fn.Name.Pos(), "found a value bound to %s, which is no parameter of %s", name, b.k.name)
			}
		}
	}
}

func (b *builder) param(p *types.Var, t typ) ir.Param {
	kind := ir.ParamScalar
	if t.slice {
		kind = ir.ParamSlice
	}
	return ir.Param{Name: p.Name(), Kind: kind, Elem: t.elem, Size: t.elem.Size(), Sign: t.elem.IsInt() && !t.unsigned,
		Pos: ir.Pos(p.Pos())}
}

// bound is the constant that parameter p has.
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
			if t.elem.IsFloat() && !t.slice {
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
	if !t.slice {
		v = b.constant(c, t)
	}
	if v == nil {
		b.errorf(p.Pos(), "found %v bound to %s, which is of type %s", x, p.Name(), p.Type())
		return b.f.ConstInt(ir.TI64, 0)
	}
	if res.Bound == nil {
		res.Bound = map[string]string{}
	}
	res.Bound[p.Name()] = c.String()
	return v
}

// results declares the named results as variables.
func (b *builder) results(sig *types.Signature) {
	for i := range sig.Results().Len() {
		r := sig.Results().At(i)
		t := b.typeOf(r.Type(), r.Pos())
		if t.slice {
			b.refuse(r.Pos(), "a slice as result", "the data into a slice parameter")
			t = t.scalar()
		}
		b.f.Results = append(b.f.Results, b.param(r, t))
		if r.Name() != "" {
			b.fn.resultVar(b, r, t)
		}
	}
}

// resultVar declares a named result, zero at first. A blank one is a variable too: return without operands reads it.
func (fi *funcInfo) resultVar(b *builder, r *types.Var, t typ) *variable {
	v := b.newVariable(r, t, true)
	b.write(v, b.zero(t))
	return v
}

// matchType compares the func type asked for with the source.
func (b *builder) matchType(sig *types.Signature) {
	want := b.opts.Type
	if want == nil {
		return
	}
	ok := want.Kind() == reflect.Func && want.NumIn() == len(b.f.Params) && want.NumOut() == len(b.f.Results)
	if ok {
		n := 0
		for i := range sig.Params().Len() {
			p := sig.Params().At(i)
			if _, isBound := b.opts.Bind[p.Name()]; isBound && p.Name() != "" && p.Name() != "_" {
				continue
			}
			ok = ok && sameType(p.Type(), want.In(n))
			n++
		}
		for i := range sig.Results().Len() {
			ok = ok && sameType(sig.Results().At(i).Type(), want.Out(i))
		}
	}
	if !ok {
		b.errorf(b.k.fn.Name.Pos(), "found %s of type %s, where %s was asked for", b.k.name,
			types.TypeString(sig, func(p *types.Package) string { return p.Name() }), want)
	}
}

// sameType says whether the two have one representation: names do not matter, since the caller's named types and those
// of the source are of different packages.
func sameType(t types.Type, r reflect.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() < types.UntypedBool && reflectKinds[u.Kind()] == r.Kind()
	case *types.Slice:
		return r.Kind() == reflect.Slice && sameType(u.Elem(), r.Elem())
	}
	return false
}

var reflectKinds = [types.UntypedBool]reflect.Kind{
	types.Bool: reflect.Bool, types.Int: reflect.Int, types.Int8: reflect.Int8, types.Int16: reflect.Int16,
	types.Int32: reflect.Int32, types.Int64: reflect.Int64, types.Uint: reflect.Uint, types.Uint8: reflect.Uint8,
	types.Uint16: reflect.Uint16, types.Uint32: reflect.Uint32, types.Uint64: reflect.Uint64,
	types.Uintptr: reflect.Uintptr, types.Float32: reflect.Float32, types.Float64: reflect.Float64,
	types.String: reflect.String,
}

// finish brings the SSA into the form the optimizer expects: no copies, no useless phis, no dead values, blocks in
// reverse postorder.
func (b *builder) finish() {
	b.f.ElimCopies()
	b.f.RemoveUnreachable()
	b.simplifyPhis()
	for _, blk := range b.f.Blocks {
		// A loop whose body always leaves it is none.
		if blk.Loop != nil && len(blk.Preds) < 2 {
			blk.Loop = nil
		}
	}
	fuse(b.f)
	b.f.RemoveDead()
	b.f.Blocks = slices.Clone(b.f.ReversePostorder())
	b.f.Layout()
}

func (b *builder) new(op ir.Op, t ir.Type, pos token.Pos, args ...*ir.Value) *ir.Value {
	v := b.cur.New(op, t, ir.Pos(pos), args...)
	if b.mode.flags != 0 && takesFlags(op, v) {
		v.FP = b.mode.flags
	}
	return v
}

// takesFlags says whether v is floating-point arithmetic or a comparison of floats.
func takesFlags(op ir.Op, v *ir.Value) bool {
	switch op.Info().Rule {
	case ir.RuleFloat, ir.RuleCmpFloat:
		return true
	case ir.RuleSame, ir.RuleCmpAny:
		return op.Is(ir.FlagElementwise) && v.Args[0].Type.Elem.IsFloat()
	}
	return op == ir.OpFTrunc || op == ir.OpFExt
}

func (b *builder) zero(t typ) val {
	if t.slice {
		// A nil slice: its address is never used, since its length is 0.
		z := b.f.ConstInt(ir.TI64, 0)
		return val{t: t, v: b.f.Const(ir.TPtr, 0), len: z, cap: z}
	}
	return val{t: t, v: b.f.Const(t.ir(), 0)}
}

func (b *builder) int(n int64) *ir.Value { return b.f.ConstInt(ir.TI64, n) }

// constant is c as a value of type t, or nil if it is none.
func (b *builder) constant(c constant.Value, t typ) *ir.Value {
	switch {
	case t.elem == ir.Bool:
		if c.Kind() == constant.Bool {
			return b.f.ConstBool(ir.TBool, constant.BoolVal(c))
		}
	case t.elem.IsFloat():
		c = constant.ToFloat(c)
		if c.Kind() != constant.Float && c.Kind() != constant.Int {
			return nil
		}
		if t.elem == ir.F32 {
			x, _ := constant.Float32Val(c)
			return b.f.ConstFloat(ir.TF32, float64(x))
		}
		x, _ := constant.Float64Val(c)
		return b.f.ConstFloat(ir.TF64, x)
	case t.elem.IsInt():
		c = constant.ToInt(c)
		if c.Kind() != constant.Int {
			return nil
		}
		if n, exact := constant.Int64Val(c); exact {
			if v := b.f.ConstInt(t.ir(), n); t.unsigned && n >= 0 && uint64(n) == uint64(v.AuxInt) || !t.unsigned && v.Int() == n {
				return v
			}
			return nil
		}
		if n, exact := constant.Uint64Val(c); exact && t.unsigned && t.elem == ir.I64 {
			return b.f.Const(ir.TI64, n)
		}
	}
	return nil
}

func (b *builder) check(kind ir.SiteKind, pos token.Pos, unsigned bool, cond *ir.Value, operands ...*ir.Value) *ir.Site {
	s := b.f.NewSite(kind, ir.Pos(pos))
	s.Unsigned = unsigned
	v := b.cur.New(ir.OpCheck, ir.TVoid, ir.Pos(pos), cond)
	v.AddArgs(operands...)
	v.Aux = s
	return s
}
