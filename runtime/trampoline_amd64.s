#include "go_asm.h"
#include "textflag.h"
#include "funcdata.h"
#include "stackmaps.h"

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

// RESERVE makes room on the stack for what Windows writes below a kernel that faults; see faultReserve. The stack may
// shrink at a yield.
#ifdef GOOS_windows
#define RESERVE CALL reserve<>(SB)
#else
#define RESERVE
#endif

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
	RESERVE                         \
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
	RESERVE                         \
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

// LARGE is shared by the trampolines of enterLarge, whose frames also hold a block and a pointer area. One stub
// fills the block, from the frame of enterLarge and from the arguments on the stack. Another stores the results
// there. Nothing stops the goroutine between the prologue and the end of that stub except yields. If the call
// failed, the results are zero.
#define LARGE                                      \
	PCDATA $PCDATA_StackMapIndex, $0           \
	RESERVE                                    \
	MOVQ block+0(FP), BX                       \
	LARGEBLOCK                                 \
	MOVQ DI, R12                               \
	MOVQ const_HeaderCtl(BX), DX               \
	MOVQ DX, const_HeaderCtl(DI)               \
	MOVQ $0, const_HeaderSite(DI)              \
	MOVQ closure_to(DX), DX                    \
	CALL target_fill(DX)                       \
	MOVQ target_entry(DX), AX                  \
enter:                                             \
	ENTER                                      \
	CMPQ AX, $1                                \
	JEQ  yield                                 \
done:                                              \
	MOVQ AX, status+8(FP)                      \
	TESTQ AX, AX                               \
	JNE  failed                                \
results:                                           \
	MOVQ block+0(FP), BX                       \
	LARGEBLOCK                                 \
	MOVQ DI, R12                               \
	MOVQ const_HeaderSite(DI), AX              \
	MOVQ AX, const_HeaderSite(BX)              \
	MOVQ const_HeaderA(DI), AX                 \
	MOVQ AX, const_HeaderA(BX)                 \
	MOVQ const_HeaderB(DI), AX                 \
	MOVQ AX, const_HeaderB(BX)                 \
	MOVQ const_HeaderCtl(DI), DX               \
	MOVQ DX, const_HeaderCtl(BX)               \
	MOVQ DX, (const_savedArea-const_wideBlock)(BX) \
	MOVQ closure_to(DX), DX                    \
	CALL target_drain(DX)                      \
	RET                                        \
failed:                                            \
	LARGECLEAR                                 \
	JMP  results                               \
	YIELD(LARGEBLOCK, LARGESAVE)               \
	JMP  done

#ifdef GOOS_windows
// reserve has a prologue that checks for faultReserve bytes of stack, and does nothing.
TEXT reserve<>(SB), 0, $12288-0 // faultReserve
	NO_LOCAL_POINTERS
	RET
#endif

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

// SAVE stores the pointers among the arguments in the pointer area of the frame, where the stack map with index 1
// describes them.
#define SAVE(area, pointers)                          \
	LEAQ area(SP), R8                             \
	MOVL $pointers, R9                            \
	CALL savePointers<>(SB)                       \
	PCDATA $PCDATA_StackMapIndex, $1

// CLEAR zeroes the block in the frame, except for the header.
#define CLEAR(block, area)                            \
	MOVL $((area-block)/8), CX                    \
clear:                                                \
	DECQ CX                                       \
	MOVQ $0, block(SP)(CX*8)                      \
	CMPQ CX, $(const_HeaderSize/8)                \
	JGT  clear

// BEGIN stores the time in the frame. It leaves all arguments in place.
#define BEGIN(slot)       \
	MOVQ DX, R12      \
	MOVQ AX, R13      \
	RDTSC             \
	SHLQ $32, DX      \
	ORQ  DX, AX       \
	MOVQ AX, slot(SP) \
	MOVQ R13, AX      \
	MOVQ R12, DX

// END counts a call that BEGIN saw, of the target at CX, with the block at R12. It clobbers AX, BX, DX, SI and DI.
#define END(slot)         \
	RDTSC             \
	SHLQ $32, DX      \
	ORQ  DX, AX       \
	SUBQ slot(SP), AX \
	CALL count<>(SB)

// TALLY counts a call of the target at CX, and nothing else.
#define TALLY \
	LOCK  \
	INCQ (target_counts+counts_tally)(CX)

