package frame

import (
	"reflect"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"unsafe"
)

// An Edge says which side of a region borders on inaccessible memory.
type Edge int

// The edges. Without one, regions start at different distances from the start of a page (Stagger).
const (
	NoEdge Edge = iota
	StartEdge
	EndEdge
)

// Stagger is the offset of region i in its page without an edge, here and in the peers. Each region has another
// offset, because with equal page offsets the processor would confuse loads and stores of different arrays.
func Stagger(i int) int { return i * 320 % maxStagger }

// maxStagger is a cache line less than a page, so that the offsets of many regions differ by lines.
const maxStagger = 4096 - 64

// Offsets returns the byte offsets of the regions of a timed frame in one piece of memory, and its size. All compared
// processes place them in this way, in memory that starts at a large page where available. The physical 4 KiB pages
// of a process are random, and change the time of a loop that streams through 128 KiB arrays by up to 1.5 times
// (conflicts in a set of the second-level cache, translations that cannot be merged).
func (f *Frame) Offsets() (at []int, total int) {
	const page = 4096
	for i, r := range f.Regions {
		at = append(at, total+Stagger(i))
		total = (total + Stagger(i) + len(r.Data) + page - 1) / page * page
	}
	return at, total
}

// PlaceTimed lays the frame out for timing, as given by Offsets.
func (f *Frame) PlaceTimed() (*Placed, error) {
	at, total := f.Offsets()
	m, free, err := large(total)
	if err != nil {
		return nil, err
	}
	p := &Placed{Frame: f, free: []func(){free}}
	for i, r := range f.Regions {
		p.data = append(p.data, m[at[i]:][:len(r.Data):len(r.Data)])
	}
	p.bind()
	return p, nil
}

// A Placed frame has its regions in this process's memory.
type Placed struct {
	Frame *Frame
	Args  []reflect.Value
	data  [][]byte
	free  []func()

	headers [][]int // offsets of slices in the regions
}

// Place lays the frame out in memory of its own. Where the system cannot protect pages, edges are ignored.
func (f *Frame) Place(edge Edge) (*Placed, error) {
	a := borrowed()
	p, err := f.PlaceIn(a, edge)
	if err != nil {
		a.Free()
		return nil, err
	}
	p.free = append(p.free, a.giveBack)
	return p, nil
}

// PlaceIn lays the frame out in an arena.
func (f *Frame) PlaceIn(a *Arena, edge Edge) (*Placed, error) {
	p := &Placed{Frame: f}
	for i, r := range f.Regions {
		n := len(r.Data)
		m, err := a.buffer(i, n+maxStagger)
		if err != nil {
			return nil, err
		}
		switch edge {
		case StartEdge:
			m = m[:n]
		case EndEdge:
			m = m[len(m)-n:]
		default:
			// In a heap, the memory behind a slice is in use by something. Untouched pages would not be mapped yet,
			// and a masked load whose inactive lanes reach into one costs 120 ns of microcode assist.
			for k := range m {
				m[k] = 0
			}
			m = m[Stagger(i):][:n]
		}
		p.data = append(p.data, m)
	}
	p.bind()
	return p, nil
}

// bind fills the regions and creates the arguments that refer to them.
func (p *Placed) bind() {
	p.headers = p.Frame.headersOf()
	p.Reset()
	for _, a := range p.Frame.Args {
		if !a.InRegion() {
			p.Args = append(p.Args, Scalar(a.Type, a.Bits))
			continue
		}
		at := unsafe.Add(unsafe.Pointer(unsafe.SliceData(p.data[a.Region][:0])), a.Offset)
		switch a.Type.Kind() {
		case reflect.String:
			p.Args = append(p.Args, reflect.ValueOf(unsafe.String((*byte)(at), a.Len)).Convert(a.Type))
		case reflect.Pointer:
			p.Args = append(p.Args, reflect.NewAt(a.Type.Elem(), at))
		default:
			p.Args = append(p.Args, reflect.SliceAt(a.Type.Elem(), at, a.Len))
		}
	}
}

// Reset refills the regions with their contents before the call.
func (p *Placed) Reset() {
	for i, r := range p.Frame.Regions {
		copy(p.data[i], r.Data)
		p.refer(i)
	}
}

// refer writes the slices stored in region i.
func (p *Placed) refer(i int) {
	for _, r := range p.Frame.Regions[i].Refs {
		copy(p.data[i][r.At:], p.header(r))
	}
}

// header returns the representation of a slice in memory.
func (p *Placed) header(r Ref) []byte {
	at := unsafe.Add(unsafe.Pointer(unsafe.SliceData(p.data[r.Region][:0])), r.Offset)
	h := [3]uintptr{uintptr(at), uintptr(r.Len), uintptr(r.Cap)}
	return slices.Clone(unsafe.Slice((*byte)(unsafe.Pointer(&h)), headerSize))
}

// contents returns the contents of region i, with the words of slices (headerWords) in place of their headers, since
// the memory of two runs is at different addresses.
func (p *Placed) contents(i int) []byte {
	b := slices.Clone(p.data[i])
	for _, at := range p.headers[i] {
		w := p.headerWords(*(*[]byte)(unsafe.Pointer(&b[at])))
		copy(b[at:], unsafe.Slice((*byte)(unsafe.Pointer(&w)), headerSize))
	}
	return b
}

