package fold

import (
	"math"
	"testing"

	"hotloop/loopopt/ir"
)

// TestFoldReciprocal divides by many constants: what becomes a product must give the same bits for every argument.
func TestFoldReciprocal(t *testing.T) {
	specials := []float64{0, math.Copysign(0, -1), 1, -1.5, 3, math.Pi, 1e-310, 5e-324, -5e-324, math.MaxFloat64, 0x1p-1022, 0x1.fffffffffffffp-1022,
		math.Inf(1), math.Inf(-1), math.MaxFloat32, 0x1p-149, 0x1.8p-126, 0x1.fffffep-127, 12345.678}
	folded := 0
	for _, c := range []struct {
		by   float64
		fold [2]bool // as f32, as f64
	}{
		{8, [2]bool{true, true}}, {-0.25, [2]bool{true, true}}, {1, [2]bool{true, true}}, {3, [2]bool{}}, {0, [2]bool{}}, {0.1, [2]bool{}},
		{0x1p126, [2]bool{true, true}}, {0x1p127, [2]bool{false, true}}, {0x1p-127, [2]bool{true, true}}, {0x1p-128, [2]bool{false, true}},
		{0x1p1022, [2]bool{false, true}}, {0x1p1023, [2]bool{}}, {0x1p-1023, [2]bool{false, true}}, {0x1p-1024, [2]bool{}},
		{math.Inf(1), [2]bool{}}, {math.NaN(), [2]bool{}},
	} {
		for i, typ := range []ir.Type{ir.TF32, ir.TF64} {
			f := ir.NewFunc("f")
			x := f.ConstFloat(typ, 1)
			d := f.Entry().New(ir.OpDiv, typ, 0, x, f.ConstFloat(typ, c.by))
			by := uint64(d.Args[1].AuxInt)
			w := applyRules(f, d, false)
			if (w != nil) != c.fold[i] {
				t.Errorf("x/%g as %s: folded is %v", c.by, typ, w != nil)
			}
			if w == nil {
				continue
			}
			folded++
			r := uint64(w.Args[1].AuxInt)
			for _, s := range specials {
				a := uint64(f.ConstFloat(typ, s).AuxInt)
				div, mul := ir.OpDiv.Info().Eval(typ.Elem, typ.Elem, a, by, 0), ir.OpMul.Info().Eval(typ.Elem, typ.Elem, a, r, 0)
				if div != mul {
					t.Errorf("%g/%g as %s: %#x, times the reciprocal %#x", s, c.by, typ, div, mul)
				}
			}
		}
	}
	if folded == 0 {
		t.Error("nothing was folded")
	}
}

// TestFoldReciprocalAllowed: with arcp every constant will do that has a normal reciprocal, and the product is close.
func TestFoldReciprocalAllowed(t *testing.T) {
	for _, c := range []struct {
		by   float64
		fold bool
	}{
		{1.9, true}, {-3, true}, {8, true}, {0x1.8p126, false}, {0, false}, {1e-40, false}, {math.Inf(-1), false}, {math.NaN(), false},
	} {
		for _, fp := range []ir.FPFlags{ir.ARcp, ir.FPFast, ir.FPFast &^ ir.ARcp} {
			f := ir.NewFunc("f")
			x := f.ConstFloat(ir.TF32, 3)
			d := f.Entry().New(ir.OpDiv, ir.TF32, 0, x, f.ConstFloat(ir.TF32, c.by))
			d.FP = fp
			w := applyRules(f, d, false)
			if want := c.fold && (fp&ir.ARcp != 0 || c.by == 8); (w != nil) != want {
				t.Errorf("3/%g with %v: folded is %v", c.by, fp, w != nil)
			}
			if w == nil {
				continue
			}
			if w.Op != ir.OpMul || w.FP != fp {
				t.Errorf("3/%g with %v became %s", c.by, fp, w.LongString())
			}
			r := math.Float32frombits(uint32(w.Args[1].AuxInt))
			if got, want := 3*r, float32(3/c.by); math.Abs(float64(got-want)) > 2e-7*math.Abs(float64(want)) {
				t.Errorf("3/%g: %g, want %g", c.by, got, want)
			}
		}
	}
}

// TestFoldBoundedSum folds sums between bounds where f32 gives the same, and shows that it does, at the numbers where f32
// begins to round.
func TestFoldBoundedSum(t *testing.T) {
	for _, c := range []struct {
		whole, short ir.Op // what the number is rounded by, and how the integer becomes a float
		elem         ir.Elem
		lo, hi       float64
		fold         bool
	}{
		{ir.OpRoundEven, ir.OpSIToF, ir.I8, -128, 127, true}, {ir.OpFloor, ir.OpUIToF, ir.I16, 0, 1 << 22, true},
		{ir.OpTrunc, ir.OpSIToF, ir.I16, -(1 << 22), 5, true}, {ir.OpAbs, ir.OpSIToF, ir.I8, -128, 127, false},
		{ir.OpCeil, ir.OpSIToF, ir.I32, -128, 127, false}, {ir.OpCeil, ir.OpSIToF, ir.I16, -128, 1 << 23, false},
		{ir.OpCeil, ir.OpSIToF, ir.I16, math.NaN(), 127, false}, {ir.OpCeil, ir.OpSIToF, ir.I16, 0.1, 127, false},
	} {
		f := ir.NewFunc("f")
		b := f.Entry()
		x := b.New(c.whole, ir.TF32, 0, f.ConstFloat(ir.TF32, 1))
		n := b.New(c.short, ir.TF64, 0, b.New(ir.OpNot, ir.Vec(c.elem, 1).Scalar(), 0, f.ConstInt(ir.Vec(c.elem, 1).Scalar(), 3)))
		sum := b.New(ir.OpAdd, ir.TF64, 0, n, b.New(ir.OpFExt, ir.TF64, 0, x))
		v := b.New(ir.OpMin, ir.TF64, 0, b.New(ir.OpMax, ir.TF64, 0, sum, f.ConstFloat(ir.TF64, c.lo)), f.ConstFloat(ir.TF64, c.hi))
		if w := applyRules(f, v, false); (w != nil) != c.fold {
			t.Errorf("%v: folded is %v", c, w != nil)
		}
	}
	for exp := 20; exp < 27; exp++ {
		for _, near := range []float64{-3, -2, -1, 0, 1, 2, 3, 1 << 15, -(1 << 15)} {
			for _, sign := range []float64{1, -1} {
				x := float32(sign * (float64(int(1)<<exp) + near))
				for _, n := range []float64{-(1 << 15), -32767, -1, 0, 1, 32767, 65535} {
					for _, most := range []float64{127, 1 << 22} {
						wide := min(max(float64(x)+n, -most), most)
						if narrow := min(max(x+float32(n), float32(-most)), float32(most)); float64(narrow) != wide {
							t.Errorf("%g + %g up to %g: %g, in f32 %g", x, n, most, wide, narrow)
						}
					}
				}
			}
		}
	}
}
