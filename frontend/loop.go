package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/frontend/directive"
	"hotloop/loopopt/ir"
)

// Loops are built in one form, which rotation expects:
//
//	preheader → for.head (condition) → for.body … → for.post → for.head
//	                    ↘ for.end
//
// The metadata hangs on for.head.

// loop is a loop under construction.
type loop struct {
	head, body, post, end *ir.Block
	mode                  directive.Mode // of the code around it
}

// enter starts a loop: the current block becomes the preheader, and the head the current block. The head is not sealed
// before leave: what the loop changes is looked up through a phi that waits for the back edge.
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

// latch goes on in for.post.
func (b *builder) latch(l loop) {
	b.jump(l.post)
	b.start(l.post)
}

// leave closes the loop and goes on behind it. The head is sealed now: its predecessors are the preheader and the
// latch, and the phis of the variables that the loop changes get their second argument.
func (b *builder) leave(l loop) {
	b.jump(l.head)
	b.seal(l.head)
	b.targets = b.targets.outer
	b.mode = l.mode
	b.start(l.end)
}

// forStmt builds a for statement. Each iteration has its own copy of the variables of the init statement (Go 1.22);
// that shows only if a slice or pointer of one outlives the iteration, which is refused (check.Func.PerIteration), so
// one variable serves.
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

// rangeStmt: the range expression is computed once; a counter that the body cannot see runs. Assigning to the
// iteration variable does not change how often the loop runs: the spec gives each iteration a new one.
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

// notRanged says what to write instead of a range over something of type t; "" if kernels have it.
func notRanged(t types.Type) string {
	switch t.Underlying().(type) {
	case *types.Map:
		return "slices of keys and values"
	case *types.Chan:
		return "a slice parameter"
	}
	return ""
}

// countType is the type of the counter of a range over an integer: of a constant without a type it is that of the
// iteration variable, int for a new one.
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

// rangeVars gives the iteration variables their values. The element is loaded without a check: the counter is below
// the length.
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

// rangeOver is what a range statement runs over: the type of its counter, the number of iterations, and where the
// elements are.
type rangeOver struct {
	t     typ
	limit *ir.Value
	items place
	// ptr is the pointer to the array that items is, if it is used as one: looked at with each element.
	ptr *val
}

// rangeOperand computes the range expression once. It says false if that was refused.
func (b *builder) rangeOperand(s *ast.RangeStmt) (r rangeOver, ok bool) {
	t := b.goType(s.X)
	if t == nil || t == types.Typ[types.Invalid] { // as of what a package returns that is not given
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
			return r, true // the length alone is asked for: nothing is computed
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
			// The loop runs over the array as it was.
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

// element is the element number i; it is in range.
func (r *rangeOver) element(b *builder, i *ir.Value, pos token.Pos) val {
	if r.ptr != nil {
		b.checkNil(*r.ptr, pos)
	}
	return b.get(b.item(r.items, i, pos))
}

// mayStore says whether a loop's body may change an array that the loop runs over.
func (b *builder) mayStore(body *ast.BlockStmt) bool {
	stores := false
	target := func(e ast.Expr) {
		// Whole variables may be arrays.
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

// isHarmlessCall: conversions, min, max, len and cap, and what a package's name stands in front of, store nothing.
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

// hasCall says whether computing e calls a function: then it is computed even if only its length is asked for.
func hasCall(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		_, isCall := n.(*ast.CallExpr)
		found = found || isCall
		return !found
	})
	return found
}
