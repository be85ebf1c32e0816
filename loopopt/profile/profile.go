// Package profile counts the executions of loops and branches and passes them to the optimizer. A profile affects
// only which transformations are tried and their estimated cost. Code compiled with a wrong profile computes the
// same results. Count and Guide work on the SSA form that the frontend creates, where each loop of the source is
// one loop.
package profile

import (
	"math"
	"unsafe"

	"hotloop/loopopt/ir"
)

// estimate is the loop metadata attribute that Guide writes, LLVM's llvm.loop.estimated_trip_count.
const estimate = "estimated_trip_count"

// Loop is the profile of a loop of the source.
type Loop struct {
	Where   string // position, file:line:col; copies of an inlined function's loop are counted as one
	Entries uint64 // number of times it was entered
	Trips   uint64 // number of times it branched back to its header, over all entries
}

// Mean returns the mean number of iterations per entry, 0 for a loop that was never entered.
func (l Loop) Mean() float64 {
	if l.Entries == 0 {
		return 0
	}
	return float64(l.Trips) / float64(l.Entries)
}

// Branch is the profile of a condition of the source: of an if statement, a case, or an operand of && or ||.
type Branch struct {
	Where string // position, file:line:col; copies of an inlined function's branch are counted as one
	Asked uint64 // number of times the condition was evaluated
	Held  uint64 // number of times it was true
}

// probability returns the fraction of evaluations that were true, closer to one half the fewer there are.
func (b Branch) probability() float64 { return (float64(b.Held) + 0.5) / (float64(b.Asked) + 1) }

// Profile is the profile of a function.
type Profile struct {
	Loops    []Loop
	Branches []Branch
}

// Counters are the counters of an instrumented function. Code that runs in several goroutines at once may lose
// some counts.
type Counters struct {
	loops, branches []string // positions
	// for each loop: number of entries, and number of times its header was reached; then for each branch: number
	// of evaluations, and number of times its condition was true
	words []int64
}

// Count instruments f to count the entries and iterations of its loops and the outcomes of its branches, in
// memory that c holds. c must live as long as f's code. The counters belong to the most recent function counted
// with c.
func (c *Counters) Count(f *ir.Func) {
	heads, branches := heads(f), branches(f)
	*c = Counters{words: make([]int64, 2*(len(heads)+len(branches)))}
	if len(heads) == 0 {
		return
	}
	f.Params = append(f.Params, ir.Param{Name: "counters", Kind: ir.ParamArrayPtr, Elem: ir.I64, Size: 8, Sign: true,
		Len: len(c.words), Addr: unsafe.Pointer(&c.words[0])})
	base := f.Arg(ir.OpArgPtr, len(f.Params)-1)
	dom := f.Dominators()
	one := f.ConstInt(ir.TI64, 1)
	for i, h := range heads {
		c.loops = append(c.loops, f.Position(h.Loop.Pos))
		for _, p := range append([]*ir.Block(nil), h.Preds...) {
			if dom.Dominates(h, p) {
				continue // back edge
			}
			if len(p.Succs) > 1 {
				p = p.SplitEdge(h, "enter")
			}
			increment(p, len(p.Values), base, 2*i, one, h.Loop.Pos)
		}
		increment(h, len(h.Phis()), base, 2*i+1, one, h.Loop.Pos)
	}
	for i, b := range branches {
		pos := b.Control.Pos
		c.branches = append(c.branches, f.Position(pos))
		held := f.NewValue(b, ir.OpZExt, ir.TI64, pos, b.Control)
		b.InsertAt(len(b.Values), held)
		increment(b, len(b.Values), base, 2*(len(heads)+i), one, pos)
		increment(b, len(b.Values), base, 2*(len(heads)+i)+1, held, pos)
	}
}

// branches returns the blocks that end in a condition of the source other than a loop's own.
func branches(f *ir.Func) (list []*ir.Block) {
	for _, b := range f.ReversePostorder() {
		if b.Kind == ir.BlockIf && b.Loop == nil && b.Control.Pos != 0 {
			list = append(list, b)
		}
	}
	return list
}

// heads returns the headers of the loops that have a source position.
func heads(f *ir.Func) (list []*ir.Block) {
	for _, b := range f.ReversePostorder() {
		if b.Loop != nil && b.Loop.Pos != 0 {
			list = append(list, b)
		}
	}
	return list
}

