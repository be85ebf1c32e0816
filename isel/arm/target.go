package arm

import (
	"math"
	"sync/atomic"

	"hotloop/asm/arm64"
	"hotloop/cpu"
	"hotloop/isel/cost"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/isel/rules"
	"hotloop/loopopt/ir"
	"hotloop/reuse"
)

// Target returns the code generator for an arm64 processor, or nil for another one.
func Target(f cpu.Features) *lower.Target {
	if f.Tier != cpu.NEON {
		return nil
	}
	return lower.NewTarget(For(f), f)
}

// For returns arm64 with the features of a processor.
func For(f cpu.Features) *ISA {
	a := New()
	a.wide = f.Tuning.Vector.Pipes >= 4
	a.costs = cost.For(processors, f.Tuning.Costs)
	for _, x := range [...]struct {
		flag cpu.Flag
		feat arm64.Feature
	}{
		{cpu.FlagASIMDHP, arm64.FeatFP16}, {cpu.FlagASIMDDP, arm64.FeatDotProd}, {cpu.FlagI8MM, arm64.FeatI8MM},
		{cpu.FlagARMBF16, arm64.FeatBF16}, {cpu.FlagSVE, arm64.FeatSVE}, {cpu.FlagSVE2, arm64.FeatSVE2},
		{cpu.FlagFCMA, arm64.FeatFCMA},
	} {
		if f.Has(x.flag) {
			a.features |= x.feat
		}
	}
	return a
}

// VectorBytes returns the size of the largest vector register.
func (a *ISA) VectorBytes() int { return 16 }

// RuleFiles returns the rule files, the most specific first.
func (a *ISA) RuleFiles() []lower.RuleFile {
	return []lower.RuleFile{{Name: "neon.rules", Text: rules.NEON}}
}

// OpByName returns the op that rules call name.
func (a *ISA) OpByName(name string) (uint16, bool) {
	op, ok := arm64.OpByName(name)
	return uint16(op), ok
}

// Condition returns a condition of the architecture's own rules, or nil.
func (a *ISA) Condition(name string) lower.CondFunc {
	switch name {
	case "alone": // not an increment under a condition
		return func(l *lower.Lowerer, v, _ *ir.Value, _ int64) bool {
			_, holds := l.Counted(v)
			return holds == nil
		}
	case "addimm": // the constant is an immediate of ADD
		return func(_ *lower.Lowerer, _, x *ir.Value, _ int64) bool { return arm64.IsAddImm(x.Int()) }
	case "subimm": // the negated constant is
		return func(_ *lower.Lowerer, _, x *ir.Value, _ int64) bool { return x.Int() < 0 && arm64.IsAddImm(-x.Int()) }
	case "logimm": // the constant is a bit mask immediate of AND
		return func(_ *lower.Lowerer, _, x *ir.Value, _ int64) bool {
			return arm64.IsLogicalImm(max(4, x.Type.Elem.Size()), x.Int())
		}
	// the scalar has zeros above it: LDRB and LDRH clear the rest of the register, and so does a 32-bit LDR
	case "zeros":
		return func(_ *lower.Lowerer, _, x *ir.Value, _ int64) bool {
			return !x.Type.IsVector() && (x.Op == ir.OpLoad || x.Op == ir.OpArg)
		}
	case "direct": // no operand is better extended later, see lengthen
		return func(l *lower.Lowerer, v, _ *ir.Value, _ int64) bool { return selector{l}.direct(v) }
	case "apart": // not a sum of lanes in order, see sumInOrder
		return func(l *lower.Lowerer, v, _ *ir.Value, _ int64) bool {
			_, _, ok := selector{l}.lanesInOrder(v)
			return !ok
		}
	case "straight": // not a sum of complex products, see complexSum
		return func(l *lower.Lowerer, v, _ *ir.Value, _ int64) bool { return !(selector{l}).turnedSum(v) }
	case "unloaded": // the value is not a load that extends
		return func(l *lower.Lowerer, _, x *ir.Value, _ int64) bool { return x.Op != ir.OpLoad || !l.IsDeferred(x) }
	case "rounds": // the number added rounds the right shift of the sum, which does not overflow
		return rounds
	case "notleast": // the number is not the smallest of its type
		return func(_ *lower.Lowerer, _, x *ir.Value, _ int64) bool {
			return x.Op == ir.OpConst && x.Int() != math.MinInt64>>(64-x.Type.Elem.Bits()) ||
				ir.SignedBits(x, boundsDepth) < x.Type.Elem.Bits()
		}
	case "positive": // the number is a nonnegative constant
		return func(_ *lower.Lowerer, _, x *ir.Value, _ int64) bool {
			if x.Op == ir.OpSplat {
				x = x.Args[0]
			}
			return x.Op == ir.OpConst && x.AuxInt>>(x.Type.Elem.Bits()-1)&1 == 0
		}
	case "count": // the number is nonnegative as a signed byte
		return func(_ *lower.Lowerer, _, x *ir.Value, _ int64) bool { return ir.UnsignedBits(x, 4) <= 7 }
	}
	return nil
}

