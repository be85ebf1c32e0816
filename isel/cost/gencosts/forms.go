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
	// mem says that there is no other form than with memory, so that the row has the access; loads, that it is a load.
	mem, loads bool
}

// tries is how often an instruction is drawn until it suits.
const tries = 400

// x86Forms lists the forms on registers of all ops, and of those that only access memory.
func x86Forms() (list []*form) {
	r := rand.New(rand.NewPCG(1, 2))
	onRegisters := map[amd64.Op]bool{}
	for _, f := range amd64test.Forms() {
		if f.MemPos < 0 {
			onRegisters[f.Op] = true
		}
	}
	for _, f := range amd64test.Forms() {
		info := amd64.Info(f.Op)
		if f.MemPos >= 0 && onRegisters[f.Op] || info.Flags&amd64.SideEffect != 0 {
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
			list = append(list, &form{arch: "amd64", op: f.Op.String(), size: int(f.Size), text: in.String(),
				mem: f.MemPos >= 0, loads: f.MemPos > 0})
			break
		}
	}
	return list
}

// distinct reports whether no register is there twice: a register xor itself is no work.
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
			list = append(list, &form{arch: "arm64", op: f.Op.String(), size: int(f.Size), text: in.String()})
			break
		}
	}
	return list
}
