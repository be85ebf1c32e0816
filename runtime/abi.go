package runtime

// The Go compiler's calling convention, ABIInternal. TestEverySignature and TestParts exercise every rule below:
//
//   - A value is assigned to integer registers (1 word, string 2, slice 3) or to one
//     floating-point register, a struct field by field. If too few registers are left
//     for the whole value, it goes to the stack, at its natural alignment, in order.
//     Later values may still use the remaining registers. A value that contains an
//     array of more than one element goes to the stack.
//   - In a register, the bits beyond the size of a value are undefined.
//   - Results use the same registers, in order. Stack results follow the stack
//     arguments. All registers are caller-saved, so returning more results than the
//     caller expects is harmless.

// move is one word of a parameter or result: its slot in the argument block and its place in the calling
// convention.
type move struct {
	slot  uintptr // offset in the block
	float bool    // reports whether reg is a floating-point register
	reg   int     // number of the register, or onStack
	stack uintptr // if on the stack, the offset from the first stack argument
	size  uintptr // if on the stack, the size in bytes
}

const onStack = -1

func roundUp(n, unit uintptr) uintptr { return (n + unit - 1) &^ (unit - 1) }
