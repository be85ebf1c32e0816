package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/loopopt/ir"
)

// A range over a function calls that function with yield. The loop body is yield's body and is built wherever
// yield is called. A statement that leaves the body early makes yield return false. The function then continues,
// as in Go. After it has returned, control goes to the target of the statement that left the body.

// rangeFunc is a range-over-func loop that is being built.
type rangeFunc struct {
	s      *ast.RangeStmt
	label  string
	frame  *frame     // of the function that contains the statement
	outer  *target    // target around the statement
	within *rangeFunc // the range-over-func loop whose body contains the statement
	left   *variable  // how the body was left: 0 for not at all, else one plus the index of an exit
	exits  []bodyExit
	environment
}

// bodyExit is an exit from the body: to a target, or out of the function if the target is nil.
type bodyExit struct {
	to  *target
	tok token.Token
}

// rangeOverFunc builds a range over a function.
func (b *builder) rangeOverFunc(s *ast.RangeStmt, label string) {
	x := b.top(s.X)
	r := &rangeFunc{s: s, label: label, frame: b.frame, outer: b.targets, within: b.within, environment: b.around(s)}
	if b.frame == nil && b.within == nil {
		b.keepResults()
	}
	r.left = b.newVariable(nil, tInt, true)
	b.write(r.left, val{t: tInt, v: b.int(0)})
	if info := b.k.Loops[s]; info != nil {
		for _, a := range info.Attrs {
			if a.Pos != 0 {
				b.Warnf(token.Pos(a.Pos), "%v has no effect: a range over a function has no loop of its own", a)
			}
		}
	}
	call := &ast.CallExpr{Fun: s.X, Lparen: s.X.Pos(), Rparen: s.X.Pos()}
	b.callWith(call, x, []val{funcVal(&function{body: r})})
	for i, e := range r.exits {
		if b.cur == nil {
			return
		}
		if e.to == nil && e.tok == token.BREAK {
			continue // continues here
		}
		leave, next := b.f.NewBlock("range.leave"), b.f.NewBlock("range.next")
		is := b.new(ir.OpEq, ir.TBool, s.Pos(), b.read(r.left).v, b.int(int64(i+1)))
		b.branch(is, leave, next, ir.NoGuess)
		if b.start(leave); b.cur != nil {
			if e.to != nil {
				b.branchTo(e.to, e.tok)
			} else {
				b.retAgain(s.Pos())
			}
		}
		b.start(next)
	}
}

// keepResults finds the variables that a return in the loop body assigns to. These are the named results, if there
// are any, so that the iterator function can see and change them.
func (b *builder) keepResults() {
	results := b.fn.Obj.Signature().Results()
	if b.kept == nil {
		for r := range results.Variables() {
			v := b.vars[r]
			if r.Name() == "" {
				v = b.newVariable(nil, b.typeOf(r.Type(), r.Pos()), true)
			}
			b.kept = append(b.kept, v)
		}
	}
	for i, v := range b.kept {
		if results.At(i).Name() == "" {
			b.write(v, b.zero(v.t)) // for paths that return nothing
		}
	}
}

// callWith calls a function value with values as arguments.
func (b *builder) callWith(e *ast.CallExpr, x val, args []val) {
	f := x.fn
	switch {
	case f == nil || f.std != nil || f.body != nil:
		if !b.broken() {
			b.Refuse(e.Pos(), "a range over a function that is not known when the kernel is compiled",
				"a range over a call of a function of this source")
		}
	case f.lit != nil:
		if sig, ok := b.info.Type(f.lit).(*types.Signature); ok {
			b.enterBody(e, &callee{environment: f.environment, sig: sig, node: f.lit, body: f.lit.Body, name: "func"}, args,
				len(args))
		}
	default:
		if c, ok := b.declared(e, f.obj); ok {
			c.targs = f.targs
			args = append(append([]val(nil), f.recv...), args...)
			b.enterBody(e, c, args, len(args))
		}
	}
}

