#include "go_asm.h"
#include "textflag.h"

// Offsets in Linux's struct ucontext of the signal mask and the program counter of the interrupted code.
#define UC_SIGMASK 296
#define UC_RIP 168
#define SIGURG 23

// faultHandler(sig, info, ucontext) is called by the operating system with the C calling convention, on the signal
// stack. See Holdable.
TEXT ·faultHandler(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ UC_SIGMASK(DX), AX
	BTRQ $(SIGURG-1), AX
	JCC  chain
	MOVQ UC_RIP(DX), CX
	MOVQ ·codeRegions(SB), R8
	JMP  first
next:
	MOVQ codeRange_next(R8), R8
first:
	TESTQ R8, R8
	JEQ  chain
	CMPQ CX, codeRange_lo(R8)
	JCS  next
	CMPQ CX, codeRange_hi(R8)
	JCC  next
	MOVQ AX, UC_SIGMASK(DX)
chain:
	MOVL DI, AX
	LEAQ ·faultChain(SB), CX
	MOVQ (CX)(AX*8), AX
	JMP  AX

// func faultHandlerAddr() uintptr
TEXT ·faultHandlerAddr(SB), NOSPLIT, $0-8
	LEAQ ·faultHandler(SB), AX
	MOVQ AX, ret+0(FP)
	RET
