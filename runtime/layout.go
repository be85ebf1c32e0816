package runtime

import (
	"fmt"
	"reflect"
)

// The block is ordered by register class, floats last, so that func types with the same calling convention share
// one layout. The compiler gets the offsets from ir.Param.Off; no other code depends on them.

// Class classifies a parameter or result for the block and for Go's calling convention, which do not depend on
// element types, signedness and names.
type Class uint8

// Classes.
const (
	ClassInt     Class = iota // bool and integers of any size
	ClassFloat                // float32, float64
	ClassPointer              // pointer to an array
	ClassString
	ClassSlice
)

var classWords = [...]uintptr{ClassInt: 1, ClassFloat: 1, ClassPointer: 1, ClassString: 2, ClassSlice: 3}

const wordSize = 8

// Layout holds the offsets of parameters and results in the argument block.
type Layout struct {
	Params  []uintptr // offset of each parameter's slot
	Results []uintptr // offset of each result's slot
	Size    uintptr   // of the whole block
}

// resultSlots returns the minimum number of words that the block reserves for the results of each register class.
// Func types with the same calling convention thus share one layout even if one has fewer results.
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

// LayoutOf returns the layout of the block for a signature.
func LayoutOf(params, results []Class) Layout {
	list := func(classes []Class) (out []part) {
		for _, c := range classes {
			out = append(out, part{class: c})
		}
		return out
	}
	return (&parts{list(params), list(results)}).layout()
}

// place assigns slots to the floats, or to all others, and pads them to at least the given number of words.
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

// Signature returns the classes of a func type's parameters and results, or an error if a kernel cannot have that
// type.
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

// LayoutOfFunc returns the layout of the block for a func type.
func LayoutOfFunc(t reflect.Type) (Layout, error) {
	p, err := (*parts)(nil).of(t)
	if err != nil {
		return Layout{}, err
	}
	return p.layout(), nil
}
