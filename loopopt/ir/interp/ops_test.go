package interp

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hotloop/loopopt/ir"
)

// column returns n random lanes of kind e as a Go slice, and their bits. It draws few distinct values, so that
// equal lanes, zeros and limits are frequent.
func column(r *rand.Rand, e ir.Elem, n int) (any, []uint64) {
	var pool []uint64
	switch e {
	case ir.F32:
		pool = []uint64{0, 1 << 31, 0x3f800000, 0xbfc00000, 0x40200000, 0x7f800000, 0xff800000, 0x7fc00000, 1, 0x4b800001,
			0xcf000000}
	case ir.F64:
		pool = []uint64{0, 1 << 63, 0x3ff0000000000000, 0xbff8000000000000, 0x4004000000000000, 0x7ff0000000000000,
			0xfff0000000000000, 0x7ff8000000000000, 1, 0x41e0000000000000, 0xc3e0000000000001}
	default:
		pool = []uint64{0, 1, 2, 7, 31, 64, ^uint64(0), 1 << 63, 1 << 31, 1 << 15, 1 << 7, r.Uint64(), r.Uint64()}
	}
	bits := make([]uint64, n)
	for i := range bits {
		bits[i] = ir.Truncate(e, pool[r.IntN(len(pool))])
	}
	switch e.Size() {
	case 1:
		return narrowed[uint8](bits), bits
	case 2:
		return narrowed[uint16](bits), bits
	case 4:
		return narrowed[uint32](bits), bits
	}
	return narrowed[uint64](bits), bits
}

func narrowed[T uint8 | uint16 | uint32 | uint64](bits []uint64) []T {
	s := make([]T, len(bits))
	for i, x := range bits {
		s[i] = T(x)
	}
	return s
}

// bitsOf reads a Go slice of unsigned integers.
func bitsOf(s any) []uint64 {
	v := reflect.ValueOf(s)
	bits := make([]uint64, v.Len())
	for i := range bits {
		bits[i] = v.Index(i).Uint()
	}
	return bits
}

// apply runs d = op(args) on whole columns, lanes at a time, and returns d's lanes.
func apply(t *testing.T, op ir.Op, lanes int, res ir.Elem, kinds []ir.Elem, cols []any, n int) []uint64 {
	t.Helper()
	var sb strings.Builder
	fmt.Fprintf(&sb, "func f(d []%s", param(res))
	for i, k := range kinds {
		fmt.Fprintf(&sb, ", a%d []%s", i, param(k))
	}
	fmt.Fprintf(&sb,
		") {\nb0:\n v0 = ArgPtr <ptr> {0}\n v1 = ArgLen <i64> {0}\n v2 = Const <i64> {0}\n v3 = Const <i64> {%d}\n", lanes)
	for i := range kinds {
		fmt.Fprintf(&sb, " v%d = ArgPtr <ptr> {%d}\n", 4+i, i+1)
	}
	sb.WriteString(" jump b1\nb1: <- b0 b1\n v10 = Phi <i64> v2 v11\n")
	args := ""
	for i, k := range kinds {
		fmt.Fprintf(&sb, " v%d = Load <%s> v%d v10 *%d +0\n", 20+i, ir.Vec(k, lanes), 4+i, k.Size())
		args += fmt.Sprintf(" v%d", 20+i)
	}
	fmt.Fprintf(&sb, " v30 = %s <%s>%s\n Store v0 v10 v30 *%d +0\n", op, ir.Vec(res, lanes), args, res.Size())
	sb.WriteString(" v11 = Add <i64> v10 v3\n v12 = LtS <bool> v11 v1\n if v12 b1 b2\nb2: <- b1\n Ret\n ret\n}")
	f, err := ir.Parse(sb.String())
	if err != nil {
		t.Fatalf("%v\n%s", err, sb.String())
	}
	d, _ := column(rand.New(rand.NewPCG(0, 0)), res, n)
	if _, trap, err := call(f, append([]any{d}, cols...)...); trap != nil || err != nil {
		t.Fatalf("%s: %v %v", f, trap, err)
	}
	return bitsOf(d)
}

