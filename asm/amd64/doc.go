// Package amd64 assembles amd64 machine code up to AVX-512.
//
// An [Inst] is an instruction with physical registers: an [Op], operands in Intel's order, at most one memory
// operand, and the EVEX decorations (mask, zeroing, broadcast, rounding). insts.txt defines the forms of each Op
// and how it accesses its operands, one row per operand signature. [Info] returns this data to the register
// allocator and the instruction selector.
//
// An [Encoder] turns a stream of Insts, with labels and alignment in between, into [asm.Code]. It works from
// templates that go generate obtains by probing golang-asm (see package goasm), and it produces the same bytes.
// It also rejects instructions that golang-asm accepts but on which the CPU faults. The String method prints an
// Inst in Intel syntax.
//
// To add an instruction, add its row to insts.txt and run go generate here; it fails if golang-asm does not know
// all the forms that the row declares. Then go test -run Golden -update writes the golden line. The tests compare
// random operands with golang-asm and llvm-mc.
package amd64
