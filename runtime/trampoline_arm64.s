#include "go_asm.h"
#include "textflag.h"
#include "funcdata.h"

// A trampoline's frame. What the amd64 file says about the prologue, NO_LOCAL_POINTERS and the alignment of stacks holds
// here too.
//
//	0(RSP)   saved LR
//	8(RSP)   block, the argument of checkpoint and what the kernel sees at [SP+8]
//	16(RSP)  result of checkpoint
//	24(RSP)  resume address, from a yield until the kernel is entered again
//	32(RSP)  up to 48 bytes to align, then the spill area: 80 bytes more than its size, less the 8 of LR
//
// The caller's frame pointer is kept below, at -8(RSP): a kernel may not use that space as a red zone.

#define SPILLBASE 32

// Linux's rt_sigprocmask(how, set, old, size), rt_sigpending(set, size) and what they take.
#define SYS_rt_sigprocmask 135
#define SYS_rt_sigpending 136
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIGURG 23

// The frequency of CNTVCT_EL0 is between 1 MHz and 1 GHz: waiting times are fractions of a second, this many binary
// orders of magnitude below it. It is settleTicks in other units: 2^-17 s are 7.6 µs.
#define SETTLESHIFT 17

// DEADLINE sets R5 to the counter's value when a wait that begins now must end. It needs R4.
#define DEADLINE                  \
	MRS  CNTFRQ_EL0, R4       \
	MRS  CNTVCT_EL0, R5       \
	ADD  R4>>SETTLESHIFT, R5, R5

// SYNC discards the instructions that this core may have fetched before they were overwritten, if no system call can
// ask all cores to do so when code is written: see publish in package codemem. A thread that changes cores on the way to the kernel comes
// back from the operating system, and that synchronizes too.
#define SYNC                           \
	MOVBU hotloop∕runtime∕codemem·SyncOnEntry(SB), R4 \
	CBZ   R4, 2(PC)                \
	ISB   $15

// ENTER goes to R3 with the registers that the contract promises.
#define ENTER                           \
	MOVD R0, 8(RSP)                 \
	ADD  $(SPILLBASE+63), RSP, R1   \
	AND  $~63, R1                   \
	SYNC                            \
	CALL (R3)

// BODY is shared by all trampolines: it calls what a field of the target names. At enter, R3 holds the address to go to
// and R0 the block; R28 is g in all of Go's code and no kernel changes it. The status is left in R0 too, for a trampoline
// that called this one.
//
// Between yield and settled it waits, see settleTicks, but only if somebody did ask the goroutine to stop. If checkpoint
// says so, the kernel is resumed with preemption signals blocked, see holdSignals: from there until they are unblocked
// no Go code runs and the goroutine stays in its thread.
#define BODY(field)                         \
	NO_LOCAL_POINTERS                   \
	MOVD block+0(FP), R0                \
	MOVD const_HeaderCtl(R0), R2        \
	MOVD field(R2), R3                  \
enter:                                      \
	ENTER                               \
	CMP  $1, R0                         \
	BEQ  yield                          \
	MOVD R0, status+8(FP)               \
	RET                                 \
yield:                                      \
	MOVD R1, 24(RSP)                    \
	MOVD const_GuardOffset(g), R4       \
	TBZ  $63, R4, settled               \
	DEADLINE                            \
settle:                                     \
	YIELD                               \
	MRS  CNTVCT_EL0, R4                 \
	CMP  R5, R4                         \
	BLO  settle                         \
settled:                                    \
	MOVD block+0(FP), R0                \
	MOVD R0, 8(RSP)                     \
	CALL ·checkpoint(SB)                \
	MOVD 16(RSP), R0                    \
	CMP  $const_statusCancelled, R0     \
	BEQ  leave                          \
	CMP  $const_statusHold, R0          \
	MOVD 24(RSP), R3                    \
	MOVD block+0(FP), R0                \
	BNE  enter                          \
	CALL blockPreemption<>(SB)          \
	MOVD block+0(FP), R0                \
	ENTER                               \
	MOVD R1, 24(RSP)                    \
	CALL unblockPreemption<>(SB)        \
	CMP  $1, R0                         \
	BEQ  settled                        \
leave:                                      \
	MOVD R0, status+8(FP)               \
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
// operating system, this cannot fail and does not sleep, so the Go runtime need not be told. R3 survives; R0, R1, R2 and
// R8 do not. Elsewhere than on Linux checkpoint never asks for it.
TEXT blockPreemption<>(SB), NOSPLIT|NOFRAME, $0-0
#ifdef GOOS_linux
	MOVD $SIG_BLOCK, R0
	MOVD $preemptionSignals<>(SB), R1
	MOVD $0, R2
	MOVD R3, R6
	MOVD $8, R3
	MOVD $SYS_rt_sigprocmask, R8
	SVC
	MOVD R6, R3
#endif
	RET

// unblockPreemption undoes that. The handler of a signal that has come in the meantime runs before it returns. A kernel
// that sees its guard poisoned may be here before the signal is sent, and would be interrupted after all: so if somebody
// asks the goroutine to stop, wait for the signal, at most as long as a kernel settles. R0 survives, R1 to R8 do not.
TEXT unblockPreemption<>(SB), NOSPLIT, $16-0
#ifdef GOOS_linux
	MOVD R0, R6
	MOVD const_GuardOffset(g), R4
	TBZ  $63, R4, unblock
	DEADLINE
pending:
	MOVD $8(RSP), R0
	MOVD $8, R1
	MOVD $SYS_rt_sigpending, R8
	SVC
	MOVD 8(RSP), R4
	TBNZ $(SIGURG-1), R4, unblock
	YIELD
	MRS  CNTVCT_EL0, R4
	CMP  R5, R4
	BLO  pending
unblock:
	MOVD $SIG_UNBLOCK, R0
	MOVD $preemptionSignals<>(SB), R1
	MOVD $0, R2
	MOVD $8, R3
	MOVD $SYS_rt_sigprocmask, R8
	SVC
	MOVD R6, R0
#endif
	RET

// func trampolineAddrs() (t [4]uintptr)
TEXT ·trampolineAddrs(SB), NOSPLIT, $0-32
	MOVD $·trampoline1K(SB), R0
	MOVD R0, t_0+0(FP)
	MOVD $·trampoline4K(SB), R0
	MOVD R0, t_1+8(FP)
	MOVD $·trampoline16K(SB), R0
	MOVD R0, t_2+16(FP)
	MOVD $·trampoline64K(SB), R0
	MOVD R0, t_3+24(FP)
	RET

// func gWords() (lo, hi, guard, sp uintptr)
TEXT ·gWords(SB), NOSPLIT, $0-32
	MOVD 0(g), R0
	MOVD R0, lo+0(FP)
	MOVD 8(g), R0
	MOVD R0, hi+8(FP)
	MOVD 16(g), R0
	MOVD R0, guard+16(FP)
	MOVD RSP, R0
	MOVD R0, sp+24(FP)
	RET
