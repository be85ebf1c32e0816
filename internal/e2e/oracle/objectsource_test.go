package oracle

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// every is for tables that say on which tiers loops are vectorized.
const every = "avx512 avx2 neon"

// objectFuncs are the kernels of kernels/objects.go, as the Go compiler compiled them, and the tiers on which a loop is
// to be vectorized: where vectors are slower than the scalar loop it is not (objOneField stores lane by lane but on
// AVX-512).
var objectFuncs = []struct {
	name   string
	fn     any
	vector string
}{
	{"ObjTemp", kernels.ObjTemp, every}, {"ObjTemp2", kernels.ObjTemp2, every}, {"ObjHist", kernels.ObjHist, every},
	{"ObjLookup", kernels.ObjLookup, every},
	{"ObjPrime", kernels.ObjPrime, every}, {"ObjConstTable", kernels.ObjConstTable, every},
	{"ObjAos", kernels.ObjAos, every}, {"ObjLength", kernels.ObjLength, every},
	{"ObjOneField", kernels.ObjOneField, "avx512"}, {"ObjMix", kernels.ObjMix, "avx512"},
	{"ObjPairs", kernels.ObjPairs, every}, {"ObjBlocked", kernels.ObjBlocked, every},
	{"ObjShift", kernels.ObjShift, ""}, {"ObjCarried", kernels.ObjCarried, every}, {"ObjCount", kernels.ObjCount, every},
	{"ObjUpper", kernels.ObjUpper, every},
	{"ObjArray", kernels.ObjArray, every}, {"ObjArrayOut", kernels.ObjArrayOut, every},
	{"ObjArrays", kernels.ObjArrays, every}, {"ObjMatrix", kernels.ObjMatrix, every},
	{"ObjRows", kernels.ObjRows, every}, {"ObjRow", kernels.ObjRow, every}, {"ObjLocalSlice", kernels.ObjLocalSlice, ""},
	{"ObjWindow", kernels.ObjWindow, every},
	{"ObjBubble", kernels.ObjBubble, every}, {"ObjClear", kernels.ObjClear, every}, {"ObjBig", kernels.ObjBig, every},
}

// made up values are small and whole, so that sums are exact in any order.
func madeUpValue(r *rand.Rand, t reflect.Type, n int) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 1)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(r.IntN(20) - 5))
	case reflect.String:
		b := make([]byte, max(0, n+r.IntN(3)-1))
		for i := range b {
			b[i] = "abzAZ{`\x00\xff"[r.IntN(9)]
		}
		v.SetString(string(b))
	case reflect.Slice:
		m := max(0, n+r.IntN(5)-1)
		if r.IntN(3) == 0 {
			m = 4*n + r.IntN(3)
		}
		v.Set(reflect.MakeSlice(t, m, m+r.IntN(3)))
		for i := range m {
			v.Index(i).Set(madeUpValue(r, t.Elem(), n))
		}
	case reflect.Array:
		for i := range v.Len() {
			v.Index(i).Set(madeUpValue(r, t.Elem(), n))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			v.Field(i).Set(madeUpValue(r, t.Field(i).Type, n))
		}
	case reflect.Pointer:
		if r.IntN(12) > 0 {
			v.Set(reflect.New(t.Elem()))
			v.Elem().Set(madeUpValue(r, t.Elem(), n))
		}
	default:
		x := int64(r.IntN(17))
		if t.Kind() == reflect.Int && r.IntN(2) == 0 {
			x = int64(n)
		}
		if v.CanInt() {
			v.SetInt(x)
		} else {
			v.SetUint(uint64(x))
		}
	}
	return v
}

// copied is v with memory of its own.
func copied(v reflect.Value) reflect.Value {
	w := reflect.New(v.Type()).Elem()
	switch {
	case v.Kind() == reflect.Slice && !v.IsNil():
		w.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Cap()))
		reflect.Copy(w, v)
	case v.Kind() == reflect.Pointer && !v.IsNil():
		w.Set(reflect.New(v.Type().Elem()))
		w.Elem().Set(v.Elem())
	default:
		w.Set(v)
	}
	return w
}

