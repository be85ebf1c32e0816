#include "go_asm.h"
#include "textflag.h"
#include "funcdata.h"

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

#define OWNBLOCK ADD $(const_smallBlock+8), RSP, R0
#define SAVE                                          \
	ADD  $(const_smallArea+8), RSP, R8            \
	MOVD $const_smallPointers, R9                 \
	CALL savePointers<>(SB)                       \
	PCDATA $PCDATA_StackMapIndex, $1

// enterSmall is the code of most kernels' func values. R26 points to the closure, and the arguments are where the
// calling convention places them. The notes in the amd64 file apply here too.
TEXT ·enterSmall(SB), NOSPLIT, $672-0 // smallFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·small<>(SB)
	PCDATA $PCDATA_StackMapIndex, $0
	MOVD R26, (const_smallBlock+const_HeaderCtl+8)(RSP)
	MOVD ZR, (const_smallBlock+const_HeaderSite+8)(RSP)
	SYNC
	ADD  $(const_smallBlock+8), RSP, R21
	MOVD closure_to(R26), R22
	MOVD target_store(R22), R20
	CALL (R20)
	CBNZ R0, status
done:
	MOVD (const_smallBlock+const_HeaderCtl+8)(RSP), R2
	ADD  $(const_smallBlock+8), RSP, R21
	MOVD closure_to(R2), R2
	MOVD target_load(R2), R5
	CBNZ R5, many
	MOVD target_ints(R2), R3
	MOVD target_floats(R2), R4
	ADD  R21, R3
	ADD  R21, R4
	MOVD 0(R3), R0
	MOVD 8(R3), R1
	MOVD 16(R3), R2
	FMOVD 0(R4), F0
	FMOVD 8(R4), F1
	FMOVD 16(R4), F2
	RET
many:
	CALL (R5)
	RET
status:
	CMP  $1, R0
	BNE  leave
	B    yield
enter:
	ENTER
	CBNZ R0, status
	B    done
	ONYIELD(OWNBLOCK, SAVE)
	CBZ  R0, done
	MOVD R0, 16(RSP)
	OWNBLOCK
	MOVD R0, 8(RSP)
	SAVE
	CALL ·fail(SB)
	ADD  $(const_smallBlock+const_HeaderSize+8), RSP, R0
	MOVD $((const_smallArea-const_smallBlock-const_HeaderSize)/8), R2
clear:
	MOVD.P ZR, 8(R0)
	SUBS $1, R2
	BNE  clear
	B    done

// enterWide is the code of the other func values; see the amd64 file.
TEXT ·enterWide(SB), NOSPLIT, $704-0 // wideFrame
	FUNCDATA $FUNCDATA_LocalsPointerMaps, gclocals·wide<>(SB)
	PCDATA $PCDATA_StackMapIndex, $0
	MOVD R26, (const_wideBlock+const_HeaderCtl+8)(RSP)
	MOVD ZR, (const_wideBlock+const_HeaderSite+8)(RSP)
	SYNC
	MOVD R26, (const_wideArea+8)(RSP)
	ADD  $(const_wideBlock+8), RSP, R21
	MOVD R21, 8(RSP)
	MOVD closure_to(R26), R22
	MOVD target_store(R22), R20
	CALL (R20)
	PCDATA $PCDATA_StackMapIndex, $1
	MOVD target_frame(R22), R20
	CALL (R20)
	MOVD 16(RSP), R0
	CBNZ R0, failed
done:
	ADD  $(const_wideBlock+8), RSP, R21
	MOVD const_HeaderCtl(R21), R26
	MOVD closure_to(R26), R26
	MOVD target_load(R26), R20
	CALL (R20)
	RET
failed:
	ADD  $(const_wideBlock+8), RSP, R0
	MOVD R0, 8(RSP)
	CALL ·fail(SB)
	ADD  $(const_wideBlock+const_HeaderSize+8), RSP, R0
	MOVD $((const_wideArea-const_wideBlock-const_HeaderSize)/8), R2
clear:
	MOVD.P ZR, 8(R0)
	SUBS $1, R2
	BNE  clear
	B    done

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

// func trampolineAddrs() (t [5]uintptr, small, wide, forward uintptr)
TEXT ·trampolineAddrs(SB), NOSPLIT, $0-64
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
	MOVD $·forward(SB), R0
	MOVD R0, forward+56(FP)
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
