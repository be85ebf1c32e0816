package isel

import (
	_ "embed"

	"hotloop/asm/amd64"
	"hotloop/cpu"
	"hotloop/loopopt/ir"
)

// The rules of x86: one file serves both instruction sets.
var (
	//go:embed rules/x86.rules
	x86Rules string
	//go:embed rules/avx2.rules
	avx2Rules string
	//go:embed rules/avx512.rules
	avx512Rules string
)

// What every processor of the tiers has.
const (
	baseAVX2 = amd64.FeatBMI1 | amd64.FeatBMI2 | amd64.FeatPOPCNT | amd64.FeatLZCNT | amd64.FeatAVX | amd64.FeatAVX2 |
		amd64.FeatFMA | amd64.FeatF16C
	baseAVX512 = amd64.FeatAVX512F | amd64.FeatAVX512BW | amd64.FeatAVX512DQ | amd64.FeatAVX512VL | amd64.FeatAVX512CD
)

// newAMD64 is amd64 as a processor has it. What the tier must not use is left out of the processor's features.
func newAMD64(f cpu.Features) *AMD64 {
	a := NewAMD64(f.Tier == cpu.AVX512)
	a.costs = costsOf(x86Processors, f.Tuning.Costs)
	a.gather, a.scatter = f.Tuning.Indexed()
	if !a.k {
		return a
	}
	for _, x := range [...]struct {
		flag cpu.Flag
		feat amd64.Feature
	}{
		{cpu.FlagVBMI, amd64.FeatVBMI}, {cpu.FlagVBMI2, amd64.FeatVBMI2}, {cpu.FlagVNNI, amd64.FeatVNNI},
		{cpu.FlagBITALG, amd64.FeatBITALG}, {cpu.FlagVPOPCNTDQ, amd64.FeatVPOPCNTDQ}, {cpu.FlagIFMA, amd64.FeatIFMA},
		{cpu.FlagGFNI, amd64.FeatGFNI},
	} {
		if f.Has(x.flag) {
			a.features |= x.feat
		}
	}
	return a
}

func (a *AMD64) vectorBytes() int {
	if a.k {
		return 64
	}
	return 32
}

func (a *AMD64) ruleFiles() []ruleFile {
	if a.k {
		return []ruleFile{{"avx512.rules", avx512Rules}, {"x86.rules", x86Rules}}
	}
	return []ruleFile{{"avx2.rules", avx2Rules}, {"x86.rules", x86Rules}}
}

func (a *AMD64) opByName(name string) (uint16, bool) {
	op, ok := amd64.OpByName(name)
	return uint16(op), ok
}

func (a *AMD64) condition(name string) condFunc {
	switch name {
	case "imm32": // the constant fits a sign-extended 32-bit immediate
		return func(_ *lowerer, _, x *ir.Value, _ int64) bool { return fits32(x.Int()) }
	case "multiplier": // not a constant that steps of one cycle multiply by
		return func(_ *lowerer, _, x *ir.Value, _ int64) bool { return !x.IsConst() || stepsOf(x.Int()).first == 0 }
	}
	return nil
}

// equalInFlags: equal is ZF and not PF.
func (a *AMD64) equalInFlags() bool { return false }

func (a *AMD64) saturates() bool { return false }

// has says whether op can be encoded on size bytes: by VEX up to 32, else by EVEX.
func (a *AMD64) has(op uint16, size int) bool {
	info := amd64.Info(amd64.Op(op))
	vex := info.VEX
	if size == 32 {
		vex = info.VEX256
	}
	if size < 64 && vex&amd64.NoForm == 0 && vex&^a.features == 0 {
		return true
	}
	return a.hasEVEX(op, size)
}

// hasEVEX says whether the processor has the EVEX form of op on size bytes.
func (a *AMD64) hasEVEX(op uint16, size int) bool {
	info := amd64.Info(amd64.Op(op))
	evex := info.EVEX
	if size >= 16 && size < 64 && info.Flags&amd64.ScalarVec == 0 {
		evex |= amd64.FeatAVX512VL
	}
	return evex&amd64.NoForm == 0 && evex&^a.features == 0
}

// takesMemory: of a few ops only the EVEX form has a memory operand.
func (a *AMD64) takesMemory(op uint16, size int) bool {
	return amd64.Info(amd64.Op(op)).Flags&amd64.VEXRegOnly == 0 || a.hasEVEX(op, size)
}

// maskedElem: where there is a broadcast it is of an element; bytes and words, which have none, show in the mnemonic.
func (a *AMD64) maskedElem(op uint16) int {
	info := amd64.Info(amd64.Op(op))
	if info.Flags&amd64.CanMask == 0 || info.EVEX&amd64.NoForm != 0 || info.Operands[0].Class != amd64.Vec {
		return 0
	}
	switch name := info.Mnemonic; {
	case info.Elem != 0:
		return int(info.Elem)
	case info.Bcst != 0:
		return int(info.Bcst)
	case name[len(name)-1] == 'B':
		return 1
	case name[len(name)-1] == 'W':
		return 2
	}
	return 0
}

func (a *AMD64) comparesMasked(op uint16) bool {
	info := amd64.Info(amd64.Op(op))
	return info.Flags&amd64.CanMask != 0 && info.EVEX&amd64.NoForm == 0 && info.Operands[0].Class == amd64.Mask
}

// structures: there are none.
func (a *AMD64) structures(int, int, int) bool { return false }

func (a *AMD64) canAccess(how accessKind, e ir.Elem) bool {
	switch how {
	case scatters:
		return a.k && e.Size() >= 4
	case gathers:
		return e.Size() >= 4
	}
	return a.k || e.Size() >= 4
}
