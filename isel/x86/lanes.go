package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Every gather and scatter type is lowered in two ways in a function of its own: as the instruction, and lane by
// lane. Lane by lane, indices move in pairs to general registers, loads insert into vectors, and stores extract
// from them. Lowering uses the cheaper form, and plans are priced with it. The prices depend on the processor
// (cpu/tune.go). In a loop on Zen 5, a gather of 16 floats takes 18 cycles; lane by lane, it takes 12.

// walks reports whether a vector index grows by a constant per iteration. Such accesses walk down a column and
// miss the cache. A gather then has more misses outstanding with fewer instructions in flight: s343 of the suite
// tsvc takes 64 µs on Zen 5, and 92 lane by lane.
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

// laneByLane reports whether a gather is cheaper as scalar loads inserted into vectors, or a scatter as scalar
// stores of extracted lanes, than as the instruction. For 16 4-byte elements on Zen 5, b[i] = a[index[i]] takes
// 12.3 cycles lane by lane, 18.2 with VPGATHERDD and 13.7 in unrolled scalar code with bounds checks. a[index[i]]
// = b[i] takes 13.4 lane by lane, 17.1 with VPSCATTERDD and 16.0 in scalar code.
func (l selector) laneByLane(a tti.Access) bool {
	if l.Form != lower.FormByPrice {
		return l.Form == lower.FormLanes
	}
	price := func(form lower.IndexedForm) float32 {
		return l.T.Memo(lower.OtherKey{Access: a, What: 2 + uint8(form)}, func() tti.Cost {
			return l.T.Measure(func(l *lower.Lowerer) *ir.Value {
				l.Form = form
				return lower.AccessOnStubs(a)(l)
			})
		}).Uops
	}
	return price(lower.FormLanes) < price(lower.FormInstruction)
}

// laneAddresses returns a function for the address of each lane of an indexed access. The lanes must be requested
// in order. When laneAddresses returns, the index vector is in registers.
func (l selector) laneAddresses(m mach.Mem, index *ir.Value) func(i int) mach.Mem {
	if index.Op == ir.OpZExt && (index.Args[0].Type.Elem == ir.I8 || index.Args[0].Type.Elem == ir.I16) &&
		l.AtHand(index.Args[0]) {
		index = index.Args[0]
	}
	lane := func(i int) mach.Reg { return l.ExtractLane(index, i) }
	if index.Type.Elem != ir.I64 {
		lane = l.narrowLanes(index)
	}
	l.Part(index, 0)
	return func(i int) mach.Mem {
		am := m
		am.Index = lane(i)
		return am
	}
}

