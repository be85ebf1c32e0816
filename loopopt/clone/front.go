package clone

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// Front replaces the first iterations of a loop, or all of them, by other loops: what versioning, distribution,
// splitting and peeling to a number have in common.
//
//	if Cond {                                      preheader
//		loop 1, N iterations                       Head
//		loop 2, N iterations
//		if N == All { goto exit }                  Tail
//	}
//	the loop as it was, from iteration N or 0 on   Rest
//
// Legal if the latch of the loop leaves it for an exit that nothing else leads to, after at least N iterations if
// nothing else leaves it before, and N is positive if Cond holds. What the copies leave out is for the caller to
// justify.
type Front struct {
	F    *ir.Func
	L    *analysis.Loop
	Exit *ir.Block
	Pos  ir.Pos

	N    *ir.Value // iterations of the loop that the new loops do
	All  *ir.Value // its iterations; nil if the new loops do all of them or none
	Cond *ir.Value // whether they do any; nil: always. Then the loop itself goes.
	// Times is how often the new loops run, nil for N times; Once, that they do so a single time and are no loops.
	Times *ir.Value
	Once  bool

	Starts     []*ir.Value // what the header's phis begin with
	Head, Tail *ir.Block   // where the first of the new loops begins, or what comes before it; where the next begins
	Copies     []*Cloner
	Count      *ir.Value               // counts the iterations of the loop added last from 0 on; nil if it is none
	Final      map[*ir.Value]*ir.Value // what values of the loop are behind the new ones that no copy of theirs is
	Rest       *ir.Block               // leads to the loop as it was; nil until Enter, or if nothing leads there

	names [2]string // of Tail and Rest
}

// NewFront prepares loops in front of l, in place of its first n iterations.
func NewFront(f *ir.Func, l *analysis.Loop, n *ir.Value) *Front {
	head := f.NewBlock("")
	r := &Front{F: f, L: l, Exit: l.LatchExit(), Pos: l.Header.Loop.Position(), N: n, Starts: Starts(l)}
	r.Head, r.Tail = head, head
	return r.Named("restructured", "fallback")
}

// Named gives names to the blocks around the new loops, and to the one in front of the loop as it was.
func (r *Front) Named(name, rest string) *Front {
	r.Head.Name, r.names = name+".ph", [2]string{name + ".end", rest + ".ph"}
	return r
}

// And makes c one more condition for the new loops to run.
func (r *Front) And(c *ir.Value) {
	if r.Cond != nil {
		c = r.L.Preheader.New(ir.OpAnd, ir.TBool, r.Pos, r.Cond, c)
	}
	r.Cond = c
}

// Add appends c, a copy of the loop or of a part of it, and returns its header.
func (r *Front) Add(c *Cloner) *ir.Block {
	h, latch := c.Block(r.L.Header), c.Block(r.L.Latch)
	c.Enter(r.Tail, r.Starts)
	latch.RemoveSucc(r.Exit)
	r.Tail = r.F.NewBlock(r.names[0])
	if r.Copies = append(r.Copies, c); len(r.Copies) == 1 {
		r.Enter(r.Head)
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

// Enter leads from the preheader to block b, or to the loop as it was.
func (r *Front) Enter(b *ir.Block) {
	pre, header := r.L.Preheader, r.L.Header
	if r.Cond == nil {
		pre.ReplaceSucc(header, b)
		return
	}
	r.Rest = r.F.NewBlock(r.names[1])
	Branch(r.L, r.Cond, b, r.Rest, ir.LikelyTrue)
}

// Fallback is the header of the loop as it was, nil if nothing leads to it any more.
func (r *Front) Fallback() *ir.Block {
	if r.Rest == nil {
		return nil
	}
	return r.L.Header
}

// Of is what v, a value of the loop, is behind the new loops: that of the last one that has it.
func (r *Front) Of(v *ir.Value) *ir.Value {
	if r.L.Invariant(v) {
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

// Finish leads on, to the exit, or to the loop as it was if there are iterations left.
func (r *Front) Finish() {
	if r.All != nil && r.Rest != nil {
		r.Tail.SetIf(r.Tail.New(ir.OpEq, ir.TBool, r.Pos, r.N, r.All), r.Exit, r.Rest)
		r.Tail.Likely = ir.LikelyTrue
		Resume(r.L, r.Exit, r.Rest, r.Starts, r.Of)
		return
	}
	r.Tail.SetJump(r.Exit)
	at := r.Exit.PredIndex(r.L.Latch)
	for _, phi := range r.Exit.Phis() {
		phi.AddArg(r.Of(phi.Args[at]))
	}
	if r.Cond == nil {
		r.F.RemoveUnreachable()
	}
}

// Resume gives the phis behind a part of l's iterations their arguments, where of is what a value of l is there:
// those of exit for the edge that was made last, and new ones in rest, which leads to l from the preheader and from
// that part, for l to go on with.
func Resume(l *analysis.Loop, exit, rest *ir.Block, starts []*ir.Value, of func(*ir.Value) *ir.Value) {
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
