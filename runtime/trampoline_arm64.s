#include "go_asm.h"
#include "textflag.h"
#include "funcdata.h"
#include "stackmaps.h"

// A trampoline's frame. The notes in the amd64 file on the prologue, NO_LOCAL_POINTERS and the alignment of stacks
// apply here too.
//
//	0(RSP)   saved LR
//	8(RSP)   block: the argument of checkpoint, and [SP+8] for the kernel
//	16(RSP)  result of checkpoint
//	24(RSP)  resume address, from a yield until the kernel is entered again
//	32(RSP)  up to 48 bytes for alignment, then the spill area: 80 bytes more than its size, less the 8 of LR
//
// The caller's frame pointer is stored below, at -8(RSP), so a kernel must not use that space as a red zone.

#define SPILLBASE 32

// Linux's rt_sigprocmask(how, set, old, size) and rt_sigpending(set, size), and their arguments.
#define SYS_rt_sigprocmask 135
#define SYS_rt_sigpending 136
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIGURG 23

// The frequency of CNTVCT_EL0 is between 1 MHz and 1 GHz. So waiting times are a fraction of a second: the
// frequency shifted right by this many bits. It corresponds to settleTicks: 2^-17 s is 7.6 µs.
#define SETTLESHIFT 17

// DEADLINE sets R5 to the counter value at which a wait that begins now ends. It clobbers R4.
#define DEADLINE                  \
	MRS  CNTFRQ_EL0, R4       \
	MRS  CNTVCT_EL0, R5       \
	ADD  R4>>SETTLESHIFT, R5, R5

// SYNC discards instructions that this core may have fetched before they were overwritten. It is used if no system
// call can make all cores do so when code is written; see publish in package codemem. A thread that changes cores
// on the way to the kernel returns from the operating system, which synchronizes too.
#define SYNC                           \
	MOVBU hotloop∕runtime∕codemem·SyncOnEntry(SB), R19 \
	CBZ   R19, 2(PC)               \
	ISB   $15

// ENTER calls R3 with the registers that the contract requires.
#define ENTER                           \
	MOVD R0, 8(RSP)                 \
	ADD  $(SPILLBASE+63), RSP, R1   \
	AND  $~63, R1                   \
	SYNC                            \
	CALL (R3)

// ONYIELD handles a yield of a kernel. R1 holds the resume address. toblock loads the block into R0. save stores
// in the frame what the collector must see there from now on.
//
// Between yield and settled it waits (see settleTicks), but only if the goroutine was asked to stop. If checkpoint
// returns statusHold, the kernel is resumed with preemption signals blocked (see holdSignals). Until they are
// unblocked, no Go code runs and the goroutine stays in its thread. Otherwise it jumps to enter, with the target
// address in R3 and the block in R0. R28 is g in all Go code, and no kernel changes it. At leave, R0 holds the
// final status.
#define ONYIELD(toblock, save)                \
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
	toblock                             \
	MOVD R0, 8(RSP)                     \
	save                                \
	CALL ·checkpoint(SB)                \
	MOVD 16(RSP), R0                    \
	CMP  $const_statusCancelled, R0     \
	BEQ  leave                          \
	CMP  $const_statusHold, R0          \
	MOVD 24(RSP), R3                    \
	toblock                             \
	BNE  enter                          \
	CALL blockPreemption<>(SB)          \
	toblock                             \
	ENTER                               \
	MOVD R1, 24(RSP)                    \
	CALL unblockPreemption<>(SB)        \
	CMP  $1, R0                         \
	BEQ  settled                        \
leave:

// BODY is shared by the trampolines that have the block as argument.
#define BODY                                \
	NO_LOCAL_POINTERS                   \
	ARGUMENT                            \
	MOVD const_HeaderCtl(R0), R2        \
	MOVD closure_to(R2), R2             \
	MOVD target_entry(R2), R3           \
enter:                                      \
	ENTER                               \
	CMP  $1, R0                         \
	BEQ  yield                          \
	MOVD R0, status+8(FP)               \
	RET                                 \
	ONYIELD(ARGUMENT, NOTHING)          \
	MOVD R0, status+8(FP)               \
	RET

#define ARGUMENT MOVD block+0(FP), R0
#define NOTHING

