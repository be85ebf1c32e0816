package isel

import (
	"sync/atomic"

	"hotloop/asm/arm64"
	"hotloop/isel/mach"
)

// ARM64 is the architecture arm64 with Advanced SIMD and what else a processor has.
type ARM64 struct {
	features arm64.Feature
	wide     bool            // four vector units or more
	costs    *processorCosts // nil: nobody has described the processor
}

// NewARM64 is arm64 as Armv8.0 has it.
func NewARM64() *ARM64 { return &ARM64{} }

// General registers. X18 belongs to the operating system, X28 is g, X29 the frame pointer; X30 holds the return address all
// the time, since tracebacks look for it there. X1 is the base of what must be aligned in the frame, taken last as RSI is on
// amd64. X0 brings the argument block. X16 and X17 are the coder's own: for addresses that no instruction has, for polls.
const (
	armSlotBase = arm64.R1
	armBlockReg = arm64.R0
	armG        = arm64.R28
	armScratch  = arm64.R16
	armScratch2 = arm64.R17
)

var (
	armGP  = armSet(arm64.R0, arm64.R27) &^ (1<<arm64.R18 | 1<<armScratch | 1<<armScratch2)
	armVec = armSet(arm64.V0, arm64.V31)
)

// armList is where lists of registers stand, see arm_list.go.
const armList = arm64.V28

func armSet(lo, hi arm64.Reg) mach.RegSet { return 2<<hi - 1<<lo }

// Allocatable is the registers of a class.
func (a *ARM64) Allocatable(c mach.Class) (all, last mach.RegSet) {
	switch c {
	case mach.GP:
		return armGP, 1 << armSlotBase
	case mach.Vec:
		return armVec, armSet(armList, arm64.V31)
	}
	return 0, 0
}

// Entry is where the argument block arrives.
func (a *ARM64) Entry() mach.Reg { return mach.Phys(uint8(armBlockReg)) }

// OpName is the assembler's name.
func (a *ARM64) OpName(op uint16) string { return armOp(op).String() }

// RegName is a register by its size.
func (a *ARM64) RegName(r mach.Reg, size uint8) string { return arm64.Reg(r.Num()).Name(int(size)) }

// Commute: sums into an accumulator are all that ties on arm64, and the accumulator is no factor.
func (a *ARM64) Commute(*mach.Inst, int) bool { return false }

var armDescs [armLists * int(arm64.NumOps)]atomic.Pointer[mach.Desc]

// Desc describes op. A list of registers counts as so many operands.
func (a *ARM64) Desc(op uint16) *mach.Desc {
	if d := armDescs[op].Load(); d != nil {
		return d
	}
	d := armDesc(arm64.Info(armOp(op)), int(op)/int(arm64.NumOps))
	armDescs[op].Store(d)
	return d
}

