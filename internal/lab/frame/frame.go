// Package frame describes one call of a kernel as plain data: memory regions, slices that point into them, scalars.
//
// The same frame is laid out in this process and in those of the peers, so that all work on equal bytes with equal
// alignment and equal overlaps. The contents of the regions and the results after the call are the Outcome, which is
// compared.
package frame

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"unsafe"
)

// A Region is a piece of memory with an element type; several slices may share it.
type Region struct {
	Elem reflect.Type
	Data []byte
	// Refilled causes it to be refilled before every timed call, not only before every batch. The clock is stopped while
	// all sets are refilled.
	Refilled bool
	// Refs are the slices among the elements, or in their fields. Data has zeros in their places.
	Refs []Ref
}

// A Ref is a slice stored in memory: its byte offset in its region, and the part of a region that it refers to. Nil
// slices have no Ref.
type Ref struct {
	At int

	Region, Offset, Len, Cap int
}

// headerSize is the size of a slice in memory.
const headerSize = int(unsafe.Sizeof([]byte(nil)))

// An Arg is the bits of a scalar, or a part of a region: a slice, a string, or an array behind a pointer.
type Arg struct {
	Type reflect.Type
	Bits uint64 // of a scalar, in its low bytes

	Region int // of a slice: the region, the byte offset, the number of elements
	Offset int
	Len    int // of an array: 1
}

// IsSlice reports whether the argument is a slice.
func (a Arg) IsSlice() bool { return a.Type.Kind() == reflect.Slice }

// InRegion reports whether the argument is a part of a region.
func (a Arg) InRegion() bool {
	k := a.Type.Kind()
	return k == reflect.Slice || k == reflect.String || k == reflect.Pointer
}

// Elem returns the element type of an argument in a region; for a pointer it is the whole array.
func (a Arg) Elem() reflect.Type {
	if a.Type.Kind() == reflect.String {
		return reflect.TypeFor[byte]()
	}
	return a.Type.Elem()
}

// A Frame is the input of one call or, if joined, of several calls that alternate.
type Frame struct {
	Regions []Region
	Args    []Arg
	Sets    int // number of argument sets, each with as many regions; 0 means 1
	Round   int // number of timed calls between two refills of memory, if any region is refilled; 0 means Sets
}

// Together returns the number of timed calls between two refills of memory; 0 if none is refilled.
func (f *Frame) Together() int {
	switch {
	case !f.Refilled():
		return 0
	case f.Round > 0:
		return f.Round
	}
	return max(1, f.Sets)
}

// Join joins the frames of several calls of one kernel, which alternate when timed.
func Join(frames []*Frame) *Frame {
	all := &Frame{Sets: len(frames)}
	for _, f := range frames {
		first := len(all.Regions)
		for _, r := range f.Regions {
			r.Refs = slices.Clone(r.Refs)
			for i := range r.Refs {
				r.Refs[i].Region += first
			}
			all.Regions = append(all.Regions, r)
		}
		for _, a := range f.Args {
			if a.InRegion() {
				a.Region += first
			}
			all.Args = append(all.Args, a)
		}
	}
	return all
}

// Refilled reports whether some region is refilled before every call.
func (f *Frame) Refilled() bool {
	return slices.ContainsFunc(f.Regions, func(r Region) bool { return r.Refilled })
}

// Padding bytes surround slices; a kernel must not change them.
const padding = 0xA5

// A Part is a pointer to an array that exists only in part: the contents of the slice Elems.
type Part struct {
	Type  reflect.Type // of the pointer
	Elems any
}

// PartOf returns a pointer of type P to an array whose existing part is elems.
func PartOf[P any, E any](elems []E) Part { return Part{reflect.TypeFor[P](), elems} }

// A Layout specifies the positions of slices relative to each other and to their regions.
type Layout struct {
	Before, After int // elements of padding around each slice
	Share         int // if >= 0, slices of one type share a region, each starting Share elements after the last
}

