package loopopt

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// rotate turns loops that test at the top into loops that test at the bottom.
//
// Before:
//
//	for { if !(i < n) { break }; body; i++ }
//
// After:
//
//	if i < n { for { body; i++; if !(i < n) { break } } }
//
// Legal always: the header, with the test, is copied in front of the loop and behind its body; whatever it computes or
// checks happens as often as before and in the same order.
// Pays because the body then runs in every iteration of the loop, which what follows relies on: what is invariant in
// the body may move in front of the loop, and the trip count is that of the latch.
// Reads nothing; moves the metadata to the new header.
// Remarks: none.
func rotate(f *ir.Func) bool {
	changed := false
	cleanPhis(f) // exits then have no phis of one argument
	for n := 0; n < maxRotations; n++ {
		li := analysis.FindLoops(f, f.Dominators())
		done := true
		for i := len(li.Loops) - 1; i >= 0; i-- {
			if rotateLoop(f, li.Loops[i]) {
				changed, done = true, false
				break
			}
		}
		if done {
			break
		}
	}
	return changed
}

// maxRotations bounds the loops rotated in one function.
const maxRotations = 256

// maxHeader is the largest header that is copied, in values.
const maxHeader = 24

func rotateLoop(f *ir.Func, l *analysis.Loop) bool {
	h := l.Header
	if h.Kind != ir.BlockIf || l.Preheader == nil || l.Latch == nil || l.Latch == h || len(h.Values) > maxHeader {
		return false
	}
	for _, x := range l.Exiting {
		if x == l.Latch {
			return false // tests at the bottom already
		}
	}
	body, exit := h.Succs[0], h.Succs[1]
	if l.Contains(exit) {
		body, exit = exit, body
	}
	if l.Contains(exit) || !l.Contains(body) || l.Latch.Kind != ir.BlockJump {
		return false
	}
	pre, latch := l.Preheader, l.Latch
	fromPre, fromLatch := h.PredIndex(pre), h.PredIndex(latch)

	// The header's values that are used elsewhere become phis where the two copies meet: at the body and at the exit.
	if len(body.Preds) != 1 {
		body = splitEdge(h, body)
	}
	if len(exit.Preds) != 1 {
		exit = splitEdge(h, exit)
	}
	vals := append([]*ir.Value(nil), h.Values...)
	control := h.Control
	likely := h.Likely

	copyTo := func(b *ir.Block, arg int) map[*ir.Value]*ir.Value {
		m := map[*ir.Value]*ir.Value{}
		of := func(v *ir.Value) *ir.Value {
			if w := m[v]; w != nil {
				return w
			}
			return v
		}
		for _, v := range vals {
			if v.Op == ir.OpPhi {
				m[v] = v.Args[arg]
				continue
			}
			w := b.New(v.Op, v.Type, v.Pos)
			w.FP, w.AuxInt, w.Aux, w.Scale, w.Off = v.FP, v.AuxInt, v.Aux, v.Scale, v.Off
			for _, a := range v.Args {
				w.AddArg(of(a))
			}
			m[v] = w
		}
		b.Kind, b.Likely = ir.BlockIf, likely
		b.SetControl(of(control))
		return m
	}
	top := copyTo(pre, fromPre)
	bottom := copyTo(latch, fromLatch)
	pre.Likely = ir.LikelyTrue

	// Edges: both copies branch to body and exit; the old header goes.
	order := func(b *ir.Block) {
		b.Succs = b.Succs[:0]
		for _, s := range h.Succs {
			b.Succs = append(b.Succs, s)
		}
	}
	order(pre)
	order(latch)
	body.Preds = []*ir.Block{pre, latch}
	exit.Preds = []*ir.Block{pre, latch}
	h.Preds, h.Succs = nil, nil
	h.SetControl(nil)

	// Phis for what the header computed. A phi of the body reads the bottom copy around the back edge.
	atBody, atExit := map[*ir.Value]*ir.Value{}, map[*ir.Value]*ir.Value{}
	for _, v := range vals {
		if v.Type == ir.TVoid {
			continue
		}
		if top[v] == bottom[v] {
			atBody[v], atExit[v] = top[v], top[v]
			continue
		}
		p, q := body.NewPhi(v.Type, v.Pos), exit.NewPhi(v.Type, v.Pos)
		p.AddArgs(top[v], bottom[v])
		q.AddArgs(top[v], bottom[v])
		atBody[v], atExit[v] = p, q
	}
	// The copies may themselves name header values (a phi's argument that is another phi): in the loop those are now
	// the body's, behind it the exit's.
	dom := f.Dominators()
	for _, b := range f.Blocks {
		if b == h {
			continue
		}
		for _, v := range b.Values {
			for i, a := range v.Args {
				if a.Block != h {
					continue
				}
				at := b
				if v.Op == ir.OpPhi {
					at = b.Preds[i]
				}
				v.SetArg(i, pick(dom, at, body, exit, atBody, atExit, a))
			}
		}
		if b.Control != nil && b.Control.Block == h {
			b.SetControl(pick(dom, b, body, exit, atBody, atExit, b.Control))
		}
	}
	for _, v := range vals {
		v.ResetArgs()
		v.Block = nil
	}
	h.Values = nil
	h.Kind = ir.BlockTrap
	body.Loop, h.Loop = h.Loop, nil
	f.RemoveUnreachable()
	canonicalLoops(f)
	cleanPhis(f)
	return true
}

// pick is the value that header value a has at the end of block at.
func pick(dom *ir.Dom, at, body, exit *ir.Block, inBody, behind map[*ir.Value]*ir.Value, a *ir.Value) *ir.Value {
	if dom.Dominates(exit, at) {
		return behind[a]
	}
	return inBody[a]
}

// cleanPhis removes phis of one value.
func cleanPhis(f *ir.Func) {
	for again := true; again; {
		again = false
		for _, b := range f.Blocks {
			for _, phi := range append([]*ir.Value(nil), b.Phis()...) {
				if v := samePhi(phi); v != nil && v != phi {
					phi.CopyOf(v)
					again = true
				}
			}
		}
		f.ElimCopies()
	}
}

// splitEdge puts a block on the edge from p to s.
func splitEdge(p, s *ir.Block) *ir.Block {
	n := p.Func.NewBlock("")
	p.Succs[p.SuccIndex(s)] = n
	n.Preds = append(n.Preds, p)
	s.ReplacePred(p, n)
	n.Kind, n.Succs = ir.BlockJump, []*ir.Block{s}
	return n
}