// yield builds the body of r in place of a call of yield. The result reports whether the function should continue.
func (b *builder) yield(e *ast.CallExpr, r *rangeFunc, args []val) val {
	yes, no, end := b.f.NewBlock("yield.true"), b.f.NewBlock("yield.false"), b.f.NewBlock("yield.end")
	more := b.newVariable(nil, tBool, true)
	b.yieldTo(e, r, args, yes, no)
	for i, blk := range []*ir.Block{no, yes} {
		if b.start(blk); b.cur != nil {
			b.write(more, val{t: tBool, v: b.f.ConstBool(ir.TBool, i == 1)})
			b.jump(end)
		}
	}
	b.seal(end)
	b.cur = end
	return b.read(more)
}

// yieldTo is yield as a condition.
func (b *builder) yieldTo(e *ast.CallExpr, r *rangeFunc, args []val, yes, no *ir.Block) {
	if !b.reenter(e, r.s) {
		b.jump(yes)
		return
	}
	going := b.new(ir.OpEq, ir.TBool, e.Pos(), b.read(r.left).v, b.int(0))
	b.check(ir.SiteYield, e.Pos(), false, going)
	outer, hoisted, targs := b.where, b.hoisted, b.typeArgs
	outside := len(b.shadows)
	b.withVars(r.vars)
	b.fn, b.frame, b.mode, b.hoisted, b.typeArgs = r.fn, r.frame, r.mode, nil, r.targs
	b.within, b.leaveTo, b.labels = r, no, nil

	cont, brk := b.f.NewBlock("yield.continue"), b.f.NewBlock("yield.break")
	b.targets = &target{outer: r.outer, label: r.label, brk: brk, cont: cont, within: r}
	b.yieldVars(r.s, args)
	b.stmts(r.s.Body.List)
	b.jump(cont)
	if b.start(brk); b.cur != nil {
		b.leaveBody(bodyExit{tok: token.BREAK})
	}
	if b.start(cont); b.cur != nil {
		b.jump(yes)
	}

	b.active[r.s]--
	b.unbind(outside)
	steps, inlined, notes := b.steps, b.inlined, b.notes
	b.where = outer
	b.cur, b.steps, b.inlined, b.notes, b.hoisted, b.typeArgs = nil, steps, inlined, notes, hoisted, targs
}

// yieldVars sets the iteration variables to the arguments of yield.
func (b *builder) yieldVars(s *ast.RangeStmt, args []val) {
	var lhs []ast.Expr
	for i, l := range []ast.Expr{s.Key, s.Value} {
		if l != nil && i < len(args) {
			b.hoist(l, false)
			lhs = append(lhs, l)
		}
	}
	if len(lhs) > 0 {
		b.assignTuple(lhs, nil, args[:len(lhs)])
	}
}

// leaveBody makes yield return false and records where control goes after the range statement.
func (b *builder) leaveBody(e bodyExit) {
	r := b.within
	n := -1
	for i, x := range r.exits {
		if x == e {
			n = i
		}
	}
	if n < 0 {
		n = len(r.exits)
		r.exits = append(r.exits, e)
	}
	b.write(r.left, val{t: tInt, v: b.int(int64(n + 1))})
	b.jump(b.leaveTo)
}

// branchTo jumps to the target of a break or continue for t.
func (b *builder) branchTo(t *target, tok token.Token) {
	switch {
	case t.within != b.within:
		b.leaveBody(bodyExit{t, tok})
	case tok == token.CONTINUE:
		b.jump(t.cont)
	default:
		b.jump(t.brk)
	}
}

// retAgain returns from the function the values that the body of a range over a function has returned.
func (b *builder) retAgain(pos token.Pos) {
	switch {
	case b.within != nil:
		b.leaveBody(bodyExit{})
	case b.frame != nil:
		b.jump(b.frame.end)
	default:
		var xs []val
		for _, v := range b.kept {
			xs = append(xs, b.read(v))
		}
		b.retValues(b.fn.Obj.Signature(), xs, pos)
	}
}