// New lays out args (slices, strings, pointers to arrays, scalars) in regions of their own. With Share, memory of one
// element type overlaps, whether it is reached through a slice or a pointer. Rows coincide with rows, since the Go
// compiler assumes that arrays in memory are identical or disjoint. Strings do not overlap anything, since stores
// must not change them.
func New(args []any, l Layout) *Frame {
	f := &Frame{}
	shared := map[reflect.Type]int{}
	type rows struct {
		region int
		of     reflect.Type
	}
	last := map[int]int{}    // offset of the last argument in a region
	origin := map[rows]int{} // and of the first argument with rows of a type
	for _, a := range args {
		v := reflect.ValueOf(a)
		arg := Arg{Type: v.Type()}
		if part, ok := a.(Part); ok {
			v, arg.Type = reflect.ValueOf(part.Elems), part.Type
		}
		if !arg.InRegion() {
			arg.Bits = Bits(v)
			f.Args = append(f.Args, arg)
			continue
		}
		item := arg.Elem() // of the slice, or of the array behind the pointer
		if arg.Type.Kind() == reflect.Pointer && item.Kind() == reflect.Array {
			item = item.Elem()
		}
		unit := item
		for unit.Kind() == reflect.Array && unit.Elem().Size() > 0 {
			unit = unit.Elem()
		}
		size := int(unit.Size())
		data := Bytes(v)
		arg.Region, arg.Offset, arg.Len = len(f.Regions), l.Before*size, 1
		if arg.Type.Kind() != reflect.Pointer {
			arg.Len = v.Len()
		}
		if l.Share >= 0 && v.Kind() != reflect.String {
			if r, ok := shared[unit]; ok {
				arg.Region = r
				arg.Offset = last[r] + l.Share*int(item.Size())
			} else {
				shared[unit] = arg.Region
			}
			if item != unit {
				row := rows{arg.Region, item}
				if first, ok := origin[row]; ok {
					n := int(item.Size())
					arg.Offset += (n - (arg.Offset-first)%n) % n
				} else {
					origin[row] = arg.Offset
				}
			}
		}
		if arg.Region == len(f.Regions) {
			f.Regions = append(f.Regions, Region{Elem: unit})
		}
		last[arg.Region] = arg.Offset
		r := &f.Regions[arg.Region]
		for len(r.Data) < arg.Offset+len(data)+l.After*size {
			r.Data = append(r.Data, padding)
		}
		at := r.Data[arg.Offset:]
		copy(at, data)
		for i := range size {
			if isPadding(unit, i) {
				for k := i; k < len(data); k += size {
					at[k] = padding
				}
			}
		}
		f.Args = append(f.Args, arg)
		f.follow(arg, v)
	}
	return f
}

// follow adds regions for the targets of the slices in the elements of arg, which is a slice, each with an offset of
// its own. Targets that directly follow the previous one in memory share its region.
func (f *Frame) follow(arg Arg, v reflect.Value) {
	if v.Kind() != reflect.Slice || v.Type().Elem().Kind() != reflect.Slice {
		return
	}
	elem := v.Type().Elem().Elem()
	size := int(elem.Size())
	var end uintptr
	for i := range v.Len() {
		at := arg.Offset + i*headerSize
		headers := &f.Regions[arg.Region]
		clear(headers.Data[at:][:headerSize])
		headers.Refs = slices.DeleteFunc(headers.Refs, func(r Ref) bool { return r.At == at }) // left by an overlapping argument
		row := v.Index(i)
		if row.IsNil() {
			continue
		}
		if i == 0 || row.Pointer() != end || row.Len() == 0 {
			f.Regions = append(f.Regions, Region{Elem: elem})
		}
		to := len(f.Regions) - 1
		r := &f.Regions[to]
		f.Regions[arg.Region].Refs = append(f.Regions[arg.Region].Refs, Ref{at, to, len(r.Data), row.Len(), row.Len()})
		r.Data = append(r.Data, Bytes(row)...)
		end = row.Pointer() + uintptr(row.Len()*size)
	}
}

