// Package arm is what selection and emission need to know about arm64 with NEON: it implements [lower.Arch],
// [lower.Selector] and [emit.Coder].
//
// No other package of isel knows asm/arm64. Code for arm64 can be made on every host, so that no file has a build tag.
// Start with isa.go (registers), target.go (what a processor has, and the table of operations that are lowered here and
// not by a rule) and build.go (how instructions are appended).
//
// # Where arm64 differs
//
// An integer constant is one instruction that the coder may write as several. An address has an index or a
// displacement, not both (address.go); what is illegal all the same the coder adds up in its scratch registers X16 and
// X17. Neighbours become LDP and STP before scheduling (pairs.go). Post-indexed accesses are not used: they would be a
// second result of loads, and in llvm-mca's models the additions that they spare are not what loops wait for (jitbench
// -mca). Registers that must be consecutive stand in fixed lists (list.go); VTBL4 with its six operands does not fit an
// instruction. Masks are vectors, as on AVX2. NEON has no masked accesses and no gathers, so that those are done lane
// by lane, lanes that are off at a spare address. The model has room for the rest: operands without ties are the simple
// case, and a mach.Branch with an op (CBZ, TBNZ) reads a register instead of flags.
package arm
