package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

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
	mode                  fpMode // of the code around it
}

// enter starts a loop: the current block becomes the preheader, and the head the current block.
func (b *builder) enter(s ast.Stmt, label string) *loop {
	l := &loop{mode: b.mode}
	l.head = b.f.NewBlock("for.head")
	l.body = b.f.NewBlock("for.body")
	l.post = b.f.NewBlock("for.post")
	l.end = b.f.NewBlock("for.end")
	md := &ir.LoopMD{Pos: ir.Pos(s.Pos())}
	if info := b.k.loops[s]; info != nil {
		md.Attrs = info.attrs
		if info.fp != nil {
			b.mode = *info.fp
		}
	}
	l.head.Loop = md
	b.jump(l.head)
	b.cur = l.head // not sealed: the back edge is missing
	b.targets = &target{outer: b.targets, label: label, brk: l.end, cont: l.post}
	return l
}

// latch goes on in for.post.
func (b *builder) latch(l *loop) {
	b.jump(l.post)
	b.start(l.post)
}

// leave closes the loop and goes on behind it.
func (b *builder) leave(l *loop) {
	b.jump(l.head)
	b.seal(l.head)
	b.targets = b.targets.outer
	b.mode = l.mode
	b.start(l.end)
}

func (b *builder) forStmt(s *ast.ForStmt, label string) {
	if s.Init != nil {
		b.stmt(s.Init, "")
		if b.cur == nil {
			return
		}
	}
	l := b.enter(s, label)
	if s.Cond != nil {
		b.condition(s.Cond, l.body, l.end)
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

// rangeStmt: the range expression is computed once; a counter that the body cannot see runs.
func (b *builder) rangeStmt(s *ast.RangeStmt, label string) {
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
	b.branch(b.new(less, ir.TBool, s.Pos(), i.v, r.limit), l.body, l.end)
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
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return "for i := range len(s), which takes bytes and no runes,"
		}
	case *types.Map:
		return "slices of keys and values"
	case *types.Chan:
		return "a slice parameter"
	case *types.Signature:
		return "a loop over an index"
	}
	return ""
}

// countType is the type of the counter of a range over an integer: of a constant without a type it is that of the
// iteration variable, int for a new one.
func (b *builder) countType(s *ast.RangeStmt, t types.Type) types.Type {
	if bt, ok := t.(*types.Basic); ok && bt.Info()&types.IsUntyped != 0 {
		if s.Tok == token.ASSIGN && s.Key != nil {
			if kt := b.info.Types[s.Key].Type; kt != nil {
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
