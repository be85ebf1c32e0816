package frontend

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"hotloop/frontend/check"
	"hotloop/frontend/syntax"
	"hotloop/loopopt/ir"
)

// call builds a call of a conversion, a builtin, a standard library function, or a function of the source, which
// is inlined.
//
// Calls of functions in the source are always inlined, including their loops and returns. The callee's body is
// vectorized in place, under the mask of the call. There are no vector variants (declare simd): a variant would
// pay the cost of a call, pass arguments in fixed registers, and share nothing between callee and loop. The only
// size limits are those of the whole kernel.
func (b *builder) call(e *ast.CallExpr) []val {
	fun := ast.Unparen(e.Fun)
	tv := b.info.TypeAndValue(fun)
	switch {
	case tv.IsType():
		if len(e.Args) != 1 {
			b.wrong(e.Pos())
			return []val{b.zero(tInt)}
		}
		return []val{b.conversion(e)}
	case tv.IsBuiltin():
		return b.builtin(e, fun)
	}
	switch fun := fun.(type) {
	case *ast.Ident:
		switch o := b.info.Use(fun).(type) {
		case *types.Func:
			return b.callNamed(e, o, o.Pkg(), fun.Name)
		case *types.Var:
			return b.callValue(e, b.expr(fun))
		}
	case *ast.SelectorExpr:
		id, ok := fun.X.(*ast.Ident)
		if ok {
			if p, ok := b.info.Use(id).(*types.PkgName); ok {
				o, _ := b.info.Use(fun.Sel).(*types.Func)
				return b.callNamed(e, o, p.Imported(), fun.Sel.Name)
			}
		}
		return b.methodCall(e, fun)
	case *ast.IndexExpr, *ast.IndexListExpr: // an instance of a generic function
		id := syntax.CalledName(fun)
		if id == nil {
			break
		}
		o, ok := b.info.Use(id).(*types.Func)
		if !ok {
			break
		}
		return b.callNamed(e, o, o.Pkg(), id.Name)
	}
	return b.callValue(e, b.expr(fun))
}

// callNamed builds a call of function o of package p, called name. o is nil if the type checker does not know the
// function.
func (b *builder) callNamed(e *ast.CallExpr, o *types.Func, p *types.Package, name string) []val {
	switch {
	case o != nil && check.Makes(o):
		return b.makeText(e, o)
	case o != nil && b.k.Sourced(p) != nil:
		return b.inline(e, o)
	}
	return b.stdCall(e, p, name)
}

// anything returns placeholder results for a refused call. They have the right types, so no further errors follow.
func (b *builder) anything(e *ast.CallExpr) []val {
	t := b.info.Type(e)
	if t == nil {
		return nil
	}
	if tuple, ok := t.(*types.Tuple); ok {
		xs := make([]val, tuple.Len())
		for i := range xs {
			xs[i] = b.zero(b.quietType(tuple.At(i).Type()))
		}
		return xs
	}
	return []val{b.zero(b.quietType(t))}
}

// args builds the arguments of a call. It first hoists from all arguments, then builds each. This matches the
// order of the Go compiler, which computes nested calls first.
func (b *builder) args(list []ast.Expr) []val {
	for _, a := range list {
		b.hoist(a, false)
	}
	xs := make([]val, 0, len(list))
	if len(list) == 1 {
		return append(xs, b.exprs(list[0])...) // f(g()) passes all of g's results
	}
	for _, a := range list {
		xs = append(xs, b.expr(a))
	}
	return xs
}

