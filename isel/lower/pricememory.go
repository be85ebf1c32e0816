package lower

import (
	"math/bits"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Prices of memory accesses and of shuffles.

// MemoryCost returns the price of a memory operation.
func (t *Target) MemoryCost(a tti.Access) tti.Cost {
	return t.Memo(OtherKey{Access: a, What: 1}, func() tti.Cost { return t.priceAccess(a) })
}

// priceAccess lowers an access in a function of its own and adds up the costs. Without an instruction that loads
// or stores interleaved structures, the price is that of one vector access per member plus the shuffles. An
// access that the vectorizer scalarizes is priced as one scalar access per lane.
func (t *Target) priceAccess(a tti.Access) tti.Cost {
	typ := a.Type
	switch a.Kind {
	case tti.Interleaved:
		if !a.Masked && t.HasInterleaved(typ, a.Factor) {
			return t.Measure(AccessOnStubs(a))
		}
		one := t.MemoryCost(tti.Access{Kind: tti.Consecutive, Store: a.Store, Type: typ, Aligned: a.Aligned})
		kind := tti.Deinterleave
		if a.Store {
			kind = tti.Interleave
		}
		if a.Masked {
			one = t.MemoryCost(tti.Access{Kind: tti.Masked, Store: a.Store, Type: typ})
		}
		return one.Times(a.Factor).Plus(t.ShuffleCost(kind, typ, a.Factor))
	case tti.Scalarized:
		s := t.MemoryCost(tti.Access{Kind: tti.Consecutive, Store: a.Store, Type: typ.Scalar()})
		s.Uops += 2 // extract or insert, and the address
		s.Slots += 2
		c := s.Times(int(typ.Lanes))
		c.Native = false
		c.Parts, _ = t.Layout(typ, max(1, typ.Elem.Size()))
		return c
	}
	return t.Measure(AccessOnStubs(a))
}

// AccessOnStubs builds the operation for an access.
func AccessOnStubs(a tti.Access) func(*Lowerer) *ir.Value {
	return func(l *Lowerer) *ir.Value {
		typ := a.Type
		es := max(1, typ.Elem.Size())
		l.stubMask, l.StubObject = es, a.Object
		mask := ir.Mask(int(typ.Lanes))
		base, index := l.stub(ir.TPtr), l.stub(ir.TI64)
		args := []*ir.Value{base, index}
		op := ir.OpLoad
		switch {
		case a.Kind == tti.Interleaved && a.Store:
			for range a.Factor - 1 {
				args = append(args, l.stub(typ))
			}
			op = ir.OpStoreInterleaved
		case a.Kind == tti.Interleaved: // one member's load loads all members
			op = ir.OpLoadStrided
		case a.Kind == tti.Indexed:
			args[1] = l.stub(ir.Vec(a.Index, int(typ.Lanes)))
			op = ir.OpGather
			if a.Store {
				op = ir.OpScatter
			}
		case a.Kind == tti.Masked && a.Store:
			op = ir.OpMaskedStore
		case a.Kind == tti.Masked:
			op = ir.OpMaskedLoad
		case a.Store:
			op = ir.OpStore
		}
		if a.Store {
			args = append(args, l.stub(typ))
		}
		switch {
		case a.Kind == tti.Masked || a.Kind == tti.Indexed && a.Masked:
			args = append(args, l.stub(mask))
		case a.Kind == tti.Indexed:
			m := l.Lit(mask, 1)
			args = append(args, m)
		}
		rt := typ
		if a.Store {
			rt = ir.TVoid
		}
		v := l.Make(op, rt, args...)
		v.Scale = int32(es)
		if a.Extends != ir.Void {
			v.Uses = 1
			l.Reps[v.ID].State = RepDeferred
			ext := ir.OpZExt
			if a.Signed {
				ext = ir.OpSExt
			}
			return l.Make(ext, typ.WithElem(a.Extends), v)
		}
		if a.Kind == tti.Interleaved {
			v.Scale *= int32(a.Factor)
			if !a.Store {
				v.AuxInt = ir.MemberAux(a.Factor, 0)
			}
		}
		return v
	}
}

// ShuffleCost returns the price of a shuffle pattern.
func (t *Target) ShuffleCost(kind tti.ShuffleKind, typ ir.Type, factor int) tti.Cost {
	return t.Memo(OtherKey{kind: kind, t: typ, c: int64(factor), What: 2}, func() tti.Cost {
		build, times := shuffleOnStubs(kind, typ, factor)
		return t.Measure(build).Times(times)
	})
}

// shuffleOnStubs builds a representative shuffle of a pattern, and returns how many such shuffles the pattern
// takes.
func shuffleOnStubs(kind tti.ShuffleKind, typ ir.Type, factor int) (build func(*Lowerer) *ir.Value, times int) {
	n := int(typ.Lanes)
	irregular := func(i int) int { return i*5 + i/2*3 + 1 } // no adjacent lanes in order, and lanes of both halves
	lane := func(i int) int { return irregular(i) % n }
	times = 1
	switch kind {
	case tti.Reverse:
		lane = func(i int) int { return n - 1 - i }
	case tti.Broadcast:
		lane = func(int) int { return 0 }
	case tti.Splice:
		lane = func(i int) int { return i + max(1, factor) }
	case tti.Within: // neither a rotation nor a reversal
		lane = func(i int) int { return i/factor*factor + (i+i/2)%2*(factor/2) + i%max(1, factor/2) }
	case tti.General2:
		lane = func(i int) int { return irregular(i) % (2 * n) }
	case tti.Interleave, tti.Deinterleave:
		// factor vectors by two-source shuffles: each result needs factor-1 of them.
		lane = func(i int) int { return i * 2 % (2 * n) }
		if kind == tti.Interleave {
			lane = func(i int) int { return i/2 + i%2*n }
		}
		times = factor * (factor - 1)
		if factor > 1 && factor&(factor-1) == 0 {
			times = factor * bits.TrailingZeros(uint(factor))
		}
	}
	if kind == tti.SumInOrder {
		return func(l *Lowerer) *ir.Value {
			sum, x := l.stub(typ.Scalar()), l.stub(typ)
			for k := range n {
				lane := l.Make(ir.OpExtract, typ.Scalar(), x)
				lane.AuxInt = int64(k)
				sum = l.Make(ir.OpAdd, typ.Scalar(), sum, lane)
			}
			return sum
		}, 1
	}
	if h := n / 2; kind >= tti.PairHalves && kind <= tti.HalvesDeinterleave { // within: lane e of the joined low or high halves
		within := func(i, e int) int { return i/h*h + e%h + e/h*n }
		step := factor
		if factor&(factor-1) == 0 {
			step = 2
		}
		switch kind {
		case tti.PairHalves:
			lane = func(i int) int { return i%h + i/h*n }
		case tti.HalvesInterleave:
			lane = func(i int) int { return within(i, i%h/step+i%step%2*h) }
		case tti.HalvesDeinterleave:
			lane = func(i int) int { return within(i, i%h*step%(2*h)) }
		}
	}
	return func(l *Lowerer) *ir.Value {
		v := l.Make(ir.OpShuffle, typ, l.stub(typ), l.stub(typ))
		lanes := make(ir.Lanes, n)
		for i := range lanes {
			lanes[i] = int8(lane(i))
		}
		v.Aux = lanes
		return v
	}, times
}
