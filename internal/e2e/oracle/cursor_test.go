package oracle

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/internal/lab/frame"
	"hotloop/runtime"
)

// cursorKernel is a function of kernels/cursor.go.
type cursorKernel struct {
	name string
	fns  []any
	// scalar: what is done with the counter is not understood, so that the loop is not vectorized.
	scalar bool
}

var cursorKernels = []cursorKernel{
	{name: "PackBehind", fns: []any{kernels.PackBehind[int8], kernels.PackBehind[uint8], kernels.PackBehind[int16],
		kernels.PackBehind[int32], kernels.PackBehind[int64], kernels.PackBehind[float32], kernels.PackBehind[float64]}},
	{name: "PackBefore", fns: []any{kernels.PackBefore[int16], kernels.PackBefore[uint32], kernels.PackBefore[float32],
		kernels.PackBefore[float64]}},
	{name: "PackOffset", fns: []any{kernels.PackOffset[int32], kernels.PackOffset[int64]}},
	{name: "PackIndices", fns: []any{kernels.PackIndices[uint8], kernels.PackIndices[int32],
		kernels.PackIndices[float64]}},
	{name: "PackInPlace", fns: []any{kernels.PackInPlace[int16], kernels.PackInPlace[int32],
		kernels.PackInPlace[float64]}},
	{name: "PackFromZero", fns: []any{kernels.PackFromZero[uint8], kernels.PackFromZero[int32],
		kernels.PackFromZero[float64]}},
	{name: "PackAhead", fns: []any{kernels.PackAhead[int32], kernels.PackAhead[float64]}, scalar: true},
	{name: "PackStored", fns: []any{kernels.PackStored[int32], kernels.PackStored[float64]}},
	{name: "PackTwo", fns: []any{kernels.PackTwo[int8], kernels.PackTwo[int32], kernels.PackTwo[float64]}},
	{name: "PackBeside", fns: []any{kernels.PackBeside[int32], kernels.PackBeside[float64]}},
	{name: "PackConditions", fns: []any{kernels.PackConditions[int16], kernels.PackConditions[int32],
		kernels.PackConditions[float64]}},
	{name: "PackEach", fns: []any{kernels.PackEach[int16], kernels.PackEach[int32], kernels.PackEach[uint64]}},
	{name: "PackPairs", fns: []any{kernels.PackPairs[int32], kernels.PackPairs[float64]}},
	{name: "PackThree", fns: []any{kernels.PackThree[int32], kernels.PackThree[int64]}},
	{name: "PackInside", fns: []any{kernels.PackInside[int32], kernels.PackInside[float64]}},
	{name: "PackNest", fns: []any{kernels.PackNest[int32], kernels.PackNest[float32]}},
	{name: "PackUntil", fns: []any{kernels.PackUntil[int32], kernels.PackUntil[float64]}},
	{name: "PackGathered", fns: []any{kernels.PackGathered[int32], kernels.PackGathered[float64]}},
	{name: "PackAdded", fns: []any{kernels.PackAdded[int32], kernels.PackAdded[int64]}},
	{name: "PackReverse", fns: []any{kernels.PackReverse[int32], kernels.PackReverse[float64]}},
	{name: "PackCarry", fns: []any{kernels.PackCarry[int32], kernels.PackCarry[float64]}},
	{name: "PackAlways", fns: []any{kernels.PackAlways[int8], kernels.PackAlways[int32], kernels.PackAlways[float64]}},
	{name: "PackAlwaysElse", fns: []any{kernels.PackAlwaysElse[int32], kernels.PackAlwaysElse[int64]}},
	{name: "PackAlwaysInPlace", fns: []any{kernels.PackAlwaysInPlace[int16], kernels.PackAlwaysInPlace[int32]}},
	{name: "PackAlwaysBehind", fns: []any{kernels.PackAlwaysBehind[int32]}},
	{name: "Spread", fns: []any{kernels.Spread[int8], kernels.Spread[int16], kernels.Spread[int32], kernels.Spread[int64],
		kernels.Spread[float32]}},
	{name: "SpreadFrom", fns: []any{kernels.SpreadFrom[int32], kernels.SpreadFrom[int64]}},
	{name: "SpreadTested", fns: []any{kernels.SpreadTested[int32], kernels.SpreadTested[float64]}},
	{name: "SpreadChecked", fns: []any{kernels.SpreadChecked[int32]}},
	{name: "PackShown", fns: []any{kernels.PackShown[int32]}, scalar: true},
	{name: "PackGaps", fns: []any{kernels.PackGaps[int32]}, scalar: true},
	{name: "PackOther", fns: []any{kernels.PackOther[float32]}}, {name: "PackDown", fns: []any{kernels.PackDown[int32]},
		scalar: true},
	{name: "PackUpTo", fns: []any{kernels.PackUpTo[int32], kernels.PackUpTo[float64]}},
	{name: "PackFull", fns: []any{kernels.PackFull[int32], kernels.PackFull[int64]}},
	{name: "NthPositive", fns: []any{kernels.NthPositive[int8], kernels.NthPositive[int32],
		kernels.NthPositive[float64]}},
	{name: "SumOfFirst", fns: []any{kernels.SumOfFirst[int32], kernels.SumOfFirst[int64]}},
	{name: "SpreadInPlace", fns: []any{kernels.SpreadInPlace[int32]}, scalar: true},
}

