// Package arm is what selection and emission need to know about arm64 with NEON: it implements [lower.Arch],
// [lower.Selector] and [emit.Coder].
//
// No other package of isel knows asm/arm64. Code for arm64 can be made on every host, so that no file has a build tag.
// Start with isa.go (registers), target.go (what a processor has, and the table of operations that are lowered here and
// not by a rule) and build.go (how instructions are appended).
package arm