// rounds reports whether v is a right shift that rounds because of the number added to x, or a sum that contains
// such shifts of x.
func rounds(l *lower.Lowerer, v, x *ir.Value, _ int64) bool {
	if v.Op == ir.OpAdd {
		n := 0
		for _, a := range v.Args {
			if (a.Op == ir.OpShrU || a.Op == ir.OpShrS) && a.Args[0].Op == ir.OpAdd && a.Args[0].Args[0] == x {
				if !rounds(l, a, x, 0) {
					return false
				}
				n++
			}
		}
		return n > 0
	}
	sum, c, all := v.Args[0], v.Args[1], v.Type.Elem.Bits()
	if !c.IsConst() || c.AuxInt < 1 || c.AuxInt >= int64(all) || !sum.Args[1].IsConstInt(1<<(c.AuxInt-1)) {
		return false
	}
	if v.Op == ir.OpShrU {
		return ir.UnsignedBits(x, boundsDepth) < all
	}
	return ir.SignedBits(x, boundsDepth) < all
}

// EqualInFlags returns true: unordered operands compare as not equal in the flags, too.
func (a *ISA) EqualInFlags() bool { return true }

// Saturates returns true: numbers out of range become the nearest integer.
func (a *ISA) Saturates() bool { return true }

// Has reports whether the processor has op. An op exists in all its sizes or not at all.
func (a *ISA) Has(op uint16, _ int) bool { return arm64.Info(opOf(op)).Feature&^a.features == 0 }

// TakesMemory returns true: op descriptions are exact about memory operands.
func (a *ISA) TakesMemory(uint16, int) bool { return true }

// MaskedElem returns 0: there are no merge-masked forms.
func (a *ISA) MaskedElem(uint16) int { return 0 }

// ComparesMasked returns false.
func (a *ISA) ComparesMasked(uint16) bool { return false }

// CanAccess reports whether there are masked accesses, which SVE has. Gathers and scatters of SVE are no faster
// than lane-by-lane access, and are not used.
func (a *ISA) CanAccess(how lower.AccessKind, _ ir.Elem) bool {
	return (how == lower.MaskedLoads || how == lower.MaskedStores) && a.features&arm64.FeatSVE != 0
}

// Descs returns the memoized results of Desc, indexed by op.
func (a *ISA) Descs() []atomic.Pointer[mach.Desc] { return descs[:] }

// InstCost returns the cost of an instruction: uops weighted by the throughput of its unit, and latency.
func (a *ISA) InstCost(in *mach.Inst) (uops float32, latency int) {
	if in.Pseudo != mach.NotPseudo {
		return 0, 0
	}
	op := opOf(in.Op)
	c := cost.Of(a, a.Desc(in.Op), in.Op)
	uops, latency = float32(c.Uops), int(c.Latency)
	if n := a.listUops(op); n > 0 {
		uops = n
	}
	switch c.Port {
	case cost.PortDiv:
		uops *= float32(c.Occupancy)
	case cost.PortLoad:
		latency += cost.LoadLatency - 1
	}
	if in.MemPos >= 0 && op != arm64.ADR && (in.MemPos > 1 || in.Mem.Index != mach.NoReg) && in.Mem.Disp != 0 {
		uops++ // the encoder adds an instruction for the address
	}
	return uops, latency
}

// handlers holds the shared handlers and those of arm64.
var handlers reuse.Once[*lower.HandlerTable]

func newHandlers() *lower.HandlerTable { // a function, because a literal would be an initialization cycle
	h := &lower.HandlerTable{}
	h.Shared()
	on := func(f func(l selector, v *ir.Value) (lower.Rep, bool), ops ...ir.Op) {
		for _, op := range ops {
			h[op] = func(l *lower.Lowerer, v *ir.Value) (lower.Rep, bool) { return f(selector{l}, v) }
		}
	}
	on(selector.extract, ir.OpExtract)
	on(selector.insert, ir.OpInsert)
	on(selector.laneMask, ir.OpLaneMask)
	on(selector.countTrue, ir.OpCountTrue)
	on(selector.firstTrue, ir.OpFirstTrue)
	on(selector.bitsOfMask, ir.OpMaskBits)
	on(selector.maskOfBits, ir.OpBitsMask)
	on(selector.compress, ir.OpCompress, ir.OpExpand)
	on(selector.lookup, ir.OpLookup)
	on(selector.bitcast, ir.OpBitcast)
	on(selector.sumAbsDiff, ir.OpSumAbsDiff)
	for op := ir.OpSExt; op <= ir.OpFTrunc; op++ {
		on(selector.convert, op)
	}
	on(selector.lengthen, ir.OpSub, ir.OpMul, ir.OpAbs)
	on(selector.sums, ir.OpAdd)
	on(selector.complexSum, ir.OpFMA)
	on(selector.shift, ir.OpShl, ir.OpShrS, ir.OpShrU)
	on(selector.minNum, ir.OpMinNum, ir.OpMaxNum)
	on(selector.mulHi, ir.OpMulHiS, ir.OpMulHiU)
	on(selector.reduce, ir.OpReduceAdd, ir.OpReduceMinS, ir.OpReduceMaxS, ir.OpReduceMinU, ir.OpReduceMaxU,
		ir.OpReduceMin, ir.OpReduceMax)
	return h
}

// Handlers returns the shared handlers and those of this architecture.
func (a *ISA) Handlers() *lower.HandlerTable { return handlers.Get(newHandlers) }