// LARGE is shared by the trampolines of enterLarge, whose frames also hold a block and a pointer area; see the amd64
// file.
#define LARGE                                      \
	PCDATA $PCDATA_StackMapIndex, $0           \
	MOVD block+0(FP), R23                      \
	LARGEBLOCK                                 \
	MOVD R0, R21                               \
	MOVD const_HeaderCtl(R23), R22             \
	MOVD R22, const_HeaderCtl(R0)              \
	MOVD ZR, const_HeaderSite(R0)              \
	MOVD closure_to(R22), R22                  \
	MOVD target_fill(R22), R20                 \
	CALL (R20)                                 \
	MOVD target_entry(R22), R3                 \
enter:                                             \
	ENTER                                      \
	CMP  $1, R0                                \
	BEQ  yield                                 \
done:                                              \
	MOVD R0, status+8(FP)                      \
	CBNZ R0, failed                            \
results:                                           \
	MOVD block+0(FP), R23                      \
	LARGEBLOCK                                 \
	MOVD R0, R21                               \
	MOVD const_HeaderSite(R0), R1              \
	MOVD R1, const_HeaderSite(R23)             \
	MOVD const_HeaderA(R0), R1                 \
	MOVD R1, const_HeaderA(R23)                \
	MOVD const_HeaderB(R0), R1                 \
	MOVD R1, const_HeaderB(R23)                \
	MOVD const_HeaderCtl(R0), R22              \
	MOVD R22, const_HeaderCtl(R23)             \
	MOVD R22, (const_savedArea-const_wideBlock)(R23) \
	MOVD closure_to(R22), R22                  \
	MOVD target_drain(R22), R20                \
	CALL (R20)                                 \
	RET                                        \
failed:                                            \
	LARGECLEAR                                 \
	B    results                               \
	ONYIELD(LARGEBLOCK, LARGESAVE)             \
	B    done

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
	MOVD block+0(FP), R0
	MOVD R0, 8(RSP)
	MOVD const_HeaderCtl(R0), R2
	MOVD closure_to(R2), R2
	MOVD target_frame(R2), R3
	CALL (R3)
	MOVD 16(RSP), R0
	MOVD R0, status+8(FP)
	RET

// savePointers copies the closure and the pointers among the arguments from the block at R0 to the R9 words at R8,
// and clears the remaining words. It clobbers R2 and R8 to R12.
TEXT savePointers<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD const_HeaderCtl(R0), R2
	MOVD R2, 0(R8)
	MOVD closure_to(R2), R2
	MOVD target_pointers+8(R2), R10 // number of pointers
	MOVD target_pointers+0(R2), R11
more:
	ADD  $8, R8
	SUBS $1, R9
	BEQ  saved
	MOVD $0, R12
	CBZ  R10, clear
	SUB  $1, R10
	MOVD.P 8(R11), R12
	MOVD (R0)(R12), R12
clear:
	MOVD R12, (R8)
	B    more
saved:
	RET

// SAVE stores the pointers among the arguments in the pointer area of the frame, where the stack map with index 1
// describes them.
#define SAVE(area, pointers)                          \
	MOVD $(area+8)(RSP), R8                       \
	MOVD $pointers, R9                            \
	CALL savePointers<>(SB)                       \
	PCDATA $PCDATA_StackMapIndex, $1

// CLEAR zeroes the block in the frame, except for the header.
#define CLEAR(block, area)                            \
	MOVD $(block+const_HeaderSize+8)(RSP), R1     \
	MOVD $((area-block-const_HeaderSize)/8), R2   \
clear:                                                \
	MOVD.P ZR, 8(R1)                              \
	SUBS $1, R2                                   \
	BNE  clear

// BEGIN stores the time in the frame. It leaves all arguments in place.
#define BEGIN(slot)               \
	MRS  CNTVCT_EL0, R20      \
	MOVD R20, (slot+8)(RSP)

// END counts a call that BEGIN saw, of the target at R20, with the block at R21. It clobbers R0 to R7.
#define END(slot)                 \
	MRS  CNTVCT_EL0, R0       \
	MOVD (slot+8)(RSP), R1    \
	SUB  R1, R0, R0           \
	CALL count<>(SB)

// ADDTO adds reg to a word at an offset from R20, in a sequence that no other processor interrupts. It clobbers R2, R3
// and R4.
#define ADDTO(reg, off, again)    \
	ADD   $off, R20, R2       \
