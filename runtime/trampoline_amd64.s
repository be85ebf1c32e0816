#include "go_asm.h"
#include "textflag.h"
#include "funcdata.h"

// A trampoline's frame:
//
//	0(SP)   block: the argument of checkpoint, and [RSP+8] for the kernel
//	8(SP)   result of checkpoint
//	16(SP)  resume address, from a yield until the kernel is entered again
//	24(SP)  up to 56 bytes for alignment, then the spill area: 80 bytes more than its size
//
// The functions are not NOSPLIT: the prologue guarantees the frame, and its stack check is a preemption point for
// loops around short kernels. NO_LOCAL_POINTERS is correct because spilled addresses point into arguments, which
// the block keeps alive: the collector need not see them, and nothing they point to moves. Without it, a
// collection during a recovered fault would find no stack map.
//
// The size of a stack is a power of two, and stacks are aligned to their size and copied from the top. So SP mod
// 64 does not change when the stack moves, nor does the offset of the spill area.

#define SPILLBASE 24

// Linux's rt_sigprocmask(how, set, old, size) and rt_sigpending(set, size), and their arguments.
#define SYS_rt_sigprocmask 14
#define SYS_rt_sigpending 127
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIGURG 23

// YIELD handles a yield of a kernel. On entry AX holds the status, which is 1, and DX the resume address. toblock
// loads the block into DI. save stores in the frame what the collector must see there from now on.
//
// Between yield and settled it waits (see settleTicks), but only if the goroutine was asked to stop. If checkpoint
// returns statusHold, the kernel is resumed with preemption signals blocked (see holdSignals). Until they are
// unblocked, no Go code runs and the goroutine stays in its thread. Otherwise it jumps to enter, with the target
// address in AX, the block in DI and g in R14. At leave, AX holds the final status.
#define YIELD(toblock, save)             \
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
	toblock                         \
	MOVQ DI, 0(SP)                  \
	save                            \
	CALL ·checkpoint(SB)            \
	MOVQ 8(SP), AX                  \
	CMPQ AX, $const_statusCancelled \
	JEQ  leave                      \
	CMPQ AX, $const_statusHold      \
	MOVQ 16(SP), AX                 \
	MOVQ (TLS), R14                 \
	toblock                         \
	JNE  enter                      \
	CALL blockPreemption<>(SB)      \
	toblock                         \
	ENTER                           \
	MOVQ DX, 16(SP)                 \
	CALL unblockPreemption<>(SB)    \
	CMPQ AX, $1                     \
	JEQ  settled                    \
leave:

// ENTER calls AX with the registers that the contract requires.
#define ENTER                           \
	MOVQ DI, 0(SP)                  \
	LEAQ (SPILLBASE+63)(SP), SI     \
	ANDQ $~63, SI                   \
	CALL AX

// BODY is shared by the trampolines that have the block as argument. R14 is g: their callers are Go code and
// enterWide, and neither the prologue nor growing the stack changes that.
#define BODY                            \
	NO_LOCAL_POINTERS               \
	ARGUMENT                        \
	MOVQ const_HeaderCtl(DI), CX    \
	MOVQ closure_to(CX), CX         \
	MOVQ target_entry(CX), AX       \
enter:                                  \
	ENTER                           \
	CMPQ AX, $1                     \
	JEQ  yield                      \
	MOVQ AX, status+8(FP)           \
	RET                             \
	YIELD(ARGUMENT, NOTHING)        \
	MOVQ AX, status+8(FP)           \
	RET

#define ARGUMENT MOVQ block+0(FP), DI
#define NOTHING

// func trampoline576(block unsafe.Pointer) (status uint64)
TEXT ·trampoline576(SB), 0, $656-16
	BODY

// func trampoline1K(block unsafe.Pointer) (status uint64)
TEXT ·trampoline1K(SB), 0, $1104-16
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

// func call(block unsafe.Pointer) (status uint64)
TEXT ·call(SB), 0, $16-16
	NO_LOCAL_POINTERS
	MOVQ block+0(FP), DI
	MOVQ DI, 0(SP)
	MOVQ const_HeaderCtl(DI), CX
	MOVQ closure_to(CX), CX
	CALL target_frame(CX)
	MOVQ 8(SP), AX
	MOVQ AX, status+8(FP)
	RET

