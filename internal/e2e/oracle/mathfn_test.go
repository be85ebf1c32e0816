package oracle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// The functions of package math: every form of each of them, in the loops that use it differently, must give in every
// build what the function of package mathlib gives, bit for bit.

// mathForm is a way to use functions, as the body of a loop over y and x (and z).
type mathForm struct {
	name string
	text string // with T for the float type and CALL for the value of the function at x[i] (and z[i])
	want func(f func(x, z float64) float64, y, x, z float64) float64
}

var mathForms = []mathForm{
	{"all", "for i := range y { y[i] = CALL }", func(f func(x, z float64) float64, y, x, z float64) float64 {
		return f(x, z)
	}},
	{"conditional", "for i := range y { if x[i] > y[i] { y[i] = CALL } }",
		func(f func(x, z float64) float64, y, x, z float64) float64 {
			if x > y {
				return f(x, z)
			}
			return y
		}},
	{"selected", "for i := range y { v := z[i]; if x[i] > v { v = CALL }; y[i] = v }",
		func(f func(x, z float64) float64, y, x, z float64) float64 {
			if x > z {
				return f(x, z)
			}
			return z
		}},
}

// mathCall is how a program calls op on elements of kind e.
func mathCall(op ir.Op, e ir.Elem) string {
	name := "math." + strings.TrimSuffix(op.String(), "Approx")
	args := []string{"x[i]", "z[i]"}[:op.Info().Arity]
	if e == ir.F64 {
		return name + "(" + strings.Join(args, ", ") + ")"
	}
	for i := range args {
		args[i] = "float64(" + args[i] + ")"
	}
	return "float32(" + name + "(" + strings.Join(args, ", ") + "))"
}

// mathOps calls fn for every operation and the kinds of elements it has.
func mathOps(fn func(op ir.Op, e ir.Elem)) {
	for op := ir.OpInvalid + 1; op < ir.NumOps; op++ {
		if !op.Is(ir.FlagMath) {
			continue
		}
		if op.Info().Rule != ir.RuleF32 {
			fn(op, ir.F64)
		}
		if op.Info().Rule != ir.RuleF64 {
			fn(op, ir.F32)
		}
	}
}

func TestMathFunctions(t *testing.T) {
	mathOps(func(op ir.Op, e ir.Elem) {
		t.Run(fmt.Sprintf("%s/%s", op, e), func(t *testing.T) {
			e2e.Parallel(t)
			for _, form := range mathForms {
				for _, b := range e2e.Builds() {
					if e == ir.F64 {
						checkMath[float64](t, op, e, form, b)
					} else {
						checkMath[float32](t, op, e, form, b)
					}
				}
			}
		})
	})
}

// evalOp is op on numbers of kind e.
func evalOp(op ir.Op, e ir.Elem) func(x, z float64) float64 {
	eval := op.Info().Eval
	return func(x, z float64) float64 {
		if e == ir.F32 {
			a, b := uint64(math.Float32bits(float32(x))), uint64(math.Float32bits(float32(z)))
			return float64(math.Float32frombits(uint32(eval(e, e, a, b, 0))))
		}
		return math.Float64frombits(eval(e, e, math.Float64bits(x), math.Float64bits(z), 0))
	}
}

