package interp

import (
	"math"
	"strings"
	"testing"

	"hotloop/loopopt/ir"
)

const saxpy = `func saxpy(y []f32, x []f32, a f32) {
site0 = index
site1 = index
b0: ; entry
  v0 = ArgPtr <ptr> {0}
  v1 = ArgLen <i64> {0}
  v2 = ArgPtr <ptr> {1}
  v3 = ArgLen <i64> {1}
  v4 = Arg <f32> {2}
  v5 = Const <i64> {0}
  v6 = Const <i64> {1}
  jump b1
b1: <- b0 b2
  v7 = Phi <i64> v5 v15
  v8 = LtS <bool> v7 v1
  if v8 b2 b3
b2: <- b1
  v9 = LtU <bool> v7 v3
  Check v9 v7 v3 !site0
  v10 = Load <f32> v2 v7 *4 +0
  v11 = Load <f32> v0 v7 *4 +0
  v12 = Mul <f32> v10 v4
  v13 = Add <f32> v11 v12
  v14 = LtU <bool> v7 v1
  Check v14 v7 v1 !site1
  Store v0 v7 v13 *4 +0
  Poll
  v15 = Add <i64> v7 v6
  jump b1
b3: <- b1
  Ret
  ret
}`

func TestSaxpy(t *testing.T) {
	f := ir.MustParse(saxpy)
	y := []float32{1, 2, 3, 4, 5}
	x := []float32{10, 20, 30, 40, 50}
	if _, trap, err := call(f, y[:4], x, float32(2)); trap != nil || err != nil {
		t.Fatal(trap, err)
	}
	if want := [5]float32{21, 42, 63, 84, 5}; [5]float32(y) != want {
		t.Errorf("got %v, want %v", y, want)
	}
}

// TestTrap checks that the stores before the failing check are done and none after it, and that its operands
// are returned.
func TestTrap(t *testing.T) {
	f := ir.MustParse(saxpy)
	y := []float32{1, 2, 3, 4}
	_, trap, err := call(f, y, []float32{1, 1}, float32(1))
	if err != nil || trap == nil || trap.Site != f.Sites[0] || trap.A != 2 || trap.B != 2 {
		t.Fatalf("trap %v, error %v", trap, err)
	}
	if want := [4]float32{2, 3, 3, 4}; [4]float32(y) != want {
		t.Errorf("got %v, want %v", y, want)
	}
}

func TestOutside(t *testing.T) {
	const text = `func f(x []i32, s string, n i64) {
b0:
  v0 = ArgPtr <ptr> {0}
  v1 = ArgPtr <ptr> {1}
  v2 = Arg <i64> {2}
  v3 = Const <i64> {0}
  v4 = Const <i8> {65}
  LINE
  Ret
  ret
}`
	back := []int32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
	for _, c := range []struct {
		line string
		n    int64
		want string
	}{
		{"v9 = Load <i32> v0 v2 *4 +0", 7, ""},
		{"v9 = Load <i32> v0 v2 *4 +0", 8,
			"v9 = Load <i32> v0 v2 *4 +0 reads 4 bytes outside the arguments, at byte 32 of x, which has 32"},
		{"v9 = Load <i32> v0 v2 *4 +0", -1, "at byte -4 of x"},
		{"v9 = Load <i32> v0 v2 *4 +1", 7, "at byte 29 of x"},
		{"v9 = Load <i32x4> v0 v2 *4 +0", 4, ""},
		{"v9 = Load <i32x4> v0 v2 *4 +0", 5, "reads 16 bytes outside"},
		{"v9 = LoadStrided <i32x2> {1/4} v0 v2 *4 +0", 0, ""},
		{"v9 = LoadStrided <i32x2> {0/4} v0 v2 *4 +0", 1, "reads 32 bytes outside"},
		{"v8 = LaneMask <m4> v2 v2\n  v9 = MaskedLoad <i32x4> v0 v2 v8 *4 +0", 100, ""},
		{"v7 = Const <i64> {8}\n  v8 = LaneMask <m4> v2 v7\n  v9 = MaskedLoad <i32x4> v0 v2 v8 *4 +0", 6, ""},
		{"v7 = Const <i64> {9}\n  v8 = LaneMask <m4> v2 v7\n  v9 = MaskedLoad <i32x4> v0 v2 v8 *4 +0", 6,
			"reads 4 bytes outside"},
		{"v7 = LeS <bool> v3 v2\n  v8 = Select <ptr> v7 v1 v0\n  Store v8 v2 v4 *1 +0", 0,
			"writes 1 bytes outside the arguments, at byte 0 of s, which has 3 and is read-only"},
		{"v9 = Load <i8> v1 v2 *1 +0", 2, ""},
		{"v9 = DivS <i64> v2 v3", 1, "divides by zero in lane 0"},
	} {
		f := ir.MustParse(strings.Replace(text, "LINE", c.line, 1))
		_, trap, err := call(f, back[4:12], "abc", c.n)
		if trap != nil || (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s of %d: %v, want %q", c.line, c.n, err, c.want)
		}
	}
}

