package main

import (
	"math/rand/v2"
	"slices"

	"hotloop/asm/amd64"
	"hotloop/asm/amd64/amd64test"
	"hotloop/asm/arm64"
	"hotloop/asm/arm64/arm64test"
)

// A form is an instruction on registers, or a load or store that is nothing else, of one size.
type form struct {
	arch string // amd64 or arm64
	op   string // its name, and the constant's
	size int
	text string // as llvm-mc reads it
}

// tries is how often an instruction is drawn until it suits.
const tries = 400

// x86Forms lists the forms on registers of all ops, and of those that only access memory.
func x86Forms() (list []*form) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range amd64test.Forms() {
		info := amd64.Info(f.Op)
		if f.MemPos >= 0 && info.Flags&amd64.MemOnly == 0 || info.Flags&amd64.SideEffect != 0 {
			continue
		}
		for range tries {
			in := f.Rand(r)
			if in.Bcst || in.Round != 0 || info.Flags&amd64.NeedMask == 0 && in.Mask != amd64.NoReg ||
				amd64.Check(&in) != nil || !distinct(in.Reg[:in.N]) {
				continue
			}
			if in.Op == amd64.MOVI {
				in.Imm = 1
			}
			list = append(list, &form{"amd64", f.Op.String(), int(f.Size), in.String()})
			break
		}
	}
	return list
}

// distinct says whether no register is there twice: a register xor itself is no work.
func distinct[R comparable](rs []R) bool {
	for i, r := range rs {
		if slices.Contains(rs[:i], r) {
			return false
		}
	}
	return true
}

// armForms lists the forms of all ops that need no label, accesses without changes of the base.
func armForms() (list []*form) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range arm64test.Forms() {
		info := arm64.Info(f.Op)
		if f.NeedsLabel() || f.Addr != arm64test.NoAddress && f.Addr != arm64test.Plain ||
			info.Flags&arm64.SideEffect != 0 {
			continue
		}
		for range tries {
			in := f.Rand(r)
			if arm64.Check(&in) != nil || in.MemPos < 0 && !distinct(in.Reg[:in.N]) {
				continue
			}
			list = append(list, &form{"arm64", f.Op.String(), int(f.Size), in.String()})
			break
		}
	}
	return list
}