func checkMath[F float32 | float64](t *testing.T, op ir.Op, e ir.Elem, form mathForm, b e2e.Build) {
	text := fmt.Sprintf("package k\n\nimport \"math\"\n\nfunc kernel(y, x, z []T) { %s }\n", form.text)
	text = strings.NewReplacer("T)", reflect.TypeFor[F]().String()+")", "CALL", mathCall(op, e)).Replace(text)
	fp := ir.FPExact
	if strings.HasSuffix(op.String(), "Approx") {
		fp = ir.AFn
	}
	k, err := runtime.Compile(reflect.TypeFor[func(y, x, z []F)](), text, "kernel", runtime.Options{
		ISA: b.Isa, FP: fp, FPWritten: true, NoVectorize: b.NoVec, FileName: "kernel.go"})
	if err != nil {
		t.Fatal(err)
	}
	fn := k.Func().Interface().(func(y, x, z []F))
	switch {
	case b.Name == "interpreter":
		fn = k.Fallback().Interface().(func(y, x, z []F))
	case k.Err() != nil:
		t.Fatalf("%s, %s: not native: %v", form.name, b.Name, k.Err())
	case !b.NoVec && len(k.Stats().Plans) == 0:
		t.Errorf("%s, %s: not vectorized", form.name, b.Name)
	}
	rng := rand.New(rand.NewPCG(uint64(op), uint64(e)))
	f := evalOp(op, e)
	for n := range 80 {
		y, x, z := make([]F, n), make([]F, n), make([]F, n)
		rare := rng.IntN(3) // specials in no lane, in some, in all
		for i := range x {
			y[i], x[i], z[i] = mathArg[F](rng, rare), mathArg[F](rng, rare), mathArg[F](rng, rare)
		}
		got := append([]F(nil), y...)
		fn(got, x, z)
		for i := range got {
			w := F(form.want(f, float64(y[i]), float64(x[i]), float64(z[i])))
			if got[i] != w && !(got[i] != got[i] && w != w) || math.Signbit(float64(got[i])) != math.Signbit(float64(w)) &&
				w == w {
				t.Fatalf("%s, %s, n=%d: at %d: %s(%v, %v) = %v, want %v", form.name, b.Name, n, i, op, x[i], z[i], got[i], w)
			}
		}
	}
}

// mathArg makes up an argument: mostly near 1, with rare in 1 to 2 anything.
func mathArg[F float32 | float64](rng *rand.Rand, rare int) F {
	if rare == 0 || rare == 1 && rng.IntN(8) != 0 {
		return F(rng.NormFloat64() * math.Exp2(float64(rng.IntN(8)-3)))
	}
	specials := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 2, 10, -3, math.Inf(1), math.Inf(-1), math.NaN(),
		math.MaxFloat64,
		math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, math.MaxFloat32, math.SmallestNonzeroFloat32, 0x1p-1022,
		0x1p-1040,
		0x1p-126, 0x1p-130, 709.7827, 709.79, -745.13, -745.14, -708.4, 88.72, 88.73, -87.3, -103.9, -104, 1024, 1023.9,
		-1074, -1075, 128, -149,
		-150, math.Pi, math.Pi / 2, 1e5, 1e15, 1e22, 1e300, 0x1p1023, 0x1p53 + 2, 0x1.921fb54442d18p+0}
	if rng.IntN(2) == 0 {
		return F(specials[rng.IntN(len(specials))])
	}
	var x F
	switch p := any(&x).(type) {
	case *float32:
		*p = math.Float32frombits(rng.Uint32())
	case *float64:
		*p = math.Float64frombits(rng.Uint64())
	}
	return x
}

