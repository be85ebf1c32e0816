package ir

import "unsafe"

// ParamKind is the form of a parameter.
type ParamKind uint8

// The forms of parameters. In the argument block, a scalar occupies its size; a string occupies a pointer and a
// length; a slice occupies a pointer, a length and a capacity.
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
	// Unknown means that a ParamArrayPtr may refer to fewer than Len elements. Only the elements that the
	// program reads exist, together with the rest of their pages; nothing else may be accessed (see PageSize).
	Unknown bool
	// Addr, if not nil, marks a ParamArrayPtr that callers do not pass: a variable outside the kernel that is
	// always at this address. It has no slot in the argument block. Otherwise it is like an array behind any
	// pointer and may overlap other arguments. The text form omits the address: a parsed function takes the
	// variable as an argument.
	Addr unsafe.Pointer
	Sign bool // whether the Go type is a signed integer, for messages and run-time arguments
	Pos  Pos
	Off  int // byte offset in the argument block, set by Layout
}

// ResultType returns the type of a result as an argument of Ret. A scalar has its own type. A ParamArrayPtr is
// an i64: the bits of an address inside the memory of a parameter, or 0.
func (p *Param) ResultType() Type {
	if p.Kind == ParamArrayPtr {
		return TI64
	}
	return Scalar(p.Elem)
}

// Bytes returns the number of bytes that p takes in the argument block.
func (p *Param) Bytes() int {
	switch p.Kind {
	case ParamSlice:
		return 24
	case ParamString:
		return 16
	case ParamArrayPtr:
		return 8
	}
	return p.Size
}