// isPadding reports whether byte i of a value of type t is outside its fields.
func isPadding(t reflect.Type, i int) bool {
	switch t.Kind() {
	case reflect.Array:
		return isPadding(t.Elem(), i%int(t.Elem().Size()))
	case reflect.Struct:
		for k := t.NumField() - 1; k >= 0; k-- {
			if fd := t.Field(k); int(fd.Offset) <= i && i < int(fd.Offset+fd.Type.Size()) {
				return isPadding(fd.Type, i-int(fd.Offset))
			}
		}
		return true
	}
	return false
}

// ClearPadding restores the padding inside structs to its state before the call. Go does not specify padding, so
// compilers may or may not copy it with a struct.
func (f *Frame) ClearPadding(o *Outcome) {
	for r, reg := range f.Regions {
		size := int(reg.Elem.Size())
		for i := range size {
			if !isPadding(reg.Elem, i) {
				continue
			}
			for at := i; at < len(o.Regions[r]); at += size {
				o.Regions[r][at] = reg.Data[at]
			}
		}
	}
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

// Scalar returns the value of type t with the given bits.
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

// Bytes returns the memory of a slice, of a string, or of the array behind a pointer, which must not be nil.
func Bytes(v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.String:
		return []byte(v.String())
	case reflect.Pointer:
		return unsafe.Slice((*byte)(v.UnsafePointer()), v.Type().Elem().Size())
	}
	if v.Len() == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*int(v.Type().Elem().Size()))
}

// An Outcome is the result of a call.
type Outcome struct {
	Regions [][]byte
	Results []uint64 // bits
	Panic   string   // text of the panic, if one ended the call
}

// Diff compares got with want and describes the first difference, or returns "". All NaNs are equal. Floats may
// differ by ulp units in the last place. Padding inside structs must be as before the call or as in want, which may
// have copied whole structs.
func Diff(f *Frame, results []reflect.Type, got, want *Outcome, ulp int) string {
	return diff(f, results, got, want, tolerance{ulp: ulp})
}

// DiffUnsigned is like Diff, but ignores the signs of zeros, for operations that may be regrouped: a*b + a*c is 0 and
// a*(b+c) is -0 if the products cancel.
func DiffUnsigned(f *Frame, results []reflect.Type, got, want *Outcome, ulp int) string {
	return diff(f, results, got, want, tolerance{ulp: ulp, unsigned: true})
}

// DiffNear is like DiffUnsigned, but floats may also differ by ulp units in the last place of the greatest float
// before or after the call. When products nearly cancel, what remains is their rounding error, or nothing if they
// were fused.
func DiffNear(f *Frame, results []reflect.Type, got, want *Outcome, ulp int) string {
	return diff(f, results, got, want, tolerance{ulp: ulp, unsigned: true, greatest: f.greatest(want)})
}

// greatest returns the greatest finite magnitude among the arguments and in an outcome.
func (f *Frame) greatest(o *Outcome) (m float64) {
	visit := func(x float64) {
		if x = math.Abs(x); x > m && !math.IsInf(x, 0) {
			m = x
		}
	}
	var leaves func(t reflect.Type, b []byte)
	leaves = func(t reflect.Type, b []byte) {
		switch t.Kind() {
		case reflect.Float32:
			visit(float64(math.Float32frombits(binary.LittleEndian.Uint32(b))))
		case reflect.Float64:
			visit(math.Float64frombits(binary.LittleEndian.Uint64(b)))
		case reflect.Struct:
			for i := range t.NumField() {
				leaves(t.Field(i).Type, b[t.Field(i).Offset:])
			}
		case reflect.Array:
			for i := range t.Len() {
				leaves(t.Elem(), b[uintptr(i)*t.Elem().Size():])
			}
		}
	}
	for i, r := range f.Regions {
		for at := 0; at < len(r.Data); at += max(1, int(r.Elem.Size())) {
			leaves(r.Elem, r.Data[at:])
			leaves(r.Elem, o.Regions[i][at:])
		}
	}
	for _, a := range f.Args {
		switch a.Type.Kind() {
		case reflect.Float32, reflect.Float64:
			visit(Scalar(a.Type, a.Bits).Float())
		}
	}
	return m
}

// tolerance is the permitted difference of floats.
type tolerance struct {
	ulp      int     // units in the last place
	unsigned bool    // -0 is 0
	greatest float64 // if not 0, units in the last place of this number are permitted too
}

