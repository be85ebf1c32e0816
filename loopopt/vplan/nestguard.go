package vplan

import (
	"slices"

	"hotloop/loopopt/ir"
)

// Blocks of a nest that all lanes enter or none does, on a uniform condition, need no masks: vector code branches as
// the program does.
//
//	if n > 0 {              if n > 0 {
//		s := y[i]               s := y[i:i+16]
//		for … { s += … }        for … { s += … }
//		y[i] = s                y[i:i+16] = s
//	}                       }
//
// The recipes GUARD and END-GUARD bracket those of the blocks.

// nestguardKinds puts the rows of this file into the table.
func nestguardKinds() {
	kinds[GuardBegin] = row{name: "GUARD", price: func(c *coster, _ *Recipe) { c.ops++ }, emit: (*exec).beginGuard}
	kinds[GuardEnd] = row{name: "END-GUARD", emit: (*exec).endGuard}
	kinds[GuardOut] = row{name: "GUARD-OUT", emit: (*exec).guardOut}
}

// guarded is a run of blocks that one branch goes round.
type guarded struct {
	branch, last, join *ir.Block
}

// guardedRuns are the runs of a nest.
type guardedRuns struct {
	guards map[*ir.Block]*guarded  // by their last blocks
	whole  map[*ir.Block]bool      // blocks that all lanes reach that have entered the run
	behind map[*ir.Block]*ir.Block // by the block behind a run: the one with the branch, which the same lanes reach
}

// guard opens the run of blocks that begins with blk, if there is one.
func (b *nestBuilder) guard(blk *ir.Block) {
	if len(blk.Preds) != 1 || b.n.full[blk] {
		return
	}
	g := b.runFrom(blk)
	if g == nil {
		return
	}
	if cond := b.mask(blk); cond != nil && cond.isUniform() {
		b.add(&Recipe{Kind: GuardBegin, mask: cond})
		b.guards[g.last] = g
		// All lanes that have entered are in the first block and in the last one, and all that came to the branch behind.
		b.whole[blk], b.whole[g.last], b.behind[g.join] = true, true, g.branch
	}
}

// runFrom is the run of the blocks that blk dominates, if they stand together in the body, are left by one edge only,
// and that leads to where the branch in front of them goes, too; else nil.
func (b *nestBuilder) runFrom(blk *ir.Block) *guarded {
	in, dom, body := b.loopOf(blk), b.n.se.Dom(), b.l.Body
	outside := func(o *ir.Block) bool { return !dom.Dominates(blk, o) }
	run := body[slices.Index(body, blk):]
	if end := slices.IndexFunc(run, outside); end > 0 {
		run = run[:end]
	}
	last := run[len(run)-1]
	if b.loopOf(last) != in || last == in.Latch || last.Kind != ir.BlockJump {
		return nil
	}
	g := &guarded{branch: blk.Preds[0], last: last, join: last.Succs[0]}
	if b.loopOf(g.join) != in || len(g.join.Preds) != 2 || !slices.Contains(g.join.Preds, g.branch) {
		return nil
	}
	for _, o := range run {
		if o != last && slices.ContainsFunc(o.Succs, outside) {
			return nil
		}
	}
	return g
}

// endGuarded closes the run of blocks that ends with blk.
func (b *nestBuilder) endGuarded(blk *ir.Block) {
	g := b.guards[blk]
	if g == nil {
		return
	}
	b.add(&Recipe{Kind: GuardEnd})
	k := g.join.PredIndex(blk)
	for _, phi := range g.join.Phis() {
		if b.need[phi.ID] {
			b.outs[phi] = b.add(&Recipe{Kind: GuardOut, V: phi, elem: phi.Type.Elem,
				Args: []*Recipe{b.vector(phi.Args[1-k]), b.vector(phi.Args[k])}, nestPart: nestPart{lane: varyingLane}})
		}
	}
}

// beginGuard branches round the blocks to come.
func (x *exec) beginGuard(r *Recipe) {
	in, join := x.f.NewBlock("vector.guarded"), x.f.NewBlock("vector.join")
	x.cur.SetIf(x.scalarOf(r.mask), in, join)
	x.cur, x.joins = in, append(x.joins, join)
}

// endGuard makes the block where both ways meet.
func (x *exec) endGuard(*Recipe) {
	last := len(x.joins) - 1
	x.cur.SetJump(x.joins[last])
	x.cur, x.joins = x.joins[last], x.joins[:last]
}

// guardOut makes the phis of what guarded blocks leave behind.
func (x *exec) guardOut(r *Recipe) {
	for p := range x.st.UF {
		around, inside := x.vec(r.Args[0], p), x.vec(r.Args[1], p)
		phi := x.cur.NewPhi(around.Type, r.V.Pos)
		phi.AddArgs(around, inside)
		x.parts[r.id] = append(x.parts[r.id], phi)
	}
}
