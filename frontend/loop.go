package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/frontend/directive"
	"hotloop/loopopt/ir"
)

// All loops are built in one form, which loop rotation expects:
//
//	preheader → for.head (condition) → for.body … → for.post → for.head
//	                    ↘ for.end
//
// The loop metadata is attached to for.head.

// loop is a loop under construction.
type loop struct {
	head, body, post, end *ir.Block
	mode                  directive.Mode // the floating-point mode outside the loop
}

// enter starts a loop. The current block becomes the preheader, and the header becomes the current block. The
// header is sealed in leave. Until then, variables that the loop changes are looked up through incomplete phis.
func (b *builder) enter(s ast.Stmt, label string) loop {
	l := loop{mode: b.mode}
	l.head = b.f.NewBlock("for.head")
	l.body = b.f.NewBlock("for.body")
	l.post = b.f.NewBlock("for.post")
	l.end = b.f.NewBlock("for.end")
	md := &ir.LoopMD{Pos: ir.Pos(s.Pos())}
	if info := b.k.Loops[s]; info != nil {
		md.Attrs = info.Attrs
		if b.frame != nil {
			md.Attrs = b.fn.GroupsInKernel(md.Attrs)
		}
		if info.Fp != nil {
			b.mode = *info.Fp
		}
	}
	l.head.Loop = md
	b.jump(l.head)
	b.cur = l.head // not sealed: the back edge is missing
	b.targets = &target{outer: b.targets, label: label, brk: l.end, cont: l.post, within: b.within}
	return l
}

// latch continues in for.post.
func (b *builder) latch(l loop) {
	b.jump(l.post)
	b.start(l.post)
}

// leave closes the loop and continues after it. It seals the header, whose predecessors are the preheader and the
// latch. The phis of the variables that the loop changes then get their second argument.
func (b *builder) leave(l loop) {
	b.jump(l.head)
	b.seal(l.head)
	b.targets = b.targets.outer
	b.mode = l.mode
	b.start(l.end)
}

// forStmt builds a for statement. Since Go 1.22, each iteration has its own copy of the variables of the init
// statement. That is visible only if a slice or pointer of one outlives the iteration, which is refused
// (check.Func.PerIteration). One variable is therefore sufficient.
func (b *builder) forStmt(s *ast.ForStmt, label string) {
	if s.Init != nil {
		b.stmt(s.Init, "")
		if b.cur == nil {
			return
		}
	}
	l := b.enter(s, label)
	if s.Cond != nil {
		b.condition(s.Cond, l.body, l.end, ir.NoGuess)
	} else {
		b.jump(l.body)
	}
	b.start(l.body)
	if b.cur != nil {
		b.stmts(s.Body.List)
	}
	b.latch(l)
	if s.Post != nil && b.cur != nil {
		b.stmt(s.Post, "")
	}
	b.leave(l)
}

// rangeStmt builds a range statement. The range expression is evaluated once, and a hidden counter runs. Assigning
// to the iteration variable does not change the number of iterations, because each iteration has a new variable.
func (b *builder) rangeStmt(s *ast.RangeStmt, label string) {
	if x := b.runesOf(s.X); x != nil && isBlank(s.Key) {
		b.rangeString(s, x, label)
		return
	}
	if t := b.goType(s.X); t != nil {
		if _, ok := t.Underlying().(*types.Signature); ok {
			b.rangeOverFunc(s, label)
			return
		}
		if u, ok := t.Underlying().(*types.Basic); ok && u.Info()&types.IsString != 0 {
			b.rangeString(s, s.X, label)
			return
		}
	}
	r, ok := b.rangeOperand(s)
	if !ok {
		return
	}
	t := r.t
	counter := b.newVariable(nil, t, true)
	b.write(counter, val{t: t, v: b.f.Const(t.ir(), 0)})

	l := b.enter(s, label)
	i := b.read(counter)
	less := ir.OpLtS
	if t.unsigned {
		less = ir.OpLtU
	}
	b.branch(b.new(less, ir.TBool, s.Pos(), i.v, r.limit), l.body, l.end, ir.NoGuess)
	b.start(l.body)
	b.rangeVars(s, i, &r)
	b.stmts(s.Body.List)
	b.latch(l)
	if b.cur != nil {
		i := b.read(counter)
		i.v = b.new(ir.OpAdd, t.ir(), s.Pos(), i.v, b.one(t).v)
		b.write(counter, i)
	}
	b.leave(l)
}

// notRanged returns what to write instead of a range over type t, or "" if kernels support it.
func notRanged(t types.Type) string {
	switch t.Underlying().(type) {
	case *types.Map:
		return "slices of keys and values"
	case *types.Chan:
		return "a slice parameter"
	}
	return ""
}

// countType returns the type of the counter of a range over an integer. For an untyped constant, it is the type of
// the iteration variable, or int for a new variable.
func (b *builder) countType(s *ast.RangeStmt, t types.Type) types.Type {
	if bt, ok := t.(*types.Basic); ok && bt.Info()&types.IsUntyped != 0 {
		if s.Tok == token.ASSIGN && s.Key != nil {
			if kt := b.info.Type(s.Key); kt != nil {
				return kt
			}
		}
		return types.Default(t)
	}
	return t
}

