package analysis

import (
	"math/rand"
	"testing"

	"hotloop/loopopt/ir"
)

// TestDepend compares distances with the bytes that two accesses touch in each iteration.
func TestDepend(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	const trips = 64
	met, apart := 0, 0
	for range 3000 {
		f := ir.NewFunc("pair")
		f.Params = []ir.Param{{Name: "x", Kind: ir.ParamSlice, Elem: ir.I8, Size: 1, Sign: true}}
		f.Layout()
		pre, head, exit := f.Entry(), f.NewBlock("head"), f.NewBlock("exit")
		pre.SetJump(head)
		i := head.NewPhi(ir.TI64, 0)
		step := []int64{1, 1, 2, 3, -1, -1, -2}[r.Intn(7)]
		scale := []int32{1, 2, 4, 4, 8}[r.Intn(5)]
		types := []ir.Type{ir.TI8, ir.TI16, ir.TI32, ir.TI64}
		access := func() (v *ir.Value, at func(k int64) int64) {
			c, off := int64(r.Intn(7)-3), int32(r.Intn(9)-4)
			if r.Intn(2) == 0 {
				off = 0
			}
			e := types[r.Intn(len(types))]
			idx := head.New(ir.OpAdd, ir.TI64, 0, i, f.ConstInt(ir.TI64, c))
			if r.Intn(2) == 0 {
				v = head.New(ir.OpStore, ir.TVoid, 0, f.Arg(ir.OpArgPtr, 0), idx, f.ConstInt(e, 1))
			} else {
				v = head.New(ir.OpLoad, e, 0, f.Arg(ir.OpArgPtr, 0), idx)
			}
			v.Scale, v.Off = scale, off
			return v, func(k int64) int64 { return (k*step+c)*int64(scale) + int64(off) }
		}
		v, va := access()
		w, wa := access()
		next := head.New(ir.OpAdd, ir.TI64, 0, i, f.ConstInt(ir.TI64, step))
		more := head.New(ir.OpNe, ir.TBool, 0, next, f.ConstInt(ir.TI64, trips*step))
		i.AddArgs(f.ConstInt(ir.TI64, 0))
		head.SetIf(more, head, exit)
		i.AddArg(next)
		exit.SetRet(exit.New(ir.OpRet, ir.TVoid, 0))
		if err := f.Verify(); err != nil {
			t.Fatal(err)
		}
		dom := f.Dominators()
		li := FindLoops(f, dom)
		s := NewSCEV(f, li, dom)
		a, b := s.Access(v, li.Loops[0]), s.Access(w, li.Loops[0])
		d := s.Depend(&a, &b)
		if !a.Write && !b.Write {
			if d.Kind != Independent {
				t.Fatalf("loads depend: %+v", d)
			}
			continue
		}
		if !d.Known {
			t.Fatalf("unknown: %s %s", v.LongString(), w.LongString())
		}
		// overlap says whether iteration k+n of the first and k of the second meet, far from both ends.
		overlap := func(n int64) bool {
			p, q := va(trips/2+n), wa(trips/2)
			return p < q+int64(b.Size) && q < p+int64(a.Size)
		}
		last, any := int64(-1000), false
		for n := int64(-trips / 2); n < trips/2; n++ {
			if overlap(n) {
				last, any = n, true
			}
		}
		switch {
		case d.Kind == Independent:
			apart++
			if any {
				t.Fatalf("step %d: %s and %s meet at distance %d, %+v", step, v.LongString(), w.LongString(), last, d)
			}
		case !any:
			t.Fatalf("step %d: %s and %s never meet, %+v", step, v.LongString(), w.LongString(), d)
		default:
			met++
			first := last
			for n := last; n >= -trips/2; n-- {
				if overlap(n) {
					first = n
				}
			}
			want := last
			if last > 0 {
				want = max(first, 1)
			}
			if d.Dist != want {
				t.Fatalf("step %d: %s and %s meet at distances %d to %d, %+v", step, v.LongString(), w.LongString(), first, last, d)
			}
			if !d.Partial && (first != last || d.Dist != first) {
				t.Fatalf("step %d: %s and %s meet at distances %d to %d, not partial: %+v", step, v.LongString(), w.LongString(), first, last, d)
			}
		}
	}
	t.Logf("%d pairs met, %d proved apart", met, apart)
}
