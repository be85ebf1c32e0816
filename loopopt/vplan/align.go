package vplan

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
	"math/bits"
	"slices"
)

// An access that crosses the end of a cache line takes two turns of a unit for loads or stores instead of one, and vectors that
// are as long as a line all cross one unless they begin at one: y[i] = a[i] + b[i] over 2048 elements of 4 bytes takes 39 ns on Zen 5
// if all three begin at a line, 58 if y does not, 75 if a and b do not or none does. Where a loop has little to do but to load and
// store, a pass under a mask goes in front of its vector loop and ends where one of its streams reaches a line.

// Front is such a pass.
type Front struct {
	At    *Recipe // the load or store that is to be aligned
	Bytes int     // to a multiple of this
	From  int64   // with no fewer iterations than this
}

// lineBytes is the size of a cache line of all targets but Apple's, whose lines are longer.
const lineBytes = 64

// frontCycles is what the pass in front is taken to cost, an estimate on the safe side: masks to be made, as many instructions as any other
// pass, and a branch that is not foretold where slices change. With it y[i] = a[i] + b[i] is aligned from 384 elements on, which then takes 13
// ns for 19 (Zen 5, all three one element behind a line).
const frontCycles = 24

// alignGain is the least part of a pass's time that must be won.
const alignGain = 0.1

// AlignMode says whether vector loops may have a pass in front to align an access.
type AlignMode uint8

// The modes.
const (
	AlignByCost AlignMode = iota
	AlignAlways           // where it is possible
	AlignNever
)

// chooseFront decides on a pass in front of the vector loop. c has priced a pass of the main loop.
func (p *Plan) chooseFront(t tti.Info, c *coster) {
	p.Front = nil
	if p.Legal.Align == AlignNever || p.Tail != TailMasked || !p.startsAnywhere() {
		return
	}
	at := p.commonest()
	if at == nil {
		return
	}
	reg := min(p.VF()*at.memElem().Size(), t.VectorBytes(), lineBytes)
	f := &Front{At: at, Bytes: reg, From: int64(p.VF()*p.UF() + p.VF())}
	gain, part := p.alignGain(t, c, f)
	switch {
	case p.Legal.Align == AlignAlways:
	case part < alignGain:
		return
	default:
		f.From = max(f.From, int64(frontCycles/gain)*int64(p.VF()))
	}
	if f.From <= p.trips() {
		p.Front = f
	}
}

// startsAnywhere says that a masked pass may be the first one: nothing in the loop counts on the lanes of the pass before it,
// or stands for what the scalar loop would do first.
func (p *Plan) startsAnywhere() bool {
	return !slices.ContainsFunc(p.Recipes, func(r *Recipe) bool { return !r.is(anyStart) || r.Rev })
}

// commonest is an access of those whose addresses differ by whole vectors only, of the largest set of such; of equally large ones
// the set with a store. The frame's places are none: they begin at lines, or their addresses are not known while the stack may move.
func (p *Plan) commonest() *Recipe {
	var best *Recipe
	most := 0
	for _, r := range p.Recipes {
		if !r.is(consecutive) || !analysis.Comparable(r.Access.Root) {
			continue
		}
		n := 0
		for _, q := range p.Recipes {
			if p.alike(r, q) {
				n += 2
			}
		}
		if r.is(isStore) {
			n++
		}
		if n > most {
			best, most = r, n
		}
	}
	return best
}

// alike says whether r and q are aligned together as far as that is known when the loop is compiled.
func (p *Plan) alike(r, q *Recipe) bool {
	if !q.is(consecutive) || r.memElem().Size() != q.memElem().Size() || r.Access.Base != q.Access.Base {
		return false
	}
	size := int64(p.VF() * r.memElem().Size())
	a, b := r.Access, q.Access
	if a.V.Scale != b.V.Scale {
		return false
	}
	rest, n := p.Legal.SE.SplitConst(p.Legal.SE.Sub(b.Start, a.Start))
	if c, ok := p.Legal.SE.IsConst(rest); !ok || c != 0 {
		return false
	}
	return (n*int64(a.V.Scale)+int64(b.V.Off-a.V.Off))%size == 0
}