// rangeVars sets the iteration variables. The element is loaded without a bounds check, because the counter is
// below the length.
func (b *builder) rangeVars(s *ast.RangeStmt, i val, r *rangeOver) {
	var lhs []ast.Expr
	var xs []val
	if s.Key != nil {
		lhs, xs = append(lhs, s.Key), append(xs, i)
	}
	if s.Value != nil {
		lhs = append(lhs, s.Value)
		if id, ok := s.Value.(*ast.Ident); ok && id.Name == "_" {
			xs = append(xs, b.zero(tInt))
		} else {
			xs = append(xs, r.element(b, i.v, s.Value.Pos()))
		}
	}
	if len(lhs) > 0 {
		for _, e := range lhs {
			b.hoist(e, false)
		}
		b.assignTuple(lhs, nil, xs)
	}
}

// rangeOver describes what a range statement iterates over: the counter's type, the number of iterations, and the
// elements.
type rangeOver struct {
	t     typ
	limit *ir.Value
	items place
	// ptr is the pointer to the array items, if the range is over a pointer. It is checked for nil at each
	// element.
	ptr *val
}

// rangeOperand evaluates the range expression once. It reports false if the expression was refused.
func (b *builder) rangeOperand(s *ast.RangeStmt) (r rangeOver, ok bool) {
	t := b.goType(s.X)
	if t == nil || t == types.Typ[types.Invalid] { // such as a result of a function whose package is not given
		b.top(s.X)
		b.wrong(s.X.Pos())
		return r, false
	}
	if instead := notRanged(t); instead != "" {
		b.Refuse(s.X.Pos(), "a range over "+b.typeName(t), instead)
		return r, false
	}
	r.t = tInt
	if _, isBasic := t.Underlying().(*types.Basic); isBasic {
		r.t = b.typeOf(b.countType(s, t), s.X.Pos())
		b.hoist(s.X, true)
		r.limit = b.operandOf(s.X, r.t)
		if !r.t.elem.IsInt() || !r.t.isScalar() || r.limit == nil {
			b.wrong(s.X.Pos())
			return r, false
		}
		return r, true
	}
	over := b.typeOf(t, s.X.Pos())
	if !over.indexable() {
		b.wrong(s.X.Pos())
		return r, false
	}
	if over.isArrayOrPointer() {
		r.limit = b.int(over.of.len)
		if s.Value == nil && !hasCall(s.X) {
			return r, true // only the length is needed, so nothing is evaluated
		}
	}
	switch over.kind {
	case arrayKind:
		b.hoist(s.X, false)
		r.items = b.locate(s.X)
		if r.items.mem == nil && r.items.t.kind == arrayKind || r.items.parted() {
			x := b.get(r.items)
			if s.Value != nil {
				r.items.mem = b.spill(x, s.X.Pos())
			}
		} else if s.Value != nil && b.mayStore(s.Body) {
			// The loop iterates over a copy of the array.
			x := b.snapshot(val{t: over, mem: r.items.mem}, s.X.Pos())
			r.items.mem = x.mem
		}
	case pointerKind:
		x := b.top(s.X)
		r.ptr = &x
		if r.items = (place{t: typ{kind: arrayKind, of: over.of}, mem: &address{base: x.v}}); x.to != nil {
			r.items = *x.to
		}
	default:
		x := b.top(s.X)
		if x.len == nil {
			b.wrong(s.X.Pos())
			return r, false
		}
		r.limit = x.len
		r.items = place{t: x.t, x: &x}
	}
	return r, true
}

// element returns element number i, which is in range.
func (r *rangeOver) element(b *builder, i *ir.Value, pos token.Pos) val {
	if r.ptr != nil {
		b.checkNil(*r.ptr, pos)
	}
	return b.get(b.item(r.items, i, pos))
}

// mayStore reports whether a loop's body may change an array that the loop iterates over.
func (b *builder) mayStore(body *ast.BlockStmt) bool {
	stores := false
	target := func(e ast.Expr) {
		// A whole variable may be an array.
		if id, ok := ast.Unparen(e).(*ast.Ident); !ok || id.Name != "_" {
			stores = true
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, l := range n.Lhs {
					if _, isVar := ast.Unparen(l).(*ast.Ident); !isVar || n.Tok == token.ASSIGN {
						target(l)
					}
				}
			}
		case *ast.IncDecStmt:
			if _, isVar := ast.Unparen(n.X).(*ast.Ident); !isVar {
				target(n.X)
			}
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				stores = true
			}
		case *ast.CallExpr:
			stores = stores || !b.isHarmlessCall(n)
		}
		return !stores
	})
	return stores
}

// isHarmlessCall reports whether a call stores nothing: conversions, min, max, len and cap, and calls qualified by
// a package name.
func (b *builder) isHarmlessCall(c *ast.CallExpr) bool {
	fun := ast.Unparen(c.Fun)
	tv := b.info.TypeAndValue(fun)
	switch f := fun.(type) {
	case *ast.Ident:
		if !tv.IsBuiltin() {
			break
		}
		switch f.Name {
		case "min", "max", "len", "cap":
			return true
		}
	case *ast.SelectorExpr:
		if id, ok := f.X.(*ast.Ident); ok {
			_, isPkg := b.info.Use(id).(*types.PkgName)
			return isPkg
		}
	}
	return tv.IsType()
}

// hasCall reports whether evaluating e calls a function. If so, e is evaluated even if only its length is needed.
func hasCall(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		_, isCall := n.(*ast.CallExpr)
		found = found || isCall
		return !found
	})
	return found
}
