package isel

import (
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Conversions between lanes of different sizes cross registers: widening takes a piece of a source register for every
// register of the result, narrowing makes pieces that are joined. Conversions that keep the size are rules.

// float is a float constant made up during lowering.
func (l *lowerer) float(t ir.Type, x float64) *ir.Value {
	v := l.make(ir.OpConst, t)
	v.AuxInt = int64(floatBits(t.Elem, x))
	return v
}

// scalarize does an elementwise operation lane by lane.
func (l *lowerer) scalarize(v *ir.Value) rep {
	l.scalarized = true
	return l.buildLanes(v.Type, func(i int) *ir.Value {
		x := l.make(v.Op, v.Type.Scalar())
		x.FP = v.FP
		for _, a := range v.Args {
			if a.Type.IsVector() {
				e := l.make(ir.OpExtract, a.Type.Scalar(), a)
				e.AuxInt = int64(i)
				a = e
			}
			x.Args = append(x.Args, a)
		}
		return x
	})
}

// buildLanes makes a vector out of scalars.
func (l *lowerer) buildLanes(t ir.Type, lane func(i int) *ir.Value) rep {
	es := t.Elem.Size()
	n, bytes := l.t.layout(t, es)
	out := rep{parts: l.newParts(n)}
	per := bytes / es
	for i := range out.parts {
		var chunks [4]mach.Reg
		for c := range bytes / 16 {
			var r mach.Reg
			for j := range 16 / es {
				k := i*per + c*16/es + j
				if k >= int(t.Lanes) {
					break
				}
				x := l.scalar(lane(k))
				r = l.sel.insertLane(t.Elem, r, j, x)
			}
			chunks[c] = r
		}
		out.parts[i] = l.joinChunks(chunks[:bytes/16])
	}
	return out
}
