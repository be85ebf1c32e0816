package amd64

import "math/bits"

// A Template describes the encoding of one form of an Op: the fixed bits, and the field that each operand goes
// into. The generator of package goasm derives it by assembling each form once and writes the result to
// ztemplates.go.
type Template struct {
	Opcode uint8
	Alt    uint8 // alternative opcode for a special case (AltRAX, AltOne); 0: none
	Bits   uint8 // as in the last VEX byte: W<<7 | L<<2 | pp; the legacy encoding has Bits16 instead of L
	Map    uint8 // 0: one byte opcode, 1: 0F, 2: 0F38, 3: 0F3A
	Ext    uint8 // ModRM.reg if no operand is in it; the whole ModRM if there are no operands
	Reg    uint8 // index of the operand in ModRM.reg; NoField: none
	RM     uint8 // index of the operand in ModRM.rm
	V      uint8 // index of the operand in vvvv
	Is4    uint8 // index of the operand in the upper half of the immediate byte
	Imm    uint8 // number of immediate bytes
	Disp   uint8 // log2 of the EVEX displacement unit; the upper half is that of a broadcast
	Flags  TemplateFlags
}

// Bits16 in Template.Bits means that the operand-size prefix precedes the mandatory prefix pp.
const Bits16 = 4

// NoField in Template means that the field holds no operand.
const NoField = 7

// TemplateFlags are boolean properties of a Template.
type TemplateFlags uint8

// Flags of Templates. Byte registers from SPL on need a REX prefix.
const (
	EncVEX  TemplateFlags = 1 << iota // VEX prefix
	EncEVEX                           // EVEX prefix; with neither, legacy encoding
	NoModRM                           // opcode only
	PlusReg                           // operand RM is in the low bits of the opcode
	ByteReg                           // operand Reg is a byte register
	ByteRM                            // operand RM is a byte register
	AltRAX                            // use Alt if operand RM is RAX; that form has no ModRM
	AltOne                            // use Alt if the immediate is 1; that form has no immediate
)

// formKey numbers the forms of one Op by size, EVEX or not, wide immediate or not, and position of the memory
// operand.
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

// FormKey exports formKey to the generator.
func FormKey(size uint8, evex, wide bool, memPos int8) uint { return formKey(size, evex, wide, memPos) }

// opForms lists the forms of an Op: one bit of set for each key. Their templates are consecutive from base, in
// the order of their keys.
type opForms struct {
	set  uint64
	base uint16
}

// lookup returns the template of form key, or nil if op has no such form.
func lookup(op Op, key uint) *Template {
	f := &forms[op]
	if f.set>>(key&63)&1 == 0 {
		return nil
	}
	return &templates[int(f.base)+bits.OnesCount64(f.set&(1<<(key&63)-1))]
}
