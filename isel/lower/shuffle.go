package lower

import (
	"slices"

	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// shuffle lowers Shuffle part by part: each register of the result takes its lanes from some registers of the
// arguments.
func shuffle(l *Lowerer, v *ir.Value) (Rep, bool) {
	t := v.Type
	if t.IsMask() {
		es := l.MaskSize(v)
		return l.ThroughVector(v, es), true
	}
	from := v.Args[0].Type
	lanes := v.Aux.(ir.Lanes)
	es := t.Elem.Size()
	n, bytes := l.T.Layout(t, es)
	_, fromBytes := l.T.Layout(from, es)
	per, fromPer := bytes/es, fromBytes/es
	if r, ok := l.threeSources(v, n, bytes); ok {
		return r, true
	}
	picks := make([]laneSource, len(lanes))
	for i, k := range lanes {
		picks[i] = laneSource{v.Args[int(k)/int(from.Lanes)], int(k) % int(from.Lanes)}
	}
	out := Rep{Parts: l.NewParts(n)}
	var before []lanesOf
	for i := range out.Parts {
		srcs, sel := l.sources(picks, i*per, per, fromPer)
		same := slices.IndexFunc(before, func(b lanesOf) bool { return slices.Equal(b.srcs, srcs) && slices.Equal(b.sel, sel) })
		before = append(before, lanesOf{srcs, sel})
		if same >= 0 { // this part equals an earlier one
			out.Parts[i] = out.Parts[same]
		} else if fromPer > per {
			out.Parts[i] = l.permuteDown(es, bytes, fromBytes, srcs, sel)
		} else {
			out.Parts[i] = l.sel.Permute(es, bytes, srcs, sel)
		}
	}
	return out, true
}

// lanesOf is the set of source registers of a part, and the lanes it takes from them.
type lanesOf struct {
	srcs []mach.Reg
	sel  []int
}

// laneSource is a lane of a value; a nil value means any lane.
type laneSource struct {
	of   *ir.Value
	lane int
}

// sources returns the source registers of per picks, starting at pick first, and the index of each pick in the
// concatenated sources, -1 for any lane. Sources may be wider than the result.
func (l *Lowerer) sources(lanes []laneSource, first, per, fromPer int) (srcs []mach.Reg, sel []int) {
	sel = make([]int, per)
	for j := range sel {
		if first+j >= len(lanes) || lanes[first+j].of == nil {
			sel[j] = -1
			continue
		}
		p := lanes[first+j]
		src := l.Rep(p.of).Parts[p.lane/fromPer]
		s := 0
		for s < len(srcs) && srcs[s] != src {
			s++
		}
		if s == len(srcs) {
			srcs = append(srcs, src)
		}
		sel[j] = s*max(per, fromPer) + p.lane%fromPer
	}
	return srcs, sel
}

// threeSources lowers a shuffle together with the shuffle deferred to it, if the target prefers that.
func (l *Lowerer) threeSources(v *ir.Value, n, bytes int) (Rep, bool) {
	inner := v.Args[0]
	if inner.Op != ir.OpShuffle || !l.IsDeferred(inner) || inner.Type != v.Type || inner.Args[0].Type != v.Type ||
		v.Args[1].Type != v.Type || v.Args[1] == inner {
		return Rep{}, false
	}
	lanes, from := v.Aux.(ir.Lanes), inner.Aux.(ir.Lanes)
	both, all := make([]laneSource, len(lanes)), make([]laneSource, len(lanes)) // lanes that v takes from inner; all of its lanes
	for i, k := range lanes {
		if int(k) >= len(lanes) {
			all[i] = laneSource{v.Args[1], int(k) - len(lanes)}
			continue
		}
		at := int(from[k])
		all[i] = laneSource{inner.Args[at/len(lanes)], at % len(lanes)}
		if int(k) != i {
			return Rep{}, false // v moves a lane of inner
		}
		both[i] = all[i]
	}
	es := v.Type.Elem.Size()
	per := bytes / es
	out := Rep{Parts: l.NewParts(n)}
	for i := range out.Parts {
		two, picked := l.sources(both, i*per, per, per)
		srcs, sel := l.sources(all, i*per, per, per)
		if len(two) != 2 || len(srcs) != 3 || !l.sel.OnePass(es, bytes, picked, sel, 3) {
			return Rep{}, false
		}
	}
	for i := range out.Parts {
		srcs, sel := l.sources(all, i*per, per, per)
		out.Parts[i] = l.sel.Permute(es, bytes, srcs, sel)
	}
	return out, true
}

// permuteDown permutes at the size of wider sources; the result is in the low bytes.
func (l *Lowerer) permuteDown(es, bytes, fromBytes int, srcs []mach.Reg, sel []int) mach.Reg {
	wide := make([]int, fromBytes/es)
	for i := range wide {
		wide[i] = -1
		if i < len(sel) {
			wide[i] = sel[i]
		}
	}
	return l.sel.Permute(es, fromBytes, srcs, wide)
}

// SelConst returns a constant of lane numbers.
func (l *Lowerer) SelConst(e ir.Elem, bytes int, sel []int) mach.Reg {
	es := e.Size()
	b := make([]byte, bytes)
	for j, k := range sel {
		copy(b[j*es:], SplatBytes(e, uint64(max(0, k)), es))
	}
	return l.VecConst(b)
}

// InLanes reports whether all lanes stay within their 16 bytes.
func InLanes(es int, sel []int) bool {
	for j, k := range sel {
		if k >= 0 && k*es/16 != j*es/16 {
			return false
		}
	}
	return true
}

// OnceKey identifies a computation on one or two registers.
type OnceKey struct {
	Op    uint16
	Bytes int
	Imm   int64
	A, B  mach.Reg
}

// Once returns the result of make, or the result of an earlier call with the same key in this block. A poll
// empties this cache, since pointers may move with the stack.
func (l *Lowerer) Once(k OnceKey, make func() mach.Reg) mach.Reg {
	if l.onceIn != l.B {
		l.once, l.onceIn = map[OnceKey]mach.Reg{}, l.B
	}
	r, ok := l.once[k]
	if !ok {
		r = make()
		l.once[k] = r
	}
	return r
}

// LanePairs returns sel for lanes of twice the size, if sel keeps pairs of lanes together.
func LanePairs(sel []int) ([]int, bool) {
	wide := make([]int, len(sel)/2)
	for j := range wide {
		lo, hi := sel[2*j], sel[2*j+1]
		switch {
		case lo < 0 && hi < 0:
			wide[j] = -1
		case lo >= 0 && (lo%2 != 0 || hi >= 0 && hi != lo+1) || lo < 0 && hi%2 == 0:
			return nil, false
		default:
			wide[j] = max(lo, hi) / 2
		}
	}
	return wide, true
}
