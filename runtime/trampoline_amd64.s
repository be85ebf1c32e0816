#include "go_asm.h"
#include "textflag.h"
#include "funcdata.h"

// A trampoline's frame:
//
//	0(SP)   block, the argument of checkpoint and what the kernel sees at [RSP+8]
//	8(SP)   result of checkpoint
//	16(SP)  resume address while checkpoint runs
//	24(SP)  up to 56 bytes to align, then the spill area: 80 bytes more than its size
//
// The functions are not NOSPLIT: the prologue guarantees the frame, and its
// stack check is a preemption point for loops around short kernels.
// NO_LOCAL_POINTERS because spilled addresses point into arguments, which the
// block keeps alive: the collector need not see them, and nothing they point to
// moves. Without it a GC during a recovered fault would find no stack map.
//
// Stacks are powers of two in size, aligned to that, and copied from the top,
// so SP mod 64 survives a move and with it the place of the spill area.

#define SPILLBASE 24

// func call(block unsafe.Pointer) (status uint64)
//
// One place to call, whatever the frame: a tail jump with the arguments where
// they are costs a predicted branch and saves an indirect ABI wrapper.
TEXT ·call(SB), NOSPLIT|NOFRAME, $0-16
	MOVQ block+0(FP), DI
	MOVQ const_HeaderCtl(DI), CX
	MOVQ target_tramp(CX), AX
	JMP  AX

// BODY is shared by all variants. At enter, AX holds the address to go to. Between yield and settled it waits, see
// settleTicks, but only if somebody did ask the goroutine to stop.
#define BODY                            \
	NO_LOCAL_POINTERS               \
	MOVQ block+0(FP), DI            \
	MOVQ const_HeaderCtl(DI), CX    \
	MOVQ target_entry(CX), AX       \
enter:                                  \
	MOVQ (TLS), R14                 \
	MOVQ block+0(FP), DI            \
	MOVQ DI, 0(SP)                  \
	LEAQ (SPILLBASE+63)(SP), SI     \
	ANDQ $~63, SI                   \
	CALL AX                         \
	CMPQ AX, $1                     \
	JEQ  yield                      \
	MOVQ AX, status+8(FP)           \
	RET                             \
yield:                                  \
	MOVQ DX, 16(SP)                 \
	MOVQ (TLS), R14                 \
	CMPQ const_GuardOffset(R14), $0 \
	JGE  settled                    \
	RDTSC                           \
	SHLQ $32, DX                    \
	LEAQ (AX)(DX*1), CX             \
settle:                                 \
	PAUSE                           \
	RDTSC                           \
	SHLQ $32, DX                    \
	ADDQ DX, AX                     \
	SUBQ CX, AX                     \
	CMPQ AX, $const_settleTicks     \
	JCS  settle                     \
settled:                                \
	MOVQ block+0(FP), DI            \
	MOVQ DI, 0(SP)                  \
	CALL ·checkpoint(SB)            \
	MOVQ 8(SP), AX                  \
	TESTQ AX, AX                    \
	JNE  cancelled                  \
	MOVQ 16(SP), AX                 \
	JMP  enter                      \
cancelled:                              \
	MOVQ AX, status+8(FP)           \
	RET

// func trampoline0(block unsafe.Pointer) (status uint64)
TEXT ·trampoline0(SB), 0, $24-16
	BODY

// func trampoline4K(block unsafe.Pointer) (status uint64)
TEXT ·trampoline4K(SB), 0, $4176-16
	BODY

// func trampoline16K(block unsafe.Pointer) (status uint64)
TEXT ·trampoline16K(SB), 0, $16464-16
	BODY

// func trampoline64K(block unsafe.Pointer) (status uint64)
TEXT ·trampoline64K(SB), 0, $65616-16
	BODY

// func trampolineAddrs() (t [4]uintptr)
TEXT ·trampolineAddrs(SB), NOSPLIT, $0-32
	LEAQ ·trampoline0(SB), AX
	MOVQ AX, t_0+0(FP)
	LEAQ ·trampoline4K(SB), AX
	MOVQ AX, t_1+8(FP)
	LEAQ ·trampoline16K(SB), AX
	MOVQ AX, t_2+16(FP)
	LEAQ ·trampoline64K(SB), AX
	MOVQ AX, t_3+24(FP)
	RET

// func gWords() (lo, hi, guard, sp uintptr)
TEXT ·gWords(SB), NOSPLIT, $0-32
	MOVQ (TLS), AX
	MOVQ 0(AX), CX
	MOVQ CX, lo+0(FP)
	MOVQ 8(AX), CX
	MOVQ CX, hi+8(FP)
	MOVQ 16(AX), CX
	MOVQ CX, guard+16(FP)
	MOVQ SP, sp+24(FP)
	RET
