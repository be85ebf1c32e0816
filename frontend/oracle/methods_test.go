package oracle

import (
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

//go:embed kernels_methods_test.go
var methodKernelsText string

//go:embed kernels_rows_test.go
var rowKernelsText string

//go:embed kernels_made_test.go
var madeKernelsText string

//go:embed kernels_flow_test.go
var flowKernelsText string

//go:embed kernels_store_test.go
var storeKernelsText string

//go:embed kernels_memory_test.go
var memoryKernelsText string

//go:embed kernels_views_test.go
var viewKernelsText string

//go:embed kernels_std_test.go
var stdKernelsText string

// TestMethods compares kernels with structs and pointers with the Go compiler: in machine code of every instruction
// set, and in the interpreter. Their arguments share memory; the same are made for each run.
func TestMethods(t *testing.T) { withShared(t, methodKernelsText, methodKernels) }

// TestStandard does so with kernels that call packages of the standard library.
func TestStandard(t *testing.T) { withShared(t, stdKernelsText, stdKernels) }

// TestRows does so with kernels that load slices, strings and pointers from memory.
func TestRows(t *testing.T) { withShared(t, rowKernelsText, rowKernels) }

// TestMade does so with kernels that have Go make errors, texts and memory for them.
func TestMade(t *testing.T) { withShared(t, madeKernelsText, madeKernels) }

// TestFlow does so with kernels that have goto statements, lists of arguments and quotients of complex numbers.
func TestFlow(t *testing.T) { withShared(t, flowKernelsText, flowKernels) }

// TestStores does so with kernels that store slices, strings, pointers and interfaces to memory.
func TestStores(t *testing.T) { withShared(t, storeKernelsText, storeKernels) }

// TestMemory does so with kernels whose variables live in memory, whose iterators change results, and whose operands
// panic.
func TestMemory(t *testing.T) { withShared(t, memoryKernelsText, memoryKernels) }

// TestViews does so with kernels that convert between strings and slices of bytes.
func TestViews(t *testing.T) {
	withShared(t, viewKernelsText, viewKernels)
	for name := range viewKernels {
		res, err := frontend.Build(frontend.Text("k.go", viewKernelsText), name, frontend.Options{})
		if err != nil {
			t.Fatal(err)
		}
		copies := slices.ContainsFunc(res.Makes, func(w frontend.Warning) bool {
			return strings.HasPrefix(w.Msg, "the conversion copies")
		})
		if want := strings.HasPrefix(name, "Copy"); copies != want {
			t.Errorf("%s: a conversion copies is %t, want %t: %v", name, copies, want, res.Makes)
		}
	}
}

func withShared(t *testing.T, text string, kernels map[string]any) {
	for name, fn := range kernels {
		t.Run(name, func(t *testing.T) {
			ft := reflect.TypeOf(fn)
			var funcs []reflect.Value
			for _, tier := range cpu.Host().Tiers() {
				if tier == cpu.Scalar {
					continue
				}
				k, err := runtime.Compile(ft, text, name, runtime.Options{ISA: tier.String(),
					Knobs: "verify-each,eval-each", RequireNative: runtime.Available() == nil})
				if err != nil {
					t.Fatal(err)
				}
				if len(funcs) == 0 { // every instruction set has the same
					funcs = append(funcs, k.Fallback())
				}
				funcs = append(funcs, k.Func())
			}
			panics := 0
			for seed := range uint64(300) {
				args := sharedArgs(seed, ft)
				res, panicked := call(fn, args)
				want := fmt.Sprint(panicked, shown(append(args, clipped(name, res)...)))
				if panicked != "" {
					panics++
				}
				for _, f := range funcs {
					args := sharedArgs(seed, ft)
					res, panicked := call(f.Interface(), args)
					if got := fmt.Sprint(panicked, shown(append(args, clipped(name, res)...))); got != want {
						t.Fatalf("seed %d: %s\ngot  %s\nwant %s", seed, shown(sharedArgs(seed, ft)), got, want)
					}
				}
			}
			if strings.Contains(name, "Panic") && panics == 0 {
				t.Error("no call panicked: the test tests nothing")
			}
		})
	}
}

// clipped are results without their capacities if they are memory made by append: the Go compiler gives a short one
// that does not leave the function by other ways room on the stack, and no capacity when it moves to the heap in the
// end.
func clipped(name string, res []reflect.Value) []reflect.Value {
	if strings.HasPrefix(name, "Made") {
		for i, v := range res {
			if v.Kind() == reflect.Slice && !v.IsNil() {
				res[i] = v.Slice3(0, v.Len(), v.Len())
			}
		}
	}
	return res
}

// shared makes arguments whose slices and pointers share memory, the same ones for the same seed.
type shared struct {
	rng   *rand.Rand
	pools map[reflect.Type]reflect.Value
}

func sharedArgs(seed uint64, ft reflect.Type) (args []reflect.Value) {
	s := &shared{rand.New(rand.NewPCG(seed, 7)), map[reflect.Type]reflect.Value{}}
	for i := range ft.NumIn() {
		v := reflect.New(ft.In(i)).Elem()
		s.fill(v, 0)
		args = append(args, v)
	}
	return args
}

const poolSize = 48

// pool is a slice whose memory all slices and pointers of that element type lie in.
func (s *shared) pool(t reflect.Type, depth int) reflect.Value {
	if p, ok := s.pools[t]; ok {
		return p
	}
	p := reflect.MakeSlice(reflect.SliceOf(t), poolSize, poolSize)
	s.pools[t] = p
	n := poolSize
	if t.Kind() == reflect.Struct && t.NumField() > 3 {
		n = 3
	}
	for i := range n {
		s.fill(p.Index(i), depth+1)
	}
	return p
}

func (s *shared) fill(v reflect.Value, depth int) {
	v = settable(v)
	switch v.Kind() {
	case reflect.Slice:
		if s.rng.IntN(12) == 0 {
			return
		}
		p := s.pool(v.Type().Elem(), depth)
		lo := s.rng.IntN(poolSize / 2)
		hi := lo + s.rng.IntN(poolSize/2)
		v.Set(p.Slice3(lo, hi, hi+s.rng.IntN(poolSize-hi+1)).Convert(v.Type()))
	case reflect.Pointer:
		if s.rng.IntN(12) == 0 || depth > 6 {
			return
		}
		v.Set(s.pool(v.Type().Elem(), depth).Index(s.rng.IntN(2)).Addr())
	case reflect.Struct:
		for i := range v.NumField() {
			s.fill(v.Field(i), depth)
		}
	case reflect.Array:
		for i := range v.Len() {
			s.fill(v.Index(i), depth)
		}
	case reflect.Interface:
		if v.NumMethod() == 0 {
			v.Set(reflect.ValueOf(s.rng.IntN(3)))
		}
	case reflect.Map:
		if s.rng.IntN(2) == 0 {
			v.Set(reflect.ValueOf(map[string]int{"a": s.rng.IntN(9)}))
		}
	case reflect.String:
		v.SetString("some text"[:s.rng.IntN(9)])
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(s.rng.IntN(200)) / 4)
	case reflect.Complex64, reflect.Complex128:
		part := func(x float64) float64 {
			if s.rng.IntN(4) == 0 {
				return []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1e-310}[s.rng.IntN(6)]
			}
			return x
		}
		v.SetComplex(complex(part(float64(s.rng.IntN(200))/3), part(float64(s.rng.IntN(99))-50)))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(s.rng.IntN(8)))
	case reflect.Uint8:
		v.SetUint(uint64(s.rng.IntN(20)))
	}
}

