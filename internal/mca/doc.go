// Package mca compares the hot loop of a kernel, as hotloop compiles it, with the one that clang produces for the same
// kernel (package cprint prints it as C), in llvm-mca's model of a processor. The host need not be such a processor.
//
// Both compilers' code is treated alike. A [Program] is instructions with labels, read from clang's assembly or from
// llvm-mc's disassembly of hotloop's bytes. Its innermost loops are found from the back edges of its control flow. What
// an iteration adds to every register is computed symbolically, which gives the step of every memory access. The steps
// of the source loop are known from scalar evolution. The quotient is the number of elements per iteration of the
// machine loop, and the loop with the most is the hot one. The number is checked against the vectorizers' own: the
// VF×UF of hotloop's plan, and the widths in clang's remarks.
//
// llvm-mca's result is an estimate: every load hits the first-level cache, every branch is predicted, and its tables are
// those of LLVM's scheduler.
package mca
