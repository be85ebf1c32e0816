// Package x86 implements selection and emission for amd64 with AVX2 or AVX-512. It implements [lower.Arch],
// [lower.Selector] and [emit.Coder].
//
// No other package of isel imports asm/amd64. Code for amd64 can be generated on every host, so no file has a
// build tag. Start with isa.go (registers), target.go (processor features) and build.go (appending instructions).
// The table in scalar.go lists the operations that are lowered here rather than by rules.
package x86