// builtin builds a call of a builtin function. Scan has checked that the name is not redeclared. Unsupported
// builtins are refused with a suggestion.
func (b *builder) builtin(e *ast.CallExpr, fun ast.Expr) []val {
	name := ""
	switch f := fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = "unsafe." + f.Sel.Name
	}
	if o, ok := fun.(*ast.Ident); ok && b.info.Use(o) != nil {
		name = b.info.Use(o).Name()
	}
	switch name {
	case "len", "cap":
		if of := b.runesOf(e.Args[0]); of != nil && name == "len" {
			return []val{b.countRunes(of, e.Pos())}
		}
		return []val{b.lengthOf(b.args(e.Args)[0], name, e.Pos())}
	case "min", "max":
		return []val{b.minMax(e, name)}
	case "complex", "real", "imag":
		t := b.typeOf(b.info.Type(e), e.Pos())
		for _, a := range e.Args {
			b.hoist(a, false)
		}
		var args []val
		for _, a := range e.Args {
			if name == "complex" && t.isComplex() {
				args = append(args, b.operandAs(a, t.part()))
			} else {
				args = append(args, b.expr(a))
			}
		}
		return []val{b.complexBuiltin(name, t, args, e.Pos())}
	case "copy":
		return []val{b.copyCall(e)}
	case "clear":
		b.clearCall(e)
		return nil
	case "panic":
		b.panics(e)
		return nil
	case "make":
		return []val{b.makeCall(e)}
	case "append":
		return []val{b.appendCall(e)}
	case "new":
		return []val{b.newCall(e)}
	}
	if of, ok := strings.CutPrefix(name, "unsafe."); ok {
		if x, ok := b.unsafeCall(e, of); ok {
			return []val{x}
		}
	}
	instead := map[string]string{
		"delete": "a table as a slice parameter", "close": "the loop alone", "recover": "the recover in the caller",
		"print":   "the value into a slice parameter or a result",
		"println": "the value into a slice parameter or a result",
	}[name]
	if instead == "" {
		instead = "plain Go without package unsafe"
	}
	b.Refuse(e.Pos(), "a call of "+name, instead)
	return b.anything(e)
}

// minMax folds the arguments from the left, as the spec defines min and max of several arguments. A constant takes
// the type of the others.
func (b *builder) minMax(e *ast.CallExpr, name string) val {
	t := b.typeOf(b.info.Type(e), e.Pos())
	for _, a := range e.Args {
		b.hoist(a, false)
	}
	if !t.isScalar() {
		b.Refuse(e.Pos(), "a call of "+name+" of strings", "a loop that compares their bytes")
		return b.zero(t)
	}
	var acc *ir.Value
	for _, a := range e.Args {
		v := b.operandOf(a, t)
		if acc == nil {
			acc = v
			continue
		}
		acc = b.new(minMaxOp(name, t), t.ir(), e.Pos(), acc, v)
	}
	return val{t: t, v: acc}
}

// operandOf builds an operand. A constant is converted to t.
func (b *builder) operandOf(e ast.Expr, t typ) *ir.Value {
	if tv := b.info.TypeAndValue(e); tv.Value != nil {
		if v := b.constant(tv.Value, t); v != nil {
			return v
		}
	}
	return b.expr(e).v
}

// operandAs is like operandOf but returns a val of scalar type t.
func (b *builder) operandAs(e ast.Expr, t typ) val {
	if tv := b.info.TypeAndValue(e); tv.Value != nil {
		if v := b.constant(tv.Value, t); v != nil {
			return val{t: t, v: v}
		}
	}
	return b.expr(e)
}

// minMaxOp returns the operation on two arguments. For floats it follows Go's rules for NaN and signed zero, which
// no single x86 instruction implements.
func minMaxOp(name string, t typ) ir.Op {
	switch {
	case t.elem.IsFloat() && name == "min":
		return ir.OpMin
	case t.elem.IsFloat():
		return ir.OpMax
	case t.unsigned && name == "min":
		return ir.OpMinU
	case t.unsigned:
		return ir.OpMaxU
	case name == "min":
		return ir.OpMinS
	}
	return ir.OpMaxS
}

// panics builds a call of panic: a check that always fails ends the block.
func (b *builder) panics(e *ast.CallExpr) {
	tv := b.info.TypeAndValue(e.Args[0])
	if tv.Value == nil || tv.Value.Kind() != constant.String || types.Unalias(tv.Type) != types.Typ[types.String] {
		b.panicsWith(e)
		return
	}
	s := b.check(ir.SitePanic, e.Pos(), false, b.f.ConstBool(ir.TBool, false))
	s.Msg = constant.StringVal(tv.Value)
	b.cur.Kind = ir.BlockTrap
	b.cur = nil
}

