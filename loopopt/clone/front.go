package clone

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Front replaces the first iterations of a loop, or all of them, by other loops. Versioning, distribution, index-set
// splitting and peeling to a number of iterations use it.
//
//	if Cond {                                      preheader
//		loop 1, N iterations                       Head
//		loop 2, N iterations
//		if N == All { goto exit }                  Tail
//	}
//	the loop as it was, from iteration N or 0 on   Rest
//
// Legal if the latch exits to a block that has no other predecessor, after at least N iterations unless another exit
// is taken before, and N is positive if Cond holds. The caller must justify what the copies leave out.
type Front struct {
	F    *ir.Func
	l    *analysis.Loop
	exit *ir.Block
	Pos  ir.Pos

	N    *ir.Value // number of iterations that the new loops execute
	All  *ir.Value // number of iterations of the loop; nil if the new loops execute all or none
	Cond *ir.Value // whether the new loops run; nil: always, and the original loop is removed
	// Times is the trip count of the new loops, nil for N. Once says that they run a single time and are not loops.
	Times *ir.Value
	Once  bool

	Starts     []*ir.Value // start values of the header's phis
	head, Tail *ir.Block   // the block before the first new loop; the block where the next one is added
	Copies     []*Cloner
	Count      *ir.Value               // counts the iterations of the last loop added, from 0; nil if that is not a loop
	Final      map[*ir.Value]*ir.Value // the values behind the new loops of those values of the loop for which no copy has them
	Rest       *ir.Block               // leads to the original loop; nil until Enter, or if nothing leads there

	names [2]string // of Tail and Rest
}

// NewFront prepares loops before l that replace its first n iterations.
func NewFront(f *ir.Func, l *analysis.Loop, n *ir.Value) *Front {
	head := f.NewBlock("")
	r := &Front{F: f, l: l, exit: l.LatchExit(), Pos: l.Header.Loop.Position(), N: n, Starts: Starts(l)}
	r.head, r.Tail = head, head
	return r.Named("restructured", "fallback")
}

// Named names the blocks around the new loops, and the block before the original loop.
func (r *Front) Named(name, rest string) *Front {
	r.head.Name, r.names = name+".ph", [2]string{name + ".end", rest + ".ph"}
	return r
}

// And adds condition c to those under which the new loops run.
func (r *Front) And(c *ir.Value) {
	if r.Cond != nil {
		c = r.l.Preheader.New(ir.OpAnd, ir.TBool, r.Pos, r.Cond, c)
	}
	r.Cond = c
}

// Add appends c, a copy of the loop or of a part of it, and returns its header.
func (r *Front) Add(c *Cloner) *ir.Block {
	h, latch := c.Block(r.l.Header), c.Block(r.l.Latch)
	c.Enter(r.Tail, r.Starts)
	latch.RemoveSucc(r.exit)
	r.Tail = r.F.NewBlock(r.names[0])
	if r.Copies = append(r.Copies, c); len(r.Copies) == 1 {
		r.Enter(r.head)
	}
	times := r.N
	if r.Times != nil {
		times = r.Times
	}
	if r.Once {
		latch.RemoveSucc(h)
		latch.SetJump(r.Tail)
	} else {
		next := CountTo(r.F, h, latch, r.Tail, Counter{r.F.ConstInt(ir.TI64, 0), times, 1, ir.OpLtS}, r.Pos)
		r.Count = next.Args[0]
	}
	return h
}

// Enter connects the preheader to block b or, if Cond does not hold, to the original loop.
func (r *Front) Enter(b *ir.Block) {
	pre, header := r.l.Preheader, r.l.Header
	if r.Cond == nil {
		pre.ReplaceSucc(header, b)
		return
	}
	r.Rest = r.F.NewBlock(r.names[1])
	Branch(r.l, r.Cond, b, r.Rest, ir.LikelyTrue)
}

// Fallback returns the header of the original loop, or nil if the loop is no longer reachable.
func (r *Front) Fallback() *ir.Block {
	if r.Rest == nil {
		return nil
	}
	return r.l.Header
}

// of returns the value of v, a value of the loop, behind the new loops: the value in the last one that contains it.
func (r *Front) of(v *ir.Value) *ir.Value {
	if r.l.Invariant(v) {
		return v
	}
	if w := r.Final[v]; w != nil {
		return w
	}
	for i := len(r.Copies) - 1; i >= 0; i-- {
		if w := r.Copies[i].Value(v); w != nil {
			return w
		}
	}
	r.F.Fatalf("%s is in no part of the loop", v.LongString())
	return nil
}

// Finish connects the last new loop to the exit, or to the original loop if iterations remain.
func (r *Front) Finish() {
	if r.All != nil && r.Rest != nil {
		r.Tail.SetIf(r.Tail.New(ir.OpEq, ir.TBool, r.Pos, r.N, r.All), r.exit, r.Rest)
		r.Tail.Likely = ir.LikelyTrue
		resume(r.l, r.exit, r.Rest, r.Starts, r.of)
		return
	}
	r.Tail.SetJump(r.exit)
	at := r.exit.PredIndex(r.l.Latch)
	for _, phi := range r.exit.Phis() {
		phi.AddArg(r.of(phi.Args[at]))
	}
	if r.Cond == nil {
		r.F.RemoveUnreachable()
	}
}

// resume completes the phis behind a part of l's iterations, where of returns what a value of l is there. The phis of
// exit get an argument for the edge that was made last. The block rest, which leads to l from the preheader and from
// that part, gets new phis with which l continues.
func resume(l *analysis.Loop, exit, rest *ir.Block, starts []*ir.Value, of func(*ir.Value) *ir.Value) {
	at, entry, back := exit.PredIndex(l.Latch), l.Header.PredIndex(rest), l.Header.PredIndex(l.Latch)
	for _, phi := range exit.Phis() {
		phi.AddArg(of(phi.Args[at]))
	}
	for i, phi := range l.Header.Phis() {
		m := rest.NewPhi(phi.Type, phi.Pos)
		m.AddArgs(starts[i], of(phi.Args[back]))
		phi.SetArg(entry, m)
	}
}