// increment adds n to a counter, before value number at of b.
func increment(b *ir.Block, at int, base *ir.Value, counter int, n *ir.Value, pos ir.Pos) {
	f := b.Func
	zero := f.ConstInt(ir.TI64, 0)
	if b == f.Entry() {
		at = len(b.Values) // after the constants
	}
	load := f.NewValue(b, ir.OpLoad, ir.TI64, pos, base, zero)
	sum := f.NewValue(b, ir.OpAdd, ir.TI64, pos, load, n)
	store := f.NewValue(b, ir.OpStore, ir.TVoid, pos, base, zero, sum)
	for _, v := range []*ir.Value{load, store} {
		v.Scale, v.Off = 8, int32(8*counter)
	}
	for i, v := range []*ir.Value{load, sum, store} {
		b.InsertAt(at+i, v)
	}
}

// Loops returns the current counts of the loops in control-flow order; none without counters.
func (c *Counters) Loops() (list []Loop) {
	if c == nil {
		return nil
	}
	at := map[string]int{}
	for i, where := range c.loops {
		j, seen := at[where]
		if !seen {
			j = len(list)
			at[where] = j
			list = append(list, Loop{Where: where})
		}
		entries, heads := uint64(c.words[2*i]), uint64(c.words[2*i+1])
		list[j].Entries += entries
		list[j].Trips += heads - min(entries, heads)
	}
	return list
}

// Branches returns the current counts of the branches in control-flow order; none without counters.
func (c *Counters) Branches() (list []Branch) {
	if c == nil {
		return nil
	}
	at := map[string]int{}
	for i, where := range c.branches {
		j, seen := at[where]
		if !seen {
			j = len(list)
			at[where] = j
			list = append(list, Branch{Where: where})
		}
		words := c.words[2*(len(c.loops)+i):]
		list[j].Asked += uint64(words[0])
		list[j].Held += min(uint64(words[0]), uint64(words[1]))
	}
	return list
}

// Profile returns all current counts.
func (c *Counters) Profile() Profile { return Profile{c.Loops(), c.Branches()} }

// Guide adds expected trip counts to the loops of f, and probabilities to its branches. It reports whether it
// added any. It does not override information in the source.
func Guide(f *ir.Func, p Profile) (changed bool) {
	if len(p.Loops) == 0 && len(p.Branches) == 0 {
		return false
	}
	known := map[string]Loop{}
	for _, l := range p.Loops {
		known[l.Where] = l
	}
	asked := map[string]Branch{}
	for _, b := range p.Branches {
		asked[b.Where] = b
	}
	if len(asked) > 0 {
		for _, b := range branches(f) {
			if x := asked[f.Position(b.Control.Pos)]; x.Asked > 0 && b.Likely == ir.NoGuess {
				b.Likely = ir.LikelyOf(x.probability())
				changed = true
			}
		}
	}
	for _, h := range heads(f) {
		l := known[f.Position(h.Loop.Pos)]
		if l.Entries == 0 || h.Loop.Find(estimate) != nil {
			continue
		}
		h.Loop = h.Loop.With(ir.Attr{Name: estimate, Kind: ir.AttrInt, Int: max(1, int64(math.Round(l.Mean()))),
			Pos: h.Loop.Pos})
		changed = true
	}
	return changed
}

// Blocks instruments f to count the executions of its blocks, and returns the counts by the blocks' IDs. They must live
// as long as f is run.
func Blocks(f *ir.Func) (counts map[ir.ID]*int64) {
	words := make([]int64, len(f.Blocks))
	f.Params = append(f.Params, ir.Param{Name: "counters", Kind: ir.ParamArrayPtr, Elem: ir.I64, Size: 8, Sign: true,
		Len: len(words), Addr: unsafe.Pointer(&words[0])})
	base := f.Arg(ir.OpArgPtr, len(f.Params)-1)
	one := f.ConstInt(ir.TI64, 1)
	counts = map[ir.ID]*int64{}
	for i, b := range f.Blocks {
		counts[b.ID] = &words[i]
		increment(b, len(b.Phis()), base, i, one, 0)
	}
	return counts
}