// methodCall builds a method call. The receiver is the first argument.
func (b *builder) methodCall(e *ast.CallExpr, fun *ast.SelectorExpr) []val {
	m, ok := b.info.Use(fun.Sel).(*types.Func)
	switch {
	case !ok && b.info.Use(fun.Sel) != nil:
		b.Refuse(e.Pos(), "a call of the function value "+fun.Sel.Name, "a call of a function of this source")
		return b.anything(e)
	case b.info.IsType(fun.X):
		return b.callValue(e, b.expr(fun))
	case !ok || b.k.Sourced(m.Pkg()) == nil || m.Signature().Recv() == nil || types.IsInterface(m.Signature().Recv().Type()):
		b.Refuse(e.Pos(), "a call of method "+fun.Sel.Name+", which is not declared here",
			"a function of this source that does it")
		return b.anything(e)
	}
	b.hoist(fun.X, false)
	for _, a := range e.Args {
		b.hoist(a, false)
	}
	recv, ok := b.receiver(fun, m)
	if !ok {
		b.wrong(e.Pos())
		return b.anything(e)
	}
	return b.inlineWith(e, m.Origin(), []val{recv})
}

// inline builds the body of callee in place of the call.
func (b *builder) inline(e *ast.CallExpr, callee *types.Func) []val {
	return b.inlineWith(e, callee, nil)
}

// inlineWith is like inline, for a function whose first arguments are given.
func (b *builder) inlineWith(e *ast.CallExpr, f *types.Func, first []val) []val {
	c, ok := b.declared(e, f)
	if !ok {
		return b.anything(e)
	}
	args := append(first, b.args(e.Args)...)
	if c.targs, ok = b.instance(syntax.CalledName(e.Fun), f); !ok {
		b.wrong(e.Pos())
		return b.anything(e)
	}
	return b.enterBody(e, c, args, len(first))
}

// declared returns the body of a function of the source.
func (b *builder) declared(e *ast.CallExpr, f *types.Func) (*callee, bool) {
	fi := b.k.Funcs[f]
	if fi == nil || fi.Decl.Body == nil {
		b.wrong(e.Pos()) // refused by scan
		return nil, false
	}
	if fi.Variants && !b.noted[fi] {
		if b.noted == nil {
			b.noted = map[*check.Func]bool{}
		}
		b.noted[fi] = true
		b.notes = append(b.notes, Warning{Pos: b.Fset.Position(e.Pos()), Msg: "calls of " + f.Name() +
			" inlined: omp declare simd makes no variants, a loop around a call vectorizes the body in place"})
	}
	c := &callee{sig: f.Signature(), node: fi.Decl, body: fi.Decl.Body, name: f.Name()}
	c.fn, c.mode = fi, b.mode
	if fi.Fp != nil {
		c.mode = *fi.Fp
	}
	return c, true
}