func param(e ir.Elem) string {
	if e.IsInt() {
		return "u" + e.String()[1:]
	}
	return e.String()
}

// TestElementwise compares every elementwise operation, scalar (some are specialized) and vector, with the op
// table.
func TestElementwise(t *testing.T) {
	const n = 64
	r := rand.New(rand.NewPCG(3, 4))
	kinds := []ir.Elem{ir.Bool, ir.I8, ir.I16, ir.I32, ir.I64, ir.F32, ir.F64}
	runs := 0
	for op := ir.OpInvalid + 1; op < ir.NumOps; op++ {
		info := op.Info()
		if !op.Is(ir.FlagElementwise) {
			continue
		}
		for _, res := range kinds {
			for _, arg := range kinds {
				args := make([]ir.Elem, info.Arity)
				for i := range args {
					args[i] = arg
				}
				if op == ir.OpSelect {
					args = []ir.Elem{ir.Bool, arg, arg}
				}
				if !fits(op, res, args) {
					continue
				}
				cols := make([]any, len(args))
				bits := [3][]uint64{make([]uint64, n), make([]uint64, n), make([]uint64, n)}
				for i, k := range args {
					cols[i], bits[i] = column(r, k, n)
				}
				if op.Is(ir.FlagPartial) {
					for i, x := range bits[1] {
						if x == 0 {
							bits[1][i] = 3
						}
					}
					setBits(cols[1], bits[1])
				}
				for _, lanes := range []int{1, 2, 16} {
					got := apply(t, op, lanes, res, args, cols, n)
					for i := range got {
						want := info.Eval(res, args[0], bits[0][i], bits[1][i], bits[2][i])
						if !sameLane(res, got[i], want) {
							t.Fatalf("%s %s, lane %d of %#x %#x %#x: %#x, want %#x", op, ir.Vec(res, lanes), i, bits[0][i], bits[1][i],
								bits[2][i], got[i], want)
						}
					}
					runs++
				}
			}
		}
	}
	if runs < 700 {
		t.Errorf("only %d combinations of operation and type", runs)
	}
}

func setBits(s any, bits []uint64) {
	v := reflect.ValueOf(s)
	for i, x := range bits {
		v.Index(i).SetUint(x)
	}
}

// fits reports whether the operation exists for these kinds, according to the verifier.
func fits(op ir.Op, res ir.Elem, args []ir.Elem) bool {
	f := ir.NewFunc("f")
	var vs []*ir.Value
	for _, k := range args {
		vs = append(vs, f.Const(ir.Scalar(k), 1))
	}
	e := f.Entry()
	e.New(op, ir.Scalar(res), 0, vs...)
	e.SetRet(e.New(ir.OpRet, ir.TVoid, 0))
	return f.Verify() == nil
}

// TestSemanticsOfRun checks that a conversion uses the semantics of its run.
func TestSemanticsOfRun(t *testing.T) {
	f := ir.MustParse(`func f(x f64) (r i32) {
b0:
  v0 = Arg <f64> {0}
  v1 = FToSI <i32> v0
  Ret v1
  ret
}`)
	for _, s := range []ir.Semantics{{}, {Saturate: true}} {
		want := int32(-1 << 31)
		if s.Saturate {
			want = 1<<31 - 1
		}
		if r := Run(f, []any{1e12}, Options{Semantics: &s}); r.Err != nil || r.Values[0] != want {
			t.Errorf("%+v: %v %v", s, r.Values, r.Err)
		}
	}
}

