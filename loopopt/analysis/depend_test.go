package analysis

import (
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"testing"

	"hotloop/loopopt/ir"
)

// pairLoop is a loop with a counter i that starts at 0, into which two accesses are placed.
type pairLoop struct {
	f    *ir.Func
	head *ir.Block
	i    *ir.Value
	step int64
}

// newPairLoop returns a loop of a function with slices x and y as parameters and a local of 64 bytes.
func newPairLoop(step int64) *pairLoop {
	f := ir.NewFunc("pair")
	f.Params = []ir.Param{
		{Name: "x", Kind: ir.ParamSlice, Elem: ir.I8, Size: 1, Sign: true},
		{Name: "y", Kind: ir.ParamSlice, Elem: ir.I8, Size: 1, Sign: true},
		{Name: "n", Kind: ir.ParamScalar, Elem: ir.I64, Size: 8, Sign: true},
	}
	f.Locals = []*ir.Local{{Name: "t", Elem: ir.I8, Size: 64, Align: 1}}
	f.Layout()
	pre, head := f.Entry(), f.NewBlock("head")
	pre.SetJump(head)
	return &pairLoop{f: f, head: head, i: head.NewPhi(ir.TI64, 0), step: step}
}

// access adds an access of type e at base + index*scale + off.
func (p *pairLoop) access(write bool, base *ir.Value, index *ir.Value, e ir.Type, scale, off int32) *ir.Value {
	v := (*ir.Value)(nil)
	if write {
		v = p.head.New(ir.OpStore, ir.TVoid, 0, base, index, p.f.ConstInt(e, 1))
	} else {
		v = p.head.New(ir.OpLoad, e, 0, base, index)
	}
	v.Scale, v.Off = scale, off
	return v
}

// plus adds the counter plus c.
func (p *pairLoop) plus(c int64) *ir.Value {
	return p.head.New(ir.OpAdd, ir.TI64, 0, p.i, p.f.ConstInt(ir.TI64, c))
}

// depend closes the loop, which exits when the counter reaches end, and returns the two accesses.
func (p *pairLoop) depend(t *testing.T, end *ir.Value, v, w *ir.Value) (s *SCEV, a, b Access) {
	t.Helper()
	exit := p.f.NewBlock("exit")
	next := p.head.New(ir.OpAdd, ir.TI64, 0, p.i, p.f.ConstInt(ir.TI64, p.step))
	more := p.head.New(ir.OpNe, ir.TBool, 0, next, end)
	p.i.AddArgs(p.f.ConstInt(ir.TI64, 0))
	p.head.SetIf(more, p.head, exit)
	p.i.AddArg(next)
	exit.SetRet(exit.New(ir.OpRet, ir.TVoid, 0))
	if err := p.f.Verify(); err != nil {
		t.Fatal(err)
	}
	dom := p.f.Dominators()
	li := FindLoops(p.f, dom)
	s = NewSCEV(p.f, li, dom)
	return s, s.Access(v, li.Loops[0]), s.Access(w, li.Loops[0])
}

// TestDependBytes compares the lags of random pairs with the bytes that both touch in each iteration.
func TestDependBytes(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	const trips = 64
	met, apart := 0, 0
	for range 3000 {
		p := newPairLoop([]int64{1, 1, 2, 3, -1, -1, -2}[r.Intn(7)])
		scale := []int32{1, 2, 4, 4, 8}[r.Intn(5)]
		types := []ir.Type{ir.TI8, ir.TI16, ir.TI32, ir.TI64}
		access := func() (v *ir.Value, at func(k int64) int64) {
			c, off := int64(r.Intn(7)-3), int32(r.Intn(9)-4)
			if r.Intn(2) == 0 {
				off = 0
			}
			v = p.access(r.Intn(2) == 0, p.f.Arg(ir.OpArgPtr, 0), p.plus(c), types[r.Intn(len(types))], scale, off)
			return v, func(k int64) int64 { return (k*p.step+c)*int64(scale) + int64(off) }
		}
		v, va := access()
		w, wa := access()
		s, a, b := p.depend(t, p.f.ConstInt(ir.TI64, trips*p.step), v, w)
		dep := s.Depend(&a, &b)
		if !dep.Known || dep.Test != NoTest {
			t.Fatalf("unknown: %s %s", v.LongString(), w.LongString())
		}
		if !a.Write && !b.Write {
			if !dep.Never() {
				t.Fatalf("loads depend: %+v", dep)
			}
			continue
		}
		if dep.Never() {
			apart++
		} else {
			met++
		}
		for n := int64(-trips / 2); n < trips/2; n++ {
			x, y := va(trips/2+n), wa(trips/2)
			if meet := x < y+int64(b.Size) && y < x+int64(a.Size); meet != dep.Within(n, n) {
				t.Fatalf("step %d: %s and %s at lag %d: meet is %t, %+v", p.step, v.LongString(), w.LongString(), n, meet, dep)
			}
		}
		if back := s.Depend(&b, &a); back.Never() != dep.Never() || !dep.Never() && (back.Lo != -dep.Hi || back.Hi != -dep.Lo) {
			t.Fatalf("%s and %s: %+v, the other way round %+v", v.LongString(), w.LongString(), dep, back)
		}
	}
	t.Logf("%d pairs met, %d proved apart", met, apart)
}

