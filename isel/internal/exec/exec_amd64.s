//go:build linux

#include "textflag.h"
#include "funcdata.h"

// func run(entry uintptr, block unsafe.Pointer) (status uint64)
//
// Inside the kernel [RSP+8] is the block and the spill area begins at RSP+32; RSI is that, aligned to 64.
TEXT ·run(SB), 0, $65680-24
	NO_LOCAL_POINTERS
	MOVQ entry+0(FP), AX
	MOVQ (TLS), R14
	MOVQ block+8(FP), DI
	MOVQ DI, 0(SP)
	LEAQ (24+63)(SP), SI
	ANDQ $~63, SI
	CALL AX
	MOVQ AX, status+16(FP)
	RET
