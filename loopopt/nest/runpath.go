package nest

import (
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
)

// commonRun is a path from the header of a loop to its latch on which nothing happens but that counters advance, while
// elements of arrays are as the path wants them.
type commonRun struct {
	d       *driver.Driver
	l       *analysis.Loop
	path    []*ir.Block // from the header to the latch, each block once
	nexts   []*ir.Value // of the header's phis
	step    []int64     // what those advance by, 0 if they stay as they are
	counter int         // one that advances, an i64
	guards  []pathGuard
	size    int // in values
}

// pathGuard is a condition that the loop does not change, and how the path wants it.
type pathGuard struct {
	cond  *ir.Value
	holds bool
}

// What is looked at to find a path, and how long one may be: in blocks, and in values.
const (
	maxPathSteps  = 256
	maxPathBlocks = 16
	maxPathValues = 40
)

// leastOnPath is how likely a branch must stay on the path, if that is known. One that leaves it once in 10 times makes
// runs of 10, for which no vectors pay.
const leastOnPath = 0.9

// commonPath is the shortest path of l that can be a run, nil if there is none.
func commonPath(d *driver.Driver, l *analysis.Loop) *commonRun {
	if !latchEnds(l) {
		return nil
	}
	var best *commonRun
	steps := 0
	var path []*ir.Block
	var walk func(b *ir.Block)
	walk = func(b *ir.Block) {
		steps++
		if steps > maxPathSteps || len(path) == maxPathBlocks || slices.Contains(path, b) || !passive(b) {
			return
		}
		path = append(path, b)
		if b == l.Latch {
			p := &commonRun{d: d, l: l, path: slices.Clone(path)}
			if p.judge() && (best == nil || p.size < best.size) {
				best = p
			}
		} else {
			for i, s := range b.Succs {
				if l.Contains(s) && s != l.Header && stays(b, i) {
					walk(s)
				}
			}
		}
		path = path[:len(path)-1]
	}
	walk(l.Header)
	return best
}

// latchEnds says whether the latch of l leads back and out of the loop only.
func latchEnds(l *analysis.Loop) bool {
	for _, s := range l.Latch.Succs {
		if s != l.Header && l.Contains(s) {
			return false
		}
	}
	return len(l.Latch.Succs) < 2 || l.Latch.Kind == ir.BlockIf && l.LatchExit() != nil
}

// stays says whether b goes to successor i as often as a path wants, as far as that is known.
func stays(b *ir.Block, i int) bool {
	if b.Kind != ir.BlockIf {
		return len(b.Succs) == 1
	}
	likely := b.Likely
	if i == 1 {
		likely = likely.Not()
	}
	p, known := likely.P()
	return !known || p >= leastOnPath
}

// passive says whether what b does can be done again.
func passive(b *ir.Block) bool {
	for _, v := range b.Walk() {
		if v.Op != ir.OpCheck && v.Op.HasAny(ir.FlagEffect|ir.FlagWrites|ir.FlagMath|ir.FlagPartial) ||
			v.Type.IsVector() || v.Op == ir.OpCopy {
			return false
		}
		if v.Op.HasAny(ir.FlagReads) && v.Op != ir.OpLoad {
			return false
		}
	}
	return true
}

// judge completes p, and says whether it can be a run.
func (p *commonRun) judge() bool {
	h := p.l.Header
	back := h.PredIndex(p.l.Latch)
	p.counter = -1
	for i, phi := range h.Phis() {
		next := p.resolve(phi.Args[back])
		p.nexts = append(p.nexts, next)
		step, ok := advances(phi, next)
		if !ok { // i + len(word), which is computed anew
			if _, step, ok = p.d.Scev.ConstStep(phi, p.l); !ok || step == 0 {
				return false
			}
		}
		if step != 0 && phi.Type == ir.TI64 && p.counter < 0 {
			p.counter = i
		}
		p.step = append(p.step, step)
	}
	if p.counter < 0 {
		return false
	}
	data := false
	for k, b := range p.path {
		for _, v := range b.Walk() {
			if v.Op == ir.OpLoad && !p.invariant(v) && !p.consecutive(v) {
				return false
			}
			if v.Op != ir.OpPhi {
				p.size++
			}
		}
		if b.Kind != ir.BlockIf || b == p.l.Latch {
			continue
		}
		tested := p.loads(b.Control)
		data = data || tested
		switch in := p.d.Loop.Of(b); {
		case in != p.l && !in.Contains(p.path[k+1]) && !tested:
			return false // an inner loop that is over after one iteration because it has no more is a rare one
		case !p.invariant(b.Control):
		case p.needsLoad(b.Control):
			return false // it is not known in front of the loop
		default:
			p.guards = append(p.guards, pathGuard{b.Control, b.Succs[0] == p.path[k+1]})
		}
	}
	return data && p.size <= maxPathValues
}

