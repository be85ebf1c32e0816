package verify

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"unsafe"
)

// A block is memory of one type of elements that arguments refer to.
type block struct {
	elem reflect.Type
	n    int
	base unsafe.Pointer
	keep any // what the collector knows the memory by
}

func newBlock(elem reflect.Type, n int) block {
	s := reflect.MakeSlice(reflect.SliceOf(elem), n, n)
	return block{elem, n, s.UnsafePointer(), s.Interface()}
}

func (b *block) size() uintptr { return uintptr(b.n) * b.elem.Size() }

func (b *block) at(i int) unsafe.Pointer { return unsafe.Add(b.base, uintptr(i)*b.elem.Size()) }

// state is arguments with the memory that they refer to.
type state struct {
	t      reflect.Type // of the function
	values map[reflect.Type][]reflect.Value
	args   []block // of one element each
	blocks []block
}

// find is the block that has all of the memory that a reference leads to, from p on, and the offset; -1 if there is none.
// Of several it is the largest. The end of a block is not in it: what begins there is other memory, or none.
func (s *state) find(p unsafe.Pointer, size uintptr) (i int, off uintptr) {
	i = -1
	for j := range s.blocks {
		b := &s.blocks[j]
		o := uintptr(p) - uintptr(b.base)
		if o < b.size() && size <= b.size()-o && (i < 0 || b.size() > s.blocks[i].size()) {
			i, off = j, o
		}
	}
	return i, off
}

// findValue is find for a slice or a pointer.
func (s *state) findValue(v reflect.Value) (i int, off uintptr) {
	_, n := extent(v)
	return s.find(v.UnsafePointer(), uintptr(n)*v.Type().Elem().Size())
}

// extent is what a slice or a pointer leads to: elements of a type, and how many.
func extent(v reflect.Value) (elem reflect.Type, n int) {
	switch {
	case v.Kind() == reflect.Slice:
		n = v.Cap()
	case !v.IsNil():
		n = 1
	}
	return v.Type().Elem(), n
}

// refers says whether values of a type hold references to memory.
func refers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Pointer, reflect.String, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface,
		reflect.UnsafePointer:
		return true
	case reflect.Array:
		return refers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if refers(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// parts calls visit for each part of the value of type t at p that is no struct and no array.
func parts(t reflect.Type, p unsafe.Pointer, visit func(t reflect.Type, p unsafe.Pointer)) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			parts(f.Type, unsafe.Add(p, f.Offset), visit)
		}
	case reflect.Array:
		for i := range t.Len() {
			parts(t.Elem(), unsafe.Add(p, uintptr(i)*t.Elem().Size()), visit)
		}
	default:
		visit(t, p)
	}
}

// all calls visit for the parts of the arguments, then for those of the blocks, which may become more meanwhile. Blocks
// that refer to nothing are left out if references is set.
func (s *state) all(references bool, visit func(t reflect.Type, p unsafe.Pointer)) {
	for i := range s.args {
		parts(s.args[i].elem, s.args[i].base, visit)
	}
	for i := 0; i < len(s.blocks); i++ {
		b := s.blocks[i]
		if references && !refers(b.elem) {
			continue
		}
		for k := range b.n {
			parts(b.elem, b.at(k), visit)
		}
	}
}

// discover makes blocks of what the arguments refer to and no block has: a user's function has put it there. Where
// slices of one array overlap, the block is all that they have of it.
func (s *state) discover() {
	for more := true; more; {
		more = false
		s.all(true, func(t reflect.Type, p unsafe.Pointer) {
			if t.Kind() != reflect.Slice && t.Kind() != reflect.Pointer {
				return
			}
			v := reflect.NewAt(t, p).Elem()
			elem, n := extent(v)
			if n == 0 || elem.Size() == 0 {
				return
			}
			if i, _ := s.findValue(v); i < 0 {
				s.insert(block{elem, n, v.UnsafePointer(), v.Interface()})
				more = true // a block that has grown has more to visit
			}
		})
	}
}

// insert adds a block, in the place of those of the same elements that it overlaps, as far as all of them reach.
func (s *state) insert(x block) {
	for i := 0; i < len(s.blocks); i++ {
		b := s.blocks[i]
		off := uintptr(x.base) - uintptr(b.base)
		if b.elem != x.elem || int(off)%int(x.elem.Size()) != 0 || off >= b.size() && -off >= x.size() {
			continue
		}
		at := int(off) / int(x.elem.Size()) // of x in b
		end := max(b.n, at+x.n)
		if at >= 0 {
			x.base, x.keep = b.base, b.keep
		}
		x.n = end - min(at, 0)
		s.blocks = slices.Delete(s.blocks, i, i+1)
		i = -1 // what has grown may overlap others
	}
	s.blocks = append(s.blocks, x)
}

// clone is a copy whose memory lies elsewhere, and overlaps as it does in s.
func (s *state) clone() *state {
	s.discover()
	c := &state{t: s.t, values: s.values}
	for _, list := range []struct {
		from []block
		to   *[]block
	}{{s.args, &c.args}, {s.blocks, &c.blocks}} {
		for _, b := range list.from {
			n := newBlock(b.elem, b.n)
			reflect.Copy(reflect.ValueOf(n.keep), reflect.SliceAt(b.elem, b.base, b.n))
			*list.to = append(*list.to, n)
		}
	}
	c.all(true, func(t reflect.Type, p unsafe.Pointer) {
		if t.Kind() != reflect.Slice && t.Kind() != reflect.Pointer {
			return
		}
		if i, off := s.findValue(reflect.NewAt(t, p).Elem()); i >= 0 {
			*(*unsafe.Pointer)(p) = unsafe.Add(c.blocks[i].base, off) // of a slice, too, the first word
		}
	})
	return c
}

