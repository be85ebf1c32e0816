//go:build linux || freebsd || windows

#include "textflag.h"

// The text arena: space inside the program's text segment over which executable memory is mapped. A program
// counter in it belongs to a function that the Go runtime knows, with a frame of size zero. So profiles and
// tracebacks pass through kernels as through any other code. The original contents are never called.
//
// PCALIGN pads to a multiple of 2048; each UNDEF starts the next 2 KiB.

#define PAD2K PCALIGN $2048; UNDEF
#define PAD8K PAD2K; PAD2K; PAD2K; PAD2K
#define PAD32K PAD8K; PAD8K; PAD8K; PAD8K
#define PAD128K PAD32K; PAD32K; PAD32K; PAD32K

// func kernelCode()
TEXT ·kernelCode(SB), NOSPLIT|NOFRAME, $0-0
	PAD128K
	PCALIGN $2048
	UNDEF
	RET

// func textArena() unsafe.Pointer
TEXT ·textArena(SB), NOSPLIT, $0-8
	LEAQ ·kernelCode(SB), AX
	MOVQ AX, ret+0(FP)
	RET

// func enter(code unsafe.Pointer) (status uint64)
TEXT ·enter(SB), NOSPLIT, $8-16
	MOVQ code+0(FP), CX
	CALL CX
	MOVQ AX, status+8(FP)
	RET
