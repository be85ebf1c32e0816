package clone

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// FirstFew runs up to n iterations of l, at least one, in a copy of it, and then l, unless the copy has exited:
//
//	pre:  limit = min(bound, start + n*step), of <= one step less
//	h:    … if next < limit goto h else more     each iteration with its checks and exits
//	more: if next < bound goto ph else exit
//	ph:   goto l's header, with the values of its phis so far
//
// If the latch tests no counter, it continues with a test of a counter of the copy's own. Legal always: the copy does
// what l does, and if limit wraps around, l takes over after the first iteration. The preheader of l is ph
// afterwards. n must be available in the preheader.
func FirstFew(f *ir.Func, l *analysis.Loop, n *ir.Value, name string) *Cloner {
	header, latch, pre, pos := l.Header, l.Latch, l.Preheader, l.Header.Loop.Position()
	entry, back := header.PredIndex(pre), header.PredIndex(latch)
	k, counts := l.LatchCounter()
	c, starts := CloneLoop(f, l, name, nil), Starts(l)
	head, end, ph := c.Block(header), c.Block(latch), f.NewBlock(name+".end")
	Detour(l, ph)
	c.Enter(pre, starts)
	l.Preheader = ph
	behind := ph // where the copy goes after n iterations
	if counts && k.Next.Type == ir.TI64 {
		test, steps := end.Control, n
		if test.Op == ir.OpLeS { // continues at the limit too
			steps = pre.New(ir.OpAdd, ir.TI64, pos, n, f.ConstInt(ir.TI64, -1))
		}
		limit := pre.New(ir.OpMul, ir.TI64, pos, steps, f.ConstInt(ir.TI64, k.Step))
		limit = pre.New(ir.OpAdd, ir.TI64, pos, k.Phi.Args[entry], limit)
		behind = end.SplitEdge(end.Succs[1], name+".more")
		if k.Down {
			limit = pre.New(ir.OpMaxS, ir.TI64, pos, limit, k.Bound)
			end.SetControl(end.New(test.Op, ir.TBool, pos, limit, test.Args[1]))
		} else {
			limit = pre.New(ir.OpMinS, ir.TI64, pos, limit, k.Bound)
			end.SetControl(end.New(test.Op, ir.TBool, pos, test.Args[0], limit))
		}
	} else {
		times := Counter{f.ConstInt(ir.TI64, 0), n, 1, ir.OpLtS}
		CountTo(f, head, end.SplitEdge(head, name+".latch"), ph, times, pos)
	}
	// Loop-closed form: values used behind the copy are phis there.
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