// count adds a call that took AX ticks to the counts of the target at CX. The elements are the longest of the lengths
// in the block at R12. Clocks of two processors may differ, so the time may be negative.
TEXT count<>(SB), NOSPLIT|NOFRAME, $0-0
	XORL BX, BX
	TESTQ AX, AX
	CMOVQLT BX, AX
	LOCK
	ADDQ AX, (target_counts+counts_ticks)(CX)
	LOCK
	INCQ (target_counts+counts_calls)(CX)
	MOVQ target_lengths+0(CX), SI
	MOVQ target_lengths+8(CX), DI
longest:
	DECQ DI
	JLT  elements
	MOVQ (SI)(DI*8), DX
	MOVQ (R12)(DX*1), DX
	CMPQ DX, BX
	CMOVQGT DX, BX
	JMP  longest
elements:
	LOCK
	ADDQ BX, (target_counts+counts_elements)(CX)
	RET

#define OWNBLOCK(at) LEAQ (const_smallBlock+at)(SP), DI
#define OWNSAVE(at)  SAVE(const_smallArea+at, const_smallPointers)

// SMALL is shared by enterSmall and enterMany, and by the functions that time what these do: begin and end are BEGIN and
// END there, and the block is at bytes higher in the frame, with the time below. results loads the results from the block at
// R12. CX is the target.
//
// DX points to the closure, and the arguments are where the calling convention places them. The function fills the
// block in its frame and enters the kernel with the spill area of Frame256.
//
// It is NOSPLIT because the arguments are in registers. Where a goroutine stops for a larger stack or for the
// collector, pointers must be in memory, at places described by the function's stack map, and no map fits every
// signature. Until the kernel yields nothing inspects the frame; then savePointers stores the pointers in the
// mapped area. The frame fits in the space that every function with a stack check leaves for functions without.
//
// The store stub can also stop the goroutine: a loop around a kernel without polls may have no other place to
// stop.
#define SMALL(at, begin, end, results)                           \
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·small<>(SB) \
	PCDATA $PCDATA_StackMapIndex, $0                         \
	begin                                                    \
	MOVQ DX, (const_smallBlock+at+const_HeaderCtl)(SP)       \
	MOVQ $0, (const_smallBlock+at+const_HeaderSite)(SP)      \
	LEAQ (const_smallBlock+at)(SP), R12                      \
	MOVQ closure_to(DX), DX                                  \
	CALL target_store(DX)                                    \
	TESTQ AX, AX                                             \
	JNE  status                                              \
done:                                                            \
	MOVQ (const_smallBlock+at+const_HeaderCtl)(SP), CX       \
	LEAQ (const_smallBlock+at)(SP), R12                      \
	MOVQ closure_to(CX), CX                                  \
	end                                                      \
	results                                                  \
	MOVQ (TLS), R14                                          \
	XORPS X15, X15                                           \
	RET                                                      \
status:                                                          \
	CMPQ AX, $1                                              \
	JNE  leave                                               \
	JMP  yield                                               \
enter:                                                           \
	ENTER                                                    \
	TESTQ AX, AX                                             \
	JNE  status                                              \
	JMP  done                                                \
	YIELD(OWNBLOCK(at), OWNSAVE(at))                         \
	TESTQ AX, AX                                             \
	JEQ  done                                                \
	MOVQ AX, 8(SP)                                           \
	OWNBLOCK(at)                                             \
	MOVQ DI, 0(SP)                                           \
	OWNSAVE(at)                                              \
	CALL ·fail(SB)                                           \
	CLEAR(const_smallBlock+at, const_smallArea+at)           \
	JMP  done

// FEW loads three words of either kind, possibly more than the caller expects, or the results that a stub loads.
#define FEW                       \
	MOVQ target_load(CX), DX  \
	TESTQ DX, DX              \
	JNE  stub                 \
	MOVQ target_ints(CX), DI  \
	MOVQ target_floats(CX), SI \
	MOVQ 0(R12)(DI*1), AX     \
	MOVQ 8(R12)(DI*1), BX     \
	MOVQ 16(R12)(DI*1), CX    \
	MOVSD 0(R12)(SI*1), X0    \
	MOVSD 8(R12)(SI*1), X1    \
	MOVSD 16(R12)(SI*1), X2   \
	MOVQ (TLS), R14           \
	XORPS X15, X15            \
	RET                       \
