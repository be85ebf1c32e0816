package frame

import (
	"math"
	"reflect"
	"slices"
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

// TestCall lays a frame out at each edge and checks that the values are in place.
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
		{func(x []float32, k float32) float32 {
			return x[len(x)]
		}, `panic "runtime error: index out of range [3] with length 3", want ""`},
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

// TestDiffNear checks the permitted error where numbers of the size of the arguments cancel, for all types of floats.
func TestDiffNear(t *testing.T) {
	type pair struct {
		A float64
		B [2]float32
	}
	f := New([]any{[]float32{8, 0}, []pair{{0, [2]float32{0, 0}}}, 2.0}, Layout{Share: -1})
	results := []reflect.Type{reflect.TypeFor[float64]()}
	run := func(x, a, b, r float64) *Outcome {
		p, err := f.Place(NoEdge)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Free()
		return p.Call(func(s []float32, q []pair, _ float64) float64 {
			s[1], q[0].A, q[0].B[1] = float32(x), a, float32(b)
			return r
		})
	}
	want := run(0, 0, 0, 0)
	for _, c := range []struct {
		x, a, b, r float64
		far        bool
	}{
		{x: 0x1p-18}, {a: -0x1p-47}, {b: 0x1p-18}, {r: 0x1p-47}, // four units of 8
		{x: 0x1p-17, far: true}, {a: 0x1p-46, far: true}, {b: -0x1p-17, far: true}, {r: 0x1p-46, far: true},
		{x: math.NaN(), far: true}, {a: math.Inf(1), far: true},
	} {
		if d := DiffNear(f, results, run(c.x, c.a, c.b, c.r), want, 4); (d != "") != c.far {
			t.Errorf("%+v: %q", c, d)
		}
	}
}

// TestShare overlaps slices of one type.
func TestShare(t *testing.T) {
	f := New([]any{[]int16{1, 2, 3}, []int16{7, 8, 9}, []int8{4}}, Layout{Share: 1})
	if len(f.Regions) != 2 || len(f.Regions[0].Data) != 8 || f.Args[1].Offset != 2 {
		t.Fatalf("regions %d, first of %d bytes, second slice at %d", len(f.Regions), len(f.Regions[0].Data),
			f.Args[1].Offset)
	}
}

// TestShareRows checks that rows coincide with rows, and that other types may overlap anywhere.
func TestShareRows(t *testing.T) {
	f := New([]any{make([][4]int8, 3), make([]int8, 9), &[2][4]int8{}, make([][4]int8, 1), &[2]int8{}},
		Layout{Share: 1, Before: 1})
	var got []int
	for _, a := range f.Args {
		got = append(got, a.Offset)
	}
	if want := []int{1, 2, 9, 13, 14}; len(f.Regions) != 1 || !slices.Equal(got, want) {
		t.Errorf("%d regions, offsets %v, want %v", len(f.Regions), got, want)
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

type padded struct {
	A int8
	B float32
	C int16
}

func shapes(s string, p *[3]float32, rows [][2]float32, q []padded) int {
	for i := range q {
		q[i].C += int16(s[i])
	}
	p[2] = rows[1][1]
	rows[0][1]++
	return len(s)
}

// TestShapes lays out strings, arrays behind pointers, rows and structs, apart and overlapping.
func TestShapes(t *testing.T) {
	args := []any{"ab", &[3]float32{1, 2, 3}, [][2]float32{{4, 5}, {6, 7}}, []padded{{1, 2, 3}, {4, 5, 6}}}
	results := []reflect.Type{reflect.TypeFor[int]()}
	for _, l := range []Layout{{Share: -1}, {Share: -1, Before: 1, After: 2}, {Share: 0}, {Share: 1, Before: 2}} {
		f := New(args, l)
		run := func(e Edge, fn any) *Outcome {
			p, err := f.Place(e)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Free()
			if got := p.Args[0].String(); got != "ab" {
				t.Errorf("%+v: string %q", l, got)
			}
			return p.Call(fn)
		}
		if n := map[bool]int{true: 3, false: 4}[l.Share >= 0]; len(f.Regions) != n {
			t.Errorf("%+v: %d regions, want %d", l, len(f.Regions), n)
		}
		want := run(NoEdge, shapes)
		for _, e := range []Edge{StartEdge, EndEdge} {
			if d := Diff(f, results, run(e, shapes), want, 0); d != "" {
				t.Errorf("%+v: %s", l, d)
			}
		}
	}
	f := New(args, Layout{Share: -1})
	run := func(fn any) *Outcome {
		p, err := f.Place(NoEdge)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Free()
		return p.Call(fn)
	}
	want := run(shapes)
	for _, c := range []struct {
		change func(p *[3]float32, rows [][2]float32, q []padded)
		want   string
	}{
		{func(p *[3]float32, rows [][2]float32, q []padded) { p[1] = 9 }, "element 1 of argument 1 is 9, want 2"},
		{func(p *[3]float32, rows [][2]float32, q []padded) { rows[1][0] = 9 }, "element 1[0] of argument 2 is 9, want 6"},
		{func(p *[3]float32, rows [][2]float32, q []padded) { q[1].B = 9 }, "element 1 of argument 3.B is 9, want 5"},
	} {
		got := run(func(s string, p *[3]float32, rows [][2]float32, q []padded) int {
			shapes(s, p, rows, q)
			c.change(p, rows, q)
			return 2
		})
		if d := Diff(f, results, got, want, 0); d != c.want {
			t.Errorf("got %q, want %q", d, c.want)
		}
	}

	// Padding may be unchanged or as in the reference, and nothing else.
	got := run(shapes)
	got.Regions[3][1] = 1
	if d := Diff(f, results, got, want, 0); d != "element 0 of argument 3 has other padding at byte 1" {
		t.Errorf("got %q", d)
	}
	f.ClearPadding(got)
	if d := Diff(f, results, got, want, 0); d != "" {
		t.Error(d)
	}
	want.Regions[3][1] = 1
	if d := Diff(f, results, got, want, 0); d != "" {
		t.Error(d)
	}
}
