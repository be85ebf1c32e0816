// Package arm implements selection and emission for arm64 with NEON. It implements [lower.Arch], [lower.Selector]
// and [emit.Coder].
//
// No other package of isel imports asm/arm64. Code for arm64 can be generated on every host, so no file has a
// build tag. Start with isa.go (registers), target.go (processor features, and the table of operations that are
// lowered here rather than by rules) and build.go (appending instructions).
//
// # Differences from amd64
//
// An integer constant is one instruction that the encoder may expand to several. An address has an index or a
// displacement, not both (address.go). The encoder computes other addresses in its scratch registers X16 and X17.
// Accesses to adjacent memory become LDP and STP before scheduling (pairs.go). Post-indexed accesses are not
// used. They would give loads a second result, and in llvm-mca's models the additions they save are not on the
// critical path of loops (jitbench -mca).
//
// Registers that must be consecutive are in fixed lists (list.go). VTBL4 with its six operands does not fit in an
// instruction. Masks are vectors, as on AVX2. NEON has no masked accesses and no gathers; they are done lane by
// lane, with a spare address for inactive lanes. A mach.Branch with an op (CBZ, TBNZ) reads a register instead of
// the flags.
package arm
