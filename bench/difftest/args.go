package difftest

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"reflect"

	"hotloop/bench/frame"
)

// filling bytes lie around every argument. They are a number of no type that kernels compute.
const filling = 0xA5

// Shape is what argument sets are made for: the numbers of iterations that vector loops of the kernel do at a time.
type Shape struct {
	Steps []int
	Small bool // numbers must be whole and small
}

// maxLength bounds lengths; nests of kernels run over them once, or a few dozen times.
const maxLength = 1100

// lengthOf draws the length of argument set number set: around multiples of the kernel's vector steps, and anything.
func (s Shape) lengthOf(r *rand.Rand, set int) int {
	switch {
	case set == 0:
		return r.IntN(2)
	case set == 1:
		return 1 + r.IntN(9)
	case len(s.Steps) > 0 && set%4 != 3:
		step := s.Steps[r.IntN(len(s.Steps))]
		n := step*(1+r.IntN(2)) + r.IntN(3) - 1
		if r.IntN(3) == 0 {
			n = r.IntN(2*step + 2)
		}
		return min(max(n, 0), maxLength)
	}
	return r.IntN(140)
}

// placing is where an argument lies.
type placing struct{ region, offset int }

// Args makes argument set number set of a kernel. The same seed and shape give the same set.
func (c *Case) Args(s Shape, seed uint64, set int) *frame.Frame {
	r := rand.New(rand.NewPCG(c.Seed^seed*0x9e3779b97f4a7c15, uint64(set)))
	n := s.lengthOf(r, set)
	f := &frame.Frame{}
	style := r.IntN(4)
	if s.Small {
		style = 0
	}
	fit := r.IntN(8) // how the lengths agree with each other
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
			place(r, f, &a, overlap)
		case reflect.Pointer:
			a.Len = 1
			place(r, f, &a, false)
		default:
			a.Bits = scalar(r, p, style)
			if c.Real {
				if isInteger(p) {
					a.Bits = realInteger(r, p, n, style)
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
	// What lies around the arguments.
	for i := range f.Regions {
		reg := &f.Regions[i]
		covered := make([]bool, len(reg.Data))
		for _, a := range f.Args {
			if a.InRegion() && a.Region == i {
				for k := range a.Len * int(a.Elem().Size()) {
					covered[a.Offset+k] = true
				}
			}
		}
		for k := range reg.Data {
			if !covered[k] {
				reg.Data[k] = filling
			}
		}
	}
	return f
}

// realInteger is the bits of an integer parameter that may be a length, an index, a stride, a count, or some word.
// Words of all bits are rare: what counts up to one takes too long.
func realInteger(r *rand.Rand, t reflect.Type, n, style int) uint64 {
	v := uint64(0)
	switch r.IntN(12) {
	case 0, 1, 2:
		v = uint64(n)
	case 3:
		v = uint64(n - 1)
	case 4:
		v = uint64(n / 2)
	case 5:
		v = uint64(r.IntN(n + 1))
	case 6:
		v = uint64(n + r.IntN(3) - 1)
	case 7, 8, 9:
		v = uint64(1 + r.IntN(8))
	case 10:
		v = uint64(r.IntN(300) - 20)
	default:
		v = scalar(r, t, style)
	}
	return v & (^uint64(0) >> (64 - 8*t.Size()))
}

// place finds room for an argument: in a region of its own, or in one that an argument of the same kind lies in.
// Integers of all sizes may overlap each other; floats only overlap their like, because the bits of a NaN that
// arithmetic made are not specified and must not be looked at.
func place(r *rand.Rand, f *frame.Frame, a *frame.Arg, overlap bool) {
	elem := a.Elem()
	size := int(elem.Size())
	bytes := a.Len * size
	if overlap && r.IntN(3) > 0 {
		for i := range f.Regions {
			reg := &f.Regions[i]
			mixed := reg.Elem.Kind() == reflect.Uint8 && isInteger(elem)
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
	if overlap && isInteger(elem) && a.Type.Kind() == reflect.Slice {
		reg.Elem = reflect.TypeFor[uint8]()
	}
	a.Region = len(f.Regions)
	before := r.IntN(20) * size // any alignment that Go allows
	after := 0
	if r.IntN(2) == 0 { // else a guard page may follow
		after = r.IntN(9) * size
	}
	a.Offset = before
	if reg.Elem != elem || size == 1 {
		after += -(before + bytes + after) & 7 // what else comes here is aligned too, wherever the region ends
	}
	reg.Data = make([]byte, before+bytes+after)
	f.Regions = append(f.Regions, reg)
}

func isInteger(t reflect.Type) bool {
	return t.Kind() >= reflect.Int && t.Kind() <= reflect.Uintptr
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
		binary.LittleEndian.PutUint64(w[:], scalar(r, t, style))
		copy(b, w[:])
	}
}

var specials64 = []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0, 1e300, -1e300, 5e-324,
	2e-308,
	-3e-310, math.MaxFloat64, 1 << 31, -1 << 31, 1 << 63, -1 << 63, 1 << 53, 0.5, -0.5, 1.5, 2.5, 0.49999999999999994}
var specials32 = []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)),
	float32(math.Copysign(0, -1)), 0,
	1e38, -1e38, 1e-45, 1e-38, -3e-40, math.MaxFloat32, 1 << 31, 1 << 24, 0.5, -1.5, 2.5}

// scalar is the bits of a number of type t. Style 0 is small and whole, 1 small, 2 with special values, 3 anything.
func scalar(r *rand.Rand, t reflect.Type, style int) uint64 {
	special := style == 2 && r.IntN(4) == 0 || style == 1 && r.IntN(40) == 0
	switch t.Kind() {
	case reflect.Bool:
		return uint64(r.IntN(2))
	case reflect.Float32:
		switch {
		case style == 0:
			return uint64(math.Float32bits(float32(r.IntN(17) - 8)))
		case special:
			return uint64(math.Float32bits(specials32[r.IntN(len(specials32))]))
		case style == 3:
			return uint64(math.Float32bits(float32(math.Ldexp(r.Float64()-0.5, r.IntN(80)-40))))
		}
		return uint64(math.Float32bits(float32(r.IntN(400)-200) / 8))
	case reflect.Float64:
		switch {
		case style == 0:
			return math.Float64bits(float64(r.IntN(17) - 8))
		case special:
			return math.Float64bits(specials64[r.IntN(len(specials64))])
		case style == 3:
			return math.Float64bits(math.Ldexp(r.Float64()-0.5, r.IntN(200)-100))
		}
		return math.Float64bits(float64(r.IntN(400)-200) / 8)
	}
	bits := int(t.Size()) * 8
	mask := ^uint64(0) >> (64 - bits)
	switch {
	case style == 3:
		return r.Uint64() & mask
	case special:
		top := uint64(1) << (bits - 1)
		return []uint64{0, mask, top, top - 1, top + 1, 1}[r.IntN(6)] & mask
	}
	return uint64(int64(r.IntN(40)-12)) & mask
}
