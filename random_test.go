package hotloop_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"hotloop/frontend/gen"
	"hotloop/runtime"
)

var basicTypes = map[string]reflect.Type{
	"int8": reflect.TypeFor[int8](), "int16": reflect.TypeFor[int16](), "int32": reflect.TypeFor[int32](),
	"int64": reflect.TypeFor[int64](), "uint8": reflect.TypeFor[uint8](), "uint16": reflect.TypeFor[uint16](),
	"uint32": reflect.TypeFor[uint32](), "uint64": reflect.TypeFor[uint64](), "int": reflect.TypeFor[int](),
	"float32": reflect.TypeFor[float32](), "float64": reflect.TypeFor[float64](),
}

func typeNamed(s string) reflect.Type {
	if s[0] == '[' {
		return reflect.SliceOf(basicTypes[s[2:]])
	}
	return basicTypes[s]
}

// TestRandomNative compiles random kernels for every instruction set of the machine and compares what the machine code
// does, results, stores and panics, with what the interpreter makes of the frontend's SSA: whole memory regions, with
// arguments that overlap. HOTLOOP_RANDOM=from-to runs other seeds.
func TestRandomNative(t *testing.T) {
	from, to := uint64(0), uint64(300)
	if testing.Short() {
		to = 60
	}
	if s := os.Getenv("HOTLOOP_RANDOM"); s != "" {
		if _, err := fmt.Sscanf(s, "%d-%d", &from, &to); err != nil {
			t.Fatal(err)
		}
	}
	isas := []string{"avx512", "avx2"}
	vectorized := 0
	for seed := from; seed < to; seed++ {
		k := gen.New(seed)
		var in, out []reflect.Type
		for _, p := range k.Params {
			in = append(in, typeNamed(p))
		}
		if k.Result != "" {
			out = append(out, typeNamed(k.Result))
		}
		typ := reflect.FuncOf(in, out, false)
		for _, isa := range isas {
			c, err := runtime.Compile(typ, k.Text, "K", runtime.Options{ISA: isa, FPWritten: true})
			if err != nil && (strings.Contains(err.Error(), "constant") || strings.Contains(err.Error(), "division by zero")) {
				break // constant arithmetic that overflows: no Go
			}
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, k.Text)
			}
			if c.Err() != nil {
				if !c.Native() && runtime.Available() != nil {
					t.Skip(c.Err())
				}
				t.Errorf("seed %d, %s: %v\n%s", seed, isa, c.Err(), k.Text)
				continue
			}
			if c.Stats().Vectorized {
				vectorized++
			}
			for round := range 12 {
				if msg := compareOnce(c, typ, seed, round); msg != "" {
					t.Errorf("seed %d, %s, round %d: %s\n%s", seed, isa, round, msg, k.Text)
					break
				}
			}
			if t.Failed() && to-from > 20 {
				return
			}
		}
	}
	t.Logf("%d kernels vectorized", vectorized)
}

// compareOnce calls kernel and fallback with equal arguments and says what differs.
func compareOnce(c *runtime.Kernel, typ reflect.Type, seed uint64, round int) string {
	r := rand.New(rand.NewPCG(seed, uint64(round)))
	n := []int{0, 1, 3, 7, 16, 33, 64, 65, 100, 129, 200, 257}[round%12]
	overlap := r.IntN(3) == 0
	var a, b [][]reflect.Value = make([][]reflect.Value, 1), make([][]reflect.Value, 1)
	pools := map[reflect.Type][2]reflect.Value{}
	var regions [][2]reflect.Value
	for i := range typ.NumIn() {
		p := typ.In(i)
		if p.Kind() != reflect.Slice {
			v := reflect.New(p).Elem()
			fillNumber(r, v)
			if i == typ.NumIn()-1 {
				v.SetInt(int64(max(0, n-r.IntN(4))))
			}
			a[0], b[0] = append(a[0], v), append(b[0], v)
			continue
		}
		m := max(0, n+r.IntN(7)-2)
		if r.IntN(4) == 0 {
			m = 4*n + r.IntN(5)
		}
		pool, ok := pools[p]
		off := r.IntN(9)
		if !ok || !overlap || off+m > pool[0].Len() {
			x := reflect.MakeSlice(p, 4*n+40, 4*n+40)
			for j := range x.Len() {
				fillNumber(r, x.Index(j))
			}
			y := reflect.MakeSlice(p, x.Len(), x.Len())
			reflect.Copy(y, x)
			pool = [2]reflect.Value{x, y}
			pools[p] = pool
			regions = append(regions, pool)
		}
		a[0] = append(a[0], pool[0].Slice(off, off+m))
		b[0] = append(b[0], pool[1].Slice(off, off+m))
	}
	got, gp := guardedCall(c.Func(), a[0])
	want, wp := guardedCall(c.Fallback(), b[0])
	if gp != wp {
		return fmt.Sprintf("panic %q, want %q", gp, wp)
	}
	for i := range got {
		if !same(got[i], want[i]) {
			return fmt.Sprintf("result %v, want %v", got[i], want[i])
		}
	}
	for k, reg := range regions {
		for j := range reg[0].Len() {
			if !same(reg[0].Index(j), reg[1].Index(j)) {
				return fmt.Sprintf("n=%d region %d element %d is %v, want %v", n, k, j, reg[0].Index(j), reg[1].Index(j))
			}
		}
	}
	return ""
}

func guardedCall(f reflect.Value, args []reflect.Value) (out []reflect.Value, text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	return f.Call(args), ""
}

func same(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Float32:
		x, y := float32(a.Float()), float32(b.Float())
		return x != x && y != y || math.Float32bits(x) == math.Float32bits(y)
	case reflect.Float64:
		x, y := a.Float(), b.Float()
		return x != x && y != y || math.Float64bits(x) == math.Float64bits(y)
	}
	return a.Equal(b)
}

// fillNumber sets v to a number: mostly small, sometimes special.
func fillNumber(r *rand.Rand, v reflect.Value) {
	special := r.IntN(12) == 0
	switch {
	case v.CanInt():
		x := int64(r.IntN(40) - 12)
		if special {
			x = int64(r.Uint64())
		}
		v.SetInt(x)
	case v.CanUint():
		x := uint64(r.IntN(40))
		if special {
			x = r.Uint64()
		}
		v.SetUint(x & (1<<v.Type().Bits() - 1))
	default:
		x := float64(r.IntN(64)-24) / 4
		if special {
			x = []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0, 1e30, 1e-40}[r.IntN(7)]
		}
		v.SetFloat(x)
	}
}
