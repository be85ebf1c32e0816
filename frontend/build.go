package frontend

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
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
	steps   int // statements built
	targets *target
	mode    fpMode

	vars   map[*types.Var]*variable
	defs   map[defKey]*ir.Value
	nvars  int32
	shapes map[types.Type]*shape
	// sameShapes finds the shape of another type that is identical.
	sameShapes map[string]*shape
	// typeArgs are the types that the type parameters of the function being built stand for.
	typeArgs typeArgs
	// made is the block in which each of f.Locals comes into being; frameSize what they take together.
	made      []*ir.Block
	frameSize int64
	nonNil    map[nilKey]bool
	globals   map[*types.Var]val
	placed    map[*types.Var]*address // variables that were handed over
	sealed    []bool                  // by block ID
	pending   map[ir.ID][]pendingPhi

	// hoisted holds what was computed ahead of the expression it stands in.
	hoisted map[ast.Expr][]val
	invalid token.Pos // of the first thing without a type that kernels have, if nothing was refused for it
}

// val is the value of an expression: of a scalar v alone, of a slice its pointer, length and capacity, of a string
// pointer and length, of a pointer to an array itself and whether it is not nil. Of an array or a struct it is the
// leaves, or, if there are too many of them, the place in memory where it is.
type val struct {
	t      typ
	v      *ir.Value
	len    *ir.Value
	cap    *ir.Value
	nonNil *ir.Value
	leaves []*ir.Value
	mem    *address // with leaves == nil and mem == nil an aggregate too large for leaves is all zeros
	fresh  bool     // mem is memory that only this value knows of
}

// frame is an inlined call: where its returns go.
type frame struct {
	results []*variable
	end     *ir.Block
}

// What text costs, in units of ir.Func.Spend: to be parsed, and what the kernel needs of it to be checked and made SSA of.
const (
	stepsPerByte = 16
	stepsPerExpr = 400
)

// bytes is the length of the source.
func (p *pkg) bytes() (n int) {
	for _, f := range p.src {
		n += len(f.Text)
	}
	return n
}

// build makes the SSA of k.
func (k *kernel) build(opts Options) (*Result, error) {
	obj, _ := k.info.Defs[k.fn.Name].(*types.Func)
	newFunc := ir.NewFunc
	if opts.Transient {
		newFunc = ir.NewTransient
	}
	tables := builderTables.Get()
	defer tables.release()
	b := &builder{
		reports: reports{fset: k.pkg.fset, warns: append([]Warning(nil), k.warns...)},
		k:       k, info: k.info, opts: opts,
		f:       newFunc(k.name),
		fn:      k.funcs[obj],
		active:  map[*types.Func]bool{obj: true},
		vars:    tables.vars,
		defs:    tables.defs,
		pending: tables.pending,
		mode:    fpMode{flags: opts.FP, written: opts.FPWritten},
	}
	if b.fn.fp != nil {
		b.mode = *b.fn.fp
	}
	b.f.Spend(stepsPerByte*k.pkg.bytes() + stepsPerExpr*k.exprs)
	b.f.FP, b.f.Pos = b.mode.permits(), ir.Pos(k.fn.Name.Pos())
	fset := k.pkg.fset // and not the syntax trees: a kernel in use keeps the function alive
	b.f.Position = func(p ir.Pos) string { return position(fset.Position(token.Pos(p))) }
	b.cur = b.f.Entry()
	b.seal(b.cur)

	sig := obj.Signature()
	res := &Result{Func: b.f}
	b.instantiate(sig)
	if !b.broken() {
		b.parameters(sig, res)
		b.results(sig)
	}
	if !b.broken() {
		b.matchType(sig)
		b.names(res)
		b.checkGlobals()
	}
	if !b.broken() {
		b.stmts(k.fn.Body.List)
		if b.cur != nil {
			b.ret(nil, k.fn.Body.Rbrace)
		}
		b.tooLarge()
	}
	if b.invalid.IsValid() && len(b.errs) == 0 {
		if c := k.foreignCause(b.invalid); c.sel != nil {
			k.refuseForeign(&b.reports, c)
		} else {
			b.refuse(b.invalid, "something that kernels do not have", "loops over numbers, slices and arrays of such")
		}
	}
	if err := b.err(); err != nil {
		return nil, err
	}
	b.finish()
	b.storesToTables()
	b.outliving()
	if err := b.err(); err != nil {
		return nil, err
	}
	b.dropUnusedTables()
	res.Warnings = b.warns
	res.Signature = sig
	if len(b.typeArgs) > 0 {
		res.Signature = types.NewSignatureType(nil, nil, nil, b.subst(sig.Params()).(*types.Tuple), b.subst(sig.Results()).(*types.Tuple), false)
	}
	return res, nil
}