// narrowLanes extracts unsigned bytes or words, or signed 4-byte integers, from a vector. It moves eight bytes at
// a time to a general register and splits them there, because extractions of single lanes compete for one port
// with the insertions of the loaded elements.
func (l selector) narrowLanes(v *ir.Value) func(i int) mach.Reg {
	es := v.Type.Elem.Size()
	_, bytes := l.T.Layout(v.Type, es)
	per := bytes / es
	var sixteen, eight mach.Reg
	at := -1
	return func(i int) mach.Reg {
		off := i % per * es
		if i*es/8 != at {
			if at < 0 || i*es/16 != at/2 {
				sixteen = l.Chunk(l.Part(v, i/per), bytes, off&^15, 16)
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

// GatherLanes loads lane by lane. An inactive lane loads a zero from the constant pool instead. This needs no
// branch, and accesses no memory that the program does not access.
func (l selector) GatherLanes(t ir.Type, mask *ir.Value, at func(i int) mach.Mem) lower.Rep {
	l.Scalarized = true
	es := t.Elem.Size()
	var bits, none mach.Reg
	if !lower.AllTrue(mask) {
		bits = l.maskBits(mask)
		none = l.Lea(l.PoolMem(make([]byte, 8)))
	}
	lane := func(i int) mach.Mem {
		m := at(i)
		if bits == mach.NoReg {
			return m
		}
		a := l.Lea(m)
		l.effect(spec{op: amd64.BTI, size: 8, imm: int64(i)}, lower.Reg(bits))
		return mach.Mem{Base: l.build(spec{op: amd64.CMOVCC, size: 8, cc: amd64.CCAE}, lower.Reg(a), lower.Reg(none)),
			Scale: 1}
	}
	n, bytes := l.T.Layout(t, es)
	p := l.NewParts(n)
	per := bytes / es
	for i := range p {
		var chunks [4]mach.Reg // of 16 bytes
		nc := max(1, bytes/16)
		for c := range nc {
			first := i*per + c*(16/es)
			chunks[c] = l.loadLanes(t.Elem, min(16/es, int(t.Lanes)-first),
				func(j int) mach.Mem { return lane(first + j) })
		}
		p[i] = l.JoinChunks(chunks[:nc])
	}
	return lower.Rep{Parts: p}
}

// loadLanes loads elements into the n lowest lanes of an xmm register.
func (l selector) loadLanes(e ir.Elem, n int, at func(j int) mach.Mem) mach.Reg {
	es := e.Size()
	switch es {
	case 8:
		x := l.LoadBytes(8, at(0))
		if n == 1 {
			return x
		}
		return l.Join(x, l.LoadBytes(8, at(1)), 8)
	case 4:
		x := l.LoadBytes(4, at(0))
		for j := 1; j < n; j++ {
			x = l.build(spec{op: amd64.VINSERTPS, size: 16, imm: int64(j << 4)}, lower.Reg(x), lower.Memory(at(j)))
		}
		return x
	}
	x := l.VecConst(make([]byte, 16))
	for j := range n {
		x = l.build(spec{op: pinsr[es], size: 16, imm: int64(j)}, lower.Reg(x), lower.Memory(at(j)))
	}
	return x
}

// bySize holds instructions indexed by element size in bytes.
type bySize [mostBytes + 1]amd64.Op

// mostBytes is the size of the largest elements.
const mostBytes = 8

// pinsr and pextr move an element into and out of an xmm register.
var (
	pinsr = bySize{1: amd64.VPINSRB, 2: amd64.VPINSRW, 4: amd64.VPINSRD, 8: amd64.VPINSRQ}
	pextr = bySize{1: amd64.VPEXTRB, 2: amd64.VPEXTRW, 4: amd64.VPEXTRD, 8: amd64.VPEXTRQ}
)

// ScatterLanes stores lane by lane, in order. An inactive lane is stored to a slot of the frame.
func (l selector) ScatterLanes(x, mask *ir.Value, at func(i int) mach.Mem) {
	l.Scalarized = true
	t := x.Type
	es := t.Elem.Size()
	r := l.Rep(x)
	var bits, none mach.Reg
	if !lower.AllTrue(mask) {
		bits = l.maskBits(mask)
		none = l.DummySlot()
	}
	_, bytes := l.T.Layout(t, es)
	per := bytes / es
	l.Flush()
	var chunk mach.Reg
	for i := range int(t.Lanes) {
		in := i % per
		j := in % (16 / es)
		if j == 0 {
			chunk = l.Chunk(r.Parts[i/per], bytes, in*es, 16)
		}
		m := at(i)
		if bits != mach.NoReg {
			a := l.Lea(m)
			l.effect(spec{op: amd64.BTI, size: 8, imm: int64(i)}, lower.Reg(bits))
			m = mach.Mem{Base: l.build(spec{op: amd64.CMOVCC, size: 8, cc: amd64.CCAE}, lower.Reg(a),
				lower.Reg(none)), Scale: 1}
		}
		if j == 0 && es >= 4 {
			l.StoreBytes(es, m, chunk)
			continue
		}
		l.effect(spec{op: pextr[es], size: 16, imm: int64(j)}, lower.Memory(m), lower.Reg(chunk))
	}
}
