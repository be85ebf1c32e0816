// Package emit turns machine functions in SSA form into code: it has them scheduled and allocated, lays out the blocks
// and the frame, and drives an encoder.
//
// What differs between architectures is behind two interfaces in backend.go: [Backend], which knows registers and
// instructions, and [Coder], which writes the bytes.
//
// This package may import mach, sched, regalloc and asm. It knows neither the IR nor an assembler. Start with emit.go;
// frame.go has what generated code takes for granted about the trampoline that enters it.
package emit
