package oracle

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// pickKernel is a function of kernels/pick.go.
type pickKernel struct {
	name string
	fns  []any
	// scalar: what the loop does needs the order, so that it is not vectorized.
	scalar bool
}

var pickKernels = []pickKernel{
	{name: "PickMax", fns: []any{kernels.PickMax[int8], kernels.PickMax[uint8], kernels.PickMax[int32],
		kernels.PickMax[uint64], kernels.PickMax[float32], kernels.PickMax[float64]}},
	{name: "PickMinLast", fns: []any{kernels.PickMinLast[int16], kernels.PickMinLast[uint32], kernels.PickMinLast[int64],
		kernels.PickMinLast[float32], kernels.PickMinLast[float64]}},
	{name: "PickStart", fns: []any{kernels.PickStart[int32], kernels.PickStart[float32], kernels.PickStart[float64]}},
	{name: "PickDown", fns: []any{kernels.PickDown[int32], kernels.PickDown[float32]}},
	{name: "PickAlong", fns: []any{kernels.PickAlong[uint8], kernels.PickAlong[int32], kernels.PickAlong[float64]}},
	{name: "PickIf", fns: []any{kernels.PickIf[int32], kernels.PickIf[float64]}},
	{name: "PickNested", fns: []any{kernels.PickNested[int32], kernels.PickNested[float32]}},
	{name: "PickBoth", fns: []any{kernels.PickBoth[int64], kernels.PickBoth[float32]}},
	{name: "PickAbs", fns: []any{kernels.PickAbs}},
	{name: "PickStored", fns: []any{kernels.PickStored[int32], kernels.PickStored[float32]}},
	{name: "PickStop", fns: []any{kernels.PickStop[uint8], kernels.PickStop[float32]}},
	{name: "PickRows", fns: []any{kernels.PickRows[int32], kernels.PickRows[float32]}},
	{name: "PickCounted", fns: []any{kernels.PickCounted[int32], kernels.PickCounted[float32]}, scalar: true},
	{name: "PickSeen", fns: []any{kernels.PickSeen[int32], kernels.PickSeen[float32]}, scalar: true},
	{name: "LastIndex", fns: []any{kernels.LastIndex[uint8], kernels.LastIndex[int32], kernels.LastIndex[float64]}},
	{name: "LastValues", fns: []any{kernels.LastValues[int16], kernels.LastValues[int32], kernels.LastValues[float32],
		kernels.LastValues[float64]}},
	{name: "LastConstant", fns: []any{kernels.LastConstant[uint8], kernels.LastConstant[float32]}},
	{name: "LastStop", fns: []any{kernels.LastStop[int32], kernels.LastStop[float32]}},
	{name: "FirstMax", fns: []any{kernels.FirstMax}}, {name: "FirstMin", fns: []any{kernels.FirstMin}},
	{name: "FirstMinMax", fns: []any{kernels.FirstMinMax}},
	{name: "FirstStored", fns: []any{kernels.FirstStored}},
	{name: "FirstNaN", fns: []any{kernels.FirstNaN}, scalar: true},
}

// TestPicks compares them with the Go compiler, on data with few different values: ties, zeros of both signs, NaNs.
func TestPicks(t *testing.T) {
	for i := range pickKernels {
		k := &pickKernels[i]
		e2e.AsPlanned(t, k.name, k.fns, k.check)
	}
}

func (k *pickKernel) check(t *testing.T, fn any, isa, directive string) {
	text := kernels.PickSource
	if directive != "" {
		text = e2e.Directed(e2e.Directed(text, "fp exact"), directive)
	}
	typ := reflect.TypeOf(fn)
	c := e2e.Try(t, fn, text, k.name, runtime.Options{ISA: isa})
	c.Planned(isa, directive, k.scalar)
	rng := c.Rand
	for call := range 150 {
		if testing.Short() && call%5 > 0 {
			continue
		}
		n, kind := rng.IntN(150), rng.IntN(6)
		args := make([]any, typ.NumIn())
		for p := range args {
			switch pt := typ.In(p); pt.Kind() {
			case reflect.Slice:
				s := reflect.MakeSlice(pt, n, n)
				for i := range n {
					pickValue(rng, s.Index(i), kind)
				}
				args[p] = s.Interface()
			default:
				v := reflect.New(pt).Elem()
				pickValue(rng, v, kind)
				args[p] = v.Interface()
			}
		}
		c.SameAtEdges(args, "%s, %s, %q, n=%d, call %d", typ, isa, directive, n, call)
	}
}

// pickValue is one of few values. The largest, or the smallest, may be zeros of one sign or of both.
func pickValue(rng *rand.Rand, v reflect.Value, kind int) {
	if !v.CanFloat() {
		e2e.SetInt(v, int64(rng.IntN(7)-3))
		if kind == 1 {
			e2e.SetInt(v, int64(rng.Uint64()))
		}
		return
	}
	f := float64(rng.IntN(7) - 3)
	switch kind {
	case 0:
		f = -math.Abs(f) // all zeros are -0
	case 1:
		f = math.Abs(f)
	case 2, 3: // of both signs, few of one
		f = math.Abs(f)
		if f == 0 && rng.IntN(30) > 0 {
			f = math.Copysign(0, -1)
		}
		if kind == 3 {
			f = -f
		}
	case 4:
		f = rng.NormFloat64()
	}
	if rng.IntN(20) == 0 && kind != 1 {
		f = math.NaN()
	}
	v.SetFloat(f)
}
