package ir

import (
	"fmt"
	"slices"
)

// A mask (m16) has lanes but no width. Instruction selection gives it one: a mask register on AVX-512,
// elsewhere a vector as wide as the elements that it is used with.

// Elem is an element kind. Integers are signless: operations carry the sign.
type Elem uint8

// The element kinds. A scalar Bool is a bool; a vector of Bool is a mask.
const (
	Void Elem = iota // no value: stores, checks, polls
	Bool
	I8
	I16
	I32
	I64
	F32
	F64
	Ptr // an address in memory; scalar only

	numElems
)

var elemNames = [numElems]string{"void", "bool", "i8", "i16", "i32", "i64", "f32", "f64", "ptr"}

func (e Elem) String() string { return elemNames[e] }

// ElemByName returns the element kind with that name.
func ElemByName(name string) (Elem, bool) {
	i := slices.Index(elemNames[:], name)
	return Elem(max(i, 0)), i >= 0
}

// Size returns the size in memory in bytes. A Bool takes one byte in memory; Void takes none.
func (e Elem) Size() int { return int(elemSizes[e]) }

// Bits returns the width of a lane in bits: 1 for Bool.
func (e Elem) Bits() int {
	if e == Bool {
		return 1
	}
	return 8 * e.Size()
}

var elemSizes = [numElems]uint8{0, 1, 1, 2, 4, 8, 4, 8, 8}

// IsInt reports whether e is one of the integer kinds I8 … I64.
func (e Elem) IsInt() bool { return e >= I8 && e <= I64 }

// IsFloat reports whether e is F32 or F64.
func (e Elem) IsFloat() bool { return e == F32 || e == F64 }

// IntElem returns the integer kind of size bytes (1, 2, 4 or 8).
func IntElem(size int) Elem {
	switch size {
	case 1:
		return I8
	case 2:
		return I16
	case 4:
		return I32
	case 8:
		return I64
	}
	panic(fmt.Sprintf("ir: no integer of %d bytes", size))
}

// MaxLanes is the largest number of lanes of a vector type.
const MaxLanes = 64

// Type is the type of a value: an element kind and a number of lanes. The number of lanes is a power of two up
// to MaxLanes; 1 is a scalar. Types are comparable.
type Type struct {
	Elem  Elem
	Lanes uint8
}

// The scalar types.
var (
	TVoid = Type{Void, 1}
	TBool = Type{Bool, 1}
	TI8   = Type{I8, 1}
	TI16  = Type{I16, 1}
	TI32  = Type{I32, 1}
	TI64  = Type{I64, 1}
	TF32  = Type{F32, 1}
	TF64  = Type{F64, 1}
	TPtr  = Type{Ptr, 1}
)

// Scalar returns the scalar type of element kind e.
func Scalar(e Elem) Type { return Type{e, 1} }

// Vec returns the vector type with the given number of elements of kind e; Vec(e, 1) is the scalar type.
func Vec(e Elem, lanes int) Type { return Type{e, uint8(lanes)} }

// Mask returns the mask type with the given number of lanes; Mask(1) is bool.
func Mask(lanes int) Type { return Type{Bool, uint8(lanes)} }

// IsVector reports whether t has more than one lane.
func (t Type) IsVector() bool { return t.Lanes > 1 }

// IsMask reports whether t is a bool or a mask.
func (t Type) IsMask() bool { return t.Elem == Bool }

// Scalar returns the scalar type of t's element.
func (t Type) Scalar() Type { return Type{t.Elem, 1} }

// WithLanes returns t with n lanes.
func (t Type) WithLanes(n int) Type { return Type{t.Elem, uint8(n)} }

// WithElem returns t with element kind e.
func (t Type) WithElem(e Elem) Type { return Type{e, t.Lanes} }

// Size returns the size in bytes of all lanes in memory.
func (t Type) Size() int { return t.Elem.Size() * int(t.Lanes) }

// String prints f32, bool, f32x8, and m8 for a mask of 8 lanes.
func (t Type) String() string {
	if t.Lanes == 1 {
		return t.Elem.String()
	}
	if t.Elem == Bool {
		return fmt.Sprintf("m%d", t.Lanes)
	}
	return fmt.Sprintf("%sx%d", t.Elem, t.Lanes)
}