again:                            \
	LDAXR (R2), R3            \
	ADD   reg, R3, R3         \
	STLXR R3, (R2), R4        \
	CBNZ  R4, again

// TALLY counts a call of the target at R20, and nothing else. It clobbers R0 and R2 to R4.
#define TALLY                     \
	MOVD $1, R0               \
	ADDTO(R0, (target_counts+counts_tally), tally)

// count adds a call that took R0 ticks to the counts of the target at R20. The elements are the longest of the lengths
// in the block at R21. Clocks of two processors may differ, so the time may be negative.
TEXT count<>(SB), NOSPLIT|NOFRAME, $0-0
	CMP  $0, R0
	CSEL LT, ZR, R0, R0
	ADDTO(R0, (target_counts+counts_ticks), ticks)
	MOVD $1, R0
	ADDTO(R0, (target_counts+counts_calls), calls)
	MOVD $0, R0
	MOVD target_lengths+0(R20), R5
	MOVD target_lengths+8(R20), R6
longest:
	CBZ  R6, elements
	SUB  $1, R6
	MOVD.P 8(R5), R7
	MOVD (R21)(R7), R7
	CMP  R0, R7
	CSEL GT, R7, R0, R0
	B    longest
elements:
	ADDTO(R0, (target_counts+counts_elements), sum)
	RET

#define OWNBLOCK(at) ADD $(const_smallBlock+at+8), RSP, R0
#define OWNSAVE(at)  SAVE(const_smallArea+at, const_smallPointers)

// SMALL is shared by enterSmall and enterMany, and by the functions that time what these do. results loads the results
// from the block at R21. R26 points to the closure, and the arguments are where the calling convention places them. The
// notes in the amd64 file apply here too.
#define SMALL(at, begin, end, results)                           \
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·small<>(SB) \
	PCDATA $PCDATA_StackMapIndex, $0                         \
	begin                                                    \
	MOVD R26, (const_smallBlock+at+const_HeaderCtl+8)(RSP)   \
	MOVD ZR, (const_smallBlock+at+const_HeaderSite+8)(RSP)   \
	SYNC                                                     \
	ADD  $(const_smallBlock+at+8), RSP, R21                  \
	MOVD closure_to(R26), R22                                \
	MOVD target_store(R22), R20                              \
	CALL (R20)                                               \
	CBNZ R0, status                                          \
done:                                                            \
	MOVD (const_smallBlock+at+const_HeaderCtl+8)(RSP), R20   \
	ADD  $(const_smallBlock+at+8), RSP, R21                  \
	MOVD closure_to(R20), R20                                \
	end                                                      \
	results                                                  \
	RET                                                      \
status:                                                          \
	CMP  $1, R0                                              \
	BNE  leave                                               \
	B    yield                                               \
enter:                                                           \
	ENTER                                                    \
	CBNZ R0, status                                          \
	B    done                                                \
	ONYIELD(OWNBLOCK(at), OWNSAVE(at))                       \
	CBZ  R0, done                                            \
	MOVD R0, 16(RSP)                                         \
	OWNBLOCK(at)                                             \
	MOVD R0, 8(RSP)                                          \
	OWNSAVE(at)                                              \
	CALL ·fail(SB)                                           \
	CLEAR(const_smallBlock+at, const_smallArea+at)           \
	B    done

// FEW loads three words of either kind, possibly more than the caller expects, or the results that a stub loads.
#define FEW                       \
	MOVD target_load(R20), R22 \
	CBNZ R22, stub            \
	MOVD target_ints(R20), R22 \
	MOVD target_floats(R20), R20 \
	ADD  R21, R22             \
	ADD  R21, R20             \
	MOVD 0(R22), R0           \
	MOVD 8(R22), R1           \
	MOVD 16(R22), R2          \
	FMOVD 0(R20), F0          \
	FMOVD 8(R20), F1          \
	FMOVD 16(R20), F2         \
	RET                       \
stub:                             \
	CALL (R22)

