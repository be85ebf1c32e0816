// Package amd64test generates instructions for the tests of the assembler: every form of every Op, with the registers,
// decorations and displacements where encodings change.
package amd64test

import (
	"math/rand/v2"

	"hotloop/asm/amd64"
)

// A Form is what a template is for: an Op, a size, and a position of the memory operand.
type Form struct {
	Op     amd64.Op
	Size   uint8
	MemPos int8
}

// Forms returns all forms of all Ops but branches and pseudo instructions.
func Forms() (forms []Form) {
	for op := amd64.ALIGN + 1; op < amd64.NumOps; op++ {
		info := amd64.Info(op)
		if info.Flags&amd64.Branch != 0 {
			continue
		}
		for size := uint8(0); ; size = max(1, size<<1) {
			if size == info.Sizes || size&info.Sizes != 0 {
				forms = append(forms, formsOf(op, size)...)
			}
			if size == 128 {
				break
			}
		}
	}
	return forms
}

func formsOf(op amd64.Op, size uint8) (forms []Form) {
	info := amd64.Info(op)
	reg := info.Flags&amd64.MemOnly == 0
	for i := range info.N {
		if info.Operands[i].Mem {
			forms = append(forms, Form{op, size, int8(i)})
			reg = reg && info.Operands[i].Class != amd64.ClassNone
		}
	}
	if reg {
		forms = append(forms, Form{op, size, -1})
	}
	return forms
}

// nums are the register numbers where prefix bits change.
var nums = [...]int{0, 7, 8, 15, 16, 31, 4, 5, 12, 13, 1, 3, 20, 27}

// Rand returns a random instruction of the form. Most are legal; those that are not fail Check.
func (f Form) Rand(r *rand.Rand) amd64.Inst {
	info := amd64.Info(f.Op)
	in := amd64.New(f.Op, int(f.Size))
	in.N = info.N
	in.MemPos = f.MemPos
	high := info.EVEX != amd64.NoForm && r.IntN(2) == 0
	vec := func() amd64.Reg {
		for {
			if n := nums[r.IntN(len(nums))]; high || n < 16 {
				return amd64.VecReg(n)
			}
		}
	}
	for i := range info.N {
		o := &info.Operands[i]
		switch {
		case int8(i) == f.MemPos:
			in.Mem = randMem(r, f, o, vec)
		case o.Fixed != amd64.NoReg:
			in.Reg[i] = o.Fixed
		case o.Class == amd64.GP:
			in.Reg[i] = amd64.GPReg(r.IntN(16))
		case o.Class == amd64.Vec:
			in.Reg[i] = vec()
		case o.Class == amd64.Mask:
			in.Reg[i] = amd64.MaskReg(r.IntN(8))
		}
	}
	if f.MemPos >= 0 && info.Bcst != 0 && r.IntN(3) == 0 {
		in.Bcst = true
	}
	if info.Flags&amd64.CanMask != 0 && (info.Flags&amd64.NeedMask != 0 || r.IntN(3) == 0) {
		in.Mask = [...]amd64.Reg{amd64.K1, amd64.K7, amd64.K2}[r.IntN(3)]
		in.Zero = info.Flags&amd64.CanZero != 0 && f.MemPos != 0 && r.IntN(2) == 0
	}
	if f.MemPos < 0 && (f.Size == 64 || info.Flags&amd64.ScalarVec != 0) && r.IntN(4) == 0 {
		if info.Flags&amd64.CanRound != 0 && (info.Flags&amd64.Round64 == 0 || f.Size == 8) {
			in.Round = amd64.RoundMode(1 + r.IntN(4))
		} else if info.Flags&amd64.CanSAE != 0 {
			in.Round = amd64.SAE
		}
	}
	switch info.Imm {
	case amd64.Imm8:
		in.Imm = int64([...]int{0, 1, 2, 3}[r.IntN(4)])
	case amd64.Imm32:
		in.Imm = [...]int64{0, 1, -1, 127, 128, -128, -129, 255, 256, 0x1234, 32767, 32768, -32768, 65535, 1<<31 - 1,
			1 << 31, -1 << 31, 1<<32 - 1}[r.IntN(18)]
	case amd64.Imm64:
		in.Imm = [...]int64{0, 1, -1, 127, -128, 255, 32767, 1<<31 - 1, 1 << 31, -1 << 31, 1<<32 - 1, 1 << 32,
			-1<<31 - 1, 1<<63 - 1}[r.IntN(14)]
	}
	in.CC = amd64.CC(r.IntN(16))
	return in
}

func randMem(r *rand.Rand, f Form, o *amd64.Operand, vec func() amd64.Reg) amd64.Mem {
	bases := [...]int{0, 3, 4, 5, 7, 8, 12, 13, 15}
	m := amd64.Ptr(amd64.GPReg(bases[r.IntN(len(bases))]), 0)
	if o.VSIB {
		m.Index, m.Scale = vec(), 1<<r.IntN(4)
	} else if r.IntN(3) > 0 {
		if n := bases[r.IntN(len(bases))]; n != 4 {
			m.Index, m.Scale = amd64.GPReg(n), 1<<r.IntN(4)
		}
	}
	if r.IntN(12) == 0 {
		m.Base = amd64.NoReg
	}
	unit := int32(1) << r.IntN(7)
	disps := [...]int32{0, 0, 1, 127, -128, 128, unit, 127 * unit, 128 * unit, -128 * unit, -129 * unit, 1<<31 - 1,
		-1 << 31}
	m.Disp = disps[r.IntN(len(disps))]
	return m
}
