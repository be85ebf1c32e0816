package isel

import (
	"math/bits"

	"hotloop/asm/arm64"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Addresses of arm64 have either an index, shifted by the size of the access, or a displacement. So several accesses around
// one index share a pointer that has it added already:
//
//	x[i-1] + x[i] + x[i+1]        add x3, x0, x2, lsl #2;  ldur s0, [x3, #-4];  ldr s1, [x3];  ldr s2, [x3, #4]

// mem makes the memory operand.
func (l arm) mem(a address) mach.Mem {
	var m mach.Mem
	indexed := a.index != nil && a.scale != 0
	far := !fits32(a.off-MaxFrame) || !fits32(a.off+MaxFrame)
	if isObject(a.base) && !indexed && !far && a.base.Op == ir.OpLocalPtr {
		m = l.objectMem(a.base)
		m.Disp = int32(a.off)
		return m
	}
	base := l.scalar(a.base)
	if a.base.Op == ir.OpLocalPtr {
		m.Alias = aliasGroup(a.base)
	}
	if far {
		base = l.ins(arm64.ADD, 8, base, l.gpConst(a.off))
		a.off = 0
	}
	m.Base, m.Scale, m.Disp = base, 1, int32(a.off)
	if !indexed {
		return m
	}
	if a.off == 0 && a.access != 0 && (a.scale == 1 || a.scale == int64(a.access)) {
		m.Index, m.Scale = l.scalar(a.index), uint8(a.scale)
		return m
	}
	m.Base = l.pointer(base, a.index, a.scale)
	return m
}

// pointer is base + index*scale, made once in a block.
func (l arm) pointer(base mach.Reg, index *ir.Value, scale int64) mach.Reg {
	if l.pointersIn != l.b {
		l.pointersIn, l.pointers = l.b, map[pointerKey]mach.Reg{}
	}
	key := pointerKey{base, index.ID, scale}
	p, ok := l.pointers[key]
	if !ok {
		p = l.addScaled(base, l.scalar(index), scale)
		l.pointers[key] = p
	}
	return p
}

// addScaled is base + index*scale.
func (l arm) addScaled(base, index mach.Reg, scale int64) mach.Reg {
	switch {
	case scale == 1:
		return l.ins(arm64.ADD, 8, base, index)
	case scale == -1:
		return l.ins(arm64.SUB, 8, base, index)
	case scale > 0 && scale&(scale-1) == 0:
		return l.insI(arm64.ADDLSL, 8, int64(bits.TrailingZeros64(uint64(scale))), base, index)
	case scale < 0 && scale&-scale == -scale:
		return l.insI(arm64.SUBLSL, 8, int64(bits.TrailingZeros64(uint64(scale))), base, index)
	}
	return l.ins(arm64.MADD, 8, index, l.gpConst(scale), base)
}

// lea is the address of a memory operand in a register.
func (l arm) lea(m mach.Mem) mach.Reg {
	index, scale := m.Index, int64(max(1, m.Scale))
	m.Index = mach.NoReg
	var r mach.Reg
	switch {
	case m.Slot != 0 || m.Const != 0:
		r = l.insM(arm64.ADR, 8, m)
	case m.Disp == 0:
		r = m.Base
	case arm64.IsAddImm(int64(m.Disp)):
		r = l.insI(arm64.ADDI, 8, int64(m.Disp), m.Base)
	case arm64.IsAddImm(-int64(m.Disp)):
		r = l.insI(arm64.SUBI, 8, -int64(m.Disp), m.Base)
	default:
		r = l.ins(arm64.ADD, 8, m.Base, l.gpConst(int64(m.Disp)))
	}
	if index != mach.NoReg {
		r = l.addScaled(r, index, scale)
	}
	return r
}