// MANY loads nine integer registers and five floating-point registers.
#define MANY                      \
	MOVD target_ints(R20), R22 \
	MOVD target_floats(R20), R20 \
	ADD  R21, R22             \
	ADD  R21, R20             \
	MOVD 0(R22), R0           \
	MOVD 8(R22), R1           \
	MOVD 16(R22), R2          \
	MOVD 24(R22), R3          \
	MOVD 32(R22), R4          \
	MOVD 40(R22), R5          \
	MOVD 48(R22), R6          \
	MOVD 56(R22), R7          \
	MOVD 64(R22), R8          \
	FMOVD 0(R20), F0          \
	FMOVD 8(R20), F1          \
	FMOVD 16(R20), F2         \
	FMOVD 24(R20), F3         \
	FMOVD 32(R20), F4

// enterSmall is the code of most kernels' func values; see SMALL.
TEXT ·enterSmall(SB), NOSPLIT, $672-0 // smallFrame
	SMALL(0, NOTHING, NOTHING, FEW)

// enterMany is enterSmall for more results.
TEXT ·enterMany(SB), NOSPLIT, $672-0 // smallFrame
	SMALL(0, NOTHING, NOTHING, MANY)

// timeSmall and timeMany are enterSmall and enterMany for calls that are counted. The time is just below the block,
// above the spill area.
TEXT ·timeSmall(SB), NOSPLIT, $688-0 // smallFrame and timeSpace
	SMALL(const_timeSpace, BEGIN(const_smallBlock), END(const_smallBlock), FEW)

TEXT ·timeMany(SB), NOSPLIT, $688-0 // the same
	SMALL(const_timeSpace, BEGIN(const_smallBlock), END(const_smallBlock), MANY)

// tallySmall and tallyMany are enterSmall and enterMany for calls that are counted and not timed.
TEXT ·tallySmall(SB), NOSPLIT, $672-0 // smallFrame
	SMALL(0, NOTHING, TALLY, FEW)

TEXT ·tallyMany(SB), NOSPLIT, $672-0 // smallFrame
	SMALL(0, NOTHING, TALLY, MANY)

// WIDE is shared by enterWide and enterLarge, and by the functions that time what these do; see the amd64 file.
#define WIDE(at, begin, end, top, area)                            \
	PCDATA $PCDATA_StackMapIndex, $0                           \
	begin                                                      \
	MOVD R26, (const_wideBlock+at+const_HeaderCtl+8)(RSP)      \
	MOVD ZR, (const_wideBlock+at+const_HeaderSite+8)(RSP)      \
	SYNC                                                       \
	MOVD R26, (area+at+8)(RSP)                                 \
	ADD  $(const_wideBlock+at+8), RSP, R21                     \
	MOVD R21, 8(RSP)                                           \
	MOVD closure_to(R26), R22                                  \
	MOVD target_store(R22), R20                                \
	CALL (R20)                                                 \
	MOVD target_frame(R22), R20                                \
	PCDATA $PCDATA_StackMapIndex, $1                           \
	CALL (R20)                                                 \
	MOVD 16(RSP), R0                                           \
	CBNZ R0, failed                                            \
done:                                                              \
	ADD  $(const_wideBlock+at+8), RSP, R21                     \
	MOVD const_HeaderCtl(R21), R20                             \
	MOVD closure_to(R20), R20                                  \
	end                                                        \
	MOVD target_load(R20), R20                                 \
	CALL (R20)                                                 \
	RET                                                        \
failed:                                                            \
	ADD  $(const_wideBlock+at+8), RSP, R0                      \
	MOVD R0, 8(RSP)                                            \
	CALL ·fail(SB)                                             \
	CLEAR(const_wideBlock+at, top+at)                          \
	B    done

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

// enterLarge is the code of func values with still more arguments or results; see the amd64 file.
TEXT ·enterLarge(SB), NOSPLIT, $704-0 // wideFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·saved<>(SB)
	WIDE(0, NOTHING, NOTHING, const_savedTime, const_savedArea)

// timeLarge is enterLarge for calls that are counted; see the amd64 file.
TEXT ·timeLarge(SB), NOSPLIT, $704-0 // wideFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·saved<>(SB)
	WIDE(0, BEGIN(const_savedTime), END(const_savedTime), const_savedTime, const_savedArea)

// tallyLarge is enterLarge for calls that are counted and not timed.
TEXT ·tallyLarge(SB), NOSPLIT, $704-0 // wideFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·saved<>(SB)
	WIDE(0, NOTHING, TALLY, const_savedTime, const_savedArea)

