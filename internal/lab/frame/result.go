package frame

import (
	"fmt"
	"hash/fnv"
	"reflect"
	"unsafe"
)

// A result is a list of words. A scalar contributes its bits, a struct or an array the words of its parts, and a
// reference its position in the regions. Runs with memory at different addresses can thus be compared.

// Words returns the types of the words of a result of type t.
func Words(t reflect.Type) []reflect.Type {
	place, length := reflect.TypeFor[uint64](), reflect.TypeFor[int]()
	switch t.Kind() {
	case reflect.Slice:
		return []reflect.Type{place, length, length}
	case reflect.String:
		return []reflect.Type{place, length}
	case reflect.Pointer, reflect.Interface:
		return []reflect.Type{place}
	case reflect.Complex64:
		return []reflect.Type{reflect.TypeFor[float32](), reflect.TypeFor[float32]()}
	case reflect.Complex128:
		return []reflect.Type{reflect.TypeFor[float64](), reflect.TypeFor[float64]()}
	case reflect.Struct:
		var list []reflect.Type
		for i := range t.NumField() {
			list = append(list, Words(t.Field(i).Type)...)
		}
		return list
	case reflect.Array:
		var list []reflect.Type
		for range t.Len() {
			list = append(list, Words(t.Elem())...)
		}
		return list
	}
	return []reflect.Type{t}
}

// WordsOf returns the words of the value of type t at the given address.
func (p *Placed) WordsOf(t reflect.Type, at unsafe.Pointer) (list []uint64) {
	switch t.Kind() {
	case reflect.Slice:
		s := *(*[]byte)(at)
		switch {
		case s == nil:
			return []uint64{0, 0, 0}
		case cap(s) == 0: // any address does
			return []uint64{1, 0, 0}
		}
		w := p.place(unsafe.Pointer(unsafe.SliceData(s)))
		switch {
		case w == elsewhere && len(s) == 0:
			return []uint64{1, 0, 0}
		case w == elsewhere: // newly allocated, for example by append, whose capacity is up to the Go compiler
			return []uint64{contents(reflect.NewAt(t, at).Elem()), uint64(len(s)), uint64(len(s))}
		}
		return []uint64{w, uint64(len(s)), uint64(cap(s))}
	case reflect.String:
		s := *(*string)(at)
		if s == "" {
			return []uint64{0, 0}
		}
		w := p.place(unsafe.Pointer(unsafe.StringData(s)))
		if w == elsewhere { // a constant
			w = hash(s)
		}
		return []uint64{w, uint64(len(s))}
	case reflect.Pointer:
		x := *(*unsafe.Pointer)(at)
		w := p.place(x)
		if w == elsewhere && x != nil && t.Elem().Size() > 0 {
			w = contents(reflect.NewAt(t, at).Elem().Elem())
		}
		return []uint64{w}
	case reflect.Interface:
		v := reflect.NewAt(t, at).Elem()
		if v.IsNil() {
			return []uint64{0}
		}
		return []uint64{hash(fmt.Sprint(v.Interface()))}
	case reflect.Complex64:
		return []uint64{uint64(*(*uint32)(at)), uint64(*(*uint32)(unsafe.Add(at, 4)))}
	case reflect.Complex128:
		return []uint64{*(*uint64)(at), *(*uint64)(unsafe.Add(at, 8))}
	case reflect.Struct:
		for i := range t.NumField() {
			list = append(list, p.WordsOf(t.Field(i).Type, unsafe.Add(at, t.Field(i).Offset))...)
		}
		return list
	case reflect.Array:
		for i := range t.Len() {
			list = append(list, p.WordsOf(t.Elem(), unsafe.Add(at, uintptr(i)*t.Elem().Size()))...)
		}
		return list
	}
	return []uint64{Bits(reflect.NewAt(t, at).Elem())}
}

const elsewhere = 2 // an address outside of the regions

// place returns the region and offset that x points to, as one word; 0 for nil.
func (p *Placed) place(x unsafe.Pointer) uint64 {
	if x == nil {
		return 0
	}
	for i, d := range p.data {
		if off := uintptr(x) - uintptr(unsafe.Pointer(unsafe.SliceData(d[:0]))); off < uintptr(max(1, len(d))) {
			return uint64(i+1)<<40 | uint64(off)
		}
	}
	return elsewhere
}

// contents returns a hash of the memory allocated for a result.
func contents(v reflect.Value) uint64 {
	h := fnv.New64a()
	var add func(v reflect.Value)
	add = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				add(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				add(v.Field(i))
			}
		case reflect.Float32, reflect.Float64:
			fmt.Fprint(h, v.Float(), " ") // all NaNs are equal
		case reflect.Pointer, reflect.UnsafePointer, reflect.Map, reflect.Interface:
		default:
			fmt.Fprint(h, v, " ")
		}
	}
	add(v)
	return h.Sum64() | 1<<63
}

func hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64() | 1<<63
}

// Raw converts an interpreter's result values, one for each word in memory, to result words.
func (p *Placed) Raw(t reflect.Type, values []uint64) (words []uint64, rest []uint64) {
	v := reflect.New(t)
	values = fill(t, v.UnsafePointer(), values)
	return p.WordsOf(t, v.UnsafePointer()), values
}

// fill writes the first values to memory of type t, and returns the others.
func fill(t reflect.Type, at unsafe.Pointer, values []uint64) []uint64 {
	words := func(n int) []uint64 {
		for i := range n {
			*(*uint64)(unsafe.Add(at, 8*i)) = values[i]
		}
		return values[n:]
	}
	switch t.Kind() {
	case reflect.Slice:
		return words(3)
	case reflect.String, reflect.Interface:
		return words(2)
	case reflect.Pointer:
		return words(1)
	case reflect.Complex64:
		*(*uint32)(at), *(*uint32)(unsafe.Add(at, 4)) = uint32(values[0]), uint32(values[1])
		return values[2:]
	case reflect.Complex128:
		return words(2)
	case reflect.Struct:
		for i := range t.NumField() {
			values = fill(t.Field(i).Type, unsafe.Add(at, t.Field(i).Offset), values)
		}
		return values
	case reflect.Array:
		for i := range t.Len() {
			values = fill(t.Elem(), unsafe.Add(at, uintptr(i)*t.Elem().Size()), values)
		}
		return values
	}
	reflect.NewAt(t, at).Elem().Set(Scalar(t, values[0]))
	return values[1:]
}
