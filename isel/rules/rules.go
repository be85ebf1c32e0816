// Package rules holds the texts of the rules that select instructions. The syntax is described at the head of
// x86.rules.
//
// The texts are parsed at first use, which takes well under a millisecond once per process, so there are no generated
// files. One text serves AVX2 and AVX-512; a rule counts only where the target has all its instructions. Every
// operation and type needs a rule, a handler or an expansion in package lower. Package lower parses the texts; this
// package imports nothing. Start with x86.rules.
package rules

import _ "embed"

// The rules, by the instruction sets that they are for. Of several texts the most special one comes first.
var (
	//go:embed generic.rules
	Generic string // every architecture
	//go:embed x86.rules
	X86 string // AVX2 and AVX-512
	//go:embed avx2.rules
	AVX2 string
	//go:embed avx512.rules
	AVX512 string
	//go:embed neon.rules
	NEON string
)
