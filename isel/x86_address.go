package isel

import (
	"hotloop/asm/amd64"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// mem makes the memory operand.
func (l x86) mem(a address) mach.Mem {
	var index mach.Reg
	scale := uint8(1)
	if a.index != nil && a.scale != 0 {
		index, scale = l.scale(a.index, a.scale)
	}
	// An offset that leaves room for the parts of a vector and for the slot's own.
	far := !fits32(a.off-MaxFrame) || !fits32(a.off+MaxFrame)
	var m mach.Mem
	if isObject(a.base) && !far && (a.base.Op == ir.OpLocalPtr || index == mach.NoReg) {
		m = l.objectMem(a.base)
	} else {
		m.Base = l.scalar(a.base)
	}
	m.Index, m.Scale = index, scale
	if far {
		m.Base = l.lea(mach.Mem{Base: m.Base, Index: l.gpConst(a.off), Scale: 1})
		return m
	}
	m.Disp = int32(a.off)
	return m
}

// scale gives index*scale as a register and a scale that addressing has.
func (l x86) scale(index *ir.Value, scale int64) (mach.Reg, uint8) {
	s := int64(8)
	for scale%s != 0 {
		s /= 2
	}
	q := scale / s
	r := l.scalar(index)
	if q == 1 {
		return r, uint8(s)
	}
	if l.scaledIn != l.b {
		l.scaledIn, l.scaled = l.b, map[scaledKey]mach.Reg{}
	}
	key := scaledKey{index.ID, int32(q)}
	if x, ok := l.scaled[key]; ok {
		return x, uint8(s)
	}
	var x mach.Reg
	switch {
	case q == 2 || q == 3 || q == 5 || q == 9:
		x = l.lea(mach.Mem{Base: r, Index: r, Scale: uint8(q - 1)})
	case fits32(q):
		x = l.insI(amd64.IMULI, 8, q, r)
	default:
		x = l.ins(amd64.IMUL, 8, r, l.gpConst(q))
	}
	l.scaled[key] = x
	return x, uint8(s)
}

// lea is the address of a memory operand in a register.
func (l x86) lea(m mach.Mem) mach.Reg { return l.insM(amd64.LEA, 8, m) }

// objectAddress is lea for what depends on no register.
func (a *AMD64) objectAddress(m mach.Mem) mach.Inst {
	return mach.Inst{Op: uint16(amd64.LEA), Size: 8, N: 2, MemPos: 1, Mem: m}
}
