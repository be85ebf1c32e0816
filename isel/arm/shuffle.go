package arm

import (
	"slices"

	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
)

// Permute makes a register whose lane j is lane sel[j] of the concatenated srcs, or any lane if sel[j] is
// negative.
func (l selector) Permute(es, bytes int, srcs []mach.Reg, sel []int) mach.Reg {
	per := bytes / es
	switch len(srcs) {
	case 0:
		return l.VecConst(make([]byte, bytes))
	case 1:
		if r, ok := l.permute1(es, srcs[0], sel); ok {
			return r
		}
	case 2:
		if r, ok := l.permute2(es, srcs[0], srcs[1], sel); ok {
			return r
		}
	}
	if wide, ok := lower.LanePairs(sel); ok && es < 8 && len(srcs) <= 2 {
		return l.Permute(2*es, bytes, srcs, wide)
	}
	// Tables are register lists. Sorting the sources, and using the same list for the same sources, avoids moves
	// between tables.
	if len(srcs) > 1 {
		srcs, sel = inOrder(srcs, sel, per)
	}
	// Look up in tables of two or three registers. Bytes outside the table become zero in the first lookup, and
	// keep their value in the following ones.
	var r mach.Reg
	for first := 0; first < len(srcs); {
		n := min(3, len(srcs)-first)
		if n == 3 && first > 0 || len(srcs) == 4 {
			n = 2
		}
		idx := make([]byte, bytes)
		for j, k := range sel {
			for c := range es {
				idx[j*es+c] = 0xff
				if k >= first*per && k < (first+n)*per {
					idx[j*es+c] = byte((k-first*per)*es + c)
				}
			}
		}
		args := append([]mach.Reg(nil), srcs[first:first+n]...)
		args = append(args, l.VecConst(idx))
		if first == 0 {
			op := l.listOf([...]arm64.Op{1: arm64.VTBL1, 2: arm64.VTBL2, 3: arm64.VTBL3}[n], args[:n])
			r = l.ins(op, 16, args...)
		} else {
			op := l.listOf([...]arm64.Op{1: arm64.VTBX1, 2: arm64.VTBX2}[n], args[:n])
			r = l.ins(op, 16, append([]mach.Reg{r}, args...)...)
		}
		first += n
	}
	return r
}

// OnePass returns false: longer register lists need moves, and occupy the unit longer.
func (l selector) OnePass(int, int, []int, []int, int) bool { return false }

// inOrder returns srcs sorted by number, and sel adapted to that order.
func inOrder(srcs []mach.Reg, sel []int, per int) ([]mach.Reg, []int) {
	sorted := slices.Clone(srcs)
	slices.Sort(sorted)
	if slices.Equal(sorted, srcs) {
		return srcs, sel
	}
	lanes := slices.Clone(sel)
	for j, k := range sel {
		if k >= 0 {
			lanes[j] = slices.Index(sorted, srcs[k/per])*per + k%per
		}
	}
	return sorted, lanes
}

// laneMatch reports whether f yields every lane of sel that matters.
func laneMatch(sel []int, f func(j int) int) bool {
	for j, k := range sel {
		if k >= 0 && k != f(j) {
			return false
		}
	}
	return true
}

