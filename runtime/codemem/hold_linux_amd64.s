#include "textflag.h"

// Where Linux's struct ucontext has the blocked signals and the program counter of what was interrupted.
#define UC_SIGMASK 296
#define UC_RIP 168
#define SIGURG 23

// faultHandler(sig, info, ucontext) is called by the kernel in the C convention, on the signal stack. See Holdable.
TEXT ·faultHandler(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ UC_SIGMASK(DX), AX
	BTRQ $(SIGURG-1), AX
	JCC  chain
	MOVQ UC_RIP(DX), CX
	CMPQ CX, ·codeLow(SB)
	JCS  chain
	CMPQ CX, ·codeHigh(SB)
	JCC  chain
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