// Stack maps of the frames of enterSmall and enterWide. Index 0 has no pointers; index 1 has those that
// savePointers stores at the top. Linkers before Go 1.26 require names of this form for pointer maps.
DATA gclocals·small<>+0(SB)/4, $2
DATA gclocals·small<>+4(SB)/4, $const_smallPointers
DATA gclocals·small<>+8(SB)/2, $0
DATA gclocals·small<>+10(SB)/2, $((1<<const_smallPointers)-1)
GLOBL gclocals·small<>(SB), RODATA, $12

DATA gclocals·wide<>+0(SB)/4, $2
DATA gclocals·wide<>+4(SB)/4, $const_widePointers
DATA gclocals·wide<>+8(SB)/1, $0
DATA gclocals·wide<>+9(SB)/1, $0
DATA gclocals·wide<>+10(SB)/1, $0
DATA gclocals·wide<>+11(SB)/1, $0xff
DATA gclocals·wide<>+12(SB)/1, $0xff
DATA gclocals·wide<>+13(SB)/1, $((1<<(const_widePointers-16))-1)
GLOBL gclocals·wide<>(SB), RODATA, $14

// savePointers copies the closure and the pointers among the arguments from the block at DI to the R9 words at R8,
// and clears the remaining words. It clobbers CX, R9, R10, R11 and R12.
TEXT savePointers<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ const_HeaderCtl(DI), CX
	MOVQ CX, 0(R8)
	MOVQ closure_to(CX), CX
	MOVQ target_pointers+8(CX), R10 // number of pointers
	MOVQ target_pointers+0(CX), CX
more:
	DECQ R9
	JEQ  saved
	XORL R12, R12
	CMPQ R9, R10
	JGT  clear
	MOVQ -8(CX)(R9*8), R11
	MOVQ (DI)(R11*1), R12
clear:
	MOVQ R12, (R8)(R9*8)
	JMP  more
saved:
	RET

#define OWNBLOCK LEAQ const_smallBlock(SP), DI
#define SAVE                                          \
	LEAQ const_smallArea(SP), R8                  \
	MOVL $const_smallPointers, R9                 \
	CALL savePointers<>(SB)                       \
	PCDATA $PCDATA_StackMapIndex, $1

// enterSmall is the code of most kernels' func values. DX points to the closure, and the arguments are where the
// calling convention places them. It fills the block in its frame and enters the kernel with the spill area of
// Frame256. It returns three words of either kind, possibly more than the caller expects, or the results that a
// stub loads.
//
// It is NOSPLIT because the arguments are in registers. Where a goroutine stops for a larger stack or for the
// collector, pointers must be in memory, at places described by the function's stack map, and no map fits every
// signature. Until the kernel yields nothing inspects the frame; then savePointers stores the pointers in the
// mapped area. The frame fits in the space that every function with a stack check leaves for functions without.
//
// The store stub can also stop the goroutine: a loop around a kernel without polls may have no other place to
// stop.
TEXT ·enterSmall(SB), NOSPLIT, $672-0 // smallFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·small<>(SB)
	PCDATA $PCDATA_StackMapIndex, $0
	MOVQ DX, (const_smallBlock+const_HeaderCtl)(SP)
	MOVQ $0, (const_smallBlock+const_HeaderSite)(SP)
	LEAQ const_smallBlock(SP), R12
	MOVQ closure_to(DX), DX
	CALL target_store(DX)
	TESTQ AX, AX
	JNE  status
done:
	MOVQ (const_smallBlock+const_HeaderCtl)(SP), CX
	LEAQ const_smallBlock(SP), R12
	MOVQ closure_to(CX), CX
	MOVQ target_load(CX), DX
	TESTQ DX, DX
	JNE  many
	MOVQ target_ints(CX), DI
	MOVQ target_floats(CX), SI
	MOVQ 0(R12)(DI*1), AX
	MOVQ 8(R12)(DI*1), BX
	MOVQ 16(R12)(DI*1), CX
	MOVSD 0(R12)(SI*1), X0
	MOVSD 8(R12)(SI*1), X1
	MOVSD 16(R12)(SI*1), X2
	MOVQ (TLS), R14
	XORPS X15, X15
	RET
