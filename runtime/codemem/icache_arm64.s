#include "textflag.h"

// The assembler has no mnemonics for these instructions: DC CVAU and IC IVAU with the address in R0.
#define DC_CVAU_R0 WORD $0xd50b7b20
#define IC_IVAU_R0 WORD $0xd50b7520

// CTR_EL0 holds the minimum line sizes as binary logarithms of the number of 4-byte words.
#define LINE(shift, reg)      \
	LSR  $shift, R2, reg  \
	AND  $15, reg         \
	MOVD $4, R3           \
	LSL  reg, R3, reg

// func cleanInstructions(p unsafe.Pointer, n uintptr)
//
// The sequence follows the Arm Architecture Reference Manual, "Concurrent modification and execution of
// instructions" and "Cache maintenance". Complete the stores, clean the data cache to the point of unification,
// and wait. Invalidate the instruction caches of the inner shareable domain, and wait. Then discard the
// instructions this core has fetched ahead. The stores may have used another virtual address of the same memory,
// hence the first barrier: data caches behave as if physically tagged, but program order covers only accesses to
// the given address.
TEXT ·cleanInstructions(SB), NOSPLIT, $0-16
	MOVD p+0(FP), R6
	MOVD n+8(FP), R7
	ADD  R6, R7
	MRS  CTR_EL0, R2
	LINE(16, R4)
	LINE(0, R5)
	DSB  $11 // ISH

	SUB  $1, R4, R3
	BIC  R3, R6, R0
clean:
	CMP  R7, R0
	BHS  cleaned
	DC_CVAU_R0
	ADD  R4, R0
	B    clean
cleaned:
	DSB  $11

	SUB  $1, R5, R3
	BIC  R3, R6, R0
invalidate:
	CMP  R7, R0
	BHS  invalidated
	IC_IVAU_R0
	ADD  R5, R0
	B    invalidate
invalidated:
	DSB  $11
	ISB  $15
	RET
