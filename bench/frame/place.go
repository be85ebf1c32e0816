package frame

import (
	"reflect"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"unsafe"
)

// An Edge says which side of a region touches memory that must not be accessed at all.
type Edge int

// The edges. Without one, regions start a little way into a page, each at another distance (Stagger).
const (
	NoEdge Edge = iota
	StartEdge
	EndEdge
)

// Stagger is how far region i starts into its page without an edge, here and in the peers: each at another distance,
// because equal page offsets would make loads and stores of different arrays look alike to the processor.
func Stagger(i int) int { return i * 320 % maxStagger }

// maxStagger is a cache line less than a page: the places of many regions differ by lines.
const maxStagger = 4096 - 64

// Offsets returns where the regions of a frame that is timed start in one piece of memory, in bytes, and how large that
// is. Processes that are compared all place them so, in memory that starts on a large page where the system has any:
// which pages of 4 KiB a process gets is chance, and moves a loop that streams through 128 KiB arrays by up to 1.5
// times (those that meet in a set of the second-level cache, translations that cannot be joined).
func (f *Frame) Offsets() (at []int, total int) {
	const page = 4096
	for i, r := range f.Regions {
		at = append(at, total+Stagger(i))
		total = (total + Stagger(i) + len(r.Data) + page - 1) / page * page
	}
	return at, total
}

// PlaceTimed lays the frame out for timing, by Offsets.
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

	headers [][]int // where slices lie in the regions
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
			// Memory behind a slice belongs to something that is in use, in a heap. Untouched pages would not be
			// mapped yet, and a masked load whose inactive lanes reach into one costs 120 ns of microcode assist.
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

// bind fills the regions and makes arguments that point into them.
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

// Reset fills the regions with their contents from before the call.
func (p *Placed) Reset() {
	for i, r := range p.Frame.Regions {
		copy(p.data[i], r.Data)
		p.refer(i)
	}
}

// refer writes the slices that lie in region i.
func (p *Placed) refer(i int) {
	for _, r := range p.Frame.Regions[i].Refs {
		copy(p.data[i][r.At:], p.header(r))
	}
}

// header is what a slice is in memory.
func (p *Placed) header(r Ref) []byte {
	at := unsafe.Add(unsafe.Pointer(unsafe.SliceData(p.data[r.Region][:0])), r.Offset)
	h := [3]uintptr{uintptr(at), uintptr(r.Len), uintptr(r.Cap)}
	return slices.Clone(unsafe.Slice((*byte)(unsafe.Pointer(&h)), headerSize))
}

// contents is what region i holds, with the words of slices (headerWords) in the place of their headers: two runs have their
// memory elsewhere.
func (p *Placed) contents(i int) []byte {
	b := slices.Clone(p.data[i])
	for _, at := range p.headers[i] {
		w := p.headerWords(*(*[]byte)(unsafe.Pointer(&b[at])))
		copy(b[at:], unsafe.Slice((*byte)(unsafe.Pointer(&w)), headerSize))
	}
	return b
}

// headerWords are the words of a slice that lies in memory: where it begins, its length and its capacity. Of memory that was
// made for it nothing is known but the length: a region keeps nothing alive.
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

// headersOf lists the bytes of each region at which slices lie, by the types of the arguments.
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
	for i, list := range all { // arguments overlap
		slices.Sort(list)
		all[i] = slices.Compact(list)
	}
	return all
}

// hasSlices says whether values of type t have slices in them.
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

// addHeaders appends where the slices lie of a value of type t at a byte.
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

// Restore fills the regions of the sets from one on that are to be filled before every call.
func (p *Placed) Restore(set, sets int) {
	n := len(p.Frame.Regions) / max(1, p.Frame.Sets)
	for i := set * n; i < (set+sets)*n; i++ {
		if r := &p.Frame.Regions[i]; r.Anew {
			copy(p.data[i], r.Data)
			p.refer(i)
		}
	}
}

// ResetKept fills the regions that Restore does not fill.
func (p *Placed) ResetKept() {
	for i, r := range p.Frame.Regions {
		if !r.Anew {
			copy(p.data[i], r.Data)
			p.refer(i)
		}
	}
}

// Free gives the memory back.
func (p *Placed) Free() {
	for _, f := range p.free {
		f()
	}
	p.free = nil
}

// Calls counts the calls, and batches of calls that are timed, that have come back: for whoever watches that they do.
var Calls atomic.Int64

// Call calls fn, a func or the reflect.Value of one, with the placed arguments and copies what it left. A panic of fn,
// memory faults included, becomes part of the outcome.
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

// Memory is that of the regions.
func (p *Placed) Memory() [][]byte { return p.data }

// Change has the contents of the regions changed where they lie.
func (p *Placed) Change(change func(region int, b []byte)) {
	for i, d := range p.data {
		change(i, d)
	}
}

// Look is what the memory holds now, as an outcome without results.
func (p *Placed) Look() *Outcome {
	o := &Outcome{}
	for i := range p.data {
		o.Regions = append(o.Regions, p.contents(i))
	}
	return o
}

// BitsOf is Bits of a scalar that is not in a reflect.Value.
func BitsOf(v any) uint64 { return Bits(reflect.ValueOf(v)) }
