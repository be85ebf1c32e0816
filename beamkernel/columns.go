package beamkernel

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// element is a type that the elements of a column have in kernels.
type element struct {
	data  arrow.DataType // of columns that kernels fill
	types []arrow.Type   // of columns that they read
	slice func(bytes []byte) any
}

// elements are all but bool, whose columns are bitmaps.
var elements = map[reflect.Kind]element{
	reflect.Int8:    {arrow.PrimitiveTypes.Int8, []arrow.Type{arrow.INT8}, slice[int8]},
	reflect.Int16:   {arrow.PrimitiveTypes.Int16, []arrow.Type{arrow.INT16}, slice[int16]},
	reflect.Int32:   {arrow.PrimitiveTypes.Int32, []arrow.Type{arrow.INT32, arrow.DATE32, arrow.TIME32}, slice[int32]},
	reflect.Int64:   {arrow.PrimitiveTypes.Int64, []arrow.Type{arrow.INT64, arrow.DATE64, arrow.TIME64, arrow.TIMESTAMP, arrow.DURATION}, slice[int64]},
	reflect.Uint8:   {arrow.PrimitiveTypes.Uint8, []arrow.Type{arrow.UINT8}, slice[uint8]},
	reflect.Uint16:  {arrow.PrimitiveTypes.Uint16, []arrow.Type{arrow.UINT16}, slice[uint16]},
	reflect.Uint32:  {arrow.PrimitiveTypes.Uint32, []arrow.Type{arrow.UINT32}, slice[uint32]},
	reflect.Uint64:  {arrow.PrimitiveTypes.Uint64, []arrow.Type{arrow.UINT64}, slice[uint64]},
	reflect.Float32: {arrow.PrimitiveTypes.Float32, []arrow.Type{arrow.FLOAT32}, slice[float32]},
	reflect.Float64: {arrow.PrimitiveTypes.Float64, []arrow.Type{arrow.FLOAT64}, slice[float64]},
}

func slice[T arrow.FixedWidthType](bytes []byte) any { return arrow.GetData[T](bytes) }

// field is a field of the struct of columns.
type field struct {
	index      int
	column     string
	kind       reflect.Kind // of the elements
	out, valid bool
	nulls      bool // another field reports the nulls of the column
}

// fields returns the fields of a struct of columns.
func fields(t reflect.Type) ([]field, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("beamkernel: %v is not a struct of columns", t)
	}
	var list []field
	valid := map[string]bool{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, what, _ := strings.Cut(f.Tag.Get("arrow"), ",")
		if name == "" {
			first, n := utf8.DecodeRuneInString(f.Name)
			name = string(unicode.ToLower(first)) + f.Name[n:]
		}
		if !f.IsExported() || f.Type.Kind() != reflect.Slice {
			return nil, fmt.Errorf("beamkernel: %v.%s is not an exported slice", t, f.Name)
		}
		c := field{index: i, column: name, kind: f.Type.Elem().Kind(), out: what == "out", valid: what == "valid"}
		_, known := elements[c.kind]
		switch {
		case what != "" && !c.out && !c.valid:
			return nil, fmt.Errorf("beamkernel: %v.%s: %q must be out or valid", t, f.Name, what)
		case f.Type.Elem().PkgPath() != "" || !known && c.kind != reflect.Bool:
			return nil, fmt.Errorf("beamkernel: %v.%s: columns of %v are not supported", t, f.Name, f.Type.Elem())
		case c.valid && c.kind != reflect.Bool:
			return nil, fmt.Errorf("beamkernel: %v.%s must be []bool", t, f.Name)
		}
		if c.valid {
			valid[name] = true
		}
		list = append(list, c)
	}
	for i := range list {
		list[i].nulls = valid[list[i].column]
	}
	return list, nil
}

