// Package frame describes one call of a kernel as plain data: memory regions, slices that point into them, scalars.
//
// The same frame is laid out in this process and in the peers', so that all work on equal bytes with equal alignment
// and equal overlaps. What the regions and results hold afterwards is the Outcome; outcomes are compared.
package frame

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

// A Region is one piece of memory with the elements' type; several slices may share it.
type Region struct {
	Elem reflect.Type
	Data []byte
}

// An Arg is a scalar's bits or a slice of a region.
type Arg struct {
	Type reflect.Type
	Bits uint64 // of a scalar, in its low bytes

	Region int // of a slice: which region, from which byte, how many elements
	Offset int
	Len    int
}

// IsSlice reports whether the argument is a slice.
func (a Arg) IsSlice() bool { return a.Type.Kind() == reflect.Slice }

// A Frame is the input of one call.
type Frame struct {
	Regions []Region
	Args    []Arg
}

// Padding bytes lie around slices; a kernel must leave them alone.
const padding = 0xA5

// A Layout says where in memory slices lie relative to each other and to their regions.
type Layout struct {
	Before, After int // elements of padding around each slice
	Share         int // if >= 0, slices of one type share a region, each starting Share elements after the last
}

// New lays out args (slices and scalars) with regions of their own.
func New(args []any, l Layout) *Frame {
	f := &Frame{}
	shared := map[reflect.Type]int{}
	for _, a := range args {
		v := reflect.ValueOf(a)
		if v.Kind() != reflect.Slice {
			f.Args = append(f.Args, Arg{Type: v.Type(), Bits: Bits(v)})
			continue
		}
		size := int(v.Type().Elem().Size())
		arg := Arg{Type: v.Type(), Region: len(f.Regions), Offset: l.Before * size, Len: v.Len()}
		if l.Share >= 0 {
			if r, ok := shared[v.Type()]; ok {
				arg.Region = r
				arg.Offset = f.lastOffset(r) + l.Share*size
			} else {
				shared[v.Type()] = arg.Region
			}
		}
		if arg.Region == len(f.Regions) {
			f.Regions = append(f.Regions, Region{Elem: v.Type().Elem()})
		}
		r := &f.Regions[arg.Region]
		for len(r.Data) < arg.Offset+(v.Len()+l.After)*size {
			r.Data = append(r.Data, padding)
		}
		copy(r.Data[arg.Offset:], SliceBytes(v))
		f.Args = append(f.Args, arg)
	}
	return f
}

func (f *Frame) lastOffset(region int) (off int) {
	for _, a := range f.Args {
		if a.IsSlice() && a.Region == region {
			off = a.Offset
		}
	}
	return off
}

// Bits returns a scalar's bits.
func Bits(v reflect.Value) uint64 {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return 1
		}
		return 0
	case reflect.Float32:
		return uint64(math.Float32bits(float32(v.Float())))
	case reflect.Float64:
		return math.Float64bits(v.Float())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return uint64(v.Int()) & mask(v.Type())
	}
	return v.Uint()
}

func mask(t reflect.Type) uint64 {
	if t.Size() == 8 {
		return ^uint64(0)
	}
	return 1<<(8*t.Size()) - 1
}

// Scalar makes a value of type t from its bits.
func Scalar(t reflect.Type, bits uint64) reflect.Value {
	v := reflect.New(t)
	switch b := bits; t.Size() {
	case 1:
		*(*uint8)(v.UnsafePointer()) = uint8(b)
	case 2:
		*(*uint16)(v.UnsafePointer()) = uint16(b)
	case 4:
		*(*uint32)(v.UnsafePointer()) = uint32(b)
	case 8:
		*(*uint64)(v.UnsafePointer()) = b
	}
	return v.Elem()
}

// SliceBytes returns the memory of a slice.
func SliceBytes(v reflect.Value) []byte {
	if v.Len() == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*int(v.Type().Elem().Size()))
}

// An Outcome is what a call leaves behind.
type Outcome struct {
	Regions [][]byte
	Results []uint64 // bits
	Panic   string   // text of the panic, if one ended the call
}

// Diff compares got with want and describes the first difference, or returns "". Any NaN equals any NaN. Floats may
// differ by ulp units in the last place.
func Diff(f *Frame, results []reflect.Type, got, want *Outcome, ulp int) string {
	if got.Panic != want.Panic {
		return fmt.Sprintf("panic %q, want %q", got.Panic, want.Panic)
	}
	for i, t := range results {
		if want.Panic != "" {
			break
		}
		if g, w := got.Results[i]&mask(t), want.Results[i]&mask(t); !same(t, g, w, ulp) {
			return fmt.Sprintf("result %d is %v, want %v", i, Scalar(t, g), Scalar(t, w))
		}
	}
	for r, reg := range f.Regions {
		g, w := got.Regions[r], want.Regions[r]
		if string(g) == string(w) {
			continue
		}
		size := int(reg.Elem.Size())
		for at := 0; at < len(w); at += size {
			gb, wb := load(g[at:], size), load(w[at:], size)
			if !same(reg.Elem, gb, wb, ulp) {
				return fmt.Sprintf("%s is %v, want %v", f.where(r, at), Scalar(reg.Elem, gb), Scalar(reg.Elem, wb))
			}
		}
	}
	return ""
}

// where names a byte of a region by the arguments that cover it.
func (f *Frame) where(region, at int) string {
	for i, a := range f.Args {
		if !a.IsSlice() || a.Region != region {
			continue
		}
		size := int(a.Type.Elem().Size())
		if at >= a.Offset && at < a.Offset+a.Len*size {
			return fmt.Sprintf("element %d of argument %d", (at-a.Offset)/size, i)
		}
	}
	return fmt.Sprintf("memory outside every slice (region %d, byte %d)", region, at)
}

func load(b []byte, size int) uint64 {
	var w [8]byte
	copy(w[:], b[:size])
	return binary.LittleEndian.Uint64(w[:])
}

func same(t reflect.Type, a, b uint64, ulp int) bool {
	if a == b {
		return true
	}
	switch t.Kind() {
	case reflect.Float32:
		x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b))
		return x != x && y != y || ulp > 0 && near(int64(int32(a)), int64(int32(b)), ulp)
	case reflect.Float64:
		x, y := math.Float64frombits(a), math.Float64frombits(b)
		return x != x && y != y || ulp > 0 && near(int64(a), int64(b), ulp)
	}
	return false
}

// near compares floats of one sign by their bits, which are ordered like the numbers.
func near(a, b int64, ulp int) bool {
	d := a - b
	return a^b >= 0 && d >= -int64(ulp) && d <= int64(ulp)
}
