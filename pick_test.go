package hotloop_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/bench/frame"
)

// pickKernel is a function of pickkernels_test.go.
type pickKernel struct {
	name string
	fns  []any
	// scalar: what the loop does needs the order, so that it is not vectorized.
	scalar bool
}

var pickKernels = []pickKernel{
	{name: "pickMax", fns: []any{pickMax[int8], pickMax[uint8], pickMax[int32], pickMax[uint64], pickMax[float32], pickMax[float64]}},
	{name: "pickMinLast", fns: []any{pickMinLast[int16], pickMinLast[uint32], pickMinLast[int64], pickMinLast[float32], pickMinLast[float64]}},
	{name: "pickStart", fns: []any{pickStart[int32], pickStart[float32], pickStart[float64]}},
	{name: "pickDown", fns: []any{pickDown[int32], pickDown[float32]}},
	{name: "pickAlong", fns: []any{pickAlong[uint8], pickAlong[int32], pickAlong[float64]}},
	{name: "pickIf", fns: []any{pickIf[int32], pickIf[float64]}}, {name: "pickNested", fns: []any{pickNested[int32], pickNested[float32]}},
	{name: "pickBoth", fns: []any{pickBoth[int64], pickBoth[float32]}}, {name: "pickAbs", fns: []any{pickAbs}},
	{name: "pickStored", fns: []any{pickStored[int32], pickStored[float32]}}, {name: "pickStop", fns: []any{pickStop[uint8], pickStop[float32]}},
	{name: "pickRows", fns: []any{pickRows[int32], pickRows[float32]}},
	{name: "pickCounted", fns: []any{pickCounted[int32], pickCounted[float32]}, scalar: true},
	{name: "pickSeen", fns: []any{pickSeen[int32], pickSeen[float32]}, scalar: true},
	{name: "lastIndex", fns: []any{lastIndex[uint8], lastIndex[int32], lastIndex[float64]}},
	{name: "lastValues", fns: []any{lastValues[int16], lastValues[int32], lastValues[float32], lastValues[float64]}},
	{name: "lastConstant", fns: []any{lastConstant[uint8], lastConstant[float32]}}, {name: "lastStop", fns: []any{lastStop[int32], lastStop[float32]}},
	{name: "firstMax", fns: []any{firstMax}}, {name: "firstMin", fns: []any{firstMin}}, {name: "firstMinMax", fns: []any{firstMinMax}},
	{name: "firstStored", fns: []any{firstStored}},
	{name: "firstNaN", fns: []any{firstNaN}, scalar: true},
}

// TestPicks compares them with gc, on data with few different values: ties, zeros of both signs, NaNs.
func TestPicks(t *testing.T) {
	for i := range pickKernels {
		k := &pickKernels[i]
		asPlanned(t, k.name, k.fns, k.check)
	}
}

func (k *pickKernel) check(t *testing.T, fn any, isa, directive string) {
	text := pickSource
	if directive != "" {
		text = directed(directed(text, "fp exact"), directive)
	}
	typ := reflect.TypeOf(fn)
	got, plans := compiledAs(t, typ, text, k.name, isa, strings.Contains(directive, "enable"), k.scalar)
	var in, ref frame.Arena
	defer in.Free()
	defer ref.Free()
	rng := rand.New(rand.NewPCG(uint64(len(k.name)), uint64(len(isa)+len(directive))))
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
		edge := []frame.Edge{frame.EndEdge, frame.StartEdge}[call%2]
		if d := compare(t, &in, &ref, frame.New(args, frame.Layout{Share: -1}), edge, got, fn); d != "" {
			t.Fatalf("%s, %s, %q, n=%d, call %d: %s\nplans: %v", typ, isa, directive, n, call, d, plans)
		}
	}
}

// pickValue is one of few values, of which the largest, or the smallest, may be zeros of one sign or of both.
func pickValue(rng *rand.Rand, v reflect.Value, kind int) {
	if !v.CanFloat() {
		setInt(v, int64(rng.IntN(7)-3))
		if kind == 1 {
			setInt(v, int64(rng.Uint64()))
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
