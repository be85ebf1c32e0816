package emit

import (
	"errors"

	"hotloop/isel/mach"
)

// Assumptions of generated code about the trampoline that enters it. Package runtime documents the contract and
// checks that the two agree.
const (
	// GuardOffset is the offset of stackguard0 in g. A negative value requests a yield.
	GuardOffset = 16
	// BlockSlot is the offset from RSP of the argument block's address.
	BlockSlot = 8
	// SpillRSP is the offset from RSP of the frame, which is 8-byte aligned. RSI is the frame's address rounded
	// up to 64.
	SpillRSP = 32
	// Offsets in the header of the argument block.
	BlockSite, BlockA, BlockB = 0, 8, 16
	// RequestMark is set in BlockSite, together with the number of the site, if a yield requests a service from
	// Go.
	RequestMark = 1 << 40
	// BlockFuel is the offset of the poll counter, used if there is no guard.
	BlockFuel = 0

	StatusDone  = 0
	StatusYield = 1
	StatusTrap  = 2

	// MaxFrame is the size of the largest frame that a trampoline provides.
	MaxFrame = 64 << 10
)

// ErrSpillLimit is the error of Emit if a function needs more than MaxFrame bytes.
var ErrSpillLimit = errors.New("isel: SpillLimit: the values that are live at once exceed the largest frame")

// alignSlack is the maximum distance of RSI from RSP+SpillRSP.
const alignSlack = 56

// frame is the layout of the frame. General and mask registers need an alignment of 8 only and are addressed from
// RSP, so that RSI remains available in most functions. Vectors and arrays are addressed from RSI, where they
// cannot cross cache lines. The save area of polls comes last. It is addressed from RSP, because its position
// must not depend on RSI, which may hold any value at that point.
//
//	RSP+32      small slots
//	RSI+large   vectors and arrays: up to 56 bytes farther, after the small slots
//	RSP+poll    registers saved during a yield
//	RSP+fuel    the count of polls in functions of Go's assembler
//
// Slots addressed from RSP may also use the 56 bytes of slack.
type frame struct {
	slots    []int32 // by slot: offset from RSP+SpillRSP or from RSI
	aligned  []bool  // by slot: addressed from RSI
	Poll     int32   // offset of the save area from RSP
	Fuel     int32   // offset of the count of polls from RSP; 0 if there is none
	size     int32   // total size in bytes, counted from RSP+SpillRSP
	UsesBase bool
}

// small reports whether a slot is addressed from RSP.
func small(s mach.Slot) bool { return s.Size <= 8 && s.Align <= 8 }

func (fr *frame) layout(slots []mach.Slot, pollBytes int32, fuel bool) {
	fr.slots, fr.aligned, fr.UsesBase = make([]int32, len(slots)), make([]bool, len(slots)), false
	at := int32(0)
	for i, s := range slots {
		if small(s) {
			fr.slots[i] = at
			at += 8
		}
	}
	// Registers first, near RSI, where displacements take one byte; then arrays. Within each group the most
	// aligned slots come first, which leaves no gaps between vectors.
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
	if fr.Fuel = 0; fuel {
		fr.Fuel = fr.Poll + pollBytes
		pollBytes += 8
	}
	// The trampoline's frame includes the slack. Functions without aligned slots can use it for other slots.
	fr.size = max(0, at+pollBytes-alignSlack)
	if fr.UsesBase {
		fr.size = max(fr.size, end)
	}
}

// At returns the displacement of a slot, from the base of aligned slots or from the stack pointer.
func (fr *frame) At(slot int32) (disp int32, aligned bool) {
	if fr.aligned[slot-1] {
		return fr.slots[slot-1], true
	}
	return fr.slots[slot-1] + SpillRSP, false
}
