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