// advances is what phi advances by if it is next in the next iteration.
func advances(phi, next *ir.Value) (step int64, ok bool) {
	if next == phi {
		return 0, true
	}
	if next.Op != ir.OpAdd || !phi.Type.Elem.IsInt() {
		return 0, false
	}
	for i, a := range next.Args {
		if a == phi && next.Args[1-i].IsConst() {
			return next.Args[1-i].Int(), next.Args[1-i].Int() != 0
		}
	}
	return 0, false
}

// next is where the path goes behind b.
func (p *commonRun) next(b *ir.Block) *ir.Block { return p.path[slices.Index(p.path, b)+1] }

// resolve is v, or what a phi on the path is there.
func (p *commonRun) resolve(v *ir.Value) *ir.Value {
	for v.Op == ir.OpPhi {
		k := slices.Index(p.path, v.Block)
		if k < 1 {
			break
		}
		v = v.Args[v.Block.PredIndex(p.path[k-1])]
	}
	return v
}

// invariant says whether v is the same in all iterations on the path.
func (p *commonRun) invariant(v *ir.Value) bool {
	step, ok := p.linear(v)
	return ok && step == 0
}

// linear is what v, an integer, advances by from one iteration on the path to the next: 0 for whatever does not change.
func (p *commonRun) linear(v *ir.Value) (step int64, ok bool) {
	v = p.resolve(v)
	if p.l.Invariant(v) {
		return 0, true
	}
	if v.Op == ir.OpPhi {
		i := slices.Index(p.l.Header.Phis(), v)
		if i < 0 {
			return 0, false
		}
		return p.step[i], true
	}
	if v.Op == ir.OpCheck {
		return 0, false
	}
	var steps []int64
	same := true
	for _, a := range v.Args {
		s, ok := p.linear(a)
		if !ok {
			return 0, false
		}
		steps = append(steps, s)
		same = same && s == 0
	}
	switch {
	case same:
		return 0, true
	case v.Op == ir.OpAdd:
		return steps[0] + steps[1], true
	case v.Op == ir.OpSub:
		return steps[0] - steps[1], true
	}
	return 0, false
}

// consecutive says whether v, a load, walks from element to element.
func (p *commonRun) consecutive(v *ir.Value) bool {
	step, ok := p.linear(v.Args[1])
	n := step * int64(v.Scale)
	return ok && p.invariant(v.Args[0]) && (n == int64(v.AccessSize()) || n == -int64(v.AccessSize()))
}

// loads says whether v depends on a load that is another one in each iteration.
func (p *commonRun) loads(v *ir.Value) bool {
	v = p.resolve(v)
	if p.l.Invariant(v) || v.Op == ir.OpPhi {
		return false
	}
	if v.Op == ir.OpLoad {
		return !p.invariant(v)
	}
	return slices.ContainsFunc(v.Args, p.loads)
}

// needsLoad says whether v, which does not change, is computed from a load in the loop.
func (p *commonRun) needsLoad(v *ir.Value) bool {
	v = p.resolve(v)
	if p.l.Invariant(v) || v.Op == ir.OpPhi {
		return v.Op == ir.OpPhi && !p.l.Invariant(v) // a variable that only the path leaves as it is
	}
	return v.Op == ir.OpLoad || slices.ContainsFunc(v.Args, p.needsLoad)
}
