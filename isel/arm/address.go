package arm

import (
	"math/bits"

	"hotloop/asm/arm64"
	"hotloop/isel/emit"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// An arm64 address has either an index, shifted by the access size, or a displacement. Several accesses near one
// index therefore share a pointer to which the index has been added:
//
//	x[i-1] + x[i] + x[i+1]        add x3, x0, x2, lsl #2;  ldur s0, [x3, #-4];  ldr s1, [x3];  ldr s2, [x3, #4]

// Mem returns an address as a memory operand.
func (l selector) Mem(a lower.Address) mach.Mem {
	var m mach.Mem
	indexed := a.Index != nil && a.Scale != 0
	far := !lower.Fits32(a.Off-emit.MaxFrame) || !lower.Fits32(a.Off+emit.MaxFrame)
	if lower.IsObject(a.Base) && !indexed && !far && a.Base.Op == ir.OpLocalPtr {
		m = l.ObjectMem(a.Base)
		m.Disp = int32(a.Off)
		return m
	}
	base := l.Scalar(a.Base)
	if a.Base.Op == ir.OpLocalPtr {
		m.Alias = lower.AliasGroup(a.Base)
	}
	if far {
		base = l.ins(arm64.ADD, 8, base, l.GpConst(a.Off))
		a.Off = 0
	}
	m.Base, m.Scale, m.Disp = base, 1, int32(a.Off)
	if !indexed {
		return m
	}
	if a.Off == 0 && a.Access != 0 && (a.Scale == 1 || a.Scale == int64(a.Access)) {
		m.Index, m.Scale = l.Scalar(a.Index), uint8(a.Scale)
		return m
	}
	m.Base = l.pointer(base, a.Index, a.Scale)
	return m
}

// pointer returns base + index*scale, computed once per block.
func (l selector) pointer(base mach.Reg, index *ir.Value, scale int64) mach.Reg {
	r := l.Scalar(index)
	return l.Once(lower.OnceKey{Op: uint16(arm64.ADD), Imm: scale, A: base, B: r},
		func() mach.Reg { return l.addScaled(base, r, scale) })
}

// addScaled computes base + index*scale.
func (l selector) addScaled(base, index mach.Reg, scale int64) mach.Reg {
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
	return l.ins(arm64.MADD, 8, index, l.GpConst(scale), base)
}

// Lea returns the address of a memory operand in a register.
func (l selector) Lea(m mach.Mem) mach.Reg {
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
		r = l.ins(arm64.ADD, 8, m.Base, l.GpConst(int64(m.Disp)))
	}
	if index != mach.NoReg {
		r = l.addScaled(r, index, scale)
	}
	return r
}
