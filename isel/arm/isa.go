package arm

import (
	"sync/atomic"

	"hotloop/asm/arm64"
	"hotloop/isel/cost"
	"hotloop/isel/mach"
)

// ISA is the arm64 architecture with Advanced SIMD and the other features of a processor.
type ISA struct {
	features arm64.Feature
	wide     bool            // four vector units or more
	costs    *cost.Processor // nil: no cost table for the processor
}

// New returns arm64 with the features of Armv8.0.
func New() *ISA { return &ISA{} }

// The general registers. X18 is reserved by the operating system, X28 is g, and X29 is the frame pointer. X30
// holds the return address throughout, since tracebacks expect it there. X1 is the base of aligned slots in the
// frame; like RSI on amd64, it is allocated last. X0 holds the argument block on entry. X16 and X17 are the
// encoder's scratch registers, for addresses that instructions cannot encode and for polls.
const (
	slotBase = arm64.R1
	blockReg = arm64.R0
	gReg     = arm64.R28
	scratch  = arm64.R16
	scratch2 = arm64.R17
)

var (
	gpRegs  = regSet(arm64.R0, arm64.R27) &^ (1<<arm64.R18 | 1<<scratch | 1<<scratch2)
	vecRegs = regSet(arm64.V0, arm64.V31)
)

// listBase is the first register of register lists; see list.go.
const listBase = arm64.V28

func regSet(lo, hi arm64.Reg) mach.RegSet { return 2<<hi - 1<<lo }

// Allocatable returns the registers of a class.
func (a *ISA) Allocatable(c mach.Class) (all, last mach.RegSet) {
	switch c {
	case mach.GP:
		return gpRegs, 1 << slotBase
	case mach.Vec:
		return vecRegs, regSet(listBase, arm64.V31)
	}
	return 0, 0
}

// Entry returns the register that holds the argument block on entry.
func (a *ISA) Entry() mach.Reg { return mach.Phys(uint8(blockReg)) }

// OpName returns the assembler's name of op.
func (a *ISA) OpName(op uint16) string { return opOf(op).String() }

// RegName returns the name of a register at its size.
func (a *ISA) RegName(r mach.Reg, size uint8) string { return arm64.Reg(r.Num()).Name(int(size)) }

// Commute returns false: only accumulators are tied on arm64, and an accumulator cannot be exchanged with a
// factor.
func (a *ISA) Commute(*mach.Inst, int) bool { return false }

var descs [lists * int(arm64.NumOps)]atomic.Pointer[mach.Desc]

// Desc returns the description of op. A register list counts as several operands.
func (a *ISA) Desc(op uint16) *mach.Desc {
	if d := descs[op].Load(); d != nil {
		return d
	}
	d := newDesc(arm64.Info(opOf(op)), int(op)/int(arm64.NumOps))
	descs[op].Store(d)
	return d
}

// newDesc makes the description of an op with a given register list.
func newDesc(info *arm64.OpInfo, list int) *mach.Desc {
	d := &mach.Desc{}
	for i := range info.N {
		o := &info.Operands[i]
		role := mach.Role{Access: o.Access, RegW: o.RegW}
		count := max(1, int(o.List))
		switch {
		case o.Mem:
			role.Mem, role.MemW = true, o.MemW
			if o.MemW == 0 {
				d.Flags |= mach.AddressOnly
			}
		case o.Class == arm64.GP:
			role.Class = mach.GP
		case o.Class == arm64.Pred && info.Flags&arm64.AllLanes != 0:
			continue
		default: // a predicate operand is represented by the two vectors whose comparison it is, see coder.predicate
			role.Class = mach.Vec
			if o.Class == arm64.Pred {
				role.RegW, count = 16, 2
				if info.Elem == 1 {
					d.Flags |= mach.WritesFlags
				}
			}
		}
		if o.Low {
			d.Allowed[mach.Vec] = regSet(arm64.V0, arm64.V15)
		}
		for k := range count {
			if o.List > 1 {
				role.Fixed = mach.Phys(uint8(listAt(list, int(o.List))) + uint8(k))
			}
			d.Roles[d.N] = role
			d.N++
		}
	}
	for _, f := range [...]struct {
		from arm64.OpFlags
		to   mach.DescFlags
	}{{arm64.ReadsFlags, mach.ReadsFlags}, {arm64.WritesFlags, mach.WritesFlags}, {arm64.SideEffect, mach.SideEffect}} {
		if info.Flags&f.from != 0 {
			d.Flags |= f.to
		}
	}
	if info.Imm != arm64.ImmNone && info.Imm != arm64.ImmZero && info.Imm != arm64.ImmZeroFP {
		d.Flags |= mach.Immediate
	}
	if info.Sizes&16 == 0 {
		d.Flags |= mach.FixedSize
	}
	d.Sum()
	return d
}

// OpCost returns the cost of op on registers.
func (a *ISA) OpCost(op uint16) cost.OpCost { return opCosts[opOf(op)] }
