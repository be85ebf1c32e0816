#include "go_asm.h"
#include "textflag.h"
#include "funcdata.h"

// A trampoline's frame:
//
//	0(SP)   block, the argument of checkpoint and what the kernel sees at [RSP+8]
//	8(SP)   result of checkpoint
//	16(SP)  resume address, from a yield until the kernel is entered again
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

// Linux's rt_sigprocmask(how, set, old, size), rt_sigpending(set, size) and what they take.
#define SYS_rt_sigprocmask 14
#define SYS_rt_sigpending 127
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIGURG 23

// BODY is shared by all trampolines: it calls what a field of the target names. At enter, AX holds the address to go to,
// DI the block and R14 g: at first because adapters are Go code, which keeps g there, and neither the prologue nor a grown
// stack changes that. The status is left in AX too, for a trampoline that called this one.
//
// Between yield and settled it waits, see settleTicks, but only if somebody did ask the goroutine to stop. If checkpoint
// says so, the kernel is resumed with preemption signals blocked, see holdSignals: from there until they are unblocked
// no Go code runs and the goroutine stays in its thread.
#define BODY(field)                     \
	NO_LOCAL_POINTERS               \
	MOVQ block+0(FP), DI            \
	MOVQ const_HeaderCtl(DI), CX    \
	MOVQ field(CX), AX              \
enter:                                  \
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
	CMPQ AX, $const_statusCancelled \
	JEQ  leave                      \
	CMPQ AX, $const_statusHold      \
	MOVQ 16(SP), AX                 \
	MOVQ (TLS), R14                 \
	MOVQ block+0(FP), DI            \
	JNE  enter                      \
	CALL blockPreemption<>(SB)      \
	MOVQ block+0(FP), DI            \
	MOVQ DI, 0(SP)                  \
	LEAQ (SPILLBASE+63)(SP), SI     \
	ANDQ $~63, SI                   \
	CALL AX                         \
	MOVQ DX, 16(SP)                 \
	CALL unblockPreemption<>(SB)    \
	CMPQ AX, $1                     \
	JEQ  settled                    \
leave:                                  \
	MOVQ AX, status+8(FP)           \
	RET

// func call(block unsafe.Pointer) (status uint64)
//
// It is the trampoline of Frame576. For a larger frame the target's first is another trampoline, which does not return to
// yield: it does that itself.
TEXT ·call(SB), 0, $656-16
	BODY(target_first)

// func trampoline1K(block unsafe.Pointer) (status uint64)
TEXT ·trampoline1K(SB), 0, $1104-16
	BODY(target_entry)

// func trampoline4K(block unsafe.Pointer) (status uint64)
TEXT ·trampoline4K(SB), 0, $4176-16
	BODY(target_entry)

// func trampoline16K(block unsafe.Pointer) (status uint64)
TEXT ·trampoline16K(SB), 0, $16464-16
	BODY(target_entry)

// func trampoline64K(block unsafe.Pointer) (status uint64)
TEXT ·trampoline64K(SB), 0, $65616-16
	BODY(target_entry)

DATA preemptionSignals<>+0(SB)/8, $(1<<(SIGURG-1))
GLOBL preemptionSignals<>(SB), RODATA, $8

// blockPreemption blocks the Go runtime's preemption signal in this thread. Like everything unblockPreemption asks of the
// operating system, this cannot fail and does not sleep, so the Go runtime need not be told. AX survives; BX, CX, DX, DI,
// SI, R10 and R11 do not. Elsewhere than on Linux checkpoint never asks for it.
TEXT blockPreemption<>(SB), NOSPLIT|NOFRAME, $0-0
#ifdef GOOS_linux
	MOVQ AX, BX
	MOVL $SIG_BLOCK, DI
	LEAQ preemptionSignals<>(SB), SI
	XORL DX, DX
	MOVL $8, R10
	MOVL $SYS_rt_sigprocmask, AX
	SYSCALL
	MOVQ BX, AX
#endif
	RET

// unblockPreemption undoes that. The handler of a signal that has come in the meantime runs before it returns. A kernel
// that sees its guard poisoned may be here before the signal is sent, and would be interrupted after all: so if somebody
// asks the goroutine to stop, wait for the signal, at most as long as a kernel settles. AX survives, and R12 does not
// either.
TEXT unblockPreemption<>(SB), NOSPLIT, $8-0
#ifdef GOOS_linux
	MOVQ AX, BX
	MOVQ (TLS), R14
	CMPQ const_GuardOffset(R14), $0
	JGE  unblock
	RDTSC
	SHLQ $32, DX
	LEAQ (AX)(DX*1), R12
pending:
	LEAQ 0(SP), DI
	MOVL $8, SI
	MOVL $SYS_rt_sigpending, AX
	SYSCALL
	MOVQ 0(SP), AX
	BTQ  $(SIGURG-1), AX
	JCS  unblock
	PAUSE
	RDTSC
	SHLQ $32, DX
	ADDQ DX, AX
	SUBQ R12, AX
	CMPQ AX, $const_settleTicks
	JCS  pending
unblock:
	MOVL $SIG_UNBLOCK, DI
	LEAQ preemptionSignals<>(SB), SI
	XORL DX, DX
	MOVL $8, R10
	MOVL $SYS_rt_sigprocmask, AX
	SYSCALL
	MOVQ BX, AX
#endif
	RET

// func trampolineAddrs() (t [4]uintptr)
TEXT ·trampolineAddrs(SB), NOSPLIT, $0-32
	LEAQ ·trampoline1K(SB), AX
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
