package isel

import (
	_ "embed"
	"sync/atomic"

	"hotloop/asm/arm64"
	"hotloop/cpu"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// The rules of arm64.
//
//go:embed rules/neon.rules
var neonRules string

// newARM64 is arm64 as a processor has it.
func newARM64(f cpu.Features) *ARM64 {
	a := NewARM64()
	a.wide = f.Tuning.Vector.Pipes >= 4
	a.costs = costsOf(armProcessors, f.Tuning.Costs)
	for _, x := range [...]struct {
		flag cpu.Flag
		feat arm64.Feature
	}{
		{cpu.FlagASIMDHP, arm64.FeatFP16}, {cpu.FlagASIMDDP, arm64.FeatDotProd}, {cpu.FlagI8MM, arm64.FeatI8MM},
		{cpu.FlagARMBF16, arm64.FeatBF16}, {cpu.FlagSVE, arm64.FeatSVE},
	} {
		if f.Has(x.flag) {
			a.features |= x.feat
		}
	}
	return a
}

func (a *ARM64) vectorBytes() int { return 16 }

func (a *ARM64) ruleFiles() []ruleFile { return []ruleFile{{"neon.rules", neonRules}} }

func (a *ARM64) opByName(name string) (uint16, bool) {
	op, ok := arm64.OpByName(name)
	return uint16(op), ok
}

// condition: what immediates and counts may be.
func (a *ARM64) condition(name string) condFunc {
	switch name {
	case "addimm": // the constant is an immediate of ADD
		return func(_ *lowerer, _, x *ir.Value, _ int64) bool { return arm64.IsAddImm(x.Int()) }
	case "subimm": // its negative is
		return func(_ *lowerer, _, x *ir.Value, _ int64) bool { return x.Int() < 0 && arm64.IsAddImm(-x.Int()) }
	case "logimm": // the constant is a bit mask of AND
		return func(_ *lowerer, _, x *ir.Value, _ int64) bool {
			return arm64.IsLogicalImm(max(4, x.Type.Elem.Size()), x.Int())
		}
	case "zeros": // the scalar comes with zeros above it: LDRB and LDRH clear a register, and so does LDR of half of one
		return func(_ *lowerer, _, x *ir.Value, _ int64) bool {
			return !x.Type.IsVector() && (x.Op == ir.OpLoad || x.Op == ir.OpArg)
		}
	case "direct": // no operand is better extended later, see lengthen
		return func(l *lowerer, v, _ *ir.Value, _ int64) bool { return arm{l}.direct(v) }
	case "count": // the number is positive as a signed byte
		return func(_ *lowerer, _, x *ir.Value, _ int64) bool { return ir.UnsignedBits(x, 4) <= 7 }
	case "dword": // the number fits 32 bits unsigned
		return func(_ *lowerer, _, x *ir.Value, _ int64) bool { return ir.UnsignedBits(x, 4) <= 32 }
	}
	return nil
}

// equalInFlags: unordered numbers are not equal, by the flags too.
func (a *ARM64) equalInFlags() bool { return true }

func (a *ARM64) saturates() bool { return true }

// has: every op is there in all its sizes, or not at all.
func (a *ARM64) has(op uint16, _ int) bool { return arm64.Info(armOp(op)).Feature&^a.features == 0 }

func (a *ARM64) takesMemory(uint16, int) bool { return true }

func (a *ARM64) maskedElem(uint16) int { return 0 }

func (a *ARM64) comparesMasked(uint16) bool { return false }

// canAccess: SVE has masked accesses. Its indexed ones are no better than lane after lane, and are not used.
func (a *ARM64) canAccess(how accessKind, _ ir.Elem) bool {
	return (how == maskedLoads || how == maskedStores) && a.features&arm64.FeatSVE != 0
}

func (a *ARM64) descs() []atomic.Pointer[mach.Desc] { return armDescs[:] }

// instCost is what an instruction takes: uops weighted by the throughput of its unit, and latency.
func (a *ARM64) instCost(in *mach.Inst) (uops float32, latency int) {
	if in.Pseudo != mach.NotPseudo {
		return 0, 0
	}
	op := armOp(in.Op)
	c := costOf(a, a.Desc(in.Op), in.Op)
	uops, latency = float32(c.Uops), int(c.Latency)
	if n := a.structureUops(op); n > 0 {
		uops = n
	}
	switch c.Port {
	case PortDiv:
		uops *= float32(c.Busy)
	case PortLoad:
		latency += loadLatency - 1
	}
	if in.MemPos >= 0 && op != arm64.ADR && (in.MemPos > 1 || in.Mem.Index != mach.NoReg) && in.Mem.Disp != 0 {
		uops++ // the coder adds them up
	}
	return uops, latency
}

// armHandlers are the shared handlers and those of arm64.
var armHandlers handlerTable

func init() { // a table with references back to its users has no literal
	h := &armHandlers
	h.shared()
	on := func(f func(l arm, v *ir.Value) (rep, bool), ops ...ir.Op) {
		for _, op := range ops {
			h[op] = func(l *lowerer, v *ir.Value) (rep, bool) { return f(arm{l}, v) }
		}
	}
	on(arm.gather, ir.OpGather)
	on(arm.extract, ir.OpExtract)
	on(arm.insert, ir.OpInsert)
	on(arm.laneMask, ir.OpLaneMask)
	on(arm.countTrue, ir.OpCountTrue)
	on(arm.firstTrue, ir.OpFirstTrue)
	on(arm.bitcast, ir.OpBitcast)
	on(arm.sumAbsDiff, ir.OpSumAbsDiff)
	for op := ir.OpSExt; op <= ir.OpFTrunc; op++ {
		on(arm.convert, op)
	}
	on(arm.lengthen, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAbs)
	on(arm.shift, ir.OpShl, ir.OpShrS, ir.OpShrU)
	on(arm.minNum, ir.OpMinNum, ir.OpMaxNum)
	on(arm.mulHi, ir.OpMulHiS, ir.OpMulHiU)
	on(arm.reduce, ir.OpReduceAdd, ir.OpReduceMinS, ir.OpReduceMaxS, ir.OpReduceMinU, ir.OpReduceMaxU, ir.OpReduceMin, ir.OpReduceMax)
}

func (a *ARM64) handlers() *handlerTable { return &armHandlers }