// headerWords returns the words of a slice stored in memory: its start, length and capacity. For memory outside the
// regions only the length is known, since a region keeps nothing alive.
func (p *Placed) headerWords(s []byte) [3]uint64 {
	if s == nil {
		return [3]uint64{}
	}
	if cap(s) == 0 { // any address does
		return [3]uint64{1}
	}
	w, room := p.place(unsafe.Pointer(unsafe.SliceData(s))), cap(s)
	if w == elsewhere {
		room = len(s)
	}
	return [3]uint64{w, uint64(len(s)), uint64(room)}
}

// headersOf returns the offsets in each region at which slices are stored, by the types of the arguments.
func (f *Frame) headersOf() [][]int {
	all := make([][]int, len(f.Regions))
	for _, a := range f.Args {
		n := a.Len
		switch {
		case !a.InRegion() || a.Type.Kind() == reflect.String || !hasSlices(a.Type.Elem()):
			continue
		case a.Type.Kind() == reflect.Pointer:
			n = 1
		}
		for k := range n {
			all[a.Region] = addHeaders(all[a.Region], a.Type.Elem(), a.Offset+k*int(a.Type.Elem().Size()))
		}
	}
	for i, list := range all { // arguments may overlap
		slices.Sort(list)
		all[i] = slices.Compact(list)
	}
	return all
}

// hasSlices reports whether values of type t contain slices.
func hasSlices(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice:
		return true
	case reflect.Struct:
		for i := range t.NumField() {
			if hasSlices(t.Field(i).Type) {
				return true
			}
		}
	case reflect.Array:
		return hasSlices(t.Elem())
	}
	return false
}

// addHeaders appends the offsets of the slices in a value of type t at a byte.
func addHeaders(list []int, t reflect.Type, at int) []int {
	switch t.Kind() {
	case reflect.Slice:
		return append(list, at)
	case reflect.Struct:
		for i := range t.NumField() {
			list = addHeaders(list, t.Field(i).Type, at+int(t.Field(i).Offset))
		}
	case reflect.Array:
		if !hasSlices(t.Elem()) {
			return list
		}
		for i := range t.Len() {
			list = addHeaders(list, t.Elem(), at+i*int(t.Elem().Size()))
		}
	}
	return list
}

// Restore refills those regions of the given sets that are refilled before every call.
func (p *Placed) Restore(set, sets int) {
	n := len(p.Frame.Regions) / max(1, p.Frame.Sets)
	for i := set * n; i < (set+sets)*n; i++ {
		if r := &p.Frame.Regions[i]; r.Refilled {
			copy(p.data[i], r.Data)
			p.refer(i)
		}
	}
}

// ResetKept refills the regions that Restore does not refill.
func (p *Placed) ResetKept() {
	for i, r := range p.Frame.Regions {
		if !r.Refilled {
			copy(p.data[i], r.Data)
			p.refer(i)
		}
	}
}

// Free frees the memory.
func (p *Placed) Free() {
	for _, f := range p.free {
		f()
	}
	p.free = nil
}

// Calls counts completed calls and timed batches of calls, for a watch.
var Calls atomic.Int64

// Call calls fn, a func or the reflect.Value of one, with the placed arguments and returns the outcome. A panic of
// fn, including a memory fault, becomes part of the outcome.
func (p *Placed) Call(fn any) *Outcome {
	o := &Outcome{}
	results := func() (out []reflect.Value) {
		defer Calls.Add(1)
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		defer func() {
			if r := recover(); r != nil {
				o.Panic = PanicText(r)
			}
		}()
		f, ok := fn.(reflect.Value)
		if !ok {
			f = reflect.ValueOf(fn)
		}
		return f.Call(p.Args)
	}()
	for _, v := range results {
		x := reflect.New(v.Type())
		x.Elem().Set(v)
		o.Results = append(o.Results, p.WordsOf(v.Type(), x.UnsafePointer())...)
	}
	for i := range p.data {
		o.Regions = append(o.Regions, p.contents(i))
	}
	return o
}

// Panicked is the error of a timed call that panicked: the text of the panic.
type Panicked string

func (p Panicked) Error() string { return "panic: " + string(p) }

// PanicText returns the text of a recovered panic.
func PanicText(r any) string {
	switch r := r.(type) {
	case error:
		return r.Error()
	case string:
		return r
	}
	return "panic"
}

// Memory returns the memory of the regions.
func (p *Placed) Memory() [][]byte { return p.data }

// Change calls change to modify the contents of the regions in place.
func (p *Placed) Change(change func(region int, b []byte)) {
	for i, d := range p.data {
		change(i, d)
	}
}

// Look returns the present contents of the memory as an outcome without results.
func (p *Placed) Look() *Outcome {
	o := &Outcome{}
	for i := range p.data {
		o.Regions = append(o.Regions, p.contents(i))
	}
	return o
}

// BitsOf is Bits for a scalar that is not in a reflect.Value.
func BitsOf(v any) uint64 { return Bits(reflect.ValueOf(v)) }
