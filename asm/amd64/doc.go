// Package amd64 assembles amd64 machine code up to AVX-512.
//
// An [Inst] is an instruction with physical registers: an [Op], operands in Intel's order, at most one of them memory,
// and the EVEX decorations (mask, zeroing, broadcast, rounding). What an Op may look like and what it does with its
// operands is in insts.txt, one row per operand signature; [Info] returns it to the register allocator and the
// instruction selector.
//
// An [Encoder] turns a stream of Insts, with labels and alignment in between, into [asm.Code]. It works from templates
// that were probed from golang-asm by go generate (see the goasm package), gives the same bytes, and checks by itself
// what golang-asm would let through although the CPU faults on it. A String method prints every Inst in Intel's syntax.
//
// To add an instruction, add its row to insts.txt and run go generate here; it fails if golang-asm does not know all
// the forms that the row promises. Then go test -run Golden -update writes the golden line, and the tests compare
// random operands with golang-asm and llvm-mc.
package amd64
