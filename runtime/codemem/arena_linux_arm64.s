#include "textflag.h"

// The text arena; see the amd64 file. UNDEF is an undefined instruction here too, and PCALIGN accepts the same
// alignments.

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
	MOVD $·kernelCode(SB), R0
	MOVD R0, ret+0(FP)
	RET

// func enter(code unsafe.Pointer) (status uint64)
TEXT ·enter(SB), NOSPLIT, $8-16
	MOVD code+0(FP), R3
	CALL (R3)
	MOVD R0, status+8(FP)
	RET
