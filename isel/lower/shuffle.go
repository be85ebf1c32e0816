package lower

import (
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
	a, b := l.Rep(v.Args[0]), l.Rep(v.Args[1])
	out := Rep{Parts: l.NewParts(n)}
	for i := range out.Parts {
		var srcs []mach.Reg
		sel := make([]int, per) // lane of the sources side by side, -1 for any
		for j := range sel {
			if i*per+j >= len(lanes) {
				sel[j] = -1
				continue
			}
			k := int(lanes[i*per+j])
			r := a
			if k >= int(from.Lanes) {
				r, k = b, k-int(from.Lanes)
			}
			src := r.Parts[k/fromPer]
			s := 0
			for s < len(srcs) && srcs[s] != src {
				s++
			}
			if s == len(srcs) {
				srcs = append(srcs, src)
			}
			sel[j] = s*per + k%fromPer
			if fromPer > per { // wider source registers: bring the lane's piece down first
				out := k % fromPer
				srcs[s] = src
				sel[j] = s*fromPer + out
			}
		}
		if fromPer > per {
			out.Parts[i] = l.permuteDown(es, bytes, fromBytes, srcs, sel)
		} else {
			out.Parts[i] = l.sel.Permute(es, bytes, srcs, sel)
		}
	}
	return out, true
}

// permuteDown permutes at the size of wider sources; the result is at the bottom.
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

// SelConst is a constant of lane numbers.
func (l *Lowerer) SelConst(e ir.Elem, bytes int, sel []int) mach.Reg {
	es := e.Size()
	b := make([]byte, bytes)
	for j, k := range sel {
		copy(b[j*es:], SplatBytes(e, uint64(max(0, k)), es))
	}
	return l.VecConst(b)
}

// InLanes says whether no lane leaves its 16 bytes.
func InLanes(es int, sel []int) bool {
	for j, k := range sel {
		if k >= 0 && k*es/16 != j*es/16 {
			return false
		}
	}
	return true
}

// OnceKey names what is computed from one or two registers.
type OnceKey struct {
	Op    uint16
	Bytes int
	Imm   int64
	A, B  mach.Reg
}

// Once is what make computes, or what it computed when this block asked for the same before. A poll ends that: pointers
// may move with the stack.
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
