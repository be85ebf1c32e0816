package verify

import (
	"encoding/binary"
	"math/rand/v2"
	"reflect"
	"unsafe"
)

// generator generates one set of arguments.
type generator struct {
	r       *rand.Rand
	s       *state
	n       int  // the length of most slices
	style   int  // of numbers; see Scalar
	fit     int  // how likely lengths are to agree
	small   int  // limit of numbers of type int, or 0
	plain   bool // numbers are small ones only
	overlap bool
}

// deepest limits the depth of references, and widest the length of slices whose elements contain references.
const deepest, widest = 4, 20

// In some argument sets all numbers of type int are small. They serve as sizes and strides, which are then often
// equal, and for which slices are long enough. mostSmall is the number of such limits, which are powers of two.
const mostSmall = 4

// generate returns argument set number set for a function of type t. Equal seeds and shapes give equal sets.
func generate(t reflect.Type, shape Shape, seed uint64, set int, values map[reflect.Type][]reflect.Value) *state {
	r := rand.New(rand.NewPCG(seed*0x9e3779b97f4a7c15, uint64(set)))
	g := &generator{r: r, s: &state{t: t, values: values}, n: shape.Length(r, set), style: r.IntN(4), fit: r.IntN(8),
		overlap: r.IntN(3) == 0}
	if r.IntN(4) == 0 {
		g.small = 1 << r.IntN(mostSmall)
	}
	if shape.Small {
		g.style, g.plain = r.IntN(2), true
	}
	for i := range t.NumIn() {
		a := newBlock(t.In(i), 1)
		g.s.args = append(g.s.args, a)
		g.value(a.elem, a.base, 0)
	}
	return g.s
}

// value generates a value of type t at p, which is reached through depth references.
func (g *generator) value(t reflect.Type, p unsafe.Pointer, depth int) {
	v := reflect.NewAt(t, p).Elem()
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			g.value(t.Field(i).Type, unsafe.Add(p, t.Field(i).Offset), depth)
		}
	case reflect.Array:
		for i := range t.Len() {
			g.value(t.Elem(), unsafe.Add(p, uintptr(i)*t.Elem().Size()), depth)
		}
	case reflect.Complex64:
		g.value(reflect.TypeFor[[2]float32](), p, depth)
	case reflect.Complex128:
		g.value(reflect.TypeFor[[2]float64](), p, depth)
	case reflect.String:
		b := make([]byte, g.length())
		for i := range b {
			b[i] = byte(' ' + g.r.IntN(95))
			if g.r.IntN(16) == 0 {
				b[i] = byte(g.r.IntN(256))
			}
		}
		v.SetString(string(b))
	case reflect.Slice:
		g.slice(t, p, depth)
	case reflect.Pointer:
		g.pointer(t, p, depth)
	case reflect.Interface, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
	default:
		if list := g.s.values[t]; len(list) > 0 && g.r.IntN(16) > 0 {
			v.Set(list[g.r.IntN(len(list))])
			break
		}
		if g.small > 0 && t.Kind() == reflect.Int {
			g.number(t, p, uint64(1+g.r.IntN(g.small)))
			break
		}
		if IsInteger(t) && (depth == 0 || t.Kind() == reflect.Int) {
			g.number(t, p, Integer(g.r, t, g.n, min(g.style, 2)))
			break
		}
		g.number(t, p, g.scalar(t))
	}
}

// scalar returns the bits of a number.
func (g *generator) scalar(t reflect.Type) uint64 {
	if g.plain && g.style == 1 {
		return Scalar(g.r, t, 4)
	}
	return Scalar(g.r, t, g.style)
}

// number sets a scalar to bits.
func (g *generator) number(t reflect.Type, p unsafe.Pointer, bits uint64) {
	var w [8]byte
	binary.LittleEndian.PutUint64(w[:], bits)
	copy(unsafe.Slice((*byte)(p), t.Size()), w[:])
}

// length returns the length of a slice or string.
func (g *generator) length() int {
	switch {
	case g.r.IntN(12) == 0:
		return max(0, g.n+g.r.IntN(7)-4)
	case g.fit < 6:
		return g.n
	}
	return g.n + g.r.IntN(5)
}

// slice generates a slice in its own block, with elements before and after it, or in the block of another slice of
// the same type.
func (g *generator) slice(t reflect.Type, p unsafe.Pointer, depth int) {
	n := g.length()
	elem := t.Elem()
	if refers(elem) {
		n = min(n, widest)
	}
	if n == 0 && g.r.IntN(2) == 0 || g.r.IntN(40) == 0 || depth > deepest {
		return // nil
	}
	before, after := g.r.IntN(20), g.r.IntN(9)
	room := after
	if g.r.IntN(2) == 0 {
		room = 0 // the capacity equals the length
	}
	if g.overlap && g.r.IntN(3) > 0 {
		for i := range g.s.blocks {
			if b := &g.s.blocks[i]; b.elem == elem && b.n > n && !refers(elem) {
				from := g.r.IntN(b.n - n + 1)
				g.set(p, t, b, from, n, n+g.r.IntN(b.n-from-n+1))
				return
			}
		}
		before += g.r.IntN(40) // space for other slices
		after += g.r.IntN(40)
	}
	b := newBlock(elem, before+n+after)
	g.s.blocks = append(g.s.blocks, b)
	g.set(p, t, &b, before, n, n+room)
	for i := range b.n {
		g.element(elem, b.at(i), depth+1)
	}
}

// element generates an element of a slice. Its numbers are values, not lengths.
func (g *generator) element(t reflect.Type, p unsafe.Pointer, depth int) {
	if k := t.Kind(); k >= reflect.Bool && k <= reflect.Float64 {
		g.number(t, p, g.scalar(t))
		return
	}
	g.value(t, p, depth)
}

func (g *generator) set(p unsafe.Pointer, t reflect.Type, b *block, from, n, capacity int) {
	reflect.NewAt(t, p).Elem().Set(reflect.ValueOf(b.keep).Slice3(from, from+n, from+capacity).Convert(t))
}

// pointer generates a pointer to a block of its own, or to an element of an existing block.
func (g *generator) pointer(t reflect.Type, p unsafe.Pointer, depth int) {
	elem := t.Elem()
	if depth > deepest || g.r.IntN(24) == 0 {
		return
	}
	at := (*unsafe.Pointer)(p)
	if g.overlap && g.r.IntN(2) == 0 && !refers(elem) {
		for i := range g.s.blocks {
			if b := &g.s.blocks[i]; b.elem == elem && b.n > 0 {
				*at = b.at(g.r.IntN(b.n))
				return
			}
		}
	}
	b := newBlock(elem, 1)
	g.s.blocks = append(g.s.blocks, b)
	*at = b.base
	g.value(elem, b.base, depth)
}