const dot = `func dot(x []f64, y []f64) (r f64) {
b0:
  v0 = ArgPtr <ptr> {0}
  v1 = ArgLen <i64> {0}
  v2 = ArgPtr <ptr> {1}
  v3 = Const <i64> {0}
  v4 = Const <i64> {4}
  v5 = Const <f64x4> {0}
  jump b1
b1: <- b0 b1
  v7 = Phi <i64> v3 v15
  v8 = Phi <f64x4> v5 v13
  v9 = LaneMask <m4> v7 v1
  v10 = MaskedLoad <f64x4> v0 v7 v9 *8 +0
  v11 = MaskedLoad <f64x4> v2 v7 v9 *8 +0
  v13 = FMA <f64x4> v10 v11 v8
  v15 = Add <i64> v7 v4
  v16 = LtS <bool> v15 v1
  if v16 b1 b2 likely
b2: <- b1
  v17 = ReduceAdd <f64> v13
  Ret v17
  ret
}`

func TestMaskedDot(t *testing.T) {
	f := ir.MustParse(dot)
	var x, y []float64
	want := 0.0
	for n := range 20 {
		rs, trap, err := call(f, x, y)
		if err != nil || trap != nil || rs[0] != want {
			t.Fatalf("%d elements: %v %v %v, want %g", n, rs, trap, err, want)
		}
		x, y = append(x, float64(n)), append(y, 3)
		want += float64(n) * 3
	}
}

// TestPhiCycle tests a rotating set of phis, which are read simultaneously.
func TestPhiCycle(t *testing.T) {
	f := ir.MustParse(`func f(n i64) (a i64, b i64, c i64, d i64) {
b0:
  v0 = Arg <i64> {0}
  v1 = Const <i64> {1}
  v2 = Const <i64> {2}
  v3 = Const <i64> {3}
  v4 = Const <i64> {0}
  jump b1
b1: <- b0 b1
  v5 = Phi <i64> v1 v6
  v6 = Phi <i64> v2 v7
  v7 = Phi <i64> v3 v5
  v8 = Phi <i64> v4 v6
  v9 = Phi <i64> v4 v10
  v10 = Add <i64> v9 v1
  v11 = LtS <bool> v10 v0
  if v11 b1 b2
b2: <- b1
  Ret v5 v6 v7 v8
  ret
}`)
	a, b, c, d := int64(1), int64(2), int64(3), int64(0)
	for n := range int64(8) {
		rs, _, err := call(f, n+1)
		if err != nil || rs[0] != a || rs[1] != b || rs[2] != c || rs[3] != d {
			t.Fatalf("%d rounds: %v %v, want %d %d %d %d", n, rs, err, a, b, c, d)
		}
		a, b, c, d = b, c, a, b
	}
}

