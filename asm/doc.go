// Package asm has what assemblers for different instruction sets share: labels, branch relaxation, alignment, the
// constant pool, and the finished [Code].
//
// A [Buffer] collects encoded instructions with the branches in their short form and the alignment left out.
// [Buffer.Finish] then decides which branches must grow, inserts the padding, lays the constants out behind the code on
// a fresh cache line and resolves the references. All references are relative, so that the code runs wherever it is
// copied to, if aligned as [Code.Align] says.
//
// The encoders are in asm/amd64 and asm/arm64; they implement [Backend].
package asm
