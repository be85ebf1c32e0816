package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
)

// sampler writes, in front of a loop, what looks at indices that some of its iterations are going to use, to find out
// about the data before it is decided how to run the loop. What it finds decides about time alone: a loop that stores
// to what its indices are loaded from gets others later.
type sampler struct {
	d      *driver.Driver
	l      *analysis.Loop
	starts []*ir.Value // what the header's phis begin with
	pos    ir.Pos
}

// samples is how many places are looked at, at equal distances. Each takes some three cycles.
const (
	samples      = 16
	samplesShift = 4
)

// samplesAtLeast is the number of iterations from which on the samples take less than a fiftieth of the time of sums.
// neighboursAtLeast is the same for those whose neighbours are looked at, where a fifth is not too much, as one of both
// ways is so much faster: sample 15 of n iterations has three neighbours from 64 on.
const (
	samplesAtLeast    = 1024
	neighboursAtLeast = 256
)

// can says whether v, an index that every iteration computes, can be computed for an iteration by its number alone: by
// arithmetic, from what is invariant or walks evenly, and from what is loaded from places that do. Then whoever knows
// that no check of the loop fails may do so for every iteration.
func (s *sampler) can(v *ir.Value) bool { return s.reaches(v, false, 8) }

func (s *sampler) reaches(v *ir.Value, inAddress bool, depth int) bool {
	if s.l.Invariant(v) {
		return true
	}
	switch v.Op {
	case ir.OpPhi:
		if v.Block != s.l.Header || v.Type != ir.TI64 {
			return false
		}
		_, _, ok := s.d.Scev.ConstStep(v, s.l)
		return ok
	case ir.OpLoad:
		if inAddress || v.Type.IsVector() || !s.d.Scev.Dom().Dominates(v.Block, s.l.Latch) {
			return false
		}
		inAddress = true
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpShl, ir.OpShrU, ir.OpShrS, ir.OpZExt,
		ir.OpSExt, ir.OpTrunc:
		if !v.Type.Elem.IsInt() || v.Type.IsVector() {
			return false
		}
	default:
		return false
	}
	if depth == 0 {
		return false
	}
	for _, a := range v.Args {
		if !s.reaches(a, inAddress, depth-1) {
			return false
		}
	}
	return true
}

// at is v in iteration j, computed at the end of b. made holds what b has of that iteration.
func (s *sampler) at(b *ir.Block, v, j *ir.Value, made map[*ir.Value]*ir.Value) *ir.Value {
	if s.l.Invariant(v) {
		return v
	}
	if w := made[v]; w != nil {
		return w
	}
	var w *ir.Value
	if v.Op == ir.OpPhi {
		_, step, _ := s.d.Scev.ConstStep(v, s.l)
		far := b.New(ir.OpMul, ir.TI64, s.pos, j, s.d.F.ConstInt(ir.TI64, step))
		w = b.New(ir.OpAdd, ir.TI64, s.pos, s.starts[phiIndex(v)], far)
	} else {
		args := make([]*ir.Value, len(v.Args))
		for i, a := range v.Args {
			args[i] = s.at(b, a, j, made)
		}
		w = b.New(v.Op, v.Type, s.pos, args...)
		w.AuxInt, w.Aux, w.Scale, w.Off = v.AuxInt, v.Aux, v.Scale, v.Off
	}
	made[v] = w
	return w
}

// phiIndex is the place of a phi among those of its block.
func phiIndex(v *ir.Value) int {
	for i, phi := range v.Block.Phis() {
		if phi == v {
			return i
		}
	}
	return -1
}

// loop writes a loop behind tail that calls body for each sample, an iteration out of the n that there are, with the
// values that it carries along, which begin with first: body returns the next ones. It returns the block behind and
// what they are there.
func (s *sampler) loop(tail *ir.Block, n *ir.Value, first []*ir.Value,
	body func(b *ir.Block, j *ir.Value, now []*ir.Value) []*ir.Value) (*ir.Block, []*ir.Value) {
	f := s.d.F
	step := tail.New(ir.OpShrU, ir.TI64, s.pos, n, f.ConstInt(ir.TI64, samplesShift))
	b := f.NewBlock("sample")
	tail.SetJump(b)
	k, j := b.NewPhi(ir.TI64, s.pos), b.NewPhi(ir.TI64, s.pos)
	now := make([]*ir.Value, len(first))
	for i, v := range first {
		now[i] = b.NewPhi(v.Type, s.pos)
	}
	next := body(b, j, now)
	for i, v := range first {
		now[i].AddArgs(v, next[i])
	}
	zero := f.ConstInt(ir.TI64, 0)
	kn := b.New(ir.OpAdd, ir.TI64, s.pos, k, f.ConstInt(ir.TI64, 1))
	k.AddArgs(zero, kn)
	j.AddArgs(zero, b.New(ir.OpAdd, ir.TI64, s.pos, j, step))
	end := f.NewBlock("sample.end")
	b.SetIf(b.New(ir.OpLtS, ir.TBool, s.pos, kn, f.ConstInt(ir.TI64, samples)), b, end)
	b.Likely = ir.LikelyTrue
	b.Loop = driver.Bare(s.l.Header.Loop).With(ir.Attr{Name: subtablesPass + ".disable"}).Done().AtMost(samples)
	return end, next
}

// equals counts how often one of the indices is again what it is, within the next three iterations.
func (s *sampler) equals(tail *ir.Block, n *ir.Value, indices []*ir.Value) (end *ir.Block, count *ir.Value) {
	f := s.d.F
	end, out := s.loop(tail, n, []*ir.Value{f.ConstInt(ir.TI64, 0)},
		func(b *ir.Block, j *ir.Value, now []*ir.Value) []*ir.Value {
			sum := now[0]
			for _, v := range indices {
				first := s.at(b, v, j, map[*ir.Value]*ir.Value{})
				for k := int64(1); k < 4; k++ {
					other := s.at(b, v, b.New(ir.OpAdd, ir.TI64, s.pos, j, f.ConstInt(ir.TI64, k)),
						map[*ir.Value]*ir.Value{})
					is := b.New(ir.OpEq, ir.TBool, s.pos, first, other)
					sum = b.New(ir.OpAdd, ir.TI64, s.pos, sum, b.New(ir.OpZExt, ir.TI64, s.pos, is))
				}
			}
			return []*ir.Value{sum}
		})
	return end, out[0]
}

// majority finds the index that more than half of the samples have, if there is one, and by how many more than all
// others: the algorithm of Boyer and Moore.
func (s *sampler) majority(tail *ir.Block, n, index *ir.Value) (end *ir.Block, candidate, lead *ir.Value) {
	f := s.d.F
	zero, one := f.ConstInt(ir.TI64, 0), f.ConstInt(ir.TI64, 1)
	end, out := s.loop(tail, n, []*ir.Value{zero, zero}, func(b *ir.Block, j *ir.Value, now []*ir.Value) []*ir.Value {
		v := s.at(b, index, j, map[*ir.Value]*ir.Value{})
		none := b.New(ir.OpEq, ir.TBool, s.pos, now[1], zero)
		c := b.New(ir.OpSelect, ir.TI64, s.pos, none, v, now[0])
		more, less := b.New(ir.OpAdd, ir.TI64, s.pos, now[1], one), b.New(ir.OpSub, ir.TI64, s.pos, now[1], one)
		return []*ir.Value{c, b.New(ir.OpSelect, ir.TI64, s.pos, b.New(ir.OpEq, ir.TBool, s.pos, v, c), more, less)}
	})
	return end, out[0], out[1]
}
