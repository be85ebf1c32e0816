package runtime

import (
	"fmt"
	"reflect"
)

// The block is ordered by register class, floats last, so that func types which Go passes alike share one
// layout. The compiler is told the offsets (ir.Param.Off); nothing else knows them.

// Class is what a parameter or result is to the block and to Go's calling
// convention. Element types, signedness and names make no difference there.
type Class uint8

// The classes.
const (
	ClassInt     Class = iota // bool and integers of any size
	ClassFloat                // float32, float64
	ClassPointer              // pointer to an array
	ClassString
	ClassSlice
)

var classWords = [...]uintptr{ClassInt: 1, ClassFloat: 1, ClassPointer: 1, ClassString: 2, ClassSlice: 3}

const wordSize = 8

// Layout tells where parameters and results lie in the argument block.
type Layout struct {
	Params  []uintptr // offset of each parameter's slot
	Results []uintptr // offset of each result's slot
	Size    uintptr   // of the whole block
}

// resultSlots is the number of words that the result area holds for each of the
// two register classes even when a signature has fewer results: kernels whose calls
// Go passes alike have one layout.
func resultSlots(results []part) uintptr {
	if count(results, ClassInt) > 1 || count(results, ClassFloat) > 1 {
		return 2
	}
	return 1
}

func count(list []part, class Class) (n int) {
	for i := range list {
		if list[i].class == class {
			n++
		}
	}
	return n
}

// LayoutOf lays out the block of a signature.
func LayoutOf(params, results []Class) Layout {
	list := func(classes []Class) (out []part) {
		for _, c := range classes {
			out = append(out, part{class: c})
		}
		return out
	}
	return (&parts{list(params), list(results)}).layout()
}

// place gives slots to the floats, or to the others, and pads to least words.
func (l *Layout) place(at []uintptr, list []part, floats bool, least uintptr) {
	start := l.Size
	for i := range list {
		if p := &list[i]; !p.outside() && (p.class == ClassFloat) == floats {
			at[i] = l.Size
			l.Size += classWords[p.class] * wordSize
		}
	}
	l.Size = max(l.Size, start+least*wordSize)
}

// ClassOf returns the class of a parameter or result type.
func ClassOf(t reflect.Type) (Class, error) {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return ClassInt, nil
	case reflect.Float32, reflect.Float64:
		return ClassFloat, nil
	case reflect.Slice:
		return ClassSlice, nil
	case reflect.String:
		return ClassString, nil
	case reflect.Pointer:
		return ClassPointer, nil
	}
	return 0, fmt.Errorf("runtime: a kernel cannot take or return %s", t)
}

func isFunc(t reflect.Type) error {
	if t == nil || t.Kind() != reflect.Func {
		return fmt.Errorf("runtime: %v is not a func type", t)
	}
	return nil
}

// Signature returns the classes of a func type's parameters and results, or an
// error if no kernel can have that type.
func Signature(t reflect.Type) (params, results []Class, err error) {
	if err := isFunc(t); err != nil {
		return nil, nil, err
	}
	for i := range t.NumIn() {
		c, err := ClassOf(t.In(i))
		if err != nil {
			return nil, nil, err
		}
		params = append(params, c)
	}
	for i := range t.NumOut() {
		c, err := ClassOf(t.Out(i))
		if err != nil {
			return nil, nil, err
		}
		results = append(results, c)
	}
	return params, results, nil
}

// LayoutOfFunc lays out the block of a func type.
func LayoutOfFunc(t reflect.Type) (Layout, error) {
	p, err := (*parts)(nil).of(t)
	if err != nil {
		return Layout{}, err
	}
	return p.layout(), nil
}