// restore makes the memory of s what it is in from, of which it was cloned, or a clone.
func (s *state) restore(from *state) {
	for i := range from.blocks {
		if refers(from.blocks[i].elem) {
			continue // kernels store numbers; a struct with references keeps them
		}
		copy(unsafe.Slice((*byte)(s.blocks[i].base), s.blocks[i].size()),
			unsafe.Slice((*byte)(from.blocks[i].base), from.blocks[i].size()))
	}
}

// tolerance is how far floats may be apart, in units in the last place of themselves or of the greatest there is.
type tolerance struct {
	ulps     float64
	greatest float64
}

func (t tolerance) same(x, y float64, unit float64) bool {
	return x != x && y != y ||
		t.ulps > 0 && (x == y || math.Abs(x-y) <= t.ulps*unit*max(math.Abs(x), math.Abs(y), t.greatest))
}

// greatest is the greatest finite float in the state.
func (s *state) greatest() (m float64) {
	s.all(false, func(t reflect.Type, p unsafe.Pointer) {
		v := reflect.NewAt(t, p).Elem()
		if !v.CanFloat() {
			return
		}
		if x := math.Abs(v.Float()); x > m && !math.IsInf(x, 0) {
			m = x
		}
	})
	return m
}

// differ says how the values of type t at p, in s, and q, in o, differ: "" if they do not.
func (s *state) differ(o *state, t reflect.Type, p, q unsafe.Pointer, tol tolerance) string {
	a, b := reflect.NewAt(t, p).Elem(), reflect.NewAt(t, q).Elem()
	same := true
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Name == "_" {
				continue
			}
			if d := s.differ(o, f.Type, unsafe.Add(p, f.Offset), unsafe.Add(q, f.Offset), tol); d != "" {
				return "." + f.Name + d
			}
		}
		return ""
	case reflect.Array:
		for i := range t.Len() {
			off := uintptr(i) * t.Elem().Size()
			if d := s.differ(o, t.Elem(), unsafe.Add(p, off), unsafe.Add(q, off), tol); d != "" {
				return fmt.Sprintf("[%d]%s", i, d)
			}
		}
		return ""
	case reflect.Float32:
		x, y := *(*float32)(p), *(*float32)(q)
		same = math.Float32bits(x) == math.Float32bits(y) || tol.same(float64(x), float64(y), 0x1p-23)
	case reflect.Float64:
		x, y := *(*float64)(p), *(*float64)(q)
		same = math.Float64bits(x) == math.Float64bits(y) || tol.same(x, y, 0x1p-52)
	case reflect.Complex64:
		f := reflect.TypeFor[[2]float32]()
		return s.differ(o, f, p, q, tol)
	case reflect.Complex128:
		return s.differ(o, reflect.TypeFor[[2]float64](), p, q, tol)
	case reflect.Slice:
		return s.differSlices(o, a, b, tol)
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			same = a.IsNil() == b.IsNil()
			break
		}
		i, x := s.findValue(a)
		j, y := o.findValue(b)
		same = i == j && x == y
	case reflect.String:
		same = a.String() == b.String()
	case reflect.Interface:
		if a.IsNil() || b.IsNil() {
			same = a.IsNil() == b.IsNil()
			break
		}
		same = a.Elem().Type() == b.Elem().Type() && fmt.Sprint(a.Interface()) == fmt.Sprint(b.Interface())
	case reflect.Func, reflect.Map, reflect.Chan, reflect.UnsafePointer:
		same = *(*unsafe.Pointer)(p) == *(*unsafe.Pointer)(q)
	default:
		same = a.Equal(b)
	}
	if same {
		return ""
	}
	return fmt.Sprintf(" is %v, want %v", show(a), show(b))
}

// differSlices compares slices by where they are; what is in memory of arguments is compared there.
func (s *state) differSlices(o *state, a, b reflect.Value, tol tolerance) string {
	if a.IsNil() != b.IsNil() {
		return fmt.Sprintf(" is nil: %t, want %t", a.IsNil(), b.IsNil())
	}
	if a.Len() != b.Len() {
		return fmt.Sprintf(" has length %d, want %d", a.Len(), b.Len())
	}
	if a.Cap() == 0 && b.Cap() == 0 || a.Type().Elem().Size() == 0 {
		return ""
	}
	i, x := s.findValue(a)
	j, y := o.findValue(b)
	switch {
	case i != j || x != y:
		return " refers to another place"
	case i >= 0 && a.Cap() != b.Cap():
		return fmt.Sprintf(" has capacity %d, want %d", a.Cap(), b.Cap())
	case i >= 0:
		return ""
	}
	for k := range a.Len() { // allocated by the function
		if d := s.differ(o, a.Type().Elem(), a.Index(k).Addr().UnsafePointer(), b.Index(k).Addr().UnsafePointer(),
			tol); d != "" {
			return fmt.Sprintf("[%d]%s", k, d)
		}
	}
	return ""
}

// show is a value for a message.
func show(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool()
	case reflect.Float32, reflect.Float64:
		return v.Float()
	case reflect.String:
		return fmt.Sprintf("%q", v.String())
	}
	switch {
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return v.Uint()
	}
	return fmt.Sprint(v)
}
