package difftest

import (
	"encoding/binary"
	"math/rand/v2"
	"reflect"
	"slices"

	"hotloop/internal/lab/frame"
	"hotloop/internal/verify"
)

// filling is the byte around every argument. As a number it has no value that kernels compute.
const filling = 0xA5

// Args generates argument set number set of a kernel. Equal seeds and shapes give equal sets.
func (c *Case) Args(s verify.Shape, seed uint64, set int) *frame.Frame {
	r := rand.New(rand.NewPCG(c.Seed^seed*0x9e3779b97f4a7c15, uint64(set)))
	n := s.Length(r, set)
	f := &frame.Frame{}
	style := r.IntN(4)
	if s.Small {
		style = 0
	}
	fit := r.IntN(8) // how the lengths relate to each other
	t := c.Type
	overlap := r.IntN(3) == 0
	first := true
	for i := range t.NumIn() {
		p := t.In(i)
		a := frame.Arg{Type: p}
		switch p.Kind() {
		case reflect.Slice, reflect.String:
			a.Len = n
			switch {
			case fit < 5 || fit == 5 && first:
			case fit == 7 && c.Panicky || r.IntN(12) == 0:
				a.Len = max(0, n+r.IntN(7)-4)
			default:
				a.Len = n + r.IntN(5)
			}
			first = false
			if refers(a.Elem()) {
				a.Len = min(a.Len, 1+r.IntN(widest))
			}
			place(r, f, &a, overlap && !refers(a.Elem()))
			references(r, f, &a, n, overlap)
		case reflect.Pointer:
			a.Len = 1
			if overlap && c.within(r, f, &a) {
				break
			}
			place(r, f, &a, false)
			references(r, f, &a, n, overlap)
		default:
			a.Bits = verify.Scalar(r, p, style)
			if c.Real {
				if verify.IsInteger(p) {
					a.Bits = verify.Integer(r, p, n, style)
				}
				break
			}
			switch i {
			case t.NumIn() - 2: // n
				v := n
				switch r.IntN(9) {
				case 0:
					v = n - r.IntN(4)
				case 1:
					v = r.IntN(4) - 2
				case 2:
					v = n / 2
				}
				if c.Panicky && r.IntN(4) == 0 {
					v = n + r.IntN(3)
				}
				a.Bits = uint64(v)
			case t.NumIn() - 1: // m
				a.Bits = uint64(r.IntN(12) - 2)
			}
		}
		f.Args = append(f.Args, a)
	}
	for i := range f.Regions {
		fill(r, f.Regions[i], style)
	}
	// Fill the memory around the arguments.
	covered := make([][]bool, len(f.Regions))
	for i := range f.Regions {
		covered[i] = make([]bool, len(f.Regions[i].Data))
	}
	cover := func(i, at, n int) {
		for k := range n {
			covered[i][at+k] = true
		}
	}
	for _, a := range f.Args {
		if a.InRegion() {
			cover(a.Region, a.Offset, a.Len*int(a.Elem().Size()))
		}
	}
	for i := range f.Regions {
		for _, to := range f.Regions[i].Refs {
			cover(to.Region, to.Offset, to.Cap*int(f.Regions[to.Region].Elem.Size()))
		}
	}
	for i := range f.Regions {
		for k := range f.Regions[i].Data {
			if !covered[i][k] {
				f.Regions[i].Data[k] = filling
			}
		}
	}
	return f
}

// widest bounds the length of inner slices.
const widest = 12

// refers reports whether values of a type contain slices.
func refers(t reflect.Type) bool { return len(slicesOf(t, 0, nil)) > 0 }

// inner is a slice inside a value, at a byte offset.
type inner struct {
	t  reflect.Type
	at int
}

// slicesOf appends the slices in a value of type t that begins at byte at.
func slicesOf(t reflect.Type, at int, list []inner) []inner {
	switch t.Kind() {
	case reflect.Slice:
		list = append(list, inner{t, at})
	case reflect.Struct:
		for i := range t.NumField() {
			fd := t.Field(i)
			list = slicesOf(fd.Type, at+int(fd.Offset), list)
		}
	case reflect.Array:
		for i := range t.Len() {
			list = slicesOf(t.Elem(), at+i*int(t.Elem().Size()), list)
		}
	}
	return list
}

// references creates the targets of the slices in the elements of an argument. Each has about n elements, in a region
// of its own, in a shared region, or in the region of another argument.
func references(r *rand.Rand, f *frame.Frame, a *frame.Arg, n int, overlap bool) {
	list := slicesOf(a.Elem(), 0, nil)
	if len(list) == 0 {
		return
	}
	fit, joined := r.IntN(10), r.IntN(3) > 0
	room := 0 // spare capacity of a slice, mostly the same for all: rows of a matrix are evenly spaced
	if r.IntN(3) == 0 {
		room = r.IntN(9)
	}
	uneven := r.IntN(3) == 0
	for i := range a.Len {
		for _, in := range list {
			to := frame.Ref{At: a.Offset + i*int(a.Elem().Size()) + in.at, Len: n}
			switch {
			case fit < 6:
			case fit < 8:
				to.Len += r.IntN(5)
			default:
				to.Len = r.IntN(n + 3)
			}
			if uneven && r.IntN(20) == 0 || to.Len == 0 && r.IntN(2) == 0 {
				continue // nil
			}
			if to.Cap = to.Len + room; uneven && r.IntN(3) == 0 {
				to.Cap += r.IntN(9)
			}
			refer(r, f, &to, in.t.Elem(), overlap && r.IntN(3) > 0, joined)
			f.Regions[a.Region].Refs = append(f.Regions[a.Region].Refs, to)
		}
	}
}