stub:                             \
	CALL DX

// MANY loads all integer registers and five floating-point registers.
#define MANY                      \
	MOVQ target_ints(CX), DI  \
	MOVQ target_floats(CX), SI \
	ADDQ R12, DI              \
	MOVSD 0(R12)(SI*1), X0    \
	MOVSD 8(R12)(SI*1), X1    \
	MOVSD 16(R12)(SI*1), X2   \
	MOVSD 24(R12)(SI*1), X3   \
	MOVSD 32(R12)(SI*1), X4   \
	MOVQ 0(DI), AX            \
	MOVQ 8(DI), BX            \
	MOVQ 16(DI), CX           \
	MOVQ 32(DI), SI           \
	MOVQ 40(DI), R8           \
	MOVQ 48(DI), R9           \
	MOVQ 56(DI), R10          \
	MOVQ 64(DI), R11          \
	MOVQ 24(DI), DI

// enterSmall is the code of most kernels' func values; see SMALL.
TEXT ·enterSmall(SB), NOSPLIT, $672-0 // smallFrame
	SMALL(0, NOTHING, NOTHING, FEW)

// enterMany is enterSmall for more results. Loading them here is 1 ns faster than in a stub.
TEXT ·enterMany(SB), NOSPLIT, $672-0 // smallFrame
	SMALL(0, NOTHING, NOTHING, MANY)

// timeSmall and timeMany are enterSmall and enterMany for calls that are counted.
TEXT ·timeSmall(SB), NOSPLIT, $688-0 // smallFrame and timeSpace
	SMALL(const_timeSpace, BEGIN(const_smallBlock), END(const_smallBlock), FEW)

TEXT ·timeMany(SB), NOSPLIT, $688-0 // the same
	SMALL(const_timeSpace, BEGIN(const_smallBlock), END(const_smallBlock), MANY)

// tallySmall and tallyMany are enterSmall and enterMany for calls that are counted and not timed.
TEXT ·tallySmall(SB), NOSPLIT, $672-0 // smallFrame
	SMALL(0, NOTHING, TALLY, FEW)

TEXT ·tallyMany(SB), NOSPLIT, $672-0 // smallFrame
	SMALL(0, NOTHING, TALLY, MANY)

// WIDE is shared by enterWide and enterLarge, and by the functions that time what these do; see SMALL. The kernel runs on
// a separate trampoline, where the stack may have to grow, so the pointers among the arguments are saved before, in the
// pointer area. A stub loads the results. top is the end of the block.
#define WIDE(at, begin, end, top, area)                           \
	PCDATA $PCDATA_StackMapIndex, $0                          \
	begin                                                     \
	MOVQ DX, (const_wideBlock+at+const_HeaderCtl)(SP)         \
	MOVQ $0, (const_wideBlock+at+const_HeaderSite)(SP)        \
	MOVQ DX, (area+at)(SP)                                    \
	LEAQ (const_wideBlock+at)(SP), R12                        \
	MOVQ R12, 0(SP)                                           \
	MOVQ closure_to(DX), DX                                   \
	CALL target_store(DX)                                     \
	PCDATA $PCDATA_StackMapIndex, $1                          \
	CALL target_frame(DX)                                     \
	MOVQ 8(SP), AX                                            \
	TESTQ AX, AX                                              \
	JNE  failed                                               \
done:                                                             \
	LEAQ (const_wideBlock+at)(SP), R12                        \
	MOVQ const_HeaderCtl(R12), CX                             \
	MOVQ closure_to(CX), CX                                   \
	end                                                       \
	MOVQ CX, DX                                               \
	CALL target_load(DX)                                      \
	MOVQ (TLS), R14                                           \
	XORPS X15, X15                                            \
	RET                                                       \
failed:                                                           \
	LEAQ (const_wideBlock+at)(SP), DI                         \
	MOVQ DI, 0(SP)                                            \
	CALL ·fail(SB)                                            \
	CLEAR(const_wideBlock+at, top+at)                         \
	JMP  done

