package bitwise

import (
	"math/rand"
	"testing"

	"hotloop/loopopt/ir"
)

// randomWord makes random steps from a word of 32 bits.
func randomWord(r *rand.Rand) *ir.Value {
	f := ir.NewFunc("words")
	f.Params = append(f.Params, ir.Param{Name: "p", Kind: ir.ParamSlice, Elem: ir.I32, Size: 4})
	f.Layout()
	b := f.Entry()
	x := b.New(ir.OpLoad, ir.TI32, 0, f.Arg(ir.OpArgPtr, 0), f.ConstInt(ir.TI64, 0))
	x.Scale = 4
	made := []*ir.Value{x}
	any32 := func() *ir.Value { return made[r.Intn(len(made))] }
	number := func(choice ...int64) *ir.Value {
		return f.ConstInt(ir.TI32, int64(int32(choice[r.Intn(len(choice))])))
	}
	for range 3 + r.Intn(12) {
		a, v := any32(), (*ir.Value)(nil)
		switch r.Intn(11) {
		case 0:
			v = b.New(ir.OpShrU, ir.TI32, 0, a, number(0, 1, 3, 12, 13, 23, 31, 32))
		case 1:
			v = b.New(ir.OpShrS, ir.TI32, 0, a, number(0, 1, 13, 31))
		case 2:
			v = b.New(ir.OpShl, ir.TI32, 0, a, number(0, 1, 4, 13, 23))
		case 3, 4:
			v = b.New(ir.OpAnd, ir.TI32, 0, a, number(1, 255, 0x1fff, 0x2fff, 0x7fffff, 0x7f800000, -1<<31, -0x2000, 0x00f0f000))
		case 5:
			v = b.New(ir.OpOr, ir.TI32, 0, a, number(1, 0x800000, 0x7c00, 0x1000))
		case 6:
			v = b.New([]ir.Op{ir.OpXor, ir.OpAnd, ir.OpOr, ir.OpSub, ir.OpAdd, ir.OpMul}[r.Intn(6)], ir.TI32, 0, a, any32())
		case 7:
			v = b.New(ir.OpAdd, ir.TI32, 0, a, number(1, -1, -112, 0xfff, -112<<23))
		case 8:
			v = b.New(ir.OpXor, ir.TI32, 0, a, number(-1<<31, 1, 0x1000, 0x7f800000))
		case 9:
			c := b.New([]ir.Op{ir.OpLtU, ir.OpLeS, ir.OpEq, ir.OpNe, ir.OpLeU, ir.OpLtS}[r.Intn(6)], ir.TBool, 0, a, number(0, 0x1000, 31, -1, 0x47800000))
			v = b.New(ir.OpSelect, ir.TI32, 0, c, any32(), any32())
		default:
			y := b.New(ir.OpAdd, ir.TF32, 0, b.New(ir.OpBitcast, ir.TF32, 0, a), f.ConstFloat(ir.TF32, []float64{0.5, -1, 0x1p-14}[r.Intn(3)]))
			v = b.New(ir.OpBitcast, ir.TI32, 0, y)
		}
		made = append(made, v)
	}
	return made[len(made)-1]
}

// TestSpans compares the spans of random steps with what words of random progressions give.
func TestSpans(t *testing.T) {
	linear := 0
	for seed := range int64(4000) {
		r := rand.New(rand.NewSource(seed))
		v := randomWord(r)
		w := WordOf(v, 4)
		if w == nil {
			continue
		}
		for range 20 {
			n := 1 + r.Intn(23)
			p := Progression{Lo: uint64(r.Uint32()) >> r.Intn(20) >> n << n, Step: 1 << (n + r.Intn(3)), Last: uint64(r.Intn(9))}
			p.Hi = p.Lo + uint64(r.Intn(1<<n))
			if p.Hi+p.Step*p.Last > 1<<32-1 || p.Lo == p.Hi && p.Last == 0 {
				continue
			}
			w.Linear(p, 0, 0)
			spans := append([]span{}, w.spans...)
			for range 30 {
				j := uint64(r.Intn(int(p.Last) + 1))
				s := p.Lo + uint64(r.Int63n(int64(p.Hi-p.Lo+1)))
				if r.Intn(3) == 0 {
					s = []uint64{p.Lo, p.Hi}[r.Intn(2)]
				}
				w.Eval(p.Step*j + s)
				for i, got := range w.out {
					if of := spans[i]; w.steps[i].v.IsConst() || got-of.step*j < of.lo || got-of.step*j > of.hi {
						if w.steps[i].v.IsConst() {
							continue
						}
						t.Fatalf("seed %d, %s: %#x of word %#x (j %d) is not in %#x", seed, w.steps[i].v, got, p.Step*j+s, j, of)
					}
				}
			}
			if last := spans[len(spans)-1]; last.lo == last.hi {
				linear++
			}
		}
	}
	if linear < 1000 {
		t.Errorf("%d linear results: the test has hardly any", linear)
	}
}