// read sets the fields that the kernel reads to the columns of a batch.
func read(batch arrow.RecordBatch, list []field, columns reflect.Value) error {
	for _, f := range list {
		if f.out {
			continue
		}
		at := batch.Schema().FieldIndices(f.column)
		if len(at) != 1 {
			return fmt.Errorf("beamkernel: the block has %d columns %s: %v", len(at), f.column, batch.Schema())
		}
		a := batch.Column(at[0])
		switch {
		case f.valid:
			bools := make([]bool, a.Len())
			for i := range bools {
				bools[i] = a.IsValid(i)
			}
			columns.Field(f.index).Set(reflect.ValueOf(bools))
		case a.NullN() > 0 && !f.nulls:
			return fmt.Errorf("beamkernel: column %s has %d nulls: a field with the tag arrow:\"%s,valid\" reads them", f.column, a.NullN(), f.column)
		default:
			values, err := values(a, f)
			if err != nil {
				return err
			}
			columns.Field(f.index).Set(values)
		}
	}
	return nil
}

// values returns the elements of an array as a slice.
func values(a arrow.Array, f field) (reflect.Value, error) {
	if b, ok := a.(*array.Boolean); ok && f.kind == reflect.Bool {
		bools := make([]bool, b.Len())
		for i := range bools {
			bools[i] = b.Value(i)
		}
		return reflect.ValueOf(bools), nil
	}
	e := elements[f.kind]
	for _, t := range e.types {
		if t != a.DataType().ID() {
			continue
		}
		var bytes []byte
		if b := a.Data().Buffers()[1]; b != nil {
			bytes = b.Bytes()
		}
		offset, n := a.Data().Offset(), a.Len()
		return reflect.ValueOf(e.slice(bytes)).Slice3(offset, offset+n, offset+n), nil
	}
	return reflect.Value{}, fmt.Errorf("beamkernel: column %s is %v, and its field is []%v", f.column, a.DataType(), f.kind)
}

// allocate makes the columns that the kernel fills. They are new for every block, since the block keeps them.
func allocate(list []field, columns reflect.Value, rows int) {
	for _, f := range list {
		if f.out {
			c := columns.Field(f.index)
			c.Set(reflect.MakeSlice(c.Type(), rows, rows))
		}
	}
}

// filled returns the batch with the columns that the kernel has filled. A column takes the place of one of its name.
func filled(batch arrow.RecordBatch, list []field, columns reflect.Value) (arrow.RecordBatch, error) {
	schema := batch.Schema().Fields()
	arrays := append([]arrow.Array(nil), batch.Columns()...)
	for _, f := range list {
		if !f.out {
			continue
		}
		c := columns.Field(f.index)
		if c.Len() != int(batch.NumRows()) {
			return nil, fmt.Errorf("beamkernel: column %s has %d rows, and the block has %d", f.column, c.Len(), batch.NumRows())
		}
		a := newArray(c, f.kind)
		defer a.Release() // the batch retains it
		header := arrow.Field{Name: f.column, Type: a.DataType()}
		if at := batch.Schema().FieldIndices(f.column); len(at) == 1 {
			schema[at[0]], arrays[at[0]] = header, a
		} else {
			schema, arrays = append(schema, header), append(arrays, a)
		}
	}
	meta := batch.Schema().Metadata()
	return array.NewRecordBatch(arrow.NewSchema(schema, &meta), arrays, batch.NumRows()), nil
}

// newArray returns an array of the elements of a slice, which it shares unless they are bools.
func newArray(s reflect.Value, kind reflect.Kind) arrow.Array {
	if kind == reflect.Bool {
		b := array.NewBooleanBuilder(memory.DefaultAllocator)
		defer b.Release()
		b.AppendValues(s.Interface().([]bool), nil)
		return b.NewArray()
	}
	data := array.NewData(elements[kind].data, s.Len(), []*memory.Buffer{nil, memory.NewBufferBytes(raw(s.Interface()))}, nil, 0, 0)
	defer data.Release()
	return array.MakeFromData(data)
}

// raw returns the bytes of a slice.
func raw(s any) []byte {
	switch s := s.(type) {
	case []int8:
		return arrow.GetBytes(s)
	case []int16:
		return arrow.GetBytes(s)
	case []int32:
		return arrow.GetBytes(s)
	case []int64:
		return arrow.GetBytes(s)
	case []uint8:
		return arrow.GetBytes(s)
	case []uint16:
		return arrow.GetBytes(s)
	case []uint32:
		return arrow.GetBytes(s)
	case []uint64:
		return arrow.GetBytes(s)
	case []float32:
		return arrow.GetBytes(s)
	case []float64:
		return arrow.GetBytes(s)
	}
	panic(fmt.Sprintf("beamkernel: no column of %T", s))
}
