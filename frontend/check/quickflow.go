package check

import (
	"go/ast"
	"go/token"
	"go/types"
)

// flow is a set of the control-flow statements that are allowed at a point.
type flow uint8

const (
	mayBreak flow = 1 << iota
	mayContinue
	mayFallThrough
)

// label is a label whose statement is being checked or has been checked.
type label struct {
	*types.Label
	isLoop, used bool
	over         bool
}

// labeled checks a labeled statement, which must be a loop or a switch.
func (c *quick) labeled(s *ast.LabeledStmt, in flow) {
	l := label{Label: types.NewLabel(s.Label.Pos(), c.pkg, s.Label.Name)}
	c.define(s.Label, l.Label)
	switch s.Stmt.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		l.isLoop = true
	case *ast.SwitchStmt:
	default:
		decline()
	}
	for _, other := range c.labels {
		require(other.Name() != l.Name())
	}
	require(l.Name() != "_" && len(c.labels) < maxLocals)
	n := len(c.labels)
	c.labels = append(c.labels, l)
	c.note(s)
	c.stmt(s.Stmt, in)
	require(c.labels[n].used)
	c.labels[n].over = true
}

// branch checks a break, continue or fallthrough statement.
func (c *quick) branch(s *ast.BranchStmt, in flow) {
	if s.Label == nil {
		switch s.Tok {
		case token.BREAK:
			require(in&mayBreak != 0)
		case token.CONTINUE:
			require(in&mayContinue != 0)
		case token.FALLTHROUGH:
			require(in&mayFallThrough != 0)
		default:
			decline()
		}
		return
	}
	require(s.Tok == token.BREAK || s.Tok == token.CONTINUE)
	for i := range c.labels {
		l := &c.labels[i]
		if l.Name() == s.Label.Name && !l.over && (l.isLoop || s.Tok == token.BREAK) {
			l.used = true
			c.enter(s.Label).obj = l.Label
			return
		}
	}
	decline()
}

// terminates reports whether a statement is terminating, by the rules of the language; label is its own.
func terminates(c *quick, s ast.Stmt, label string) bool {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		return terminates(c, s.Stmt, s.Label.Name)
	case *ast.ExprStmt:
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		return ok && id.Name == "panic" && c.TypeAndValue(id).IsBuiltin()
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.FALLTHROUGH
	case *ast.BlockStmt:
		return listTerminates(c, s.List)
	case *ast.IfStmt:
		return s.Else != nil && terminates(c, s.Body, "") && terminates(c, s.Else, "")
	case *ast.SwitchStmt:
		hasDefault := false
		for _, cs := range s.Body.List {
			clause := cs.(*ast.CaseClause)
			hasDefault = hasDefault || clause.List == nil
			if !listTerminates(c, clause.Body) || breaks(clause.Body, label, true) {
				return false
			}
		}
		return hasDefault
	case *ast.ForStmt:
		return s.Cond == nil && !breaks(s.Body.List, label, true)
	}
	return false
}

// listTerminates reports whether the last of the statements is terminating.
func listTerminates(c *quick, list []ast.Stmt) bool {
	for i := len(list) - 1; i >= 0; i-- {
		if _, empty := list[i].(*ast.EmptyStmt); !empty {
			return terminates(c, list[i], "")
		}
	}
	return false
}

// breaks reports whether a break among the statements leaves the statement whose body they are: a break
// with its label or, if direct, one without a label.
func breaks(list []ast.Stmt, label string, direct bool) bool {
	for _, s := range list {
		if breaksOut(s, label, direct) {
			return true
		}
	}
	return false
}

// breaksOut is breaks for a single statement.
func breaksOut(s ast.Stmt, label string, direct bool) bool {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		return breaksOut(s.Stmt, label, direct)
	case *ast.BranchStmt:
		if s.Tok != token.BREAK {
			return false
		}
		return s.Label == nil && direct || s.Label != nil && s.Label.Name == label
	case *ast.BlockStmt:
		return breaks(s.List, label, direct)
	case *ast.IfStmt:
		return breaksOut(s.Body, label, direct) || s.Else != nil && breaksOut(s.Else, label, direct)
	case *ast.CaseClause:
		return breaks(s.Body, label, direct)
	case *ast.SwitchStmt:
		return label != "" && breaksOut(s.Body, label, false)
	case *ast.ForStmt:
		return label != "" && breaksOut(s.Body, label, false)
	case *ast.RangeStmt:
		return label != "" && breaksOut(s.Body, label, false)
	}
	return false
}
