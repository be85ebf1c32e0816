package arm

import (
	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// maxTabled is the maximum number of lanes whose permutations come from a table. The 16 permutations of 4 lanes
// take 256 bytes; those of 8 lanes would take 4 KB per kernel.
const maxTabled = 4

// compress permutes a vector of few lanes by an entry of a table, indexed by the bits of the mask. Byte number
// 255 yields zero.
func (l selector) compress(v *ir.Value) (lower.Rep, bool) {
	t, x, m := v.Type, v.Args[0], v.Args[1]
	es, lanes := t.Elem.Size(), int(t.Lanes)
	if n, _ := l.T.Layout(t, es); n > 1 || lanes > maxTabled {
		return lower.Rep{}, false
	}
	at := l.insI(arm64.LSLI, 8, 4, l.maskBits(m))
	from := mach.Mem{Base: l.Lea(l.PoolMem(permutations(lanes, es, v.Op == ir.OpExpand))), Index: at, Scale: 1}
	return l.One(l.ins(arm64.VTBL1, 16, l.Part(x, 0), l.LoadBytes(16, from))), true
}

// permutations returns a table of byte numbers that compress, or expand, vectors of lanes of es bytes: 16 bytes
// for each mask.
func permutations(lanes, es int, expand bool) []byte {
	table := make([]byte, 16<<lanes)
	for mask := range 1 << lanes {
		row := table[16*mask:][:16]
		for i := range row {
			row[i] = 0xff
		}
		at := 0
		for lane := range lanes {
			if mask>>lane&1 == 0 {
				continue
			}
			to, from := at, lane
			if expand {
				to, from = lane, at
			}
			for b := range es {
				row[to*es+b] = byte(from*es + b)
			}
			at++
		}
	}
	return table
}