// TestDepend has a case of each kind. The first access is at index i + c1, the second at i + c2, both with the
// given steps.
func TestDepend(t *testing.T) {
	const far = math.MaxInt32
	never, any := [2]int64{0, -1}, [2]int64{math.MinInt64, math.MaxInt64}
	type place struct {
		base   string // x, y, or t, the local
		index  string // i, 2i, xi (loaded from x), n, or 0
		c      int64
		off    int32
		e      ir.Type
		writes bool
	}
	st := func(base, index string, c int64) place { return place{base, index, c, 0, ir.TI8, true} }
	ld := func(base, index string, c int64) place { return place{base, index, c, 0, ir.TI8, false} }
	wide := func(p place, off int32) place { p.e, p.off = ir.TI64, off; return p }
	for _, c := range []struct {
		name string
		step int64
		a, b place
		lags [2]int64
		test Test
	}{
		{"loads", 1, ld("x", "i", 0), ld("x", "i", 0), never, NoTest},
		{"same place", 1, st("x", "i", 0), ld("x", "i", 0), [2]int64{0, 0}, NoTest},
		{"one before", 1, st("x", "i", 0), ld("x", "i", -1), [2]int64{-1, -1}, NoTest},
		{"one behind", 1, st("x", "i", 0), ld("x", "i", 1), [2]int64{1, 1}, NoTest},
		{"downwards", -1, st("x", "i", 0), ld("x", "i", 1), [2]int64{-1, -1}, NoTest},
		{"odd and even", 2, st("x", "i", 0), ld("x", "i", 1), never, NoTest},
		{"odd and even, downwards", -2, st("x", "i", 0), ld("x", "i", 1), never, NoTest},
		{"wide load of what comes", 1, wide(ld("x", "i", 0), 0), st("x", "i", 7), [2]int64{0, 7}, NoTest},
		{"wide load of what was", 1, wide(ld("x", "i", 0), 0), st("x", "i", 0), [2]int64{-7, 0}, NoTest},
		{"wide, downwards", -1, wide(ld("x", "i", 0), 0), st("x", "i", 7), [2]int64{-7, 0}, NoTest},
		{"wide, large steps", 8, wide(ld("x", "i", 0), 4), wide(st("x", "i", 0), 0), [2]int64{-1, 0}, NoTest},
		{"far apart", 1, st("x", "i", -far), ld("x", "i", far), [2]int64{2 * far, 2 * far}, NoTest},
		{"too far apart", 1, st("x", "i", math.MinInt64/2-1), ld("x", "i", 1), any, DistanceTest},
		{"wraps around", 1, st("x", "i", math.MinInt64), ld("x", "i", math.MaxInt64), [2]int64{-1, -1}, NoTest},
		{"other steps", 1, st("x", "2i", 0), ld("x", "i", 0), any, ExtentTest},
		{"stands still", 1, st("x", "0", 0), ld("x", "i", 0), any, ExtentTest},
		{"both stand still", 1, st("x", "0", 0), ld("x", "0", 0), any, ExtentTest},
		{"unknown start", 1, st("x", "n", 0), ld("x", "i", 0), any, ExtentTest},
		{"anywhere", 1, st("x", "xi", 0), ld("x", "i", 0), any, SameObject},
		{"other slice", 1, st("x", "i", 0), ld("y", "i", 0), any, DistanceTest},
		{"other slice and step", 1, st("x", "i", 0), ld("y", "2i", 0), any, ExtentTest},
		{"anywhere in another slice", 1, st("y", "xi", 0), ld("x", "i", 0), any, ExtentTest},
		{"a local", 1, st("t", "i", 0), ld("x", "i", 0), never, NoTest},
		{"anywhere in a local", 1, st("t", "xi", 0), ld("t", "i", 0), any, SameObject},
	} {
		for _, trips := range []string{"constant", "one", "unknown"} { // which make no difference
			p := newPairLoop(c.step)
			local := p.f.Entry().New(ir.OpLocalPtr, ir.TPtr, 0)
			place := func(q place) *ir.Value {
				base, index := (*ir.Value)(nil), p.i
				switch q.base {
				case "x", "y":
					base = p.f.Arg(ir.OpArgPtr, int(q.base[0]-'x'))
				default:
					base = local
				}
				switch q.index {
				case "2i":
					index = p.head.New(ir.OpAdd, ir.TI64, 0, p.i, p.i)
				case "xi":
					x := p.access(false, p.f.Arg(ir.OpArgPtr, 0), p.i, ir.TI8, 1, 0)
					index = p.head.New(ir.OpZExt, ir.TI64, 0, x)
				case "n":
					index = p.f.Arg(ir.OpArg, 2)
				case "0":
					index = p.f.ConstInt(ir.TI64, 0)
				}
				if q.c != 0 {
					index = p.head.New(ir.OpAdd, ir.TI64, 0, index, p.f.ConstInt(ir.TI64, q.c))
				}
				return p.access(q.writes, base, index, q.e, 1, q.off)
			}
			v, w := place(c.a), place(c.b)
			end := map[string]*ir.Value{"constant": p.f.ConstInt(ir.TI64, 100*c.step), "one": p.f.ConstInt(ir.TI64, c.step),
				"unknown": p.f.Arg(ir.OpArg, 2)}[trips]
			s, a, b := p.depend(t, end, v, w)
			dep := s.Depend(&a, &b)
			got := [2]int64{dep.Lo, dep.Hi}
			if dep.Never() {
				got = never
			}
			if got != c.lags || dep.Test != c.test || dep.Known != (c.lags != any) {
				t.Errorf("%s, %s trips: lags %d, want %d; test %s, want %s", c.name, trips, got, c.lags, dep.Test, c.test)
			}
		}
	}
}

