package verify

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"unsafe"
)

// block is memory that arguments refer to, with elements of one type.
type block struct {
	elem reflect.Type
	n    int
	base unsafe.Pointer
	keep any // keeps the memory alive for the collector
}

func newBlock(elem reflect.Type, n int) block {
	s := reflect.MakeSlice(reflect.SliceOf(elem), n, n)
	return block{elem, n, s.UnsafePointer(), s.Interface()}
}

func (b *block) size() uintptr { return uintptr(b.n) * b.elem.Size() }

func (b *block) at(i int) unsafe.Pointer { return unsafe.Add(b.base, uintptr(i)*b.elem.Size()) }

// state is a set of arguments and the memory that they refer to.
type state struct {
	t      reflect.Type // of the function
	values map[reflect.Type][]reflect.Value
	args   []block // one element each
	blocks []block
}

// find returns the block that contains the size bytes at p, and the offset of p in it. It returns index -1 if
// there is none, and the largest of several. An address at the end of a block is not in it.
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

// extent returns the element type of a slice or pointer, and the number of elements that it gives access to.
func extent(v reflect.Value) (elem reflect.Type, n int) {
	switch {
	case v.Kind() == reflect.Slice:
		n = v.Cap()
	case !v.IsNil():
		n = 1
	}
	return v.Type().Elem(), n
}

// refers reports whether values of a type contain references to memory.
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

// parts calls visit for each part of the value of type t at p that is neither a struct nor an array.
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

// all calls visit for the parts of the arguments and then for those of the blocks. visit may add blocks. If
// references is set, blocks without references are skipped.
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

// discover adds blocks for memory that the arguments refer to and that is in no block, because a user's function
// stored the reference. If slices of one array overlap, one block covers all of them.
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
				more = true // a block that has grown must be visited again
			}
		})
	}
}

// insert adds a block. It replaces blocks with the same elements that it overlaps, and covers their union.
func (s *state) insert(x block) {
	for i := 0; i < len(s.blocks); i++ {
		b := s.blocks[i]
		off := uintptr(x.base) - uintptr(b.base)
		if b.elem != x.elem || int(off)%int(x.elem.Size()) != 0 || off >= b.size() && -off >= x.size() {
			continue
		}
		at := int(off) / int(x.elem.Size()) // index of x in b
		end := max(b.n, at+x.n)
		if at >= 0 {
			x.base, x.keep = b.base, b.keep
		}
		x.n = end - min(at, 0)
		s.blocks = slices.Delete(s.blocks, i, i+1)
		i = -1 // the larger block may overlap others
	}
	s.blocks = append(s.blocks, x)
}

// clone returns a copy in new memory, with the same overlaps as in s.
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
			*(*unsafe.Pointer)(p) = unsafe.Add(c.blocks[i].base, off) // for a slice too, the pointer is the first word
		}
	})
	return c
}

// restore copies the memory of from to s, which is a clone of from or was cloned to it.
func (s *state) restore(from *state) {
	for i := range from.blocks {
		if refers(from.blocks[i].elem) {
			continue // kernels store numbers; structs with references are not modified
		}
		copy(unsafe.Slice((*byte)(s.blocks[i].base), s.blocks[i].size()),
			unsafe.Slice((*byte)(from.blocks[i].base), from.blocks[i].size()))
	}
}

// tolerance is the allowed difference of floats, in units in the last place relative to the operands or to the
// greatest value.
type tolerance struct {
	ulps     float64
	greatest float64
}

func (t tolerance) same(x, y float64, unit float64) bool {
	return x != x && y != y ||
		t.ulps > 0 && (x == y || math.Abs(x-y) <= t.ulps*unit*max(math.Abs(x), math.Abs(y), t.greatest))
}

// greatest returns the greatest absolute value of the finite floats in the state.
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

// differ describes how the values of type t at p, in s, and at q, in o, differ. It returns "" if they are equal.
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

// differSlices compares slices by location. The contents of argument memory are compared separately.
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

// show returns a value in a form suitable for a message.
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
