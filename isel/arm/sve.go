package arm

import (
	"slices"

	"hotloop/asm/arm64"
	"hotloop/isel/emit"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// laneNumbers is P7, which selects the 16 bytes of a NEON vector. It is set at the start of the function.
// Predicates do not survive system calls, and hence no yield, so it is set again after each.
//
// SVE is used for what NEON lacks: masked loads and stores, which NEON does lane by lane; sums in order; and
// 64-bit products and high halves of products, which take NEON three to six instructions. The low part of an SVE
// vector is a NEON vector, whatever its length. Instructions governed by a predicate of 16 bytes affect only that
// part. Other instructions may set the lanes above, which do not matter: any NEON instruction clears them.
//
// Masks remain vectors. The encoder makes a predicate from the mask before the access:
//
//	fcmuo p6.s, p7/z, z3.s, z3.s    // lanes of ones are NaN
//	st1w  { z4.s }, p6, [x10]
//
// If the mask is a comparison of floats, the access uses that comparison as its predicate, and the mask vector is
// removed (see predicates below).
//
// On Neoverse V2, cond_add takes 0.31 cycles per element (clang with SVE: 0.31). With branches around scalar
// stores it takes 1.00, and lane by lane with selected addresses 1.5 (llvm-mca). The emulator runs the tests with
// vectors of 16 to 256 bytes.
var laneNumbers = arm64.PredReg(7)

// madeOf is the number of predicates that the encoder tracks: P0 to P6.
const madeOf = 7

// The comparisons that form the predicate of a masked access. They are stored in the place of a condition.
const (
	unordered uint8 = iota // of a mask with itself
	greater
	greaterEqual
	equal // of a mask with itself: selects the inactive lanes
	differing
)

// predicateOf is the source of a predicate: two vectors with elements of elem bytes.
type predicateOf struct {
	elem int
	how  uint8
	a, b arm64.Reg
}

// predicate returns a register with the predicate x, reusing an earlier one if it is still valid. There is no
// float comparison of bytes; the integer comparison writes the flags.
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

// forget drops the predicates made from registers that in writes; all of them, if in is a pseudo instruction.
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

// comparisons are the float comparisons that can form a predicate.
var comparisons = map[arm64.Op]predicateOf{
	arm64.VFCMGTS: {elem: 4, how: greater}, arm64.VFCMGES: {elem: 4, how: greaterEqual}, arm64.VFCMEQS: {elem: 4, how: equal},
	arm64.VFCMGTD: {elem: 8, how: greater}, arm64.VFCMGED: {elem: 8, how: greaterEqual}, arm64.VFCMEQD: {elem: 8, how: equal},
}

// predicates replaces the masks of accesses by the operands of the float comparisons, or of the inversions, that
// make them. The mask must be made in the same block and have no other use. Repeating the comparison for every
// access costs no more than making a predicate from a mask, and saves the instruction that made the mask.
func (l selector) predicates() {
	if l.T.Arch.(*ISA).features&arm64.FeatSVE == 0 {
		return
	}
	var uses []int32 // by virtual register, counted at the first masked access
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

// comparedBy replaces the mask of access i of b by the operands of the comparison that makes it, and reports
// whether it did. All users of the mask must be accesses like this one.
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

// definedIn returns the index of the instruction that defines r, or -1.
func definedIn(insts []mach.Inst, r mach.Reg) int {
	return slices.IndexFunc(insts, func(x mach.Inst) bool {
		return x.Pseudo == mach.NotPseudo && x.N > 0 && x.Regs[0] == r && x.Op != lower.NoOp
	})
}

// maskOf returns the first of the two operands of an access that hold its mask, or -1 for other instructions.
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

// inOrder reports whether FADDA is faster than four dependent additions. On Neoverse V1, whose vectors have 32
// bytes, it is not.
func (a *ISA) inOrder() bool {
	latency := func(op arm64.Op) int32 { return a.Latency(uint16(op), 16, a.OpCost(uint16(op))) }
	return a.features&arm64.FeatSVE != 0 && latency(arm64.FADDAS) < 4*latency(arm64.FADDS)
}

// lanesInOrder reports whether v is sum + x[0] + x[1] + x[2] + x[3] in that order, without other uses of the
// intermediate results.
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

// waits reports whether x is deferred to its only user, or was created during lowering and is not lowered yet.
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

// Resumed sets P7 in functions that need it, and the base of aligned slots and the count of polls in functions of Go's
// assembler. A trampoline sets the base for a kernel.
func (e *coder) Resumed() {
	if e.Fr.Fuel > 0 {
		e.put(arm64.New(arm64.MOVI, 8, scratch).WithImm(emit.GoFuel))
		e.store(arm64.Ptr(arm64.SP, e.Fr.Fuel), scratch, 8)
	}
	if e.Opt.Go != nil && e.Fr.UsesBase {
		e.put(arm64.New(arm64.ADDI, 8, slotBase, arm64.SP).WithImm(emit.AlignedBase))
		e.put(arm64.New(arm64.ANDI, 8, slotBase, slotBase).WithImm(-emit.SpillAlign))
	}
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

// predicated reports whether an instruction takes a predicate.
func predicated(in mach.Inst) bool {
	if in.Pseudo != mach.NotPseudo {
		return false
	}
	info := arm64.Info(opOf(in.Op))
	return slices.ContainsFunc(info.Operands[:info.N], func(o arm64.Operand) bool { return o.Class == arm64.Pred })
}