func show(vs []reflect.Value) string {
	s := ""
	for _, v := range vs {
		if v.Kind() == reflect.Pointer && !v.IsNil() {
			v = v.Elem()
		}
		s += fmt.Sprintf("%v ", v)
	}
	return s
}

// Kernels with strings, arrays, structs, local arrays and tables do what the Go compiler makes of them, natively and
// interpreted.
func TestObjectSource(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	for _, c := range objectFuncs {
		for _, isa := range e2e.ISAs() {
			t.Run(c.name+"/"+isa, func(t *testing.T) {
				typ := reflect.TypeOf(c.fn)
				knobs := "verify-each,eval-each"
				if e2e.Sampled() {
					knobs = "verify-each"
				}
				k, err := runtime.Compile(typ, kernels.ObjectSource, c.name,
					runtime.Options{ISA: isa, Tune: "generic", Knobs: knobs, Fresh: true})
				if err != nil {
					t.Fatal(err)
				}
				if k.Err() != nil {
					t.Fatal(k.Err())
				}
				if v := k.Stats().Vectorized; v != strings.Contains(c.vector, isa) {
					t.Errorf("vectorized: %t", v)
				}
				want := reflect.ValueOf(c.fn)
				seeds := uint64(120)
				if e2e.Sampled() {
					seeds = 24
				}
				for seed := range seeds {
					r := rand.New(rand.NewPCG(seed, 1))
					n := int(seed) % 70
					var a, b, d []reflect.Value
					for i := range typ.NumIn() {
						v := madeUpValue(r, typ.In(i), n)
						a, b, d = append(a, v), append(b, copied(v)), append(d, copied(v))
					}
					rs, p := caught(want, a)
					for which, x := range map[string][]reflect.Value{"native": b, "fallback": d} {
						fn := k.Func()
						if which == "fallback" {
							fn = k.Fallback()
						}
						gs, gp := caught(fn, x)
						if gp != p || show(gs) != show(rs) || show(x) != show(a) {
							t.Fatalf("%s, seed %d: %q %s\nargs %s\nwant %q %s\nargs %s", which, seed, gp, show(gs), show(x), p, show(rs),
								show(a))
						}
					}
				}
			})
		}
	}
}

// Calls of funcs with the new kinds of parameters go through generated adapters and allocate nothing.
func TestObjectCallsAllocateNothing(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	count := hotloop.MustCompile[func(string, byte) int](kernels.ObjectSource, "ObjCount")
	array := hotloop.MustCompile[func(*[100]float32, float32)](kernels.ObjectSource, "ObjArray")
	aos := hotloop.MustCompile[func([]kernels.ObjVec, float32)](kernels.ObjectSource, "ObjAos")
	rows := hotloop.MustCompile[func([][4]float32, float32)](kernels.ObjectSource, "ObjRows")
	matrix := hotloop.MustCompile[func(c, a, b *[16][16]float64)](kernels.ObjectSource, "ObjMatrix")
	p, v, r := new([100]float32), make([]kernels.ObjVec, 20), make([][4]float32, 20)
	m := new([16][16]float64)
	for name, f := range map[string]func(){
		"string":       func() { count.Func("hello", 'l') },
		"array":        func() { array.Func(p, 2) },
		"structs":      func() { aos.Func(v, 2) },
		"arrays":       func() { rows.Func(r, 2) },
		"three arrays": func() { matrix.Func(m, m, m) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %g allocations a call", name, n)
		}
	}
	if count.Func("hello", 'l') != 2 {
		t.Error("wrong count")
	}
	defer func() {
		if e, ok := recover().(error); !ok ||
			e.Error() != "runtime error: invalid memory address or nil pointer dereference" {
			t.Errorf("nil pointer: %v", e)
		}
	}()
	array.Func(nil, 2)
}

// caught calls f and gives the text of its panic.
func caught(f reflect.Value, args []reflect.Value) (out []reflect.Value, text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	return f.Call(args), ""
}
