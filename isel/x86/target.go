package x86

import (
	"hotloop/asm/amd64"
	"hotloop/cpu"
	"hotloop/isel/cost"
	"hotloop/isel/lower"
	"hotloop/isel/rules"
	"hotloop/loopopt/ir"
)

// The features of every processor of a tier.
const (
	baseAVX2 = amd64.FeatBMI1 | amd64.FeatBMI2 | amd64.FeatPOPCNT | amd64.FeatLZCNT | amd64.FeatAVX | amd64.FeatAVX2 |
		amd64.FeatFMA | amd64.FeatF16C
	baseAVX512 = amd64.FeatAVX512F | amd64.FeatAVX512BW | amd64.FeatAVX512DQ | amd64.FeatAVX512VL | amd64.FeatAVX512CD
)

// Target returns the code generator for an amd64 processor, or nil for another one.
func Target(f cpu.Features) *lower.Target {
	if f.Tier != cpu.AVX2 && f.Tier != cpu.AVX512 {
		return nil
	}
	return lower.NewTarget(For(f), f)
}

// For returns amd64 with the features of a processor, restricted to those its tier may use.
func For(f cpu.Features) *ISA {
	a := New(f.Tier == cpu.AVX512)
	a.costs = cost.For(processors, f.Tuning.Costs)
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

// VectorBytes returns the size of the largest vector register.
func (a *ISA) VectorBytes() int {
	if a.k {
		return 64
	}
	return 32
}

// RuleFiles returns the rule files, the most specific first.
func (a *ISA) RuleFiles() []lower.RuleFile {
	if a.k {
		return []lower.RuleFile{{Name: "avx512.rules", Text: rules.AVX512}, {Name: "x86.rules", Text: rules.X86}}
	}
	return []lower.RuleFile{{Name: "avx2.rules", Text: rules.AVX2}, {Name: "x86.rules", Text: rules.X86}}
}

// OpByName returns the op that rules call name.
func (a *ISA) OpByName(name string) (uint16, bool) {
	op, ok := amd64.OpByName(name)
	return uint16(op), ok
}

// Condition returns a condition of the architecture's own rules.
func (a *ISA) Condition(name string) lower.CondFunc {
	switch name {
	case "imm32": // the constant fits a sign-extended 32-bit immediate
		return func(_ *lower.Lowerer, _, x *ir.Value, _ int64) bool { return lower.Fits32(x.Int()) }
	case "product52": // the product in v, or v itself, and its factors are below 1<<52
		return func(_ *lower.Lowerer, v, _ *ir.Value, _ int64) bool {
			for _, m := range append([]*ir.Value{v}, v.Args...) {
				if m.Op == ir.OpMul && ir.UnsignedBits(m.Args[0], 4)+ir.UnsignedBits(m.Args[1], 4) > 52 {
					return false
				}
			}
			return true
		}
	case "alone": // not combined with something else in one instruction: a carry, the other half of a product
		return func(l *lower.Lowerer, v, _ *ir.Value, _ int64) bool {
			if v.Op == ir.OpAdd {
				_, less := l.Counted(v)
				return less == nil || !inCarry(less)
			}
			return v.Type != ir.TI64 || l.OtherHalf(v, ir.OpMulHiU) == nil
		}
	case "multiplier": // not a constant that stepsOf handles
		return func(_ *lower.Lowerer, _, x *ir.Value, _ int64) bool {
			return !x.IsConst() || stepsOf(x.Int()).first == 0
		}
	}
	return nil
}

// Number returns nil: the rules compute no immediates.
func (a *ISA) Number(string) lower.NumberFunc { return nil }

// EqualInFlags returns false: equal is ZF and not PF.
func (a *ISA) EqualInFlags() bool { return false }

// Saturates returns false: numbers out of range become MinInt.
func (a *ISA) Saturates() bool { return false }

// Has reports whether op can be encoded on size bytes: by VEX up to 32, else by EVEX.
func (a *ISA) Has(op uint16, size int) bool {
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

// hasEVEX reports whether the processor has the EVEX form of op on size bytes.
func (a *ISA) hasEVEX(op uint16, size int) bool {
	info := amd64.Info(amd64.Op(op))
	evex := info.EVEX
	if size >= 16 && size < 64 && info.Flags&amd64.ScalarVec == 0 {
		evex |= amd64.FeatAVX512VL
	}
	return evex&amd64.NoForm == 0 && evex&^a.features == 0
}

// TakesMemory reports whether op has a memory operand. For a few ops, only the EVEX form has one.
func (a *ISA) TakesMemory(op uint16, size int) bool {
	return amd64.Info(amd64.Op(op)).Flags&amd64.VEXRegOnly == 0 || a.hasEVEX(op, size)
}

// MaskedElem returns the mask's lane size. It equals the broadcast element's size, with exceptions: byte
// instructions that read words or multiply bit matrices (VPMULTISHIFTQB, VGF2P8AFFINEQB). The mnemonic tells
// bytes and words.
func (a *ISA) MaskedElem(op uint16) int {
	info := amd64.Info(amd64.Op(op))
	if info.Flags&amd64.CanMask == 0 || info.EVEX&amd64.NoForm != 0 || info.Operands[0].Class != amd64.Vec {
		return 0
	}
	switch name := info.Mnemonic; {
	case info.Elem != 0:
		return int(info.Elem)
	case name[len(name)-1] == 'B':
		return 1
	case info.Bcst != 0:
		return int(info.Bcst)
	case name[len(name)-1] == 'W':
		return 2
	}
	return 0
}

// ComparesMasked reports whether op makes a mask and can be masked itself.
func (a *ISA) ComparesMasked(op uint16) bool {
	info := amd64.Info(amd64.Op(op))
	return info.Flags&amd64.CanMask != 0 && info.EVEX&amd64.NoForm == 0 && info.Operands[0].Class == amd64.Mask
}

// Structures returns false: there are no such instructions.
func (a *ISA) Structures(int, int, int) bool { return false }

// CanAccess reports whether there is an instruction for this kind of access to vectors of e.
func (a *ISA) CanAccess(how lower.AccessKind, e ir.Elem) bool {
	switch how {
	case lower.Scatters:
		return a.k && e.Size() >= 4
	case lower.Gathers:
		return e.Size() >= 4
	}
	return a.k || e.Size() >= 4
}
