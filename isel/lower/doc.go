// Package lower selects machine instructions for the SSA of loopopt/ir, and prices operations.
//
// It splits vectors into registers, chooses a representation for masks, matches the rules of package rules, and
// folds loads and constants into the instructions that use them. A [Target] prices an operation for the optimizer
// by lowering it and adding up the costs of the resulting instructions.
//
// Two interfaces in arch.go isolate what differs between architectures:
//
//   - [Arch]: the instructions of the processor, its rules and its costs. There is one value for each processor.
//   - [Selector]: addresses, loads and stores, flags, lanes, permutations, masks. It wraps the lowering for one
//     architecture.
//
// The architecture defines the meaning of op numbers and condition codes. This package does not refer to any
// instruction by name.
//
// This package may import mach, rules, cost and emit, and from outside isel the IR and tti. It never imports an
// assembler. Start with lower.go (the order of lowering). Then read match.go and rules.go (matching and applying
// rules), expand.go (operations without a rule) and price.go (prices).
package lower