// TestCursors compares them with the Go compiler: slices that are too short, that overlap, counters that begin
// anywhere.
func TestCursors(t *testing.T) {
	for i := range cursorKernels {
		k := &cursorKernels[i]
		e2e.AsPlanned(t, k.name, k.fns, k.check)
	}
}

func (k *cursorKernel) check(t *testing.T, fn any, isa, directive string) {
	text := kernels.CursorSource
	if directive != "" {
		text = strings.ReplaceAll(text, "\tfor i", "\t//loop:fp exact\n//loop:"+directive+"\n\tfor i")
		text = strings.ReplaceAll(text, "\tfor _", "\t//loop:fp exact\n//loop:"+directive+"\n\tfor _")
	}
	typ := reflect.TypeOf(fn)
	c := e2e.Try(t, fn, text, k.name, runtime.Options{ISA: isa})
	c.Planned(isa, directive, k.scalar)
	rng := c.Rand
	for call := range 90 {
		if testing.Short() && call%5 > 0 {
			continue
		}
		n, kind := rng.IntN(150), rng.IntN(4)
		args := make([]any, typ.NumIn())
		for p := range args {
			switch pt := typ.In(p); pt.Kind() {
			case reflect.Slice:
				long := n
				switch rng.IntN(6) {
				case 0:
					long = rng.IntN(n + 1)
				case 1, 2, 3:
					long = 3*n + 8
				}
				s := reflect.MakeSlice(pt, long, long)
				for i := range long {
					cursorValue(rng, s.Index(i), kind)
				}
				args[p] = s.Interface()
			default:
				start := rng.IntN(5)
				switch rng.IntN(12) {
				case 0:
					start = -1 - rng.IntN(20)
				case 1:
					start = rng.IntN(200)
				}
				args[p] = reflect.ValueOf(start).Convert(pt).Interface()
			}
		}
		lay := frame.Layout{Share: -1}
		if call%3 == 0 {
			lay.Share = rng.IntN(n/2 + 2)
		}
		edge := []frame.Edge{frame.EndEdge, frame.StartEdge}[call%2]
		c.Same(frame.New(args, lay), edge, "%s, %s, %q, n=%d, call %d, %+v", typ, isa, directive, n, call, lay)
	}
}

// cursorValue is one of few values, mostly, seldom, or half of the time above 0.
func cursorValue(rng *rand.Rand, v reflect.Value, kind int) {
	if v.Kind() == reflect.Bool {
		v.SetBool(rng.IntN(3) > kind)
		return
	}
	x := rng.IntN(7) - 3
	switch {
	case kind == 1 && rng.IntN(20) > 0:
		x = max(x, 1)
	case kind == 2 && rng.IntN(20) > 0:
		x = min(x, 0)
	}
	if v.CanFloat() {
		v.SetFloat(float64(x))
		return
	}
	e2e.SetInt(v, int64(x))
}
