package scalar

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
)

// SinkReductions moves the horizontal sum of lanes from each iteration of a nest's outer loop to after the nest.
//
// Before:
//
//	for y := range h { s += lanes(v) }         // v the sums of a row, that vector code has made
//
// After:
//
//	for y := range h { t += v }; s += lanes(t) // t a vector
//
// Legal for integers, and for floats whose sums may be reordered, if the loop has no other use of its sum and exits
// only at its latch. A kernel that stops in the middle needs no sum.
// Pays wherever the loop runs twice: adding up lanes takes several dependent instructions (blocks of 16 columns of the
// suite image: 1.5 times the speed). Vectors longer than a register are first reduced to one register.
// Reads nothing; leaves nothing.
// Remarks: none.
func SinkReductions(f *ir.Func, opt *config.Options) bool {
	if opt.Target == nil || !hasReduceAdd(f) {
		return false
	}
	changed := false
	loops := analysis.FindLoops(f, f.Dominators())
	// Inner loops come first: the sum behind one may be the addend of the next.
	for i := len(loops.Loops) - 1; i >= 0; i-- {
		for _, phi := range loops.Loops[i].Header.Phis() {
			if s, ok := sunkReductionOf(loops.Loops[i], phi); ok {
				s.run(f, opt.Target.VectorBytes())
				changed = true
			}
		}
	}
	if changed {
		f.ElimCopies()
		DCE(f)
	}
	return changed
}

func hasReduceAdd(f *ir.Func) bool {
	for v := range ir.Values(f.Blocks) {
		if v.Op == ir.OpReduceAdd {
			return true
		}
	}
	return false
}

// sunkReduction is phi, sum = phi + lanes(vec) in a loop that exits only at its latch, to exit.
type sunkReduction struct {
	l              *analysis.Loop
	phi, sum, lane *ir.Value
	exit           *ir.Block
}

func sunkReductionOf(l *analysis.Loop, phi *ir.Value) (s sunkReduction, ok bool) {
	if !l.Simplified() || !l.LeftAtLatch() || phi.Uses != 1 || phi.Type.IsVector() {
		return s, false
	}
	s = sunkReduction{l: l, phi: phi, sum: phi.Args[l.Header.PredIndex(l.Latch)]}
	if s.sum.Op != ir.OpAdd || !l.ContainsValue(s.sum) {
		return s, false
	}
	for i, a := range s.sum.Args {
		if a == phi {
			s.lane = s.sum.Args[1-i]
		}
	}
	if s.lane == nil || s.lane.Op != ir.OpReduceAdd || s.lane.Uses != 1 || !l.ContainsValue(s.lane) {
		return s, false
	}
	if phi.Type.Elem.IsFloat() && s.sum.FP&s.lane.FP&ir.Reassoc == 0 {
		return s, false
	}
	if s.exit = l.Latch.Succs[0]; l.Contains(s.exit) {
		s.exit = l.Latch.Succs[1]
	}
	if l.Contains(s.exit) || len(s.exit.Preds) != 1 {
		return s, false
	}
	for _, b := range l.Blocks {
		if b.Control == s.sum {
			return s, false
		}
		for _, v := range b.Walk() {
			for _, a := range v.Args {
				if a == s.sum && v != phi {
					return s, false
				}
			}
		}
	}
	return s, true
}

// run accumulates vectors in the loop and adds up their lanes behind it.
func (s *sunkReduction) run(f *ir.Func, register int) {
	vec, pos, fp := s.lane.Args[0], s.sum.Pos, s.sum.FP
	b := s.sum.Block
	at := func(v *ir.Value) int {
		for i, w := range b.Walk() {
			if w == v {
				return i
			}
		}
		f.Fatalf("sinkreductions: %s is not in its block", v)
		return 0
	}
	put := func(op ir.Op, t ir.Type, args ...*ir.Value) *ir.Value {
		v := f.NewValue(b, op, t, pos, args...)
		v.FP = fp
		b.InsertAt(at(s.sum), v)
		return v
	}
	for vec.Type.Size() > register && vec.Type.Lanes > 2 {
		half := vec.Type.WithLanes(int(vec.Type.Lanes) / 2)
		lo, hi := put(ir.OpSubvec, half, vec), put(ir.OpSubvec, half, vec)
		hi.AuxInt = int64(half.Lanes)
		vec = put(ir.OpAdd, half, lo, hi)
	}
	zero, _ := ir.Identity(ir.OpAdd, vec.Type.Elem)
	total := s.l.Header.NewPhi(vec.Type, pos)
	next := put(ir.OpAdd, vec.Type, total, vec)
	total.AddArgs(next, next)
	start := s.l.Header.PredIndex(s.l.Preheader)
	total.SetArg(start, f.Const(vec.Type, zero))

	lanes := f.NewValue(s.exit, ir.OpReduceAdd, s.sum.Type, pos, next)
	sum := f.NewValue(s.exit, ir.OpAdd, s.sum.Type, pos, s.phi.Args[start], lanes)
	lanes.FP, sum.FP = fp, fp
	n := len(s.exit.Phis())
	s.exit.InsertAt(n, lanes)
	s.exit.InsertAt(n+1, sum)
	for _, o := range f.Blocks {
		if s.l.Contains(o) {
			continue
		}
		if o.Control == s.sum {
			o.SetControl(sum)
		}
		for _, v := range o.Walk() {
			if v.Op == ir.OpPhi && o == s.exit && v.Args[0] == s.sum {
				v.CopyOf(sum)
				continue
			}
			for i, a := range v.Args {
				if a == s.sum {
					v.SetArg(i, sum)
				}
			}
		}
	}
}
