package loopopt_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"hotloop/bench"
	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
	"hotloop/loopopt/remark"
)

// TestPipelineKeepsMeaning runs every kernel of the core suite through the optimizer for every vector size. It
// verifies the IR after every pass and compares its interpretation with that of the frontend's SSA.
func TestPipelineKeepsMeaning(t *testing.T) {
	for _, k := range bench.Suite("core") {
		for _, tier := range []cpu.Tier{cpu.AVX512, cpu.AVX2, cpu.NEON} {
			for _, mode := range []string{"exact", "fast", "scalar"} {
				t.Run(fmt.Sprintf("%s/%s/%s", k.Name, tier, mode), func(t *testing.T) {
					fp := ir.FPExact
					if mode == "fast" {
						fp = ir.FPFast
					}
					res, err := frontend.Build(frontend.Text(k.File, k.Text), k.Func, frontend.Options{FP: fp, FPWritten: true})
					if err != nil {
						t.Fatal(err)
					}
					before, err := interp.New(res.Func)
					if err != nil {
						t.Fatal(err)
					}
					sink := &remark.Sink{}
					knobs, _ := config.ParseKnobs("verify-each")
					var last string
					after := func(pass string, f *ir.Func, changed bool) {
						if !changed {
							return
						}
						p, err := interp.New(f)
						if err != nil {
							t.Fatalf("after %s: %v\n%s", pass, err, f)
						}
						for n := range 80 {
							args := madeUp(res.Func, n*7%150, uint64(n))
							if err := interp.Compare(before, p, args, interp.Options{MaxSteps: 1 << 18}); err != nil {
								if errors.Is(err, interp.ErrSteps) {
									continue // a loop over a huge count that touches nothing
								}
								t.Fatalf("after %s, n=%d: %v\nbefore:\n%s\nafter:\n%s", pass, n*7%150, err, last, f)
							}
						}
						last = f.String()
					}
					opt := config.Options{Target: isel.TargetFor(cpu.Features{Tier: tier, Tuning: cpu.Tuning{VectorBits: 512}}), Remarks: sink, Knobs: knobs, After: after,
						NoVectorize: mode == "scalar"}
					out, err := loopopt.Optimize(res.Func, opt)
					if err != nil {
						t.Fatal(err)
					}
					for _, p := range out.Plans {
						t.Log(p)
					}
					for _, r := range sink.Remarks {
						t.Log(r)
					}
				})
			}
		}
	}
}

// madeUp generates arguments for a function from its parameters: slices of about n elements, and small whole numbers,
// so that sums are exact in any order.
func madeUp(f *ir.Func, n int, seed uint64) []any {
	r := rand.New(rand.NewPCG(seed, 1))
	var args []any
	for _, p := range f.Params {
		t := goType(p)
		if p.Kind == ir.ParamScalar {
			v := reflect.New(t).Elem()
			set(v, int64(r.IntN(13)-3))
			if seed%8 == 7 && v.CanInt() { // sizes that no slice has
				set(v, []int64{1 << 29, 1 << 40, -1 << 40, 1<<63 - 1, -1 << 63, 1 << 32}[r.IntN(6)])
			}
			args = append(args, v.Interface())
			continue
		}
		m := max(0, n+r.IntN(5)-1)
		s := reflect.MakeSlice(reflect.SliceOf(t), m, m)
		for i := range m {
			set(s.Index(i), int64(r.IntN(17)-4))
		}
		args = append(args, s.Interface())
	}
	return args
}

func set(v reflect.Value, n int64) {
	switch {
	case v.CanInt():
		v.SetInt(n)
	case v.CanUint():
		v.SetUint(uint64(n) & (1<<v.Type().Bits() - 1))
	case v.CanFloat():
		v.SetFloat(float64(n))
	default:
		v.SetBool(n&1 != 0)
	}
}

func goType(p ir.Param) reflect.Type {
	switch p.Elem {
	case ir.Bool:
		return reflect.TypeFor[bool]()
	case ir.F32:
		return reflect.TypeFor[float32]()
	case ir.F64:
		return reflect.TypeFor[float64]()
	}
	signed := map[ir.Elem]reflect.Type{ir.I8: reflect.TypeFor[int8](), ir.I16: reflect.TypeFor[int16](), ir.I32: reflect.TypeFor[int32](), ir.I64: reflect.TypeFor[int64]()}
	unsigned := map[ir.Elem]reflect.Type{ir.I8: reflect.TypeFor[uint8](), ir.I16: reflect.TypeFor[uint16](), ir.I32: reflect.TypeFor[uint32](), ir.I64: reflect.TypeFor[uint64]()}
	if p.Sign {
		return signed[p.Elem]
	}
	return unsigned[p.Elem]
}
