package ir

// Edges change by the functions here and no others, which count the changes: a graph is the same as long as nothing was
// counted (see shape).

// AddEdgeTo appends a successor; phis of to must be given their argument by the caller.
func (b *Block) AddEdgeTo(to *Block) {
	b.AddSucc(to)
	to.AddPred(b)
}

// AddSucc appends to to the successors of b alone: the other end of the edge is the caller's business.
func (b *Block) AddSucc(to *Block) {
	b.Func.edits++
	if b.Succs == nil {
		b.Succs = b.succstore[:0]
	}
	b.Succs = b.Func.appendBlock(b.Succs, to)
}

// AddPred appends p to the predecessors of b alone.
func (b *Block) AddPred(p *Block) {
	b.Func.edits++
	if b.Preds == nil {
		b.Preds = b.predstore[:0]
	}
	b.Preds = b.Func.appendBlock(b.Preds, p)
}

// SetSucc makes to the successor i of b alone: the other ends of the edges are the caller's business.
func (b *Block) SetSucc(i int, to *Block) {
	b.Func.edits++
	b.Succs[i] = to
}

// SetSuccs makes b have these successors and no others: the other ends of the edges are the caller's business.
func (b *Block) SetSuccs(to ...*Block) {
	b.Func.edits++
	b.Succs = b.Succs[:0]
	for _, s := range to {
		b.AddSucc(s)
	}
}

// SwapSuccs makes b, which branches, go where it has not gone.
func (b *Block) SwapSuccs() {
	b.Func.edits++
	b.Succs[0], b.Succs[1] = b.Succs[1], b.Succs[0]
}

// DropSucc removes the successor i of b alone.
func (b *Block) DropSucc(i int) {
	b.Func.edits++
	b.Succs = append(b.Succs[:i], b.Succs[i+1:]...)
}

// DropPreds makes b have no predecessors: their ends of the edges, and the arguments of phis, are the caller's business.
func (b *Block) DropPreds() {
	b.Func.edits++
	b.Preds = b.Preds[:0]
}

// insertSucc makes s the successor i of b.
func (b *Block) insertSucc(i int, s *Block) {
	b.AddSucc(s)
	copy(b.Succs[i+1:], b.Succs[i:])
	b.Succs[i] = s
}

// PredIndex is the index of p among b's predecessors, or -1.
func (b *Block) PredIndex(p *Block) int {
	for i, q := range b.Preds {
		if q == p {
			return i
		}
	}
	return -1
}

// SuccIndex is the index of s among b's successors, or -1.
func (b *Block) SuccIndex(s *Block) int {
	for i, q := range b.Succs {
		if q == s {
			return i
		}
	}
	return -1
}

// ReplaceSucc redirects b's edge from old to new. Phi arguments of old for that edge are removed; phis of new must be
// given theirs by the caller.
func (b *Block) ReplaceSucc(old, new *Block) {
	i := b.SuccIndex(old)
	b.SetSucc(i, new)
	old.RemovePred(b)
	new.AddPred(b)
}

// ReplacePred makes new take p's place among b's predecessors; phi arguments stay.
func (b *Block) ReplacePred(p, new *Block) {
	b.Func.edits++
	b.Preds[b.PredIndex(p)] = new
}

// PassEdge makes the edge from p to b one from n, a block without an end, which jumps there; phi arguments stay. The end
// of p is the caller's business.
func (b *Block) PassEdge(p, n *Block) {
	b.ReplacePred(p, n)
	n.Kind, n.Succs = BlockJump, nil
	n.AddSucc(b)
	p.DropSucc(p.SuccIndex(b))
}

// SplitEdge puts a block on the edge from b to s.
func (b *Block) SplitEdge(s *Block, name string) *Block {
	i, n := b.SuccIndex(s), b.Func.NewBlock(name)
	s.PassEdge(b, n)
	b.insertSucc(i, n)
	n.AddPred(b)
	return n
}

// BranchTo makes b, which jumps somewhere, a branch that goes to yes instead if cond holds; phi arguments of yes are
// the caller's business.
func (b *Block) BranchTo(cond *Value, yes *Block) {
	b.Kind = BlockIf
	b.SetControl(cond)
	b.insertSucc(0, yes)
	yes.AddPred(b)
}

// Abandon makes b, a block that nothing leads to any more and that leads nowhere, a trap.
func (b *Block) Abandon() {
	b.Func.edits++
	b.SetControl(nil)
	b.Preds, b.Succs, b.Kind = nil, nil, BlockTrap
}

// SplitOff makes a block that ends as b does, and leaves b without an end. Values stay where they are.
func (b *Block) SplitOff() *Block {
	rest := b.Func.NewBlock(b.Name)
	rest.Kind, rest.Likely = b.Kind, b.Likely
	if b.Control != nil {
		rest.SetControl(b.Control)
		b.SetControl(nil)
	}
	for _, s := range b.Succs {
		rest.AddSucc(s)
		s.ReplacePred(b, rest)
	}
	b.SetSuccs()
	return rest
}

// RemovePred removes the predecessor p with its phi arguments.
func (b *Block) RemovePred(p *Block) {
	b.Func.edits++
	i := b.PredIndex(p)
	b.Preds = append(b.Preds[:i], b.Preds[i+1:]...)
	for _, v := range b.Values {
		if v.Op != OpPhi {
			break
		}
		v.Args[i].Uses--
		v.Args = append(v.Args[:i], v.Args[i+1:]...)
	}
}

// RemoveSucc removes the edge to s, here and there, with its phi arguments. Kind and control are the caller's business.
func (b *Block) RemoveSucc(s *Block) {
	b.DropSucc(b.SuccIndex(s))
	s.RemovePred(b)
}

// SetJump makes b end in a jump; the edge must have been made by the caller, or is made here if to is not nil.
func (b *Block) SetJump(to *Block) {
	b.Kind, b.Likely = BlockJump, NoGuess
	b.SetControl(nil)
	if to != nil {
		b.AddEdgeTo(to)
	}
}

// SetIf makes b end in a branch with new edges to yes and no.
func (b *Block) SetIf(cond *Value, yes, no *Block) {
	b.Kind = BlockIf
	b.SetControl(cond)
	b.AddEdgeTo(yes)
	b.AddEdgeTo(no)
}

// SetRet makes b return the results of ret, a Ret value of b.
func (b *Block) SetRet(ret *Value) {
	b.Kind = BlockRet
	b.SetControl(ret)
}