// armDesc makes the description of an op with one of the lists of registers. VTBL4 and VTBX4 have six operands, one more than an instruction holds: they have
// an empty one, and cannot be used.
func armDesc(info *arm64.OpInfo, list int) *mach.Desc {
	d := &mach.Desc{}
	if armOperands(info) > len(d.Roles) {
		return d
	}
	for i := range info.N {
		o := &info.Operands[i]
		role := mach.Role{Access: mach.Access(o.Access), RegW: mach.Width(o.RegW)}
		switch {
		case o.Mem:
			role.Mem, role.MemW = true, mach.Width(o.MemW)
			if o.MemW == 0 {
				d.Flags |= mach.AddressOnly
			}
		case o.Class == arm64.GP:
			role.Class = mach.GP
		default: // where a predicate must be, the mask it is made of
			role.Class = mach.Vec
			if o.Class == arm64.Pred {
				role.RegW = 16
				if info.Elem == 1 {
					d.Flags |= mach.WritesFlags // see armCoder.predicate
				}
			}
		}
		if o.Low {
			d.Allowed[mach.Vec] = armSet(arm64.V0, arm64.V15)
		}
		for k := range max(1, o.List) {
			if o.List > 1 {
				role.Fixed = mach.Phys(uint8(armListAt(list, int(o.List))) + k)
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
	return d
}

// armOperands is the number of an op's operands, with those in lists.
func armOperands(info *arm64.OpInfo) (n int) {
	for i := range info.N {
		n += max(1, int(info.Operands[i].List))
	}
	return n
}

// The numbers are typical of big cores: Arm's optimization guides for Neoverse N1 and V1, rounded to what tells a good order
// from a bad one.
var armCostRows = []costRow{
	// General registers.
	{"^MUL$ ^MADD ^MSUB ^MNEG ^SMULL ^UMULL ^SMADDL ^UMADDL ^SMULH ^UMULH", OpCost{3, PortMul, 1, 1}},
	{"^UDIV ^SDIV", OpCost{12, PortDiv, 1, 8}},
	{"^LDR ^LDP ^PRFM ^FLDR ^VLDR", OpCost{1, PortLoad, 1, 1}},
	// Between register files.
	{"^FMOVRH ^FMOVRS ^FMOVRD ^UMOV ^SMOV ^FCVTNSR ^FCVTNUR ^FCVTZSR ^FCVTZUR ^FCMP ^FCCMP", OpCost{3, PortMask, 1, 1}},
	{"^FMOVHR ^FMOVSR ^FMOVDR ^VDUPBR ^VDUPHR ^VDUPSR ^VDUPDR ^SCVTFHR ^SCVTFSR ^SCVTFDR ^UCVTFHR ^UCVTFSR ^UCVTFDR ^VINSBR ^VINSHR ^VINSSR ^VINSDR", OpCost{5, PortMask, 1, 1}},
	// Floating point.
	{"^FDIV ^FSQRT ^VFDIV ^VFSQRT", OpCost{11, PortDiv, 1, 6}},
	{"^FMADD ^FMSUB ^FNM ^VFML", OpCost{4, PortFP, 1, 1}},
	{"^FMUL ^VFMUL ^FNMUL", OpCost{3, PortFP, 1, 1}},
	{"^FCVT ^FRINT ^VFCVT ^VFRINT ^VSCVTF ^VUCVTF ^SCVTF ^UCVTF", OpCost{4, PortFP, 1, 1}},
	{"^FMOV ^FABS ^FNEG ^FCSEL ^VFABS ^VFNEG ^VFCM ^VFAC ^VFMAX ^VFMIN ^FMAX ^FMIN ^FADD ^FSUB ^VFADD ^VFSUB ^VFAB", OpCost{2, PortFP, 1, 1}},
	// Vector integers.
	{"^VMUL ^VML ^VSMULL ^VUMULL ^VSMLAL ^VUMLAL ^VSQDMUL ^VSQRDMUL ^VSDOT ^VUDOT ^VUSDOT ^VSUDOT", OpCost{4, PortFP, 1, 1}},
	{"^VTBL ^VTBX ^VZIP ^VUZP ^VTRN ^VEXT ^VREV ^VDUP ^VINS ^VXTN ^VSXTL ^VUXTL", OpCost{2, PortShuffle, 1, 1}},
	{"^VSADDLV ^VUADDLV ^VADDV ^VSMAXV ^VSMINV ^VUMAXV ^VUMINV", OpCost{5, PortShuffle, 2, 2}},
	{"^VLD1M", OpCost{3, PortLoad, 2, 1}}, // with making the predicate
	{"^VST1M", OpCost{2, PortStore, 3, 1}},
	{"^VLD2 ^VLD3", OpCost{3, PortLoad, 3, 1}}, // see structureUops
	{"^VLD4", OpCost{4, PortLoad, 6, 2}},
	{"^VST2 ^VST3", OpCost{2, PortStore, 4, 2}},
	{"^VST4", OpCost{2, PortStore, 8, 4}},
	{"^VLD", OpCost{8, PortLoad, 3, 2}},
	{"^VST", OpCost{2, PortStore, 2, 2}},
	{"^V", OpCost{2, PortVec, 1, 1}},
}

// OpCost is what op costs on registers.
func (a *ARM64) OpCost(op uint16) OpCost { return classify(armCostRows, armOp(op).String()) }
