package frontend

import (
	"go/ast"
	"go/token"

	"hotloop/loopopt/ir"
)

// A label that goto statements jump to. Forward jumps meet the fallthrough edge in one block, label.pre. Backward
// jumps form a loop, and their back edges meet in one latch:
//
//	label.pre → label.head → … → label.latch → label.head
//
// In Go, no goto may jump into a block or over a variable declaration. Only labels of the same statement list can
// therefore form a loop with two entries, which is refused (enteredTwice).

// label describes the jump targets of one label in one body.
type label struct {
	pre, head, latch *ir.Block
	last             token.Pos // position of the last goto
	pos              token.Pos
	passed           bool // its statement is being or has been built
}

// labelsOf returns the labels of a body that goto statements jump to. Function literals in the body have their own
// labels.
func labelsOf(body *ast.BlockStmt) map[string]*label {
	var m map[string]*label
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			if n.Tok != token.GOTO {
				break
			}
			if m == nil {
				m = map[string]*label{}
			}
			if m[n.Label.Name] == nil {
				m[n.Label.Name] = &label{}
			}
			m[n.Label.Name].last = n.Pos()
		}
		return true
	})
	return m
}

// labelsIn is like labelsOf, for a body that is about to be built.
func (b *builder) labelsIn(body *ast.BlockStmt) map[string]*label {
	if !b.fn.Gotos {
		return nil
	}
	return labelsOf(body)
}

// before returns the block in which forward jumps to the label meet.
func (l *label) before(b *builder) *ir.Block {
	if l.pre == nil {
		l.pre = b.f.NewBlock("label.pre")
	}
	return l.pre
}

// reachedByGoto reports whether s has a label that a goto jumps to.
func (b *builder) reachedByGoto(s ast.Stmt) bool {
	for {
		l, ok := s.(*ast.LabeledStmt)
		if !ok {
			return false
		}
		if b.labels[l.Label.Name] != nil {
			return true
		}
		s = l.Stmt
	}
}

// gotoStmt jumps to a label.
func (b *builder) gotoStmt(s *ast.BranchStmt) {
	l := b.labels[s.Label.Name]
	switch {
	case b.within != nil:
		b.Refuse(s.Pos(), "a goto statement in the body of a range over a function", "break or continue")
		b.cur = nil
	case l == nil:
		b.wrong(s.Pos())
		b.cur = nil
	case l.passed:
		b.jump(l.latch)
	default:
		b.jump(l.before(b))
	}
}

// enterLabel begins the statement with label l. If later goto statements jump back to it, it starts a loop.
func (b *builder) enterLabel(s *ast.LabeledStmt) {
	l := b.labels[s.Label.Name]
	if l == nil {
		return
	}
	pre := l.before(b)
	b.jump(pre)
	b.start(pre)
	l.passed, l.pos = true, s.Pos()
	if l.last < s.Pos() {
		return
	}
	l.head, l.latch = b.f.NewBlock("label.head"), b.f.NewBlock("label.latch")
	l.head.Loop = &ir.LoopMD{Pos: ir.Pos(s.Pos())}
	b.jump(l.head)
	b.cur = l.head // not sealed: the back edge is missing
}

// closeLabels ends the loops of the labels in a statement list: no goto after the list jumps to one.
func (b *builder) closeLabels(list []ast.Stmt) {
	cur := b.cur
	for _, s := range list {
		for {
			ls, ok := s.(*ast.LabeledStmt)
			if !ok {
				break
			}
			if l := b.labels[ls.Label.Name]; l != nil && l.head != nil {
				b.start(l.latch)
				b.jump(l.head)
				b.seal(l.head)
				b.gotoLoops = append(b.gotoLoops, l)
			}
			s = ls.Stmt
		}
	}
	b.cur = cur
}

// enteredTwice refuses loops made by goto that have a second entry, in finished SSA. The optimizer requires that
// loops are entered only at their header.
func (b *builder) enteredTwice() {
	if len(b.gotoLoops) == 0 {
		return
	}
	dom := b.f.Dominators()
	for _, l := range b.gotoLoops {
		if dom.Reachable(l.head) && dom.Reachable(l.latch) && !dom.Dominates(l.head, l.latch) {
			b.Refuse(l.pos, "a loop made by goto statements that another goto enters behind its first statement",
				"a for statement with break and continue")
		}
	}
}
