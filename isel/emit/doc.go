// Package emit turns machine functions in SSA form into code. It runs the scheduler and the register allocator,
// lays out the blocks and the frame, and drives an encoder.
//
// Two interfaces in backend.go hide the differences between architectures: [Backend] describes registers and
// instructions, and [Coder] encodes them.
//
// This package may import mach, sched, regalloc and asm. It depends on neither the IR nor a specific assembler.
// Start with emit.go. frame.go lists what generated code assumes about the trampoline that enters it.
package emit
