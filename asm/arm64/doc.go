// Package arm64 assembles AArch64 machine code: the base instructions, floating point and Advanced SIMD (NEON).
//
// An [Inst] is an instruction with physical registers: an [Op], operands in Arm's order, at most one of them memory.
// What an Op may look like, what it does with its operands, and its encoding are in insts.txt, one row per operand
// signature; [Info] returns the former to the register allocator and the instruction selector. Lanes, shift amounts and
// the like are in Inst.Imm; [ImmKind] says how.
//
// An [Encoder] turns a stream of Insts, with labels, alignment and constants in between, into [asm.Code]: one word per
// instruction, branches that do not reach become an inverted one over a B. [Check] gives the reason why an Inst is
// illegal. A String method prints every Inst in Arm's syntax, as llvm-mc reads it.
//
// The table is the encoder: golang-asm knows a quarter of NEON, so that insts.txt has the words of the architecture
// manual (base, field, element). Checking an immediate is encoding it. A MOVI of any constant is one instruction to the
// back end, which can make the value again where it needs it, and one to four words in the code. Register lists (LD2,
// TBL) name their first register and say how many follow.
//
// References such as C6.2 and C4.1.96 are to the Arm Architecture Reference Manual for A-profile, DDI 0487.
//
// To add an instruction, add its row to insts.txt and run go generate here; then go test -run Golden -update writes the
// golden line, and the tests compare random operands with llvm-mc, and in the nested module xarchtest with x/arch.
package arm64
