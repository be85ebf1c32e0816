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

// call computes a call: a conversion, a builtin, a function of the standard packages, or one of the source, inlined.
//
// Calls of functions in the source are always inlined, loops, returns and all. So a callee's body is vectorized in
// place, under the mask of the call, and there are no vector variants (declare simd): a variant would cost what calls
// cost, with arguments in fixed registers and nothing shared between callee and loop. No function is too large for that
// before the limits of the whole kernel are met.
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

// callNamed computes a call of function o of package p, which is called name. It is nil if the type checker does not
// know it.
func (b *builder) callNamed(e *ast.CallExpr, o *types.Func, p *types.Package, name string) []val {
	switch {
	case o != nil && check.Makes(o):
		return b.makeText(e, o)
	case o != nil && b.k.Sourced(p) != nil:
		return b.inline(e, o)
	}
	return b.stdCall(e, p, name)
}

// anything stands for the results of a call that was refused. It has the right types, so that no further errors follow
// from it.
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

// args computes the arguments of a call: first what is hoisted out of any of them, then each. So the arguments are
// computed in the order of gc: calls in them first.
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

// builtin computes a call of a function that the language itself has. Scan has proved that the name is not declared
// anew; a builtin that kernels lack is refused with what to write instead.
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

// minMax folds the arguments from the left, as the spec defines min and max of several. A constant takes the type of
// the others.
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

// operandOf computes an operand that is converted to t if it is a constant.
func (b *builder) operandOf(e ast.Expr, t typ) *ir.Value {
	if tv := b.info.TypeAndValue(e); tv.Value != nil {
		if v := b.constant(tv.Value, t); v != nil {
			return v
		}
	}
	return b.expr(e).v
}

// operandAs is an operand of scalar type t, a constant perhaps.
func (b *builder) operandAs(e ast.Expr, t typ) val {
	if tv := b.info.TypeAndValue(e); tv.Value != nil {
		if v := b.constant(tv.Value, t); v != nil {
			return val{t: t, v: v}
		}
	}
	return b.expr(e)
}

// minMaxOp is the operation of two arguments. That of floats is Go's, with NaN and the sign of zero; it is not what
// one x86 instruction computes.
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

// panics ends the block with a check that fails.
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

// methodCall computes a call of a method: the receiver is its first argument.
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

// inline builds the body of callee in place of its call.
func (b *builder) inline(e *ast.CallExpr, callee *types.Func) []val {
	return b.inlineWith(e, callee, nil)
}

// inlineWith is inline of a function whose first arguments are known.
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

// declared is the body of a function of the source.
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

// enterBody builds a body in place of a call, of which the first arguments are no expressions of the call. The callee
// gets a fresh set of what belongs to a body: labels, hoisted values, type arguments and the floating-point mode, if a
// directive of its own says so.
func (b *builder) enterBody(e *ast.CallExpr, c *callee, args []val, first int) []val {
	if b.inlined++; b.inlined > maxInlined {
		if b.inlined == maxInlined+1 {
			b.Refuse(e.Pos(), "more than 2000 calls to inline", "fewer levels of functions that call one another")
		}
		return b.anything(e)
	}
	params := inputs(c.sig, make([]*types.Var, 0, fewInputs))
	list := -1 // the parameter that stands for a list of arguments
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
		arg := e.Fun // of f(g()), or a receiver: no variable
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

	// The caller's state is back: from here on names and labels are those of the caller.
	// If the callee never returns, the rest of the expression goes to a block that nothing reaches.
	b.seal(fr.end)
	b.cur = fr.end
	xs := make([]val, len(fr.results))
	for i, v := range fr.results {
		xs[i] = b.read(v)
		xs[i].fresh = xs[i].mem != nil && ownResults(fr.results)
	}
	return xs
}

// listOf are the arguments that a variadic parameter stands for: a slice of a new array, nil if there are none.
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

// ownResults says whether nothing but the results themselves can refer to the arrays in them.
func ownResults(rs []*variable) bool {
	for _, r := range rs {
		if r.t.slice || r.t.kind == pointerKind {
			return false
		}
	}
	return true
}

// passUnknown notes that x, the argument for a parameter of an inlined function, is of unknown extent there. The
// directive speaks of memory, not of a name: it holds in the whole kernel.
func (b *builder) passUnknown(x val) {
	root := x.v.Root()
	for i := range b.f.Params {
		if p := &b.f.Params[i]; p.Kind == ir.ParamArrayPtr && (root.Op != ir.OpArgPtr || root.AuxInt == int64(i)) {
			p.Unknown = p.Unknown || root.Op != ir.OpLocalPtr && root.Op != ir.OpTablePtr
		}
	}
}