// vectors evaluates the lines, which may use v1 and v2 (u16x8 of the arguments), v3 and v4 (i64 1 and 6), v5 (the
// mask v1 < v2), and must define v9 of type i16x8.
func vectors(t *testing.T, lines string, a, b [8]uint16) [8]uint16 {
	t.Helper()
	f := ir.MustParse(`func f(d *[8]u16, a *[8]u16, b *[8]u16) {
b0:
  v20 = ArgPtr <ptr> {0}
  v21 = ArgPtr <ptr> {1}
  v22 = ArgPtr <ptr> {2}
  v23 = Const <i64> {0}
  v3 = Const <i64> {1}
  v4 = Const <i64> {6}
  v1 = Load <i16x8> v21 v23 *2 +0
  v2 = Load <i16x8> v22 v23 *2 +0
  v5 = LtU <m8> v1 v2
  ` + lines + `
  Store v20 v23 v9 *2 +0
  Ret
  ret
}`)
	var d [8]uint16
	if _, trap, err := call(f, &d, &a, &b); trap != nil || err != nil {
		t.Fatalf("%s: %v %v", lines, trap, err)
	}
	return d
}

func TestVectorOps(t *testing.T) {
	a := [8]uint16{1, 2, 3, 4, 5, 6, 7, 8}
	b := [8]uint16{11, 0, 13, 0, 15, 16, 0, 18}
	splat := func(x uint16) (d [8]uint16) {
		for i := range d {
			d[i] = x
		}
		return d
	}
	viaSplat := func(op string) string { // of an i64 result
		return op + "\n  v8 = TruncI <i16> v7\n  v9 = Splat <i16x8> v8"
	}
	viaBool := func(op string) string {
		return op + "\n  v8 = ZExt <i16> v7\n  v9 = Splat <i16x8> v8"
	}
	for _, c := range []struct {
		lines string
		want  [8]uint16
	}{
		{"v9 = Iota <i16x8>", [8]uint16{0, 1, 2, 3, 4, 5, 6, 7}},
		{"v8 = Extract <i16> {6} v1\n  v9 = Splat <i16x8> v8", splat(7)},
		{"v8 = Extract <i16> {5} v2\n  v9 = Insert <i16x8> {0} v1 v8", [8]uint16{16, 2, 3, 4, 5, 6, 7, 8}},
		{"v9 = Shuffle <i16x8> v1 v2 [7 6 0 0 8 15 9 1]", [8]uint16{8, 7, 1, 1, 11, 18, 0, 2}},
		{"v8 = Shuffle <i16x4> v1 v2 [7 8 0 12]\n  v9 = Concat <i16x8> v8 v8", [8]uint16{8, 11, 1, 15, 8, 11, 1, 15}},
		{"v7 = Subvec <i16x4> {4} v1\n  v8 = Subvec <i16x4> {0} v2\n  v9 = Concat <i16x8> v7 v8",
			[8]uint16{5, 6, 7, 8, 11, 0, 13, 0}},
		{"v9 = Select <i16x8> v5 v1 v2", [8]uint16{1, 0, 3, 0, 5, 6, 0, 8}},
		{"v8 = LtS <bool> v3 v4\n  v9 = Select <i16x8> v8 v1 v2", a},
		{"v8 = LtS <bool> v4 v3\n  v9 = Select <i16x8> v8 v1 v2", b},
		{"v8 = LaneMask <m8> v3 v4\n  v9 = Select <i16x8> v8 v1 v2", [8]uint16{1, 2, 3, 4, 5, 16, 0, 18}},
		{"v8 = MaskedLoad <i16x8> v22 v23 v5 *2 +0\n  v9 = Or <i16x8> v8 v8", b},
		{"MaskedStore v22 v23 v1 v5 *2 +0\n  v9 = Load <i16x8> v22 v23 *2 +0", [8]uint16{1, 0, 3, 0, 5, 6, 0, 8}},
		{"v8 = LoadStrided <i16x4> {1/2} v22 v23 *2 +0\n  v7 = LoadStrided <i16x4> {0/2} v22 v23 *2 +0\n  v9 = Concat " +
			"<i16x8> v8 v7", [8]uint16{0, 0, 16, 18, 11, 13, 15, 0}},
		{"v8 = Subvec <i16x4> {0} v1\n  v7 = Subvec <i16x4> {4} v1\n  StoreInterleaved v22 v23 v8 v7 *2 +0\n  v9 = Load " +
			"<i16x8> v22 v23 *2 +0", [8]uint16{1, 5, 2, 6, 3, 7, 4, 8}},
		{"v10 = Const <i64> {9223372036854775805}\n  v11 = Const <i64> {9223372036854775807}\n  v8 = LaneMask <m8> v10 " +
			"v11\n  v9 = Select <i16x8> v8 v1 v2",
			[8]uint16{1, 2, 13, 0, 15, 16, 0, 18}},
		{"v8 = Not <m8> v5\n  v9 = Select <i16x8> v8 v1 v2", [8]uint16{11, 2, 13, 4, 15, 16, 7, 18}},
		{viaBool("v7 = Any <bool> v5"), splat(1)},
		{viaBool("v7 = All <bool> v5"), splat(0)},
		{viaBool("v6 = Xor <m8> v5 v5\n  v7 = Any <bool> v6"), splat(0)},
		{viaBool("v6 = Eq <m8> v1 v1\n  v7 = All <bool> v6"), splat(1)},
		{viaSplat("v7 = CountTrue <i64> v5"), splat(5)},
		{viaSplat("v6 = Not <m8> v5\n  v7 = FirstTrue <i64> v6"), splat(1)},
		{viaSplat("v6 = Xor <m8> v5 v5\n  v7 = FirstTrue <i64> v6"), splat(8)},
		{viaSplat("v7 = MaskBits <i64> v5"), splat(181)},
		{viaBool("v7 = ReduceXor <bool> v5"), splat(1)},
		{"v8 = ReduceAdd <i16> v1\n  v9 = Splat <i16x8> v8", splat(36)},
		{"v8 = ReduceMul <i16> v1\n  v9 = Splat <i16x8> v8", splat(40320)},
		{"v8 = ReduceMaxU <i16> v2\n  v9 = Splat <i16x8> v8", splat(18)},
		{"v8 = ReduceMinS <i16> v1\n  v9 = Splat <i16x8> v8", splat(1)},
		{"v8 = ReduceOr <i16> v1\n  v9 = Splat <i16x8> v8", splat(15)},
	} {
		if got := vectors(t, c.lines, a, b); got != c.want {
			t.Errorf("%s\n\tgives %v\n\twant  %v", c.lines, got, c.want)
		}
	}
}