// TestMathInLoops: functions next to other things.
func TestMathInLoops(t *testing.T) {
	const text = `package k

import "math"

// softmax is in place, over rows of width w.
func softmax(y []float32, w int) {
	for at := 0; at+w <= len(y); at += w {
		row := y[at : at+w]
		top := float32(math.Inf(-1))
		for _, v := range row {
			top = max(top, v)
		}
		sum := float32(0)
		for i, v := range row {
			e := float32(math.Exp(float64(v - top)))
			row[i] = e
			sum += e
		}
		for i := range row {
			row[i] /= sum
		}
	}
}

func polar(x, y, r, a []float64) {
	for i := range r {
		x[i] = r[i] * math.Cos(a[i])
		y[i] = r[i] * math.Sin(a[i])
	}
}

func chain(y, x []float64) (s float64) {
	for i := range x {
		v := math.Log(x[i])
		y[i] = math.Exp(math.Sin(v) * math.Tanh(v))
		s += y[i]
	}
	return s
}

func once(x, y float64) float64 { return math.Pow(math.Exp(x), y) + math.Mod(x, 0.7) }

// gamma has many narrow lanes, and functions of wide ones.
func gamma(y, x []uint8, g float64) {
	for i, v := range x {
		y[i] = uint8(255 * math.Pow(float64(v)/255, g))
	}
}

func angles(y []int32, x []float32) {
	for i, v := range x {
		if v > 0 {
			y[i] += int32(100 * float32(math.Sin(float64(v))))
		}
	}
}

func backwards(y, x []float64) {
	for i := len(y) - 1; i >= 0; i-- {
		y[i] = math.Mod(x[2*i], x[2*i+1])
	}
}

func mixed(y []float32, x []float64) {
	for i := range y {
		y[i] = float32(math.Exp2(x[i])) + float32(math.Log2(float64(float32(x[i]))))
	}
}
`
	types := map[string]reflect.Type{
		"softmax": reflect.TypeFor[func(y []float32, w int)](), "polar": reflect.TypeFor[func(x, y, r, a []float64)](),
		"chain": reflect.TypeFor[func(y, x []float64) float64](), "once": reflect.TypeFor[func(x, y float64) float64](),
		"gamma": reflect.TypeFor[func(y, x []uint8, g float64)](), "angles": reflect.TypeFor[func(y []int32, x []float32)](),
		"backwards": reflect.TypeFor[func(y, x []float64)](),
		"mixed":     reflect.TypeFor[func(y []float32, x []float64)](),
	}
	for name, typ := range types {
		for _, b := range e2e.Builds() {
			if b.Name == "interpreter" {
				continue
			}
			k, err := runtime.Compile(typ, text, name, runtime.Options{ISA: b.Isa, FPWritten: true, NoVectorize: b.NoVec})
			if err != nil {
				t.Fatal(err)
			}
			if k.Err() != nil {
				t.Fatalf("%s, %s: %v", name, b.Name, k.Err())
			}
			for n := range 60 {
				args := func() []reflect.Value {
					r := rand.New(rand.NewPCG(uint64(n), 3))
					var out []reflect.Value
					for i := range typ.NumIn() {
						switch typ.In(i).Kind() {
						case reflect.Int:
							out = append(out, reflect.ValueOf(7))
						case reflect.Float64:
							out = append(out, reflect.ValueOf(mathArg[float64](r, n%3)))
						default:
							size := n
							if name == "backwards" {
								size = []int{n / 2, n}[i]
							}
							s := reflect.MakeSlice(typ.In(i), size, size)
							for j := range size {
								switch e := s.Index(j); {
								case e.CanFloat():
									e.SetFloat(mathArg[float64](r, n%3))
								case e.CanInt():
									e.SetInt(int64(r.Int32()))
								default:
									e.SetUint(uint64(r.IntN(256)))
								}
							}
							out = append(out, s)
						}
					}
					return out
				}
				got, want := args(), args()
				gr, wr := k.Func().Call(got), k.Fallback().Call(want)
				if d := sameValues(append(got, gr...), append(want, wr...)); d != "" {
					t.Fatalf("%s, %s, n=%d: %s", name, b.Name, n, d)
				}
			}
		}
	}
}

// sameValues compares floats and slices of floats; any NaN is like any other.
func sameValues(got, want []reflect.Value) string {
	for i := range want {
		g, w := got[i], want[i]
		if w.CanFloat() {
			g, w = reflect.ValueOf([]float64{g.Float()}), reflect.ValueOf([]float64{w.Float()})
		}
		if w.Kind() != reflect.Slice {
			continue
		}
		for j := range w.Len() {
			e := w.Index(j)
			if !e.CanFloat() {
				if !g.Index(j).Equal(e) {
					return fmt.Sprintf("value %d at %d is %v, want %v", i, j, g.Index(j), e)
				}
				continue
			}
			x, y := g.Index(j).Float(), e.Float()
			if math.Float64bits(x) != math.Float64bits(y) && (x == x || y == y) {
				return fmt.Sprintf("value %d at %d is %v, want %v", i, j, x, y)
			}
		}
	}
	return ""
}