// func large4K(block unsafe.Pointer) (status uint64)
#define LARGEBLOCK MOVD $(const_largeBlock+8)(RSP), R0
#define LARGESAVE  SAVE(const_largeArea, const_largePointers)
#define LARGECLEAR CLEAR(const_largeBlock, const_largeArea)
TEXT ·large4K(SB), 0, $3920-16 // largeFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·large<>(SB)
	LARGE
#undef LARGEBLOCK
#undef LARGESAVE
#undef LARGECLEAR

// func large64K(block unsafe.Pointer) (status uint64)
#define LARGEBLOCK MOVD $(const_hugeBlock+8)(RSP), R0
#define LARGESAVE  SAVE(const_hugeArea, const_hugePointers)
#define LARGECLEAR CLEAR(const_hugeBlock, const_hugeArea)
TEXT ·large64K(SB), 0, $106576-16 // hugeFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·huge<>(SB)
	LARGE

DATA preemptionSignals<>+0(SB)/8, $(1<<(SIGURG-1))
GLOBL preemptionSignals<>(SB), RODATA, $8

// blockPreemption blocks the Go runtime's preemption signal in this thread. Like all system calls of
// unblockPreemption, this one cannot fail and does not sleep, so the Go runtime need not be notified. It preserves
// R3 and clobbers R0, R1, R2 and R8. checkpoint requests it only on Linux.
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

// unblockPreemption unblocks the signal. The handler of a pending signal runs before it returns. A kernel that
// sees its guard poisoned may get here before the signal is sent, and would still be interrupted. So if the
// goroutine was asked to stop, it waits for the signal, at most as long as a kernel settles. It preserves R0 and
// clobbers R1 to R8.
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

// forward is the code of a forwarder's func value. It leaves all arguments in place.
TEXT ·forward(SB), NOSPLIT|NOFRAME, $0-0
	MOVD forwarder_to(R26), R26
	MOVD (R26), R27
	JMP  (R27)

// func trampolineAddrs() (t [5]uintptr, small, wide, many, large uintptr, l [2]uintptr, forward uintptr, time [4]uintptr)
TEXT ·trampolineAddrs(SB), NOSPLIT, $0-160
	MOVD $·trampoline576(SB), R0
	MOVD R0, t_0+0(FP)
	MOVD $·trampoline1K(SB), R0
	MOVD R0, t_1+8(FP)
	MOVD $·trampoline4K(SB), R0
	MOVD R0, t_2+16(FP)
	MOVD $·trampoline16K(SB), R0
	MOVD R0, t_3+24(FP)
	MOVD $·trampoline64K(SB), R0
	MOVD R0, t_4+32(FP)
	MOVD $·enterSmall(SB), R0
	MOVD R0, small+40(FP)
	MOVD $·enterWide(SB), R0
	MOVD R0, wide+48(FP)
	MOVD $·enterMany(SB), R0
	MOVD R0, many+56(FP)
	MOVD $·enterLarge(SB), R0
	MOVD R0, large+64(FP)
	MOVD $·large4K(SB), R0
	MOVD R0, l_0+72(FP)
	MOVD $·large64K(SB), R0
	MOVD R0, l_1+80(FP)
	MOVD $·forward(SB), R0
	MOVD R0, forward+88(FP)
	MOVD $·timeSmall(SB), R0
	MOVD R0, time_0+96(FP)
	MOVD $·timeWide(SB), R0
	MOVD R0, time_1+104(FP)
	MOVD $·timeMany(SB), R0
	MOVD R0, time_2+112(FP)
	MOVD $·timeLarge(SB), R0
	MOVD R0, time_3+120(FP)
	MOVD $·tallySmall(SB), R0
	MOVD R0, tally_0+128(FP)
	MOVD $·tallyWide(SB), R0
	MOVD R0, tally_1+136(FP)
	MOVD $·tallyMany(SB), R0
	MOVD R0, tally_2+144(FP)
	MOVD $·tallyLarge(SB), R0
	MOVD R0, tally_3+152(FP)
	RET

// func ticks() uint64
TEXT ·ticks(SB), NOSPLIT, $0-8
	MRS  CNTVCT_EL0, R0
	MOVD R0, ret+0(FP)
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
