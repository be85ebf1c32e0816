package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/emit"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Mem returns an address as a memory operand.
func (l selector) Mem(a lower.Address) mach.Mem {
	var index mach.Reg
	scale := uint8(1)
	if a.Index != nil && a.Scale != 0 {
		index, scale = l.scale(a.Index, a.Scale)
	}
	// The offset must leave room for the parts of a vector and for the slot's own offset.
	far := !lower.Fits32(a.Off-emit.MaxFrame) || !lower.Fits32(a.Off+emit.MaxFrame)
	var m mach.Mem
	if lower.IsObject(a.Base) && !far && (a.Base.Op == ir.OpLocalPtr || index == mach.NoReg) {
		m = l.ObjectMem(a.Base)
	} else {
		m.Base = l.Scalar(a.Base)
	}
	m.Index, m.Scale = index, scale
	if far {
		m.Base = l.Lea(mach.Mem{Base: m.Base, Index: l.GpConst(a.Off), Scale: 1})
		return m
	}
	m.Disp = int32(a.Off)
	return m
}

// scale returns index*scale as a register and a scale that addressing supports.
func (l selector) scale(index *ir.Value, scale int64) (mach.Reg, uint8) {
	s := int64(8)
	for scale%s != 0 {
		s /= 2
	}
	q := scale / s
	r := l.Scalar(index)
	if q == 1 {
		return r, uint8(s)
	}
	return l.Once(lower.OnceKey{Op: uint16(amd64.IMUL), Imm: q, A: r}, func() mach.Reg {
		switch {
		case q == 2 || q == 3 || q == 5 || q == 9:
			return l.Lea(mach.Mem{Base: r, Index: r, Scale: uint8(q - 1)})
		case lower.Fits32(q):
			return l.insI(amd64.IMULI, 8, q, r)
		}
		return l.ins(amd64.IMUL, 8, r, l.GpConst(q))
	}), uint8(s)
}

// Lea returns the address of a memory operand in a register.
func (l selector) Lea(m mach.Mem) mach.Reg { return l.insM(amd64.LEA, 8, m) }

// ObjectAddress returns the LEA of an address that depends on no register.
func (a *ISA) ObjectAddress(m mach.Mem) mach.Inst {
	return mach.Inst{Op: uint16(amd64.LEA), Size: 8, N: 2, MemPos: 1, Mem: m}
}
