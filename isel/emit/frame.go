package emit

import (
	"errors"

	"hotloop/isel/mach"
)

// What generated code takes for granted about the trampoline that enters it; package runtime documents the contract and
// checks that these agree.
const (
	// GuardOffset is where g holds stackguard0, whose sign asks for a yield.
	GuardOffset = 16
	// BlockSlot is where the stack holds the address of the argument block, from RSP.
	BlockSlot = 8
	// SpillRSP is where the frame begins, from RSP: 8-byte aligned. RSI is that, rounded up to 64.
	SpillRSP = 32
	// The argument block's header.
	BlockSite, BlockA, BlockB = 0, 8, 16
	// RequestMark is in BlockSite, with the number of the site, where a yield asks something of Go.
	RequestMark = 1 << 40
	// BlockFuel is the counter of polls where there is no guard.
	BlockFuel = 0

	StatusDone  = 0
	StatusYield = 1
	StatusTrap  = 2

	// MaxFrame is the largest frame there is a trampoline for.
	MaxFrame = 64 << 10
)

// ErrSpillLimit is what Emit fails with if a function needs more than MaxFrame bytes.
var ErrSpillLimit = errors.New("isel: SpillLimit: too many values at once for the largest frame")

// alignSlack is by how much RSI may be above RSP+SpillRSP.
const alignSlack = 56

// frame is the layout of the frame. General and mask registers need no alignment beyond 8 and are found from RSP, so
// that RSI stays free for other things in most functions. Vectors and arrays are found from RSI, where they cannot
// cross cache lines. The area that polls save registers in comes last, and is found from RSP: where it starts must not
// depend on RSI, which may be anything then.
//
//	RSP+32      small slots
//	RSI+large   vectors and arrays: up to 56 bytes farther, behind the small slots
//	RSP+poll    registers saved while the function yields
//
// What is found from RSP may lie in the 56 bytes too.
type frame struct {
	slots    []int32 // by slot: offset from RSP+SpillRSP, or from RSI
	aligned  []bool  // by slot: from RSI
	Poll     int32   // from RSP
	size     int32   // bytes in all, counted from RSP+SpillRSP
	UsesBase bool
}

// small says whether a slot is found from RSP.
func small(s mach.Slot) bool { return s.Size <= 8 && s.Align <= 8 }

func (fr *frame) layout(slots []mach.Slot, pollBytes int32) {
	fr.slots, fr.aligned, fr.UsesBase = make([]int32, len(slots)), make([]bool, len(slots)), false
	at := int32(0)
	for i, s := range slots {
		if small(s) {
			fr.slots[i] = at
			at += 8
		}
	}
	// Registers first, near RSI, where displacements take one byte; arrays behind them. Of each the most aligned first,
	// which leaves no holes between vectors.
	large := (at + 63) &^ 63
	end := large
	for _, array := range [...]bool{false, true} {
		for align := 64; align > 0; align /= 2 {
			for i, s := range slots {
				a := min(64, max(1, s.Align))
				if small(s) || (s.Size > 64) != array || a >= 2*align || a < align {
					continue
				}
				end = (end + int32(align) - 1) &^ int32(align-1)
				fr.slots[i], fr.aligned[i], fr.UsesBase = end, true, true
				end += int32(s.Size)
			}
		}
	}
	if fr.UsesBase {
		at = (end+7)&^7 + alignSlack
	}
	fr.Poll = SpillRSP + at
	// The trampoline's frame has the slack on top, and who does not align anything has it for the rest.
	fr.size = max(0, at+pollBytes-alignSlack)
	if fr.UsesBase {
		fr.size = max(fr.size, end)
	}
}

// At is where a slot is: from the base of aligned slots, or from the stack pointer.
func (fr *frame) At(slot int32) (disp int32, aligned bool) {
	if fr.aligned[slot-1] {
		return fr.slots[slot-1], true
	}
	return fr.slots[slot-1] + SpillRSP, false
}
