package frontend

import (
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/loopopt/ir"
)

// The oracle test: gc and the front end see one text, kernels_test.go, and must agree in results, stores and panics.

//go:embed kernels_test.go
var kernelsText string

func TestAgainstGC(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, fn := range kernels {
		t.Run(name, func(t *testing.T) {
			ft := reflect.TypeOf(fn)
			res, err := Build(Text("kernels_test.go", kernelsText), name, Options{Type: ft})
			if err != nil {
				t.Fatal(err)
			}
			if err := res.Func.Verify(); err != nil {
				t.Fatalf("%v\n%s", err, res.Func)
			}
			panics := 0
			for range 400 {
				args := randomArgs(rng, ft)
				ours := cloneArgs(args)
				before := fmt.Sprint(show(args))
				wantRes, wantPanic := callGC(fn, args)
				gotRes, gotPanic := runIR(t, res.Func, ours)
				if wantPanic != "" {
					panics++
				}
				if g, w := fmt.Sprint(gotRes, gotPanic, show(ours)), fmt.Sprint(wantRes, wantPanic, show(args)); g != w {
					t.Fatalf("%s%s\ngot  %s\ngc   %s\n%s", name, before, g, w, res.Func)
				}
			}
			if strings.HasPrefix(name, "Panic") && panics == 0 {
				t.Error("no run panicked: the test tests nothing")
			}
		})
	}
}

func callGC(fn any, args []reflect.Value) (res []string, panicked string) {
	defer func() {
		if r := recover(); r != nil {
			res, panicked = nil, fmt.Sprint(r)
		}
	}()
	for _, r := range reflect.ValueOf(fn).Call(args) {
		res = append(res, showBits(r))
	}
	return res, ""
}

func showBits(v reflect.Value) string {
	switch {
	case v.CanFloat() && v.Float() != v.Float():
		return "NaN"
	case v.Kind() == reflect.Float32:
		return fmt.Sprintf("%x", math.Float32bits(float32(v.Float())))
	case v.CanFloat():
		return fmt.Sprintf("%x", math.Float64bits(v.Float()))
	case v.CanUint():
		return fmt.Sprintf("%x", v.Uint())
	case v.CanInt():
		return fmt.Sprintf("%x", uint64(v.Int()))
	}
	return fmt.Sprint(v.Bool())
}

func show(args []reflect.Value) (s []string) {
	for _, a := range args {
		if a.Kind() != reflect.Slice {
			s = append(s, showBits(a))
			continue
		}
		for i := range a.Cap() {
			s = append(s, showBits(a.Slice(0, a.Cap()).Index(i)))
		}
		s = append(s, "|")
	}
	return s
}

func cloneArgs(args []reflect.Value) []reflect.Value {
	out := make([]reflect.Value, len(args))
	for i, a := range args {
		out[i] = a
		if a.Kind() == reflect.Slice {
			c := reflect.MakeSlice(a.Type(), a.Cap(), a.Cap())
			reflect.Copy(c, a.Slice(0, a.Cap()))
			out[i] = c.Slice(0, a.Len())
		}
	}
	return out
}

func randomArgs(rng *rand.Rand, ft reflect.Type) []reflect.Value {
	args := make([]reflect.Value, ft.NumIn())
	for i := range args {
		t := ft.In(i)
		if t.Kind() != reflect.Slice {
			args[i] = randomScalar(rng, t)
			continue
		}
		n := rng.IntN(7)
		s := reflect.MakeSlice(t, n, n+rng.IntN(3))
		for j := range s.Cap() {
			s.Slice(0, s.Cap()).Index(j).Set(randomScalar(rng, t.Elem()))
		}
		args[i] = s
	}
	return args
}

var specialFloats = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 2.5, -2.5, math.NaN(), math.Inf(1), math.Inf(-1), 1e10, -1e10, 3e9,
	1e19, -1e19, 1e30, 127.9, 128, 255.5, 65536, 1 << 31, 1<<31 - 1, -1 << 31, 1 << 63, 5e-324, 1e-40, math.MaxFloat64, math.MaxFloat32}

func randomScalar(rng *rand.Rand, t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	bits := rng.Uint64()
	switch rng.IntN(4) { // small numbers are indices, shift counts, divisors
	case 0, 1:
		bits = uint64(rng.IntN(8) - 1)
	case 2:
		bits = uint64(rng.IntN(140) - 70)
	}
	switch {
	case v.CanFloat():
		if rng.IntN(2) == 0 {
			v.SetFloat(specialFloats[rng.IntN(len(specialFloats))])
		} else {
			v.SetFloat(rng.NormFloat64() * 100)
		}
	case v.CanInt():
		v.SetInt(int64(bits))
	case v.CanUint():
		v.SetUint(bits)
	default:
		v.SetBool(bits&1 == 1)
	}
	return v
}

