// Package asm is the part that assemblers for different instruction sets share: the instruction-independent
// encoder, labels, branch relaxation, alignment, the constant pool, the finished [Code] and its listing.
//
// A [Buffer] collects encoded instructions, with branches in their short form and without alignment padding.
// [Buffer.Finish] decides which branches must grow, inserts the padding, places the constants after the code on a
// new cache line and resolves the references. All references are relative, so the code runs at any address that
// is a multiple of [Code.Align].
//
// Packages asm/amd64 and asm/arm64 define the instructions. Each has a [Set], whose function put encodes one
// instruction, and a [Backend], which encodes branches and references. Their instruction tables are generated
// from insts.txt.
package asm