// alignGain is the number of cycles that the units for loads and stores spare a pass of one vector if it begins at a line, and
// which part of its time that is. Streams of different slices are taken to be as far from a line as one another, which is so if the
// slices are whole arrays, or parts of such from the same index on.
func (p *Plan) alignGain(t tti.Info, c *coster, f *Front) (cycles, part float64) {
	loads, stores := p.turns(t, p.VF(), func(*Recipe) float64 { return 0 })
	aligned := max(loads, stores)
	loads, stores = p.turns(t, p.VF(), func(r *Recipe) float64 {
		if r.Access.Base == f.At.Access.Base && !p.alike(f.At, r) {
			return 0
		}
		return min(1, float64(min(p.VF()*r.memElem().Size(), t.VectorBytes()))/lineBytes)
	})
	rest := max(c.ops/float64(t.IssueWidth()), c.busy()*float64(p.VF()))
	aligned = max(rest, aligned)
	cycles = max(rest, loads, stores) - aligned
	return cycles, cycles / aligned
}

// turns is for how many cycles the units for loads and those for stores are busy with the consecutive accesses of a pass of vf lanes.
// more says which part of an access takes another turn.
func (p *Plan) turns(t tti.Info, vf int, more func(*Recipe) float64) (loads, stores float64) {
	for _, r := range p.Recipes {
		if !r.is(consecutive) {
			continue
		}
		k := t.MemoryCost(tti.Access{Store: r.is(isStore), Type: ir.Vec(r.memElem(), vf)})
		_, turn := k.Units.Most()
		if n := float64(turn) * (1 + more(r)); r.is(isStore) {
			stores += n
		} else {
			loads += n
		}
	}
	return loads, stores
}

// front makes the pass in front, which stops at the returned iteration.
//
//	cur:  if few <= n goto ask else join
//	ask:  p = elements up to the next line, 0 if some other stream is at one; the stage, up to p; goto join
//	join: phis of the iteration and of the partial results
//
// Short loops pay for one comparison only.
func (x *exec) front(st []*ir.Value, res *Result) (*ir.Value, []*ir.Value) {
	zero := x.f.ConstInt(ir.TI64, 0)
	ask, join := x.f.NewBlock("vector.align"), x.f.NewBlock("vector.aligned")
	x.cur.SetIf(x.cur.New(ir.OpLeS, ir.TBool, x.pos, x.f.ConstInt(ir.TI64, x.Front.From), x.n), ask, join)
	x.cur.Likely = ir.Unlikely

	x.cur = ask
	at := x.Front.At
	past := ask.New(ir.OpAnd, ir.TI64, x.pos, ask.New(ir.OpNeg, ir.TI64, x.pos, x.placeIn(ask, at)), x.f.ConstInt(ir.TI64, int64(x.Front.Bytes-1)))
	n := ask.New(ir.OpShrU, ir.TI64, x.pos, past, x.f.ConstInt(ir.TI64, int64(bits.TrailingZeros(uint(at.memElem().Size())))))
	for _, r := range x.otherBases() {
		off := ask.New(ir.OpAnd, ir.TI64, x.pos, x.placeIn(ask, r), x.f.ConstInt(ir.TI64, int64(x.Front.Bytes-1)))
		n = ask.New(ir.OpSelect, ir.TI64, x.pos, ask.New(ir.OpEq, ir.TBool, x.pos, off, zero), zero, n)
	}
	s := Stage{VF: x.VF(), UF: 1, Masked: true}
	i, out := x.stage(s, entrance{n: n, guarded: true, once: true}, zero, st, res)
	x.cur.SetJump(join)
	x.cur = join
	phi := join.NewPhi(ir.TI64, x.pos)
	phi.AddArgs(zero, i)
	x.joinSkipped(join, st, out, false)
	return phi, out
}

// otherBases is an access of each other base than that of the access to be aligned: one that is aligned to begin with must stay so.
// y[i] = a[i] + b[i] of which only y does not begin at a line takes 71 ns with y aligned, for 59.
func (p *Plan) otherBases() (list []*Recipe) {
	for _, r := range p.Recipes {
		if !r.is(consecutive) || r.Access.Base == p.Front.At.Access.Base || !analysis.Comparable(r.Access.Root) ||
			slices.ContainsFunc(list, func(q *Recipe) bool { return q.Access.Base == r.Access.Base }) {
			continue
		}
		list = append(list, r)
	}
	return list
}

// placeIn is the address of r at iteration 0 as an integer, made in block b.
func (x *exec) placeIn(b *ir.Block, r *Recipe) *ir.Value {
	base, off := x.address(r)
	return x.plusIn(b, b.New(ir.OpBitcast, ir.TI64, x.pos, base), int64(off))
}