// TestReduceTree checks that a float reduction is a halving tree, (x0+x4)+(x2+x6) + … in that order, which
// rounding makes visible.
func TestReduceTree(t *testing.T) {
	f := ir.MustParse(`func f(x []f32) (r f32, m f32) {
b0:
  v0 = ArgPtr <ptr> {0}
  v1 = Const <i64> {0}
  v2 = Load <f32x8> v0 v1 *4 +0
  v3 = ReduceAdd <f32> v2
  v4 = ReduceMinNum <f32> v2
  Ret v3 v4
  ret
}`)
	x := []float32{1e8, 1, -1e8, 3, 7, 1e-3, 16777216, 2}
	h := [4]float32{x[0] + x[4], x[1] + x[5], x[2] + x[6], x[3] + x[7]}
	want := (h[0] + h[2]) + (h[1] + h[3])
	rs, _, err := call(f, x)
	if err != nil || rs[0] != want || rs[1] != float32(-1e8) {
		t.Errorf("%v %v, want %g", rs, err, want)
	}
}

func TestBytes(t *testing.T) {
	f := ir.MustParse(`func f(d []u8, a []u32) {
b0:
  v0 = ArgPtr <ptr> {0}
  v1 = ArgPtr <ptr> {1}
  v2 = Const <i64> {0}
  v3 = Load <i32x2> v1 v2 *4 +0
  v4 = Bytes <i8x8> v3
  Store v0 v2 v4 *1 +0
  Ret
  ret
}`)
	d := make([]uint8, 8)
	_, _, err := call(f, d, []uint32{0x80030201, 0x04ff0605})
	if want := []uint8{1, 2, 3, 0x80, 5, 6, 0xff, 4}; err != nil || !slices.Equal(d, want) {
		t.Errorf("%v %v, want %v", d, err, want)
	}
}

