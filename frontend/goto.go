package frontend

import (
	"go/ast"
	"go/token"

	"hotloop/loopopt/ir"
)

// A label that goto statements lead to. Those in front of it meet, together with the way in from above, in one block;
// those behind it make a loop, whose back edges meet in one latch:
//
//	label.pre → label.head → … → label.latch → label.head
//
// Go lets no goto jump into a block or over the declaration of a variable. So only labels of one list of statements
// can make a loop that has two entries, which is refused (enteredTwice).

// label is where the goto statements of one label lead, in one body.
type label struct {
	pre, head, latch *ir.Block
	last             token.Pos // of the goto statements
	pos              token.Pos
	passed           bool // the statement that bears it is being built, or has been
}

// labelsOf are the labels of a body that goto statements lead to; those of function literals in it are their own.
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

// labelsIn is labelsOf a body that is about to be built.
func (b *builder) labelsIn(body *ast.BlockStmt) map[string]*label {
	if !b.fn.Gotos {
		return nil
	}
	return labelsOf(body)
}

// before is the block that goto statements in front of the label meet in.
func (l *label) before(b *builder) *ir.Block {
	if l.pre == nil {
		l.pre = b.f.NewBlock("label.pre")
	}
	return l.pre
}

// reachedByGoto says whether s bears a label by which control may come to it.
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

// enterLabel begins the statement that label l stands at. Where goto statements behind it lead back, it heads a loop.
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

// closeLabels ends the loops of the labels that a list of statements has declared: no goto behind the list leads to
// one.
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

// enteredTwice refuses loops made by goto that have a second entry, in finished SSA: what the optimizer knows of loops
// holds for those that are entered at their head.
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