// isText reports whether a string lies in region i; stores must not change strings.
func isText(f *frame.Frame, i int) bool {
	return slices.ContainsFunc(f.Args, func(a frame.Arg) bool { return a.Type.Kind() == reflect.String && a.Region == i })
}

// refer allocates the target of a slice of elem: anywhere in an existing region, or at its end.
func refer(r *rand.Rand, f *frame.Frame, to *frame.Ref, elem reflect.Type, overlap, joined bool) {
	size := int(elem.Size())
	if overlap || joined {
		for _, i := range r.Perm(len(f.Regions)) {
			reg := &f.Regions[i]
			end := len(reg.Data) / size * size
			switch {
			case reg.Elem != elem || end != len(reg.Data) || isText(f, i):
			case overlap && end >= to.Cap*size:
				to.Region, to.Offset = i, r.IntN((end-to.Cap*size)/size+1)*size
				return
			case joined:
				to.Region, to.Offset = i, end
				reg.Data = append(reg.Data, make([]byte, to.Cap*size)...)
				return
			}
		}
	}
	to.Region, to.Offset = len(f.Regions), r.IntN(20)*size
	after := 0
	if r.IntN(2) == 0 {
		after = r.IntN(9) * size
	}
	f.Regions = append(f.Regions, frame.Region{Elem: elem, Data: make([]byte, to.Offset+to.Cap*size+after)})
}

// place allocates an argument: in a region of its own, or in that of an argument of the same kind. Integers of all
// sizes may overlap each other. Floats overlap only floats of the same type, because the bits of a NaN that
// arithmetic made are unspecified and must not be compared.
func place(r *rand.Rand, f *frame.Frame, a *frame.Arg, overlap bool) {
	elem := a.Elem()
	size := int(elem.Size())
	bytes := a.Len * size
	if overlap && r.IntN(3) > 0 {
		for i := range f.Regions {
			reg := &f.Regions[i]
			mixed := reg.Elem.Kind() == reflect.Uint8 && verify.IsInteger(elem)
			if reg.Elem != elem && !mixed || a.Type.Kind() == reflect.String {
				continue
			}
			last := 0
			for _, b := range f.Args {
				if b.InRegion() && b.Region == i {
					last = b.Offset
					if b.Type.Kind() == reflect.String {
						last = -1
					}
				}
			}
			if last < 0 {
				continue
			}
			a.Region = i
			a.Offset = max(0, last/size*size+(r.IntN(41)-20)*size)
			if r.IntN(4) == 0 {
				a.Offset = (last + size - 1) / size * size
			}
			for len(reg.Data) < a.Offset+bytes+8 {
				reg.Data = append(reg.Data, filling)
			}
			for mixed && len(reg.Data)%8 != 0 || len(reg.Data)%int(reg.Elem.Size()) != 0 {
				reg.Data = append(reg.Data, filling)
			}
			return
		}
	}
	reg := frame.Region{Elem: elem}
	if overlap && verify.IsInteger(elem) && a.Type.Kind() == reflect.Slice {
		reg.Elem = reflect.TypeFor[uint8]()
	}
	a.Region = len(f.Regions)
	before := r.IntN(20) * size // any alignment that Go permits
	after := 0
	if r.IntN(2) == 0 { // otherwise a guard page may follow
		after = r.IntN(9) * size
	}
	a.Offset = before
	if reg.Elem != elem || size == 1 {
		after += -(before + bytes + after) & 7 // later arguments in this region are aligned too, wherever it ends
	}
	reg.Data = make([]byte, before+bytes+after)
	f.Regions = append(f.Regions, reg)
}

// within makes a pointer refer to an element of a slice, mostly to one of the first, or to elements as an array. It
// reports whether there is such a slice.
func (c *Case) within(r *rand.Rand, f *frame.Frame, a *frame.Arg) bool {
	elem, count := a.Elem(), 1
	if elem.Kind() == reflect.Array && !slices.Contains(c.Features, "unknown extent") { // an element of those ends a loop
		elem, count = elem.Elem(), elem.Len()
	}
	var fit []frame.Arg
	for _, b := range f.Args {
		if b.IsSlice() && (b.Elem() == a.Elem() && b.Len > 0 || b.Elem() == elem && b.Len >= count && count > 0) {
			fit = append(fit, b)
		}
	}
	if len(fit) == 0 {
		return false
	}
	b := fit[r.IntN(len(fit))]
	if b.Elem() == a.Elem() {
		count = 1
	}
	a.Region, a.Offset = b.Region, b.Offset+r.IntN(1+r.IntN(b.Len-count+1))*int(b.Elem().Size())
	return true
}

// fill fills a region with numbers of its element type.
func fill(r *rand.Rand, reg frame.Region, style int) {
	size := int(reg.Elem.Size())
	for at := 0; at+size <= len(reg.Data); at += size {
		element(r, reg.Elem, reg.Data[at:at+size], style)
	}
}

func element(r *rand.Rand, t reflect.Type, b []byte, style int) {
	switch t.Kind() {
	case reflect.Slice: // see frame.Region.Refs
	case reflect.Struct:
		for k := range b {
			b[k] = filling
		}
		for i := range t.NumField() {
			fd := t.Field(i)
			element(r, fd.Type, b[fd.Offset:fd.Offset+fd.Type.Size()], style)
		}
	case reflect.Array:
		size := int(t.Elem().Size())
		for i := range t.Len() {
			element(r, t.Elem(), b[i*size:(i+1)*size], style)
		}
	default:
		var w [8]byte
		binary.LittleEndian.PutUint64(w[:], verify.Scalar(r, t, style))
		copy(b, w[:])
	}
}
