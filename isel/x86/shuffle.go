package x86

import (
	"slices"

	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Permute makes a register of the given size whose lane j is lane sel[j] of the concatenated sources.
func (l selector) Permute(es, bytes int, srcs []mach.Reg, sel []int) mach.Reg {
	per := bytes / es
	if len(srcs) == 0 {
		return l.VecConst(make([]byte, bytes))
	}
	if len(srcs) == 1 {
		return l.permute1(es, bytes, srcs[0], sel)
	}
	if len(srcs) == 2 {
		if do := l.pattern2(es, bytes, srcs[0], srcs[1], sel); do != nil {
			return do()
		}
		if wide, ok := lower.LanePairs(sel); ok && es < 8 {
			return l.Permute(2*es, bytes, srcs, wide)
		}
	}
	if op, ok := l.permt2(es, bytes); ok {
		r := srcs[0]
		for s := 1; s < len(srcs); s++ {
			idx := make([]byte, bytes)
			for j, k := range sel {
				x := 0
				switch {
				case k < 0:
				case k/per == s:
					x = per + k%per
				case s == 1: // first step: r is still source 0
					x = k % per
				default:
					x = j
				}
				copy(idx[j*es:], lower.SplatBytes(ir.IntElem(es), uint64(x), es))
			}
			r = l.ins(op, bytes, r, l.VecConst(idx), srcs[s])
		}
		return r
	}
	if r, ok := l.joinedBytes(es, bytes, srcs, sel); ok {
		return r
	}
	// Permute each source separately and blend.
	var r mach.Reg
	for s, src := range srcs {
		one := make([]int, per)
		on := make([]byte, bytes)
		for j, k := range sel {
			one[j] = -1
			if k >= 0 && k/per == s {
				one[j] = k % per
				for c := range es {
					on[j*es+c] = 0xff
				}
			}
		}
		x := l.permute1(es, bytes, src, one)
		if s > 0 {
			x = l.blendConst(bytes, r, x, on)
		}
		r = x
	}
	return r
}

// joinedBytes shuffles the bytes of each source within 16-byte lanes, zeroes the bytes of other sources, and
// combines the results by OR. That is one instruction, while a blend by bytes is two or three micro-operations on
// Intel cores; it also needs no constant. If the lanes of a source stay in place, or a blend takes whole 32-bit
// words, a blend is cheaper.
func (l selector) joinedBytes(es, bytes int, srcs []mach.Reg, sel []int) (r mach.Reg, ok bool) {
	if !joinable(es, bytes, len(srcs), sel) {
		return 0, false
	}
	per := bytes / es
	for s, src := range srcs {
		x := l.ins(amd64.VPSHUFB, bytes, src, l.byteSel(es, bytes, sel, func(_, k int) bool { return k/per == s }))
		if s > 0 {
			x = l.ins(l.orOp(), bytes, r, x)
		}
		r = x
	}
	return r, true
}

// joinable reports whether joinedBytes can do a permutation of n sources.
func joinable(es, bytes, n int, sel []int) bool {
	per := bytes / es
	if wholeWords(es, per, sel) {
		return false
	}
	moved := make([]bool, n)
	for j, k := range sel {
		if k < 0 {
			continue
		}
		if k%per*es/16 != j*es/16 {
			return false
		}
		moved[k/per] = moved[k/per] || k%per != j
	}
	return !slices.Contains(moved, false)
}

// OnePass reports whether Permute can add one more source for two instructions, neither of them a blend.
func (l selector) OnePass(es, bytes int, two, all []int, n int) bool {
	return !l.T.K && joinable(es, bytes, n, all) && joinable(es, bytes, n-1, two) &&
		l.pattern2(es, bytes, 0, 0, two) == nil
}

// wholeWords reports whether no 32-bit word combines lanes of several sources of per lanes each.
func wholeWords(es, per int, sel []int) bool {
	lanes := max(1, 4/es)
	for w := 0; w < per; w += lanes {
		from := -1
		for _, k := range sel[w : w+lanes] {
			if k >= 0 && from >= 0 && k/per != from {
				return false
			}
			if k >= 0 {
				from = k / per
			}
		}
	}
	return true
}

// blendConst takes the bytes of b where on is 0xff, and those of a elsewhere.
func (l selector) blendConst(bytes int, a, b mach.Reg, on []byte) mach.Reg {
	if l.T.K {
		var bits uint64
		for i, x := range on {
			if x != 0 {
				bits |= 1 << i
			}
		}
		k := l.ins(amd64.KMOVQKR, 0, l.GpConst(int64(bits)))
		return l.build(spec{op: amd64.VPBLENDMB, size: bytes, mask: k}, lower.Reg(a), lower.Reg(b))
	}
	imm, dwords := 0, true
	for i := 0; i < bytes; i += 4 {
		for c := 1; c < 4; c++ {
			dwords = dwords && on[i+c] == on[i]
		}
		if on[i] != 0 {
			imm |= 1 << (i / 4)
		}
	}
	if dwords {
		return l.insI(amd64.VPBLENDD, bytes, int64(imm), a, b)
	}
	return l.ins(amd64.VPBLENDVB, bytes, a, b, l.VecConst(on))
}

// unpack returns the instruction that interleaves the low or high halves of every 16 bytes of two registers.
func unpack(es, hi int) amd64.Op {
	if hi == 0 {
		return byBytes(es, amd64.VPUNPCKLBW, amd64.VPUNPCKLWD, amd64.VPUNPCKLDQ, amd64.VPUNPCKLQDQ)
	}
	return byBytes(es, amd64.VPUNPCKHBW, amd64.VPUNPCKHWD, amd64.VPUNPCKHDQ, amd64.VPUNPCKHQDQ)
}

// permt2 returns the permutation of two registers, and whether the target has it.
func (l selector) permt2(es, bytes int) (amd64.Op, bool) {
	op := byBytes(es, amd64.VPERMT2B, amd64.VPERMT2W, amd64.VPERMT2D, amd64.VPERMT2Q)
	return op, l.Has(op, bytes)
}

// permute1 permutes one register.
func (l selector) permute1(es, bytes int, src mach.Reg, sel []int) mach.Reg {
	identity, same := true, true
	first := -1
	for j, k := range sel {
		if k < 0 {
			continue
		}
		identity = identity && k == j
		if first < 0 {
			first = k
		}
		same = same && k == first
	}
	if identity {
		return src
	}
	if same && first == 0 && bytes > 16 {
		return l.ins(byBytes(es, amd64.VPBROADCASTB, amd64.VPBROADCASTW, amd64.VPBROADCASTD, amd64.VPBROADCASTQ), bytes, src)
	}
	if imm, ok := inLane4(es, sel); ok {
		return l.insI(amd64.VPSHUFD, bytes, imm, src)
	}
	switch {
	case es == 8 && bytes == 32:
		imm := int64(0)
		for j, k := range sel {
			imm |= int64(max(0, k)) << (2 * j)
		}
		return l.insI(amd64.VPERMQI, 32, imm, src)
	case es >= 4 && bytes > 16:
		op, e := amd64.VPERMD, ir.I32
		if es == 8 {
			op, e = amd64.VPERMQ, ir.I64
		}
		return l.ins(op, bytes, l.SelConst(e, bytes, sel), src)
	}
	if lower.InLanes(es, sel) {
		return l.ins(amd64.VPSHUFB, bytes, src, l.byteSel(es, bytes, sel, func(j, k int) bool { return true }))
	}
	if op := byBytes(es, amd64.VPERMB, amd64.VPERMW, 0, 0); op != 0 && l.Has(op, bytes) {
		return l.ins(op, bytes, l.SelConst(ir.IntElem(es), bytes, sel), src)
	}
	if r, ok := l.lanesThenBytes(es, bytes, src, sel); ok {
		return r
	}
	// Broadcast each 16-byte lane, shuffle its bytes, and combine the results.
	var r mach.Reg
	for c := range bytes / 16 {
		imm := int64(c * 0x55)
		var x mach.Reg
		if bytes == 64 {
			x = l.insI(amd64.VSHUFI32X4, 64, imm, src, src)
		} else {
			x = l.insI(amd64.VPERMQI, 32, int64(0x44+c*0xaa), src)
		}
		x = l.ins(amd64.VPSHUFB, bytes, x, l.byteSel(es, bytes, sel, func(j, k int) bool { return k*es/16 == c }))
		if c > 0 {
			x = l.ins(l.orOp(), bytes, r, x)
		}
		r = x
	}
	return r
}

// lanesThenBytes permutes whole 16-byte lanes first, if each lane of the result takes its bytes from a single
// lane (a reversal).
func (l selector) lanesThenBytes(es, bytes int, src mach.Reg, sel []int) (mach.Reg, bool) {
	q := 16 / es
	imm, inner := int64(0), make([]int, len(sel))
	for d := range bytes / 16 {
		from := -1
		for j := d * q; j < (d+1)*q; j++ {
			inner[j] = -1
			if sel[j] < 0 {
				continue
			}
			if from >= 0 && sel[j]/q != from {
				return 0, false
			}
			from = sel[j] / q
			inner[j] = d*q + sel[j]%q
		}
		from = max(0, from)
		if bytes == 64 {
			imm |= int64(from) << (2 * d)
		} else {
			imm |= int64(from*0xa+0x4) << (4 * d) // quadwords 2*from and 2*from+1
		}
	}
	if bytes == 64 {
		src = l.insI(amd64.VSHUFI32X4, 64, imm, src, src)
	} else {
		src = l.insI(amd64.VPERMQI, 32, imm, src)
	}
	return l.permute1(es, bytes, src, inner), true
}

// orOp returns a bitwise or that works on all vector registers of the target.
func (l selector) orOp() amd64.Op {
	if l.T.K {
		return amd64.VPORD
	}
	return amd64.VPOR
}

// byteSel returns the control of VPSHUFB for lanes that stay within their 16 bytes. Lanes for which belongs is
// false become zero.
func (l selector) byteSel(es, bytes int, sel []int, belongs func(j, k int) bool) mach.Reg {
	b := make([]byte, bytes)
	for j, k := range sel {
		for c := range es {
			b[j*es+c] = 0x80
			if k >= 0 && belongs(j, k) {
				b[j*es+c] = byte((k*es + c) % 16)
			}
		}
	}
	return l.VecConst(b)
}

// inLane4 returns the immediate of a VPSHUFD that does the permutation in every 16 bytes.
func inLane4(es int, sel []int) (int64, bool) {
	if es < 4 || !lower.InLanes(es, sel) {
		return 0, false
	}
	var want [4]int
	for i := range want {
		want[i] = -1
	}
	for j, k := range sel {
		if k < 0 {
			continue
		}
		for c := range es / 4 {
			at, from := (j*es/4+c)%4, (k*es/4+c)%4
			if want[at] >= 0 && want[at] != from {
				return 0, false
			}
			want[at] = from
		}
	}
	imm := int64(0)
	for i, w := range want {
		imm |= int64(max(0, w)) << (2 * i)
	}
	return imm, true
}

// pattern2 recognizes permutations of two registers that take one or two cheap instructions, and returns a
// function that emits them.
func (l selector) pattern2(es, bytes int, a, b mach.Reg, sel []int) func() mach.Reg {
	per := bytes / es
	matches := func(f func(j int) int) bool {
		for j, k := range sel {
			if k >= 0 && k != f(j) {
				return false
			}
		}
		return true
	}
	// A blend: every lane stays in place.
	if matches(func(j int) int { return j + sel[j]/per*per }) && !l.T.K {
		on := make([]byte, bytes)
		for j, k := range sel {
			for c := range es {
				if k >= per {
					on[j*es+c] = 0xff
				}
			}
		}
		return func() mach.Reg { return l.blendConst(bytes, a, b, on) }
	}
	q := 16 / es
	if do := l.halves2(es, bytes, a, b, sel); do != nil {
		return do
	}
	// Interleaving the low or high halves of every 16 bytes.
	for hi := range 2 {
		f := func(j int) int {
			return j/q*q + hi*q/2 + j%q/2 + j%2*per
		}
		op := unpack(es, hi)
		if matches(f) {
			return func() mach.Reg { return l.ins(op, bytes, a, b) }
		}
		if matches(func(j int) int { return (f(j) + per) % (2 * per) }) {
			return func() mach.Reg { return l.ins(op, bytes, b, a) }
		}
	}
	if !l.T.K { // AVX-512 has VPERMT2, which does each of these in one instruction
		for odd := range 2 {
			if matches(func(j int) int { return 2*j + odd }) {
				return func() mach.Reg { return l.everyOther(es, bytes, a, b, odd) }
			}
		}
		for hi := range 2 {
			if bytes == 32 && matches(func(j int) int { return hi*per/2 + j/2 + j%2*per }) {
				return func() mach.Reg {
					x, y := l.once(unpack(es, 0), bytes, a, b), l.once(unpack(es, 1), bytes, a, b)
					return l.insI(amd64.VPERM2I128, 32, int64(0x20+0x11*hi), x, y)
				}
			}
		}
	}
	// Consecutive lanes of the concatenation, starting at k.
	for k := 1; k < per; k++ {
		if !matches(func(j int) int { return j + k }) {
			continue
		}
		switch {
		case bytes == 16:
			return func() mach.Reg { return l.insI(amd64.VPALIGNR, 16, int64(k*es), b, a) }
		case l.T.K && es >= 4:
			return func() mach.Reg { return l.insI(byBytes(es, 0, 0, amd64.VALIGND, amd64.VALIGNQ), bytes, int64(k), b, a) }
		case bytes == 32:
			return func() mach.Reg {
				mid := l.insI(amd64.VPERM2I128, 32, 0x21, a, b)
				switch off := k * es; {
				case off < 16:
					return l.insI(amd64.VPALIGNR, 32, int64(off), mid, a)
				case off > 16:
					return l.insI(amd64.VPALIGNR, 32, int64(off-16), b, mid)
				}
				return mid
			}
		}
	}
	return nil
}

// halves2 recognizes two permutations of 32-byte registers. In the first, each half of the result is a half of a
// source. In the second, each half takes two lanes of one source and then two of the other, in the same way in
// both halves.
func (l selector) halves2(es, bytes int, a, b mach.Reg, sel []int) func() mach.Reg {
	per, q := bytes/es, 16/es
	if bytes != 32 || l.T.K {
		return nil
	}
	if imm, ok := halfOf(sel, q); ok {
		return func() mach.Reg { return l.insI(amd64.VPERM2I128, 32, imm, a, b) }
	}
	if es != 4 {
		return nil
	}
	for swapped := range 2 {
		from, imm := [4]int{-1, -1, -1, -1}, int64(0)
		fits := true
		for j, k := range sel {
			if k < 0 {
				continue
			}
			lane := k % per
			fits = fits && (k/per^swapped) == j%q/2 && lane/q == j/q && (from[j%q] < 0 || from[j%q] == lane%q)
			from[j%q] = lane % q
		}
		if !fits {
			continue
		}
		for j, k := range from {
			imm |= int64(max(0, k)) << (2 * j)
		}
		if swapped == 1 {
			a, b = b, a
		}
		return func() mach.Reg { return l.insI(amd64.VSHUFPS, 32, imm, a, b) }
	}
	return nil
}

// halfOf reports whether both halves of a selection of 2*q lanes are whole halves of q lanes, and returns the
// immediate of VPERM2I128.
func halfOf(sel []int, q int) (imm int64, ok bool) {
	for h := range 2 {
		half := -1
		for j, k := range sel[h*q : h*q+q] {
			if k < 0 {
				continue
			}
			if k%q != j || half >= 0 && half != k/q {
				return 0, false
			}
			half = k / q
		}
		imm |= int64(max(0, half)) << (4 * h)
	}
	return imm, true
}

// everyOther takes the even or odd lanes of two registers: first within 16 bytes, then it reorders the quarters.
func (l selector) everyOther(es, bytes int, a, b mach.Reg, odd int) mach.Reg {
	var x mach.Reg
	switch es {
	case 8:
		x = l.ins([2]amd64.Op{amd64.VPUNPCKLQDQ, amd64.VPUNPCKHQDQ}[odd], bytes, a, b)
	case 4:
		x = l.insI(amd64.VSHUFPS, bytes, [2]int64{0x88, 0xdd}[odd], a, b)
	default: // masks and shifts do not use the shuffle ports
		alone := func(r mach.Reg) mach.Reg {
			switch {
			case odd == 0:
				return l.ins(amd64.VPAND, bytes, r, l.lowBytes(2*es, es, bytes))
			case es == 1:
				return l.onceI(amd64.VPSRLWI, bytes, 8, r)
			}
			return l.onceI(amd64.VPSRLDI, bytes, 16, r)
		}
		x = l.ins([2]amd64.Op{amd64.VPACKUSWB, amd64.VPACKUSDW}[es-1], bytes, alone(a), alone(b))
	}
	if bytes == 32 {
		x = l.insI(amd64.VPERMQI, 32, 0xd8, x)
	}
	return x
}

// once is ins, but reuses an equal instruction of this block. Results that share a step of a shuffle thus share
// its instruction.
func (l selector) once(op amd64.Op, bytes int, a, b mach.Reg) mach.Reg {
	return l.Once(lower.OnceKey{Op: uint16(op), Bytes: bytes, A: a, B: b},
		func() mach.Reg { return l.ins(op, bytes, a, b) })
}

// onceI is once for an instruction on one register and an immediate.
func (l selector) onceI(op amd64.Op, bytes int, imm int64, a mach.Reg) mach.Reg {
	return l.Once(lower.OnceKey{Op: uint16(op), Bytes: bytes, Imm: imm, A: a},
		func() mach.Reg { return l.insI(op, bytes, imm, a) })
}
