// Package arm64 assembles AArch64 machine code: the base instructions, floating point and Advanced SIMD (NEON).
//
// An [Inst] is an instruction with physical registers: an [Op], operands in Arm's order, at most one memory
// operand. insts.txt defines the forms of each Op, how it accesses its operands, and its encoding, one row per
// operand signature. [Info] returns the forms and accesses to the register allocator and the instruction
// selector. Inst.Imm holds lanes, shift amounts and similar numbers; [ImmKind] defines their meaning.
//
// An [Encoder] turns a stream of Insts, with labels, alignment and constants in between, into [asm.Code]. Each
// instruction is one word. A conditional branch that does not reach its target becomes an inverted branch over a
// B. [Check] returns the reason why an Inst is illegal. The String method prints an Inst in Arm syntax, as
// llvm-mc reads it.
//
// The encoder works directly from the table. golang-asm knows a quarter of NEON, so insts.txt contains the
// instruction words of the architecture manual (base, field, element). Checking an immediate is encoding it. A
// MOVI of any constant is one instruction to the back end, which can rematerialize the value where it needs it,
// and one to four words in the code. Register lists (LD2, TBL) name their first register and the number of
// registers.
//
// References such as C6.2 and C4.1.96 are to the Arm Architecture Reference Manual for A-profile, DDI 0487.
//
// To add an instruction, add its row to insts.txt and run go generate here. Then go test -run Golden -update
// writes the golden line. The tests compare random operands with llvm-mc and, in the nested module xarchtest,
// with x/arch.
package arm64