// runIR runs f: a few lines of interpreter, enough for what the front end emits.
func runIR(t *testing.T, f *ir.Func, args []reflect.Value) (res []string, panicked string) {
	vals := make([]uint64, f.NumValues())
	ptrs := make([]reflect.Value, f.NumValues()) // the whole capacity
	offs := make([]int64, f.NumValues())
	blk, prev := f.Entry(), (*ir.Block)(nil)
	for steps := 0; ; steps++ {
		if steps > 100000 {
			t.Fatalf("endless loop\n%s", f)
		}
		var phis []uint64
		for _, v := range blk.Phis() {
			a := v.Args[blk.PredIndex(prev)]
			phis = append(phis, vals[a.ID])
			ptrs[v.ID], offs[v.ID] = ptrs[a.ID], offs[a.ID] // no test swaps slices in a loop
		}
		for i, v := range blk.Values {
			arg := func(i int) uint64 { return vals[v.Args[i].ID] }
			elem := func() reflect.Value {
				p := v.Args[0].ID
				at := offs[p] + int64(arg(1))*int64(v.Scale) + int64(v.Off)
				return ptrs[p].Index(int(at / int64(v.Scale)))
			}
			switch v.Op {
			case ir.OpPhi:
				vals[v.ID] = phis[i]
			case ir.OpConst:
				vals[v.ID] = uint64(v.AuxInt)
			case ir.OpArg:
				vals[v.ID] = laneOf(args[v.AuxInt])
			case ir.OpArgPtr:
				ptrs[v.ID] = args[v.AuxInt].Slice(0, args[v.AuxInt].Cap())
			case ir.OpArgLen:
				vals[v.ID] = uint64(args[v.AuxInt].Len())
			case ir.OpArgCap:
				vals[v.ID] = uint64(args[v.AuxInt].Cap())
			case ir.OpPtrAdd:
				ptrs[v.ID] = ptrs[v.Args[0].ID]
				offs[v.ID] = offs[v.Args[0].ID] + int64(arg(1))*int64(v.Scale) + int64(v.Off)
			case ir.OpLoad:
				vals[v.ID] = laneOf(elem())
			case ir.OpStore:
				setLane(elem(), arg(2))
			case ir.OpCheck:
				if arg(0) == 0 {
					return nil, panicText(v, vals)
				}
			case ir.OpRet:
				for i, a := range v.Args {
					r := reflect.New(resultType(f.Results[i])).Elem()
					setLane(r, vals[a.ID])
					res = append(res, showBits(r))
				}
				return res, ""
			default:
				var a [3]uint64
				for i := range v.Args {
					a[i] = arg(i)
				}
				e := v.Type.Elem
				if len(v.Args) > 0 {
					e = v.Args[0].Type.Elem
				}
				if v.Op == ir.OpFToSI {
					vals[v.ID] = ir.DefaultSemantics().FToSI(v.Type.Elem, e, a[0])
				} else {
					vals[v.ID] = v.Op.Info().Eval(v.Type.Elem, e, a[0], a[1], a[2])
				}
			}
		}
		prev = blk
		if blk.Kind == ir.BlockIf && vals[blk.Control.ID] == 0 {
			blk = blk.Succs[1]
		} else {
			blk = blk.Succs[0]
		}
	}
}

func resultType(p ir.Param) reflect.Type {
	switch p.Elem {
	case ir.Bool:
		return reflect.TypeFor[bool]()
	case ir.F32:
		return reflect.TypeFor[float32]()
	case ir.F64:
		return reflect.TypeFor[float64]()
	}
	signed := []reflect.Type{reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64]()}
	unsigned := []reflect.Type{reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64]()}
	if p.Sign {
		return signed[p.Elem-ir.I8]
	}
	return unsigned[p.Elem-ir.I8]
}

func panicText(v *ir.Value, vals []uint64) string {
	s := v.Aux.(*ir.Site)
	op := func(i int) string {
		x := vals[v.Args[1+i].ID]
		if s.Unsigned && i == 0 {
			return fmt.Sprint(x)
		}
		return fmt.Sprint(int64(x))
	}
	switch s.Kind {
	case ir.SiteIndex:
		if s := op(0); s[0] == '-' {
			return "runtime error: index out of range [" + s + "]"
		}
		return "runtime error: index out of range [" + op(0) + "] with length " + op(1)
	case ir.SiteDivide:
		return "runtime error: integer divide by zero"
	case ir.SiteShift:
		return "runtime error: negative shift amount"
	case ir.SiteSliceCap:
		if s := op(0); s[0] == '-' {
			return "runtime error: slice bounds out of range [:" + s + "]"
		}
		return "runtime error: slice bounds out of range [:" + op(0) + "] with capacity " + op(1)
	case ir.SiteSliceB:
		if s := op(0); s[0] == '-' {
			return "runtime error: slice bounds out of range [" + s + ":]"
		}
		return "runtime error: slice bounds out of range [" + op(0) + ":" + op(1) + "]"
	}
	return s.Msg
}

func laneOf(v reflect.Value) uint64 {
	switch {
	case v.Kind() == reflect.Float32:
		return uint64(math.Float32bits(float32(v.Float())))
	case v.CanFloat():
		return math.Float64bits(v.Float())
	case v.CanInt():
		return uint64(v.Int()) & (1<<(8*v.Type().Size()-1)<<1 - 1)
	case v.CanUint():
		return v.Uint()
	case v.Bool():
		return 1
	}
	return 0
}

func setLane(v reflect.Value, bits uint64) {
	switch {
	case v.Kind() == reflect.Float32:
		v.SetFloat(float64(math.Float32frombits(uint32(bits))))
	case v.CanFloat():
		v.SetFloat(math.Float64frombits(bits))
	case v.CanInt():
		n := 64 - 8*v.Type().Size()
		v.SetInt(int64(bits<<n) >> n)
	case v.CanUint():
		v.SetUint(bits)
	default:
		v.SetBool(bits != 0)
	}
}
