// Package profile counts what loops do and tells the optimizer. A profile decides what is tried and what it is expected
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

// Counters are those of an instrumented function. Code that runs in several goroutines at once may lose some counts.
type Counters struct {
	where []string
	words []int64 // of each loop: how often it was entered, and how often its head was reached
}

// Count makes f count the entries and the iterations of its loops in memory that c holds from then on: it must live as
// long as f's code, whose func is the last that was counted with it.
func (c *Counters) Count(f *ir.Func) {
	heads := heads(f)
	*c = Counters{words: make([]int64, 2*len(heads))}
	if len(heads) == 0 {
		return
	}
	f.Params = append(f.Params, ir.Param{Name: "counters", Kind: ir.ParamArrayPtr, Elem: ir.I64, Size: 8, Sign: true,
		Len: len(c.words), Addr: unsafe.Pointer(&c.words[0])})
	base := f.Arg(ir.OpArgPtr, len(f.Params)-1)
	dom := f.Dominators()
	for i, h := range heads {
		c.where = append(c.where, f.Position(h.Loop.Pos))
		for _, p := range append([]*ir.Block(nil), h.Preds...) {
			if dom.Dominates(h, p) {
				continue // back from the loop
			}
			if len(p.Succs) > 1 {
				p = p.SplitEdge(h, "enter")
			}
			increment(p, len(p.Values), base, 2*i, h.Loop.Pos)
		}
		increment(h, len(h.Phis()), base, 2*i+1, h.Loop.Pos)
	}
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

// increment adds one to a counter, in front of value number at of b.
func increment(b *ir.Block, at int, base *ir.Value, counter int, pos ir.Pos) {
	f := b.Func
	zero, one := f.ConstInt(ir.TI64, 0), f.ConstInt(ir.TI64, 1)
	if b == f.Entry() {
		at = len(b.Values) // behind the constants
	}
	load := f.NewValue(b, ir.OpLoad, ir.TI64, pos, base, zero)
	sum := f.NewValue(b, ir.OpAdd, ir.TI64, pos, load, one)
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
	for i, where := range c.where {
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

// Guide tells the loops of f how often they are expected to iterate, and says whether one of them did not know. What the
// source says of a loop stands.
func Guide(f *ir.Func, loops []Loop) (changed bool) {
	known := map[string]Loop{}
	for _, l := range loops {
		known[l.Where] = l
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
