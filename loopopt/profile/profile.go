// Package profile counts what loops and branches do and tells the optimizer. A profile decides what is tried and what it is expected
// to cost, and nothing else: code made with one that is wrong computes the same. Count and Guide work on the SSA as the
// frontend makes it, where each loop of the source is one loop.
package profile

import (
	"math"
	"unsafe"

	"hotloop/loopopt/ir"
)

// estimate is the fact of a loop's metadata that Guide writes, LLVM's llvm.loop.estimated_trip_count.
const estimate = "estimated_trip_count"

// Loop is what is known of a loop of the source.
type Loop struct {
	Where   string // its position, file:line:col; loops of a helper that is inlined several times are one
	Entries uint64 // how often it was entered
	Trips   uint64 // how often it went back to its head, over all entries
}

// Mean is the number of iterations of an entry, 0 for a loop that was never entered.
func (l Loop) Mean() float64 {
	if l.Entries == 0 {
		return 0
	}
	return float64(l.Trips) / float64(l.Entries)
}

// Branch is what is known of a condition of the source: of an if statement, a case, a part of && or ||.
type Branch struct {
	Where string // its position, file:line:col; those of a helper that is inlined several times are one
	Asked uint64 // how often the condition was looked at
	Held  uint64 // how often it held
}

// Odds is the share of the times that it held, less sure of itself the fewer they are.
func (b Branch) Odds() float64 { return (float64(b.Held) + 0.5) / (float64(b.Asked) + 1) }

// Profile is what is known of a function.
type Profile struct {
	Loops    []Loop
	Branches []Branch
}

// Counters are those of an instrumented function. Code that runs in several goroutines at once may lose some counts.
type Counters struct {
	loops, branches []string // where they are
	// of each loop: how often it was entered, and how often its head was reached; then of each branch: how often it
	// was asked, and how often its condition held
	words []int64
}

// Count makes f count the entries and the iterations of its loops, and what its branches decide, in memory that c holds from then on: it must live as
// long as f's code, whose func is the last that was counted with it.
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
				continue // back from the loop
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

// branches lists the blocks that end in a condition of the source which is not a loop's own.
func branches(f *ir.Func) (list []*ir.Block) {
	for _, b := range f.ReversePostorder() {
		if b.Kind == ir.BlockIf && b.Loop == nil && b.Control.Pos != 0 {
			list = append(list, b)
		}
	}
	return list
}

// heads lists the heads of the loops of the source that have a place in it.
func heads(f *ir.Func) (list []*ir.Block) {
	for _, b := range f.ReversePostorder() {
		if b.Loop != nil && b.Loop.Pos != 0 {
			list = append(list, b)
		}
	}
	return list
}

// increment adds n to a counter, in front of value number at of b.
func increment(b *ir.Block, at int, base *ir.Value, counter int, n *ir.Value, pos ir.Pos) {
	f := b.Func
	zero := f.ConstInt(ir.TI64, 0)
	if b == f.Entry() {
		at = len(b.Values) // behind the constants
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

// Loops are the counts so far, of the loops in the order of the source's control flow; none without counters.
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

// Branches are the counts so far, in the order of the control flow; none without counters.
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

// Profile is all counts so far.
func (c *Counters) Profile() Profile { return Profile{c.Loops(), c.Branches()} }

// Guide tells the loops of f how often they are expected to iterate, and its branches how likely their conditions hold;
// it says whether one of them did not know. What the source says of them stands.
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
				b.Likely = ir.Odds(x.Odds())
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
