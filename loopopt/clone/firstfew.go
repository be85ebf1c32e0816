package clone

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// FirstFew runs up to n iterations of l, at least one, in a copy of it, and then l, if the copy has not left:
//
//	pre:  limit = min(bound, start + n)
//	h:    … if next < limit goto h else more     each iteration with its checks and exits
//	more: if next < bound goto ph else exit
//	ph:   goto l's header, with the values of its phis so far
//
// A latch that tests no counter goes on to the test of a counter of the copy's own. Legal always: the copy does what l
// does, and where limit wraps around, l takes over behind the first iteration. The preheader of l is ph from now on.
func FirstFew(f *ir.Func, l *analysis.Loop, n *ir.Value, name string) *Cloner {
	header, latch, pre, pos := l.Header, l.Latch, l.Preheader, l.Header.Loop.Position()
	entry, back := header.PredIndex(pre), header.PredIndex(latch)
	k, counts := l.LatchCounter()
	c, starts := CloneLoop(f, l, name, nil), Starts(l)
	head, end, ph := c.Blocks[header], c.Blocks[latch], f.NewBlock(name+".end")
	Detour(l, ph)
	c.Enter(pre, starts)
	l.Preheader = ph
	behind := ph // where the copy leads when it has done n iterations
	if counts && k.Next.Type == ir.TI64 {
		limit := pre.New(ir.OpMul, ir.TI64, pos, n, f.ConstInt(ir.TI64, k.Step))
		limit = pre.New(ir.OpAdd, ir.TI64, pos, k.Phi.Args[entry], limit)
		behind = end.SplitEdge(end.Succs[1], name+".more")
		test := end.Control
		if k.Down {
			limit = pre.New(ir.OpMaxS, ir.TI64, pos, limit, k.Bound)
			end.SetControl(end.New(test.Op, ir.TBool, pos, limit, test.Args[1]))
		} else {
			limit = pre.New(ir.OpMinS, ir.TI64, pos, limit, k.Bound)
			end.SetControl(end.New(test.Op, ir.TBool, pos, test.Args[0], limit))
		}
		end.Remove(test)
	} else {
		zero := f.ConstInt(ir.TI64, 0)
		CountTo(f, head, end.SplitEdge(head, name+".latch"), ph, Counter{zero, n, 1, ir.OpLtS}, pos)
	}
	// Loop-closed form: what is used behind the copy is a phi there.
	closed := map[*ir.Value]*ir.Value{}
	close := func(v *ir.Value) *ir.Value {
		w := c.Of(v)
		if w != v && closed[w] == nil {
			closed[w] = behind.NewPhi(w.Type, w.Pos)
			closed[w].AddArg(w)
		}
		if w != v {
			w = closed[w]
		}
		return w
	}
	for _, phi := range header.Phis() {
		phi.SetArg(entry, close(phi.Args[back]))
	}
	if behind != ph {
		test := latch.Control
		again := behind.New(test.Op, ir.TBool, test.Pos, close(test.Args[0]), close(test.Args[1]))
		behind.BranchTo(again, ph)
		behind.Likely = ir.Unlikely
	}
	return c
}

// RunLengths is how many first iterations FirstAsBefore does.
type RunLengths struct {
	First int64 // of the first run
	Few   int64 // behind a run in which the loop itself did more than Long
	Many  int64 // behind any other
	Long  int64
}

// FirstAsBefore is FirstFew for a loop within another, with a number that the loop around carries from each run of l to
// the next. How long a run was is told by counter, a phi of l that walks by step, 1 or -1, where l itself is left: a run
// that ends in the copy pays for a constant.
//
// Legal always, whatever the number is. The loop around must be simplified, and the exits of l its own.
func FirstAsBefore(f *ir.Func, l *analysis.Loop, counter *ir.Value, step int64, n RunLengths, name string) *Cloner {
	outer, pos := l.Parent, l.Header.Loop.Position()
	num := func(n int64) *ir.Value { return f.ConstInt(ir.TI64, n) }
	count := outer.Header.NewPhi(ir.TI64, pos)
	c := FirstFew(f, l, count, name)
	at := map[*ir.Block]*ir.Value{outer.Header: count}
	for _, b := range c.Blocks {
		at[b] = num(n.Many)
	}
	start := counter.Args[l.Header.PredIndex(l.Preheader)]
	for _, b := range l.Exiting {
		for i, s := range b.Succs {
			if l.Contains(s) {
				continue
			}
			long := b.SplitEdge(b.Succs[i], name+".long")
			first, last := start, counter
			if step < 0 {
				first, last = last, first
			}
			more := long.New(ir.OpLtS, ir.TBool, pos, num(n.Long), long.New(ir.OpSub, ir.TI64, pos, last, first))
			at[long] = long.New(ir.OpSelect, ir.TI64, pos, more, num(n.Few), num(n.Many))
		}
	}
	reaching := reachingIn(at, count)
	for _, p := range outer.Header.Preds {
		if p == outer.Preheader {
			count.AddArg(num(n.First))
		} else {
			count.AddArg(reaching(p))
		}
	}
	return c
}
