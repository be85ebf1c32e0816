#include "go_asm.h"
#include "textflag.h"

// Offsets in EXCEPTION_POINTERS, EXCEPTION_RECORD and CONTEXT.
#define EP_RECORD 0
#define EP_CONTEXT 8
#define ER_CODE 0
#define CTX_RIP 248

#define EXCEPTION_BREAKPOINT $0x80000003
#define EXCEPTION_ACCESS_VIOLATION $0xC0000005
#define EXCEPTION_IN_PAGE_ERROR $0xC0000006
#define EXCEPTION_ILLEGAL_INSTRUCTION $0xC000001D
#define EXCEPTION_INT_DIVIDE_BY_ZERO $0xC0000094
#define EXCEPTION_INT_OVERFLOW $0xC0000095

#define EXCEPTION_CONTINUE_SEARCH $0

// faultHandler(pointers) is called by Windows with its calling convention. See catchFaults. The exceptions are those
// that the Go runtime handles and that instructions of a kernel can raise: floating-point exceptions are masked.
TEXT ·faultHandler(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ EP_RECORD(CX), AX
	MOVL ER_CODE(AX), AX
	CMPL AX, EXCEPTION_ACCESS_VIOLATION
	JEQ  fault
	CMPL AX, EXCEPTION_IN_PAGE_ERROR
	JEQ  fault
	CMPL AX, EXCEPTION_INT_DIVIDE_BY_ZERO
	JEQ  fault
	CMPL AX, EXCEPTION_INT_OVERFLOW
	JEQ  fault
	CMPL AX, EXCEPTION_BREAKPOINT
	JEQ  fault
	CMPL AX, EXCEPTION_ILLEGAL_INSTRUCTION
	JNE  search
fault:
	MOVQ EP_CONTEXT(CX), CX
	MOVQ CTX_RIP(CX), AX
	MOVQ ·codeRegions(SB), DX
	JMP  first
next:
	MOVQ codeRange_next(DX), DX
first:
	TESTQ DX, DX
	JEQ  search
	CMPQ AX, codeRange_lo(DX)
	JCS  next
	CMPQ AX, codeRange_hi(DX)
	JCC  next
	ANDQ $(const_textArenaSize-1), AX
	LEAQ ·kernelCode(SB), DX
	ADDQ DX, AX
	MOVQ AX, CTX_RIP(CX)
search:
	MOVL EXCEPTION_CONTINUE_SEARCH, AX
	RET

// func faultHandlerAddr() uintptr
TEXT ·faultHandlerAddr(SB), NOSPLIT, $0-8
	LEAQ ·faultHandler(SB), AX
	MOVQ AX, ret+0(FP)
	RET
