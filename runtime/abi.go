package runtime

// The convention of the Go compiler, ABIInternal. The rules used are all old, and TestEverySignature and TestParts
// exercise all of them:
//
//   - A value goes to integer registers (1 word, string 2, slice 3) or to one
//     floating-point register, a struct field by field, as long as enough are
//     left for all of it; otherwise to the stack, at its natural alignment, in
//     order. Later values still get the registers that are left. What holds an
//     array of more than one element goes to the stack.
//   - In a register, bits beyond the size of a value are junk.
//   - Results go to the same registers, in order. Those without a register are
//     on the stack behind the arguments there. All registers are caller-saved,
//     so more results than the caller expects are harmless.

// A move is a word of a parameter or result, between its slot in the block and its place in the calling convention.
type move struct {
	slot  uintptr // offset in the block
	float bool    // which registers reg counts in
	reg   int     // number of the register, onStack if there is none
	stack uintptr // else the offset from the first argument on the stack
	size  uintptr // in bytes, of what is on the stack
}

const onStack = -1

func roundUp(n, unit uintptr) uintptr { return (n + unit - 1) &^ (unit - 1) }