func TestStepsAndPoll(t *testing.T) {
	f := ir.MustParse(`func f() {
b0:
  jump b1
b1: <- b0 b2
  jump b2
b2: <- b1
  jump b1
}`)
	for _, n := range []int64{1, 100, fuelStrip, 3*fuelStrip + 5} {
		if r := Run(f, nil, Options{MaxSteps: n}); r.Err != ErrSteps {
			t.Errorf("after %d steps: %v", n, r.Err)
		}
	}
	polls := 0
	r := Run(f, nil, Options{Poll: func() bool { polls++; return polls < 5 }})
	if r.Err != ErrCancelled || polls != 5 {
		t.Errorf("polled %d times: %v", polls, r.Err)
	}
	// A loop that finishes within its steps is not affected.
	n := 0
	y := make([]float32, 100)
	r = Run(ir.MustParse(saxpy), []any{y, y, float32(1)}, Options{MaxSteps: 100000, Poll: func() bool {
		n++
		return true
	}})
	if r.Err != nil || n != 100 {
		t.Errorf("%v after %d polls, want one for each Poll", r.Err, n)
	}
}

// TestResults checks that results are where the layout places them and do not overwrite adjacent ones.
func TestResults(t *testing.T) {
	f := ir.MustParse(
		`func f(a bool, b u8, c i16, d f32, e i8, g f64, h u32, i i64) (a bool, b u8, c i16, d f32, e i8, g f64, h u32, i i64) {
b0:
  v0 = Arg <bool> {0}
  v1 = Arg <i8> {1}
  v2 = Arg <i16> {2}
  v3 = Arg <f32> {3}
  v4 = Arg <i8> {4}
  v5 = Arg <f64> {5}
  v6 = Arg <i32> {6}
  v7 = Arg <i64> {7}
  Ret v0 v1 v2 v3 v4 v5 v6 v7
  ret
}`)
	args := []any{true, uint8(200), int16(-3), float32(1.5), int8(-7), math.Inf(-1), uint32(1 << 31), int64(math.MinInt64)}
	rs, _, err := call(f, args...)
	if err != nil {
		t.Fatal(err)
	}
	for i := range args {
		if rs[i] != args[i] {
			t.Errorf("result %d is %v, want %v", i, rs[i], args[i])
		}
	}
	for _, bad := range [][]any{args[:3], {1, 2, 3, 4, 5, 6, 7, 8}, {nil, nil, nil, nil, nil, nil, nil, nil}} {
		if _, _, err := call(f, bad...); err == nil {
			t.Errorf("%v are accepted as arguments", bad)
		}
	}
}

// TestGatherScatter tests an array behind a pointer, an AoS stride, a gather, and a scatter with equal indices,
// where the last lane wins.
func TestGatherScatter(t *testing.T) {
	f := ir.MustParse(`func f(y []f32, x *[8]f32, k []i32, s []{12}) {
b0:
  v0 = ArgPtr <ptr> {0}
  v1 = ArgPtr <ptr> {1}
  v2 = ArgPtr <ptr> {2}
  v3 = ArgPtr <ptr> {3}
  v4 = Const <i64> {0}
  v5 = Const <m4> {true}
  v6 = Load <i32x4> v2 v4 *4 +0
  v7 = Const <i32x4> {0}
  v8 = LeS <m4> v7 v6
  v9 = Gather <f32x4> v1 v6 v8 *4 +4
  v10 = Iota <i64x4>
  v11 = Gather <f32x4> v3 v10 v5 *12 +4
  v12 = Add <f32x4> v9 v11
  v13 = Const <i64> {1}
  v14 = PtrAdd <ptr> v0 v13 *4 +0
  Scatter v14 v6 v12 v8 *4 +0
  Ret
  ret
}`)
	type point struct{ x, y, z float32 }
	y := make([]float32, 4)
	x := [8]float32{0, 1, 2, 3, 4, 5, 6, 7}
	_, _, err := call(f, y, &x, []int32{2, -1000, 0, 2}, []point{{1, 10, 1}, {2, 20, 2}, {3, 30, 3}, {4, 40, 4}})
	if err != nil {
		t.Fatal(err)
	}
	if want := [4]float32{0, 31, 0, 43}; [4]float32(y) != want {
		t.Errorf("got %v, want %v", y, want)
	}
}

