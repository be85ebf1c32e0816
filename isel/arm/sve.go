package arm

import (
	"slices"

	"hotloop/asm/arm64"
	"hotloop/isel/mach"
)

// Of SVE, masked loads and stores are used: NEON has none, and going lane by lane takes a store for every lane, of
// which the fastest cores do two a cycle. Vectors of SVE begin with those of NEON, however long they are, so that
// instructions governed by a predicate of 16 bytes work on these alone.
//
// Masks remain vectors. The coder makes a predicate of one in front of the access:
//
//	fcmuo p6.s, p7/z, z3.s, z3.s    // lanes of ones are NaN
//	st1w  { z4.s }, p6, [x10]
//
// P7 has the 16 bytes, from the beginning of the function on. Predicates do not survive system calls, and hence no
// yield.
//
// cond_add takes 0.38 cycles an element so on Neoverse V2 (clang with SVE: 0.31). With branches around scalar stores it
// takes 1.00, and lane by lane with selected addresses 1.5 (llvm-mca). The emulator runs the tests with vectors of 16
// to 256 bytes.
var (
	laneNumbers  = arm64.PredReg(7)
	predicateReg = arm64.PredReg(6)
)

// predicate is a mask with elements of so many bytes as a predicate. There is no comparison of floats of one byte; that
// of integers writes the flags.
func (e *coder) predicate(elem int, mask arm64.Reg) arm64.Reg {
	if elem == 1 {
		e.put(arm64.New(arm64.PCMPNEB, 0, predicateReg, laneNumbers, mask))
	} else {
		op := byElem(elem, 0, arm64.PFCMUOH, arm64.PFCMUOS, arm64.PFCMUOD)
		e.put(arm64.New(op, 0, predicateReg, laneNumbers, mask, mask))
	}
	e.St.Insts++
	return predicateReg
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
	return in.Pseudo == mach.NotPseudo && arm64.Info(opOf(in.Op)).Feature == arm64.FeatSVE
}
