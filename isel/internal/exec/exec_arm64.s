//go:build linux

#include "textflag.h"
#include "funcdata.h"

// func run(entry uintptr, block unsafe.Pointer) (status uint64)
//
// Inside the kernel [SP+8] is the block and the spill area begins at SP+32; X1 is that, aligned to 64. X28 is g.
TEXT ·run(SB), 0, $65680-24
	NO_LOCAL_POINTERS
	MOVD entry+0(FP), R3
	MOVD block+8(FP), R0
	MOVD R0, 8(RSP)
	ADD  $(32+63), RSP, R1
	AND  $~63, R1
	CALL (R3)
	MOVD R0, status+16(FP)
	RET

// func synchronize(p, n uintptr)
//
// The sequence of the Arm Architecture Reference Manual for code that was written as data, with the smallest line there may
// be: 16 bytes. See package runtime, which asks how large lines are.
TEXT ·synchronize(SB), NOSPLIT, $0-16
	MOVD p+0(FP), R6
	MOVD n+8(FP), R7
	ADD  R6, R7
	MOVD R6, R0
clean:
	WORD $0xd50b7b20 // DC CVAU, X0
	ADD  $16, R0
	CMP  R7, R0
	BLO  clean
	DSB  $11
	MOVD R6, R0
invalidate:
	WORD $0xd50b7520 // IC IVAU, X0
	ADD  $16, R0
	CMP  R7, R0
	BLO  invalidate
	DSB  $11
	ISB  $15
	RET