// permute1 recognizes permutations of one register that take one instruction: the identity, a broadcast of one
// lane, rotations, reversals within larger lanes, and those of permute2 with equal sources.
func (l selector) permute1(es int, r mach.Reg, sel []int) (mach.Reg, bool) {
	per := 16 / es
	if laneMatch(sel, func(j int) int { return j }) {
		return r, true
	}
	first := 0
	for _, k := range sel {
		if k >= 0 {
			first = k
			break
		}
	}
	if laneMatch(sel, func(int) int { return first }) {
		return l.insI(byElem(es, arm64.VDUPBE, arm64.VDUPHE, arm64.VDUPSE, arm64.VDUPDE), 16, int64(first), r), true
	}
	for _, rev := range [...]struct {
		wide int
		op   [3]arm64.Op // for lanes of 1, 2, 4 bytes
	}{{8, [3]arm64.Op{arm64.VREV64B, arm64.VREV64H, arm64.VREV64S}},
		{4, [3]arm64.Op{arm64.VREV32B, arm64.VREV32H}}, {2, [3]arm64.Op{arm64.VREV16B}}} {
		n := rev.wide / es
		if n < 2 {
			continue
		}
		op := byElem(es, rev.op[0], rev.op[1], rev.op[2], 0)
		if laneMatch(sel, func(j int) int { return j/n*n + n - 1 - j%n }) {
			return l.ins(op, 16, r), true
		}
	}
	// a full reversal: reverse the halves and exchange them; in a loop, a table lookup is cheaper, since its
	// indices stay in a register
	if laneMatch(sel, func(j int) int { return per - 1 - j }) && es < 8 && l.B.Depth == 0 {
		x := l.ins(byElem(es, arm64.VREV64B, arm64.VREV64H, arm64.VREV64S, 0), 16, r)
		return l.insI(arm64.VEXT, 16, 8, x, x), true
	}
	both := make([]int, len(sel))
	for side := range 2 { // either copy of the source may provide a lane: try the patterns that take some from each
		for j, k := range sel {
			both[j] = k
			if k >= 0 && (j+side)%2 == 1 {
				both[j] = k + per
			}
		}
		if x, ok := l.zipped(es, r, r, both); ok {
			return x, true
		}
	}
	for j, k := range sel { // take the high half of the result from the second copy
		both[j] = k
		if k >= 0 && j >= per/2 {
			both[j] = k + per
		}
	}
	if x, ok := l.zipped(es, r, r, both); ok {
		return x, true
	}
	for n := 1; n < per; n++ {
		if laneMatch(sel, func(j int) int { return (j + n) % per }) {
			return l.insI(arm64.VEXT, 16, int64(n*es), r, r), true
		}
	}
	return 0, false
}

// zipped recognizes permutations of two registers that take alternating lanes.
func (l selector) zipped(es int, a, b mach.Reg, sel []int) (mach.Reg, bool) {
	per := 16 / es
	for _, p := range [...]struct {
		lane func(j int) int
		op   arm64.Op
	}{
		{func(j int) int { return j/2 + j%2*per }, byElem(es, arm64.VZIP1B, arm64.VZIP1H, arm64.VZIP1S, arm64.VZIP1D)},
		{func(j int) int { return per/2 + j/2 + j%2*per }, byElem(es, arm64.VZIP2B, arm64.VZIP2H, arm64.VZIP2S,
			arm64.VZIP2D)},
		{func(j int) int { return 2 * j }, byElem(es, arm64.VUZP1B, arm64.VUZP1H, arm64.VUZP1S, arm64.VUZP1D)},
		{func(j int) int { return 2*j + 1 }, byElem(es, arm64.VUZP2B, arm64.VUZP2H, arm64.VUZP2S, arm64.VUZP2D)},
		{func(j int) int { return j&^1 + j%2*per }, byElem(es, arm64.VTRN1B, arm64.VTRN1H, arm64.VTRN1S, arm64.VTRN1D)},
		{func(j int) int { return (j | 1) + j%2*per }, byElem(es, arm64.VTRN2B, arm64.VTRN2H, arm64.VTRN2S,
			arm64.VTRN2D)},
	} {
		lane := p.lane
		if laneMatch(sel, lane) {
			return l.ins(p.op, 16, a, b), true
		}
		if laneMatch(sel, func(j int) int { return (lane(j) + per) % (2 * per) }) {
			return l.ins(p.op, 16, b, a), true
		}
	}
	return 0, false
}

// permute2 recognizes permutations of two registers that take one instruction: alternating lanes, consecutive
// lanes, and all lanes of one register except for one.
func (l selector) permute2(es int, a, b mach.Reg, sel []int) (mach.Reg, bool) {
	per := 16 / es
	if r, ok := l.zipped(es, a, b, sel); ok {
		return r, true
	}
	for n := 1; n < per; n++ {
		if laneMatch(sel, func(j int) int { return j + n }) {
			return l.insI(arm64.VEXT, 16, int64(n*es), a, b), true
		}
		if laneMatch(sel, func(j int) int { return (j + n + per) % (2 * per) }) {
			return l.insI(arm64.VEXT, 16, int64(n*es), b, a), true
		}
	}
	for side := range 2 { // all lanes of a, or b, in place, except for one
		odd, n := 0, 0
		for j, k := range sel {
			if k >= 0 && k != j+side*per {
				odd, n = j, n+1
			}
		}
		if n != 1 {
			continue
		}
		to, from := a, b
		if side == 1 {
			to, from = b, a
		}
		k := sel[odd] - (1-side)*per
		if k < 0 || k >= per { // from the same register
			from, k = to, sel[odd]-side*per
		}
		op := byElem(es, arm64.VINSBE, arm64.VINSHE, arm64.VINSSE, arm64.VINSDE)
		return l.insI(op, 16, arm64.Pair(odd, k), to, from), true
	}
	return 0, false
}
