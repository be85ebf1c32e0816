package fold

import (
	"fmt"
	"testing"

	"hotloop/loopopt/ir"
)

// evaluate is v for x in its leaf, by the operations' own evaluation.
func evaluate(v *ir.Value, leaf *ir.Value, x uint64) uint64 {
	switch {
	case v == leaf:
		return x
	case v.IsConst():
		return uint64(v.AuxInt)
	}
	var a [3]uint64
	for i, arg := range v.Args {
		a[i] = evaluate(arg, leaf, x)
	}
	return ir.Truncate(v.Type.Elem, v.Op.Info().Eval(v.Type.Elem, v.Args[0].Type.Elem, a[0], a[1], a[2]))
}

// TestFoldRange joins all comparisons of a byte with constants near the ends and in the middle, as scalars and as lanes:
// what they are folded into must be the same for every byte.
func TestFoldRange(t *testing.T) {
	compares := []ir.Op{ir.OpLtU, ir.OpLeU, ir.OpLtS, ir.OpLeS}
	ends := []uint64{0, 1, 2, 60, 127, 128, 129, 200, 254, 255}
	folded := 0
	for _, lanes := range []int{1, 4} {
		typ, mask := ir.TI8, ir.TBool
		if lanes > 1 {
			typ, mask = ir.Vec(ir.I8, lanes), ir.Mask(lanes)
		}
		compare := func(b *ir.Block, x *ir.Value, op ir.Op, c uint64, turned bool) *ir.Value {
			k := b.Func.Const(typ, c)
			if turned {
				return b.New(op, mask, 0, k, x)
			}
			return b.New(op, mask, 0, x, k)
		}
		for i := range len(compares) * len(compares) * len(ends) * len(ends) * 8 {
			bit := func(n int) int { k := i % n; i /= n; return k }
			p, q := compares[bit(4)], compares[bit(4)]
			c, d := ends[bit(len(ends))], ends[bit(len(ends))]
			pTurned, qTurned, or := bit(2) == 1, bit(2) == 1, bit(2) == 1
			f := ir.NewFunc("f")
			b := f.Entry()
			x := b.New(ir.OpPhi, typ, 0) // stands for any value
			build := func() *ir.Value {
				join := ir.OpAnd
				if or {
					join = ir.OpOr
				}
				return b.New(join, mask, 0, compare(b, x, p, c, pTurned), compare(b, x, q, d, qTurned))
			}
			before, after := build(), build()
			for range 8 { // to the end of what can be folded
				w := simplifyTree(f, after, x)
				if w == nil {
					break
				}
				after = w
			}
			if after.Op == ir.OpLtS || after.Op == ir.OpLtU || after.Op == ir.OpLeU {
				folded++
			}
			for n := range uint64(256) {
				if want, got := evaluate(before, x, n), evaluate(after, x, n); want != got {
					t.Fatalf("lanes %d: %s for %d: %d, folded into %s: %d", lanes, text(before, x), n, want, text(after, x), got)
				}
			}
		}
	}
	if folded < 1000 {
		t.Errorf("only %d pairs were folded", folded)
	}
}

// simplifyTree folds v and what it is made of above leaf, once; nil if nothing changed.
func simplifyTree(f *ir.Func, v, leaf *ir.Value) *ir.Value {
	if v == leaf || v.IsConst() {
		return nil
	}
	changed := false
	for i, a := range v.Args {
		if w := simplifyTree(f, a, leaf); w != nil {
			v.SetArg(i, w)
			changed = true
		}
	}
	op := v.Op
	args := fmt.Sprint(v.Args)
	w := Value(f, v)
	if w == nil && changed || w == v && (v.Op != op || fmt.Sprint(v.Args) != args) {
		return v
	}
	if w == v {
		return nil
	}
	return w
}

func text(v, leaf *ir.Value) string {
	switch {
	case v == leaf:
		return "x"
	case v.IsConst():
		return fmt.Sprint(v.AuxInt)
	}
	s := v.Op.String()
	for _, a := range v.Args {
		s += " " + text(a, leaf)
	}
	return "(" + s + ")"
}
