package arm

import (
	"slices"

	"hotloop/asm/arm64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Of SVE, what NEON lacks is used: masked loads and stores, for which NEON goes lane by lane; sums in order; and products
// of 64 bits, and high halves of products, which take NEON three to six instructions. Vectors of SVE begin with those of
// NEON, however long they are, so that instructions governed by a predicate of 16 bytes work on these alone, and what
// others do to the lanes behind is nobody's concern: an instruction of NEON clears them.
//
// Masks remain vectors. The coder makes a predicate of one in front of the access:
//
//	fcmuo p6.s, p7/z, z3.s, z3.s    // lanes of ones are NaN
//	st1w  { z4.s }, p6, [x10]
//
// An access whose mask is a comparison of floats has that as its predicate, and no mask in a vector (predicates, below).
//
// P7 has the 16 bytes, from the beginning of the function on. Predicates do not survive system calls, and hence no
// yield.
//
// cond_add takes 0.31 cycles an element so on Neoverse V2 (clang with SVE: 0.31). With branches around scalar stores it
// takes 1.00, and lane by lane with selected addresses 1.5 (llvm-mca). The emulator runs the tests with vectors of 16
// to 256 bytes.
var laneNumbers = arm64.PredReg(7)

// madeOf is how many predicates the coder remembers: P0 to P6.
const madeOf = 7

// A comparison of floats as a masked access has it, in the place of a condition.
const (
	unordered uint8 = iota // of a mask with itself
	greater
	greaterEqual
	equal // of a mask with itself: lanes that are off
	differing
)

// predicateOf is what a predicate is made of: two vectors with elements of so many bytes.
type predicateOf struct {
	elem int
	how  uint8
	a, b arm64.Reg
}

// predicate is a register with the predicate x, an earlier one if it is still there. There is no comparison of floats of
// one byte; that of integers writes the flags.
func (e *coder) predicate(x predicateOf) arm64.Reg {
	for i, y := range e.made {
		if x == y {
			return arm64.PredReg(i)
		}
	}
	at := e.next
	e.next = (at + 1) % madeOf
	e.made[at] = x
	r := arm64.PredReg(at)
	switch {
	case x.elem == 1:
		e.put(arm64.New(arm64.PCMPNEB, 0, r, laneNumbers, x.a))
	case x.how == unordered:
		op := byElem(x.elem, 0, arm64.PFCMUOH, arm64.PFCMUOS, arm64.PFCMUOD)
		e.put(arm64.New(op, 0, r, laneNumbers, x.a, x.b))
	default:
		op := [...][3]arm64.Op{greater: {arm64.PFCMGTH, arm64.PFCMGTS, arm64.PFCMGTD},
			greaterEqual: {arm64.PFCMGEH, arm64.PFCMGES, arm64.PFCMGED},
			equal:        {arm64.PFCMEQH, arm64.PFCMEQS, arm64.PFCMEQD},
			differing:    {arm64.PFCMNEH, arm64.PFCMNES, arm64.PFCMNED}}[x.how]
		e.put(arm64.New(op[x.elem/4], 0, r, laneNumbers, x.a, x.b))
	}
	e.St.Insts++
	return r
}

// forget drops the predicates that are made of registers which in has written; all of them, if it is no instruction.
func (e *coder) forget(in *mach.Inst) {
	if in.Pseudo != mach.NotPseudo {
		e.made = [madeOf]predicateOf{}
		return
	}
	d := e.Arch.Desc(in.Op)
	for i := range in.N {
		if !in.IsDef(d, i) {
			continue
		}
		r := regOf(in.Regs[i])
		for k, x := range e.made {
			if x.elem != 0 && (x.a == r || x.b == r) {
				e.made[k] = predicateOf{}
			}
		}
	}
}

// comparisons are those of floats that can be a predicate.
var comparisons = map[arm64.Op]predicateOf{
	arm64.VFCMGTS: {elem: 4, how: greater}, arm64.VFCMGES: {elem: 4, how: greaterEqual}, arm64.VFCMEQS: {elem: 4, how: equal},
	arm64.VFCMGTD: {elem: 8, how: greater}, arm64.VFCMGED: {elem: 8, how: greaterEqual}, arm64.VFCMEQD: {elem: 8, how: equal},
}

// predicates hands the operands of comparisons of floats, and masks that are turned round, to the accesses of the same
// block whose masks they make, where they are for nothing else: comparing once more for every access takes no longer
// than what makes predicates of masks, and one instruction less does.
func (l selector) predicates() {
	if l.T.Arch.(*ISA).features&arm64.FeatSVE == 0 {
		return
	}
	var uses []int32 // by virtual register, counted for the first access under a mask
	for _, b := range l.M.Blocks {
		gone := false
		for i := range b.Insts {
			k := maskOf(&b.Insts[i])
			if k < 0 {
				continue
			}
			if uses == nil {
				uses = l.useCounts()
			}
			gone = l.comparedBy(b, i, b.Insts[i].Regs[k], uses) || gone
		}
		if gone {
			b.Insts = slices.DeleteFunc(b.Insts, func(x mach.Inst) bool {
				return x.Op == lower.NoOp && x.Pseudo == mach.NotPseudo
			})
		}
	}
}

// comparedBy replaces a mask of access i of b by the operands that it is a comparison of, and says whether it did: all
// users of the mask must be accesses like this one.
func (l selector) comparedBy(b *mach.Block, i int, mask mach.Reg, uses []int32) bool {
	at := definedIn(b.Insts[:i], mask)
	if at < 0 {
		return false
	}
	elem := int(arm64.Info(opOf(b.Insts[i].Op)).Elem)
	def, inner := b.Insts[at], -1
	c, ok := comparisons[opOf(def.Op)]
	switch {
	case opOf(def.Op) == arm64.VNOT && elem > 1:
		c = predicateOf{elem: elem, how: equal}
		x := def.Regs[1]
		def.Regs[2] = x
		if inner = definedIn(b.Insts[:at], x); inner >= 0 && uses[x-mach.FirstVirtual] == 1 &&
			comparisons[opOf(b.Insts[inner].Op)] == c {
			c.how, def = differing, b.Insts[inner]
		} else {
			inner = -1
		}
	case !ok || def.Size != 16 || c.elem != elem:
		return false
	}
	var users []*mach.Inst
	for j := i; j < len(b.Insts); j++ {
		x := &b.Insts[j]
		if k := maskOf(x); k >= 0 && x.Regs[k] == mask && int(arm64.Info(opOf(x.Op)).Elem) == elem {
			users = append(users, x)
		}
	}
	if int(uses[mask-mach.FirstVirtual]) != 2*len(users) {
		return false
	}
	for _, x := range users {
		k := maskOf(x)
		x.CC, x.Regs[k], x.Regs[k+1] = c.how, def.Regs[1], def.Regs[2]
	}
	b.Insts[at] = mach.Inst{MemPos: -1}
	if inner >= 0 {
		b.Insts[inner] = mach.Inst{MemPos: -1}
	}
	return true
}

// definedIn is the instruction that makes r, -1 if it is none of these.
func definedIn(insts []mach.Inst, r mach.Reg) int {
	return slices.IndexFunc(insts, func(x mach.Inst) bool {
		return x.Pseudo == mach.NotPseudo && x.N > 0 && x.Regs[0] == r && x.Op != lower.NoOp
	})
}

// maskOf is the operand of an access that has its mask, twice, -1 of others.
func maskOf(in *mach.Inst) int {
	if in.Pseudo != mach.NotPseudo || in.MemPos < 0 || in.CC != unordered || !predicated(*in) {
		return -1
	}
	return 1
}

// useCounts counts the uses of virtual registers.
func (l selector) useCounts() []int32 {
	uses := make([]int32, len(l.M.VRegs))
	use := func(rs ...mach.Reg) {
		for _, r := range rs {
			if r.IsVirtual() {
				uses[r-mach.FirstVirtual]++
			}
		}
	}
	for _, b := range l.M.Blocks {
		for i := range b.Insts {
			in := &b.Insts[i]
			use(in.ArgRegs()...)
			use(in.Tied, in.Tied2, in.Mask, in.Mem.Base, in.Mem.Index)
			if in.Pseudo != mach.NotPseudo {
				continue
			}
			d := l.Desc(in.Op)
			for k := range in.N {
				if !in.IsDef(d, k) && !in.IsMem(k) {
					use(in.Regs[k])
				}
			}
		}
		for _, e := range b.Succs {
			use(e.Args...)
		}
	}
	return uses
}

// inOrder says whether FADDA takes less than adding four lanes one after the other. On Neoverse V1, whose vectors have 32
// bytes, it does not.
func (a *ISA) inOrder() bool {
	latency := func(op arm64.Op) int32 { return a.Latency(uint16(op), 16, a.OpCost(uint16(op))) }
	return a.features&arm64.FeatSVE != 0 && latency(arm64.FADDAS) < 4*latency(arm64.FADDS)
}

// lanesInOrder says whether v, a sum, is sum + x[0] + x[1] + x[2] + x[3] in that order, and nobody wants what is in
// between.
func (l selector) lanesInOrder(v *ir.Value) (sum, x *ir.Value, ok bool) {
	if v.Type != ir.TF32 || !l.T.Arch.(*ISA).inOrder() {
		return nil, nil, false
	}
	sum = v
	for k := int64(3); k >= 0; k-- {
		if sum.Op != ir.OpAdd || sum != v && !l.waits(sum) {
			return nil, nil, false
		}
		lane, rest := sum.Args[1], sum.Args[0]
		if lane.Op != ir.OpExtract {
			lane, rest = rest, lane
		}
		if lane.Op != ir.OpExtract || lane.AuxInt != k || x != nil && lane.Args[0] != x || !l.waits(lane) {
			return nil, nil, false
		}
		sum, x = rest, lane.Args[0]
	}
	return sum, x, x.Type == ir.Vec(ir.F32, 4)
}

// waits says whether x waits for its only user, or was made up and not lowered yet.
func (l selector) waits(x *ir.Value) bool {
	return l.IsDeferred(x) || int(x.ID) >= l.F.NumValues() && l.Reps[x.ID].State != lower.RepDone
}

// sumInOrder lowers such a sum.
func (l selector) sumInOrder(v *ir.Value) (lower.Rep, bool) {
	sum, x, ok := l.lanesInOrder(v)
	if !ok {
		return lower.Rep{}, false
	}
	return l.One(l.ins(arm64.FADDAS, 16, l.Scalar(sum), l.Part(x, 0))), true
}

// Resumed sets P7, in functions that need it.
func (e *coder) Resumed() {
	if e.predicates == 0 {
		e.predicates = -1
		for _, b := range e.F.Blocks {
			if slices.ContainsFunc(b.Insts, predicated) {
				e.predicates = 1
			}
		}
	}
	if e.predicates > 0 {
		e.put(arm64.New(arm64.PTRUEVL16, 0, laneNumbers))
	}
}

// predicated says whether an instruction takes a predicate.
func predicated(in mach.Inst) bool {
	if in.Pseudo != mach.NotPseudo {
		return false
	}
	info := arm64.Info(opOf(in.Op))
	return slices.ContainsFunc(info.Operands[:info.N], func(o arm64.Operand) bool { return o.Class == arm64.Pred })
}
