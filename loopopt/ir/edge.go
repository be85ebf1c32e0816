package ir

// Edges are changed only by the functions in this file. They count the changes, so that an unchanged count
// means an unchanged graph (see shape).

// AddEdgeTo adds an edge from b to to. The caller must add the corresponding arguments to the phis of to.
func (b *Block) AddEdgeTo(to *Block) {
	b.AddSucc(to)
	to.AddPred(b)
}

// AddSucc appends to to b's successors only; the caller must update the predecessors of to.
func (b *Block) AddSucc(to *Block) {
	b.Func.edits++
	if b.Succs == nil {
		b.Succs = b.succstore[:0]
	}
	b.Succs = b.Func.appendBlock(b.Succs, to)
}

// AddPred appends p to b's predecessors only.
func (b *Block) AddPred(p *Block) {
	b.Func.edits++
	if b.Preds == nil {
		b.Preds = b.predstore[:0]
	}
	b.Preds = b.Func.appendBlock(b.Preds, p)
}

// SetSucc replaces successor i of b only; the caller must update the predecessor lists.
func (b *Block) SetSucc(i int, to *Block) {
	b.Func.edits++
	b.Succs[i] = to
}

// SetSuccs replaces the successors of b; the caller must update the predecessor lists.
func (b *Block) SetSuccs(to ...*Block) {
	b.Func.edits++
	b.Succs = b.Succs[:0]
	for _, s := range to {
		b.AddSucc(s)
	}
}

// SwapSuccs exchanges the two successors of b, which must end in a branch.
func (b *Block) SwapSuccs() {
	b.Func.edits++
	b.Succs[0], b.Succs[1] = b.Succs[1], b.Succs[0]
}

// DropSucc removes successor i of b only.
func (b *Block) DropSucc(i int) {
	b.Func.edits++
	b.Succs = append(b.Succs[:i], b.Succs[i+1:]...)
}

// DropPreds removes all predecessors of b. The caller must update their successor lists and b's phis.
func (b *Block) DropPreds() {
	b.Func.edits++
	b.Preds = b.Preds[:0]
}

// insertSucc inserts s as successor i of b.
func (b *Block) insertSucc(i int, s *Block) {
	b.AddSucc(s)
	copy(b.Succs[i+1:], b.Succs[i:])
	b.Succs[i] = s
}

// PredIndex returns the index of p among b's predecessors, or -1.
func (b *Block) PredIndex(p *Block) int {
	for i, q := range b.Preds {
		if q == p {
			return i
		}
	}
	return -1
}

// SuccIndex returns the index of s among b's successors, or -1.
func (b *Block) SuccIndex(s *Block) int {
	for i, q := range b.Succs {
		if q == s {
			return i
		}
	}
	return -1
}

// ReplaceSucc redirects b's edge from old to new. It removes the arguments of that edge from old's phis; the
// caller must add arguments to new's phis.
func (b *Block) ReplaceSucc(old, new *Block) {
	i := b.SuccIndex(old)
	b.SetSucc(i, new)
	old.RemovePred(b)
	new.AddPred(b)
}

// ReplacePred replaces p with new among b's predecessors; phi arguments are unchanged.
func (b *Block) ReplacePred(p, new *Block) {
	b.Func.edits++
	b.Preds[b.PredIndex(p)] = new
}

// PassEdge reroutes the edge from p to b through n, a block without an ending, and makes n jump to b. Phi
// arguments are unchanged. The caller must update the ending of p.
func (b *Block) PassEdge(p, n *Block) {
	b.ReplacePred(p, n)
	n.Kind, n.Succs = BlockJump, nil
	n.AddSucc(b)
	p.DropSucc(p.SuccIndex(b))
}

// SplitEdge inserts a block on the edge from b to s.
func (b *Block) SplitEdge(s *Block, name string) *Block {
	i, n := b.SuccIndex(s), b.Func.NewBlock(name)
	s.PassEdge(b, n)
	b.insertSucc(i, n)
	n.AddPred(b)
	return n
}

// BranchTo turns b, which ends in a jump, into a branch that goes to yes if cond holds. The caller must add the
// phi arguments of yes.
func (b *Block) BranchTo(cond *Value, yes *Block) {
	b.Kind = BlockIf
	b.SetControl(cond)
	b.insertSucc(0, yes)
	yes.AddPred(b)
}

// Abandon turns b, an unreachable block, into a trap without edges.
func (b *Block) Abandon() {
	b.Func.edits++
	b.SetControl(nil)
	b.Preds, b.Succs, b.Kind = nil, nil, BlockTrap
}

// SplitOff creates a block that takes over b's ending and leaves b without one. Values stay in b.
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

// RemovePred removes the predecessor p and its phi arguments.
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

// RemoveSucc removes the edge from b to s at both ends, with its phi arguments. The caller must update b's kind
// and control.
func (b *Block) RemoveSucc(s *Block) {
	b.DropSucc(b.SuccIndex(s))
	s.RemovePred(b)
}

// SetJump makes b end in a jump. If to is not nil it adds the edge; otherwise the edge must already exist.
func (b *Block) SetJump(to *Block) {
	b.Kind, b.Likely = BlockJump, NoGuess
	b.SetControl(nil)
	if to != nil {
		b.AddEdgeTo(to)
	}
}

// SetIf makes b end in a branch, adding edges to yes and no.
func (b *Block) SetIf(cond *Value, yes, no *Block) {
	b.Kind = BlockIf
	b.SetControl(cond)
	b.AddEdgeTo(yes)
	b.AddEdgeTo(no)
}

// SetRet makes b return ret, a Ret value of b.
func (b *Block) SetRet(ret *Value) {
	b.Kind = BlockRet
	b.SetControl(ret)
}
