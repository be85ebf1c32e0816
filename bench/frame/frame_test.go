package frame

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

func scale(x []float32, k float32) float32 {
	for i := range x {
		x[i] *= k
	}
	return k
}

var scaleResults = []reflect.Type{reflect.TypeFor[float32]()}

// TestCall lays a frame out at each edge and finds the values where they should be.
func TestCall(t *testing.T) {
	for _, e := range []Edge{NoEdge, StartEdge, EndEdge} {
		f := New([]any{[]float32{1, 2, 3}, float32(2)}, Layout{Before: 1, After: 2, Share: -1})
		p, err := f.Place(e)
		if err != nil {
			t.Fatal(err)
		}
		o := p.Call(scale)
		want, err := f.Place(NoEdge)
		if err != nil {
			t.Fatal(err)
		}
		if d := Diff(f, scaleResults, o, want.Call(scale), 0); d != "" {
			t.Error(d)
		}
		p.Reset()
		if got := p.Args[0].Interface().([]float32); got[2] != 3 {
			t.Errorf("after Reset: %v", got)
		}
		p.Free()
		want.Free()
	}
}

// TestDiff plants one fault of each kind.
func TestDiff(t *testing.T) {
	f := New([]any{[]float32{1, 2, float32(math.NaN())}, float32(2)}, Layout{Before: 1, Share: -1})
	run := func(fn any) *Outcome {
		p, err := f.Place(NoEdge)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Free()
		return p.Call(fn)
	}
	want := run(scale)
	cases := []struct {
		fn   any
		want string
	}{
		{scale, ""},
		{func(x []float32, k float32) float32 { scale(x, k); return k + 1 }, "result 0 is 3, want 2"},
		{func(x []float32, k float32) float32 { scale(x[1:], k); return k }, "element 0 of argument 0 is 1, want 2"},
		{func(x []float32, k float32) float32 { return x[len(x)] }, `panic "runtime error: index out of range [3] with length 3", want ""`},
	}
	for _, c := range cases {
		if got := Diff(f, scaleResults, run(c.fn), want, 0); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	o := run(scale)
	o.Regions[0][0] ^= 1
	if got := Diff(f, scaleResults, o, want, 0); !strings.Contains(got, "outside every slice") {
		t.Errorf("got %q", got)
	}
	o = run(scale)
	o.Results[0]++
	if Diff(f, scaleResults, o, want, 1) != "" || Diff(f, scaleResults, o, want, 0) == "" {
		t.Error("one unit in the last place must pass only if allowed")
	}
}

// TestShare overlaps slices of one type.
func TestShare(t *testing.T) {
	f := New([]any{[]int16{1, 2, 3}, []int16{7, 8, 9}, []int8{4}}, Layout{Share: 1})
	if len(f.Regions) != 2 || len(f.Regions[0].Data) != 8 || f.Args[1].Offset != 2 {
		t.Fatalf("regions %d, first of %d bytes, second slice at %d", len(f.Regions), len(f.Regions[0].Data), f.Args[1].Offset)
	}
}

// TestFault reads past the end of a region and survives.
func TestFault(t *testing.T) {
	f := New([]any{[]float32{1}, float32(2)}, Layout{Share: -1})
	p, err := f.Place(EndEdge)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Free()
	o := p.Call(func(x []float32, k float32) float32 {
		return reflect.SliceAt(reflect.TypeFor[float32](), reflect.ValueOf(x).UnsafePointer(), 2).Index(1).Interface().(float32)
	})
	if o.Panic == "" {
		t.Skip("pages cannot be guarded here")
	}
}