// enterWide is the code of func values whose kernels need a larger frame, or whose blocks are larger than
// enterSmall's.
TEXT ·enterWide(SB), NOSPLIT, $704-0 // wideFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·wide<>(SB)
	WIDE(0, NOTHING, NOTHING, const_wideArea, const_wideArea)

// timeWide is enterWide for calls that are counted.
TEXT ·timeWide(SB), NOSPLIT, $720-0 // wideFrame and timeSpace
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·wide<>(SB)
	WIDE(const_timeSpace, BEGIN(const_wideBlock), END(const_wideBlock), const_wideArea, const_wideArea)

// tallyWide is enterWide for calls that are counted and not timed.
TEXT ·tallyWide(SB), NOSPLIT, $704-0 // wideFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·wide<>(SB)
	WIDE(0, NOTHING, TALLY, const_wideArea, const_wideArea)

// enterLarge is the code of func values with still more arguments or results. The block in its frame only holds the
// arguments and results that are in registers. The trampoline has the kernel's block.
TEXT ·enterLarge(SB), NOSPLIT, $704-0 // wideFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·saved<>(SB)
	WIDE(0, NOTHING, NOTHING, const_savedTime, const_savedArea)

// timeLarge is enterLarge for calls that are counted. The stubs know where in the frame the block is, so the time is
// above it.
TEXT ·timeLarge(SB), NOSPLIT, $704-0 // wideFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·saved<>(SB)
	WIDE(0, BEGIN(const_savedTime), END(const_savedTime), const_savedTime, const_savedArea)

// tallyLarge is enterLarge for calls that are counted and not timed.
TEXT ·tallyLarge(SB), NOSPLIT, $704-0 // wideFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·saved<>(SB)
	WIDE(0, NOTHING, TALLY, const_savedTime, const_savedArea)

// func large4K(block unsafe.Pointer) (status uint64)
#define LARGEBLOCK LEAQ const_largeBlock(SP), DI
#define LARGESAVE  SAVE(const_largeArea, const_largePointers)
#define LARGECLEAR CLEAR(const_largeBlock, const_largeArea)
TEXT ·large4K(SB), 0, $3920-16 // largeFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·large<>(SB)
	LARGE
#undef LARGEBLOCK
#undef LARGESAVE
#undef LARGECLEAR

// func large64K(block unsafe.Pointer) (status uint64)
#define LARGEBLOCK LEAQ const_hugeBlock(SP), DI
#define LARGESAVE  SAVE(const_hugeArea, const_hugePointers)
#define LARGECLEAR CLEAR(const_hugeBlock, const_hugeArea)
TEXT ·large64K(SB), 0, $106576-16 // hugeFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·huge<>(SB)
	LARGE

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

// func trampolineAddrs() (t [5]uintptr, small, wide, many, large uintptr, l [2]uintptr, forward uintptr, time [4]uintptr)
TEXT ·trampolineAddrs(SB), NOSPLIT, $0-160
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
	LEAQ ·enterMany(SB), AX
	MOVQ AX, many+56(FP)
	LEAQ ·enterLarge(SB), AX
	MOVQ AX, large+64(FP)
	LEAQ ·large4K(SB), AX
	MOVQ AX, l_0+72(FP)
	LEAQ ·large64K(SB), AX
	MOVQ AX, l_1+80(FP)
	LEAQ ·forward(SB), AX
	MOVQ AX, forward+88(FP)
	LEAQ ·timeSmall(SB), AX
	MOVQ AX, time_0+96(FP)
	LEAQ ·timeWide(SB), AX
	MOVQ AX, time_1+104(FP)
	LEAQ ·timeMany(SB), AX
	MOVQ AX, time_2+112(FP)
	LEAQ ·timeLarge(SB), AX
	MOVQ AX, time_3+120(FP)
	LEAQ ·tallySmall(SB), AX
	MOVQ AX, tally_0+128(FP)
	LEAQ ·tallyWide(SB), AX
	MOVQ AX, tally_1+136(FP)
	LEAQ ·tallyMany(SB), AX
	MOVQ AX, tally_2+144(FP)
	LEAQ ·tallyLarge(SB), AX
	MOVQ AX, tally_3+152(FP)
	RET

// func ticks() uint64
TEXT ·ticks(SB), NOSPLIT, $0-8
	RDTSC
	SHLQ $32, DX
	ORQ  DX, AX
	MOVQ AX, ret+0(FP)
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
