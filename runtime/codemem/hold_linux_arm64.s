#include "go_asm.h"
#include "textflag.h"

// Offsets in Linux's struct ucontext of the signal mask and the program counter of the interrupted code.
#define UC_SIGMASK 40
#define UC_PC 440
#define SIGURG 23

// faultHandler(sig, info, ucontext) is called by the operating system with the C calling convention, on the signal
// stack. See Holdable.
TEXT ·faultHandler(SB), NOSPLIT|NOFRAME, $0-0
	MOVD UC_SIGMASK(R2), R3
	TBZ  $(SIGURG-1), R3, chain
	MOVD UC_PC(R2), R4
	MOVD ·codeRegions(SB), R6
	B    first
next:
	MOVD codeRange_next(R6), R6
first:
	CBZ  R6, chain
	MOVD codeRange_lo(R6), R5
	CMP  R5, R4
	BLO  next
	MOVD codeRange_hi(R6), R5
	CMP  R5, R4
	BHS  next
	AND  $~(1<<(SIGURG-1)), R3, R3
	MOVD R3, UC_SIGMASK(R2)
chain:
	MOVWU R0, R3
	MOVD  $·faultChain(SB), R4
	MOVD  (R4)(R3<<3), R3
	JMP   (R3)

// func faultHandlerAddr() uintptr
TEXT ·faultHandlerAddr(SB), NOSPLIT, $0-8
	MOVD $·faultHandler(SB), R0
	MOVD R0, ret+0(FP)
	RET