func TestCompressExpand(t *testing.T) {
	f := ir.MustParse(`func f(d []i32, e []i32, a []i32, n i64) {
b0:
  v0 = ArgPtr <ptr> {0}
  v1 = ArgPtr <ptr> {1}
  v2 = ArgPtr <ptr> {2}
  v3 = Const <i64> {0}
  v4 = Load <i32x4> v2 v3 *4 +0
  v5 = Const <i32x4> {5}
  v6 = LtS <m4> v4 v5
  v7 = Compress <i32x4> v4 v6
  v8 = Expand <i32x4> v4 v6
  Store v0 v3 v7 *4 +0
  Store v1 v3 v8 *4 +0
  Ret
  ret
}`)
	d, e := make([]int32, 4), make([]int32, 4)
	_, _, err := call(f, d, e, []int32{7, 3, 9, 4}, int64(0))
	if err != nil || !slices.Equal(d, []int32{3, 4, 0, 0}) || !slices.Equal(e, []int32{0, 7, 0, 3}) {
		t.Errorf("%v %v %v", d, e, err)
	}
}

func TestPermute(t *testing.T) {
	f := ir.MustParse(`func f(d []i32, a []i32, b []i32, c []i32) {
b0:
  v0 = ArgPtr <ptr> {0}
  v1 = ArgPtr <ptr> {1}
  v2 = ArgPtr <ptr> {2}
  v3 = ArgPtr <ptr> {3}
  v4 = Const <i64> {0}
  v5 = Load <i32x4> v1 v4 *4 +0
  v6 = Load <i32x4> v2 v4 *4 +0
  v7 = Load <i32x4> v3 v4 *4 +0
  v8 = Permute <i32x4> v5 v6 v7
  Store v0 v4 v8 *4 +0
  Ret
  ret
}`)
	d := make([]int32, 4)
	_, _, err := call(f, d, []int32{10, 11, 12, 13}, []int32{20, 21, 22, 23}, []int32{3, 4, -1, 8})
	if err != nil || !slices.Equal(d, []int32{13, 20, 23, 10}) { // indices are taken modulo 8
		t.Errorf("%v %v", d, err)
	}
}

func TestSumAbsDiff(t *testing.T) {
	f := ir.MustParse(`func f(d []i64, a []u8, b []u8) {
b0:
  v0 = ArgPtr <ptr> {0}
  v1 = ArgPtr <ptr> {1}
  v2 = ArgPtr <ptr> {2}
  v3 = Const <i64> {0}
  v4 = Load <i64x2> v0 v3 *8 +0
  v5 = Load <i8x16> v1 v3 *1 +0
  v6 = Load <i8x16> v2 v3 *1 +0
  v7 = SumAbsDiff <i64x2> v4 v5 v6
  Store v0 v3 v7 *8 +0
  Ret
  ret
}`)
	d := []int64{100, -1}
	a := []uint8{0, 255, 3, 4, 5, 6, 7, 8, 255, 255, 255, 255, 255, 255, 255, 255}
	b := []uint8{255, 0, 3, 5, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	if _, _, err := call(f, d, a, b); err != nil || d[0] != 100+255+255+1+8 || d[1] != 8*255-1 {
		t.Errorf("%v %v", d, err)
	}
}