// settable is v, a field without an exported name perhaps, as one that can be set.
func settable(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

// call is fn(args...), or what it panicked with.
func call(fn any, args []reflect.Value) (res []reflect.Value, panicked string) {
	defer func() {
		if r := recover(); r != nil {
			res, panicked = nil, fmt.Sprint(r)
		}
	}()
	return reflect.ValueOf(fn).Call(args), ""
}

// shown is all that arguments and results lead to, each object once.
func shown(args []reflect.Value) string {
	var sb strings.Builder
	seen := map[string]bool{}
	var show func(v reflect.Value)
	show = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if v.IsNil() {
				sb.WriteString("nil ")
				return
			}
			key := fmt.Sprint(v.Type(), v.Pointer())
			if seen[key] {
				sb.WriteString("again ")
				return
			}
			seen[key] = true
			show(v.Elem())
		case reflect.Slice:
			if v.IsNil() {
				sb.WriteString("nil ")
				return
			}
			fmt.Fprintf(&sb, "%d:[", v.Len())
			v = v.Slice(0, v.Cap())
			for i := range v.Len() {
				show(v.Index(i))
			}
			sb.WriteString("] ")
		case reflect.Struct:
			sb.WriteString("{")
			for i := range v.NumField() {
				show(v.Field(i))
			}
			sb.WriteString("} ")
		case reflect.Array:
			for i := range v.Len() {
				show(v.Index(i))
			}
		case reflect.Interface, reflect.Map:
			fmt.Fprint(&sb, v, " ")
		default:
			sb.WriteString(showBits(v) + " ")
		}
	}
	for _, a := range args {
		show(a)
	}
	return sb.String()
}

// TestMissingCopy takes copies that are needed out of kernels: their calls must show it.
func TestMissingCopy(t *testing.T) {
	for _, name := range []string{"CopyStore", "CopyOther", "CopyInLoop", "CopyCarried", "CopyLater", "CopyOnOneWay", "CopyOfView"} {
		fn := viewKernels[name]
		ft := reflect.TypeOf(fn)
		res, err := frontend.Build(frontend.Text("k.go", viewKernelsText), name, frontend.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for v := range ir.Values(res.Func.Blocks) {
			if v.Op == ir.OpStore && v.Args[0].Op == ir.OpCall && v.StoredValue().Op == ir.OpLoad {
				v.Args[0].CopyOf(v.StoredValue().Args[0])
			}
		}
		res.Func.ElimCopies()
		p := program(t, res.Func)
		shows := false
		for seed := uint64(0); seed < 300 && !shows; seed++ {
			args := sharedArgs(seed, ft)
			want, wantPanic := callGC(fn, args)
			wantAll := fmt.Sprint(want, wantPanic, shown(args))
			args = sharedArgs(seed, ft)
			got, gotPanic := runIR(t, p, args, ir.DefaultSemantics())
			shows = fmt.Sprint(got, gotPanic, shown(args)) != wantAll
		}
		if !shows {
			t.Errorf("%s: no call shows that a copy is missing", name)
		}
	}
}