func diff(f *Frame, results []reflect.Type, got, want *Outcome, ulp tolerance) string {
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
			if string(g[at:at+size]) == string(w[at:at+size]) {
				continue
			}
			if d := differ(reg.Elem, g[at:at+size], w[at:at+size], reg.Data[at:at+size], ulp); d != "" {
				return f.where(r, at) + d
			}
		}
	}
	return ""
}

// differ describes how two values of type t differ: scalars, and structs and arrays of them. fresh is the value
// before the call.
func differ(t reflect.Type, g, w, fresh []byte, ulp tolerance) string {
	switch t.Kind() {
	case reflect.Struct:
		for i := range g {
			if g[i] != w[i] && g[i] != fresh[i] && isPadding(t, i) {
				return fmt.Sprintf(" has other padding at byte %d", i)
			}
		}
		for i := range t.NumField() {
			fd := t.Field(i)
			at, end := fd.Offset, fd.Offset+fd.Type.Size()
			if d := differ(fd.Type, g[at:end], w[at:end], fresh[at:end], ulp); d != "" {
				return "." + fd.Name + d
			}
		}
		return ""
	case reflect.Array:
		size := int(t.Elem().Size())
		for i := range t.Len() {
			if d := differ(t.Elem(), g[i*size:(i+1)*size], w[i*size:(i+1)*size], fresh[i*size:(i+1)*size],
				ulp); d != "" {
				return fmt.Sprintf("[%d]%s", i, d)
			}
		}
		return ""
	case reflect.Slice: // see Placed.contents
		if string(g) == string(w) {
			return ""
		}
		return fmt.Sprintf(" is the slice %x, want %x", g, w)
	}
	size := int(t.Size())
	gb, wb := load(g, size), load(w, size)
	if same(t, gb, wb, ulp) {
		return ""
	}
	return fmt.Sprintf(" is %v, want %v", Scalar(t, gb), Scalar(t, wb))
}

// where describes a byte of a region by the arguments that cover it, with the index of the row for those whose
// elements are arrays.
func (f *Frame) where(region, at int) string {
	unit := int(f.Regions[region].Elem.Size())
	for i, a := range f.Args {
		if !a.InRegion() || a.Region != region || a.Elem().Size() == 0 {
			continue
		}
		size := int(a.Elem().Size())
		if at < a.Offset || at >= a.Offset+a.Len*size {
			continue
		}
		at -= a.Offset
		switch {
		case a.Type.Kind() == reflect.Pointer:
			return fmt.Sprintf("element %d of argument %d", at/unit, i)
		case size > unit:
			return fmt.Sprintf("element %d[%d] of argument %d", at/size, at%size/unit, i)
		}
		return fmt.Sprintf("element %d of argument %d", at/size, i)
	}
	return fmt.Sprintf("memory outside every slice (region %d, byte %d)", region, at)
}

func load(b []byte, size int) uint64 {
	var w [8]byte
	copy(w[:], b[:size])
	return binary.LittleEndian.Uint64(w[:])
}

func same(t reflect.Type, a, b uint64, ulp tolerance) bool {
	if a == b {
		return true
	}
	switch t.Kind() {
	case reflect.Float32:
		x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b))
		return x != x && y != y || ulp.unsigned && x == y || ulp.ulp > 0 &&
			near(int64(int32(a)), int64(int32(b)), ulp.ulp) ||
			math.Abs(float64(x)-float64(y)) <= float64(ulp.ulp)*ulp.greatest*0x1p-23
	case reflect.Float64:
		x, y := math.Float64frombits(a), math.Float64frombits(b)
		return x != x && y != y || ulp.unsigned && x == y || ulp.ulp > 0 && near(int64(a), int64(b), ulp.ulp) ||
			math.Abs(x-y) <= float64(ulp.ulp)*ulp.greatest*0x1p-52
	}
	return false
}

// near compares floats of one sign by their bits, which are ordered like the numbers.
func near(a, b int64, ulp int) bool {
	d := a - b
	return a^b >= 0 && d >= -int64(ulp) && d <= int64(ulp)
}
