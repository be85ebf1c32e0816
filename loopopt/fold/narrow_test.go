package fold

import (
	"fmt"
	"math/rand"
	"testing"
	"unsafe"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// narrowFunc builds f(a, b, out): a random expression in wide lanes over vectors of small integers, cut down to out's.
func narrowFunc(seed int64) *ir.Func {
	r := rand.New(rand.NewSource(seed))
	ints := []ir.Elem{ir.I8, ir.I16, ir.I32}
	wide := []ir.Elem{ir.I16, ir.I32, ir.I64}[r.Intn(3)]
	smaller := func() ir.Elem {
		for {
			if e := ints[r.Intn(3)]; e < wide {
				return e
			}
		}
	}
	const lanes = 8
	f := ir.NewFunc(fmt.Sprint("narrow", seed))
	elems := []ir.Elem{smaller(), smaller(), smaller()}
	for i, e := range elems {
		f.Params = append(f.Params, ir.Param{Name: fmt.Sprint("p", i), Kind: ir.ParamSlice, Elem: e, Size: e.Size(), Sign: true})
	}
	f.Layout()
	b := f.Entry()
	zero := f.ConstInt(ir.TI64, 0)
	t := ir.Vec(wide, lanes)
	constants := []int64{0, 1, 2, 3, 7, 8, 15, 127, 128, 255, 256, 32767, 65535, -1, -128}
	var expr func(depth int) *ir.Value
	expr = func(depth int) *ir.Value {
		switch n := r.Intn(10); {
		case depth == 0 && n < 3:
			return f.ConstInt(t, constants[r.Intn(len(constants))])
		case depth == 0 && n < 4:
			return b.New(ir.OpSplat, t, 0, f.ConstInt(t.Scalar(), constants[r.Intn(len(constants))]))
		case depth == 0:
			i := r.Intn(2)
			x := b.New(ir.OpLoad, ir.Vec(elems[i], lanes), 0, f.Arg(ir.OpArgPtr, i), zero)
			x.Scale = int32(elems[i].Size())
			return b.New([]ir.Op{ir.OpZExt, ir.OpSExt}[r.Intn(2)], t, 0, x)
		case n < 3:
			op := []ir.Op{ir.OpShl, ir.OpShrU, ir.OpShrS}[r.Intn(3)]
			return b.New(op, t, 0, expr(depth-1), f.ConstInt(t, int64(r.Intn(wide.Bits()+2))))
		case n < 4:
			return b.New([]ir.Op{ir.OpNeg, ir.OpNot}[r.Intn(2)], t, 0, expr(depth-1))
		}
		op := []ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAndNot, ir.OpMinU, ir.OpMaxU, ir.OpMinS,
			ir.OpMaxS}[r.Intn(11)]
		x := expr(depth - 1)
		return b.New(op, t, 0, x, expr(r.Intn(depth)))
	}
	y := b.New(ir.OpTruncI, ir.Vec(elems[2], lanes), 0, expr(1+r.Intn(4)))
	s := b.New(ir.OpStore, ir.TVoid, 0, f.Arg(ir.OpArgPtr, 2), zero, y)
	s.Scale = int32(elems[2].Size())
	b.SetRet(b.New(ir.OpRet, ir.TVoid, 0))
	return f
}

// narrowData is where the functions read and write: outside of the stack, which moves.
var narrowData [3][64]byte

// TestNarrow compares random expressions with what they fold to.
func TestNarrow(t *testing.T) {
	narrowed := 0 // functions
	for seed := range int64(4000) {
		plain, folded := narrowFunc(seed), narrowFunc(seed)
		Fold(folded)
		folded.RemoveDead()
		if err := folded.Verify(); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, folded)
		}
		if n := len(folded.Entry().Values); n > 8 && folded.Entry().Values[n-3].Op != ir.OpTruncI {
			narrowed++
		}
		r := rand.New(rand.NewSource(seed))
		narrowData = [3][64]byte{}
		in := [3][]byte{narrowData[0][:], narrowData[1][:], narrowData[2][:]}
		r.Read(in[0])
		r.Read(in[1])
		run := func(f *ir.Func) string {
			clear(in[2])
			block := make([]uint64, 16)
			for i := range in {
				block[f.Params[i].Off/8] = uint64(uintptr(unsafe.Pointer(&in[i][0])))
			}
			prog, err := interp.New(f)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := prog.Run(unsafe.Pointer(&block[0]), &interp.Options{}); err != nil {
				t.Fatal(err)
			}
			return string(in[2])
		}
		if want, got := run(plain), run(folded); want != got {
			t.Fatalf("seed %d: %x, not %x\n%s\n%s", seed, got, want, narrowFunc(seed), folded)
		}
	}
	if narrowed < 100 {
		t.Errorf("only %d expressions lost their truncation", narrowed)
	}
}