// TestDependenceQuestions tests intervals on both sides of 0.
func TestDependenceQuestions(t *testing.T) {
	for _, c := range []struct {
		lo, hi int64
		want   string // never, earlier, same, later
	}{
		{0, -1, "true false false false"}, {5, 3, "true false false false"}, {-3, -4, "true false false false"},
		{0, 0, "false false true false"}, {1, 1, "false false false true"}, {-2, -1, "false true false false"},
		{-1, 0, "false true true false"}, {0, 7, "false false true true"}, {-7, 7, "false true true true"},
		{math.MinInt64, math.MaxInt64, "false true true true"},
	} {
		d := Dependence{Lo: c.lo, Hi: c.hi}
		if got := fmt.Sprint(d.Never(), d.FirstEarlier(), d.Same(), d.FirstLater()); got != c.want {
			t.Errorf("[%d, %d]: %s, want %s", c.lo, c.hi, got, c.want)
		}
	}
}

// TestLags compares the interval with its definition, in numbers that do not wrap.
func TestLags(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	strides := []int64{1, -1, 2, 3, -3, 8, 12, -64, 1 << 20, -(1 << 31), 1 << 40}
	for range 20000 {
		stride := strides[r.Intn(len(strides))]
		first, second := 1<<r.Intn(7), 1<<r.Intn(7)
		var d int64
		switch r.Intn(4) {
		case 0:
			d = r.Int63n(200) - 100
		case 1:
			d = farApart - r.Int63n(100)
		case 2:
			d = -farApart + r.Int63n(100)
		default:
			d = (r.Int63n(200)-100)*stride + r.Int63n(200) - 100
		}
		meet := func(n int64) bool {
			x := new(big.Int).Mul(big.NewInt(n), big.NewInt(stride))
			x.Sub(x, big.NewInt(d))
			return x.Cmp(big.NewInt(-int64(first))) > 0 && x.Cmp(big.NewInt(int64(second))) < 0
		}
		lo, hi := lags(d, stride, first, second)
		mid := d / stride // the nearest to 0 is near it
		if lo > hi {
			for n := mid - 2; n <= mid+2; n++ {
				if meet(n) {
					t.Fatalf("distance %d, stride %d, sizes %d and %d: never, but they meet at %d", d, stride, first, second, n)
				}
			}
			continue
		}
		if !meet(lo) || !meet(hi) || meet(lo-1) || meet(hi+1) {
			t.Fatalf("distance %d, stride %d, sizes %d and %d: [%d, %d]", d, stride, first, second, lo, hi)
		}
	}
}
