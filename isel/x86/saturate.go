package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// saturating holds the saturating truncations of one register, by source and destination bytes: signed, then
// unsigned.
var saturating = [2][mostBytes + 1]bySize{
	{
		2: {1: amd64.VPMOVSWB},
		4: {1: amd64.VPMOVSDB, 2: amd64.VPMOVSDW},
		8: {1: amd64.VPMOVSQB, 2: amd64.VPMOVSQW, 4: amd64.VPMOVSQD},
	},
	{
		2: {1: amd64.VPMOVUSWB},
		4: {1: amd64.VPMOVUSDB, 2: amd64.VPMOVUSDW},
		8: {1: amd64.VPMOVUSQB, 2: amd64.VPMOVUSQW, 4: amd64.VPMOVUSQD},
	},
}

// saturate narrows lanes that are clamped to the bounds of the narrow type. It packs two or four registers at a
// time, where each pack except the last saturates to signed bounds, or it truncates single registers.
func (l selector) saturate(x *ir.Value, t ir.Type) (lower.Rep, bool) {
	y, by, ok := l.Bounded(x, t.Elem)
	if !ok {
		return lower.Rep{}, false
	}
	s, d := x.Type.Elem.Size(), t.Elem.Size()
	n, bytes := l.T.Layout(x.Type, s)
	_, partBytes := l.T.Layout(t, d)
	if s <= 4 && n%(s/d) == 0 && bytes >= 32 && by != lower.UnsignedBounds {
		parts := make([]mach.Reg, n)
		for i := range parts {
			parts[i] = l.Part(y, i)
		}
		parts = l.pack(parts, s, d, bytes, func(e int, a, b mach.Reg) mach.Reg {
			op := amd64.VPACKSSDW
			switch positive := by == lower.PositiveBounds && e == 2*d; {
			case e == 4 && positive:
				op = amd64.VPACKUSDW
			case e == 2 && positive:
				op = amd64.VPACKUSWB
			case e == 2:
				op = amd64.VPACKSSWB
			}
			return l.ins(op, bytes, a, b)
		})
		return lower.Rep{Parts: l.JoinPieces(parts, bytes, partBytes, t.Size())}, true
	}
	op := saturating[0][s][d]
	switch {
	case !l.T.K:
		return lower.Rep{}, false
	case by == lower.PositiveBounds:
		y = l.Op(ir.OpMaxS, y.Type, y, l.Lit(y.Type, 0))
		fallthrough
	case by == lower.UnsignedBounds:
		op = saturating[1][s][d]
	}
	return l.narrow(op, y, t), true
}