// parameters declares the parameters; bound ones are constants and not parameters of the kernel.
func (b *builder) parameters(sig *types.Signature, res *Result) {
	used := 0
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		t := b.typeOf(p.Type(), p.Pos())
		if t.isAggregate() {
			instead := "a pointer to the array"
			if t.kind == structKind {
				instead = "one parameter per field, or a slice of such structs"
			}
			b.refuse(p.Pos(), "a parameter of type "+b.typeName(p.Type()), instead)
			t = tInt
		}
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
		b.declare(p, b.argument(n, t, p.Pos()))
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

// argument is the value of parameter n.
func (b *builder) argument(n int, t typ, pos token.Pos) val {
	switch {
	case t.slice:
		return val{t: t, v: b.f.Arg(ir.OpArgPtr, n), len: b.f.Arg(ir.OpArgLen, n), cap: b.f.Arg(ir.OpArgCap, n)}
	case t.kind == stringKind:
		return val{t: t, v: b.f.Arg(ir.OpArgPtr, n), len: b.f.Arg(ir.OpArgLen, n)}
	case t.kind == pointerKind:
		p := b.f.Arg(ir.OpArgPtr, n)
		bits := b.cur.New(ir.OpBitcast, ir.TI64, ir.Pos(pos), p)
		return val{t: t, v: p, nonNil: b.cur.New(ir.OpNe, ir.TBool, ir.Pos(pos), bits, b.int(0))}
	}
	return val{t: t, v: b.f.Arg(ir.OpArg, n)}
}

func (b *builder) param(p *types.Var, t typ) ir.Param {
	r := ir.Param{Name: p.Name(), Elem: t.elem, Size: t.elem.Size(), Sign: t.elem.IsInt() && !t.unsigned, Pos: ir.Pos(p.Pos())}
	switch {
	case t.slice:
		r.Kind = ir.ParamSlice
		r.Size = int(t.item().size())
	case t.kind == stringKind:
		r.Kind = ir.ParamString
	case t.kind == pointerKind:
		r.Kind, r.Unknown = ir.ParamArrayPtr, b.fn.unknown[p]
		each := t.of.innermost()
		r.Elem, r.Size, r.Len = each.elem, int(each.size()), 0
		r.Sign = each.elem.IsInt() && !each.unsigned
		if each.size() > 0 {
			r.Len = int(t.of.size / each.size())
		}
	}
	return r
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
			switch {
			case t.elem == ir.F32 && t.isScalar() && r.Kind() == reflect.Float32:
				return b.f.Const(t.ir(), uint64(float32Bits(r))) // a signalling NaN stays one
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
		b.errorf(p.Pos(), "found %v bound to %s, which is of type %s", x, p.Name(), p.Type())
		return b.f.ConstInt(ir.TI64, 0)
	}
	if res.Bound == nil {
		res.Bound = map[string]string{}
	}
	res.Bound[p.Name()] = c.String()
	return v
}

func float32Bits(v reflect.Value) uint32 {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return *(*uint32)(p.UnsafePointer())
}

// results declares the named results as variables.
func (b *builder) results(sig *types.Signature) {
	for i := range sig.Results().Len() {
		r := sig.Results().At(i)
		t := b.typeOf(r.Type(), r.Pos())
		if !t.isScalar() {
			what := "a result of type " + b.typeName(r.Type())
			if t.slice {
				what = "a slice as result"
			}
			b.refuse(r.Pos(), what, "the data into a slice parameter")
			t = tInt
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

// finish brings the SSA into the form the optimizer expects: no copies, no useless phis, no dead values, blocks in
// reverse postorder.
func (b *builder) finish() {
	b.f.ElimCopies()
	b.f.RemoveUnreachable()
	b.simplifyPhis()
	for _, blk := range b.f.Blocks {
		// A loop whose body always leaves it is none.
		if blk.Loop != nil && len(blk.Preds) < 2 {
			for _, a := range blk.Loop.Attrs {
				if a.Pos != 0 {
					b.warnf(token.Pos(a.Pos), "%v has no effect: the loop ends in its first iteration", a)
				}
			}
			blk.Loop = nil
		}
	}
	fuse(b.f)
	b.f.RemoveDead()
	if narrowMath(b.f) {
		b.f.RemoveDead()
	}
	b.f.Blocks = slices.Clone(b.f.ReversePostorder())
	b.f.Layout()
}

func (b *builder) new(op ir.Op, t ir.Type, pos token.Pos, args ...*ir.Value) *ir.Value {
	v := b.cur.New(op, t, ir.Pos(pos), args...)
	if fp := b.mode.permits(); fp != 0 && takesFlags(op, v) {
		v.FP = fp
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
	x := val{t: t}
	switch {
	case t.slice:
		// A nil slice: its address is never used, since its length is 0.
		x.v, x.len, x.cap = b.nowhere(), b.int(0), b.int(0)
	case t.kind == stringKind:
		x.v, x.len = b.nowhere(), b.int(0)
	case t.kind == pointerKind:
		x.v, x.nonNil = b.nowhere(), b.f.ConstBool(ir.TBool, false)
	case t.isAggregate():
		if t.of.scalar <= maxLeaves {
			x.leaves = make([]*ir.Value, len(t.of.leaves))
			for i, l := range t.of.leaves {
				x.leaves[i] = b.f.Const(l.t.ir(), 0)
			}
		}
	default:
		x.v = b.f.Const(t.ir(), 0)
	}
	return x
}

// nowhere is an address that nothing is read from: constants cannot be addresses.
func (b *builder) nowhere() *ir.Value {
	return b.f.Arg(ir.OpTablePtr, b.f.NewTable(ir.Table{Name: "nil", Elem: ir.I8}))
}

func (b *builder) int(n int64) *ir.Value { return b.f.ConstInt(ir.TI64, n) }

// constant is c as a value of type t, or nil if it is none.
func (b *builder) constant(c constant.Value, t typ) *ir.Value {
	if bits, ok := constantBits(c, t); ok {
		return b.f.Const(t.ir(), bits)
	}
	return nil
}

// constantBits is c as a value of type t holds it, if t has it.
func constantBits(c constant.Value, t typ) (bits uint64, ok bool) {
	switch {
	case t.elem == ir.Bool:
		if c.Kind() == constant.Bool && constant.BoolVal(c) {
			bits = 1
		}
		return bits, c.Kind() == constant.Bool
	case t.elem.IsFloat():
		c = constant.ToFloat(c)
		if c.Kind() != constant.Float && c.Kind() != constant.Int {
			return 0, false
		}
		if t.elem == ir.F32 {
			x, _ := constant.Float32Val(c)
			return uint64(math.Float32bits(x)), true
		}
		x, _ := constant.Float64Val(c)
		return math.Float64bits(x), true
	case t.elem.IsInt():
		c = constant.ToInt(c)
		if c.Kind() != constant.Int {
			return 0, false
		}
		if n, exact := constant.Int64Val(c); exact {
			bits = ir.Truncate(t.elem, uint64(n))
			return bits, t.unsigned && n >= 0 && uint64(n) == bits || !t.unsigned && ir.SignExtend(t.elem, bits) == n
		}
		if n, exact := constant.Uint64Val(c); exact && t.unsigned && t.elem == ir.I64 {
			return n, true
		}
	}
	return 0, false
}

func (b *builder) check(kind ir.SiteKind, pos token.Pos, unsigned bool, cond *ir.Value, operands ...*ir.Value) *ir.Site {
	s := b.f.NewSite(kind, ir.Pos(pos))
	s.Unsigned = unsigned
	v := b.cur.New(ir.OpCheck, ir.TVoid, ir.Pos(pos), cond)
	v.AddArgs(operands...)
	v.Aux = s
	return s
}