func TestCompare(t *testing.T) {
	prog := func(text string) *Program {
		p, err := New(ir.MustParse(text))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := prog(saxpy)
	y := []float32{1, 2, 3, 4, 5, 6}
	for _, c := range []struct {
		old, new string
		args     []any
		want     string
	}{
		{"", "", []any{y[1:], y[:5], float32(3)}, ""}, // each element depends on the previous one
		{"", "", []any{y, y[:2], float32(3)}, ""},     // both trap
		{"Mul <f32> v10 v4", "Mul <f32> v4 v10", []any{y, y, float32(3)}, ""},
		{"Mul <f32> v10 v4", "Add <f32> v10 v4", []any{y, y, float32(3)}, "saxpy: y[0] is"},
		{"Check v9 v7 v3 !site0", "Check v9 v7 v1 !site0", []any{y, y[:2], float32(3)},
			"trap is site0 index(2, 6), want site0 index(2, 2)"},
		{"Check v9 v7 v3 !site0", "", []any{y, []float32{1}, float32(3)}, "outside the arguments"},
	} {
		for i := range y {
			y[i] = float32(i + 1)
		}
		err := Compare(p, prog(strings.Replace(saxpy, c.old, c.new, 1)), c.args, Options{MaxSteps: 1e6})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q for %q: %v, want %q", c.new, c.old, err, c.want)
		}
	}
}

// TestOnAccess checks that accesses are reported one by one, in order, without masked-off lanes.
func TestOnAccess(t *testing.T) {
	f := ir.MustParse(dot)
	x := []float64{1, 2, 3, 4, 5}
	bytes, calls := 0, 0
	r := Run(f, []any{x, x}, Options{OnAccess: func(v *ir.Value, addr uintptr, size int, write bool) {
		if v.Op != ir.OpMaskedLoad || write {
			t.Errorf("%s writes: %t", v.LongString(), write)
		}
		bytes += size
		calls++
	}})
	if r.Err != nil || calls != 10 || bytes != 80 {
		t.Errorf("%v, %d accesses to %d bytes", r.Err, calls, bytes)
	}
}

// TestProgramIsACopy checks that a program does not change with its function, since a pass is compared with the
// program before it.
func TestProgramIsACopy(t *testing.T) {
	f := ir.MustParse(saxpy)
	p, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpMul {
				v.Op = ir.OpSub
			}
		}
	}
	f.Params = f.Params[:1]
	y := []float32{1}
	if r := p.Call([]any{y, []float32{10}, float32(3)}, Options{}); r.Err != nil || r.Trap != nil || y[0] != 31 {
		t.Errorf("%v %v", y, r)
	}
}

// TestNoAllocation checks that interpreting a kernel allocates nothing except what a trap needs.
func TestNoAllocation(t *testing.T) {
	p, err := New(ir.MustParse(saxpy))
	if err != nil {
		t.Fatal(err)
	}
	y := make([]float32, 64)
	b, err := p.newBlock([]any{y, y, float32(1)})
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() { p.Run(b.ptr(), nil) }); n >= 1 {
		t.Errorf("%g allocations per run", n)
	}
}

func BenchmarkSaxpy(b *testing.B) {
	p, _ := New(ir.MustParse(saxpy))
	y := make([]float32, 1024)
	blk, _ := p.newBlock([]any{y, y, float32(0)})
	for b.Loop() {
		p.Run(blk.ptr(), nil)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1024, "ns/elem")
}

func BenchmarkNew(b *testing.B) {
	f := ir.MustParse(saxpy)
	for b.Loop() {
		New(f)
	}
}
