// Package lower selects machine instructions for the SSA of loopopt/ir, and says what they cost.
//
// It splits vectors into registers, gives masks a representation, matches the rules of package rules, and folds loads
// and constants into the instructions that use them. A [Target] answers the optimizer's questions about prices by
// lowering the operation in question and adding up what came out.
//
// What differs between architectures is behind two interfaces in arch.go:
//
//   - [Arch]: which instructions the processor has, its rules and prices. There is one value for each processor.
//   - [Selector]: addresses, loads and stores, flags, lanes, permutations, masks. It is the lowering itself, as the
//     architecture sees it.
//
// Op numbers and condition codes mean what they mean to the architecture; nothing here knows an instruction by name.
//
// This package may import mach, rules, cost and emit, and from outside of isel the IR and tti. It never imports an
// assembler. Start with lower.go (the order of lowering), then match.go and rules.go (how a rule is found and applied),
// expand.go (operations without a rule) and price.go (prices).
package lower
