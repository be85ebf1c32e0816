package frontend

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/loopopt/ir"
)

// target is an enclosing statement that break or continue may refer to.
type target struct {
	outer     *target
	label     string
	brk, cont *ir.Block  // cont is nil for a switch
	within    *rangeFunc // the range-over-func loop that the statement is, or whose body contains it
}

// stmts builds statements in order, up to one that control does not pass.
func (b *builder) stmts(list []ast.Stmt) {
	for _, s := range list {
		if b.cur == nil && !b.reachedByGoto(s) {
			continue // unreachable after a return, break or panic
		}
		if b.steps++; b.tooLarge() {
			b.cur = nil
			return
		}
		b.stmt(s, "")
	}
	if b.labels != nil {
		b.closeLabels(list)
	}
}

// tooLarge refuses a kernel that would take too long to build or optimize.
func (b *builder) tooLarge() bool {
	found := ""
	switch values := b.f.NumValues(); {
	case b.steps > maxStmts:
		found = fmt.Sprintf("more than %d statements, those of inlined calls counted at each call", maxStmts)
	case values > maxValues:
		found = fmt.Sprintf("%d SSA values, and %d are the limit", values, maxValues)
	case len(b.defs) > maxDefs:
		found = fmt.Sprintf("%d values of variables at the ends of blocks, and %d are the limit", len(b.defs),
			maxDefs)
	default:
		return false
	}
	b.Refuse(b.k.Fn.Name.Pos(), "a kernel with "+found, "several kernels")
	return true
}

// stmt builds s. label is the label of a labeled statement, or empty.
func (b *builder) stmt(s ast.Stmt, label string) {
	if names := b.fn.Groups[s]; len(names) > 0 {
		defer func(g ir.AccessGroups) { b.groups = g }(b.groups)
		for _, name := range names {
			if b.frame != nil {
				name = b.fn.GroupName(name)
			}
			b.groups |= b.f.NewAccessGroup(name)
		}
	}
	switch s := s.(type) {
	case *ast.AssignStmt:
		b.assign(s)
	case *ast.ExprStmt:
		b.exprStmt(s)
	case *ast.IncDecStmt:
		op := token.ADD
		if s.Tok == token.DEC {
			op = token.SUB
		}
		b.assignOp(s, s.X, op, nil)
	case *ast.ForStmt:
		b.forStmt(s, label)
	case *ast.RangeStmt:
		b.rangeStmt(s, label)
	case *ast.IfStmt:
		b.ifStmt(s)
	case *ast.BlockStmt:
		b.stmts(s.List)
	case *ast.DeclStmt:
		b.declStmt(s)
	case *ast.ReturnStmt:
		b.ret(s.Results, s.Pos())
	case *ast.BranchStmt:
		b.branchStmt(s)
	case *ast.LabeledStmt:
		b.labeled(s)
	case *ast.SwitchStmt:
		b.switchStmt(s, label)
	case *ast.TypeSwitchStmt:
		b.typeSwitch(s, label)
	case *ast.EmptyStmt:
	default:
		b.Refuse(s.Pos(), "a statement of an unknown kind", "loops, ifs and assignments")
	}
}

// exprStmt builds a call for its effects and drops the results.
func (b *builder) exprStmt(s *ast.ExprStmt) {
	if c, ok := ast.Unparen(s.X).(*ast.CallExpr); ok {
		b.exprs(c)
		return
	}
	b.wrong(s.Pos())
}

// labeled builds a labeled statement. break L may leave any labeled loop or switch; other labels have no effect
// here.
func (b *builder) labeled(s *ast.LabeledStmt) {
	if b.enterLabel(s); b.cur == nil && !b.reachedByGoto(s.Stmt) {
		return // no reachable goto jumps here
	}
	switch s.Stmt.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.LabeledStmt:
		b.stmt(s.Stmt, s.Label.Name)
	default:
		b.stmt(s.Stmt, "")
	}
}

// declStmt declares variables. Without values they are zero.
func (b *builder) declStmt(s *ast.DeclStmt) {
	g, ok := s.Decl.(*ast.GenDecl)
	if !ok || g.Tok != token.VAR {
		return // the type checker handles constants and types
	}
	for _, spec := range g.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		names := make([]ast.Expr, len(v.Names))
		for i, n := range v.Names {
			names[i] = n
		}
		if len(v.Values) > 0 {
			b.assignAll(names, v.Values)
			continue
		}
		for _, n := range v.Names {
			if o, ok := b.info.Def(n).(*types.Var); ok {
				b.declare(o, b.zero(b.typeOf(o.Type(), n.Pos())))
			}
		}
	}
}

// ifStmt builds an if statement. Both branches jump to if.end, which is sealed after the second branch, when its
// predecessors are known.
func (b *builder) ifStmt(s *ast.IfStmt) {
	if s.Init != nil {
		b.stmt(s.Init, "")
		if b.cur == nil {
			return
		}
	}
	then := b.f.NewBlock("if.then")
	end := b.f.NewBlock("if.end")
	other := end
	if s.Else != nil {
		other = b.f.NewBlock("if.else")
	}
	b.condition(s.Cond, then, other, b.likelyOf(s))
	b.start(then)
	b.stmts(s.Body.List)
	b.jump(end)
	if s.Else != nil {
		b.start(other)
		if b.cur != nil {
			b.stmt(s.Else, "")
		}
		b.jump(end)
	}
	b.start(end)
}

