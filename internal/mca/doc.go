// Package mca sets the hot loop of a kernel, as hotloop compiles it, beside the one that clang makes of the same kernel
// (package cprint prints it as C), in llvm-mca's model of a processor. It needs no such processor: that is what it is
// for.
//
// Both sides go the same way. A [Program] is instructions with labels, read from clang's assembly or from llvm-mc's
// disassembly of our bytes. Its innermost loops are found from the back edges of its control flow; what a pass through
// one of them adds to every register is followed symbolically, which gives the step of every access to memory. The
// source's own steps, a pass of the plain loop each, are known from scalar evolution. Their quotient is how many
// elements a pass of the machine's loop is for, and the loop with the most is the hot one. That number is held against
// what the vectorizers say of themselves: our plan's VF×UF, and the widths in clang's remarks.
//
// What llvm-mca tells is an estimate: every load hits the first-level cache, every branch is predicted, and its tables
// are as good as those of LLVM's scheduler. Both sides get the same estimate.
package mca
