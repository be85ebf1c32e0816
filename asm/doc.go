// Package asm has what assemblers for different instruction sets share: the frame of the encoder, labels, branch
// relaxation, alignment, the constant pool, the finished [Code], and its listing.
//
// A [Buffer] collects encoded instructions with the branches in their short form and the alignment left out.
// [Buffer.Finish] then decides which branches must grow, inserts the padding, lays the constants out behind the code on
// a fresh cache line and resolves the references. All references are relative, so that the code runs wherever it is
// copied to, if aligned as [Code.Align] says.
//
// The instructions are in asm/amd64 and asm/arm64: each is a [Set], whose function put encodes one instruction, and a
// [Backend], which knows branches and references. Its table of instructions is made from insts.txt.
package asm