// branchStmt jumps out of the innermost statement that break or continue may leave, or out of the labeled one.
func (b *builder) branchStmt(s *ast.BranchStmt) {
	if s.Tok == token.GOTO {
		b.gotoStmt(s)
		return
	}
	for t := b.targets; t != nil; t = t.outer {
		switch {
		case s.Label != nil && s.Label.Name != t.label:
		case s.Tok == token.BREAK:
			b.branchTo(t, s.Tok)
			return
		case s.Tok == token.CONTINUE && t.cont != nil:
			b.branchTo(t, s.Tok)
			return
		}
	}
	b.wrong(s.Pos()) // switchStmt handles fallthrough
	b.cur = nil
}

// ret returns from the function or inlined call being built. The results of an inlined call are variables that the
// block after the call reads, so several return statements are merged there by phis.
func (b *builder) ret(results []ast.Expr, pos token.Pos) {
	sig := b.signature()
	n := sig.Results().Len()
	xs := b.returned(sig, results)
	if len(xs) != n {
		b.wrong(pos)
		b.cur = nil
		return
	}
	if b.frame != nil || b.within != nil {
		for i := range xs {
			if n > 1 { // one result may use the memory of another
				xs[i] = b.snapshot(xs[i], pos)
			}
		}
		results := b.kept
		if b.frame != nil {
			results = b.frame.results
		}
		for i, v := range results {
			b.write(v, xs[i])
		}
		b.retAgain(pos)
		return
	}
	b.retValues(sig, xs, pos)
}

// signature returns the signature of the function or function literal being built.
func (b *builder) signature() *types.Signature {
	if b.frame != nil {
		return b.frame.sig
	}
	return b.fn.Obj.Signature()
}

// returned builds the values of a return statement. Named results are assigned as in a tuple assignment, which
// determines the order of evaluation.
func (b *builder) returned(sig *types.Signature, results []ast.Expr) []val {
	n := sig.Results().Len()
	named := n > 0 && sig.Results().At(0).Name() != ""
	var xs []val
	switch {
	case len(results) == 0 && !named:
		return nil
	case len(results) == 0:
		for i := range n {
			xs = append(xs, b.read(b.vars[sig.Results().At(i)]))
		}
		return xs
	case len(results) == 1 && n != 1:
		return b.exprs(ast.Unparen(results[0]))
	}
	if len(results) != n {
		return nil
	}
	for _, r := range results {
		b.hoist(r, n == 1)
	}
	if named && n > 1 {
		ahead := affected{b: b}
		for i, r := range results {
			if ahead.by(r) {
				b.keep(r)
			}
			ahead.assigned(sig.Results().At(i))
		}
	}
	for _, r := range results {
		xs = append(xs, b.expr(r))
	}
	return xs
}

// switchStmt builds a chain of ifs in source order. default is the end of the chain, wherever it is written. The
// tag is evaluated once. All tests come before the bodies, because a fallthrough makes a body the predecessor of
// the next one.
func (b *builder) switchStmt(s *ast.SwitchStmt, label string) {
	if s.Init != nil {
		b.stmt(s.Init, "")
		if b.cur == nil {
			return
		}
	}
	var tag val
	if s.Tag != nil {
		tag = b.top(s.Tag)
	}
	end := b.f.NewBlock("switch.end")
	b.targets = &target{outer: b.targets, label: label, brk: end, within: b.within}
	bodies := make([]*ir.Block, len(s.Body.List))
	for i := range bodies {
		bodies[i] = b.f.NewBlock("switch.case")
	}
	last := end
	for i, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			last = bodies[i]
		}
		likely := b.likelyOf(c).AnyOf(len(c.List))
		for _, e := range c.List {
			if b.cur == nil {
				break
			}
			next := b.f.NewBlock("switch.next")
			if s.Tag == nil {
				b.condition(e, bodies[i], next, likely)
			} else {
				b.hoist(e, true)
				y := b.operand(e, tag.t)
				b.branch(b.binary(e.Pos(), token.EQL, tag, y).v, bodies[i], next, likely)
			}
			b.start(next)
		}
	}
	b.jump(last)
	for i, c := range s.Body.List {
		// All tests are built, and a fallthrough from the previous body has jumped here. The predecessors are
		// therefore known.
		b.start(bodies[i])
		list := c.(*ast.CaseClause).Body
		falls := false
		if n := len(list); n > 0 {
			if br, ok := list[n-1].(*ast.BranchStmt); ok && br.Tok == token.FALLTHROUGH {
				list, falls = list[:n-1], true
			}
		}
		if b.cur != nil {
			b.stmts(list)
		}
		if falls && i+1 < len(bodies) {
			b.jump(bodies[i+1])
		} else {
			b.jump(end)
		}
	}
	b.targets = b.targets.outer
	b.start(end)
}