many:
	CALL DX
	MOVQ (TLS), R14
	XORPS X15, X15
	RET
status:
	CMPQ AX, $1
	JNE  leave
	JMP  yield
enter:
	ENTER
	TESTQ AX, AX
	JNE  status
	JMP  done
	YIELD(OWNBLOCK, SAVE)
	TESTQ AX, AX
	JEQ  done
	MOVQ AX, 8(SP)
	OWNBLOCK
	MOVQ DI, 0(SP)
	SAVE
	CALL ·fail(SB)
	MOVL $((const_smallArea-const_smallBlock)/8), CX
clear:
	DECQ CX
	MOVQ $0, const_smallBlock(SP)(CX*8)
	CMPQ CX, $(const_HeaderSize/8)
	JGT  clear
	JMP  done

// enterWide is the code of the other func values: for kernels that need a larger frame, and for signatures with
// many parameters or results. The kernel runs on a separate trampoline, where the stack may have to grow, so the
// pointers are saved before. A stub loads the results.
TEXT ·enterWide(SB), NOSPLIT, $704-0 // wideFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·wide<>(SB)
	PCDATA $PCDATA_StackMapIndex, $0
	MOVQ DX, (const_wideBlock+const_HeaderCtl)(SP)
	MOVQ $0, (const_wideBlock+const_HeaderSite)(SP)
	MOVQ DX, const_wideArea(SP)
	LEAQ const_wideBlock(SP), R12
	MOVQ R12, 0(SP)
	MOVQ closure_to(DX), DX
	CALL target_store(DX)
	PCDATA $PCDATA_StackMapIndex, $1
	CALL target_frame(DX)
	MOVQ 8(SP), AX
	TESTQ AX, AX
	JNE  failed
done:
	LEAQ const_wideBlock(SP), R12
	MOVQ const_HeaderCtl(R12), DX
	MOVQ closure_to(DX), DX
	CALL target_load(DX)
	MOVQ (TLS), R14
	XORPS X15, X15
	RET
failed:
	LEAQ const_wideBlock(SP), DI
	MOVQ DI, 0(SP)
	CALL ·fail(SB)
	MOVL $((const_wideArea-const_wideBlock)/8), CX
clear:
	DECQ CX
	MOVQ $0, const_wideBlock(SP)(CX*8)
	CMPQ CX, $(const_HeaderSize/8)
	JGT  clear
	JMP  done

// forward is the code of a forwarder's func value. It leaves all arguments in place.
TEXT ·forward(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ forwarder_to(DX), DX
	JMP  (DX)

DATA preemptionSignals<>+0(SB)/8, $(1<<(SIGURG-1))
GLOBL preemptionSignals<>(SB), RODATA, $8

// blockPreemption blocks the Go runtime's preemption signal in this thread. Like all system calls of
// unblockPreemption, this one cannot fail and does not sleep, so the Go runtime need not be notified. It preserves
// AX and clobbers BX, CX, DX, DI, SI, R10 and R11. checkpoint requests it only on Linux.
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

// unblockPreemption unblocks the signal. The handler of a pending signal runs before it returns. A kernel that
// sees its guard poisoned may get here before the signal is sent, and would still be interrupted. So if the
// goroutine was asked to stop, it waits for the signal, at most as long as a kernel settles. It preserves AX and
// clobbers R12 and the registers that blockPreemption clobbers.
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

// func trampolineAddrs() (t [5]uintptr, small, wide, forward uintptr)
TEXT ·trampolineAddrs(SB), NOSPLIT, $0-64
	LEAQ ·trampoline576(SB), AX
	MOVQ AX, t_0+0(FP)
	LEAQ ·trampoline1K(SB), AX
	MOVQ AX, t_1+8(FP)
	LEAQ ·trampoline4K(SB), AX
	MOVQ AX, t_2+16(FP)
	LEAQ ·trampoline16K(SB), AX
	MOVQ AX, t_3+24(FP)
	LEAQ ·trampoline64K(SB), AX
	MOVQ AX, t_4+32(FP)
	LEAQ ·enterSmall(SB), AX
	MOVQ AX, small+40(FP)
	LEAQ ·enterWide(SB), AX
	MOVQ AX, wide+48(FP)
	LEAQ ·forward(SB), AX
	MOVQ AX, forward+56(FP)
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
