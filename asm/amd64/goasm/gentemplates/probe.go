package main

import (
	"log"

	"hotloop/asm/amd64"
	"hotloop/asm/amd64/goasm"
)

// operandNums are the register numbers of the operands in the probes: different, and above 7, so that no opcode
// extension in ModRM.reg looks like one and no short form for RAX is taken. Mask registers take maskNums; no mask
// instruction has an extension.
var operandNums, maskNums = [4]int{11, 14, 15, 10}, [4]int{3, 6, 7, 5}

// sample makes an instruction of the form, with low registers or those that only EVEX reaches.
func sample(op amd64.Op, size uint8, memPos int8, evex bool) amd64.Inst {
	info := amd64.Info(op)
	in := amd64.New(op, int(size))
	in.N = info.N
	high := 0
	if evex {
		high = 16
	}
	for i := range info.N {
		o := &info.Operands[i]
		switch {
		case o.Fixed != amd64.NoReg:
			in.Reg[i] = o.Fixed
		case int8(i) == memPos:
			in.MemPos = memPos
			in.Mem = amd64.Ptr(amd64.RCX, 0)
			if o.VSIB {
				in.Mem = amd64.PtrIndex(amd64.RCX, amd64.VecReg(2+high), 1, 0)
			}
		case o.Class == amd64.GP:
			in.Reg[i] = amd64.GPReg(operandNums[i])
		case o.Class == amd64.Vec:
			in.Reg[i] = amd64.VecReg(operandNums[i] + high)
		case o.Class == amd64.Mask:
			in.Reg[i] = amd64.MaskReg(maskNums[i])
		}
	}
	if info.Flags&amd64.NeedMask != 0 {
		in.Mask = amd64.K1
	}
	in.Imm = 2
	return in
}

// assemble encodes the instruction with the prefix asked for, if need be by a mask.
func assemble(in *amd64.Inst, evex bool) (d parts, code []byte, ok bool) {
	code, err := goasm.Encode(in)
	if err != nil {
		return parts{}, nil, false
	}
	d = decode(code)
	if d.flags&amd64.EncEVEX != 0 != evex {
		if !evex || amd64.Info(in.Op).Flags&amd64.CanMask == 0 {
			return parts{}, nil, false
		}
		in.Mask = amd64.K1 // an operand of another class only: force EVEX by a mask
		if code, err = goasm.Encode(in); err != nil {
			return parts{}, nil, false
		}
		if d = decode(code); d.flags&amd64.EncEVEX == 0 {
			return parts{}, nil, false
		}
	}
	return d, code, true
}

// probe assembles one form and returns its template; false if golang-asm does not have the form or encodes it with the
// other prefix.
func probe(op amd64.Op, size uint8, memPos int8, evex, wide bool) (amd64.Template, bool) {
	info := amd64.Info(op)
	in := sample(op, size, memPos, evex)
	if wide {
		in.Imm = 0x1234
	}
	d, code, ok := assemble(&in, evex)
	if !ok {
		return amd64.Template{}, false
	}
	t := amd64.Template{Opcode: d.opcode, Bits: d.bits, Map: d.mapNum, Ext: 0, Reg: amd64.NoField, RM: amd64.NoField,
		V:   amd64.NoField,
		Is4: amd64.NoField, Flags: d.flags}
	imm := len(d.imm)
	field := func(num int) uint8 {
		for i := range info.N {
			if int8(i) != memPos && info.Operands[i].Fixed == amd64.NoReg && num == int(in.Reg[i].Num()) {
				return uint8(i)
			}
		}
		return amd64.NoField
	}
	placed := 0
	if info.Imm == amd64.ImmNone && imm == 1 { // the fourth register operand of a blend
		t.Is4 = field(int(d.imm[0] >> 4))
		placed++
	}
	t.Imm = uint8(imm)
	explicit := 0
	for i := range info.N {
		if info.Operands[i].Fixed == amd64.NoReg {
			explicit++
		}
	}
	if d.flags&amd64.NoModRM == 0 {
		if t.Reg = field(d.reg); t.Reg == amd64.NoField {
			t.Ext = uint8(d.reg)
		} else {
			placed++
		}
		if explicit == 0 {
			t.Ext = 0xc0 | uint8(d.reg)<<3 | uint8(d.rm) // no operand, ModRM is more opcode
			return t, true
		}
		if memPos >= 0 {
			t.RM = uint8(memPos)
		} else if t.RM = field(d.rm); t.RM == amd64.NoField {
			log.Fatalf("%v: cannot place rm in % x", op, code)
		}
		placed++
		if d.flags&(amd64.EncVEX|amd64.EncEVEX) != 0 {
			if t.V = field(d.v); t.V != amd64.NoField {
				placed++
			}
		}
	} else if explicit > 0 {
		// No ModRM although there is an operand: it is in the opcode.
		t.Flags |= amd64.PlusReg
		t.RM = 0
		t.Opcode = d.opcode &^ 7
		placed++
	}
	if placed != explicit {
		log.Fatalf("%v size %d mem %d: %d of %d operands placed in % x", op, size, memPos, placed, explicit, code)
	}
	isByte := func(i uint8) bool {
		return i != amd64.NoField && int8(i) != memPos && info.Operands[i].Class == amd64.GP &&
			info.Operands[i].RegW.Bytes(size) == 1
	}
	if isByte(t.Reg) {
		t.Flags |= amd64.ByteReg
	}
	if isByte(t.RM) {
		t.Flags |= amd64.ByteRM
	}
	if evex && memPos >= 0 {
		t.Disp = unit(in)
		if info.Bcst != 0 {
			in.Bcst = true
			t.Disp |= unit(in) << 4
		}
	}
	if info.Imm == amd64.Imm32 && memPos < 0 && t.Reg == amd64.NoField {
		probeAlt(&t, in, amd64.AltRAX)
	}
	if info.Imm == amd64.Imm8 && t.Flags&(amd64.EncVEX|amd64.EncEVEX) == 0 && t.Map == 0 {
		probeAlt(&t, in, amd64.AltOne)
	}
	return t, true
}

// probeAlt looks for the short form that the special case kind has.
func probeAlt(t *amd64.Template, in amd64.Inst, kind amd64.TemplateFlags) {
	if kind == amd64.AltRAX {
		in.Reg[0] = amd64.RAX
	} else {
		in.Imm = 1
	}
	code, err := goasm.Encode(&in)
	if err != nil {
		return
	}
	if d := decode(code); d.opcode != t.Opcode {
		t.Alt = d.opcode
		t.Flags |= kind
	}
}

// unit returns log2 of the unit that the form's 8-bit displacement counts in.
func unit(in amd64.Inst) uint8 {
	for n := range uint8(7) {
		in.Mem.Disp = 1 << n
		code, err := goasm.Encode(&in)
		if err != nil {
			log.Fatalf("%v: %v", in.Op, err)
		}
		if d := decode(code); d.mod == 1 {
			return n
		}
	}
	return 0
}
