package verify

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"unsafe"
)

type point struct {
	x, y float64
	next *point
	tail []float64
}

// TestClone checks that the memory that arguments refer to is copied completely, including overlaps, and that
// nothing else is. Nothing is known about memory that begins at the end of other memory.
func TestClone(t *testing.T) {
	numbers := func() []float64 {
		s := make([]float64, 24)
		for i := range s {
			s[i] = float64(i)
		}
		return s
	}
	n := numbers()
	points := make([]point, 6)
	for i := range points {
		points[i] = point{x: float64(i), y: 7, next: &points[(i+2)%6], tail: n[i:][: 2*i : 3*i]}
	}
	nothing := make([]struct{}, 9)
	for name, args := range map[string][]any{
		"adjacent":          {n[:8:8], n[8:16:16], n[16:]},
		"adjacent, behind":  {n[16:], n[8:16:16], n[:8:8]},
		"end of a block":    {n[:8:8], &n[8]},
		"pointer first":     {&n[0], n},
		"pointer inside":    {&n[5], n[2:20], &n[19]},
		"pointer to one":    {&n[23], n[:23:23]},
		"overlap":           {n[:10:12], n[8:20:20]},
		"overlap, behind":   {n[8:20:20], n[:10:12]},
		"bridge":            {n[:8:8], n[16:], n[6:18:18]},
		"chain":             {n[:8:8], n[6:14:14], n[12:]},
		"inside":            {n, n[5:6:7], n[5:6:6]},
		"empty":             {n[:0:0], n[4:4:4], n[24:], n[:24:24]},
		"nil":               {[]float64(nil), (*float64)(nil), n[3:9]},
		"field first":       {&points[3].y, points},
		"field of a struct": {points[1:4], &points[4].x, &points[0]},
		"references":        {&points[2], &n[3]},
		"no size":           {nothing, &nothing[3], n},
		"other elements":    {n, unsafe.Slice((*uint32)(unsafe.Pointer(&n[3])), 8)},
	} {
		t.Run(name, func(t *testing.T) {
			s := &state{}
			for _, a := range args {
				b := newBlock(reflect.TypeOf(a), 1)
				reflect.NewAt(b.elem, b.base).Elem().Set(reflect.ValueOf(a))
				s.args = append(s.args, b)
			}
			c := s.clone()
			runtime.GC() // ends the program if it finds an invalid pointer
			refs, copies := references(s), references(c)
			if len(refs) != len(copies) {
				t.Fatalf("%d references became %d", len(refs), len(copies))
			}
			for i, r := range refs {
				q := copies[i]
				if _, n := extent(r); n == 0 || r.Type().Elem().Size() == 0 {
					continue
				}
				b, off := c.findValue(q)
				if b < 0 {
					t.Fatalf("reference %d leads to no memory of the copy", i)
				}
				if a, was := s.findValue(r); a != b || was != off {
					t.Errorf("reference %d leads to block %d at %d, and the copy to block %d at %d", i, a, was, b, off)
				}
				if o, _ := s.findValue(q); o >= 0 {
					t.Errorf("the copy of reference %d leads to memory of block %d", i, o)
				}
				size := bytesOf(r)
				if same := slices.Equal(view(r, size), view(q, size)); !same && !refers(r.Type().Elem()) {
					t.Errorf("reference %d leads to %v, and the copy to %v", i, view(r, size), view(q, size))
				}
				for j := range i { // for equal elements, distances are preserved
					if x, y := refs[j], copies[j]; x.Type().Elem() == r.Type().Elem() && share(x, r) &&
						int(address(x)-address(r)) != int(address(y)-address(q)) {
						t.Errorf("references %d and %d do not share their memory any more", j, i)
					}
				}
			}
			if d := s.differBlocks(c); d != "" {
				t.Error(d)
			}
		})
	}
}

// references returns all slices and pointers in the arguments, and in the memory they refer to.
func references(s *state) (list []reflect.Value) {
	s.all(true, func(t reflect.Type, p unsafe.Pointer) {
		if k := t.Kind(); k == reflect.Slice || k == reflect.Pointer {
			list = append(list, reflect.NewAt(t, p).Elem())
		}
	})
	return list
}

func address(v reflect.Value) uintptr { return uintptr(v.UnsafePointer()) }

func bytesOf(v reflect.Value) uintptr {
	elem, n := extent(v)
	return uintptr(n) * elem.Size()
}

func view(v reflect.Value, size uintptr) []byte {
	return unsafe.Slice((*byte)(v.UnsafePointer()), size)
}

// share reports whether the memory of two slices or pointers overlaps.
func share(x, y reflect.Value) bool {
	return address(x) < address(y)+bytesOf(y) && address(y) < address(x)+bytesOf(x)
}

// differBlocks describes how the blocks of two states differ.
func (s *state) differBlocks(o *state) string {
	for i := range s.blocks {
		for k := range s.blocks[i].n {
			if d := s.differ(o, s.blocks[i].elem, s.blocks[i].at(k), o.blocks[i].at(k), tolerance{}); d != "" {
				return fmt.Sprintf("element %d of m%d%s", k, i, d)
			}
		}
	}
	return ""
}
