package arrowkernel

import (
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
)

// kind is an element type of kernels.
type kind uint8

const (
	int8s kind = iota
	int16s
	int32s
	int64s
	uint8s
	uint16s
	uint32s
	uint64s
	float32s
	float64s
	bools
	kinds
)

// kindTable has a row for each kind: its name in Go, its field in batch, and its type in Arrow.
var kindTable = [kinds]struct {
	name, field string
	typ         arrow.DataType
}{
	int8s:    {"int8", "I8", arrow.PrimitiveTypes.Int8},
	int16s:   {"int16", "I16", arrow.PrimitiveTypes.Int16},
	int32s:   {"int32", "I32", arrow.PrimitiveTypes.Int32},
	int64s:   {"int64", "I64", arrow.PrimitiveTypes.Int64},
	uint8s:   {"uint8", "U8", arrow.PrimitiveTypes.Uint8},
	uint16s:  {"uint16", "U16", arrow.PrimitiveTypes.Uint16},
	uint32s:  {"uint32", "U32", arrow.PrimitiveTypes.Uint32},
	uint64s:  {"uint64", "U64", arrow.PrimitiveTypes.Uint64},
	float32s: {"float32", "F32", arrow.PrimitiveTypes.Float32},
	float64s: {"float64", "F64", arrow.PrimitiveTypes.Float64},
	bools:    {"bool", "B", arrow.FixedWidthTypes.Boolean},
}

func (k kind) String() string { return kindTable[k].name }

// arrowType returns the Arrow type of values of the kind.
func (k kind) arrowType() arrow.DataType { return kindTable[k].typ }

func (k kind) signed() bool { return k <= int64s }
func (k kind) float() bool  { return k == float32s || k == float64s }
func (k kind) numeric() bool {
	return k < bools
}

// size returns the bytes of an element.
func (k kind) size() int {
	if k == bools {
		return 1
	}
	return k.arrowType().(arrow.FixedWidthDataType).Bytes()
}

// kindNamed returns the kind with a name in Go; byte and rune are aliases.
func kindNamed(name string) (kind, bool) {
	switch name {
	case "byte":
		return uint8s, true
	case "rune":
		return int32s, true
	}
	for k, row := range kindTable {
		if row.name == name {
			return kind(k), true
		}
	}
	return 0, false
}

// kindOf returns the kind of the elements of numeric, boolean and temporal arrays. Dates, times and durations are the
// integers that they are stored as.
func kindOf(dt arrow.DataType) (kind, bool) {
	switch dt.ID() {
	case arrow.DATE32, arrow.TIME32:
		return int32s, true
	case arrow.DATE64, arrow.TIME64, arrow.TIMESTAMP, arrow.DURATION:
		return int64s, true
	}
	for k, row := range kindTable {
		if row.typ.ID() == dt.ID() {
			return kind(k), true
		}
	}
	return 0, false
}

// common returns the kind that arithmetic of two numeric kinds has, by Arrow's rules: a float if one of them is, and
// otherwise the smallest integer that holds both, at most int64.
func common(a, b kind) kind {
	switch {
	case a == b:
		return a
	case a == float64s || b == float64s:
		return float64s
	case a == float32s || b == float32s:
		return float32s
	case a.signed() == b.signed():
		return max(a, b)
	}
	if b.signed() {
		a, b = b, a
	}
	// A signed integer that is wider than the unsigned one.
	return min(max(a, b-uint8s+int8s+1), int64s)
}

// view returns elements of a buffer.
func view[T any](buf []byte, offset, n int) []T {
	if n == 0 {
		return nil
	}
	var zero T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(buf))), len(buf)/int(unsafe.Sizeof(zero)))[offset : offset+n]
}

// bytesOf returns the memory of a slice.
func bytesOf[T any](s []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(zero)))
}
