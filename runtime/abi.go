package runtime

import "reflect"

// The convention of the Go compiler, ABIInternal, for the few classes that kernels have. The rules used are all old,
// and TestEverySignature exercises all of them:
//
//   - A value goes to integer registers (1 word, string 2, slice 3) or to one
//     floating-point register, as long as enough are left for all of it;
//     otherwise to the stack, at its natural alignment, in order. Later values
//     still get the registers that are left.
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

// assign lists the words of parameters or results that have these slots. What is on the stack begins at stack and ends
// at end. typ gives the types.
func assign(classes []Class, slots []uintptr, typ func(int) reflect.Type, stack uintptr) (list []move, end uintptr) {
	ints, floats := 0, 0
	for i, c := range classes {
		words := int(classWords[c])
		used, most := &ints, intRegisters
		if c == ClassFloat {
			used, most = &floats, floatRegisters
		}
		inRegisters := *used+words <= most
		size := min(typ(i).Size(), wordSize)
		if !inRegisters {
			stack = roundUp(stack, size)
		}
		for w := range words {
			m := move{slot: slots[i] + uintptr(w)*wordSize, float: c == ClassFloat, reg: onStack, stack: stack, size: size}
			if inRegisters {
				m.reg = *used
				*used++
			} else {
				stack += size
			}
			list = append(list, m)
		}
	}
	return list, roundUp(stack, wordSize)
}

func roundUp(n, unit uintptr) uintptr { return (n + unit - 1) &^ (unit - 1) }
