package isel

import (
	"hotloop/asm/amd64"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// indexedForm is how a gather or scatter is lowered.
type indexedForm uint8

const (
	formByPrice indexedForm = iota
	formInstruction
	formLanes
)

// walks says whether an index of vectors grows by the same each time: a walk down a column, which misses the cache. Gathers
// wait for many lines at once with fewer instructions in flight: 64 µs for s343 of the suite tsvc on Zen 5, lane by lane 92.
func walks(v *ir.Value, depth int) bool {
	switch v.Op {
	case ir.OpPhi, ir.OpConst, ir.OpSplat, ir.OpIota:
		return true
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl, ir.OpSExt, ir.OpTruncI:
		for _, a := range v.Args {
			if depth == 0 || !walks(a, depth-1) {
				return false
			}
		}
		return true
	}
	return false
}

// laneByLane says whether a gather or scatter is cheaper as scalar loads put into vectors, or as scalar stores of what is
// taken out of them, than as the instruction. On Zen 5, b[i] = a[index[i]] of 4-byte elements takes 12.3 cycles for 16 of
// them so, 18.2 by VPGATHERDD and 13.7 by unrolled scalar code with its bounds checks; a[index[i]] = b[i] takes 13.4, 17.1 by
// VPSCATTERDD, 16.0 in scalar code.
func (l x86) laneByLane(a tti.Access) bool {
	if l.form != formByPrice {
		return l.form == formLanes
	}
	price := func(form indexedForm) float32 {
		return l.t.memo(otherKey{access: a, what: 2 + uint8(form)}, func() tti.Cost {
			return l.t.measure(func(l *lowerer) *ir.Value {
				l.form = form
				return accessOnStubs(a)(l)
			})
		}).Uops
	}
	return price(formLanes) < price(formInstruction)
}

// laneAddresses gives the address of every lane of an indexed access, which are asked for in order. The vector of indices
// is in registers when it returns.
func (l x86) laneAddresses(m mach.Mem, index *ir.Value) func(i int) mach.Mem {
	if index.Op == ir.OpZExt && (index.Args[0].Type.Elem == ir.I8 || index.Args[0].Type.Elem == ir.I16) && l.atHand(index.Args[0]) {
		index = index.Args[0]
	}
	lane := func(i int) mach.Reg { return l.extractLane(index, i) }
	if index.Type.Elem != ir.I64 {
		lane = l.narrowLanes(index)
	}
	l.part(index, 0)
	return func(i int) mach.Mem {
		am := m
		am.Index = lane(i)
		return am
	}
}

// narrowLanes takes unsigned bytes or words, or signed integers of four bytes, out of a vector: eight bytes at a time to a
// general register and apart there, because extractions of single lanes and the insertions of what they lead to compete for
// one port.
func (l x86) narrowLanes(v *ir.Value) func(i int) mach.Reg {
	es := v.Type.Elem.Size()
	_, bytes := l.t.layout(v.Type, es)
	per := bytes / es
	var sixteen, eight mach.Reg
	at := -1
	return func(i int) mach.Reg {
		off := i % per * es
		if i*es/8 != at {
			if at < 0 || i*es/16 != at/2 {
				sixteen = l.chunk(l.part(v, i/per), bytes, off&^15, 16)
			}
			at = i * es / 8
			if off&8 == 0 {
				eight = l.onceI(amd64.VMOVQR, 16, 0, sixteen)
			} else {
				eight = l.onceI(amd64.VPEXTRQ, 16, 1, sixteen)
			}
		}
		if es == 4 && off%8 == 4 {
			return l.insI(amd64.SARI, 8, 32, eight)
		}
		r := eight
		if sh := off % 8 * 8; sh > 0 {
			r = l.insI(amd64.SHRI, 8, int64(sh), r)
		}
		if es < 4 && off%8 == 8-es {
			return r
		}
		if es == 4 {
			return l.ins(amd64.MOVSXD, 8, r)
		}
		return l.ins([3]amd64.Op{1: amd64.MOVZXB, 2: amd64.MOVZXW}[es], 4, r)
	}
}

// gatherLanes loads lane by lane. A lane masked off loads a zero of our own constant pool instead: no branch, and
// nothing is touched that the program does not access.
func (l x86) gatherLanes(t ir.Type, mask *ir.Value, at func(i int) mach.Mem) rep {
	l.scalarized = true
	es := t.Elem.Size()
	var bits, none mach.Reg
	if !allTrue(mask) {
		bits = l.maskBits(mask)
		none = l.lea(l.poolMem(make([]byte, 8)))
	}
	lane := func(i int) mach.Mem {
		m := at(i)
		if bits == mach.NoReg {
			return m
		}
		a := l.lea(m)
		l.effect(x86Spec{op: amd64.BTI, size: 8, imm: int64(i)}, reg(bits))
		return mach.Mem{Base: l.build(x86Spec{op: amd64.CMOVCC, size: 8, cc: amd64.CCAE}, reg(a), reg(none)), Scale: 1}
	}
	n, bytes := l.t.layout(t, es)
	p := l.newParts(n)
	per := bytes / es
	for i := range p {
		var chunks [4]mach.Reg // of 16 bytes
		nc := max(1, bytes/16)
		for c := range nc {
			first := i*per + c*(16/es)
			chunks[c] = l.loadLanes(t.Elem, min(16/es, int(t.Lanes)-first), func(j int) mach.Mem { return lane(first + j) })
		}
		p[i] = l.joinChunks(chunks[:nc])
	}
	return rep{parts: p}
}

// loadLanes loads elements into the n lowest lanes of an xmm register.
func (l x86) loadLanes(e ir.Elem, n int, at func(j int) mach.Mem) mach.Reg {
	es := e.Size()
	switch es {
	case 8:
		x := l.loadBytes(8, at(0))
		if n == 1 {
			return x
		}
		return l.join(x, l.loadBytes(8, at(1)), 8)
	case 4:
		x := l.loadBytes(4, at(0))
		for j := 1; j < n; j++ {
			x = l.build(x86Spec{op: amd64.VINSERTPS, size: 16, imm: int64(j << 4)}, reg(x), memory(at(j)))
		}
		return x
	}
	x := l.vecConst(make([]byte, 16))
	for j := range n {
		x = l.build(x86Spec{op: pinsr[es], size: 16, imm: int64(j)}, reg(x), memory(at(j)))
	}
	return x
}

// pinsr and pextr move an element of so many bytes into and out of an xmm register.
var (
	pinsr = map[int]amd64.Op{1: amd64.VPINSRB, 2: amd64.VPINSRW, 4: amd64.VPINSRD, 8: amd64.VPINSRQ}
	pextr = map[int]amd64.Op{1: amd64.VPEXTRB, 2: amd64.VPEXTRW, 4: amd64.VPEXTRD, 8: amd64.VPEXTRQ}
)

// scatterLanes stores lane by lane, in order. A lane masked off is stored to a slot of the frame.
func (l x86) scatterLanes(x, mask *ir.Value, at func(i int) mach.Mem) {
	l.scalarized = true
	t := x.Type
	es := t.Elem.Size()
	r := l.rep(x)
	var bits, none mach.Reg
	if !allTrue(mask) {
		bits = l.maskBits(mask)
		none = l.dummySlot()
	}
	_, bytes := l.t.layout(t, es)
	per := bytes / es
	l.flush()
	var chunk mach.Reg
	for i := range int(t.Lanes) {
		in := i % per
		j := in % (16 / es)
		if j == 0 {
			chunk = l.chunk(r.parts[i/per], bytes, in*es, 16)
		}
		m := at(i)
		if bits != mach.NoReg {
			a := l.lea(m)
			l.effect(x86Spec{op: amd64.BTI, size: 8, imm: int64(i)}, reg(bits))
			m = mach.Mem{Base: l.build(x86Spec{op: amd64.CMOVCC, size: 8, cc: amd64.CCAE}, reg(a), reg(none)), Scale: 1}
		}
		if j == 0 && es >= 4 {
			l.storeBytes(es, m, chunk)
			continue
		}
		l.effect(x86Spec{op: pextr[es], size: 16, imm: int64(j)}, memory(m), reg(chunk))
	}
}