// enterBody builds a body in place of a call. The first arguments, first in number, are not expressions of the
// call. The callee gets its own labels, hoisted values and type arguments, and its own floating-point mode if one
// of its directives sets it.
func (b *builder) enterBody(e *ast.CallExpr, c *callee, args []val, first int) []val {
	if b.inlined++; b.inlined > maxInlined {
		if b.inlined == maxInlined+1 {
			b.Refuse(e.Pos(), "inlining of more than 2000 calls", "fewer levels of calls")
		}
		return b.anything(e)
	}
	params := inputs(c.sig, make([]*types.Var, 0, fewInputs))
	list := -1 // the index of the variadic parameter
	if c.sig.Variadic() && !e.Ellipsis.IsValid() && len(args) >= len(params)-1 {
		list = len(params) - 1
		caller := b.typeArgs
		b.typeArgs = c.targs
		args = append(args[:list:list], b.listOf(args[list:], params[list], e.Pos()))
		b.typeArgs = caller
	}
	if len(args) != len(params) {
		b.wrong(e.Pos())
		return b.anything(e)
	}
	if !b.reenter(e, c.node) {
		return b.anything(e)
	}
	fr := &frame{end: b.f.NewBlock(c.name + ".end"), sig: c.sig}
	fn, frame, targets, mode, hoisted, outer := b.fn, b.frame, b.targets, b.mode, b.hoisted, b.typeArgs
	within, leaveTo, labels := b.within, b.leaveTo, b.labels
	outside := len(b.shadows)
	b.withVars(c.vars)
	b.fn, b.frame, b.targets, b.hoisted, b.typeArgs = c.fn, fr, nil, nil, c.targs
	b.mode, b.within, b.leaveTo = c.mode, nil, nil
	for i, p := range params {
		arg := e.Fun // for f(g()) or a receiver, which are not variables
		if j := i - first; i != list && j >= 0 && len(e.Args) == len(args)-first && c.vars == nil && b.active[c.node] == 1 {
			arg = e.Args[j]
		}
		x := b.as(args[i], b.typeOf(p.Type(), p.Pos()), e.Pos())
		b.declareParam(p, x, arg, fn)
		if c.fn.Unknown[p] && x.v != nil {
			b.passUnknown(x)
		}
	}
	for i := range c.sig.Results().Len() {
		r := c.sig.Results().At(i)
		fr.results = append(fr.results, resultVar(b, r, b.typeOf(r.Type(), r.Pos())))
	}
	b.labels = b.labelsIn(c.body)
	b.stmts(c.body.List)
	if b.cur != nil {
		b.jump(fr.end)
	}
	b.active[c.node]--
	b.unbind(outside)
	b.fn, b.frame, b.targets, b.mode, b.hoisted, b.typeArgs = fn, frame, targets, mode, hoisted, outer
	b.within, b.leaveTo, b.labels = within, leaveTo, labels

	// The caller's state is restored, so names and labels are the caller's again. If the callee never returns, the
	// rest of the expression goes to an unreachable block.
	b.seal(fr.end)
	b.cur = fr.end
	xs := make([]val, len(fr.results))
	for i, v := range fr.results {
		xs[i] = b.read(v)
		xs[i].fresh = xs[i].mem != nil && ownResults(fr.results)
	}
	return xs
}

// listOf returns the value of a variadic parameter: a slice of a new array, or nil if there are no arguments.
func (b *builder) listOf(args []val, p *types.Var, pos token.Pos) val {
	t := b.typeOf(p.Type(), p.Pos())
	if !t.slice || len(args) == 0 {
		return b.zero(t)
	}
	s, ok := b.subst(p.Type()).Underlying().(*types.Slice)
	if !ok {
		b.wrong(pos)
		return b.zero(t)
	}
	a := b.typeOf(types.NewArray(s.Elem(), int64(len(args))), pos)
	if a.kind != arrayKind {
		return b.zero(t)
	}
	m := b.newLocal(p.Name(), a, pos)
	for i, x := range args {
		b.storeAt(*m.plus(int64(i) * a.of.elem.size()), b.as(x, a.of.elem, pos), pos)
	}
	return b.wholeSlice(a.of, m.base)
}

// ownResults reports whether only the results themselves can refer to the arrays in them.
func ownResults(rs []*variable) bool {
	for _, r := range rs {
		if r.t.slice || r.t.kind == pointerKind {
			return false
		}
	}
	return true
}

// passUnknown marks x, the argument of a parameter that the inlined function declares to be of unknown extent. The
// directive describes memory and not a name, so it holds in the whole kernel.
func (b *builder) passUnknown(x val) {
	root := x.v.Root()
	for i := range b.f.Params {
		if p := &b.f.Params[i]; p.Kind == ir.ParamArrayPtr && (root.Op != ir.OpArgPtr || root.AuxInt == int64(i)) {
			p.Unknown = p.Unknown || root.Op != ir.OpLocalPtr && root.Op != ir.OpTablePtr
		}
	}
}
