package lower

import (
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Conversions between lanes of different sizes cross registers. Widening extracts a chunk of a source register
// for every register of the result. Narrowing produces chunks and joins them. Rules handle conversions that keep
// the lane size.

// Float returns a float constant created during lowering.
func (l *Lowerer) Float(t ir.Type, x float64) *ir.Value {
	v := l.Make(ir.OpConst, t)
	v.AuxInt = int64(floatBits(t.Elem, x))
	return v
}

// Scalarize lowers an elementwise operation lane by lane.
func (l *Lowerer) Scalarize(v *ir.Value) Rep {
	l.Scalarized = true
	return l.buildLanes(v.Type, func(i int) *ir.Value {
		x := l.Make(v.Op, v.Type.Scalar())
		x.FP = v.FP
		for _, a := range v.Args {
			if a.Type.IsVector() {
				e := l.Make(ir.OpExtract, a.Type.Scalar(), a)
				e.AuxInt = int64(i)
				a = e
			}
			x.Args = append(x.Args, a)
		}
		return x
	})
}

// buildLanes builds a vector from scalars.
func (l *Lowerer) buildLanes(t ir.Type, lane func(i int) *ir.Value) Rep {
	es := t.Elem.Size()
	n, bytes := l.T.Layout(t, es)
	out := Rep{Parts: l.NewParts(n)}
	per := bytes / es
	for i := range out.Parts {
		var chunks [4]mach.Reg
		for c := range bytes / 16 {
			var r mach.Reg
			for j := range 16 / es {
				k := i*per + c*16/es + j
				if k >= int(t.Lanes) {
					break
				}
				x := l.Scalar(lane(k))
				r = l.sel.InsertLane(t.Elem, r, j, x)
			}
			chunks[c] = r
		}
		out.Parts[i] = l.JoinChunks(chunks[:bytes/16])
	}
	return out
}
