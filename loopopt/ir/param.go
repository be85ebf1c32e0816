package ir

import "unsafe"

// ParamKind is the form of a parameter.
type ParamKind uint8

// The forms of parameters. In the argument block a scalar takes its size, a string pointer and length, a slice
// pointer, length and capacity.
const (
	ParamScalar ParamKind = iota
	ParamSlice
	ParamString
	ParamArrayPtr // pointer to an array; its length is Len elements
)

// Param is a parameter of a kernel or one of its results.
type Param struct {
	Name string
	Kind ParamKind
	Elem Elem // of the scalar, or of the elements; a struct element is Void
	Size int  // bytes of an element (the stride of a slice)
	Len  int  // elements of a ParamArrayPtr
	// Unknown: a ParamArrayPtr may refer to less than Len elements. There is what the program reads, and the rest of
	// the pages that this lies in; nothing else may be touched (see PageSize).
	Unknown bool
	// Addr, if not nil, makes a ParamArrayPtr one that no caller passes: a variable outside the kernel, always at this
	// address. It has no slot in the argument block. In all else it is like an array behind any pointer, and may
	// overlap with other arguments. The text form leaves the address out: a function that is parsed takes the variable
	// as an argument.
	Addr unsafe.Pointer
	Sign bool // whether the Go type is a signed integer, for messages and run-time arguments
	Pos  Pos
	Off  int // byte offset in the argument block, set by Layout
}

// ResultType is the type of a result as Ret has it: of a scalar its own; a ParamArrayPtr is the bits of an address in
// what a parameter refers to, or 0.
func (p *Param) ResultType() Type {
	if p.Kind == ParamArrayPtr {
		return TI64
	}
	return Scalar(p.Elem)
}
