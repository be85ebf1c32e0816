package vplan

import "hotloop/loopopt/ir"

// A loop that walks downwards has its first lane at the highest address. Its loads are turned to make it lane 0, its stores
// turned back. What lies between and works lane by lane may as well be done in the order of memory: then nothing is
// turned at all, which spares x86 and NEON a shuffle or two of each vector, on a unit that there are one or two of.

// mirrorDepth bounds how far a store looks for the loads of its value: what is behind it would be done twice if
// something else wants it in the order of iterations.
const mirrorDepth = 8

// reverse is v with its lanes the other way round.
func (x *exec) reverse(v *ir.Value) *ir.Value {
	if m := x.mirrored(v, mirrorDepth); m != nil {
		return m
	}
	return x.shuffle(v, v, reversal(int(v.Type.Lanes)))
}

// reversal is the Aux of a shuffle of v, v that turns v round.
func reversal(n int) ir.Lanes {
	lanes := make(ir.Lanes, n)
	for k := range lanes {
		lanes[k] = int8(n - 1 - k)
	}
	return lanes
}

// mirrored is the reverse of v if it takes no shuffle: v is a turned vector, equal in all lanes, or comes of such by
// operations on lanes. It is nil otherwise.
func (x *exec) mirrored(v *ir.Value, depth int) *ir.Value {
	switch {
	case !v.Type.IsVector() && !v.Type.IsMask() || v.IsConst() || v.Op == ir.OpSplat:
		return v
	case isReversal(v):
		return v.Args[0]
	case !v.Op.Is(ir.FlagElementwise) || depth == 0 || v.Block != x.cur:
		return nil
	}
	if m := x.mirrors[v]; m != nil {
		return m
	}
	args := x.f.NewValues(len(v.Args))
	for k, a := range v.Args {
		if args[k] = x.mirrored(a, depth-1); args[k] == nil {
			return nil
		}
	}
	m := x.cur.New(v.Op, v.Type, v.Pos, args...)
	m.FP, m.AuxInt, m.Aux, m.Scale, m.Off = v.FP, v.AuxInt, v.Aux, v.Scale, v.Off
	if x.mirrors == nil {
		x.mirrors = map[*ir.Value]*ir.Value{}
	}
	x.mirrors[v] = m
	return m
}

func isReversal(v *ir.Value) bool {
	lanes, ok := v.Aux.(ir.Lanes)
	if v.Op != ir.OpShuffle || !ok || v.Args[0] != v.Args[1] || v.Type != v.Args[0].Type {
		return false
	}
	for k, at := range lanes {
		if int(at) != len(lanes)-1-k {
			return false
		}
	}
	return true
}

// turnsNothing says that the plan's accesses all walk downwards and that what lies between is done in the order of memory:
// no access has to turn its vector.
func (p *Plan) turnsNothing() bool {
	for _, r := range p.Recipes {
		switch r.Kind {
		case WidenLoad, WidenStore:
			if !r.Rev {
				return false
			}
		case Widen:
			if !r.V.Op.Is(ir.FlagElementwise) {
				return false
			}
		case Invariant, Uniform, UniformLoad:
		default:
			return false
		}
	}
	return true
}
