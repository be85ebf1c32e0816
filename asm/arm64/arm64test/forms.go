// Package arm64test generates instructions for the tests of the assembler: every form of every Op, with the registers,
// immediates and displacements where encodings change.
package arm64test

import (
	"math/rand/v2"

	"hotloop/asm"
	"hotloop/asm/arm64"
)

// Address is a way to write a memory operand.
type Address uint8

// The ways. NoAddress: there is none.
const (
	NoAddress Address = iota
	Plain             // base and displacement; of structures, base only
	Unscaled          // displacement in bytes
	Indexed
	Pre
	Post
	PostReg
	Label
)

// A Form is what tests go through one by one: an Op, a size, and a way to write the address.
type Form struct {
	Op   arm64.Op
	Size uint8
	Addr Address
}

// Forms returns all forms of all Ops but pseudo instructions. Those whose Op is a branch or whose address is a label
// need an Encoder.
func Forms() (forms []Form) {
	for op := arm64.ALIGN + 1; op < arm64.NumOps; op++ {
		info := arm64.Info(op)
		if op == arm64.MOVI {
			continue // it is not one instruction
		}
		sizes := []uint8{info.Sizes}
		switch info.Sizes {
		case 4 | 8:
			sizes = []uint8{4, 8}
		case 8 | 16:
			sizes = []uint8{8, 16}
		}
		for _, size := range sizes {
			for _, a := range addresses(op) {
				f := Form{op, size, a}
				if a == Label && info.Addr == arm64.AddrScaled &&
					!arm64.IsAddress(op, int(size), arm64.PtrLabel(1, 0)) {
					continue
				}
				forms = append(forms, f)
			}
		}
	}
	return forms
}

func addresses(op arm64.Op) []Address {
	switch arm64.Info(op).Addr {
	case arm64.AddrScaled:
		if op == arm64.PRFM {
			return []Address{Plain, Unscaled, Indexed, Label}
		}
		return []Address{Plain, Unscaled, Indexed, Pre, Post, Label}
	case arm64.AddrPair:
		return []Address{Plain, Pre, Post}
	case arm64.AddrStructure:
		return []Address{Plain, Post, PostReg}
	case arm64.AddrLabel:
		return []Address{Label}
	case arm64.AddrBase:
		return []Address{Plain}
	case arm64.AddrElements:
		return []Address{Indexed}
	}
	return []Address{NoAddress}
}

// NeedsLabel reports whether the instructions of f have a label. The label is number 1.
func (f Form) NeedsLabel() bool {
	return f.Addr == Label || arm64.Info(f.Op).Flags&arm64.Branch != 0
}

// Rand returns a random instruction of the form. Nearly all are legal; those that are not fail Check.
func (f Form) Rand(r *rand.Rand) arm64.Inst {
	info := arm64.Info(f.Op)
	in := arm64.New(f.Op, int(f.Size))
	in.N = info.N
	for i := range info.N {
		o := &info.Operands[i]
		switch {
		case o.Mem:
			in.MemPos = int8(i)
			in.Mem = f.randMem(r, o)
		case o.Class == arm64.GP:
			in.Reg[i] = randGP(r, o.SP)
		case o.Class == arm64.Pred:
			in.Reg[i] = arm64.PredReg(r.IntN(8))
		case o.Low:
			in.Reg[i] = arm64.VecReg(r.IntN(16))
		default:
			in.Reg[i] = arm64.VecReg(r.IntN(32))
		}
	}
	in.Imm = randImm(r, info, f.Size)
	if info.Flags&arm64.HasCC != 0 {
		in.CC = arm64.CC(r.IntN(14))
	}
	if info.Flags&arm64.Branch != 0 {
		in.Target = 1
	}
	return in
}

func randGP(r *rand.Rand, sp bool) arm64.Reg {
	n := r.IntN(34)
	switch {
	case n < 31:
		return arm64.GPReg(n)
	case sp:
		return arm64.SP
	}
	return arm64.ZR
}

func randBase(r *rand.Rand) arm64.Reg { return randGP(r, true) }

// randMem returns an address of the form's kind, displacements at their limits as well.
func (f Form) randMem(r *rand.Rand, o *arm64.Operand) arm64.Mem {
	unit := int32(max(1, o.MemW.Bytes(f.Size)))
	if f.Op == arm64.PRFM {
		unit = 8
	}
	structure := arm64.Info(f.Op).Addr == arm64.AddrStructure || arm64.Info(f.Op).Addr == arm64.AddrBase
	bytes := [...]int32{-256, -1, 1, 255, int32(r.IntN(512)) - 256}[r.IntN(5)]
	base := randBase(r)
	if arm64.Info(f.Op).Addr == arm64.AddrPair {
		disp := unit * [...]int32{0, 1, -1, 63, -64, int32(r.IntN(128)) - 64}[r.IntN(6)]
		return arm64.Mem{Base: base, Index: arm64.NoReg, Disp: disp,
			Mode: map[Address]arm64.Mode{Pre: arm64.PreIndex, Post: arm64.PostIndex}[f.Addr]}
	}
	if arm64.Info(f.Op).Addr == arm64.AddrElements {
		return arm64.PtrIndex(base, arm64.GPReg(r.IntN(31)), arm64.Info(f.Op).Elem, arm64.ModNone)
	}
	switch f.Addr {
	case Plain:
		if structure {
			return arm64.Ptr(base, 0)
		}
		return arm64.Ptr(base, unit*[...]int32{0, 1, 4095, int32(r.IntN(4096))}[r.IntN(4)])
	case Unscaled:
		return arm64.Ptr(base, bytes)
	case Indexed:
		scale := [...]uint8{0, 1, uint8(unit)}[r.IntN(3)]
		ext := [...]arm64.Modifier{arm64.ModNone, arm64.ModUXTW, arm64.ModSXTW, arm64.ModSXTX}[r.IntN(4)]
		return arm64.PtrIndex(base, arm64.GPReg(r.IntN(31)), scale, ext)
	case Pre:
		return arm64.PtrPre(base, bytes)
	case Post:
		if structure {
			return arm64.PtrPost(base, unit*int32(o.MemN))
		}
		return arm64.PtrPost(base, bytes)
	case PostReg:
		return arm64.PtrPostReg(base, arm64.GPReg(r.IntN(31)))
	}
	return arm64.PtrLabel(asm.Label(1), 4*int32(r.IntN(3)))
}
