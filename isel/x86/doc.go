// Package x86 is what selection and emission need to know about amd64, with AVX2 or AVX-512: it implements
// [lower.Arch], [lower.Selector] and [emit.Coder].
//
// No other package of isel knows asm/amd64. Code for amd64 can be made on every host, so that no file has a build tag.
// Start with isa.go (registers), target.go (what a processor has) and build.go (how instructions are appended);
// scalar.go has the table of operations that are lowered here and not by a rule.
package x86
