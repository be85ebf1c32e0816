package amd64

import "math/bits"

// A Template says how one form of an Op is encoded: the fixed bits, and which operand goes into which field. Package
// goasm's generator finds out by assembling each form once; ztemplates.go has the result.
type Template struct {
	Opcode uint8
	Alt    uint8 // other opcode for a special case, see AltKind; 0: none
	Bits   uint8 // as in the last VEX byte: W<<7 | L<<2 | pp; in the legacy encoding Bits16 instead of L
	Map    uint8 // 0: one byte opcode, 1: 0F, 2: 0F38, 3: 0F3A
	Ext    uint8 // ModRM.reg where no operand is in it; the whole ModRM where there are no operands at all
	Reg    uint8 // index of the operand in ModRM.reg, NoField: none
	RM     uint8 // in ModRM.rm
	V      uint8 // in vvvv
	Is4    uint8 // in the upper half of the immediate byte
	Imm    uint8 // immediate bytes
	Disp   uint8 // log2 of the EVEX displacement unit, for a broadcast in the upper half
	Flags  TemplateFlags
}

// Bits16 in Template.Bits says that the operand size prefix precedes the mandatory prefix pp.
const Bits16 = 4

// NoField in Template means that the field holds no operand.
const NoField = 7

// TemplateFlags are properties of a Template that are yes or no.
type TemplateFlags uint8

// The properties. The byte registers need a REX prefix from SPL on.
const (
	EncVEX  TemplateFlags = 1 << iota // VEX prefix
	EncEVEX                           // EVEX prefix; with neither, legacy encoding
	NoModRM                           // opcode only
	PlusReg                           // operand RM is in the low bits of the opcode
	ByteReg                           // operand Reg is a byte register
	ByteRM                            // operand RM is
	AltRAX                            // Alt: operand RM is RAX; the form has no ModRM
	AltOne                            // Alt: the immediate is 1; the form has no immediate
)

// formKey numbers the forms of one Op: size, EVEX or not, wide immediate or not, position of the memory operand.
func formKey(size uint8, evex, wide bool, memPos int8) uint {
	k := uint(bits.TrailingZeros8(size)&3)<<4 | uint(memPos+1)&3
	if evex {
		k |= 8
	}
	if wide {
		k |= 4
	}
	return k
}

// FormKey exports the numbering of forms to the generator.
func FormKey(size uint8, evex, wide bool, memPos int8) uint { return formKey(size, evex, wide, memPos) }

// opForms says which forms an Op has, one bit for every key, and where in templates they are, in the order of the keys.
type opForms struct {
	set  uint64
	base uint16
}

// lookup finds the template of form key, nil if op has no such form.
func lookup(op Op, key uint) *Template {
	f := &forms[op]
	if f.set>>(key&63)&1 == 0 {
		return nil
	}
	return &templates[int(f.base)+bits.OnesCount64(f.set&(1<<(key&63)-1))]
}
